#include "client/cli/change_flags.h"

#include <string_view>
#include <utility>

#include "client/cli/flag_text.h"
#include "client/cli/server_flags.h"
#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "waystone/field_limits.h"

namespace waystone::cli {
namespace {

using Changes = v1::MapChanges;

void AddIds(CLI::App& command, const std::string& name, std::vector<std::string>& ids,
            const std::string& text) {
  AddTexts(command, name, ids, text + "; needs --generation; may be repeated", "N,N,...[@MAP]")
      ->needs("--generation");
}

// A text of a flag, and the map behind its last @.
struct TextOfMap {
  std::string_view text;
  std::string_view map_id;  // empty: the map of the request
};

absl::StatusOr<TextOfMap> SplitMap(std::string_view where, std::string_view text, std::string_view map_id) {
  const size_t sign = text.rfind('@');
  if (sign == std::string_view::npos) return TextOfMap{text, ""};
  const std::string_view named = text.substr(sign + 1);
  if (sign == 0 || named.empty())
    return InvalidArgument(where, ": what stands behind the last @ is the map, as in gate@town; not ",
                           Quoted(text));
  return TextOfMap{text.substr(0, sign), named == map_id ? "" : named};
}

// How a text without its map is added to the changes of that map. `where`: the flag, and of a file the line.
using Add = std::function<absl::Status(Changes& changes, std::string_view where, std::string_view text)>;

Add NameTo(google::protobuf::RepeatedPtrField<std::string>* (Changes::*list)()) {
  return [list](Changes& changes, std::string_view, std::string_view name) {
    (changes.*list)()->Add(std::string(name));
    return absl::OkStatus();
  };
}

// Numbers with commas between, `count` for each thing that is changed.
Add NumbersTo(google::protobuf::RepeatedField<uint32_t>* (Changes::*list)(), size_t count = 1) {
  return [list, count](Changes& changes, std::string_view where, std::string_view text) -> absl::Status {
    WS_ASSIGN_OR_RETURN(const std::vector<uint32_t> numbers, ParseIds(where, {std::string(text)}));
    if (numbers.size() % count != 0)
      return InvalidArgument(where, ": must be COLUMN,ROW,COLUMNS,ROWS for each rectangle");
    (changes.*list)()->Add(numbers.begin(), numbers.end());
    return absl::OkStatus();
  };
}

absl::Status AddAreaCost(Changes& changes, std::string_view where, std::string_view text) {
  WS_ASSIGN_OR_RETURN(const auto cost, ParseNamedNumber(where, text, "AREA=FACTOR"));
  v1::AreaCost& area = *changes.add_area_costs();
  area.set_area(cost.first);
  area.set_factor(cost.second);
  return absl::OkStatus();
}

absl::Status ExcludeArea(Changes& changes, std::string_view /*where*/, std::string_view name) {
  v1::AreaCost& area = *changes.add_area_costs();
  area.set_area(std::string(name));
  area.set_factor(1);
  area.set_excluded(true);
  return absl::OkStatus();
}

absl::Status AddObstacle(Changes& changes, std::string_view where, std::string_view text) {
  const auto parts = SplitAtComma(text, 3);
  if (!parts)
    return InvalidArgument(
        where, ": must be X,Y,Z,RADIUS,HEIGHT of a cylinder, by the middle of its base; not ", Quoted(text));
  WS_ASSIGN_OR_RETURN(const Vec3 base, ParsePosition(where, parts->first));
  WS_ASSIGN_OR_RETURN(const Vec2 sizes, ParseDirection(where, parts->second));
  v1::Cylinder& cylinder = *changes.add_obstacles()->mutable_cylinder();
  *cylinder.mutable_base() = client::MakePosition("", base);
  cylinder.set_radius_m(sizes.x);
  cylinder.set_height_m(sizes.z);
  return absl::OkStatus();
}

absl::Status SetCostProfile(Changes& changes, std::string_view where, std::string_view name) {
  if (!changes.cost_profile().empty())
    return InvalidArgument(where, ": give one for each map, not ", Quoted(changes.cost_profile()), " and ",
                           Quoted(name));
  changes.set_cost_profile(std::string(name));
  return absl::OkStatus();
}

// Those of the map, which may be new.
Changes& ChangesOf(std::string_view map_id, std::vector<Changes>& maps) {
  for (Changes& changes : maps)
    if (changes.map_id() == map_id) return changes;
  maps.emplace_back().set_map_id(std::string(map_id));
  return maps.back();
}

}  // namespace

absl::StatusOr<std::vector<Changes>> ToMapChanges(const ChangeFlags& flags, const std::string& map_id) {
  std::vector<Changes> maps;
  const auto read = [&](std::string_view flag, const std::vector<std::string>& texts, const Add& add) {
    return ForEachText(flag, texts, [&](std::string_view where, std::string_view text) -> absl::Status {
      WS_ASSIGN_OR_RETURN(const TextOfMap split, SplitMap(where, text, map_id));
      return add(ChangesOf(split.map_id, maps), where, split.text);
    });
  };
  WS_RETURN_IF_ERROR(read("--close-door", flags.closed_doors, NameTo(&Changes::mutable_closed_doors)));
  WS_RETURN_IF_ERROR(read("--open-door", flags.opened_doors, NameTo(&Changes::mutable_opened_doors)));
  WS_RETURN_IF_ERROR(read("--obstacle", flags.obstacles, &AddObstacle));
  WS_RETURN_IF_ERROR(read("--close-link", flags.closed_links, NameTo(&Changes::mutable_closed_links)));
  WS_RETURN_IF_ERROR(
      read("--close-link-id", flags.closed_link_ids, NumbersTo(&Changes::mutable_closed_link_ids)));
  WS_RETURN_IF_ERROR(read("--block-poly", flags.blocked_polys, NumbersTo(&Changes::mutable_blocked_polys)));
  WS_RETURN_IF_ERROR(read("--cost-profile", flags.cost_profiles, &SetCostProfile));
  WS_RETURN_IF_ERROR(read("--area-cost", flags.area_costs, &AddAreaCost));
  WS_RETURN_IF_ERROR(read("--exclude-area", flags.excluded_areas, &ExcludeArea));
  WS_RETURN_IF_ERROR(read("--block-cells", flags.blocked_cells, NumbersTo(&Changes::mutable_blocked_cells)));
  WS_RETURN_IF_ERROR(read("--open-cells", flags.opened_cells, NumbersTo(&Changes::mutable_opened_cells)));
  WS_RETURN_IF_ERROR(
      read("--block-rect", flags.blocked_rects, NumbersTo(&Changes::mutable_blocked_rects, 4)));
  WS_RETURN_IF_ERROR(read("--open-rect", flags.opened_rects, NumbersTo(&Changes::mutable_opened_rects, 4)));
  return maps;
}

absl::StatusOr<std::vector<v1::MapGeneration>> ToPins(const ChangeFlags& flags, const std::string& map_id) {
  std::vector<v1::MapGeneration> pins;
  for (const std::string& text : flags.generations) {
    WS_ASSIGN_OR_RETURN(const TextOfMap split, SplitMap("--generation", text, map_id));
    v1::MapGeneration& pin = pins.emplace_back();
    pin.set_map_id(split.map_id.empty() ? map_id : std::string(split.map_id));
    pin.set_generation(std::string(split.text));
  }
  return pins;
}

void AddChangeFlags(CLI::App& command, ChangeFlags& flags) {
  AddTexts(command, "--generation", flags.generations,
           "answer only from this package, by its content hash; may be repeated", "HEX[@MAP]")
      ->check([](const std::string& text) { return text.empty() ? "must not be empty" : ""; });
  AddNames(command, "--close-link", flags.closed_links, "a link not to use, by the name that the source gave",
           "NAME[@MAP]");
  AddIds(command, "--close-link-id", flags.closed_link_ids, "a link not to use, by its id");
  AddNames(command, "--close-door", flags.closed_doors, "a door or gate that is closed", "NAME[@MAP]");
  AddNames(command, "--open-door", flags.opened_doors, "one that is open, although it was baked closed",
           "NAME[@MAP]");
  AddNames(command, "--obstacle", flags.obstacles, "a cylinder in the way, by the middle of its base",
           "X,Y,Z,RADIUS,HEIGHT[@MAP]");
  AddNames(command, "--cost-profile", flags.cost_profiles,
           "costs that the map has this name for, one of each map", "NAME[@MAP]");
  AddIds(command, "--block-poly", flags.blocked_polys, "a polygon not to enter, by its id");
  AddNames(command, "--exclude-area", flags.excluded_areas, "a kind of ground not to enter", "AREA[@MAP]");
  AddNames(command, "--area-cost", flags.area_costs,
           "what a metre of a kind of ground costs, 0.01 to 1000 [1]", "AREA=FACTOR[@MAP]");
  const std::string cells = "of a grid, row * columns + column";
  AddNames(command, "--block-cells", flags.blocked_cells, "cells not to enter " + cells,
           "N,N,...[@MAP]|@FILE");
  AddNames(command, "--open-cells", flags.opened_cells, "cells that are free " + cells,
           "N,N,...[@MAP]|@FILE");
  AddNames(command, "--block-rect", flags.blocked_rects, "a rectangle of cells not to enter",
           "C,R,COLUMNS,ROWS[@MAP]|@FILE");
  AddNames(command, "--open-rect", flags.opened_rects, "a rectangle of cells that is free",
           "C,R,COLUMNS,ROWS[@MAP]|@FILE");
}

void AddClearanceFlag(CLI::App& command, const std::function<v1::Agent*()>& agent) {
  AddNumber(command, "--clearance", "M", limits::Agent::min_clearance_m,
            "room to keep from borders beyond the agent's radius [0]",
            [agent](double m) { agent()->set_min_clearance_m(m); });
}

}  // namespace waystone::cli
