#include "bench/validate/honest_walks.h"

#include <utility>

#include "core/explore/route_explorer.h"
#include "core/navmesh/surface_queries.h"
#include "core/route/route_planner.h"

namespace waystone {
namespace {

constexpr int kRouteTries = 30;
constexpr int kGoalTries = 50;
constexpr int kMostRoutes = 100;      // of one walk
constexpr uint32_t kLinkedEvery = 4;  // routes

}  // namespace

Vec3 HonestWalks::DrawPlace() { return RandomPoint(*map_.navmesh, random_).point + map_.manifest->origin; }

Vec3 HonestWalks::DrawGoal(const Vec3& from) {
  Vec3 goal = DrawPlace();
  if (random_.NextBelow(2) == 0) return goal;
  for (int i = 0; i < kGoalTries && Distance(goal, from) > kNear_m; ++i) goal = DrawPlace();
  return goal;
}

bool HonestWalks::Extend(WalkedRoute& route) {
  for (int i = 0; i < kRouteTries; ++i) {
    RouteQuery query;
    query.start = route.points.empty() ? DrawPlace() : route.points.back();
    query.goals = {DrawGoal(query.start)};
    query.allow_partial = false;
    if (map_.links->size() > 0 && random_.NextBelow(kLinkedEvery) == 0) {
      const NavLink& link = map_.links->link(LinkId(random_.NextBelow(map_.links->size())));
      query.via = {Vec3(link.start[0], link.start[1], link.start[2]) + map_.manifest->origin,
                   Vec3(link.end[0], link.end[1], link.end[2]) + map_.manifest->origin};
    }
    const auto answer = PlanRoute(map_, query, scratch_);
    if (!answer.ok() || answer->status != RouteStatus::kComplete || answer->points.size() < 2) continue;
    WalkedRoute more = RouteOf(*answer);
    if (!route.points.empty()) {
      if (Distance(route.points.back(), more.points.front()) > 1e-3) continue;
      more.points.erase(more.points.begin());
    }
    route.points.insert(route.points.end(), more.points.begin(), more.points.end());
    route.parts.insert(route.parts.end(), more.parts.begin(), more.parts.end());
    return true;
  }
  return false;
}

HonestWalk HonestWalks::Walk(WalkedRoute route) {
  WalkStyle style;
  style.max_speed_mps = random_.NextInRange(kSlowest_mps, kFastest_mps);
  style.acceleration_mps2 = random_.NextInRange(8, 40);
  TimedWalk walk(route, style, longest_s_, random_);
  return {std::move(route), style, std::move(walk)};
}

std::optional<HonestWalk> HonestWalks::DrawRoutes() {
  WalkedRoute route;
  for (int i = 0; i < kMostRoutes && (i == 0 || route.Length_m() < longest_s_ * kFastest_mps); ++i) {
    if (!Extend(route)) break;
  }
  if (route.points.empty()) return std::nullopt;
  return Walk(std::move(route));
}

std::optional<HonestWalk> HonestWalks::DrawExploration() {
  if (map_.skeleton == nullptr) return std::nullopt;
  for (int i = 0; i < kRouteTries; ++i) {
    ExplorationQuery query;
    query.start = DrawPlace();
    const auto answer = ExploreRoute(map_, query, scratch_);
    if (!answer.ok() || answer->walks.empty() || answer->walks[0].route.points.size() < 2) continue;
    return Walk(RouteOf(answer->walks[0].route));
  }
  return std::nullopt;
}

}  // namespace waystone
