// What only maps of one kind are asked.
#include <string>
#include <utility>

#include "bench/polls/poll_drawer.h"

namespace waystone {

std::vector<PollCase> CellPollCases(const PollGround& ground) {
  if (!ground.cells) return {};
  PollDrawer drawer(ground);
  const uint64_t count = uint64_t{ground.cells->columns} * ground.cells->rows;
  const auto cells = static_cast<uint32_t>(std::min<uint64_t>(drawer.Share(1'000'000), count / 10));
  v1::Changes blocked;
  v1::Changes opened;
  v1::Changes rects;
  for (uint32_t i = 0; i < cells; ++i) {
    const auto cell = static_cast<uint32_t>(uint64_t{i} * 7919 % count);
    drawer.MapOf(blocked).add_blocked_cells(cell);
    drawer.MapOf(opened).add_opened_cells(cell);
    for (const uint32_t number : {cell % ground.cells->columns, cell / ground.cells->columns, 1U, 1U})
      drawer.MapOf(rects).add_blocked_rects(number);
  }
  for (const auto& [name, changes] :
       {std::pair("blocked_cells", blocked), std::pair("opened_cells", opened), std::pair("rects", rects)}) {
    v1::PlanRouteRequest request = drawer.Route();
    *request.mutable_changes() = changes;
    drawer.Add(StrCat("route_with_", name), request);
    request.clear_goals();
    request.clear_portals();
    request.mutable_exploration()->set_order(v1::WALK_ORDER_POCKET_FIRST);
    drawer.Add(StrCat("explore_with_", name), request);
    v1::PlaceResourceRequest place;
    place.set_map_id(ground.map_id);
    place.mutable_agent()->set_profile(ground.agent);
    place.mutable_scatter()->set_count(drawer.Share(10'000));
    *place.mutable_changes() = changes;
    drawer.Add(StrCat("place_with_", name), place);
  }
  return drawer.Take();
}

std::vector<PollCase> ScenePollCases(const PollGround& ground) {
  if (!ground.has_scenes) return {};
  PollDrawer drawer(ground);
  v1::PlanRouteRequest request = drawer.Route();
  request.mutable_scenes()->set_teleport_to_mouths(true);
  drawer.Add("route_teleporting_to_mouths", request);
  *request.mutable_changes() = drawer.Obstacles(10'000);
  drawer.Add("route_teleporting_to_mouths_with_obstacles", request);
  return drawer.Take();
}

}  // namespace waystone
