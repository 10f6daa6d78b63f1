#include "core/store/map_sections.h"

#include <span>
#include <string>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/package/section_name.h"
#include "core/store/manifest_codec.h"
#include "core/store/section_read.h"
#include "core/store/surface_check.h"

namespace waystone {
namespace {

absl::StatusOr<NavmeshView::Arrays> ReadArrays(const PackageReader& package, VariantIndex variant) {
  NavmeshView::Arrays arrays;
  const auto read = [&](SectionType type, auto& out) { return ReadArray(package, type, variant, out); };
  WS_RETURN_IF_ERROR(ReadSingle(package, SectionType::kNavmeshHeader, variant, arrays.header));
  WS_RETURN_IF_ERROR(read(SectionType::kNavmeshVertices, arrays.vertices));
  WS_RETURN_IF_ERROR(read(SectionType::kNavmeshEdges, arrays.edges));
  WS_RETURN_IF_ERROR(read(SectionType::kNavmeshPolys, arrays.polys));
  WS_RETURN_IF_ERROR(read(SectionType::kNavmeshDetailVertices, arrays.detail_vertices));
  WS_RETURN_IF_ERROR(read(SectionType::kNavmeshDetailTriangles, arrays.detail_triangles));
  WS_RETURN_IF_ERROR(read(SectionType::kNavmeshTreeBoxes, arrays.tree_boxes));
  WS_RETURN_IF_ERROR(read(SectionType::kNavmeshAreaPrefix, arrays.area_prefix_m2));
  return arrays;
}

}  // namespace

void AddNavmeshSections(const NavmeshData& data, VariantIndex variant, PackageWriter& writer) {
  const SectionPlace place{.variant = variant};
  const auto add = [&](SectionType type, const auto& records) {
    writer.AddRecords(type, place, std::span(records));
  };
  writer.AddRecords(SectionType::kNavmeshHeader, place, std::span<const NavmeshHeader>(&data.header, 1));
  add(SectionType::kNavmeshVertices, data.vertices);
  add(SectionType::kNavmeshEdges, data.edges);
  add(SectionType::kNavmeshPolys, data.polys);
  add(SectionType::kNavmeshDetailVertices, data.detail_vertices);
  add(SectionType::kNavmeshDetailTriangles, data.detail_triangles);
  add(SectionType::kNavmeshTreeBoxes, data.tree_boxes);
  add(SectionType::kNavmeshAreaPrefix, data.area_prefix_m2);
}

absl::StatusOr<MapManifest> ReadManifestSection(const PackageReader& package) {
  std::span<const std::byte> bytes;
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kManifest, 0, bytes));
  absl::StatusOr<MapManifest> manifest = DecodeManifest(bytes);
  if (!manifest.ok()) {
    const SectionEntry& entry = *package.Find(SectionType::kManifest);
    return absl::DataLossError(
        StrCat(package.name(), ": ", DescribeSection(entry), ": ", manifest.status().message()));
  }
  // Sorted by variant: the last section has the greatest.
  const SectionEntry& last = package.sections().back();
  if (last.variant > manifest->variants.size()) {
    return absl::DataLossError(StrCat(package.name(), ": ", DescribeSection(last), ": the manifest has only ",
                                      manifest->variants.size(), " variants"));
  }
  return manifest;
}

bool OwnsSurface(const MapManifest& manifest, VariantIndex variant) {
  return manifest.variants[variant - 1U].surface_variant == variant;
}

absl::StatusOr<NavmeshView> ReadSurface(const PackageReader& package, const MapManifest& manifest,
                                        VariantIndex variant) {
  WS_ASSIGN_OR_RETURN(const NavmeshView::Arrays arrays, ReadArrays(package, variant));
  absl::StatusOr<NavmeshView> view = NavmeshView::Create(arrays);
  const absl::Status status = view.ok() ? CheckSurfaceAgainstManifest(*view, manifest) : view.status();
  if (status.ok()) return view;
  return InPackage(package, variant, status);
}

}  // namespace waystone
