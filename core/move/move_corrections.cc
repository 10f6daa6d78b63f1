#include "core/move/move_corrections.h"

#include "core/navmesh/closest_poly.h"
#include "core/zones/reachability_index.h"

namespace waystone {

bool MayCome(const MapView& map, MoveRule rule, PolyId from, PolyId to, Scratch& scratch) {
  if (rule == MoveRule::kSeed) return map.zones->LegalBySeed(from, to);
  return map.zones->Reaches(from, to, *scratch.Borrow<ReachWorkspace>());
}

std::optional<NavLocation> NearestByRule(const MapView& map, MoveRule rule, PolyId from, const Vec3& point,
                                         Scratch& scratch) {
  return scratch.Borrow<ClosestPolySearch>()->Find(
      *map.navmesh, point, [&](PolyId poly) { return MayCome(map, rule, from, poly, scratch); },
      kSnapReport_m);
}

}  // namespace waystone
