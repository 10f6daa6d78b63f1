// Which arrays of a navmesh become which sections: the one place that knows.
#pragma once

#include "absl/status/statusor.h"
#include "core/navmesh/navmesh_data.h"
#include "core/navmesh/navmesh_view.h"
#include "core/package/package_reader.h"
#include "core/package/package_writer.h"

namespace waystone {

// `data` must live until the writer has finished.
void AddNavmeshSections(const NavmeshData& data, VariantIndex variant, PackageWriter& writer);

// The inverse: views of the sections after their structure check. They live as long as the package. DataLoss
// where a section is missing, damaged, or breaks a rule of navmesh_format.h.
absl::StatusOr<NavmeshView> ReadNavmeshSections(const PackageReader& package, VariantIndex variant);

}  // namespace waystone
