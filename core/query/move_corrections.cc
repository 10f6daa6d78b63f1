#include "core/query/move_corrections.h"

namespace waystone {

bool MayCome(const MapView& map, MoveRule rule, PolyId from, PolyId to, Workspace& workspace) {
  if (rule == MoveRule::kSeed) return map.zones->LegalBySeed(from.value(), to.value());
  return map.zones->Reaches(from.value(), to.value(), workspace.reach);
}

std::optional<NavLocation> NearestByRule(const MapView& map, MoveRule rule, PolyId from, const Vec3& point,
                                         Workspace& workspace) {
  return workspace.closest_poly.Find(
      *map.navmesh, point, [&](PolyId poly) { return MayCome(map, rule, from, poly, workspace); },
      kSnapReport_m);
}

}  // namespace waystone
