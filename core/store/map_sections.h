// Which parts of a map become which sections: the one place that knows.
#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/map/map_manifest.h"
#include "core/navmesh/navmesh_data.h"
#include "core/navmesh/navmesh_view.h"
#include "core/package/package_reader.h"
#include "core/package/package_writer.h"

namespace waystone {

// `data` must live until the writer has finished.
void AddNavmeshSections(const NavmeshData& data, VariantIndex variant, PackageWriter& writer);

// DataLoss where it is missing, damaged, or breaks a rule of CheckManifest, or where a section belongs to a
// variant that it does not have.
absl::StatusOr<MapManifest> ReadManifestSection(const PackageReader& package);

// Whether the variant (from 1) has surface sections of its own.
bool OwnsSurface(const MapManifest& manifest, VariantIndex variant);

// The inverse of AddNavmeshSections: views of the sections after their structure check. They live as long as
// the package. DataLoss where a section is missing or damaged, breaks a rule of navmesh_format.h, or does not
// agree with the manifest.
absl::StatusOr<NavmeshView> ReadSurface(const PackageReader& package, const MapManifest& manifest,
                                        VariantIndex variant);

}  // namespace waystone
