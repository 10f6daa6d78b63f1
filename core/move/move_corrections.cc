#include "core/move/move_corrections.h"

#include "core/navmesh/closest_poly.h"

namespace waystone {

bool MayCome(const MapView& map, MoveRule rule, PolyId from, PolyId to, ReachWorkspace& workspace) {
  if (rule == MoveRule::kSeed) return map.zones->LegalBySeed(from, to);
  return map.zones->Reaches(from, to, workspace);
}

std::optional<NavLocation> NearestByRule(const MapView& map, MoveRule rule, PolyId from, const Vec3& point,
                                         Scratch& scratch) {
  const Scratch::Lease<ReachWorkspace> reach = scratch.Borrow<ReachWorkspace>();
  return scratch.Borrow<ClosestPolySearch>()->Find(
      *map.navmesh, point, [&](PolyId poly) { return MayCome(map, rule, from, poly, *reach); },
      kSnapReport_m);
}

}  // namespace waystone
