#include "bake/kinds/door_stage.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "bake/config/strategy.h"
#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/grid/grid_format.h"

namespace waystone {
namespace {

using enum SurfaceKind;

bool HasLink(const BakeRun& run, const std::string& id) {
  const auto is_it = [&](const OffMeshLink& link) { return link.external_id == id; };
  if (std::ranges::any_of(run.surfaces.links, is_it) || std::ranges::any_of(run.job.config.links, is_it))
    return true;
  if (!run.surfaces.waypoints.has_value()) return false;
  const std::vector<char>& names = run.surfaces.waypoints->links.names;  // each ended by NUL
  const std::string_view all(names.data(), names.size());
  const std::string name = id + '\0';
  return all.starts_with(name) || all.find('\0' + name) != std::string_view::npos;
}

absl::Status CheckCells(const Door& door, const GridHeader& grid) {
  for (const DoorCells& cells : door.cells) {
    const bool is_inside = cells.column < grid.columns && cells.columns <= grid.columns - cells.column &&
                           cells.row < grid.rows && cells.rows <= grid.rows - cells.row;
    if (is_inside) continue;
    return InvalidArgument("doors: ", Quoted(door.name), ": cells: the grid has ", grid.columns,
                           " columns and ", grid.rows, " rows");
  }
  return absl::OkStatus();
}

absl::Status CheckDoor(const Door& door, const BakeRun& run) {
  const SurfaceKind kind = run.surfaces.surface;
  const auto no_meaning = [&](const char* part) {
    return InvalidArgument("doors: ", Quoted(door.name), ": ", part, " cannot be closed where the map is ",
                           SurfaceText(kind));
  };
  if (!door.links.empty() && kind == kVolume) return no_meaning("links");
  if (door.areas != 0 && kind == kVolume) return no_meaning("areas");
  if (!door.cells.empty() && kind != kGrid) return no_meaning("cells");
  for (const std::string& id : door.links) {
    if (HasLink(run, id)) continue;
    return InvalidArgument("doors: ", Quoted(door.name), ": there is no link ", Quoted(id));
  }
  return run.surfaces.grid.has_value() ? CheckCells(door, run.surfaces.grid->header) : absl::OkStatus();
}

absl::Status CheckProfile(const CostProfile& profile, SurfaceKind kind) {
  const auto no_meaning = [&](const char* part) {
    return InvalidArgument("cost_profiles: ", Quoted(profile.name), ": ", part,
                           " means nothing where the map is ", SurfaceText(kind));
  };
  if (!profile.costs.empty() && (kind == kWaypoint || kind == kVolume)) return no_meaning("costs");
  if (profile.excluded_areas != 0 && kind == kVolume) return no_meaning("excluded");
  if (profile.min_clearance_m > 0 && kind == kWaypoint) return no_meaning("min_clearance_m");
  return absl::OkStatus();
}

}  // namespace

absl::Status NameDoors(BakeRun& run) {
  const BakeConfig& config = run.job.config;
  WS_ASSIGN_OR_RETURN(run.doors, DoorsOn(run.surfaces.areas, config.doors));
  WS_ASSIGN_OR_RETURN(run.cost_profiles, CostProfilesOn(run.surfaces.areas, config.cost_profiles));
  for (const Door& door : run.doors) WS_RETURN_IF_ERROR(CheckDoor(door, run));
  for (const CostProfile& profile : run.cost_profiles) {
    WS_RETURN_IF_ERROR(CheckProfile(profile, run.surfaces.surface));
  }
  return absl::OkStatus();
}

}  // namespace waystone
