#include "core/store/cluster_sections.h"

#include <span>

#include "core/base/status_macros.h"
#include "core/store/section_read.h"

namespace waystone {

void AddClusterSections(const ClusterData& data, VariantIndex variant, PackageWriter& writer) {
  const SectionPlace place{.variant = variant, .region = 0, .version = 1, .flags = 0};
  writer.AddRecords(SectionType::kClusterHeader, place, std::span<const ClusterHeader>(&data.header, 1));
  writer.AddRecords(SectionType::kClusterPlaces, place, std::span(data.places));
  writer.AddRecords(SectionType::kClusterPolys, place, std::span(data.polys));
  writer.AddRecords(SectionType::kClusterRecords, place, std::span(data.clusters));
  writer.AddRecords(SectionType::kClusterEntrances, place, std::span(data.entrances));
  writer.AddRecords(SectionType::kClusterEntering, place, std::span(data.entering));
  writer.AddRecords(SectionType::kClusterCosts, place, std::span(data.costs));
  writer.AddRecords(SectionType::kClusterSteps, place, std::span(data.steps));
  writer.AddRecords(SectionType::kClusterPathEnds, place, std::span(data.path_ends));
}

absl::StatusOr<std::optional<ClusterView>> ReadClusters(const PackageReader& package, VariantIndex variant,
                                                        const NavmeshView& mesh, const LinkView& links) {
  if (package.Find(SectionType::kClusterHeader, {.variant = variant}) == nullptr) return std::nullopt;
  ClusterView::Arrays arrays;
  const auto read = [&](SectionType type, auto& out) { return ReadArray(package, type, variant, out); };
  WS_RETURN_IF_ERROR(ReadSingle(package, SectionType::kClusterHeader, variant, arrays.header));
  WS_RETURN_IF_ERROR(read(SectionType::kClusterPlaces, arrays.places));
  WS_RETURN_IF_ERROR(read(SectionType::kClusterPolys, arrays.polys));
  WS_RETURN_IF_ERROR(read(SectionType::kClusterRecords, arrays.clusters));
  WS_RETURN_IF_ERROR(read(SectionType::kClusterEntrances, arrays.entrances));
  WS_RETURN_IF_ERROR(read(SectionType::kClusterEntering, arrays.entering));
  WS_RETURN_IF_ERROR(read(SectionType::kClusterCosts, arrays.costs));
  WS_RETURN_IF_ERROR(read(SectionType::kClusterSteps, arrays.steps));
  WS_RETURN_IF_ERROR(read(SectionType::kClusterPathEnds, arrays.path_ends));
  const absl::StatusOr<ClusterView> view = ClusterView::Create(arrays, mesh, links);
  if (!view.ok()) return InPackage(package, variant, view.status());
  return *view;
}

}  // namespace waystone
