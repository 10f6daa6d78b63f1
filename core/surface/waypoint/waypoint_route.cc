#include "core/surface/waypoint/waypoint_route.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/navmesh/closest_poly.h"
#include "core/path/search_outcome.h"
#include "core/path/surface_path.h"
#include "core/surface/search_end.h"
#include "core/surface/waypoint/waypoint_place.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "core/waypoint/waypoint_search.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

class RouteFinder {
 public:
  RouteFinder(const MapView& map, const NavLocation& start, std::span<const NavLocation> goals,
              const WaypointPathOptions& options, Scratch& scratch)
      : map_(map),
        start_(start),
        goals_(goals),
        options_(options),
        scratch_(scratch),
        starts_(StartsAt(map, start, options.exclusions)) {
    for (size_t i = 0; i < goals.size(); ++i) {
      for (const WaypointEnd& end : EndsAt(map, goals[i], options.exclusions)) {
        ends_.push_back(end);
        goal_of_end_.push_back(i);
      }
    }
  }

  NearestPath Find() {
    out_.found.method = RouteMethod::kWaypoints;
    const auto [straight, straight_m] = CheapestStraight();
    const auto is_closed = [&](LinkId arc) {
      return options_.exclusions->IsClosed(arc, map_.links->link(arc));
    };
    const absl::FunctionRef<bool(LinkId)> closed(is_closed);
    WaypointQuery query{.starts = starts_,
                        .goals = ends_,
                        .abilities = map_.abilities,
                        .is_closed = options_.exclusions == nullptr ? nullptr : &closed,
                        .max_cost_m = std::min(options_.max_cost_m, straight_m),
                        .max_expansions = options_.max_expansions,
                        .deadline = options_.deadline};
    const WaypointPath path = FindWaypointPath(WaypointsOf(map_), query, *ws_);
    out_.found.path.expansions = static_cast<uint32_t>(path.expanded);
    const bool arrives = path.arrives;
    if (straight_m <= options_.max_cost_m && std::isfinite(straight_m) &&
        (!arrives || path.cost_m >= straight_m)) {
      out_.goal = straight;
      Lay(std::nullopt, straight_m, goals_[straight]);
      out_.found.path.stretch_costs_m = {straight_m};
      Judge(SearchOutcome::kFound);
    } else if (arrives) {
      out_.goal = goal_of_end_[path.goal];
      Lay(path, path.cost_m, goals_[out_.goal]);
      out_.found.path.stretch_costs_m.back() += ends_[path.goal].cost_m;
      Judge(path.outcome);
    } else {
      Judge(path.outcome);
      if (path.outcome != SearchOutcome::kCostLimit) LeadNear(query, path);
    }
    return std::move(out_);
  }

 private:
  // The cheapest goal that a straight walk reaches, and its cost: infinite if there is none.
  std::pair<size_t, double> CheapestStraight() const {
    std::pair<size_t, double> cheapest{0, kInfinite};
    for (size_t i = 0; i < goals_.size(); ++i) {
      const std::optional<double> cost_m = StraightCost_m(map_, start_, goals_[i], options_.exclusions);
      if (cost_m && *cost_m < cheapest.second) cheapest = {i, *cost_m};
    }
    return cheapest;
  }

  void Judge(SearchOutcome outcome) {
    FoundPath& found = out_.found;
    found.path.outcome = outcome;
    found.basis = RouteBasis::kSearch;
    if (outcome == SearchOutcome::kExhausted) {
      const bool has_changes = options_.has_changes;
      found.reason = has_changes ? RouteReason::kClosedByChanges : RouteReason::kGoalUnreachable;
    } else if (IsCut(outcome)) {
      found.basis = RouteBasis::kIncompleteSearch;
      found.reason = LimitOf(outcome);
    }
  }

  // Leads to the place nearest to any goal, of those that a search reached; if it has proven that no path
  // leads to a goal, of all that the start reaches.
  void LeadNear(WaypointQuery query, const WaypointPath& path) {
    const bool is_proven = path.outcome == SearchOutcome::kExhausted;
    if (is_proven) {
      query.goals = {};
      query.max_cost_m = kInfinite;
      query.max_expansions -= std::min(static_cast<uint32_t>(path.expanded), query.max_expansions - 1);
      const WaypointPath flood = FindWaypointPath(WaypointsOf(map_), query, *ws_);
      out_.found.path.expansions += static_cast<uint32_t>(flood.expanded);
    }
    const auto is_reached = [&](PolyId node) { return ws_->Reached(node); };
    double least_m = kInfinite;
    std::optional<NavLocation> nearest;
    for (size_t i = 0; i < goals_.size(); ++i) {
      if (i > 0 && options_.deadline.Expired()) break;  // a look-up may pass over all nodes
      const auto place = scratch_.Borrow<ClosestPolySearch>()->Find(
          *map_.navmesh, goals_[i].point, is_reached, least_m, i > 0 ? options_.deadline : Deadline());
      if (!place || Distance(place->point, goals_[i].point) >= least_m) continue;
      least_m = Distance(place->point, goals_[i].point);
      nearest = place;
      out_.goal = i;
    }
    if (!nearest) return;
    const WaypointPath found = ws_->PathTo(nearest->poly);
    const double rest_m = Distance(WaypointsOf(map_).Position(nearest->poly), nearest->point);
    Lay(found, found.cost_m + rest_m, *nearest);
    out_.found.path.stretch_costs_m.back() += rest_m;
  }

  void Lay(const std::optional<WaypointPath>& path, double cost_m, const NavLocation& end) {
    LayWaypointRoute(WaypointsOf(map_), start_, starts_, path, cost_m, end, out_.found.path);
  }

  const MapView& map_;
  const NavLocation& start_;
  const std::span<const NavLocation> goals_;
  const WaypointPathOptions& options_;
  Scratch& scratch_;
  const Scratch::Lease<WaypointWorkspace> ws_ = scratch_.Borrow<WaypointWorkspace>();
  const std::vector<WaypointEnd> starts_;
  std::vector<WaypointEnd> ends_;
  std::vector<size_t> goal_of_end_;
  NearestPath out_;
};

class RouteWriter {
 public:
  RouteWriter(const MapView& map, const SurfacePath& route, const RouteQuery& query, RouteAnswer& answer)
      : map_(map),
        route_(route),
        query_(query),
        answer_(answer),
        max_length_m_(query.max_length_m == 0 ? kInfinite : query.max_length_m) {}

  bool Write() {
    BeginWalk(route_.turns.front().point);
    bool fits = true;
    for (size_t k = 0; k <= route_.links.size() && fits; ++k) {
      const std::span<const NavLocation> turns = route_.StretchTurns(k);
      AddNode(turns[0].poly);
      const double per_metre = CostPerMetre(k, turns);
      for (size_t i = 1; i < turns.size() && fits; ++i) {
        AddNode(turns[i].poly);
        fits = WalkTo(turns[i].point, per_metre * Distance(at_, turns[i].point));
      }
      if (!fits || k == route_.links.size()) break;
      const LinkId id = route_.links[k].link;
      const NavLink& link = map_.links->link(id);
      const Vec3& end = route_.StretchTurns(k + 1).front().point;
      fits =
          link.kind == LinkKind::kWalk ? WalkTo(end, static_cast<double>(link.cost_m)) : Take(id, link, end);
    }
    EndWalk();
    return fits;
  }

 private:
  void BeginWalk(const Vec3& at) {
    at_ = at;
    walk_ = {};
    walk_.first_point = static_cast<uint32_t>(answer_.points.empty() ? 0 : answer_.points.size() - 1);
    walk_.point_count = 1;
    if (answer_.points.empty()) AddPoint(at);
  }

  double CostPerMetre(size_t stretch, std::span<const NavLocation> turns) const {
    double length_m = 0;
    for (size_t i = 1; i < turns.size(); ++i) length_m += Distance(turns[i - 1].point, turns[i].point);
    return route_.stretch_costs_m.empty() || length_m == 0 ? 1 : route_.stretch_costs_m[stretch] / length_m;
  }

  // Cuts the walk at the answer's length limit. Adds no point that floats may not tell from the last.
  bool WalkTo(const Vec3& to, double cost_m) {
    const double length_m = Distance(at_, to);
    const double left_m = max_length_m_ - answer_.length_m;
    const bool fits = length_m <= left_m;
    if (std::min(length_m, left_m) <= map_.navmesh->tolerance_m() / 8) return fits;
    const double share = fits ? 1 : left_m / length_m;
    const Vec3 end = fits ? to : at_ + (to - at_) * share;
    AddPoint(end);
    ++walk_.point_count;
    walk_.length_m += length_m * share;
    walk_.cost_m += cost_m * share;
    answer_.length_m += length_m * share;
    answer_.plane_length_m += PlaneDistance(at_, end);
    answer_.cost_m += cost_m * share;
    at_ = end;
    return fits;
  }

  // A walk of no length is no leg.
  void EndWalk() {
    if (walk_.point_count > 1) answer_.legs.push_back(walk_);
  }

  bool Take(LinkId id, const NavLink& link, const Vec3& end) {
    const double length_m = Distance(at_, end);
    if (answer_.length_m + length_m > max_length_m_) return false;
    EndWalk();
    RouteLeg leg;
    leg.kind = link.kind;
    leg.link = id;
    leg.external_id = std::string(map_.links->ExternalId(id));
    leg.first_point = static_cast<uint32_t>(answer_.points.size() - 1);
    leg.point_count = 2;
    leg.length_m = length_m;
    leg.cost_m = static_cast<double>(link.cost_m);
    answer_.length_m += length_m;
    answer_.plane_length_m += PlaneDistance(at_, end);
    answer_.cost_m += leg.cost_m;
    AddPoint(end);
    answer_.legs.push_back(std::move(leg));
    BeginWalk(end);
    return true;
  }

  void AddPoint(const Vec3& local) { answer_.points.push_back(local + map_.manifest->origin); }

  void AddNode(PolyId node) {
    if (!query_.with_polys) return;
    if (answer_.polys.empty() || answer_.polys.back() != node) answer_.polys.push_back(node);
  }

  const MapView& map_;
  const SurfacePath& route_;
  const RouteQuery& query_;
  RouteAnswer& answer_;
  const double max_length_m_;
  RouteLeg walk_;
  Vec3 at_;
};

}  // namespace

void LayWaypointRoute(const WaypointView& graph, const NavLocation& start,
                      std::span<const WaypointEnd> starts, const std::optional<WaypointPath>& path,
                      double cost_m, const NavLocation& end, SurfacePath& route) {
  const auto place_of = [&](PolyId node) { return NavLocation{node, graph.Position(node)}; };
  route.cost_m = cost_m;
  route.end = end;
  route.turns = {start};
  if (path) {
    route.turns.push_back(place_of(starts[path->start].node));
    route.stretch_costs_m.assign(path->arcs.size() + 1, 0);
    route.stretch_costs_m.front() = starts[path->start].cost_m;
    for (const LinkId arc : path->arcs) {
      route.links.push_back({arc, static_cast<uint32_t>(route.turns.size() - 1), 0});
      route.turns.push_back(place_of(graph.arc(arc).target));
    }
  }
  route.turns.push_back(end);
  for (size_t i = 1; i < route.turns.size(); ++i) {
    route.plane_length_m += PlaneDistance(route.turns[i - 1].point, route.turns[i].point);
  }
}

NearestPath FindNearestWaypointRoute(const MapView& map, const NavLocation& start,
                                     std::span<const NavLocation> goals, const WaypointPathOptions& options,
                                     Scratch& scratch) {
  return RouteFinder(map, start, goals, options, scratch).Find();
}

bool AppendWaypointRoute(const MapView& map, const SurfacePath& route, const RouteQuery& query,
                         RouteAnswer& answer) {
  return RouteWriter(map, route, query, answer).Write();
}

}  // namespace waystone
