// `waystone draw`: a picture of a package and of answers.
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "client/cli/command.h"
#include "client/cli/flag_text.h"
#include "client/cli/overlay_json.h"
#include "client/draw/cut_picture.h"
#include "client/draw/map_picture.h"
#include "client/draw/move_painter.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/loaded_map.h"

namespace waystone::cli {
namespace {

struct DrawFlags {
  std::string package;
  std::string agent;
  std::vector<std::string> routes;
  std::vector<std::string> places;
  std::vector<std::string> moves;
  bool around_moves = false;
  std::optional<double> cut_height_m;
  std::vector<double> cut_line_m;  // x and z of both ends
  std::string output;
};

absl::Status ReadFiles(const std::vector<std::string>& paths, std::string_view kind, std::string_view map_id,
                       draw::Overlays& overlays) {
  for (const std::string& path : paths) {
    std::string text;
    WS_RETURN_IF_ERROR(ReadTextFile(path, text));
    if (absl::StripAsciiWhitespace(text).empty()) {
      return absl::InvalidArgumentError(StrCat(path, ": has no answer to draw"));
    }
    WS_RETURN_IF_ERROR(ReadOverlays(path, text, kind, map_id, overlays));
  }
  return absl::OkStatus();
}

// The plane asked for, map-local.
std::optional<CutPlane> CutOf(const DrawFlags& flags, const Vec3& origin) {
  if (flags.cut_height_m.has_value()) return CutPlane{true, *flags.cut_height_m - origin.y, {}, {}};
  if (flags.cut_line_m.empty()) return std::nullopt;
  const auto end = [&](size_t k) {
    return Vec2{flags.cut_line_m[2 * k] - origin.x, flags.cut_line_m[2 * k + 1] - origin.z};
  };
  return CutPlane{false, 0, end(0), end(1)};
}

absl::Status Draw(const DrawFlags& flags, const Console& console) {
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const LoadedMap> map, LoadedMap::Load(flags.package));
  // A cut shows what agents of all abilities can get to, a map what walkers can.
  const bool is_cut = flags.cut_height_m.has_value() || !flags.cut_line_m.empty();
  const std::vector<std::string> abilities =
      is_cut ? map->manifest().link_abilities : std::vector<std::string>();
  WS_ASSIGN_OR_RETURN(const MapView view, map->View(flags.agent, abilities));
  const std::string& map_id = map->manifest().map_id;
  draw::Overlays overlays;
  WS_RETURN_IF_ERROR(ReadFiles(flags.routes, kRouteAnswer, map_id, overlays));
  WS_RETURN_IF_ERROR(ReadFiles(flags.places, kPlaceAnswer, map_id, overlays));
  WS_RETURN_IF_ERROR(ReadFiles(flags.moves, kMoveAnswer, map_id, overlays));
  if (flags.around_moves && !overlays.moves.empty()) overlays.focus = draw::GroundAround(overlays.moves);
  const Vec3& origin = map->manifest().origin;
  std::optional<CutPlane> cut = CutOf(flags, origin);
  // Moves are shown from above only.
  if (!cut.has_value() && overlays.moves.empty()) {
    cut = draw::FullestCut(view);
    if (cut.has_value()) {
      console.err << absl::StrFormat(
          "waystone: cut at a height of %.2f m, where most is free; --cut-height and --cut-line choose "
          "another\n",
          cut->height_m + origin.y);
    }
  }
  WS_ASSIGN_OR_RETURN(const std::string svg,
                      cut.has_value() ? draw::DrawCut(view, *cut, overlays) : draw::DrawMap(view, overlays));
  return WriteTextFile(flags.output, svg);
}

}  // namespace

void AddDrawCommand(CLI::App& program, Command& chosen) {
  CLI::App* command =
      program.add_subcommand("draw", "draw a package, and answers over it, as an SVG picture");
  auto flags = std::make_shared<DrawFlags>();
  command->add_option("PACKAGE", flags->package, "a .waymap file")->required();
  command->add_option("--agent", flags->agent, "agent profile whose surface is drawn [the map's first]");
  command->add_option("--route", flags->routes, "files with answers of `waystone route --json`");
  command->add_option("--places", flags->places, "files with answers of `waystone place --json`");
  CLI::Option* moves =
      command->add_option("--moves", flags->moves, "files with answers of `waystone validate --json`");
  command->add_flag("--around-moves", flags->around_moves, "draw only the ground around the moves")
      ->needs(moves);
  CLI::Option* height =
      command->add_option("--cut-height", flags->cut_height_m,
                          "a volume, cut at this height, in metres [where most of its main part is free]");
  height->check(NumberInRange(-1e8, 1e8));
  command->add_option("--cut-line", flags->cut_line_m, "a volume, cut upright along a line, in metres")
      ->type_name("X,Z,X,Z")
      ->delimiter(',')
      ->expected(4)
      ->check(NumberInRange(-1e8, 1e8))
      ->excludes(height);
  command->add_option("-o,--output", flags->output, "the picture to write")->required();
  command->callback([flags, &chosen] {
    chosen = [flags](const Console& console) {
      const absl::Status status = Draw(*flags, console);
      return status.ok() ? kExitOk : Fail(console, status);
    };
  });
}

}  // namespace waystone::cli
