#include "client/to_proto.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <variant>

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

void Fill(const MoveTrack& track, v1::Track& message) {
  message.set_map_id(track.map_id);
  for (const Vec3& sample : track.samples) {
    message.add_xyz(sample.x);
    message.add_xyz(sample.y);
    message.add_xyz(sample.z);
  }
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

// An agent that says nothing is left out, so that a batch's can stand in.
template <typename Message>
void FillAgent(const Agent& agent, Message& message) {
  if (agent.profile.empty() && agent.abilities.empty()) return;
  message.mutable_agent()->set_profile(agent.profile);
  for (const std::string& ability : agent.abilities) message.mutable_agent()->add_abilities(ability);
}

}  // namespace

void ToProto(const RouteRequest& request, v1::PlanRouteRequest& message) {
  message.Clear();
  Fill(request.start, *message.mutable_start()->mutable_position());
  for (const Position& goal : request.goals) Fill(goal, *message.add_goals()->mutable_position());
  FillAgent(request.agent, message);
  Fill(request.snap, *message.mutable_snap());
  message.mutable_limits()->set_max_expansions(request.max_expansions);
  message.mutable_limits()->set_complete_only(request.complete_only);
}

void ToProto(const PlaceRequest& request, v1::PlaceResourceRequest& message) {
  message.Clear();
  message.set_map_id(request.map_id);
  FillAgent(request.agent, message);
  message.mutable_scatter()->set_count(request.count);
  message.mutable_scatter()->set_seed(request.seed);
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

void ToProto(const BatchRequest& request, uint64_t tag, v1::BatchRequest& message) {
  message.Clear();
  message.set_tag(tag);
  message.set_map_id(request.map_id);
  FillAgent(request.agent, message);
  message.set_timeout_ms(static_cast<uint32_t>(
      std::clamp<int64_t>(request.timeout.count(), 0, std::numeric_limits<uint32_t>::max())));
  for (size_t i = 0; i < request.items.size(); ++i) {
    v1::BatchItem& item = *message.add_items();
    item.set_tag(i);
    if (const auto* route = std::get_if<RouteRequest>(&request.items[i])) {
      ToProto(*route, *item.mutable_plan_route());
    } else if (const auto* place = std::get_if<PlaceRequest>(&request.items[i])) {
      ToProto(*place, *item.mutable_place_resource());
    } else {
      ToProto(std::get<MoveRequest>(request.items[i]), *item.mutable_validate_move());
    }
  }
}

}  // namespace waystone::client
