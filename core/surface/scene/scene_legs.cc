#include "core/surface/scene/scene_legs.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "core/collision/capsule_sweep.h"
#include "core/scene/scene_visits.h"
#include "core/surface/ground/route_points.h"
#include "core/surface/scene/scene_obstacles.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

// How many turns ahead a straight line is looked for.
constexpr size_t kTurnsAhead = 64;
constexpr double kLinkEntry_m = 0.01;

// Whether the agent is moved to the far end of the path's first link from elsewhere than its start (FindMouthOut).
bool BeginsWithTeleport(const MapView& map, const SurfacePath& path) {
  if (path.links.empty()) return false;
  const NavLink& record = map.links->link(path.links[0].link);
  const Vec3& from = path.turns[path.links[0].turn].point;
  const double reach_m = static_cast<double>(record.radius_m) + kLinkEntry_m;
  return Distance(from, {record.start[0], record.start[1], record.start[2]}) > reach_m;
}

// Whether a straight line comes into a box, or hardly beside it.
bool Meets(const Aabb& box, const Vec3& from, const Vec3& to) {
  constexpr double kBeside_m = 0.01;
  double enters = 0;
  double leaves = 1;
  const auto clip = [&](double at, double end, double low, double high) {
    const double over = end - at;
    if (over == 0) {
      if (at < low - kBeside_m || at > high + kBeside_m) leaves = -1;
      return;
    }
    const double to_low = (low - kBeside_m - at) / over;
    const double to_high = (high + kBeside_m - at) / over;
    enters = std::max(enters, std::min(to_low, to_high));
    leaves = std::min(leaves, std::max(to_low, to_high));
  };
  clip(from.x, to.x, box.min.x, box.max.x);
  clip(from.y, to.y, box.min.y, box.max.y);
  clip(from.z, to.z, box.min.z, box.max.z);
  return enters <= leaves;
}

// Straight lines that the agent's body can take instead of a path through water or air.
class TautLine {
 public:
  TautLine(const MapView& map, const SceneView& scenes, const RouteQuery& query,
           std::span<const Aabb> kept_off)
      : map_(map),
        scenes_(scenes),
        clearance_m_(query.changes.min_clearance_m),
        deadline_(query.deadline),
        kept_off_(kept_off) {
    if (clearance_m_ > 0) wider_.emplace(query.changes, map.variant->agent, clearance_m_);
  }

  // Points of a leg through that medium, map-local.
  std::vector<Vec3> Pull(std::span<const Vec3> points, SceneMedium medium) {
    std::vector<Vec3> taut = {points.front()};
    size_t at = 0;
    while (at + 1 < points.size()) {
      size_t next = at + 1;
      for (size_t ahead = std::min(at + kTurnsAhead, points.size() - 1); ahead > at + 1; --ahead) {
        if (deadline_.Expired()) break;
        if (!IsFree(points.subspan(at, ahead - at + 1), medium)) continue;
        next = ahead;
        break;
      }
      taut.push_back(points[next]);
      at = next;
    }
    return taut;
  }

 private:
  // Whether the line from the first point to the last is free, and only in scenes of the medium that the points lead
  // through.
  bool IsFree(std::span<const Vec3> points, SceneMedium medium) const {
    const AgentProfile& agent = map_.variant->agent;
    const Vec3 line[] = {points.front(), points.back()};
    const Capsule capsule =
        CapsuleAbout(line[0], agent.radius_m + clearance_m_, agent.height_m + 2 * clearance_m_);
    const bool is_closed =
        wider_ ? wider_->AreInWay(line[0], line[1]) : map_.surface->IsObstacleInWay(line[0], line[1]);
    if (is_closed) return false;
    const auto is_met = [&](const Aabb& box) { return Meets(box, line[0], line[1]); };
    if (std::ranges::any_of(kept_off_, is_met)) return false;
    if (SweepCapsule(*map_.collision, capsule, line[1] - line[0]).has_value()) return false;
    if (!scenes_.ClosedBordersCrossed(line).empty()) return false;
    std::set<SceneId> through;
    for (const SceneVisit& visit : VisitsAlong(scenes_.tree(), scenes_.scenes(), points)) {
      const bool is_of_medium = !visit.scene.IsNone() && scenes_.scene(visit.scene).medium == medium;
      if (is_of_medium) through.insert(visit.scene);
    }
    for (const SceneVisit& visit : VisitsAlong(scenes_.tree(), scenes_.scenes(), line)) {
      if (!through.contains(visit.scene)) return false;
    }
    return true;
  }

  const MapView& map_;
  const SceneView& scenes_;
  const double clearance_m_;
  std::optional<SceneObstacles> wider_;  // with a clearance; without one the surface has them
  const Deadline& deadline_;
  const std::span<const Aabb> kept_off_;
};

// Pulls legs through water and air taut. `first`: those from here on.
void SmoothLegs(const MapView& map, const SceneView& scenes, size_t first, const RouteQuery& query,
                std::span<const Aabb> kept_off, RouteAnswer& answer) {
  if (first >= answer.legs.size()) return;
  const Vec3& origin = map.manifest->origin;
  TautLine line(map, scenes, query, kept_off);
  std::vector<Vec3> points(answer.points.begin(), answer.points.begin() + answer.legs[first].first_point + 1);
  for (size_t i = first; i < answer.legs.size(); ++i) {
    RouteLeg& leg = answer.legs[i];
    std::vector<Vec3> of_leg(answer.points.begin() + leg.first_point,
                             answer.points.begin() + leg.first_point + leg.point_count);
    if (IsThroughMedium(leg) && !leg.link.has_value()) {
      for (Vec3& point : of_leg) point = point - origin;
      of_leg = line.Pull(of_leg, leg.kind == LinkKind::kSwim ? SceneMedium::kWater : SceneMedium::kAir);
      for (Vec3& point : of_leg) point = point + origin;
      double length_m = 0;
      for (size_t k = 1; k < of_leg.size(); ++k) length_m += Distance(of_leg[k - 1], of_leg[k]);
      answer.length_m += length_m - leg.length_m;
      leg.length_m = length_m;
    }
    leg.first_point = static_cast<uint32_t>(points.size() - 1);
    leg.point_count = static_cast<uint32_t>(of_leg.size());
    points.insert(points.end(), of_leg.begin() + 1, of_leg.end());
  }
  answer.points = std::move(points);
  answer.plane_length_m = 0;
  for (size_t k = 1; k < answer.points.size(); ++k) {
    answer.plane_length_m += PlaneDistance(answer.points[k - 1], answer.points[k]);
  }
}

}  // namespace

bool AppendSceneRoute(const MapView& map, const SceneView& scenes, const SurfacePath& path,
                      const RouteQuery& query, GroundLineWorkspace& workspace, RouteAnswer& answer) {
  const size_t first = answer.legs.size();
  bool is_whole = false;
  if (query.shape == RouteShape::kSmoothed) {
    RouteQuery by_turns = query;
    by_turns.shape = RouteShape::kTurningPoints;
    is_whole = AppendRoute(map, path, by_turns, workspace, answer);
  } else {
    is_whole = AppendRoute(map, path, query, workspace, answer);
  }
  if (BeginsWithTeleport(map, path)) {
    // It has a mouth's name, so that no leg was merged with it.
    const auto leg = std::find_if(answer.legs.begin() + static_cast<ptrdiff_t>(first), answer.legs.end(),
                                  [](const RouteLeg& of) { return of.link.has_value(); });
    if (leg != answer.legs.end()) {
      answer.cost_m -= leg->cost_m;
      answer.length_m -= leg->length_m;
      leg->length_m = leg->cost_m = 0;
      leg->kind = LinkKind::kTeleport;
    }
  }
  if (query.shape == RouteShape::kSmoothed) SmoothLegs(map, scenes, first, query, {}, answer);
  return is_whole;
}

void SmoothSceneWalk(const MapView& map, const SceneView& scenes, const RouteQuery& query,
                     std::span<const Aabb> kept_off, RouteAnswer& walk) {
  SmoothLegs(map, scenes, 0, query, kept_off, walk);
}

}  // namespace waystone
