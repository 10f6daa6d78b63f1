#include "core/store/navmesh_sections.h"

#include <span>
#include <string>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr SectionType kHeader = SectionType::kNavmeshHeader;

// A navmesh lacks a section: the package breaks its own word, so NotFound becomes DataLoss.
template <typename Record>
absl::Status ReadArray(const PackageReader& package, SectionType type, VariantIndex variant,
                       std::span<const Record>& out) {
  const absl::StatusOr<std::span<const Record>> records = package.Records<Record>(type, {.variant = variant});
  if (absl::IsNotFound(records.status())) return absl::DataLossError(records.status().message());
  if (records.ok()) out = *records;
  return records.status();
}

}  // namespace

void AddNavmeshSections(const NavmeshData& data, VariantIndex variant, PackageWriter& writer) {
  const SectionPlace place{.variant = variant};
  const auto add = [&](SectionType type, const auto& records) {
    writer.AddRecords(type, place, std::span(records));
  };
  writer.AddRecords(kHeader, place, std::span<const NavmeshHeader>(&data.header, 1));
  add(SectionType::kNavmeshVertices, data.vertices);
  add(SectionType::kNavmeshEdges, data.edges);
  add(SectionType::kNavmeshPolys, data.polys);
  add(SectionType::kNavmeshDetailVertices, data.detail_vertices);
  add(SectionType::kNavmeshDetailTriangles, data.detail_triangles);
  add(SectionType::kNavmeshTreeBoxes, data.tree_boxes);
  add(SectionType::kNavmeshAreaPrefix, data.area_prefix_m2);
}

absl::StatusOr<NavmeshView> ReadNavmeshSections(const PackageReader& package, VariantIndex variant) {
  std::span<const NavmeshHeader> header;
  NavmeshView::Arrays arrays;
  const auto read = [&](SectionType type, auto& out) { return ReadArray(package, type, variant, out); };
  WS_RETURN_IF_ERROR(read(kHeader, header));
  WS_RETURN_IF_ERROR(read(SectionType::kNavmeshVertices, arrays.vertices));
  WS_RETURN_IF_ERROR(read(SectionType::kNavmeshEdges, arrays.edges));
  WS_RETURN_IF_ERROR(read(SectionType::kNavmeshPolys, arrays.polys));
  WS_RETURN_IF_ERROR(read(SectionType::kNavmeshDetailVertices, arrays.detail_vertices));
  WS_RETURN_IF_ERROR(read(SectionType::kNavmeshDetailTriangles, arrays.detail_triangles));
  WS_RETURN_IF_ERROR(read(SectionType::kNavmeshTreeBoxes, arrays.tree_boxes));
  WS_RETURN_IF_ERROR(read(SectionType::kNavmeshAreaPrefix, arrays.area_prefix_m2));

  const std::string place = StrCat(package.name(), ": navmesh of variant ", variant, ": ");
  if (header.size() != 1) return absl::DataLossError(StrCat(place, header.size(), " headers instead of 1"));
  arrays.header = header.front();
  absl::StatusOr<NavmeshView> view = NavmeshView::Create(arrays);
  if (!view.ok()) return absl::DataLossError(StrCat(place, view.status().message()));
  return view;
}

}  // namespace waystone
