#include "core/query/waypoint_trigger_walks.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/navmesh/ground_clip.h"
#include "core/navmesh/polys_in_box.h"
#include "core/navmesh/surface_queries.h"
#include "core/query/waypoint_route.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kWithin_m = 0.001;  // so far within a box ways over ground end
constexpr double kOnGround_m = 0.01;
constexpr double kStored_m = 0.1;  // a place rounded when it was stored is so near

// The last of a way: from a node on, or the arc that it takes there.
struct LastStep {
  NavLocation end;
  uint32_t arc = WaypointTriggers::kNoArc;  // taken whole
};

// By a millimetre, but not beyond its middle.
Aabb Shrunk(const Aabb& box) {
  const Vec3 half = (box.max - box.min) * 0.5;
  const Vec3 by(std::min(half.x, kWithin_m), std::min(half.y, kWithin_m), std::min(half.z, kWithin_m));
  return {box.min + by, box.max - by};
}

class TriggerWalker {
 public:
  TriggerWalker(const MapView& map, const WaypointTriggers& triggers, const NavLocation& start,
                const TriggerWalkOptions& options, Workspace& workspace)
      : map_(map),
        graph_(*map.waypoints),
        triggers_(triggers),
        start_(start),
        options_(options),
        ws_(workspace),
        starts_(StartsAt(map, start, nullptr)) {}

  AnyAngleResult WalkInto(uint32_t box) {
    const TriggerBox& trigger = triggers_.boxes()[box];
    if (!trigger.is_one_way && trigger.box.Contains(start_.point)) {
      Offer(0, start_);
      return Search();
    }
    for (const WaypointEnd& to : starts_) StepInto(box, to);
    for (const WaypointTriggers::WayIn& way : triggers_.WaysInto(box)) AddWayIn(way);
    AddGround(box);
    return Search();
  }

  AnyAngleResult WalkTo(const NavLocation& goal) {
    const std::optional<double> cost_m = StraightCost_m(map_, start_, goal, nullptr);
    if (cost_m.has_value() && IsOpen(start_.point, goal.point)) Offer(*cost_m, goal);
    AddEnds(goal, [&](const Vec3& node) { return IsOpen(node, goal.point); });
    return Search();
  }

 private:
  bool IsOpen(const Vec3& from, const Vec3& to) const { return !triggers_.IsWalkClosed(from, to); }

  void Offer(double cost_m, const NavLocation& end) {
    if (cost_m >= straight_m_) return;
    straight_m_ = cost_m;
    straight_ = end;
  }

  // On the way to the first node.
  void StepInto(uint32_t box, const WaypointEnd& to) {
    const Vec3 node = graph_.Position(to.node);
    const std::optional<double> share = triggers_.ShareInto(box, start_.point, node);
    if (!share.has_value()) return;
    Offer(*share * to.cost_m, {start_.poly, start_.point + (node - start_.point) * *share});
  }

  // Over the ground of nodes: from each to the place of it in the box that is nearest, and likewise from the
  // start.
  void AddGround(uint32_t box) {
    const NavmeshView& mesh = *map_.navmesh;
    const Aabb within = Shrunk(triggers_.boxes()[box].box);
    GroundClip clip;
    ForEachPolyIn(mesh, within, [&](PolyId poly) {
      const Vec3 node = graph_.Position(poly.value());
      if (const auto place = PlaceFrom(node, poly, within, box, clip)) {
        AddEnd(poly.value(), Distance(node, *place), {{poly, *place}});
      }
      const bool is_start_there =
          poly == start_.poly &&
          ClosestInPlane(mesh, poly, start_.point.Plane()).distance_sq_m2 <= kOnGround_m * kOnGround_m;
      if (!is_start_there) return;
      if (const auto place = PlaceFrom(start_.point, poly, within, box, clip)) {
        Offer(Distance(start_.point, *place), {poly, *place});
      }
    });
  }
  std::optional<Vec3> PlaceFrom(const Vec3& from, PolyId poly, const Aabb& within, uint32_t box,
                                GroundClip& clip) const {
    const std::optional<Vec3> place = clip.Nearest(*map_.navmesh, poly, {}, within, from.Plane());
    return place.has_value() && triggers_.ShareInto(box, from, *place).has_value() ? place : std::nullopt;
  }

  void AddEnd(uint32_t node, double cost_m, const LastStep& step) {
    ends_.push_back({node, cost_m});
    last_.push_back(step);
  }

  void AddWayIn(const WaypointTriggers::WayIn& way) {
    const Vec3 from = graph_.Position(way.node);
    if (way.arc == WaypointTriggers::kNoArc) return AddEnd(way.node, 0, {{PolyId(way.node), from}});
    const WaypointArc& arc = graph_.arc(way.arc);
    if (!graph_.MayUse(arc, map_.abilities)) return;
    const auto cost_m = static_cast<double>(arc.cost_m);
    const Vec3 to = graph_.Position(arc.target);
    if (arc.is_walk == 0) return AddEnd(way.node, cost_m, {{PolyId(arc.target), to}, way.arc});
    AddEnd(way.node, way.share * cost_m, {{PolyId(way.node), from + (to - from) * way.share}});
  }

  // From the nodes that may be left straight for the place.
  void AddEnds(const NavLocation& place, absl::FunctionRef<bool(const Vec3& node)> is_open) {
    for (const WaypointEnd& end : EndsAt(map_, place, nullptr)) {
      if (is_open(graph_.Position(end.node))) AddEnd(end.node, end.cost_m, {place});
    }
  }

  AnyAngleResult Search() {
    std::erase_if(starts_,
                  [&](const WaypointEnd& to) { return !IsOpen(start_.point, graph_.Position(to.node)); });
    AnyAngleResult route;
    WaypointPath path;
    if (!starts_.empty() && !ends_.empty()) {
      const auto is_closed = [&](uint32_t arc) { return triggers_.IsClosed(arc); };
      const absl::FunctionRef<bool(uint32_t)> closed(is_closed);
      const WaypointQuery query{.starts = starts_,
                                .goals = ends_,
                                .abilities = map_.abilities,
                                .is_closed = &closed,
                                .max_cost_m = straight_m_,
                                .max_expansions = options_.max_expansions,
                                .deadline = options_.deadline};
      path = FindWaypointPath(graph_, query, ws_.waypoints);
    }
    route.outcome = OutcomeOf(path.outcome);
    if (straight_m_ < kInfinite && (!path.arrives || path.cost_m >= straight_m_)) {
      LayWaypointRoute(graph_, start_, starts_, std::nullopt, straight_m_, straight_, route);
      route.stretch_costs_m = {straight_m_};
      const bool was_ended =
          path.outcome == WaypointOutcome::kExpansionLimit || path.outcome == WaypointOutcome::kDeadline;
      if (!was_ended) route.outcome = AnyAngleOutcome::kFound;
    } else if (path.arrives) {
      LayPath(path, route);
    }
    route.expansions = static_cast<uint32_t>(path.expanded);
    return route;
  }

  void LayPath(WaypointPath& path, AnyAngleResult& route) const {
    const LastStep& last = last_[path.goal];
    if (last.arc != WaypointTriggers::kNoArc) path.arcs.push_back(last.arc);
    LayWaypointRoute(graph_, start_, starts_, path, path.cost_m, last.end, route);
    if (last.arc == WaypointTriggers::kNoArc) route.stretch_costs_m.back() += ends_[path.goal].cost_m;
  }

  const MapView& map_;
  const WaypointView& graph_;
  const WaypointTriggers& triggers_;
  const NavLocation& start_;
  const TriggerWalkOptions& options_;
  Workspace& ws_;
  std::vector<WaypointEnd> starts_;
  std::vector<WaypointEnd> ends_;
  std::vector<LastStep> last_;  // by end
  double straight_m_ = kInfinite;
  NavLocation straight_;
};

}  // namespace

std::optional<NavLocation> StoredWaypointPlace(const MapView& map, const Vec3& place,
                                               SurfaceWorkspace& workspace) {
  const SnapOptions near{.radius_m = kStored_m, .max_above_m = kStored_m, .max_below_m = kStored_m};
  return SnapToWaypoints(map, place, near, WaypointRole::kLeave, nullptr, workspace).place;
}

AnyAngleResult FindWaypointEntry(const MapView& map, const WaypointTriggers& triggers,
                                 const NavLocation& start, uint32_t box, const TriggerWalkOptions& options,
                                 Workspace& workspace) {
  return TriggerWalker(map, triggers, start, options, workspace).WalkInto(box);
}

AnyAngleResult FindWaypointWayAround(const MapView& map, const WaypointTriggers& triggers,
                                     const NavLocation& start, const NavLocation& goal,
                                     const TriggerWalkOptions& options, Workspace& workspace) {
  return TriggerWalker(map, triggers, start, options, workspace).WalkTo(goal);
}

}  // namespace waystone
