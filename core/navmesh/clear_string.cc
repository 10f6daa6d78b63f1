// The string is taut about discs: straight from disc to disc along the line that touches both. It is laid forwards. If
// a walk comes too near to a border, the corner that it comes nearest to becomes a disc; if the string would bend
// away from a disc, the disc goes. Either way the string is laid again from the disc before.
#include "core/navmesh/clear_string.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "core/geom/segment.h"
#include "core/navmesh/surface_walk.h"

namespace waystone {
namespace {

constexpr double kMostTurn_rad = std::numbers::pi / 4;      // at one vertex of a line outside an arc
constexpr double kWorstBend_rad = 0.75 * std::numbers::pi;  // of a string round one corner
constexpr size_t kStepsPerBend = 8;
constexpr size_t kMoreSteps = 32;

using Scratch = ClearStringScratch;

Vec2 LeftOf(Vec2 direction) { return {-direction.z, direction.x}; }
Vec2 Rotated(Vec2 v, double angle_rad) {
  const double c = std::cos(angle_rad);
  const double s = std::sin(angle_rad);
  return {v.x * c - v.z * s, v.x * s + v.z * c};
}

// The direction of the line that touches two circles, with the first `left_a` to the left of it and the second
// `left_b` [m, negative: to the right]. None if there is no such line.
std::optional<Vec2> Tangent(Vec2 a, double left_a, Vec2 b, double left_b) {
  const Vec2 between = b - a;
  const double off = left_b - left_a;
  const double length_sq = Dot(between, between);
  if (length_sq <= off * off) return std::nullopt;
  const double along = std::sqrt(length_sq - off * off);
  return (between * along - LeftOf(between) * off) * (1 / length_sq);
}

}  // namespace

bool ClearString::Lay(std::span<const StringBend> bends, const NavLocation& goal, const Vec2* first_end,
                      const Vec2* last_end) {
  place_ = s_.turns.back();
  bends_ = bends;
  start_ = place_.point.Plane();
  goal_ = goal.point.Plane();
  s_.done.clear();
  s_.ahead.assign(1, {goal_, 0, Scratch::kNoBend, goal, 0, 0, static_cast<uint32_t>(bends.size() + 1)});
  for (size_t k = bends.size(); k-- > 0;)
    s_.ahead.push_back(
        {bends[k].at, bends[k].is_left ? 1.0 : -1.0, bends[k].name, {}, 0, 0, static_cast<uint32_t>(k + 1)});
  s_.done.push_back({start_, 0, Scratch::kNoBend, place_, static_cast<uint32_t>(s_.turns.size()),
                     static_cast<uint32_t>(s_.crossed.size()), 0});
  const size_t most = kMoreSteps + kStepsPerBend * bends.size();
  for (size_t count = 0; !s_.ahead.empty(); ++count) {
    if (count == most || Pass(first_end, last_end) == Step::kStuck) {
      Return();
      return false;
    }
  }
  if (place_.poly != goal.poly) {
    Return();
    return false;
  }
  s_.turns.push_back(goal);
  s_.crossed_before.push_back(static_cast<uint32_t>(s_.crossed.size()));
  return true;
}

// Back to where the last disc that was passed is met.
void ClearString::Return() {
  const Disc& last = s_.done.back();
  s_.turns.resize(last.turns);
  s_.crossed_before.resize(last.turns);
  s_.crossed.resize(last.crossed);
  place_ = last.arrival;
}

// From the last disc passed to the next one.
ClearString::Step ClearString::Pass(const Vec2* first_end, const Vec2* last_end) {
  Return();
  stuck_at_ = s_.done.back().at;
  const double r_m = clearance_.clearance_m() + mesh_.tolerance_m();
  const Disc at = s_.done.back();
  const Disc next = s_.ahead.back();
  const std::optional<Vec2> out = Tangent(at.at, at.side * r_m, next.at, next.side * r_m);
  if (!out) return Step::kStuck;
  if (at.side != 0) {
    const Disc& before = s_.done[s_.done.size() - 2];
    const std::optional<Vec2> in = Tangent(before.at, before.side * r_m, at.at, at.side * r_m);
    if (!in) return Step::kStuck;
    const double turn_rad = std::atan2(Cross(*in, *out), Dot(*in, *out));
    if (turn_rad * at.side < 0 && std::abs(turn_rad) < kWorstBend_rad) {
      s_.done.pop_back();
      return Step::kAgain;
    }
    if (std::abs(turn_rad) > kWorstBend_rad) return Step::kStuck;
    const int parts = std::max(1, static_cast<int>(std::ceil(std::abs(turn_rad) / kMostTurn_rad)));
    const double outside_m = r_m / std::cos(0.5 * turn_rad / parts);
    for (int k = 0; k < parts; ++k) {
      const Vec2 outwards = Rotated(LeftOf(*in) * -at.side, turn_rad * (k + 0.5) / parts);
      const Step step = Walk(at.at + outwards * outside_m, true, nullptr);
      if (step != Step::kDone) return step;
    }
  }
  const Vec2* const link_end = s_.done.size() == 1 ? first_end : (next.side == 0 ? last_end : nullptr);
  const Step step = Walk(next.at - LeftOf(*out) * (next.side * r_m), false, link_end);
  if (step != Step::kDone) return step;
  s_.ahead.pop_back();
  s_.done.push_back(next);
  s_.done.back().arrival = place_;
  s_.done.back().turns = static_cast<uint32_t>(s_.turns.size());
  s_.done.back().crossed = static_cast<uint32_t>(s_.crossed.size());
  return Step::kDone;
}

ClearString::Step ClearString::Walk(Vec2 to, bool is_turn, const Vec2* link_end) {
  const Vec2 from = place_.point.Plane();
  s_.line.clear();
  s_.borders.clear();
  const RaycastResult walk = Raycast(mesh_, place_, to, &s_.line);
  if (!walk.reached) {
    if (walk.hit_edge.IsNone() || mesh_.edge(walk.hit_edge).twin != kNoEdge) return Step::kStuck;
    const Vec2 a = Vec3(mesh_.EdgeStart(walk.hit_edge)).Plane();
    const Vec2 b = Vec3(mesh_.EdgeEnd(walk.hit_edge)).Plane();
    const double off_a = Orient(from, to, a);
    const double off_b = Orient(from, to, b);
    if (off_a * off_b >= 0) return Step::kStuck;
    if (const std::optional<Step> step = PassSame(a, b, from, to)) return *step;
    // The corner that is on the other side than the taut path leaves it.
    const double side_a = SideOf(a);
    const double side_b = SideOf(b);
    const bool by_a = side_a * side_b > 0 ? side_a * off_a < 0 : std::abs(off_a) <= std::abs(off_b);
    return AddBend(by_a ? a : b, (by_a ? off_a : off_b) > 0 ? -1 : 1, from, to);
  }
  uint32_t poly = place_.poly.value();
  for (const EdgeId edge : s_.line) {
    if (mesh_.edge(edge).poly != poly || mesh_.edge(edge).twin == kNoEdge) return Step::kStuck;
    poly = mesh_.edge(EdgeId(mesh_.edge(edge).twin)).poly;
  }
  if (poly != walk.end.poly.value()) return Step::kStuck;
  clearance_.FindTooNear(place_.poly, from, to, link_end, s_.borders);
  if (!s_.borders.empty()) return GoRound(from, to);
  s_.crossed.insert(s_.crossed.end(), s_.line.begin(), s_.line.end());
  place_ = walk.end;
  if (is_turn) {
    s_.turns.push_back(place_);
    s_.crossed_before.push_back(static_cast<uint32_t>(s_.crossed.size()));
  }
  return Step::kDone;
}

// A border that begins where the string bends already is passed at its other end too, on the same side.
std::optional<ClearString::Step> ClearString::PassSame(Vec2 a, Vec2 b, Vec2 from, Vec2 to) {
  for (const Disc& disc : {s_.done.back(), s_.ahead.back()}) {
    if (disc.side != 0 && disc.at == a) return AddBend(b, disc.side, from, to);
    if (disc.side != 0 && disc.at == b) return AddBend(a, disc.side, from, to);
  }
  return std::nullopt;
}

// The corner that the walk comes nearest to becomes a disc.
ClearString::Step ClearString::GoRound(Vec2 from, Vec2 to) {
  double least_m = clearance_.clearance_m() - mesh_.tolerance_m();
  std::optional<Vec2> nearest;
  for (const ClearanceBorder& border : s_.borders) {
    for (const Vec2 corner : {border.from, border.to}) {
      const double distance_m = SegmentDistance(from, to, corner);
      if (distance_m >= least_m) continue;
      least_m = distance_m;
      nearest = corner;
    }
  }
  if (nearest) {
    const double side = SideOf(*nearest);
    return AddBend(*nearest, (side != 0 ? side : Orient(from, to, *nearest)) > 0 ? 1 : -1, from, to);
  }
  for (const ClearanceBorder& border : s_.borders) {
    if (PassSame(border.from, border.to, from, to) == Step::kAgain) return Step::kAgain;
  }
  const ClearanceBorder& border = s_.borders.front();
  const bool is_end =
      SegmentDistance(border.from, border.to, to) < SegmentDistance(border.from, border.to, from);
  stuck_at_ = is_end ? to : from;
  return Step::kStuck;
}

Vec2 ClearString::BendAt(uint32_t bend) const {
  if (bend == 0) return start_;
  return bend <= bends_.size() ? bends_[bend - 1].at : goal_;
}

// On which side the taut path leaves a corner, between the bends that the string is laid between: > 0: left; 0: unknown.
double ClearString::SideOf(Vec2 at) const {
  const auto is_bend = [](const Disc& disc) { return disc.bend != Scratch::kNoBend; };
  const uint32_t first = std::find_if(s_.done.rbegin(), s_.done.rend(), is_bend)->bend;
  const uint32_t last = std::find_if(s_.ahead.rbegin(), s_.ahead.rend(), is_bend)->bend;
  double least_m = std::numeric_limits<double>::infinity();
  double side = 0;
  for (uint32_t k = first; k < last; ++k) {
    const Vec2 a = BendAt(k);
    const Vec2 b = BendAt(k + 1);
    const double distance_m = SegmentDistance(a, b, at);
    const double off = Orient(a, b, at);
    const bool is_nearer = distance_m < least_m || (distance_m == least_m && std::abs(off) > std::abs(side));
    if (!is_nearer) continue;
    least_m = distance_m;
    side = off;
  }
  return side;
}

// Behind the last disc passed, or before it.
ClearString::Step ClearString::AddBend(Vec2 at, double side, Vec2 from, Vec2 to) {
  Disc& last = s_.done.back();
  if (at == last.at || at == s_.ahead.back().at) return Step::kStuck;
  const Disc bend{at, side, Scratch::kNoBend, {}};
  if (last.side != 0 && Dot(at - last.at, to - from) < 0) {
    if (at == s_.done[s_.done.size() - 2].at) return Step::kStuck;
    s_.ahead.push_back({last.at, last.side, last.name, {}});
    s_.done.pop_back();
  }
  // From one that lies beyond the next disc, on its side, the string hides that one.
  const Disc& next = s_.ahead.back();
  if (next.side == side && Dot(at - next.at, to - from) > 0) s_.ahead.pop_back();
  if (at == s_.ahead.back().at) return Step::kAgain;
  s_.ahead.push_back(bend);
  return Step::kAgain;
}

}  // namespace waystone
