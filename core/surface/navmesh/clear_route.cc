// A string is laid along the taut path's bends. If it is stuck, a polygon of the corridor there is left out, and the
// shortest path from some way before it to some way behind it takes the corridor's place; the string is laid again from
// the beginning of that. Searches for the shortest path know nothing of the clearance, so they are fast; if they
// lead nowhere, a search over points on sides does.
#include "core/surface/navmesh/clear_route.h"

#include <algorithm>
#include <limits>
#include <span>

#include "core/geom/segment.h"
#include "core/navmesh/clearance_check.h"
#include "core/navmesh/edge_point_search.h"
#include "core/navmesh/route_corridor.h"
#include "core/navmesh/surface_walk.h"
#include "core/navmesh/two_way.h"

namespace waystone {
namespace {

// Of ways round a polygon that is left out.
constexpr double kFirstAvoided_m = 32;
constexpr double kMostAvoided_m = 512;
constexpr double kGoodDetour = 1.0 / 32;  // [m per metre of reach] a longer one asks for more reach,
constexpr double kGoodWhole = 1.012;   // unless the whole is no longer than this times what it was at first
constexpr uint32_t kMostAvoided = 64;  // polygons
// Of searches over points.
constexpr double kFirstReach_m = 8;
constexpr double kMostReach_m = 32;
// Of both.
constexpr double kGrowth = 4;
constexpr uint32_t kExpansionsPerMetre = 512;  // of reach
constexpr uint32_t kMostExpansions = 250'000;  // of all: beyond, another search is as fast
constexpr double kMostDetour_m = 2;            // [m per metre of reach] a longer one asks for more reach

class ClearRoute {
 public:
  ClearRoute(const MapView& map, const NavLocation& start, const NavLocation& goal,
             const ClearRouteOptions& options, ClearRouteWorkspace& workspace)
      : mesh_(*map.navmesh),
        links_(*map.links),
        start_(start),
        goal_(goal),
        options_(options),
        max_expansions_(std::min(options.max_expansions, kMostExpansions)),
        ws_(workspace),
        clearance_(mesh_, options.exclusions, options.clearance_m, workspace.surface),
        joiner_(mesh_) {
    clearance_.AddEnd(start);
    clearance_.AddEnd(goal);
    from_ = ApproachOf(start);
    to_ = ApproachOf(goal);
  }

  uint32_t expansions() const { return expansions_; }

  std::optional<SurfacePath> Run(const SurfacePath& taut) {
    SurfacePath result;
    ClearStringScratch& string = ws_.string;
    string.turns.assign(1, start_);
    string.crossed_before.assign(1, 0);
    string.crossed.clear();
    if (!from_.crossed.empty() || from_.place.point != start_.point) AddTurn(from_.place, from_.crossed);
    for (size_t k = 0; k <= taut.links.size(); ++k) {
      const bool is_last = k == taut.links.size();
      const NavLocation to = is_last ? to_.place : LinkStart(links_.link(taut.links[k].link));
      SetCorridor(taut.StretchCrossed(k), k == 0, is_last);
      if (!LayStretch(to, k > 0, !is_last)) return std::nullopt;
      if (is_last) break;
      const auto turn = static_cast<uint32_t>(string.turns.size() - 1);
      const auto crossed = static_cast<uint32_t>(string.crossed.size());
      result.links.push_back({taut.links[k].link, turn, crossed});
      string.turns.push_back(LinkEnd(links_.link(taut.links[k].link)));
      string.crossed_before.push_back(crossed);
    }
    if (!to_.crossed.empty() || to_.place.point != goal_.point) {
      Turned(to_.crossed);
      AddTurn(goal_, to_.crossed);
    }
    result.outcome = SearchOutcome::kFound;
    result.end = goal_;
    result.turns = string.turns;
    result.crossed = string.crossed;
    FinishTurns(links_, result);
    return result;
  }

 private:
  // Where a string begins or ends: the end of the path, or if that lacks the clearance a place near it.
  struct Approach {
    NavLocation place;
    std::vector<EdgeId> crossed;  // from the end of the path to the place
  };
  Approach ApproachOf(const NavLocation& end) const {
    if (HasRoom(end)) return {end, {}};
    const std::optional<Vec2> at = clearance_.RoomNear(end);
    if (!at) return {end, {}};
    Approach approach;
    const RaycastResult walk = Raycast(mesh_, end, *at, &approach.crossed);
    uint32_t poly = end.poly.value();
    for (const EdgeId side : approach.crossed) {
      const EdgeId back = TwoWayTwin(mesh_, side);
      if (mesh_.edge(side).poly != poly || back.IsNone()) return {end, {}};
      poly = mesh_.edge(back).poly;
    }
    const bool is_walked = walk.reached && poly == walk.end.poly.value() &&
                           clearance_.HasRoom(end.poly, end.point.Plane(), *at, nullptr);
    if (!is_walked) return {end, {}};
    approach.place = walk.end;
    return approach;
  }
  // The way back through sides.
  void Turned(std::vector<EdgeId>& crossed) const {
    std::ranges::reverse(crossed);
    for (EdgeId& side : crossed) side = TwoWayTwin(mesh_, side);
  }
  void AddTurn(const NavLocation& place, std::span<const EdgeId> crossed) {
    ClearStringScratch& string = ws_.string;
    string.crossed.insert(string.crossed.end(), crossed.begin(), crossed.end());
    string.turns.push_back(place);
    string.crossed_before.push_back(static_cast<uint32_t>(string.crossed.size()));
  }
  // The sides of a stretch of the taut path, from and to where its string begins and ends.
  void SetCorridor(std::span<const EdgeId> crossed, bool is_first, bool is_last) {
    ws_.corridor.clear();
    if (is_first) {
      ws_.corridor.assign(from_.crossed.begin(), from_.crossed.end());
      Turned(ws_.corridor);
    }
    for (const EdgeId side : crossed) joiner_.Cross(side.value(), 0, ws_.corridor);
    if (!is_last) return;
    for (const EdgeId side : to_.crossed) joiner_.Cross(side.value(), 0, ws_.corridor);
  }

  // From the last turn to `to`, at first through the corridor.
  bool LayStretch(const NavLocation& to, bool from_link, bool to_link) {
    ClearStringScratch& string = ws_.string;
    const Vec2 start = string.turns.back().point.Plane();
    const Vec2 end = to.point.Plane();
    const size_t floor = string.turns.size();
    first_whole_m_ = 0;
    ClearString layer(mesh_, clearance_, string);
    while (!options_.deadline.Expired()) {
      FindBends(string.turns.back().point.Plane(), end);
      whole_m_ = WalkedTo(floor, string.turns.size()) + taut_m_;
      if (string.turns.size() == floor && first_whole_m_ == 0) first_whole_m_ = whole_m_;
      const bool is_first = from_link && string.turns.size() == floor;
      if (layer.Lay(ws_.bends, to, is_first ? &start : nullptr, to_link ? &end : nullptr)) return true;
      if (!Avoid(NarrowPoly(layer.stuck_at()), floor, to) && !GoRound(floor, to)) return false;
      if (string.turns.back().poly == to.poly && string.turns.back().point == to.point) return true;
    }
    return false;
  }

  // The polygon of the corridor to leave out: of the two at the side nearest to a place, the smaller one.
  PolyId NarrowPoly(Vec2 at) const {
    double least_m = std::numeric_limits<double>::infinity();
    EdgeId nearest = ws_.corridor.empty() ? EdgeId::None() : ws_.corridor.front();
    for (const EdgeId side : ws_.corridor) {
      const Vec2 a = Vec3(mesh_.EdgeStart(side)).Plane();
      const Vec2 b = Vec3(mesh_.EdgeStart(EdgeId(mesh_.edge(side).twin))).Plane();
      const double distance_m = SegmentDistance(a, b, at);
      if (distance_m >= least_m) continue;
      least_m = distance_m;
      nearest = side;
    }
    if (nearest.IsNone()) return PolyId::None();
    const PolyId before(mesh_.edge(nearest).poly);
    const PolyId beyond(mesh_.edge(EdgeId(mesh_.edge(nearest).twin)).poly);
    return Reach_m(before, at) <= Reach_m(beyond, at) ? before : beyond;
  }
  double Reach_m(PolyId poly, Vec2 from) const {
    double most_m = 0;
    for (const NavEdge& edge : mesh_.edges(poly))
      most_m = std::max(most_m, Distance(from, Vec3(mesh_.vertex(VertexId(edge.vertex))).Plane()));
    return most_m;
  }

  // Leads the corridor round a polygon.
  bool Avoid(PolyId stuck_in, size_t floor, const NavLocation& end) {
    if (options_.exclusions != nullptr || avoided_ == kMostAvoided || stuck_in.IsNone()) return false;
    if (avoided_++ == 0) ws_.avoided.Begin(mesh_, links_);
    ws_.avoided.BlockPoly(stuck_in);
    std::optional<Ends> best;
    double least_m = std::numeric_limits<double>::infinity();
    for (double reach_m = kFirstAvoided_m; reach_m <= kMostAvoided_m; reach_m *= kGrowth) {
      const Ends ends = EndsOf(reach_m, floor, end);
      if (ws_.avoided.IsBlocked(ends.from.poly) || ws_.avoided.IsBlocked(ends.to.poly)) continue;
      AnyAngleOptions search;
      search.max_expansions =
          std::min(max_expansions_ - expansions_, kExpansionsPerMetre * static_cast<uint32_t>(reach_m));
      search.deadline = options_.deadline;
      search.max_cost_m = PlaneDistance(ends.from.point, ends.to.point) + kMostDetour_m * reach_m;
      search.exclusions = &ws_.avoided;
      search.is_reachable = true;  // the limits end the search sooner than a flood would pay
      const SurfacePath detour = FindAnyAngle(mesh_, ends.from, ends.to, search, ws_.any_angle);
      expansions_ += detour.expansions;
      if (IsLate(detour.outcome) || expansions_ >= max_expansions_) return false;
      if (detour.outcome != SearchOutcome::kFound) continue;
      const double whole_m = WalkedTo(floor, ends.turn_count) + detour.cost_m + LeftFrom(ends.behind);
      if (whole_m < least_m) {
        least_m = whole_m;
        best = ends;
        ws_.detour.assign(detour.crossed.begin(), detour.crossed.end());
      }
      if (least_m <= std::max(whole_m_ + kGoodDetour * reach_m, kGoodWhole * first_whole_m_)) break;
    }
    if (!best) return false;
    Return(best->turn_count);
    ReplaceCorridor(best->behind, ws_.detour);
    return true;
  }

  // [m] Along the turns of the stretch, to the last of so many turns.
  double WalkedTo(size_t floor, size_t turn_count) const {
    double walked_m = 0;
    for (size_t i = floor; i < turn_count; ++i)
      walked_m += PlaneDistance(ws_.string.turns[i - 1].point, ws_.string.turns[i].point);
    return walked_m;
  }
  // [m] The length of the taut path behind a side that it crosses.
  double LeftFrom(size_t side) const {
    return side < ws_.corridor.size() ? taut_m_ - ws_.crossings[side].along_m : 0;
  }

  // The bends of the taut path through the sides, and where it crosses them.
  void FindBends(Vec2 from, Vec2 to) {
    taut_m_ = TautLength_m(mesh_, from, ws_.corridor, to, ws_.pull);
    ws_.bends.clear();
    ws_.crossings.clear();
    Vec2 at = from;
    double along_m = 0;
    const auto walk_to = [&](Vec2 next, size_t side_count) {
      for (size_t i = ws_.crossings.size(); i < side_count; ++i) {
        const FunnelEdge& side = ws_.pull.edges[i];
        const double fraction = CrossingFraction(at, next, side.left, side.right);
        const Vec2 crossing = side.left + (side.right - side.left) * fraction;
        ws_.crossings.push_back({crossing, along_m + Distance(at, crossing)});
      }
      along_m += Distance(at, next);
      at = next;
    };
    for (const FunnelTurn& turn : ws_.pull.turns) {
      const FunnelEdge& side = ws_.pull.edges[turn.edge];
      const Vec2 corner = turn.at_left ? side.left : side.right;
      walk_to(corner, turn.edge);
      ws_.bends.push_back({corner, turn.at_left, turn.edge});
    }
    walk_to(to, ws_.corridor.size());
  }

  // Where a way round begins and ends.
  struct Ends {
    size_t turn_count;  // up to the turn where it begins
    NavLocation from;
    size_t behind;  // the side behind which it ends; the number of sides: at the end
    NavLocation to;
  };
  // A turn before the place where the string is stuck, and a crossing behind it.
  Ends EndsOf(double reach_m, size_t floor, const NavLocation& end) const {
    const ClearStringScratch& string = ws_.string;
    const Vec2 stuck = string.done.back().arrival.point.Plane();
    const auto next = std::find_if(string.ahead.rbegin(), string.ahead.rend(),
                                   [](const auto& disc) { return disc.name != ClearStringScratch::kNoBend; });
    const bool is_last = next == string.ahead.rend();
    const Vec2 next_at = is_last ? end.point.Plane() : next->at;
    const auto is_good = [&](const NavLocation& place, Vec2 from) {
      return Distance(place.point.Plane(), from) >= reach_m && HasRoom(place);
    };
    Ends ends{string.turns.size(), end, is_last ? ws_.corridor.size() : next->name, end};
    while (ends.turn_count > floor && !is_good(string.turns[ends.turn_count - 1], stuck)) --ends.turn_count;
    ends.from = string.turns[ends.turn_count - 1];
    while (ends.behind < ws_.corridor.size() && !is_good(PlaceBehind(ends.behind), next_at)) ++ends.behind;
    if (ends.behind < ws_.corridor.size()) ends.to = PlaceBehind(ends.behind);
    return ends;
  }
  void Return(size_t turn_count) {
    ClearStringScratch& string = ws_.string;
    string.turns.resize(turn_count);
    string.crossed.resize(string.crossed_before[turn_count - 1]);
    string.crossed_before.resize(turn_count);
  }
  // The sides before `behind`, and that one, by others.
  void ReplaceCorridor(size_t behind, std::span<const EdgeId> crossed) {
    const size_t gone = std::min(behind + 1, ws_.corridor.size());
    ws_.corridor.erase(ws_.corridor.begin(), ws_.corridor.begin() + static_cast<ptrdiff_t>(gone));
    ws_.corridor.insert(ws_.corridor.begin(), crossed.begin(), crossed.end());
  }

  // Searches a way round point by point. False if there is none.
  bool GoRound(size_t floor, const NavLocation& end) {
    ClearStringScratch& string = ws_.string;
    for (double reach_m = kFirstReach_m; reach_m <= kMostReach_m; reach_m *= kGrowth) {
      const Ends ends = EndsOf(reach_m, floor, end);
      if (!MayEndSearch(ends.from, from_.place) || !MayEndSearch(ends.to, to_.place)) return false;
      const SurfacePath detour = Search(ends.from, ends.to, reach_m);
      expansions_ += detour.expansions;
      if (IsLate(detour.outcome) || expansions_ >= max_expansions_) return false;
      if (detour.outcome != SearchOutcome::kFound) continue;
      Return(ends.turn_count);
      string.turns.insert(string.turns.end(), detour.turns.begin() + 1, detour.turns.end());
      string.crossed.insert(string.crossed.end(), detour.crossed.begin(), detour.crossed.end());
      string.crossed_before.resize(string.turns.size(), static_cast<uint32_t>(string.crossed.size()));
      ReplaceCorridor(ends.behind, {});
      return true;
    }
    return false;
  }

  bool HasRoom(const NavLocation& place) const {
    return clearance_.Room(place.poly, place.point.Plane(), options_.clearance_m) >= options_.clearance_m;
  }
  // About its ends a search allows as little room as they have, which only the ends of the path may have.
  bool MayEndSearch(const NavLocation& place, const NavLocation& end) const {
    return HasRoom(place) || (place.poly == end.poly && place.point == end.point);
  }
  NavLocation PlaceBehind(size_t index) const {
    const EdgeId side = ws_.corridor[index];
    const PolyId beyond(mesh_.edge(EdgeId(mesh_.edge(side).twin)).poly);
    const Vec2 at = ws_.crossings[index].at;
    return {beyond, {at.x, HeightOnPoly(mesh_, beyond, at), at.z}};
  }

  SurfacePath Search(const NavLocation& from, const NavLocation& to, double reach_m) {
    EdgePointOptions search;
    search.max_expansions =
        std::min(max_expansions_ - expansions_, kExpansionsPerMetre * static_cast<uint32_t>(reach_m));
    search.deadline = options_.deadline;
    search.max_cost_m = PlaneDistance(from.point, to.point) + kMostDetour_m * reach_m;
    search.exclusions = options_.exclusions;
    search.clearance_m = options_.clearance_m;
    return FindEdgePoints(mesh_, from, to, search, ws_.points);
  }

  const NavmeshView& mesh_;
  const LinkView& links_;
  const NavLocation& start_;
  const NavLocation& goal_;
  const ClearRouteOptions& options_;
  const uint32_t max_expansions_;
  ClearRouteWorkspace& ws_;
  ClearanceCheck clearance_;
  const CorridorJoiner joiner_;
  Approach from_;
  Approach to_;
  uint32_t expansions_ = 0;
  uint32_t avoided_ = 0;      // polygons
  double taut_m_ = 0;         // of the taut path from the last turn
  double whole_m_ = 0;        // of the stretch, with it
  double first_whole_m_ = 0;  // the same at first
};

}  // namespace

std::optional<SurfacePath> KeepClear(const MapView& map, const SurfacePath& taut, const NavLocation& start,
                                     const NavLocation& goal, const ClearRouteOptions& options,
                                     ClearRouteWorkspace& workspace, uint32_t& expansions) {
  ClearRoute route(map, start, goal, options, workspace);
  std::optional<SurfacePath> path = route.Run(taut);
  expansions = route.expansions();
  if (path) path->expansions = taut.expansions + expansions;
  return path;
}

}  // namespace waystone
