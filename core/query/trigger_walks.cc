#include "core/query/trigger_walks.h"

#include <algorithm>
#include <utility>

#include "core/query/mesh_route.h"
#include "core/query/route_points.h"

namespace waystone {
namespace {

constexpr double kFirstGrowth_m = 16;
constexpr double kGrowth = 1.5;

class EntryFinder {
 public:
  EntryFinder(const MapView& map, const CutMesh& cut, const NavLocation& start, Workspace& workspace,
              std::vector<TriggerEntry>& entries)
      : map_(map),
        cut_(cut),
        start_(start),
        place_(cut.PlaceOf(start)),
        flood_(workspace.distances),
        entries_(entries) {
    entries_.assign(cut.boxes().size(), {});
    for (uint32_t box = 0; box < entries_.size(); ++box) {
      if (!StartsIn(box) && HasWayIn(box)) open_.push_back(box);
    }
  }

  RouteReason Find(const TriggerWalkOptions& options) {
    if (open_.empty()) return RouteReason::kNone;
    flood_.Begin(cut_.mesh(), cut_.links(), map_.abilities, place_);
    FloodOptions flood{.deadline = options.deadline, .max_expansions = options.max_expansions};
    for (double limit_m = kFirstGrowth_m; !open_.empty(); limit_m *= kGrowth) {
      const FloodEnd end = flood_.GrowTo(limit_m, flood);
      const bool is_done = flood_.IsDone();
      std::erase_if(open_, [&](uint32_t box) {
        LookFor(box);
        return entries_[box].cost_m <= flood_.grown_to_m() || is_done;
      });
      if (end == FloodEnd::kWhole) continue;
      for (const uint32_t box : open_) entries_[box] = {};
      if (options.deadline.Cancelled()) return RouteReason::kCancelled;
      return end == FloodEnd::kDeadline ? RouteReason::kDeadline : RouteReason::kExpansionLimit;
    }
    return RouteReason::kNone;
  }

 private:
  bool HasWayIn(uint32_t box) const { return !cut_.SidesInto(box).empty() || !cut_.LinksInto(box).empty(); }

  // Whether the way there is known: none, or straight on over the pieces around the start.
  bool StartsIn(uint32_t box) {
    if (cut_.boxes()[box].is_one_way) return false;
    TriggerEntry& entry = entries_[box];
    entry.from = place_;
    entry.end = start_;
    if (cut_.boxes()[box].box.Contains(start_.point)) {
      entry.cost_m = 0;
      return true;
    }
    const std::span<const uint32_t> boxes = cut_.BoxesAt(place_.poly);
    if (!std::binary_search(boxes.begin(), boxes.end(), box)) return false;
    const std::optional<NavLocation> end = cut_.StepInto(box, place_.poly, place_.point.Plane());
    if (!end.has_value()) return false;
    entry.cost_m = PlaneDistance(start_.point, end->point);
    entry.piece = place_.poly;
    entry.end = *end;
    return true;
  }

  void LookFor(uint32_t box) {
    TriggerEntry& best = entries_[box];
    for (const CutMesh::Side& side : cut_.SidesInto(box)) {
      const PolyId outside(cut_.mesh().edge(side.edge).poly);
      const AnyAngleExpander::Nearest nearest = flood_.NearestOn(outside, side.from, side.to);
      if (nearest.cost_m >= best.cost_m) continue;
      const std::optional<NavLocation> end = cut_.StepInto(box, side.piece, nearest.at);
      if (!end.has_value()) continue;
      const double cost_m = nearest.cost_m + Distance(nearest.at, end->point.Plane());
      if (cost_m >= best.cost_m) continue;
      best = {.cost_m = cost_m,
              .from = {outside, {nearest.at.x, 0, nearest.at.z}},
              .side = side.edge,
              .link = {},
              .piece = side.piece,
              .is_clear = std::min(Distance(nearest.at, side.from), Distance(nearest.at, side.to)) >
                          4 * cut_.margin_m(),
              .end = *end};
    }
    for (const CutMesh::Link& into : cut_.LinksInto(box)) LookFor(box, into);
  }

  void LookFor(uint32_t box, const CutMesh::Link& into) {
    const NavLink& link = map_.links->link(into.link);
    if (!MayUse(link, map_.abilities)) return;
    const std::optional<NavLocation> end = cut_.StepInto(box, into.piece, EndOf(link));
    if (!end.has_value()) return;
    const double cost_m =
        flood_.DistanceTo(into.start) + LinkCost_m(link) + Distance(EndOf(link), end->point.Plane());
    if (cost_m >= entries_[box].cost_m) return;
    entries_[box] = {.cost_m = cost_m,
                     .from = into.start,
                     .side = {},
                     .link = into.link,
                     .piece = into.piece,
                     .is_clear = false,
                     .end = *end};
  }

  const MapView& map_;
  const CutMesh& cut_;
  const NavLocation& start_;
  const NavLocation place_;
  DistanceFlood& flood_;
  std::vector<TriggerEntry>& entries_;
  std::vector<uint32_t> open_;  // boxes whose entry is not known
};

AnyAngleResult Search(const MapView& map, const CutMesh& cut, const NavLocation& from, const NavLocation& to,
                      const TriggerWalkOptions& options, Workspace& workspace) {
  AnyAngleOptions search;
  search.max_expansions = options.max_expansions;
  search.deadline = options.deadline;
  search.links = &cut.links();
  search.abilities = map.abilities;
  return FindAnyAngle(cut.mesh(), from, to, search, workspace.any_angle);
}

// Whether the way comes to a polygon that a one-way box has a part of.
bool MayMeetTriggers(const MapView& map, const CutMesh& cut, const AnyAngleResult& route) {
  const NavmeshView& mesh = *map.navmesh;
  if (cut.HasOneWay(route.turns.front().poly)) return true;
  for (const EdgeId edge : route.crossed) {
    if (cut.HasOneWay(PolyId(mesh.edge(EdgeId(mesh.edge(edge).twin)).poly))) return true;
  }
  return std::any_of(route.links.begin(), route.links.end(), [&](const AnyAngleLinkUse& use) {
    return cut.HasOneWay(PolyId(map.links->link(use.link).end_poly));
  });
}

// Goes on from the end of a way into the trigger beyond the side that it ends on.
void StepIn(const CutMesh& cut, const NavLocation& start, uint32_t box, const TriggerEntry& entry,
            AnyAngleResult& route) {
  const Vec2 at = entry.from.point.Plane();
  // Where only the margin is left to go, and no corner is near, the last walk leads there; but who starts in
  // a trigger may have to leave it first.
  const bool is_near = Distance(at, entry.end.point.Plane()) <= 2 * cut.margin_m();
  const bool starts_outside = cut.BoxesAt(cut.PlaceOf(start).poly).empty();
  const EdgeId baked = cut.BakedSide(entry.side);
  if (!baked.IsNone()) route.crossed.push_back(baked);
  if (is_near && entry.is_clear && starts_outside) route.turns.pop_back();
  cut.StepInto(box, entry.piece, at, &route.crossed);
  route.turns.push_back(entry.end);
}

}  // namespace

RouteReason FindTriggerEntries(const MapView& map, const CutMesh& cut, const NavLocation& start,
                               const TriggerWalkOptions& options, Workspace& workspace,
                               std::vector<TriggerEntry>& entries) {
  return EntryFinder(map, cut, start, workspace, entries).Find(options);
}

AnyAngleResult WalkToEntry(const MapView& map, const CutMesh& cut, const NavLocation& start, uint32_t box,
                           const TriggerEntry& entry, const TriggerWalkOptions& options,
                           Workspace& workspace) {
  AnyAngleResult route;
  if (entry.side.IsNone() && entry.link.IsNone()) {
    route.outcome = AnyAngleOutcome::kFound;
    route.turns = {start, entry.end};
    if (!entry.piece.IsNone()) cut.StepInto(box, entry.piece, start.point.Plane(), &route.crossed);
  } else {
    route = Search(map, cut, cut.PlaceOf(start), entry.from, options, workspace);
    if (route.outcome != AnyAngleOutcome::kFound) return route;
    cut.ToBaked(route);
    route.turns.front() = start;
    if (entry.link.IsNone()) {
      StepIn(cut, start, box, entry, route);
    } else {
      const auto last = static_cast<uint32_t>(route.turns.size() - 1);
      route.links.push_back({entry.link, last, static_cast<uint32_t>(route.crossed.size())});
      const NavLink& link = map.links->link(entry.link);
      route.turns.push_back(LinkEnd(link));
      cut.StepInto(box, entry.piece, EndOf(link), &route.crossed);
      route.turns.push_back(entry.end);
    }
  }
  route.end = entry.end;
  return route;
}

AnyAngleResult WalkAroundTriggers(const MapView& map, const CutMesh& cut, const NavLocation& start,
                                  const NavLocation& end, const TriggerWalkOptions& options,
                                  Workspace& workspace) {
  if (map.hierarchy != nullptr) {
    const MeshRouteOptions whole{.max_expansions = options.max_expansions, .deadline = options.deadline};
    MeshRoute found = FindMeshRoute(map, start, end, whole, workspace);
    if (!found.IsBest() || !MayMeetTriggers(map, cut, found.route)) return std::move(found.route);
  }
  AnyAngleResult route = Search(map, cut, cut.PlaceOf(start), cut.PlaceOf(end), options, workspace);
  if (route.outcome != AnyAngleOutcome::kFound) return route;
  cut.ToBaked(route);
  route.turns.front() = start;
  route.turns.back() = end;
  return route;
}

RouteReason LimitOf(AnyAngleOutcome outcome, const Deadline& deadline) {
  if (outcome == AnyAngleOutcome::kExpansionLimit) return RouteReason::kExpansionLimit;
  if (outcome != AnyAngleOutcome::kDeadline) return RouteReason::kNone;
  return deadline.Cancelled() ? RouteReason::kCancelled : RouteReason::kDeadline;
}

RouteAnswer AnswerOf(const MapView& map, const AnyAngleResult& route, RouteShape shape,
                     const Deadline& deadline, Workspace& workspace) {
  RouteAnswer answer;
  answer.method = RouteMethod::kAnyAngle;
  answer.expansions = route.expansions;
  answer.reason = LimitOf(route.outcome, deadline);
  if (route.outcome == AnyAngleOutcome::kFound) {
    RouteQuery query;
    query.shape = shape;
    AppendRoute(map, route, query, workspace.ground_line, answer);
    answer.status = RouteStatus::kComplete;
  } else if (answer.reason != RouteReason::kNone) {
    answer.status = RouteStatus::kLimitReached;
  }
  return answer;
}

}  // namespace waystone
