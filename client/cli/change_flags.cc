#include "client/cli/change_flags.h"

#include <limits>
#include <string_view>

#include "client/cli/flag_text.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone::cli {
namespace {

void AddIds(CLI::App& command, const std::string& name, std::vector<uint32_t>& ids, const std::string& text) {
  command.add_option(name, ids, text + "; needs --generation; may be repeated")
      ->check(WholeNumber(0, std::numeric_limits<uint32_t>::max()))
      ->allow_extra_args(false)
      ->needs("--generation")
      ->type_name("N");
}

void AddNames(CLI::App& command, const std::string& name, std::vector<std::string>& names,
              const std::string& text, const std::string& type) {
  command.add_option(name, names, text + "; may be repeated")->allow_extra_args(false)->type_name(type);
}

absl::StatusOr<std::vector<client::CellRect>> ParseRects(std::string_view flag,
                                                         const std::vector<std::string>& texts) {
  WS_ASSIGN_OR_RETURN(const std::vector<uint32_t> numbers, ParseIds(flag, texts));
  if (numbers.size() % 4 != 0) {
    return absl::InvalidArgumentError(StrCat(flag, ": must be COLUMN,ROW,COLUMNS,ROWS for each rectangle"));
  }
  std::vector<client::CellRect> rects;
  for (size_t i = 0; i < numbers.size(); i += 4) {
    rects.push_back({numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]});
  }
  return rects;
}

absl::Status AddCells(const ChangeFlags& flags, client::MapChanges& changes) {
  WS_ASSIGN_OR_RETURN(changes.blocked_cells, ParseIds("--block-cells", flags.blocked_cells));
  WS_ASSIGN_OR_RETURN(changes.opened_cells, ParseIds("--open-cells", flags.opened_cells));
  WS_ASSIGN_OR_RETURN(changes.blocked_rects, ParseRects("--block-rect", flags.blocked_rects));
  WS_ASSIGN_OR_RETURN(changes.opened_rects, ParseRects("--open-rect", flags.opened_rects));
  return absl::OkStatus();
}

bool IsEmpty(const client::MapChanges& changes) {
  return changes.closed_links.empty() && changes.closed_link_ids.empty() && changes.blocked_polys.empty() &&
         changes.area_costs.empty() && changes.blocked_cells.empty() && changes.opened_cells.empty() &&
         changes.blocked_rects.empty() && changes.opened_rects.empty();
}

absl::StatusOr<client::AreaCost> ParseAreaCost(std::string_view text) {
  const size_t sign = text.rfind('=');
  client::AreaCost cost;
  if (sign == std::string_view::npos || sign == 0 || !ParseNumber(text.substr(sign + 1), cost.factor)) {
    return absl::InvalidArgumentError(StrCat("--area-cost: must be AREA=FACTOR; not ", Quoted(text)));
  }
  cost.area = text.substr(0, sign);
  return cost;
}

}  // namespace

void AddClosedLinkFlags(CLI::App& command, ChangeFlags& flags) {
  command.add_option("--generation", flags.generation, "answer only from this package, by its content hash")
      ->check([](const std::string& text) { return text.empty() ? "must not be empty" : ""; })
      ->type_name("HEX");
  AddNames(command, "--close-link", flags.closed_links, "a link not to use, by the name that the source gave",
           "NAME");
  AddIds(command, "--close-link-id", flags.closed_link_ids, "a link not to use, by its id");
}

void AddChangeFlags(CLI::App& command, ChangeFlags& flags) {
  AddClosedLinkFlags(command, flags);
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
  command
      .add_option("--clearance", flags.clearance_m,
                  "room to keep from borders beyond the agent's radius, 0 to 100 [0]")
      ->check(NumberInRange(0, 100))
      ->type_name("M");
}

absl::Status AddMapChanges(const ChangeFlags& flags, const std::string& map_id, client::Changes& all,
                           std::vector<client::MapGeneration>& pinned) {
  if (!flags.generation.empty()) pinned.push_back({map_id, flags.generation});
  client::MapChanges changes;
  changes.closed_links = flags.closed_links;
  changes.closed_link_ids = flags.closed_link_ids;
  changes.blocked_polys = flags.blocked_polys;
  for (const std::string& cost : flags.area_costs) {
    WS_ASSIGN_OR_RETURN(changes.area_costs.emplace_back(), ParseAreaCost(cost));
  }
  for (const std::string& area : flags.excluded_areas) {
    changes.area_costs.push_back({.area = area, .factor = 1, .excluded = true});
  }
  WS_RETURN_IF_ERROR(AddCells(flags, changes));
  if (!IsEmpty(changes)) all.push_back(std::move(changes));
  return absl::OkStatus();
}

absl::Status AddChanges(const ChangeFlags& flags, const std::string& map_id, client::RouteRequest& request) {
  request.agent.min_clearance_m = flags.clearance_m;
  return AddMapChanges(flags, map_id, request.changes, request.pinned);
}

}  // namespace waystone::cli
