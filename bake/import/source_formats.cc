#include "bake/import/source_formats.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "absl/strings/str_join.h"
#include "bake/import/source_file.h"
#include "core/base/check.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr ShapeNames kShapes[] = {
    {SourceShape::kMesh, "triangles", "triangles", "mesh to bake"},
    {SourceShape::kPolygons, "polygons", "a navmesh's polygons", "a ready-made navmesh"},
    {SourceShape::kCells, "cells", "cells", "a 2D map"},
    {SourceShape::kNodes, "waypoints", "waypoints", "waypoints"},
};

constexpr SourceFormat kFormats[] = {
    {"obj", SourceShape::kMesh},
    {"gltf", SourceShape::kMesh},
    {"glb", SourceShape::kMesh},
    {"bin", SourceShape::kPolygons},
    {"polys.csv", SourceShape::kPolygons},
    {"polys.json", SourceShape::kPolygons},
    {"map", SourceShape::kCells},
    {"png", SourceShape::kCells},
    {"grid.csv", SourceShape::kCells},
    {"nodes.csv", SourceShape::kNodes},
    {"waypoints.json", SourceShape::kNodes},
};

// ".a, .b or .c"
std::string HelpOf(SourceShape shape) {
  std::vector<std::string> endings;
  for (const SourceFormat& format : kFormats) {
    if (format.shape == shape) endings.push_back(StrCat(".", format.ending));
  }
  const std::string last = endings.back();
  endings.pop_back();
  return endings.empty() ? last : StrCat(absl::StrJoin(endings, ", "), " or ", last);
}

}  // namespace

const ShapeNames& NamesOf(SourceShape shape) {
  const auto* const found = std::find_if(std::begin(kShapes), std::end(kShapes),
                                         [&](const ShapeNames& names) { return names.shape == shape; });
  WS_CHECK(found != std::end(kShapes));
  return *found;
}

const SourceFormat* FormatOf(const std::string& path) {
  const std::string extension = SourceExtension(path);
  const auto* const found =
      std::find_if(std::begin(kFormats), std::end(kFormats), [&](const SourceFormat& format) {
        return format.ending == extension || (format.ending.find('.') != std::string_view::npos &&
                                              path.ends_with(StrCat(".", format.ending)));
      });
  return found == std::end(kFormats) ? nullptr : found;
}

std::string SourceStem(const std::string& path) {
  const std::filesystem::path name = std::filesystem::path(path).stem();
  const std::string part = name.extension().string();
  const auto begins_with_it = [&](const SourceFormat& format) {
    return !part.empty() && format.ending.starts_with(StrCat(part.substr(1), "."));
  };
  const bool is_part = std::any_of(std::begin(kFormats), std::end(kFormats), begins_with_it);
  return (is_part ? name.stem() : name).string();
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
  return format == nullptr ? SourceShape::kMesh : format->shape;
}

}  // namespace waystone
