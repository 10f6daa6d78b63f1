#include "core/surface/waypoint/waypoint_trigger_walks.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/navmesh/ground_clip.h"
#include "core/navmesh/polys_in_box.h"
#include "core/navmesh/surface_queries.h"
#include "core/path/search_outcome.h"
#include "core/path/surface_path.h"
#include "core/surface/waypoint/waypoint_route.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "core/waypoint/box_paths.h"
#include "core/waypoint/waypoint_search.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kWithin_m = 0.001;  // how far within a box paths over ground end
constexpr double kOnGround_m = 0.01;
constexpr double kStored_m = 0.1;  // a stored, rounded place is this near

// The last part of a path, from a node on.
struct LastSteps {
  NavLocation end;
  std::vector<LinkId> arcs = {};     // taken whole
  double rest_m = 0;                 // what the walk behind them costs
  std::optional<uint32_t> box = {};  // that the path enters and ends in
};

// The box shrunk by a millimetre, but not beyond its middle.
Aabb Shrunk(const Aabb& box) {
  const Vec3 half = (box.max - box.min) * 0.5;
  const Vec3 by(std::min(half.x, kWithin_m), std::min(half.y, kWithin_m), std::min(half.z, kWithin_m));
  return {box.min + by, box.max - by};
}

class TriggerWalker {
 public:
  TriggerWalker(const MapView& map, const WaypointTriggers& triggers, const NavLocation& start,
                const TriggerWalkOptions& options, Scratch& scratch)
      : map_(map),
        graph_(WaypointsOf(map)),
        triggers_(triggers),
        start_(start),
        options_(options),
        scratch_(scratch),
        starts_(StartsAt(map, start, options.exclusions)) {}

  SurfacePath WalkInto(uint32_t box) {
    const TriggerBox& trigger = triggers_.boxes()[box];
    if (!trigger.is_one_way && trigger.box.Contains(start_.point)) {
      Offer(0, {start_});
      return Search().path;
    }
    for (const WaypointEnd& to : starts_) StepInto(box, to);
    for (const WaypointTriggers::PathIn& into : triggers_.PathsInto(box)) AddPathIn(into);
    AddGround(box);
    return Search().path;
  }

  TriggerWalk WalkTo(const NavLocation& goal) {
    const std::optional<double> cost_m = StraightCost_m(map_, start_, goal, options_.exclusions);
    if (cost_m.has_value() && IsOpen(start_.point, goal.point)) Offer(*cost_m, {goal});
    const std::vector<WaypointEnd> ends = EndsAt(map_, goal, options_.exclusions);
    for (const WaypointEnd& end : ends) {
      if (IsOpen(graph_.Position(end.node), goal.point)) AddEnd(end.node, end.cost_m, {goal, {}, end.cost_m});
    }
    for (uint32_t box = 0; box < triggers_.boxes().size(); ++box) {
      const TriggerBox& trigger = triggers_.boxes()[box];
      if (!trigger.is_one_way || !trigger.box.Contains(goal.point)) continue;
      if (cost_m.has_value() && LeadsInto(box, start_.point, goal.point)) Offer(*cost_m, {goal, {}, 0, box});
      AddEndsIn(box, goal, ends);
    }
    return Search();
  }

 private:
  bool IsExcluded(LinkId arc) const {
    return options_.exclusions != nullptr && options_.exclusions->IsClosed(arc, map_.links->link(arc));
  }
  bool IsOpen(const Vec3& from, const Vec3& to) const { return !triggers_.IsWalkClosed(from, to); }
  // Whether a straight walk enters the box, and no other box first.
  bool LeadsInto(uint32_t box, const Vec3& from, const Vec3& to) const {
    return triggers_.ShareInto(box, from, to).has_value();
  }

  // Offers a path straight to the end, or to the node of `first` and on.
  void Offer(double cost_m, LastSteps steps, const std::optional<WaypointEnd>& first = {}) {
    if (cost_m >= straight_m_) return;
    straight_m_ = cost_m;
    straight_ = std::move(steps);
    straight_first_ = first;
  }

  // Paths to a goal in a one-way box that enter it at their end: along an arc or the walk to the first node,
  // and then over nodes in it, or straight to the goal.
  void AddEndsIn(uint32_t box, const NavLocation& goal, const std::vector<WaypointEnd>& ends) {
    const Aabb& inside = triggers_.boxes()[box].box;
    const auto is_closed = [&](LinkId arc) { return IsExcluded(arc); };
    const BoxPaths paths(graph_, map_.abilities, inside, ends, is_closed);
    for (const WaypointEnd& end : ends) {
      if (!LeadsInto(box, graph_.Position(end.node), goal.point)) continue;
      AddEnd(end.node, end.cost_m, {goal, {}, end.cost_m, box});
    }
    for (const WaypointTriggers::PathIn& into : triggers_.PathsInto(box)) {
      const WaypointArc& arc = graph_.arc(into.arc);
      const bool may_use = graph_.MayUse(arc, map_.abilities) && !IsExcluded(into.arc);
      if (!may_use || !paths.LeadsFrom(arc.target)) continue;
      LastSteps steps{goal, {into.arc}, 0, box};
      const double rest_m = paths.Follow(arc.target, steps.arcs, steps.rest_m);
      AddEnd(into.node, static_cast<double>(arc.cost_m) + rest_m, std::move(steps));
    }
    for (const WaypointEnd& to : starts_) {
      if (!paths.LeadsFrom(to.node) || !LeadsInto(box, start_.point, graph_.Position(to.node))) continue;
      LastSteps steps{goal, {}, 0, box};
      const double rest_m = paths.Follow(to.node, steps.arcs, steps.rest_m);
      Offer(to.cost_m + rest_m, std::move(steps), to);
    }
  }

  // Enters the box on the walk to the first node.
  void StepInto(uint32_t box, const WaypointEnd& to) {
    const Vec3 node = graph_.Position(to.node);
    const std::optional<double> share = triggers_.ShareInto(box, start_.point, node);
    if (!share.has_value()) return;
    Offer(*share * to.cost_m, {{start_.poly, start_.point + (node - start_.point) * *share}});
  }

  // Over the ground of nodes: from each node to the nearest place of its ground in the box, and the same from
  // the start.
  void AddGround(uint32_t box) {
    const NavmeshView& mesh = *map_.navmesh;
    const Aabb within = Shrunk(triggers_.boxes()[box].box);
    GroundClip clip;
    ForEachPolyIn(mesh, within, [&](PolyId poly) {
      if (options_.exclusions != nullptr && options_.exclusions->IsBlocked(poly)) return;
      const Vec3 node = graph_.Position(poly);
      if (const auto place = PlaceFrom(node, poly, within, box, clip)) {
        const double over_m = Distance(node, *place);
        AddEnd(poly, over_m, {{poly, *place}, {}, over_m});
      }
      const bool is_start_there =
          poly == start_.poly &&
          ClosestInPlane(mesh, poly, start_.point.Plane()).distance_sq_m2 <= kOnGround_m * kOnGround_m;
      if (!is_start_there) return;
      if (const auto place = PlaceFrom(start_.point, poly, within, box, clip)) {
        Offer(Distance(start_.point, *place), {{poly, *place}});
      }
    });
  }
  std::optional<Vec3> PlaceFrom(const Vec3& from, PolyId poly, const Aabb& within, uint32_t box,
                                GroundClip& clip) const {
    const std::optional<Vec3> place = clip.Nearest(*map_.navmesh, poly, {}, within, from.Plane());
    return place.has_value() && triggers_.ShareInto(box, from, *place).has_value() ? place : std::nullopt;
  }

  void AddEnd(PolyId node, double cost_m, LastSteps steps) {
    ends_.push_back({node, cost_m});
    last_.push_back(std::move(steps));
  }

  void AddPathIn(const WaypointTriggers::PathIn& into) {
    const Vec3 from = graph_.Position(into.node);
    if (into.arc.IsNone()) return AddEnd(into.node, 0, {{into.node, from}});
    const WaypointArc& arc = graph_.arc(into.arc);
    if (!graph_.MayUse(arc, map_.abilities) || IsExcluded(into.arc)) return;
    const auto cost_m = static_cast<double>(arc.cost_m);
    const Vec3 to = graph_.Position(arc.target);
    if (arc.is_walk == 0) return AddEnd(into.node, cost_m, {{arc.target, to}, {into.arc}});
    const double part_m = into.share * cost_m;
    AddEnd(into.node, part_m, {{into.node, from + (to - from) * into.share}, {}, part_m});
  }

  TriggerWalk Search() {
    std::erase_if(starts_,
                  [&](const WaypointEnd& to) { return !IsOpen(start_.point, graph_.Position(to.node)); });
    TriggerWalk walk;
    SurfacePath& route = walk.path;
    WaypointPath path;
    if (!starts_.empty() && !ends_.empty()) {
      const auto is_closed = [&](LinkId arc) { return triggers_.IsClosed(arc) || IsExcluded(arc); };
      const absl::FunctionRef<bool(LinkId)> closed(is_closed);
      const WaypointQuery query{.starts = starts_,
                                .goals = ends_,
                                .abilities = map_.abilities,
                                .is_closed = &closed,
                                .max_cost_m = straight_m_,
                                .max_expansions = options_.max_expansions,
                                .deadline = options_.deadline};
      path = FindWaypointPath(graph_, query, *scratch_.Borrow<WaypointWorkspace>());
    }
    route.outcome = path.outcome;
    if (straight_m_ < kInfinite && (!path.arrives || path.cost_m >= straight_m_)) {
      LayStraight(walk);
      if (!IsCut(path.outcome)) route.outcome = SearchOutcome::kFound;
    } else if (path.arrives) {
      path.arcs.insert(path.arcs.end(), last_[path.goal].arcs.begin(), last_[path.goal].arcs.end());
      Lay(starts_, path, last_[path.goal], walk);
    }
    route.expansions = static_cast<uint32_t>(path.expanded);
    return walk;
  }

  void LayStraight(TriggerWalk& walk) const {
    if (straight_first_.has_value()) {
      const WaypointPath path{.cost_m = straight_m_, .arcs = straight_.arcs};
      return Lay({&*straight_first_, 1}, path, straight_, walk);
    }
    LayWaypointRoute(graph_, start_, starts_, std::nullopt, straight_m_, straight_.end, walk.path);
    walk.path.stretch_costs_m = {straight_m_};
    walk.box = straight_.box;
  }

  void Lay(std::span<const WaypointEnd> starts, const WaypointPath& path, const LastSteps& last,
           TriggerWalk& walk) const {
    LayWaypointRoute(graph_, start_, starts, path, path.cost_m, last.end, walk.path);
    walk.path.stretch_costs_m.back() += last.rest_m;
    walk.box = last.box;
  }

  const MapView& map_;
  const WaypointView& graph_;
  const WaypointTriggers& triggers_;
  const NavLocation& start_;
  const TriggerWalkOptions& options_;
  Scratch& scratch_;
  std::vector<WaypointEnd> starts_;
  std::vector<WaypointEnd> ends_;
  std::vector<LastSteps> last_;  // by end
  double straight_m_ = kInfinite;
  LastSteps straight_;
  std::optional<WaypointEnd> straight_first_;
};

}  // namespace

std::optional<NavLocation> StoredWaypointPlace(const MapView& map, const Vec3& place,
                                               const Exclusions* exclusions, SurfaceWorkspace& scratch) {
  const SnapOptions near{.radius_m = kStored_m, .max_above_m = kStored_m, .max_below_m = kStored_m};
  return SnapToWaypoints(map, place, near, PlaceRole::kLeave, exclusions, scratch).place;
}

SurfacePath FindWaypointEntry(const MapView& map, const WaypointTriggers& triggers, const NavLocation& start,
                              uint32_t box, const TriggerWalkOptions& options, Scratch& scratch) {
  return TriggerWalker(map, triggers, start, options, scratch).WalkInto(box);
}

TriggerWalk FindWaypointPathAround(const MapView& map, const WaypointTriggers& triggers,
                                   const NavLocation& start, const NavLocation& goal,
                                   const TriggerWalkOptions& options, Scratch& scratch) {
  return TriggerWalker(map, triggers, start, options, scratch).WalkTo(goal);
}

RouteAnswer WaypointAnswerOf(const MapView& map, const SurfacePath& route, RouteShape shape) {
  return AnswerOfPath(route, RouteMethod::kWaypoints, [&](RouteAnswer& answer) {
    RouteQuery query;
    query.shape = shape;
    AppendWaypointRoute(map, route, query, answer);
  });
}

}  // namespace waystone
