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
  Fill(request.from, *message.mutable_from());
  Fill(request.to, *message.mutable_to());
  FillAgent(request.agent, message);
  Fill(request.snap, *message.mutable_snap());
  message.set_tolerance_m(request.tolerance_m);
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
