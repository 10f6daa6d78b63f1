#include "client/to_proto.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace waystone::client {
namespace {

void Fill(const Position& position, v1::Position& message) {
  message.set_map_id(position.map_id);
  message.set_x(position.at.x);
  message.set_y(position.at.y);
  message.set_z(position.at.z);
}

void Fill(const SnapOptions& snap, v1::SnapOptions& message) {
  message.set_radius_m(snap.radius_m);
  message.set_max_above_m(snap.max_above_m);
  message.set_max_below_m(snap.max_below_m);
}

void Fill(const Location& location, v1::Location& message) {
  if (location.name.empty()) return Fill(Position{location.map_id, location.at}, *message.mutable_position());
  message.mutable_named_place()->set_map_id(location.map_id);
  message.mutable_named_place()->set_name(location.name);
}

void Fill(const std::vector<Vec3>& positions, google::protobuf::RepeatedField<double>& xyz) {
  xyz.Reserve(static_cast<int>(3 * positions.size()));
  for (const Vec3& position : positions) {
    xyz.AddAlreadyReserved(position.x);
    xyz.AddAlreadyReserved(position.y);
    xyz.AddAlreadyReserved(position.z);
  }
}

void Fill(const MoveTrack& track, v1::Track& message) {
  message.set_map_id(track.map_id);
  Fill(track.samples, *message.mutable_xyz());
  for (const double time_s : track.times_s) message.add_time_s(time_s);
}

void Fill(const MoveAllowances& allowances, v1::MoveAllowances& message) {
  message.set_max_speed_mps(allowances.max_speed_mps);
  message.set_speed_tolerance(allowances.speed_tolerance);
  for (const MoveGrant& grant : allowances.grants) {
    v1::MoveGrant& out = *message.add_grants();
    out.set_kind(static_cast<v1::MoveGrantKind>(grant.kind));
    out.set_from_s(grant.from_s);
    out.set_to_s(grant.to_s);
    out.set_distance_m(grant.distance_m);
  }
  if (allowances.max_step_m.has_value()) message.set_max_step_m(*allowances.max_step_m);
  if (allowances.max_drop_m.has_value()) message.set_max_drop_m(*allowances.max_drop_m);
}

void Fill(const PlaceRegion& region, v1::PlaceRules& message) {
  if (std::holds_alternative<std::monostate>(region)) return;
  v1::PlaceRegion& out = *message.mutable_region();
  if (const auto* sphere = std::get_if<SphereRegion>(&region)) {
    Fill(Position{{}, sphere->center}, *out.mutable_sphere()->mutable_center());
    out.mutable_sphere()->set_radius_m(sphere->radius_m);
  } else if (const auto* box = std::get_if<BoxRegion>(&region)) {
    Fill(Position{{}, box->center}, *out.mutable_box()->mutable_center());
    out.mutable_box()->set_half_x_m(box->half_m.x);
    out.mutable_box()->set_half_y_m(box->half_m.y);
    out.mutable_box()->set_half_z_m(box->half_m.z);
    out.mutable_box()->set_yaw_deg(box->yaw_deg);
  } else if (const auto* prism = std::get_if<PrismRegion>(&region)) {
    v1::Prism& shape = *out.mutable_prism();
    for (const Vec2& corner : prism->corners) {
      shape.add_corners_xz(corner.x);
      shape.add_corners_xz(corner.z);
    }
    if (prism->min_y.has_value()) shape.set_min_y(*prism->min_y);
    if (prism->max_y.has_value()) shape.set_max_y(*prism->max_y);
  } else {
    const auto& band = std::get<BandRegion>(region);
    Fill(band.line, *out.mutable_along()->mutable_xyz());
    out.mutable_along()->set_half_width_m(band.half_width_m);
  }
}

void Fill(const PlaceRules& rules, v1::PlaceRules& message) {
  Fill(rules.region, message);
  message.set_reachability(static_cast<v1::Reachability>(rules.reachability));
  Fill(rules.anchors, *message.mutable_anchor_xyz());
  message.set_clearance_m(rules.clearance_m);
  v1::Spacing& spacing = *message.mutable_spacing();
  spacing.set_between_m(rules.spacing.between_m);
  spacing.set_from_existing_m(rules.spacing.from_existing_m);
  Fill(rules.spacing.existing, *spacing.mutable_existing_xyz());
  spacing.set_metric(static_cast<v1::DistanceMetric>(rules.spacing.metric));
  message.set_min_walk_m(rules.min_walk_m);
  message.set_max_walk_m(rules.max_walk_m);
  for (const SightRule& sight : rules.sight) {
    v1::SightRule& out = *message.add_sight();
    Fill(Position{{}, sight.point}, *out.mutable_point());
    out.set_hidden(sight.hidden);
    out.set_eye_height_m(sight.eye_height_m);
  }
  for (const AreaWeight& weight : rules.area_weights) {
    v1::AreaWeight& out = *message.add_area_weights();
    out.set_area(weight.area);
    out.set_weight(weight.weight);
  }
}

void Fill(const PlaceTask& task, v1::PlaceResourceRequest& message) {
  if (const auto* scatter = std::get_if<ScatterTask>(&task)) {
    message.mutable_scatter()->set_count(scatter->count);
    message.mutable_scatter()->set_seed(scatter->seed);
    if (!scatter->fairness.has_value()) return;
    v1::Fairness& fairness = *message.mutable_scatter()->mutable_fairness();
    Fill(scatter->fairness->teams, *fairness.mutable_team_xyz());
    fairness.set_max_ratio(scatter->fairness->max_ratio);
  } else if (const auto* nearest = std::get_if<NearestTask>(&task)) {
    Fill(nearest->positions, *message.mutable_nearest()->mutable_xyz());
    message.mutable_nearest()->set_max_distance_m(nearest->max_distance_m);
  } else {
    const auto& audit = std::get<AuditTask>(task);
    Fill(audit.positions, *message.mutable_audit()->mutable_xyz());
    message.mutable_audit()->set_suggest(audit.suggest);
  }
}

void Fill(const std::vector<CellRect>& rects, google::protobuf::RepeatedField<uint32_t>& numbers) {
  numbers.Reserve(static_cast<int>(4 * rects.size()));
  for (const CellRect& rect : rects) {
    for (const uint32_t number : {rect.column, rect.row, rect.columns, rect.rows}) numbers.Add(number);
  }
}

void Fill(const Changes& changes, v1::Changes& message) {
  for (const MapChanges& map : changes) {
    v1::MapChanges& out = *message.add_maps();
    out.set_map_id(map.map_id);
    out.mutable_closed_links()->Assign(map.closed_links.begin(), map.closed_links.end());
    out.mutable_closed_link_ids()->Assign(map.closed_link_ids.begin(), map.closed_link_ids.end());
    out.mutable_blocked_polys()->Assign(map.blocked_polys.begin(), map.blocked_polys.end());
    out.mutable_blocked_cells()->Assign(map.blocked_cells.begin(), map.blocked_cells.end());
    out.mutable_opened_cells()->Assign(map.opened_cells.begin(), map.opened_cells.end());
    Fill(map.blocked_rects, *out.mutable_blocked_rects());
    Fill(map.opened_rects, *out.mutable_opened_rects());
    for (const AreaCost& cost : map.area_costs) {
      v1::AreaCost& area = *out.add_area_costs();
      area.set_area(cost.area);
      area.set_factor(cost.factor);
      area.set_excluded(cost.excluded);
    }
  }
}

// Changes that say nothing are left out.
template <typename Request, typename Message>
void FillChanges(const Request& request, Message& message) {
  if (!request.changes.empty()) Fill(request.changes, *message.mutable_changes());
  const WorldChanges& world = request.world_changes;
  if (world.IsEmpty()) return;
  v1::Changes& changes = *message.mutable_changes();
  changes.mutable_closed_portals()->Assign(world.closed_portals.begin(), world.closed_portals.end());
  changes.mutable_excluded_maps()->Assign(world.excluded_maps.begin(), world.excluded_maps.end());
}

void Fill(const PortalOptions& portals, v1::PortalOptions& message) {
  message.set_mode(static_cast<v1::PortalMode>(portals.mode));
  message.set_money(portals.money);
  for (const Ticket& ticket : portals.tickets) {
    v1::Ticket& out = *message.add_tickets();
    out.set_name(ticket.name);
    out.set_count(ticket.count);
  }
  message.mutable_met_requirements()->Assign(portals.met_requirements.begin(),
                                             portals.met_requirements.end());
  message.set_max_portals(portals.max_portals);
  message.set_penalty_m(portals.penalty_m);
}

void Fill(const std::vector<MapGeneration>& pinned, v1::PlanRouteRequest& message) {
  for (const MapGeneration& pin : pinned) {
    message.add_pinned()->set_map_id(pin.map_id);
    message.mutable_pinned()->rbegin()->set_generation(pin.generation);
  }
}

// An agent that says nothing is left out, so that a batch's can stand in.
template <typename Message>
void FillAgent(const Agent& agent, Message& message) {
  if (agent.profile.empty() && agent.abilities.empty() && agent.min_clearance_m == 0) return;
  message.mutable_agent()->set_profile(agent.profile);
  message.mutable_agent()->set_min_clearance_m(agent.min_clearance_m);
  for (const std::string& ability : agent.abilities) message.mutable_agent()->add_abilities(ability);
}

}  // namespace

void ToProto(const RouteRequest& request, v1::PlanRouteRequest& message) {
  message.Clear();
  Fill(request.start, *message.mutable_start());
  for (const Location& goal : request.goals) Fill(goal, *message.add_goals());
  for (const Location& via : request.via) Fill(via, *message.add_via());
  FillAgent(request.agent, message);
  Fill(request.snap, *message.mutable_snap());
  message.mutable_snap()->set_mutually_reachable(request.mutually_reachable);
  message.mutable_limits()->set_max_expansions(request.max_expansions);
  message.mutable_limits()->set_max_length_m(request.max_length_m);
  message.mutable_limits()->set_max_length_ratio(request.max_length_ratio);
  message.mutable_limits()->set_method(static_cast<v1::RouteMethod>(request.method));
  message.mutable_limits()->set_complete_only(request.complete_only);
  message.mutable_detail()->set_shape(static_cast<v1::RouteShape>(request.shape));
  message.mutable_detail()->set_strategy(request.with_strategy);
  message.mutable_detail()->set_polys(request.with_polys);
  message.mutable_detail()->set_maps_in_full(request.maps_in_full);
  FillChanges(request, message);
  Fill(request.pinned, message);
  if (request.portals.has_value()) Fill(*request.portals, *message.mutable_portals());
}

void ToProto(const ExploreRequest& request, v1::PlanRouteRequest& message) {
  message.Clear();
  Fill(request.start, *message.mutable_start());
  FillAgent(request.agent, message);
  Fill(request.snap, *message.mutable_snap());
  v1::ExplorationGoal& goal = *message.mutable_exploration();
  goal.set_order(static_cast<v1::WalkOrder>(request.order));
  goal.set_coverage(request.coverage);
  goal.set_search_budget_ms(request.search_budget_ms);
  goal.set_max_length_m(request.max_length_m);
  goal.set_max_walk_time_s(request.max_walk_time_s);
  goal.set_speed_mps(request.speed_mps);
  goal.mutable_visited_key_points()->Assign(request.visited.begin(), request.visited.end());
  goal.set_walkers(request.walkers);
  goal.set_return_to_start(request.return_to_start);
  goal.set_max_join_m(request.max_join_m);
  if (request.movement.has_value()) {
    goal.mutable_movement()->set_x(request.movement->x);
    goal.mutable_movement()->set_z(request.movement->z);
  }
  goal.set_sight_radius_m(request.sight_radius_m);
  message.mutable_limits()->set_max_expansions(request.max_expansions);
  message.mutable_limits()->set_complete_only(request.complete_only);
  message.mutable_detail()->set_shape(static_cast<v1::RouteShape>(request.shape));
  message.mutable_detail()->set_polys(request.with_polys);
  if (!request.changes.empty()) Fill(request.changes, *message.mutable_changes());
  Fill(request.pinned, message);
}

void ToProto(const PlaceRequest& request, v1::PlaceResourceRequest& message) {
  message.Clear();
  message.set_map_id(request.map_id);
  FillAgent(request.agent, message);
  Fill(request.task, message);
  Fill(request.rules, *message.mutable_rules());
  Fill(request.snap, *message.mutable_snap());
}

void ToProto(const MoveRequest& request, v1::ValidateMoveRequest& message) {
  message.Clear();
  if (request.track.samples.empty()) {
    Fill(request.from, *message.mutable_from());
    if (request.to.has_value()) Fill(*request.to, *message.mutable_to());
  } else {
    Fill(request.track, *message.mutable_track());
  }
  FillAgent(request.agent, message);
  message.set_rule(static_cast<v1::MoveRule>(request.rule));
  for (const MoveCheck check : request.skipped_checks) {
    message.add_skipped_checks(static_cast<v1::MoveCheck>(check));
  }
  Fill(request.allowances, *message.mutable_allowances());
  Fill(request.snap, *message.mutable_snap());
  message.set_tolerance_m(request.tolerance_m);
  message.set_seed(request.seed);
}

void ToProto(const DistancesRequest& request, v1::MeasureDistancesRequest& message) {
  message.Clear();
  message.set_map_id(request.map_id);
  Fill(request.sources, *message.mutable_source_xyz());
  Fill(request.targets, *message.mutable_target_xyz());
  FillAgent(request.agent, message);
  Fill(request.snap, *message.mutable_snap());
  message.set_max_distance_m(request.max_distance_m);
}

void ToProto(const BatchRequest& request, uint64_t tag, v1::BatchRequest& message) {
  message.Clear();
  message.set_tag(tag);
  message.set_map_id(request.map_id);
  FillAgent(request.agent, message);
  FillChanges(request, message);
  message.set_timeout_ms(static_cast<uint32_t>(
      std::clamp<int64_t>(request.timeout.count(), 0, std::numeric_limits<uint32_t>::max())));
  for (size_t i = 0; i < request.items.size(); ++i) {
    v1::BatchItem& item = *message.add_items();
    item.set_tag(i);
    if (const auto* route = std::get_if<RouteRequest>(&request.items[i])) {
      ToProto(*route, *item.mutable_plan_route());
    } else if (const auto* explore = std::get_if<ExploreRequest>(&request.items[i])) {
      ToProto(*explore, *item.mutable_plan_route());
    } else if (const auto* place = std::get_if<PlaceRequest>(&request.items[i])) {
      ToProto(*place, *item.mutable_place_resource());
    } else if (const auto* distances = std::get_if<DistancesRequest>(&request.items[i])) {
      ToProto(*distances, *item.mutable_measure_distances());
    } else {
      ToProto(std::get<MoveRequest>(request.items[i]), *item.mutable_validate_move());
    }
  }
}

}  // namespace waystone::client
