#include "core/surface/scene/scene_obstacles.h"

#include <algorithm>

#include "core/base/deadline_poll.h"

namespace waystone {

SceneObstacles::SceneObstacles(const RouteChanges& changes, const AgentProfile& agent, double clearance_m) {
  const double half_m = agent.height_m / 2 + clearance_m;
  for (const ClosedParts* parts : changes.Closed()) {
    for (const Solid& solid : parts->solids) {
      of_body_.emplace_back(solid, BodyReach{agent.radius_m + clearance_m, half_m, half_m});
      of_point_.emplace_back(solid, BodyReach{});
    }
  }
}

bool SceneObstacles::AreOn(const std::vector<SolidInWay>& obstacles, const Vec3& from, const Vec3& to) {
  return std::ranges::any_of(obstacles, [&](const SolidInWay& obstacle) { return obstacle.IsOn(from, to); });
}

absl::Status CloseWaysUnder(const MapView& map, const SceneView& scenes, const RouteChanges& changes,
                            const Deadline& deadline, std::vector<LinkId>& closed) {
  constexpr uint32_t kPollInterval = 256;  // [links]
  const AgentProfile& agent = map.variant->agent;
  const SceneObstacles obstacles(changes, agent);
  const auto is_ground = [&](uint32_t poly) { return scenes.poly(PolyId(poly)).part == ScenePart::kGround; };
  const Vec3 to_middle(0, agent.height_m / 2, 0);
  DeadlinePoll poll(deadline, kPollInterval);
  for (LinkId id(0); id < LinkId(map.links->size()); ++id) {
    if (poll.Expired()) return poll.Status();
    const NavLink& way = map.links->link(id);
    if (way.kind != LinkKind::kSwim && way.kind != LinkKind::kFly) continue;
    const bool leaves_ground = is_ground(way.start_poly);
    const bool meets_ground = is_ground(way.end_poly);
    const Vec3 from = Vec3(way.start[0], way.start[1], way.start[2]) + (leaves_ground ? to_middle : Vec3());
    const Vec3 to = Vec3(way.end[0], way.end[1], way.end[2]) + (meets_ground ? to_middle : Vec3());
    bool is_closed = obstacles.AreInWay(from, to);
    if (leaves_ground != meets_ground) {
      const Vec3 over = meets_ground ? Vec3(from.x, to.y, from.z) : Vec3(to.x, from.y, to.z);
      is_closed = is_closed || obstacles.AreInWay(from, over) || obstacles.AreInWay(over, to);
    }
    if (is_closed) closed.push_back(id);
  }
  return absl::OkStatus();
}

}  // namespace waystone
