#include "bake/import/source_formats.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "absl/strings/str_join.h"
#include "bake/import/detour_importer.h"
#include "bake/import/gltf_importer.h"
#include "bake/import/grid_csv.h"
#include "bake/import/grid_image.h"
#include "bake/import/movingai_map.h"
#include "bake/import/obj_importer.h"
#include "bake/import/polygon_csv.h"
#include "bake/import/polygon_importer.h"
#include "bake/import/polygon_json.h"
#include "bake/import/source_file.h"
#include "bake/import/voxel_map.h"
#include "bake/import/waypoint_csv.h"
#include "bake/import/waypoint_json.h"
#include "core/base/check.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr ShapeNames kShapes[] = {
    {SourceShape::kMesh, "triangles", "triangles", "mesh to bake"},
    {SourceShape::kPolygons, "polygons", "a navmesh's polygons", "a ready-made navmesh"},
    {SourceShape::kCells, "cells", "cells", "a 2D map"},
    {SourceShape::kNodes, "waypoints", "waypoints", "waypoints"},
    {SourceShape::kVoxels, "voxels", "voxels", "a volume of voxels"},
};

absl::StatusOr<SourceMap> ReadObj(SourceText& source, std::vector<std::string>& warnings) {
  return ImportObj(std::move(source.bytes), warnings, source.max_triangles);
}

template <bool kIsBinary>
absl::StatusOr<SourceMap> ReadGltf(SourceText& source, std::vector<std::string>& warnings) {
  return ImportGltf(source.path, source.bytes, kIsBinary, source.digest, warnings, source.max_triangles);
}

// A reader of a navmesh from one of listed polygons.
template <auto kRead>
absl::StatusOr<NavmeshImport> ReadListed(SourceText& source, const ImportOptions& options,
                                         double max_climb_m) {
  WS_ASSIGN_OR_RETURN(const PolygonMap map, kRead(source));
  return ImportPolygons(map, options, max_climb_m);
}

// A reader of a source that is one text.
template <auto kParse>
auto ReadText(SourceText& source) {
  return kParse(source.bytes);
}

// A reader of a source that is a table, with a table of links beside it: "m.links.csv" for "m.nodes.csv".
template <typename Listed, auto kParse, auto kParseLinks>
absl::StatusOr<Listed> ReadTables(SourceText& source) {
  Listed listed;
  WS_RETURN_IF_ERROR(kParse(source.bytes, listed));
  source.link_path =
      StrCat(source.path.substr(0, source.path.rfind('.', source.path.rfind('.') - 1)), ".links.csv");
  WS_ASSIGN_OR_RETURN(const std::string links, source.digest.ReadFile(source.link_path));
  WS_RETURN_IF_ERROR(InFile(source.link_path, kParseLinks(links, listed)));
  return listed;
}

constexpr SourceFormat kFormats[] = {
    {"obj", ReadObj},
    {"gltf", ReadGltf<false>},
    {"glb", ReadGltf<true>},
    {"bin", ReadTileSet},
    {"polys.csv", ReadListed<ReadTables<PolygonMap, ParsePolygonRows, ParseConnectionRows>>},
    {"polys.json", ReadListed<ReadText<ParsePolygonJson>>},
    {"map", ReadMovingAiMap},
    {"png", ReadGridImage},
    {"grid.csv",
     [](std::string_view text, const CellRules&, CellAreas& areas) { return ReadGridCsv(text, areas); }},
    {"nodes.csv", ReadTables<WaypointGraph, ParseWaypointNodes, ParseWaypointLinks>},
    {"waypoints.json", ReadText<ParseWaypointJson>},
    {"3dmap", ReadVoxelMap},
};

// ".a, .b or .c"
std::string HelpOf(SourceShape shape) {
  std::vector<std::string> endings;
  for (const SourceFormat& format : kFormats) {
    if (format.shape() == shape) endings.push_back(StrCat(".", format.ending));
  }
  const std::string last = endings.back();
  endings.pop_back();
  return endings.empty() ? last : StrCat(absl::StrJoin(endings, ", "), " or ", last);
}

}  // namespace

const ShapeNames& NamesOf(SourceShape shape) {
  const auto* const found = std::ranges::find(kShapes, shape, &ShapeNames::shape);
  WS_CHECK(found != std::end(kShapes));
  return *found;
}

const SourceFormat* FormatOf(const std::string& path) {
  const std::string extension = SourceExtension(path);
  const auto* const found = std::ranges::find_if(kFormats, [&](const SourceFormat& format) {
    return format.ending == extension ||
           (format.ending.find('.') != std::string_view::npos && path.ends_with(StrCat(".", format.ending)));
  });
  return found == std::end(kFormats) ? nullptr : found;
}

std::string SourceStem(const std::string& path) {
  const std::filesystem::path name = std::filesystem::path(path).stem();
  const std::string part = name.extension().string();
  const auto begins_with_it = [&](const SourceFormat& format) {
    return !part.empty() && format.ending.starts_with(StrCat(part.substr(1), "."));
  };
  return (std::ranges::any_of(kFormats, begins_with_it) ? name.stem() : name).string();
}

std::string EndingsOfSources() {
  const auto add = [](std::string* text, const SourceFormat& format) { StrAppend(*text, format.ending); };
  return absl::StrJoin(kFormats, ", ", add);
}

std::string HelpOfSources() {
  const auto add = [](std::string* text, const ShapeNames& names) {
    StrAppend(*text, names.help, ": ", HelpOf(names.shape));
  };
  return absl::StrJoin(kShapes, "; or ", add);
}

SourceShape ShapeOf(const std::string& path) {
  const SourceFormat* const format = FormatOf(path);
  return format == nullptr ? SourceShape::kMesh : format->shape();
}

}  // namespace waystone
