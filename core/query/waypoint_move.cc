#include "core/query/waypoint_move.h"

#include "core/query/move_corrections.h"
#include "core/query/waypoint_place.h"

namespace waystone {

PolyId GoesOnFrom(const MapView& map, const NavLocation& place) {
  const std::optional<PolyId> ahead = NodeAhead(map, place);
  return ahead.value_or(place.poly);
}

bool MayComeByWaypoints(const MapView& map, MoveRule rule, const NavLocation& from, const NavLocation& to,
                        Scratch& scratch) {
  return StraightCost_m(map, from, to, nullptr).has_value() ||
         MayCome(map, rule, GoesOnFrom(map, from), to.poly, scratch);
}

}  // namespace waystone
