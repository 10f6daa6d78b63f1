// The sections of clusters of polygons (core/clusters), which are optional.
#pragma once

#include <optional>

#include "absl/status/statusor.h"
#include "core/clusters/cluster_view.h"
#include "core/package/package_reader.h"
#include "core/package/package_writer.h"

namespace waystone {

// The data must live until the writer has finished.
void AddClusterSections(const ClusterData& data, VariantIndex variant, PackageWriter& writer);

// The inverse: a view after its structure check, which lives as long as the package; empty where the package
// has no such sections. DataLoss where one is damaged, breaks a rule of its format, or does not fit the
// surface.
absl::StatusOr<std::optional<ClusterView>> ReadClusters(const PackageReader& package, VariantIndex variant,
                                                        const NavmeshView& mesh, const LinkView& links);

}  // namespace waystone
