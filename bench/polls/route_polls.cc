// Routes over a map, and sets of changes.
#include <array>
#include <utility>

#include "bench/polls/poll_drawer.h"

namespace waystone {
namespace {

class RoutePolls : public PollDrawer {
 public:
  using PollDrawer::PollDrawer;

  std::vector<PollCase> Make() {
    AddRoutes();
    AddChangedRoutes();
    AddRoutesOfManyPlaces();
    AddClosedRoutes();
    v1::PrepareChangesRequest prepared;
    *prepared.mutable_changes() = Obstacles(10'000);
    Blocked(1'000'000, prepared.mutable_changes());
    Add("prepare_changes", prepared);
    return Take();
  }

 private:
  void AddRoutes() {
    Add("route", Route());
    for (const auto& [name, method] : std::array<std::pair<const char*, v1::RouteMethod>, 10>{
             {{"any_angle", v1::ROUTE_METHOD_ANY_ANGLE},
              {"hierarchy", v1::ROUTE_METHOD_HIERARCHY},
              {"edge_points", v1::ROUTE_METHOD_EDGE_POINTS},
              {"clusters", v1::ROUTE_METHOD_CLUSTERS},
              {"grid_astar", v1::ROUTE_METHOD_GRID_ASTAR},
              {"grid_jps", v1::ROUTE_METHOD_GRID_JPS},
              {"grid_jps_plus", v1::ROUTE_METHOD_GRID_JPS_PLUS},
              {"trunk", v1::ROUTE_METHOD_TRUNK},
              {"waypoints", v1::ROUTE_METHOD_WAYPOINTS},
              {"voxel_jumps", v1::ROUTE_METHOD_VOXEL_JUMPS}}}) {
      v1::PlanRouteRequest request = Route();
      request.mutable_limits()->set_method(method);
      Add(StrCat("route_by_", name), request);
    }
    for (const auto& [name, shape] : std::array<std::pair<const char*, v1::RouteShape>, 5>{
             {{"surface", v1::ROUTE_SHAPE_SURFACE},
              {"every_cell", v1::ROUTE_SHAPE_EVERY_CELL},
              {"smoothed", v1::ROUTE_SHAPE_SMOOTHED},
              {"any_angle", v1::ROUTE_SHAPE_ANY_ANGLE},
              {"distance", v1::ROUTE_SHAPE_DISTANCE_ONLY}}}) {
      v1::PlanRouteRequest request = Route();
      request.mutable_detail()->set_shape(shape);
      request.mutable_detail()->set_polys(shape == v1::ROUTE_SHAPE_SURFACE);
      Add(StrCat("route_shape_", name), request);
    }
    v1::PlanRouteRequest short_of = Route();
    short_of.mutable_limits()->set_max_length_m(Distance(from(), to()) * 0.9);
    Add("route_length_limit", short_of);
    short_of = Route();
    short_of.mutable_limits()->set_max_length_ratio(1.0001);
    Add("route_length_ratio", short_of);
  }

  void AddChangedRoutes() {
    const auto with = [this](const char* name, const v1::Changes& changes, double clearance_m = 0) {
      v1::PlanRouteRequest request = Route();
      *request.mutable_changes() = changes;
      request.mutable_agent()->set_min_clearance_m(clearance_m);
      Add(StrCat("route_with_", name), request);
      request.mutable_limits()->set_method(v1::ROUTE_METHOD_ANY_ANGLE);
      Add(StrCat("route_by_any_angle_with_", name), request);
    };
    v1::Changes blocked;
    Blocked(10'000, &blocked);
    with("blocked_polys", blocked);
    v1::Changes most_blocked;
    Blocked(1'000'000, &most_blocked);
    with("many_blocked_polys", most_blocked);
    with("obstacles", Obstacles(100));
    with("many_obstacles", Obstacles(10'000));
    with("clearance", {}, 0.3);
    with("much_clearance", {}, 2);
    with("obstacles_and_clearance", Obstacles(1000), 0.5);
    v1::Changes vast;
    *MapOf(vast).add_obstacles() =
        BoxAt((from() + to()) * 0.5, Distance(from(), to()) * 0.2, Distance(from(), to()) * 0.2, 30);
    MapOf(vast).mutable_obstacles(0)->mutable_box()->set_half_y_m(1000);
    with("vast_obstacle", vast);
    MapOf(vast).mutable_obstacles(0)->set_mode(v1::OBSTACLE_MODE_BLOCK_TOUCHED);
    with("vast_blocking_obstacle", vast);
    v1::Changes costs;
    for (const AreaType& area : ground().areas) {
      if (area.index == 0) continue;
      v1::AreaCost& cost = *MapOf(costs).add_area_costs();
      cost.set_area(area.name);
      cost.set_factor(area.index % 2 == 0 ? 3 : 0.5);
    }
    with("area_costs", costs);
    v1::Changes doors;
    for (const Door& door : ground().doors) MapOf(doors).add_closed_doors(door.name);
    if (!ground().doors.empty()) with("closed_doors", doors);
  }

  void AddRoutesOfManyPlaces() {
    v1::PlanRouteRequest request = Route();
    request.mutable_detail()->set_alternatives(8);
    Add("route_alternatives", request);
    *request.mutable_changes() = Obstacles(100);
    Add("route_alternatives_with_obstacles", request);
    request = Route();
    for (const Vec3& at : Places(Share(64))) SetPosition(at, *request.add_via()->mutable_position());
    Add("route_via", request);
    request.mutable_limits()->set_method(v1::ROUTE_METHOD_ANY_ANGLE);
    Add("route_via_by_any_angle", request);
    request = Route();
    request.clear_goals();
    for (const Vec3& at : Places(Share(1024))) SetPosition(at, *request.add_goals()->mutable_position());
    Add("route_goals", request);
    request.mutable_snap()->set_mutually_reachable(true);
    Add("route_goals_mutual", request);
    *request.mutable_changes() = Obstacles(100);
    Add("route_goals_mutual_with_obstacles", request);
    request.mutable_snap()->set_mutually_reachable(false);
    request.mutable_limits()->set_method(v1::ROUTE_METHOD_ANY_ANGLE);
    Add("route_goals_by_any_angle_with_obstacles", request);
    request = Route();
    for (v1::SnapOptions* snap : {request.mutable_snap()}) {
      snap->set_radius_m(100);
      snap->set_max_above_m(100);
      snap->set_max_below_m(100);
      snap->set_mutually_reachable(true);
    }
    Add("route_wide_snap_mutual", request);
  }

  // Routes whose goal cannot be reached.
  void AddClosedRoutes() {
    v1::PlanRouteRequest request = Route();
    request.clear_goals();
    for (const Vec3& at : ground().anywhere) {
      if (request.goals_size() < 1000) SetPosition(at, *request.add_goals()->mutable_position());
    }
    Add("route_goals_anywhere", request);
    for (const uint32_t others : {0U, 200U}) {
      request = Route();
      *request.mutable_changes() = Ring(others);
      Add(StrCat("route_closed_in_among_", others), request);
      request.mutable_limits()->set_complete_only(true);
      Add(StrCat("route_closed_in_complete_only_among_", others), request);
      request.mutable_detail()->set_explain(true);
      Add(StrCat("route_explain_among_", others), request);
    }
  }
};

}  // namespace

std::vector<PollCase> RoutePollCases(const PollGround& ground) { return RoutePolls(ground).Make(); }

}  // namespace waystone
