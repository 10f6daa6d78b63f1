#include "core/why/route_why.h"

#include "core/surface/search_surface.h"
#include "core/why/cell_walls.h"
#include "core/why/fix_path.h"
#include "core/zones/zone_view.h"

namespace waystone {
namespace {

bool IsExplained(const RouteAnswer& answer) {
  switch (answer.reason) {
    case RouteReason::kNone:
      return answer.status != RouteStatus::kComplete;  // an end off the mesh
    case RouteReason::kGoalUnreachable:
    case RouteReason::kAbilityMissing:
    case RouteReason::kIsolated:
    case RouteReason::kClosedByChanges:
    case RouteReason::kClearance:
      return true;
    default:
      return false;
  }
}

}  // namespace

MendedPath ExplainRoute(const MapView& map, const RouteQuery& query, const RouteAnswer& answer,
                        Scratch& scratch) {
  MendedPath path{.from = {query.start}, .to = {query.goals[answer.goal_index]}};
  if (!IsExplained(answer) || map.zones == nullptr) return path;
  std::vector<Vec3> stops = {query.start};
  stops.insert(stops.end(), query.via.begin(), query.via.end());
  stops.push_back(path.to.at);
  for (size_t i = 1; i < stops.size(); ++i) {
    if (i > 1) path.breaks.push_back({path.fixes.size(), {stops[i - 1]}, {stops[i - 1]}});
    const MendedPath walk = ExplainWalk(map, stops[i - 1], stops[i], query.snap, query.changes.cells.get(),
                                        query.deadline, scratch);
    for (PathBreak at : walk.breaks) {
      at.first_fix += path.fixes.size();
      path.breaks.push_back(at);
    }
    path.fixes.insert(path.fixes.end(), walk.fixes.begin(), walk.fixes.end());
    const bool is_off_surface = !walk.fixes.empty() && walk.breaks.empty();
    if (is_off_surface) break;
  }
  return path;
}

MendedPath ExplainWalk(const MapView& map, const Vec3& from, const Vec3& to, const SnapOptions& snap,
                       const GridChanges* cells, const Deadline& deadline, Scratch& scratch) {
  MendedPath path{.from = {from}, .to = {to}};
  ReachWorkspace reach;
  const auto place = [&](const Vec3& position, PlaceRole role) {
    const Vec3 local = position - map.manifest->origin;
    if (const auto opened = OpenedPlace(map, local, snap, cells)) return opened;
    const auto snapped = map.surface->SnapTo(map, local, snap, role, nullptr, scratch).place;
    if (!snapped) path.fixes = ExplainOffMesh(map, local, snap.max_below_m, scratch);
    return snapped;
  };
  const auto start = place(from, PlaceRole::kLeave);
  if (!start) return path;
  const auto end = place(to, PlaceRole::kArrive);
  if (!end) return path;
  const bool are_baked = !start->poly.IsNone() && !end->poly.IsNone();
  if (are_baked && map.zones->Reaches(start->poly, end->poly, reach)) return path;
  return map.surface->Fields().cells.has_value() ? FindCellWalls(map, *start, *end, cells, deadline)
                                                 : FindFixes(map, *start, *end, deadline, scratch);
}

}  // namespace waystone
