#include "bench/polls/poll_cases.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include "core/base/str_cat.h"
#include "waystone/v1/exploration.pb.h"

namespace waystone {
namespace {

constexpr uint32_t kMostExpansions = 10'000'000;
constexpr double kRing_m = 25;  // half the side of the walls round a goal

void SetPosition(const Vec3& at, v1::Position& position) {
  position.set_x(at.x);
  position.set_y(at.y);
  position.set_z(at.z);
}

template <typename List>
void AddXyz(std::span<const Vec3> places, List& xyz) {
  for (const Vec3& at : places) {
    for (const double number : {at.x, at.y, at.z}) xyz.Add(number);
  }
}

class CaseMaker {
 public:
  explicit CaseMaker(const PollGround& ground) : ground_(ground) {
    const auto along = [](const Vec3& a, const Vec3& b) { return a.x + a.z < b.x + b.z; };
    const auto [first, last] = std::minmax_element(ground.places.begin(), ground.places.end(), along);
    from_ = *first;
    to_ = *last;
  }

  std::vector<PollCase> Make() {
    AddRoutes();
    AddChangedRoutes();
    AddRoutesOfManyPlaces();
    AddClosedRoutes();
    AddDistances();
    AddScatters();
    AddPlaceRules();
    AddAudits();
    AddMoves();
    AddExplorations();
    v1::PrepareChangesRequest prepared;
    *prepared.mutable_changes() = Obstacles(10'000);
    Blocked(1'000'000, prepared.mutable_changes());
    Add("prepare_changes", prepared);
    return std::move(cases_);
  }

 private:
  // So many of at most `most`, by the scale of the requests.
  uint32_t Share(uint32_t most) const {
    return std::max(1U, static_cast<uint32_t>(most * (ground_.scale / 100.0)));
  }
  // The first of the places, again and again if there are fewer.
  std::vector<Vec3> Places(uint32_t count) const {
    std::vector<Vec3> places(count);
    for (uint32_t i = 0; i < count; ++i) places[i] = ground_.places[i % ground_.places.size()];
    return places;
  }

  template <typename Request>
  void Add(const std::string& name, const Request& request) {
    cases_.push_back({name, request});
  }

  v1::PlanRouteRequest Route() const {
    v1::PlanRouteRequest request;
    v1::Position& start = *request.mutable_start()->mutable_position();
    SetPosition(from_, start);
    start.set_map_id(ground_.manifest->map_id);
    SetPosition(to_, *request.add_goals()->mutable_position());
    request.mutable_agent()->set_profile(ground_.agent);
    request.mutable_limits()->set_max_expansions(kMostExpansions);
    request.mutable_portals()->set_mode(v1::PORTAL_MODE_NONE);
    v1::MapGeneration& pinned = *request.add_pinned();
    pinned.set_map_id(ground_.manifest->map_id);
    pinned.set_generation(ground_.generation);
    return request;
  }

  static v1::Obstacle BoxAt(const Vec3& at, double half_x_m, double half_z_m, double yaw_deg) {
    v1::Obstacle obstacle;
    v1::Box& box = *obstacle.mutable_box();
    SetPosition(at, *box.mutable_center());
    box.set_half_x_m(half_x_m);
    box.set_half_y_m(3);
    box.set_half_z_m(half_z_m);
    box.set_yaw_deg(yaw_deg);
    return obstacle;
  }
  bool IsNearEnd(const Vec3& at) const { return Distance(at, from_) < 15 || Distance(at, to_) < 15; }
  v1::MapChanges& MapOf(v1::Changes& changes) const {
    if (changes.maps_size() == 0) changes.add_maps()->set_map_id(ground_.manifest->map_id);
    return *changes.mutable_maps(0);
  }
  // Boxes and cylinders, up to `most` of them.
  v1::Changes Obstacles(uint32_t most) const {
    v1::Changes changes;
    const std::vector<Vec3> places = Places(Share(most));
    for (size_t i = 0; i < places.size(); ++i) {
      if (IsNearEnd(places[i])) continue;
      *MapOf(changes).add_obstacles() =
          BoxAt(places[i], 1 + static_cast<double>(i % 4), 0.5, static_cast<double>(i % 90));
    }
    return changes;
  }
  void Blocked(uint32_t most, v1::Changes* changes) const {
    if (ground_.poly_count == 0) return;
    const uint32_t count = std::min(Share(most), ground_.poly_count / 10);
    for (uint32_t i = 0; i < count; ++i) {
      MapOf(*changes).add_blocked_polys(static_cast<uint32_t>(uint64_t{i} * 7919 % ground_.poly_count));
    }
  }
  // Four walls round the goal, and obstacles elsewhere.
  v1::Changes Ring(uint32_t others) const {
    v1::Changes changes = Obstacles(others);
    for (int side = 0; side < 4; ++side) {
      const double angle = side * std::numbers::pi / 2;
      const Vec3 at = to_ + Vec3(std::cos(angle) * kRing_m, 0, std::sin(angle) * kRing_m);
      v1::Obstacle wall = BoxAt(at, side % 2 == 0 ? 2 : kRing_m + 2, side % 2 == 0 ? kRing_m + 2 : 2, 0);
      wall.mutable_box()->set_half_y_m(100);
      *MapOf(changes).add_obstacles() = wall;
    }
    return changes;
  }

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
    short_of.mutable_limits()->set_max_length_m(Distance(from_, to_) * 0.9);
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
        BoxAt((from_ + to_) * 0.5, Distance(from_, to_) * 0.2, Distance(from_, to_) * 0.2, 30);
    MapOf(vast).mutable_obstacles(0)->mutable_box()->set_half_y_m(1000);
    with("vast_obstacle", vast);
    MapOf(vast).mutable_obstacles(0)->set_mode(v1::OBSTACLE_MODE_BLOCK_TOUCHED);
    with("vast_blocking_obstacle", vast);
    v1::Changes costs;
    for (const AreaType& area : ground_.manifest->areas) {
      if (area.index == 0) continue;
      v1::AreaCost& cost = *MapOf(costs).add_area_costs();
      cost.set_area(area.name);
      cost.set_factor(area.index % 2 == 0 ? 3 : 0.5);
    }
    with("area_costs", costs);
    v1::Changes doors;
    for (const Door& door : ground_.manifest->doors) MapOf(doors).add_closed_doors(door.name);
    if (!ground_.manifest->doors.empty()) with("closed_doors", doors);
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
    for (const Vec3& at : ground_.anywhere) {
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

  void AddDistances() {
    const auto add = [this](const char* name, uint32_t sources, uint32_t targets, const auto& change) {
      v1::MeasureDistancesRequest request;
      request.set_map_id(ground_.manifest->map_id);
      request.mutable_agent()->set_profile(ground_.agent);
      request.set_max_response_bytes(64U << 20);
      AddXyz(Places(Share(sources)), *request.mutable_source_xyz());
      AddXyz(Places(Share(targets)), *request.mutable_target_xyz());
      change(request);
      Add(StrCat("distances_", name), request);
    };
    const auto as_is = [](v1::MeasureDistancesRequest& /*request*/) {};
    const auto mutual = [](v1::MeasureDistancesRequest& request) {
      request.mutable_snap()->set_mutually_reachable(true);
    };
    add("square", 1000, 1000, as_is);
    add("wide", 1, 100'000, as_is);
    add("tall", 100'000, 1, as_is);
    add("mutual", 1000, 1000, mutual);
    add("within", 1000, 1000, [](v1::MeasureDistancesRequest& request) { request.set_max_distance_m(200); });
    const auto changed = [this](v1::MeasureDistancesRequest& request) {
      *request.mutable_changes() = Obstacles(100);
    };
    add("with_obstacles", 30, 30, changed);
    add("mutual_with_obstacles", 30, 30, [&](v1::MeasureDistancesRequest& request) {
      changed(request);
      mutual(request);
    });
    add("with_clearance", 30, 30,
        [](v1::MeasureDistancesRequest& request) { request.mutable_agent()->set_min_clearance_m(0.4); });
  }

  v1::PlaceResourceRequest Placement() const {
    v1::PlaceResourceRequest request;
    request.set_map_id(ground_.manifest->map_id);
    request.mutable_agent()->set_profile(ground_.agent);
    request.set_max_response_bytes(64U << 20);
    return request;
  }
  template <typename Change>
  void AddScatter(const char* name, uint32_t count, const Change& change) {
    v1::PlaceResourceRequest request = Placement();
    request.mutable_scatter()->set_count(Share(count));
    request.mutable_scatter()->set_seed(7);
    change(request);
    Add(StrCat("place_", name), request);
  }

  void AddScatters() {
    using Request = v1::PlaceResourceRequest;
    AddScatter("scatter", 100'000, [](Request& /*request*/) {});
    AddScatter("clearance", 100'000, [](Request& request) { request.mutable_rules()->set_clearance_m(1); });
    AddScatter("spacing", 100'000,
               [](Request& request) { request.mutable_rules()->mutable_spacing()->set_between_m(4); });
    AddScatter("walking_spacing", 10'000, [](Request& request) {
      request.mutable_rules()->mutable_spacing()->set_between_m(10);
      request.mutable_rules()->mutable_spacing()->set_metric(v1::DISTANCE_METRIC_WALKING);
    });
    AddScatter("walking_from_existing", 10'000, [this](Request& request) {
      v1::Spacing& spacing = *request.mutable_rules()->mutable_spacing();
      spacing.set_from_existing_m(20);
      AddXyz(Places(Share(5000)), *spacing.mutable_existing_xyz());
      spacing.set_metric(v1::DISTANCE_METRIC_WALKING);
    });
    AddScatter("fair", 100, [this](Request& request) {
      request.mutable_scatter()->mutable_fairness()->set_max_ratio(1.2);
      AddXyz(Places(8), *request.mutable_scatter()->mutable_fairness()->mutable_team_xyz());
    });
    AddScatter("fair_many", 10'000, [this](Request& request) {
      request.mutable_scatter()->mutable_fairness()->set_max_ratio(2);
      AddXyz(Places(64), *request.mutable_scatter()->mutable_fairness()->mutable_team_xyz());
    });
    AddScatter("obstacles", 10'000,
               [this](Request& request) { *request.mutable_changes() = Obstacles(1000); });
    AddScatter("walk_band_with_obstacles", 1000, [this](Request& request) {
      *request.mutable_changes() = Obstacles(1000);
      AddXyz(Places(8), *request.mutable_rules()->mutable_anchor_xyz());
      request.mutable_rules()->set_max_walk_m(500);
    });
    AddScatter("clearance_with_obstacles", 10'000, [this](Request& request) {
      *request.mutable_changes() = Obstacles(1000);
      request.mutable_rules()->set_clearance_m(1);
    });
  }

  void AddPlaceRules() {
    using Request = v1::PlaceResourceRequest;
    const Vec3 middle = (from_ + to_) * 0.5;
    const double wide_m = Distance(from_, to_);
    AddScatter("walk_band", 1000, [this, wide_m](Request& request) {
      AddXyz(Places(64), *request.mutable_rules()->mutable_anchor_xyz());
      request.mutable_rules()->set_min_walk_m(wide_m * 0.05);
      request.mutable_rules()->set_max_walk_m(wide_m);
    });
    AddScatter("reachable_from", 1000, [this](Request& request) {
      AddXyz(Places(64), *request.mutable_rules()->mutable_anchor_xyz());
      request.mutable_rules()->set_reachability(v1::REACHABILITY_FROM);
    });
    AddScatter("sight", 1000, [this](Request& request) {
      for (const Vec3& at : Places(64)) {
        v1::SightRule& rule = *request.mutable_rules()->add_sight();
        SetPosition(at, *rule.mutable_point());
        rule.set_hidden(true);
      }
    });
    AddScatter("sphere", 10'000, [&](Request& request) {
      SetPosition(middle, *request.mutable_rules()->mutable_region()->mutable_sphere()->mutable_center());
      request.mutable_rules()->mutable_region()->mutable_sphere()->set_radius_m(wide_m * 0.4);
    });
    AddScatter("prism", 10'000, [&](Request& request) {
      v1::Prism& prism = *request.mutable_rules()->mutable_region()->mutable_prism();
      const uint32_t corners = std::max(4U, Share(1000));
      for (uint32_t i = 0; i < corners; ++i) {
        const double angle = 2 * std::numbers::pi * i / corners;
        const double radius_m = wide_m * (i % 2 == 0 ? 0.4 : 0.35);
        prism.add_corners_xz(middle.x + std::cos(angle) * radius_m);
        prism.add_corners_xz(middle.z + std::sin(angle) * radius_m);
      }
    });
    AddScatter("along", 10'000, [&](Request& request) {
      v1::Band& band = *request.mutable_rules()->mutable_region()->mutable_along();
      band.set_half_width_m(wide_m * 0.02);
      AddXyz(Places(Share(1000)), *band.mutable_xyz());
    });
    AddScatter("areas", 10'000, [this](Request& request) {
      for (const AreaType& area : ground_.manifest->areas) {
        if (area.index == 0) continue;
        v1::AreaWeight& weight = *request.mutable_rules()->add_area_weights();
        weight.set_area(area.name);
        weight.set_weight(1 + area.index);
      }
    });
  }

  void AddAudits() {
    v1::PlaceResourceRequest request = Placement();
    AddXyz(Places(Share(100'000)), *request.mutable_nearest()->mutable_xyz());
    request.mutable_rules()->set_clearance_m(1);
    Add("place_nearest", request);
    request = Placement();
    AddXyz(Places(Share(100'000)), *request.mutable_audit()->mutable_xyz());
    Add("place_audit", request);
    request.mutable_audit()->set_suggest(true);
    request.mutable_rules()->set_clearance_m(2);
    Add("place_audit_suggest", request);
    AddXyz(Places(64), *request.mutable_rules()->mutable_anchor_xyz());
    request.mutable_rules()->set_max_walk_m(300);
    Add("place_audit_walk", request);
    request = Placement();
    SetXyzFar(request);
    request.mutable_rules()->set_clearance_m(1000);
    request.mutable_nearest()->set_max_distance_m(10'000);
    Add("place_nearest_none", request);
  }
  void SetXyzFar(v1::PlaceResourceRequest& request) const {
    AddXyz(Places(1000), *request.mutable_nearest()->mutable_xyz());
  }

  v1::ValidateMoveRequest Move(std::span<const Vec3> samples, v1::MoveRule rule) const {
    v1::ValidateMoveRequest request;
    request.mutable_track()->set_map_id(ground_.manifest->map_id);
    AddXyz(samples, *request.mutable_track()->mutable_xyz());
    request.mutable_agent()->set_profile(ground_.agent);
    request.set_rule(rule);
    for (const auto kind : {v1::MOVE_CORRECTION_KIND_SLIDE, v1::MOVE_CORRECTION_KIND_FURTHEST,
                            v1::MOVE_CORRECTION_KIND_LAST_GOOD}) {
      request.add_corrections(kind);
    }
    return request;
  }

  void AddMoves() {
    const std::vector<Vec3> ends = {from_, to_};
    std::vector<Vec3> jumps = Places(Share(1000));
    for (const auto& [name, rule] : std::array<std::pair<const char*, v1::MoveRule>, 2>{
             {{"seed", v1::MOVE_RULE_SEED}, {"exact", v1::MOVE_RULE_EXACT}}}) {
      Add(StrCat("move_far_", name), Move(ends, rule));
      Add(StrCat("move_jumps_", name), Move(jumps, rule));
      if (ground_.track.size() >= 2) Add(StrCat("move_track_", name), Move(ground_.track, rule));
      for (const uint32_t obstacles : {100U, 10'000U}) {
        v1::ValidateMoveRequest request = Move(ground_.track.size() < 2 ? ends : ground_.track, rule);
        *request.mutable_changes() = Obstacles(obstacles);
        Add(StrCat("move_track_", name, "_with_obstacles_", obstacles), request);
      }
      v1::ValidateMoveRequest closed = Move(ends, rule);
      *closed.mutable_changes() = Ring(100);
      closed.mutable_allowances()->set_max_detour_ratio(100);
      Add(StrCat("move_closed_in_", name), closed);
    }
    v1::ValidateMoveRequest body;
    SetPosition(from_, *body.mutable_from());
    body.mutable_from()->set_map_id(ground_.manifest->map_id);
    SetPosition(to_, *body.mutable_to());
    body.mutable_to()->set_map_id(ground_.manifest->map_id);
    body.mutable_agent()->set_profile(ground_.agent);
    body.set_body_only(true);
    Add("move_body", body);
  }

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

  const PollGround& ground_;
  Vec3 from_;
  Vec3 to_;
  std::vector<PollCase> cases_;
};

}  // namespace

std::vector<PollCase> PollCases(const PollGround& ground) { return CaseMaker(ground).Make(); }

}  // namespace waystone
