#include "bench/polls/poll_drawer.h"

#include <cmath>
#include <numbers>

namespace waystone {
namespace {

constexpr uint32_t kMostExpansions = 10'000'000;
constexpr double kRing_m = 25;  // half the side of the walls round a goal

}  // namespace

v1::Obstacle BoxAt(const Vec3& at, double half_x_m, double half_z_m, double yaw_deg) {
  v1::Obstacle obstacle;
  v1::Box& box = *obstacle.mutable_box();
  SetPosition(at, *box.mutable_center());
  box.set_half_x_m(half_x_m);
  box.set_half_y_m(3);
  box.set_half_z_m(half_z_m);
  box.set_yaw_deg(yaw_deg);
  return obstacle;
}

PollDrawer::PollDrawer(const PollGround& ground) : ground_(ground) {
  const auto along = [](const Vec3& a, const Vec3& b) { return a.x + a.z < b.x + b.z; };
  const auto [first, last] = std::minmax_element(ground.places.begin(), ground.places.end(), along);
  from_ = *first;
  to_ = *last;
}

uint32_t PollDrawer::Share(uint32_t most) const {
  return std::max(1U, static_cast<uint32_t>(most * (ground_.scale / 100.0)));
}

std::vector<Vec3> PollDrawer::Places(uint32_t count) const {
  std::vector<Vec3> places(count);
  for (uint32_t i = 0; i < count; ++i) places[i] = ground_.places[i % ground_.places.size()];
  return places;
}

v1::PlanRouteRequest PollDrawer::Route() const {
  v1::PlanRouteRequest request;
  v1::Position& start = *request.mutable_start()->mutable_position();
  SetPosition(from_, start);
  start.set_map_id(ground_.map_id);
  SetPosition(to_, *request.add_goals()->mutable_position());
  request.mutable_agent()->set_profile(ground_.agent);
  request.mutable_limits()->set_max_expansions(kMostExpansions);
  request.mutable_portals()->set_mode(v1::PORTAL_MODE_NONE);
  v1::MapGeneration& pinned = *request.add_pinned();
  pinned.set_map_id(ground_.map_id);
  pinned.set_generation(ground_.generation);
  return request;
}

bool PollDrawer::IsNearEnd(const Vec3& at) const {
  return Distance(at, from_) < 15 || Distance(at, to_) < 15;
}

v1::MapChanges& PollDrawer::MapOf(v1::Changes& changes) const {
  if (changes.maps_size() == 0) changes.add_maps()->set_map_id(ground_.map_id);
  return *changes.mutable_maps(0);
}

v1::Changes PollDrawer::Obstacles(uint32_t most) const {
  v1::Changes changes;
  const std::vector<Vec3> places = Places(Share(most));
  for (size_t i = 0; i < places.size(); ++i) {
    if (IsNearEnd(places[i])) continue;
    *MapOf(changes).add_obstacles() =
        BoxAt(places[i], 1 + static_cast<double>(i % 4), 0.5, static_cast<double>(i % 90));
  }
  return changes;
}

void PollDrawer::Blocked(uint32_t most, v1::Changes* changes) const {
  if (ground_.poly_count == 0) return;
  const uint32_t count = std::min(Share(most), ground_.poly_count / 10);
  for (uint32_t i = 0; i < count; ++i) {
    MapOf(*changes).add_blocked_polys(static_cast<uint32_t>(uint64_t{i} * 7919 % ground_.poly_count));
  }
}

v1::Changes PollDrawer::Ring(uint32_t others) const {
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

}  // namespace waystone
