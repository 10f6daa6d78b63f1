#include "core/surface/navmesh/trigger_walks.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/geom/segment.h"
#include "core/navmesh/any_angle_workspace.h"
#include "core/navmesh/distance_flood.h"
#include "core/navmesh/surface_walk.h"
#include "core/path/search_outcome.h"
#include "core/path/surface_path.h"
#include "core/surface/area_costs.h"
#include "core/surface/ground/ground_line.h"
#include "core/surface/ground/route_points.h"
#include "core/surface/navmesh/mesh_route.h"
#include "core/surface/search_end.h"

namespace waystone {
namespace {

constexpr double kFirstGrowth_m = 16;
constexpr double kGrowth = 1.5;
constexpr double kSteep = 0.2;  // [cosine] of the turn at the side of a box
// For a distant trigger: sides tried, all around it, and searches for each.
constexpr size_t kFarSides = 8;
constexpr int kFarRounds = 3;

// Options of a search over the cut mesh.
template <typename SearchOptions>
SearchOptions OptionsOver(const MapView& map, const CutMesh& cut, const TriggerWalkOptions& options) {
  SearchOptions search;
  search.max_expansions = options.max_expansions;
  search.deadline = options.deadline;
  search.links = &cut.links();
  search.abilities = map.abilities;
  return search;
}

// What a metre of a polygon's ground costs.
double FactorOf(const NavmeshView& mesh, PolyId poly, const TriggerWalkOptions& options) {
  if (!options.IsWeighted()) return 1;
  for (const AreaFactor& factor : options.changes->area_factors) {
    if (factor.area == mesh.poly(poly).area) return factor.factor;
  }
  return 1;
}

// What using a link of the baked mesh costs.
double CostOfLink(const MapView& map, const NavLink& link, const TriggerWalkOptions& options) {
  if (!options.IsWeighted()) return LinkCost_m(link);
  return GroundCostsOf(map, *options.changes).OfLink(*map.navmesh, link);
}

// A path between places of the cut mesh.
SurfacePath Search(const MapView& map, const CutMesh& cut, const NavLocation& from, const NavLocation& to,
                   const TriggerWalkOptions& options, Scratch& scratch) {
  if (!options.IsWeighted()) {
    return FindAnyAngle(cut.mesh(), from, to, OptionsOver<AnyAngleOptions>(map, cut, options),
                        *scratch.Borrow<AnyAngleWorkspace>());
  }
  auto search = OptionsOver<EdgePointOptions>(map, cut, options);
  search.costs = GroundCostsOf(map, *options.changes);
  search.clearance_m = options.changes->min_clearance_m;
  return FindEdgePoints(cut.mesh(), from, to, search, *scratch.Borrow<EdgePointWorkspace>());
}

// A path from a place of the baked mesh to one of the cut mesh, over the baked one.
SurfacePath SearchFrom(const MapView& map, const CutMesh& cut, const NavLocation& start,
                       const NavLocation& end, const TriggerWalkOptions& options, Scratch& scratch) {
  SurfacePath route = Search(map, cut, cut.PlaceOf(start), end, options, scratch);
  if (route.outcome != SearchOutcome::kFound) return route;
  cut.ToBaked(route);
  route.turns.front() = start;
  return route;
}

// Whether the path enters a polygon that overlaps a one-way box.
bool MayMeetTriggers(const MapView& map, const CutMesh& cut, const SurfacePath& route) {
  const NavmeshView& mesh = *map.navmesh;
  if (cut.HasOneWay(route.turns.front().poly)) return true;
  for (const EdgeId edge : route.crossed) {
    if (cut.HasOneWay(PolyId(mesh.edge(EdgeId(mesh.edge(edge).twin)).poly))) return true;
  }
  return std::any_of(route.links.begin(), route.links.end(), [&](const LinkUse& use) {
    return cut.HasOneWay(PolyId(map.links->link(use.link).end_poly));
  });
}

// A path to a place of the cut mesh, over the baked one: by its index, unless that path may meet triggers.
SurfacePath WalkAround(const MapView& map, const CutMesh& cut, const NavLocation& start,
                       const NavLocation& end, const TriggerWalkOptions& options, Scratch& scratch) {
  if (!IndexesOf(map).IsNone()) {
    const MeshRouteOptions whole{
        .max_expansions = options.max_expansions, .changes = options.changes, .deadline = options.deadline};
    FoundPath found = FindMeshRoute(map, start, cut.OnBaked(end), whole, scratch);
    if (!found.IsBest() || !MayMeetTriggers(map, cut, found.path)) return std::move(found.path);
  }
  return SearchFrom(map, cut, start, end, options, scratch);
}

class EntryFinder {
 public:
  EntryFinder(const MapView& map, const CutMesh& cut, const NavLocation& start,
              const TriggerWalkOptions& options, Scratch& scratch, std::vector<TriggerEntry>& entries)
      : map_(map),
        cut_(cut),
        start_(start),
        options_(options),
        place_(cut.PlaceOf(start)),
        scratch_(scratch),
        flood_(*scratch.Borrow<DistanceFlood>()),
        entries_(entries) {
    entries_.assign(cut.boxes().size(), {});
    for (uint32_t box = 0; box < entries_.size(); ++box) {
      if (!StartsIn(box) && HasPathIn(box)) open_.push_back(box);
    }
  }

  RouteReason Find() {
    if (open_.empty()) return RouteReason::kNone;
    if (options_.IsWeighted()) return FindFar();  // a flood measures lengths
    const bool may_go_far = options_.max_exact < options_.max_expansions;
    flood_.Begin(cut_.mesh(), cut_.links(), map_.abilities, place_);
    FloodOptions flood{.deadline = options_.deadline,
                       .max_expansions = may_go_far ? options_.max_exact : options_.max_expansions};
    for (double limit_m = kFirstGrowth_m; !open_.empty(); limit_m *= kGrowth) {
      const SearchOutcome end = flood_.GrowTo(limit_m, flood);
      const bool is_done = flood_.IsDone();
      std::erase_if(open_, [&](uint32_t box) {
        LookFor(box);
        return entries_[box].cost_m <= flood_.grown_to_m() || is_done;
      });
      if (end == SearchOutcome::kExhausted) continue;
      for (const uint32_t box : open_) entries_[box] = {};
      if (end == SearchOutcome::kExpansionLimit && may_go_far) return FindFar();
      return LimitOf(end);
    }
    return RouteReason::kNone;
  }

 private:
  bool HasPathIn(uint32_t box) const { return !cut_.SidesInto(box).empty() || !cut_.LinksInto(box).empty(); }

  // Whether the path there is known: none, or straight on over the pieces around the start.
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
    entry.cost_m = PlaneDistance(start_.point, end->point) * FactorOf(cut_.mesh(), place_.poly, options_);
    entry.piece = place_.poly;
    entry.end = *end;
    return true;
  }

  void LookFor(uint32_t box) {
    for (const CutMesh::Side& side : cut_.SidesInto(box)) {
      const AnyAngleExpander::Nearest nearest = flood_.NearestOn(Outside(side), side.from, side.to);
      Take(box, side, nearest.at, nearest.cost_m);
    }
    for (const CutMesh::Link& into : cut_.LinksInto(box)) Take(box, into, flood_.DistanceTo(into.start));
  }

  // Takes the entry by a link, whose start is reached at that cost, if it is cheaper.
  void Take(uint32_t box, const CutMesh::Link& into, double cost_m) {
    const NavLink& link = map_.links->link(into.link);
    if (!MayUse(link, map_.abilities)) return;
    const std::optional<NavLocation> end = cut_.StepInto(box, into.piece, EndOf(link));
    if (!end.has_value()) return;
    const double whole_m =
        cost_m + CostOfLink(map_, link, options_) +
        Distance(EndOf(link), end->point.Plane()) * FactorOf(cut_.mesh(), into.piece, options_);
    if (whole_m >= entries_[box].cost_m) return;
    entries_[box] = {.cost_m = whole_m,
                     .from = into.start,
                     .side = {},
                     .link = into.link,
                     .piece = into.piece,
                     .is_clear = false,
                     .end = *end};
  }

  // Searches for some places of the sides, and then for those that the last turns on the paths there see.
  RouteReason FindFar() {
    RouteReason limit = RouteReason::kNone;
    for (const uint32_t box : open_) {
      for (const CutMesh::Link& into : cut_.LinksInto(box)) {
        const SurfacePath walk = WalkAround(map_, cut_, start_, into.start, options_, scratch_);
        if (limit == RouteReason::kNone) limit = LimitOf(walk.outcome);
        if (walk.outcome == SearchOutcome::kFound) Take(box, into, walk.cost_m);
      }
      const std::vector<CutMesh::Side> sides = OpenSides(box);
      if (sides.empty()) continue;
      TryFar(box, sides, start_.point.Plane(), limit);
      const size_t stride = std::max<size_t>(1, sides.size() / kFarSides);
      for (size_t i = 0; i < sides.size() && limit == RouteReason::kNone; ++i) {
        // All sides if no entry is found so far.
        if (i % stride != 0 && entries_[box].IsFound()) continue;
        TryFar(box, sides, (sides[i].from + sides[i].to) * 0.5, limit);
      }
    }
    return limit;
  }

  // Sides that are not entered from another trigger that paths keep off.
  std::vector<CutMesh::Side> OpenSides(uint32_t box) const {
    const std::span<const uint32_t> own = cut_.BoxesAt(place_.poly);
    std::vector<CutMesh::Side> open;
    for (const CutMesh::Side& side : cut_.SidesInto(box)) {
      const std::span<const uint32_t> boxes = cut_.BoxesAt(Outside(side));
      const bool is_closed = std::any_of(boxes.begin(), boxes.end(), [&](uint32_t other) {
        return cut_.boxes()[other].is_one_way && !std::binary_search(own.begin(), own.end(), other);
      });
      if (!is_closed) open.push_back(side);
    }
    return open;
  }
  PolyId Outside(const CutMesh::Side& side) const { return PolyId(cut_.mesh().edge(side.edge).poly); }

  // Starts at the side nearest to a place in the plane and goes on while that makes the path shorter.
  // REQUIRES: sides.
  void TryFar(uint32_t box, const std::vector<CutMesh::Side>& sides, Vec2 near, RouteReason& limit) {
    double least_m = std::numeric_limits<double>::infinity();
    for (int round = 0; round < kFarRounds; ++round) {
      const CutMesh::Side* nearest = nullptr;
      Vec2 at = near;
      for (const CutMesh::Side& side : sides) {
        const Vec2 on = side.from + (side.to - side.from) * NearestFraction(side.from, side.to, near);
        if (nearest != nullptr && Distance(on, near) >= Distance(at, near)) continue;
        nearest = &side;
        at = on;
      }
      const SurfacePath walk =
          WalkAround(map_, cut_, start_, {Outside(*nearest), {at.x, 0, at.z}}, options_, scratch_);
      if (limit == RouteReason::kNone) limit = LimitOf(walk.outcome);
      if (walk.outcome != SearchOutcome::kFound || walk.cost_m >= least_m) return;
      least_m = walk.cost_m;
      Take(box, *nearest, at, walk.cost_m);
      near = walk.turns[walk.turns.size() - 2].point.Plane();
    }
  }

  // Takes the entry over a side, which is reached at that cost, if it is cheaper.
  void Take(uint32_t box, const CutMesh::Side& side, Vec2 at, double cost_m) {
    TriggerEntry& best = entries_[box];
    if (cost_m >= best.cost_m) return;
    const std::optional<NavLocation> end = cut_.StepInto(box, side.piece, at);
    if (!end.has_value()) return;
    const double whole_m =
        cost_m + Distance(at, end->point.Plane()) * FactorOf(cut_.mesh(), side.piece, options_);
    if (whole_m >= best.cost_m) return;
    best = {.cost_m = whole_m,
            .from = {Outside(side), {at.x, 0, at.z}},
            .side = side.edge,
            .link = {},
            .piece = side.piece,
            .is_clear = std::min(Distance(at, side.from), Distance(at, side.to)) > 4 * cut_.margin_m(),
            .end = *end};
  }

  const MapView& map_;
  const CutMesh& cut_;
  const NavLocation& start_;
  const TriggerWalkOptions& options_;
  const NavLocation place_;
  Scratch& scratch_;
  DistanceFlood& flood_;
  std::vector<TriggerEntry>& entries_;
  std::vector<uint32_t> open_;  // boxes whose entry is not known
};

// A path to a place of the cut mesh, over the baked one: exactly, unless it is too far.
SurfacePath WalkOverBaked(const MapView& map, const CutMesh& cut, const NavLocation& start,
                          const NavLocation& end, const TriggerWalkOptions& options, Scratch& scratch) {
  if (options.IsWeighted()) return WalkAround(map, cut, start, end, options, scratch);
  TriggerWalkOptions exact = options;
  exact.max_expansions = std::min(options.max_exact, options.max_expansions);
  SurfacePath route = SearchFrom(map, cut, start, end, exact, scratch);
  if (route.outcome == SearchOutcome::kExpansionLimit && exact.max_expansions < options.max_expansions) {
    return WalkAround(map, cut, start, end, options, scratch);
  }
  return route;
}

// Whether the start lies in all one-way boxes of a piece; otherwise every path there enters one.
bool IsInBoxesOf(const CutMesh& cut, const NavLocation& start, PolyId piece) {
  const std::span<const uint32_t> own = cut.BoxesAt(cut.PlaceOf(start).poly);
  const std::span<const CutMesh::Double> doubles = cut.DoublesOf(piece);
  return std::all_of(doubles.begin(), doubles.end(), [&](const CutMesh::Double& one) {
    return std::binary_search(own.begin(), own.end(), one.box);
  });
}

// Goes on from the end of a path into the trigger beyond the side that it ends on.
void StepIn(const CutMesh& cut, const NavLocation& start, uint32_t box, const TriggerEntry& entry,
            SurfacePath& route) {
  const Vec2 at = entry.from.point.Plane();
  // If only the margin is left, and no corner is near, the last walk leads there; but a path that starts in a
  // trigger may have to leave it first.
  const bool is_near = Distance(at, entry.end.point.Plane()) <= 2 * cut.margin_m();
  const bool starts_outside = cut.BoxesAt(cut.PlaceOf(start).poly).empty();
  // Nor does the last walk lead there if it comes along the side.
  const NavLocation& before = route.turns[route.turns.size() - 2];
  const Vec2 last = at - before.point.Plane();
  const Vec2 step = entry.end.point.Plane() - at;
  const bool is_steep = Dot(last, step) >= kSteep * Length(last) * Length(step);
  const EdgeId baked = cut.BakedSide(entry.side);
  if (!baked.IsNone()) route.crossed.push_back(baked);
  const auto leads_there = [&] {
    return PolyStraightOn(cut.baked(), before, entry.end.point.Plane()) == entry.end.poly;
  };
  if (is_near && entry.is_clear && starts_outside && is_steep && leads_there()) route.turns.pop_back();
  cut.StepInto(box, entry.piece, at, &route.crossed);
  route.turns.push_back(entry.end);
}

}  // namespace

RouteReason FindTriggerEntries(const MapView& map, const CutMesh& cut, const NavLocation& start,
                               const TriggerWalkOptions& options, Scratch& scratch,
                               std::vector<TriggerEntry>& entries) {
  return EntryFinder(map, cut, start, options, scratch, entries).Find();
}

SurfacePath WalkToEntry(const MapView& map, const CutMesh& cut, const NavLocation& start, uint32_t box,
                        const TriggerEntry& entry, const TriggerWalkOptions& options, Scratch& scratch) {
  SurfacePath route;
  if (entry.side.IsNone() && entry.link.IsNone()) {
    route.outcome = SearchOutcome::kFound;
    route.turns = {start, entry.end};
    if (!entry.piece.IsNone()) cut.StepInto(box, entry.piece, start.point.Plane(), &route.crossed);
    if (options.IsWeighted()) route.stretch_costs_m = {entry.cost_m};
  } else {
    route = WalkOverBaked(map, cut, start, entry.from, options, scratch);
    if (route.outcome != SearchOutcome::kFound) return route;
    std::vector<double>& costs_m = route.stretch_costs_m;
    const double step_m = entry.cost_m - route.cost_m;
    if (entry.link.IsNone()) {
      StepIn(cut, start, box, entry, route);
      if (!costs_m.empty()) costs_m.back() += step_m;
    } else {
      const auto last = static_cast<uint32_t>(route.turns.size() - 1);
      route.links.push_back({entry.link, last, static_cast<uint32_t>(route.crossed.size())});
      const NavLink& link = map.links->link(entry.link);
      if (!costs_m.empty()) costs_m.push_back(std::max(0.0, step_m - CostOfLink(map, link, options)));
      route.turns.push_back(LinkEnd(link));
      cut.StepInto(box, entry.piece, EndOf(link), &route.crossed);
      route.turns.push_back(entry.end);
    }
  }
  route.end = entry.end;
  return route;
}

TriggerWalk WalkAroundTriggers(const MapView& map, const CutMesh& cut, const NavLocation& start,
                               const NavLocation& end, const TriggerWalkOptions& options, Scratch& scratch) {
  const NavLocation place = cut.PlaceOf(end);
  TriggerWalk best;
  if (IsInBoxesOf(cut, start, place.poly)) best.path = WalkAround(map, cut, start, place, options, scratch);
  for (const CutMesh::Double& one : cut.DoublesOf(place.poly)) {
    const bool is_found = best.path.outcome == SearchOutcome::kFound;
    SurfacePath route = SearchFrom(map, cut, start, {one.piece, place.point}, options, scratch);
    if (route.outcome == SearchOutcome::kFound) {
      if (!is_found || route.cost_m < best.path.cost_m) best = {std::move(route), one.box};
    } else if (best.path.outcome == SearchOutcome::kExhausted) {
      best.path = std::move(route);
    }
  }
  if (best.path.outcome == SearchOutcome::kFound) best.path.turns.back() = end;
  return best;
}

RouteAnswer AnswerOf(const MapView& map, const SurfacePath& route, RouteShape shape, Scratch& scratch,
                     const RouteChanges* changes) {
  return AnswerOfPath(route, RouteMethod::kAnyAngle, [&](RouteAnswer& answer) {
    RouteQuery query;
    query.shape = shape;
    if (changes != nullptr) query.changes.area_factors = changes->area_factors;
    AppendRoute(map, route, query, *scratch.Borrow<GroundLineWorkspace>(), answer);
  });
}

}  // namespace waystone
