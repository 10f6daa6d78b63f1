#include "client/report/bake_figures.h"

#include <utility>

#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "nlohmann/json.hpp"

namespace waystone::client {
namespace {

using Json = nlohmann::json;

constexpr char kNoReport[] = "not the report of a bake (waystone-bake --report)";

// Null if there is none.
Json Of(const Json& json, const char* name) {
  if (!json.is_object()) return Json();
  const auto found = json.find(name);
  return found == json.end() ? Json() : *found;
}

absl::StatusOr<std::vector<std::string>> TextsOf(const Json& list) {
  if (!list.is_array()) return InvalidArgument(kNoReport);
  std::vector<std::string> texts;
  for (const Json& text : list) {
    if (!text.is_string()) return InvalidArgument(kNoReport);
    texts.push_back(text);
  }
  return texts;
}

// What a map's own report and its line in a world's have in common.
absl::StatusOr<BakeFigures> CommonFigures(const Json& json) {
  const Json map_id = Of(json, "map_id");
  const Json generation = Of(json, "generation");
  if (!map_id.is_string()) return InvalidArgument(kNoReport);
  if (generation.is_null())
    return InvalidArgument("an older waystone-bake wrote it, without the generation of the package");
  if (!generation.is_string()) return InvalidArgument(kNoReport);
  BakeFigures figures{.map_id = map_id, .generation = generation};
  WS_ASSIGN_OR_RETURN(figures.warnings, TextsOf(Of(json, "warnings")));
  return figures;
}

absl::StatusOr<BakeFigures> FiguresOfMap(const Json& json) {
  const Json wall_s = Of(json, "wall_s");
  const Json triangles = Of(json, "source_triangles");
  if (!wall_s.is_number() || !triangles.is_number_unsigned()) return InvalidArgument(kNoReport);
  WS_ASSIGN_OR_RETURN(BakeFigures figures, CommonFigures(json));
  figures.wall_s = wall_s;
  figures.source_triangles = triangles;
  return figures;
}

absl::StatusOr<BakeFile> FileOfWorld(const Json& json) {
  const Json lines = Of(json, "maps");
  if (!lines.is_array()) return InvalidArgument(kNoReport);
  BakeFile file{.world = json["world"].get<std::string>()};
  WS_ASSIGN_OR_RETURN(file.world_warnings, TextsOf(Of(json, "warnings")));
  for (const Json& line : lines) {
    const Json status = Of(line, "status");
    const Json seconds = Of(line, "seconds");
    if (!status.is_string() || !seconds.is_number()) return InvalidArgument(kNoReport);
    if (status == "not reached") continue;
    WS_ASSIGN_OR_RETURN(BakeFigures figures, CommonFigures(line));
    if (status == "baked") figures.wall_s = seconds;
    if (status == "failed") {
      const Json error = Of(line, "error");
      figures.may_keep_older = true;
      if (error.is_string()) figures.error = error;
      figures.warnings.push_back(
          StrCat("its last bake failed, and the package is of one before: ", figures.error));
    }
    file.maps.push_back(std::move(figures));
  }
  return file;
}

}  // namespace

absl::StatusOr<BakeFile> ReadBakeFile(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (Of(json, "world").is_string()) return FileOfWorld(json);
  BakeFile file;
  WS_ASSIGN_OR_RETURN(file.maps.emplace_back(), FiguresOfMap(json));
  return file;
}

absl::Status CheckBake(const BakeFigures& bake, const OpenedMaps& maps) {
  WS_ASSIGN_OR_RETURN(const OpenedMaps::Package package, maps.PackageOf(bake.map_id));
  if (bake.may_keep_older || bake.generation == package.generation) return absl::OkStatus();
  return InvalidArgument(
      "is not of the bake of ", package.path, ": for map ", Quoted(bake.map_id), " it tells of ",
      bake.generation.empty() ? "no package: that bake failed" : StrCat("generation ", bake.generation),
      ", and that package is generation ", package.generation);
}

}  // namespace waystone::client
