// Explorations of a map.
#include "bench/polls/poll_drawer.h"
#include "waystone/v1/exploration.pb.h"

namespace waystone {
namespace {

class ExplorationPolls : public PollDrawer {
 public:
  using PollDrawer::PollDrawer;

  std::vector<PollCase> Make() {
    AddExplorations();
    return Take();
  }

 private:
  void AddExplorations() {
    const auto add = [this](const std::string& name, v1::WalkOrder order, uint32_t walkers,
                            const auto& change) {
      v1::PlanRouteRequest request = Route();
      request.clear_goals();
      request.clear_portals();
      request.mutable_exploration()->set_order(order);
      request.mutable_exploration()->set_walkers(walkers);
      request.mutable_exploration()->set_search_budget_ms(2000);
      change(request);
      Add(StrCat("explore_", name), request);
    };
    const auto as_is = [](v1::PlanRouteRequest& /*request*/) {};
    for (const uint32_t walkers : {1U, 64U}) {
      add(StrCat("breadth_first_", walkers), v1::WALK_ORDER_BREADTH_FIRST, walkers, as_is);
      add(StrCat("depth_first_", walkers), v1::WALK_ORDER_DEPTH_FIRST, walkers, as_is);
      add(StrCat("pocket_first_", walkers), v1::WALK_ORDER_POCKET_FIRST, walkers, as_is);
      add(StrCat("shortest_", walkers), v1::WALK_ORDER_SHORTEST, walkers, as_is);
      add(StrCat("returning_", walkers), v1::WALK_ORDER_SHORTEST, walkers,
          [](v1::PlanRouteRequest& request) { request.mutable_exploration()->set_return_to_start(true); });
      add(StrCat("obstacles_", walkers), v1::WALK_ORDER_SHORTEST, walkers,
          [this](v1::PlanRouteRequest& request) { *request.mutable_changes() = Obstacles(200); });
    }
    add("many_obstacles", v1::WALK_ORDER_POCKET_FIRST, 1,
        [this](v1::PlanRouteRequest& request) { *request.mutable_changes() = Obstacles(10'000); });
    add("blocked_polys", v1::WALK_ORDER_POCKET_FIRST, 1,
        [this](v1::PlanRouteRequest& request) { Blocked(10'000, request.mutable_changes()); });
    add("half", v1::WALK_ORDER_SHORTEST, 4,
        [](v1::PlanRouteRequest& request) { request.mutable_exploration()->set_coverage(0.5); });
    add("length_limit", v1::WALK_ORDER_SHORTEST, 1,
        [](v1::PlanRouteRequest& request) { request.mutable_exploration()->set_max_length_m(2000); });
    add("sight", v1::WALK_ORDER_POCKET_FIRST, 1,
        [](v1::PlanRouteRequest& request) { request.mutable_exploration()->set_sight_radius_m(50); });
    add("movement", v1::WALK_ORDER_POCKET_FIRST, 1, [](v1::PlanRouteRequest& request) {
      request.mutable_exploration()->mutable_movement()->set_x(1);
      request.mutable_detail()->set_polys(true);
    });
    add("clearance", v1::WALK_ORDER_POCKET_FIRST, 1,
        [](v1::PlanRouteRequest& request) { request.mutable_agent()->set_min_clearance_m(0.5); });
  }
};

}  // namespace

std::vector<PollCase> ExplorationPollCases(const PollGround& ground) {
  return ExplorationPolls(ground).Make();
}

}  // namespace waystone
