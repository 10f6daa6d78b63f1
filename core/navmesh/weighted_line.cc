// Three steps for each walk between links. First, straight walks from turn to turn, as far as they cost no
// more. Second, sides between grounds of different cost are crossed where it is cheapest: between two of them
// the path is pulled taut, and its cost is convex in the place of either, so a golden-section search finds
// the minimum; a few rounds over all of them settle, as the whole is convex in all places. Last, straight
// bends are dropped.
#include "core/navmesh/weighted_line.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/geom/segment.h"
#include "core/navmesh/surface_walk.h"

namespace waystone {
namespace {

constexpr size_t kMaxReach = 256;     // turns skipped by one straight walk
constexpr double kSameCost = 1e-12;   // costs that differ by less than this share are the same
constexpr double kWorthwhile = 1e-7;  // a round that gains less than this share is the last
constexpr int kMaxRounds = 6;
constexpr int kSectionSteps = 30;  // of the golden section
constexpr double kGolden = 0.6180339887498949;
constexpr int kSlopeSteps = 8;
constexpr double kFlat = 1e-3;  // of the slope of the cost along a side: the place is found
constexpr int kSlideRounds = 3;
constexpr int kFewRounds = 2;
constexpr double kStraight_m = 1e-7;  // points that stray less from a straight line lie on it

// [m] How far along a straight walk a side is crossed. If the walk runs along the side, it may cross anywhere: it crosses
// at the first end if the ground that it leaves is dearer than the ground behind, and else at the last.
double CrossingAlong(Vec2 from, Vec2 direction, Vec2 start, Vec2 end, bool leaves_dearer) {
  const Vec2 a = start - from;
  const Vec2 b = end - from;
  const double off_a = Cross(direction, a);
  const double off_b = Cross(direction, b);
  if (std::abs(off_a) <= kStraight_m && std::abs(off_b) <= kStraight_m) {
    const double along_a = Dot(direction, a);
    const double along_b = Dot(direction, b);
    return leaves_dearer ? std::min(along_a, along_b) : std::max(along_a, along_b);
  }
  const double fraction = off_a == off_b ? 0 : std::clamp(off_a / (off_a - off_b), 0.0, 1.0);
  return Dot(direction, a + (b - a) * fraction);
}

// The cost of the straight walk that leaves the polygons of `crossed` and ends in `poly`.
double LineCostOver(const NavmeshView& mesh, const GroundCosts& costs, Vec2 from, Vec2 to,
                    std::span<const EdgeId> crossed, uint32_t poly) {
  const double length_m = Distance(from, to);
  if (length_m == 0) return 0;
  const Vec2 direction = (to - from) * (1 / length_m);
  double cost_m = 0;
  double walked_m = 0;
  for (const EdgeId side : crossed) {
    const NavEdge& edge = mesh.edge(side);
    const double factor = costs.Of(mesh, PolyId(edge.poly));
    const double beyond = costs.Of(mesh, PolyId(mesh.edge(EdgeId(edge.twin)).poly));
    const double at_m = CrossingAlong(from, direction, Vec3(mesh.EdgeStart(side)).Plane(),
                                      Vec3(mesh.EdgeEnd(side)).Plane(), factor > beyond);
    const double here_m = std::clamp(at_m, walked_m, length_m);
    cost_m += (here_m - walked_m) * factor;
    walked_m = here_m;
  }
  return cost_m + (length_m - walked_m) * costs.Of(mesh, PolyId(poly));
}

Vec2 BendOf(const PullScratch& pull, size_t turn) {
  const FunnelEdge& edge = pull.edges[pull.turns[turn].edge];
  return pull.turns[turn].at_left ? edge.left : edge.right;
}

// The fraction of a side at which a path from a place before it to one behind it crosses it at the least cost: where
// the slope of the cost, which is convex, changes its sign.
double BestFraction(Vec2 before, double factor_before, Vec2 behind, double factor_behind, Vec2 a, Vec2 b) {
  const Vec2 along = b - a;
  const auto slope = [&](double fraction) {
    const Vec2 at = a + along * fraction;
    const double from_m = Distance(before, at);
    const double to_m = Distance(at, behind);
    return (from_m > 0 ? factor_before * Dot(at - before, along) / from_m : 0) +
           (to_m > 0 ? factor_behind * Dot(at - behind, along) / to_m : 0);
  };
  double low = 0;
  double high = 1;
  double at_low = slope(low);
  double at_high = slope(high);
  if (at_low >= 0) return low;
  if (at_high <= 0) return high;
  const double enough = kFlat * factor_before * Length(along);
  double fraction = 0.5;
  for (int step = 0; step < kSlopeSteps; ++step) {
    fraction = low + (high - low) * at_low / (at_low - at_high);
    const double here = slope(fraction);
    if (std::abs(here) <= enough) break;
    // Illinois: the end that stays counts half.
    if (here < 0) {
      low = fraction;
      at_low = here;
      at_high *= 0.5;
    } else {
      high = fraction;
      at_high = here;
      at_low *= 0.5;
    }
  }
  return fraction;
}

// Moves the knots on sides to where the line through their neighbours costs the least, some times over.
void SlideKnots(const NavmeshView& mesh, std::vector<PricedKnot>& knots) {
  for (int round = 0; round < kSlideRounds; ++round) {
    for (size_t k = 1; k + 1 < knots.size(); ++k) {
      if (knots[k].side.IsNone()) continue;
      const Vec2 a = Vec3(mesh.EdgeStart(knots[k].side)).Plane();
      const Vec2 b = Vec3(mesh.EdgeEnd(knots[k].side)).Plane();
      const double fraction =
          BestFraction(knots[k - 1].at, knots[k].factor, knots[k + 1].at, knots[k + 1].factor, a, b);
      knots[k].at = a + (b - a) * fraction;
    }
  }
}

class Straightener {
 public:
  Straightener(const WeightedGround& ground, WeightedLineScratch& scratch) : g_(ground), s_(scratch) {}

  // The walk in scratch.walk.
  void Run() {
    if (g_.keeps_corridor) {
      PullTaut();
      return DropStraightTurns(s_.walk);
    }
    SkipTurns();
    if (g_.clearance.clearance_m() <= 0) PullTaut();
    DropStraightTurns(s_.walk);
  }

  double CostOf(const WeightedWalk& walk) const {
    double cost_m = 0;
    for (size_t i = 1; i < walk.knots.size(); ++i) cost_m += LegCost(walk, i);
    return cost_m;
  }

 private:
  double FactorOf(uint32_t poly) const { return g_.costs.Of(g_.mesh, PolyId(poly)); }
  uint32_t Left(EdgeId edge) const { return g_.mesh.edge(edge).poly; }
  uint32_t Entered(EdgeId edge) const { return g_.mesh.edge(EdgeId(g_.mesh.edge(edge).twin)).poly; }
  Vec2 Start(EdgeId edge) const { return Vec3(g_.mesh.EdgeStart(edge)).Plane(); }
  Vec2 End(EdgeId edge) const { return Vec3(g_.mesh.EdgeEnd(edge)).Plane(); }
  bool IsBlocked(uint32_t poly) const {
    return g_.exclusions != nullptr && g_.exclusions->IsBlocked(PolyId(poly));
  }

  // Where a straight walk crosses a side.
  Vec2 Crossing(Vec2 from, Vec2 to, EdgeId edge) const {
    const Vec2 a = Start(edge);
    const Vec2 b = End(edge);
    return a + (b - a) * CrossingFraction(from, to, a, b);
  }

  // The cost of the straight walk that leaves the polygons of `crossed` and ends in `poly`.
  double LineCost(Vec2 from, Vec2 to, std::span<const EdgeId> crossed, uint32_t poly) const {
    return LineCostOver(g_.mesh, g_.costs, from, to, crossed, poly);
  }

  // The cost of the leg that ends at a knot.
  double LegCost(const WeightedWalk& walk, size_t knot) const {
    const WeightedKnot& from = walk.knots[knot - 1];
    const WeightedKnot& to = walk.knots[knot];
    return LineCost(from.place.point.Plane(), to.place.point.Plane(),
                    std::span(walk.crossed).subspan(from.crossed, to.crossed - from.crossed),
                    to.place.poly.value());
  }

  // Whether a straight walk between the knots costs no more; s_.line then holds it.
  bool IsStraightNoDearer(const WeightedKnot& from, const WeightedKnot& to, double cost_m) {
    s_.line.clear();
    const Vec2 target = to.place.point.Plane();
    const RaycastResult walk = Raycast(g_.mesh, from.place, target, &s_.line);
    if (!walk.reached) return false;
    if (walk.end.poly != to.place.poly) {  // the turn's own side was crossed already
      if (s_.line.empty()) return false;
      s_.line.pop_back();
    }
    // A walk that turned about a corner skips the polygons there.
    uint32_t poly = from.place.poly.value();
    for (const EdgeId edge : s_.line) {
      if (Left(edge) != poly || g_.mesh.edge(edge).twin == kNoEdge) return false;
      poly = Entered(edge);
      if (IsBlocked(poly)) return false;
    }
    if (poly != to.place.poly.value()) return false;
    const Vec2 at = from.place.point.Plane();
    if (LineCost(at, target, s_.line, poly) > cost_m * (1 + kSameCost)) return false;
    return g_.clearance.HasRoom(from.place.poly, at, target, nullptr);
  }

  void SkipTurns() {
    const WeightedWalk& walk = s_.walk;
    WeightedWalk& out = s_.other;
    out.crossed.clear();
    out.knots.assign(1, walk.knots.front());
    size_t i = 0;
    while (i + 1 < walk.knots.size()) {
      size_t j = i + 1;
      const auto first = walk.crossed.begin() + walk.knots[i].crossed;
      s_.best_line.assign(first, walk.crossed.begin() + walk.knots[j].crossed);
      double cost_m = LegCost(walk, j);
      for (size_t k = j + 1; k < walk.knots.size() && k <= i + kMaxReach; ++k) {
        cost_m += LegCost(walk, k);
        if (!IsStraightNoDearer(walk.knots[i], walk.knots[k], cost_m)) break;
        j = k;
        s_.best_line = s_.line;
      }
      out.crossed.insert(out.crossed.end(), s_.best_line.begin(), s_.best_line.end());
      out.knots.push_back({walk.knots[j].place, static_cast<uint32_t>(out.crossed.size())});
      i = j;
    }
    std::swap(s_.walk, s_.other);
  }

  // Sides with different costs before and behind, and where the walk crosses them.
  void FindBounds() {
    s_.bounds.clear();
    s_.bound_at.clear();
    const WeightedWalk& walk = s_.walk;
    for (size_t k = 1; k < walk.knots.size(); ++k) {
      const Vec2 from = walk.knots[k - 1].place.point.Plane();
      const Vec2 to = walk.knots[k].place.point.Plane();
      for (uint32_t c = walk.knots[k - 1].crossed; c < walk.knots[k].crossed; ++c) {
        const EdgeId edge = walk.crossed[c];
        if (FactorOf(Left(edge)) == FactorOf(Entered(edge))) continue;
        s_.bounds.push_back(c);
        s_.bound_at.push_back(Crossing(from, to, edge));
      }
    }
  }

  // The place where bound k is crossed; bound -1 is the walk's start, and the one behind the last its goal.
  Vec2 BoundAt(size_t k_plus_1) const {
    if (k_plus_1 == 0) return s_.walk.knots.front().place.point.Plane();
    if (k_plus_1 > s_.bounds.size()) return s_.walk.knots.back().place.point.Plane();
    return s_.bound_at[k_plus_1 - 1];
  }

  // The sides between bounds k - 1 and k.
  std::span<const EdgeId> RunOf(size_t k) const {
    const size_t first = k == 0 ? 0 : s_.bounds[k - 1] + 1;
    const size_t end = k == s_.bounds.size() ? s_.walk.crossed.size() : s_.bounds[k];
    return std::span(s_.walk.crossed).subspan(first, end - first);
  }
  double RunFactor(size_t k) const {
    return FactorOf(k == s_.bounds.size() ? s_.walk.knots.back().place.poly.value()
                                          : Left(s_.walk.crossed[s_.bounds[k]]));
  }

  // The bends of run k, in s_.pull.turns, and its cost.
  double PullRun(size_t k, Vec2 from, Vec2 to) {
    return TautLength_m(g_.mesh, from, RunOf(k), to, s_.pull) * RunFactor(k);
  }

  // Moves the place where bound k is crossed to where the runs on both sides of it cost the least. Returns
  // what that gains.
  double Slide(size_t k) {
    const EdgeId edge = s_.walk.crossed[s_.bounds[k]];
    const Vec2 a = Start(edge);
    const Vec2 b = End(edge);
    const Vec2 before = BoundAt(k);
    const Vec2 behind = BoundAt(k + 2);
    const auto cost_at = [&](Vec2 at) { return PullRun(k, before, at) + PullRun(k + 1, at, behind); };
    const double known_m = cost_at(s_.bound_at[k]);
    double low = 0;
    double high = 1;
    double left = high - kGolden;
    double right = kGolden;
    double left_m = cost_at(a + (b - a) * left);
    double right_m = cost_at(a + (b - a) * right);
    for (int step = 0; step < kSectionSteps; ++step) {
      if (left_m <= right_m) {
        high = right;
        right = left;
        right_m = left_m;
        left = high - kGolden * (high - low);
        left_m = cost_at(a + (b - a) * left);
      } else {
        low = left;
        left = right;
        left_m = right_m;
        right = low + kGolden * (high - low);
        right_m = cost_at(a + (b - a) * right);
      }
    }
    double best_m = known_m;
    for (const Vec2 at : {a + (b - a) * (0.5 * (low + high)), a, b}) {
      const double cost_m = cost_at(at);
      if (cost_m >= best_m) continue;
      best_m = cost_m;
      s_.bound_at[k] = at;
    }
    return known_m - best_m;
  }

  // Moves all bounds with the bends of the runs between them as they are.
  void SlideAll() {
    s_.knots.assign(1, {BoundAt(0), 0, EdgeId::None()});
    for (size_t k = 0; k <= s_.bounds.size(); ++k) {
      const double factor = RunFactor(k);
      PullRun(k, BoundAt(k), BoundAt(k + 1));
      for (size_t turn = 0; turn < s_.pull.turns.size(); ++turn)
        s_.knots.push_back({BendOf(s_.pull, turn), factor, EdgeId::None()});
      const bool is_last = k == s_.bounds.size();
      s_.knots.push_back({BoundAt(k + 1), factor, is_last ? EdgeId::None() : s_.walk.crossed[s_.bounds[k]]});
    }
    SlideKnots(g_.mesh, s_.knots);
    size_t k = 0;
    for (const PricedKnot& knot : s_.knots) {
      if (!knot.side.IsNone()) s_.bound_at[k++] = knot.at;
    }
  }

  NavLocation PlaceAt(uint32_t poly, Vec2 at) const {
    return {PolyId(poly), {at.x, HeightOnPoly(g_.mesh, PolyId(poly), at), at.z}};
  }

  // Keeps the sides crossed; the turns are where the cheapest path through them bends.
  void PullTaut() {
    FindBounds();
    const double known_m = CostOf(s_.walk);
    if (g_.keeps_corridor) {
      for (int round = 0; round < kFewRounds; ++round) SlideAll();
    }
    for (int round = 0; round < kMaxRounds && !g_.keeps_corridor && !s_.bounds.empty(); ++round) {
      double gain_m = 0;
      for (size_t k = 0; k < s_.bounds.size(); ++k) gain_m += Slide(k);
      if (gain_m <= kWorthwhile * known_m) break;
    }
    WeightedWalk& out = s_.other;
    out.crossed = s_.walk.crossed;
    out.knots.assign(1, s_.walk.knots.front());
    for (size_t k = 0; k <= s_.bounds.size(); ++k) {
      PullRun(k, BoundAt(k), BoundAt(k + 1));
      const auto first = static_cast<uint32_t>(k == 0 ? 0 : s_.bounds[k - 1] + 1);
      for (const FunnelTurn& turn : s_.pull.turns) {
        const FunnelEdge& edge = s_.pull.edges[turn.edge];
        const uint32_t crossed = first + turn.edge;
        out.knots.push_back(
            {PlaceAt(Left(s_.walk.crossed[crossed]), turn.at_left ? edge.left : edge.right), crossed});
      }
      if (k == s_.bounds.size()) break;
      out.knots.push_back({PlaceAt(Left(s_.walk.crossed[s_.bounds[k]]), s_.bound_at[k]), s_.bounds[k]});
    }
    out.knots.push_back(s_.walk.knots.back());
    if (CostOf(out) <= known_m) std::swap(s_.walk, s_.other);
  }

  static void DropStraightTurns(WeightedWalk& walk) {
    std::vector<WeightedKnot>& knots = walk.knots;
    size_t kept = 1;
    for (size_t i = 1; i + 1 < knots.size(); ++i) {
      const Vec2 before = knots[kept - 1].place.point.Plane();
      const Vec2 at = knots[i].place.point.Plane();
      const Vec2 after = knots[i + 1].place.point.Plane();
      const bool is_straight =
          Dot(at - before, after - at) >= 0 && SegmentDistance(before, after, at) <= kStraight_m;
      if (!is_straight) knots[kept++] = knots[i];
    }
    knots[kept++] = knots.back();
    knots.resize(kept);
  }

  const WeightedGround& g_;
  WeightedLineScratch& s_;
};

// Stretch k of the path.
void LoadWalk(const SurfacePath& path, size_t k, std::span<const uint32_t> crossed_before,
              WeightedWalk& walk) {
  const std::span<const NavLocation> turns = path.StretchTurns(k);
  const std::span<const EdgeId> crossed = path.StretchCrossed(k);
  const uint32_t* before = &crossed_before[static_cast<size_t>(turns.data() - path.turns.data())];
  walk.crossed.assign(crossed.begin(), crossed.end());
  walk.knots.clear();
  for (size_t i = 0; i < turns.size(); ++i) walk.knots.push_back({turns[i], before[i] - before[0]});
}

}  // namespace

double TautCost_m(const NavmeshView& mesh, const GroundCosts& costs, Vec2 from,
                  std::span<const EdgeId> crossed, uint32_t last_poly, Vec2 to,
                  WeightedLineScratch& scratch) {
  PullScratch& pull = scratch.pull;
  const double taut_m = TautLength_m(mesh, from, crossed, to, pull);
  const double last_factor = costs.Of(mesh, PolyId(last_poly));
  const auto left_factor = [&](EdgeId side) { return costs.Of(mesh, PolyId(mesh.edge(side).poly)); };
  const auto has_other = [&](EdgeId side) { return left_factor(side) != last_factor; };
  if (std::none_of(crossed.begin(), crossed.end(), has_other)) return taut_m * last_factor;
  std::vector<PricedKnot>& knots = scratch.knots;
  knots.assign(1, {from, 0, EdgeId::None()});
  size_t turn = 0;
  for (size_t c = 0; c < crossed.size(); ++c) {
    const double factor = left_factor(crossed[c]);
    for (; turn < pull.turns.size() && pull.turns[turn].edge == c; ++turn) {
      knots.push_back({BendOf(pull, turn), factor, EdgeId::None()});
    }
    const double beyond = c + 1 == crossed.size() ? last_factor : left_factor(crossed[c + 1]);
    if (beyond == factor) continue;
    const Vec2 next = turn == pull.turns.size() ? to : BendOf(pull, turn);
    const Vec2 a = Vec3(mesh.EdgeStart(crossed[c])).Plane();
    const Vec2 b = Vec3(mesh.EdgeEnd(crossed[c])).Plane();
    knots.push_back({a + (b - a) * CrossingFraction(knots.back().at, next, a, b), factor, crossed[c]});
  }
  knots.push_back({to, last_factor, EdgeId::None()});
  SlideKnots(mesh, knots);
  double cost_m = 0;
  for (size_t k = 1; k < knots.size(); ++k)
    cost_m += knots[k].factor * Distance(knots[k - 1].at, knots[k].at);
  return cost_m;
}

void StraightenPath(const WeightedGround& ground, std::span<const uint32_t> crossed_before,
                    WeightedLineScratch& scratch, SurfacePath& path) {
  SurfacePath out;
  std::vector<LinkUse> links = path.links;
  Straightener straightener(ground, scratch);
  for (size_t k = 0; k <= path.links.size(); ++k) {
    LoadWalk(path, k, crossed_before, scratch.walk);
    if (ground.may_improve) straightener.Run();
    out.stretch_costs_m.push_back(straightener.CostOf(scratch.walk));
    out.cost_m += out.stretch_costs_m.back();
    for (const WeightedKnot& knot : scratch.walk.knots) out.turns.push_back(knot.place);
    out.crossed.insert(out.crossed.end(), scratch.walk.crossed.begin(), scratch.walk.crossed.end());
    if (k == path.links.size()) break;
    out.cost_m += ground.costs.OfLink(ground.mesh, ground.links.link(path.links[k].link));
    links[k].turn = static_cast<uint32_t>(out.turns.size() - 1);
    links[k].crossed = static_cast<uint32_t>(out.crossed.size());
  }
  path.links.swap(links);
  path.turns.swap(out.turns);
  path.crossed.swap(out.crossed);
  path.stretch_costs_m.swap(out.stretch_costs_m);
  path.cost_m = out.cost_m;
  path.plane_length_m = 0;
  for (size_t i = 1; i < path.turns.size(); ++i) {
    path.plane_length_m += PlaneDistance(path.turns[i - 1].point, path.turns[i].point);
  }
}

void PullOverGround(const WeightedGround& ground, const NavLocation& start, const NavLocation& goal,
                    WeightedLineScratch& scratch, SurfacePath& path) {
  std::vector<uint32_t> crossed_before;
  path.turns.clear();
  const auto add = [&](const NavLocation& turn, size_t crossed) {
    path.turns.push_back(turn);
    crossed_before.push_back(static_cast<uint32_t>(crossed));
  };
  add(start, 0);
  for (size_t k = 0; k <= path.links.size(); ++k) {
    const bool is_last = k == path.links.size();
    const size_t first = k == 0 ? 0 : path.links[k - 1].crossed;
    const size_t end = is_last ? path.crossed.size() : path.links[k].crossed;
    const NavLocation to = is_last ? goal : LinkStart(ground.links.link(path.links[k].link));
    const auto crossed = std::span(path.crossed).subspan(first, end - first);
    TautLength_m(ground.mesh, path.turns.back().point.Plane(), crossed, to.point.Plane(), scratch.pull);
    for (const FunnelTurn& turn : scratch.pull.turns) {
      const EdgeId side = crossed[turn.edge];
      add(CornerPlace(ground.mesh, turn.at_left ? ground.mesh.Next(side) : side), first + turn.edge);
    }
    add(to, end);
    if (is_last) break;
    path.links[k].turn = static_cast<uint32_t>(path.turns.size() - 1);
    add(LinkEnd(ground.links.link(path.links[k].link)), end);
  }
  StraightenPath(ground, crossed_before, scratch, path);
}

}  // namespace waystone
