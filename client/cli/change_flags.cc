#include "client/cli/change_flags.h"

#include <limits>
#include <string_view>
#include <utility>

#include "client/cli/flag_text.h"
#include "client/cli/server_flags.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "waystone/field_limits.h"

namespace waystone::cli {
namespace {

void AddIds(CLI::App& command, const std::string& name, std::vector<uint32_t>& ids, const std::string& text) {
  command.add_option(name, ids, text + "; needs --generation; may be repeated")
      ->check(WholeNumber(0, std::numeric_limits<uint32_t>::max()))
      ->allow_extra_args(false)
      ->needs("--generation")
      ->type_name("N");
}

using Numbers = google::protobuf::RepeatedField<uint32_t>;

absl::Status AddCells(std::string_view flag, const std::vector<std::string>& texts, Numbers* cells) {
  WS_ASSIGN_OR_RETURN(const std::vector<uint32_t> numbers, ParseIds(flag, texts));
  cells->Assign(numbers.begin(), numbers.end());
  return absl::OkStatus();
}

absl::Status AddRects(std::string_view flag, const std::vector<std::string>& texts, Numbers* rects) {
  WS_RETURN_IF_ERROR(AddCells(flag, texts, rects));
  if (rects->size() % 4 == 0) return absl::OkStatus();
  return absl::InvalidArgumentError(StrCat(flag, ": must be COLUMN,ROW,COLUMNS,ROWS for each rectangle"));
}

absl::Status AddAreas(const ChangeFlags& flags, v1::MapChanges& changes) {
  for (const std::string& text : flags.area_costs) {
    WS_ASSIGN_OR_RETURN(const auto cost, ParseNamedNumber("--area-cost", text, "AREA=FACTOR"));
    v1::AreaCost& area = *changes.add_area_costs();
    area.set_area(cost.first);
    area.set_factor(cost.second);
  }
  for (const std::string& name : flags.excluded_areas) {
    v1::AreaCost& area = *changes.add_area_costs();
    area.set_area(name);
    area.set_factor(1);
    area.set_excluded(true);
  }
  return absl::OkStatus();
}

absl::Status AddObstacles(const std::vector<std::string>& texts, v1::MapChanges& changes) {
  for (const std::string& text : texts) {
    const auto parts = SplitAtComma(text, 3);
    if (!parts) {
      return absl::InvalidArgumentError(
          StrCat("--obstacle: must be X,Y,Z,RADIUS,HEIGHT of a cylinder, by the middle of its base; not ",
                 Quoted(text)));
    }
    WS_ASSIGN_OR_RETURN(const Vec3 base, ParsePosition("--obstacle", parts->first));
    WS_ASSIGN_OR_RETURN(const Vec2 sizes, ParseDirection("--obstacle", parts->second));
    v1::Cylinder& cylinder = *changes.add_obstacles()->mutable_cylinder();
    *cylinder.mutable_base() = client::MakePosition("", base);
    cylinder.set_radius_m(sizes.x);
    cylinder.set_height_m(sizes.z);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<v1::MapChanges> ToMapChanges(const ChangeFlags& flags) {
  v1::MapChanges changes;
  changes.mutable_closed_doors()->Assign(flags.closed_doors.begin(), flags.closed_doors.end());
  changes.mutable_opened_doors()->Assign(flags.opened_doors.begin(), flags.opened_doors.end());
  WS_RETURN_IF_ERROR(AddObstacles(flags.obstacles, changes));
  changes.mutable_closed_links()->Assign(flags.closed_links.begin(), flags.closed_links.end());
  changes.mutable_closed_link_ids()->Assign(flags.closed_link_ids.begin(), flags.closed_link_ids.end());
  changes.mutable_blocked_polys()->Assign(flags.blocked_polys.begin(), flags.blocked_polys.end());
  changes.set_cost_profile(flags.cost_profile);
  WS_RETURN_IF_ERROR(AddAreas(flags, changes));
  WS_RETURN_IF_ERROR(AddCells("--block-cells", flags.blocked_cells, changes.mutable_blocked_cells()));
  WS_RETURN_IF_ERROR(AddCells("--open-cells", flags.opened_cells, changes.mutable_opened_cells()));
  WS_RETURN_IF_ERROR(AddRects("--block-rect", flags.blocked_rects, changes.mutable_blocked_rects()));
  WS_RETURN_IF_ERROR(AddRects("--open-rect", flags.opened_rects, changes.mutable_opened_rects()));
  return changes;
}

void AddChangeFlags(CLI::App& command, ChangeFlags& flags) {
  command.add_option("--generation", flags.generation, "answer only from this package, by its content hash")
      ->check([](const std::string& text) { return text.empty() ? "must not be empty" : ""; })
      ->type_name("HEX");
  AddNames(command, "--close-link", flags.closed_links, "a link not to use, by the name that the source gave",
           "NAME");
  AddIds(command, "--close-link-id", flags.closed_link_ids, "a link not to use, by its id");
  AddNames(command, "--close-door", flags.closed_doors, "a door or gate that is closed", "NAME");
  AddNames(command, "--open-door", flags.opened_doors, "one that is open, although it was baked closed",
           "NAME");
  AddNames(command, "--obstacle", flags.obstacles, "a cylinder in the way, by the middle of its base",
           "X,Y,Z,RADIUS,HEIGHT");
  command.add_option("--cost-profile", flags.cost_profile, "costs that the map has this name for")
      ->type_name("NAME");
  AddIds(command, "--block-poly", flags.blocked_polys, "a polygon not to enter, by its id");
  AddNames(command, "--exclude-area", flags.excluded_areas, "a kind of ground not to enter", "AREA");
  AddNames(command, "--area-cost", flags.area_costs,
           "what a metre of a kind of ground costs, 0.01 to 1000 [1]", "AREA=FACTOR");
  const std::string cells = "of a grid, row * columns + column; @FILE has some in each line";
  const std::string rect = "of cells, or @FILE with one in each line";
  AddNames(command, "--block-cells", flags.blocked_cells, "cells not to enter " + cells, "N,N,...");
  AddNames(command, "--open-cells", flags.opened_cells, "cells that are free " + cells, "N,N,...");
  AddNames(command, "--block-rect", flags.blocked_rects, "a rectangle " + rect + ", not to enter",
           "C,R,COLUMNS,ROWS");
  AddNames(command, "--open-rect", flags.opened_rects, "a rectangle " + rect + ", that is free",
           "C,R,COLUMNS,ROWS");
}

void AddClearanceFlag(CLI::App& command, const std::function<v1::Agent*()>& agent) {
  AddNumber(command, "--clearance", "M", limits::Agent::min_clearance_m,
            "room to keep from borders beyond the agent's radius [0]",
            [agent](double m) { agent()->set_min_clearance_m(m); });
}

}  // namespace waystone::cli
