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
      return true;
    default:
      return false;
  }
}

}  // namespace

std::vector<Fix> ExplainRoute(const MapView& map, const RouteQuery& query, const RouteAnswer& answer,
                              Scratch& scratch) {
  if (!IsExplained(answer) || map.zones == nullptr) return {};
  std::vector<Vec3> stops = {query.start};
  stops.insert(stops.end(), query.via.begin(), query.via.end());
  stops.push_back(query.goals[answer.goal_index]);
  for (size_t i = 1; i < stops.size(); ++i) {
    std::vector<Fix> fixes = ExplainWalk(map, stops[i - 1], stops[i], query.snap, query.deadline, scratch);
    if (!fixes.empty()) return fixes;
  }
  return {};
}

std::vector<Fix> ExplainWalk(const MapView& map, const Vec3& from, const Vec3& to, const SnapOptions& snap,
                             const Deadline& deadline, Scratch& scratch) {
  ReachWorkspace reach;
  const auto place = [&](const Vec3& position, PlaceRole role) {
    return map.surface->SnapTo(map, position - map.manifest->origin, snap, role, nullptr, scratch).place;
  };
  const auto start = place(from, PlaceRole::kLeave);
  if (!start) return ExplainOffMesh(map, from - map.manifest->origin, snap.max_below_m, scratch);
  const auto end = place(to, PlaceRole::kArrive);
  if (!end) return ExplainOffMesh(map, to - map.manifest->origin, snap.max_below_m, scratch);
  if (map.zones->Reaches(start->poly, end->poly, reach)) return {};
  if (map.surface->Fields().cells.has_value()) return FindCellWalls(map, *start, *end, deadline);
  return FindFixes(map, *start, *end, deadline, scratch);
}

}  // namespace waystone
