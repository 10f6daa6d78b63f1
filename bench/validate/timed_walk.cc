// A fixed-step integrator along the route's line. A backward pass gives each point the greatest speed from
// which the agent can still slow down for all that comes after it.
#include "bench/validate/timed_walk.h"

#include <algorithm>
#include <cmath>

namespace waystone {
namespace {

constexpr double kSharp_cos = 0.8660254;  // of 30 degrees
constexpr double kLeastCorner = 0.25;     // share of the greatest speed
constexpr double kLeastFlight = 0.5;      // share of the greatest speed
constexpr double kLevel_m = 0.1;
constexpr double kLowestHop_m = 0.3;
constexpr double kLandingClearance_m = 0.05;
constexpr int kLevelChecks = 8;
constexpr double kSteep = 1.5;  // rise over run

double Square(double value) { return value * value; }

bool IsFlown(const WalkedRoute::Part& part) {
  return part.is_link &&
         (part.kind == LinkKind::kJump || part.kind == LinkKind::kDrop || part.kind == LinkKind::kTeleport);
}

// The top of y(u) = rise u + 4 sag u (1 - u) over the start.
double TopOf(double rise_m, double sag_m) {
  if (4 * sag_m <= std::abs(rise_m)) return std::max(rise_m, 0.0);
  return Square(rise_m + 4 * sag_m) / (16 * sag_m);
}

// How far the middle of a jump's parabola lies above the straight line.
double SagOfJump(double rise_m, double time_s, double max_hop_m) {
  const double allowed_m = std::max(max_hop_m, rise_m + kLandingClearance_m);
  double high_m = kGravity_mps2 * Square(time_s) / 8;
  if (TopOf(rise_m, high_m) <= allowed_m) return high_m;
  double low_m = 0;
  for (int i = 0; i < 40; ++i) {
    const double middle_m = (low_m + high_m) / 2;
    (TopOf(rise_m, middle_m) <= allowed_m ? low_m : high_m) = middle_m;
  }
  return low_m;
}

}  // namespace

double WalkedRoute::Length_m() const {
  double sum_m = 0;
  for (size_t i = 1; i < points.size(); ++i) sum_m += Distance(points[i - 1], points[i]);
  return sum_m;
}

double WalkedRoute::PlaneLength_m() const {
  double sum_m = 0;
  for (size_t i = 1; i < points.size(); ++i) sum_m += PlaneDistance(points[i - 1], points[i]);
  return sum_m;
}

bool WalkedRoute::HasLinks() const {
  return std::any_of(parts.begin(), parts.end(), [](const Part& part) { return part.is_link; });
}

WalkedRoute RouteOf(const RouteAnswer& answer) {
  WalkedRoute route;
  route.points = answer.points;
  if (route.points.size() == 1) route.points.push_back(route.points[0]);
  route.parts.resize(route.points.size() - 1);
  for (const RouteLeg& leg : answer.legs) {
    if (!leg.link) continue;
    for (uint32_t i = leg.first_point; i + 1 < leg.first_point + leg.point_count; ++i) {
      route.parts[i] = {true, leg.kind};
    }
  }
  return route;
}

// Makes the ticks of one walk.
class TimedWalk::Simulation {
 public:
  Simulation(TimedWalk& walk, const WalkStyle& style, double longest_s, Random& random)
      : walk_(walk),
        style_(style),
        random_(random),
        most_ticks_(static_cast<size_t>(longest_s / kTick_s) + 2) {}

  void Run() {
    AddPauses();
    MeasureArcs();
    FindLimits();
    Push();
    while (part_ < walk_.route_.parts.size() && !IsOver()) {
      if (IsFlown(walk_.route_.parts[part_])) {
        Fly();
      } else {
        WalkOneTick();
      }
    }
    while (hop_rise_mps_ > 0 && !IsOver()) Push();  // the walk may end in a hop
  }

 private:
  bool IsOver() const { return walk_.ticks_.size() >= most_ticks_; }

  // Puts points at which the agent stops between those of the route.
  void AddPauses() {
    WalkedRoute paused;
    const WalkedRoute& route = walk_.route_;
    for (size_t i = 0; i < route.parts.size(); ++i) {
      Put(paused, route.points[i], route.parts[i], 0);
      const double length_m = Distance(route.points[i], route.points[i + 1]);
      if (route.parts[i].is_link || random_.NextUnit() >= length_m * style_.pauses_per_m) continue;
      const Vec3 at = route.points[i] + (route.points[i + 1] - route.points[i]) * random_.NextUnit();
      Put(paused, at, route.parts[i], random_.NextInRange(0, kLongestPause_s));
    }
    paused.points.push_back(route.points.back());
    stops_.emplace_back();
    walk_.route_ = std::move(paused);
  }

  void Put(WalkedRoute& route, const Vec3& at, const WalkedRoute::Part& part, double pause_s) {
    route.points.push_back(at);
    route.parts.push_back(part);
    stops_.push_back({style_.max_speed_mps, pause_s});
  }

  void MeasureArcs() {
    walk_.arcs_m_.assign(1, 0);
    const std::vector<Vec3>& points = walk_.route_.points;
    for (size_t i = 1; i < points.size(); ++i) {
      walk_.arcs_m_.push_back(walk_.arcs_m_.back() + Distance(points[i - 1], points[i]));
    }
  }

  double LengthOf(size_t part) const { return walk_.arcs_m_[part + 1] - walk_.arcs_m_[part]; }

  void FindLimits() {
    const std::vector<Vec3>& points = walk_.route_.points;
    Vec2 before;  // the direction in which the agent comes
    for (size_t i = 0; i + 1 < points.size(); ++i) {
      const Vec2 after = points[i + 1].Plane() - points[i].Plane();
      if (Length(after) < 1e-9) continue;
      if (Length(before) > 0)
        stops_[i].limit_mps = CornerSpeed(Dot(before, after) / (Length(before) * Length(after)));
      before = after;
    }
    stops_.back().limit_mps = 0;
    for (size_t i = points.size() - 1; i-- > 0;) {
      if (stops_[i].pause_s > 0) stops_[i].limit_mps = 0;
      const double brake = IsFlown(walk_.route_.parts[i]) ? 0 : 2 * style_.acceleration_mps2 * LengthOf(i);
      const double ahead_mps = std::sqrt(Square(stops_[i + 1].limit_mps) + brake);
      stops_[i].limit_mps = std::min(stops_[i].limit_mps, ahead_mps);
    }
  }

  double CornerSpeed(double cosine) const {
    if (cosine >= kSharp_cos) return style_.max_speed_mps;
    const double half_cos = std::sqrt(std::max(0.0, (1 + cosine) / 2));
    return style_.max_speed_mps * std::max(kLeastCorner, half_cos);
  }

  void WalkOneTick() {
    double left_m = 0;
    bool is_first = true;
    while (part_ < walk_.route_.parts.size() && !IsFlown(walk_.route_.parts[part_])) {
      const double end_m = walk_.arcs_m_[part_ + 1];
      const double ahead_m = end_m - arc_m_;
      if (is_first) {
        const double brake_mps =
            std::sqrt(Square(stops_[part_ + 1].limit_mps) + 2 * style_.acceleration_mps2 * ahead_m);
        speed_mps_ =
            std::min({speed_mps_ + style_.acceleration_mps2 * kTick_s, style_.max_speed_mps, brake_mps});
        left_m = speed_mps_ * kTick_s;
        is_first = false;
      }
      if (left_m < ahead_m) {
        arc_m_ += left_m;
        break;
      }
      left_m -= ahead_m;
      arc_m_ = end_m;
      ++part_;
      if (EndPart()) break;
    }
    MaybeHop();
    Push();
  }

  // Whether the agent stops where a part ends.
  bool EndPart() {
    speed_mps_ = std::min(speed_mps_, stops_[part_].limit_mps);
    const auto ticks = static_cast<size_t>(stops_[part_].pause_s / kTick_s);
    for (size_t i = 0; i < ticks && !IsOver(); ++i) Push();
    return speed_mps_ <= 0;
  }

  void MaybeHop() {
    if (hop_rise_mps_ > 0 || part_ >= walk_.route_.parts.size()) return;
    const bool hops_again = has_landed_ && random_.NextUnit() < 0.5;
    has_landed_ = false;
    if (!hops_again && random_.NextUnit() >= style_.hops_per_s * kTick_s) return;
    const double height_m = random_.NextInRange(kLowestHop_m, style_.max_hop_m);
    const double rise_mps = std::sqrt(2 * kGravity_mps2 * height_m);
    if (!IsLevelFor(style_.max_speed_mps * 2 * rise_mps / kGravity_mps2)) return;
    hop_rise_mps_ = rise_mps;
    hop_begin_m_ = walk_.PointAt(arc_m_).y;
    hop_s_ = 0;
  }

  bool IsLevelFor(double far_m) const {
    const double ground_m = walk_.PointAt(arc_m_).y;
    for (int i = 1; i <= kLevelChecks; ++i) {
      const double at_m = walk_.PointAt(arc_m_ + far_m * i / kLevelChecks).y;
      if (std::abs(at_m - ground_m) > kLevel_m) return false;
    }
    for (size_t part = part_; part < walk_.route_.parts.size() && walk_.arcs_m_[part] < arc_m_ + far_m;
         ++part) {
      if (walk_.route_.parts[part].is_link) return false;
    }
    return true;
  }

  // The surface of some maps has vertical borders: on them an agent is neither grounded nor in the air.
  bool IsClimbed(size_t part) const {
    const Vec3 along = walk_.route_.points[part + 1] - walk_.route_.points[part];
    return walk_.route_.parts[part].is_link || std::abs(along.y) > kSteep * Length(along.Plane());
  }

  // Adds a tick on the ground, or in the hop begun before.
  void Push() {
    Tick tick{arc_m_};
    tick.is_climbing = part_ < walk_.route_.parts.size() && IsClimbed(part_);
    if (hop_rise_mps_ > 0) {
      hop_s_ += kTick_s;
      const double y = hop_begin_m_ + hop_rise_mps_ * hop_s_ - kGravity_mps2 * Square(hop_s_) / 2;
      tick.height_m = y - walk_.PointAt(arc_m_).y;
      tick.is_airborne = tick.height_m > 0;
      if (!tick.is_airborne) {
        tick.height_m = 0;
        hop_rise_mps_ = 0;
        has_landed_ = true;
      }
    }
    walk_.ticks_.push_back(tick);
  }

  void Fly() {
    hop_rise_mps_ = 0;
    const double speed_mps = std::max(speed_mps_, kLeastFlight * style_.max_speed_mps);
    switch (walk_.route_.parts[part_].kind) {
      case LinkKind::kDrop:
        Drop(speed_mps);
        break;
      case LinkKind::kTeleport:
        Teleport(speed_mps);
        break;
      default:
        Jump(speed_mps);
    }
    ++part_;
    arc_m_ = walk_.arcs_m_[part_];
    speed_mps_ = speed_mps;
    walk_.ticks_.push_back({arc_m_});
    EndPart();
  }

  void Jump(double speed_mps) {
    const double rise_m = walk_.route_.points[part_ + 1].y - walk_.route_.points[part_].y;
    const double time_s = LengthOf(part_) / speed_mps;
    const double sag_m = SagOfJump(rise_m, time_s, style_.max_hop_m);
    for (double s = kTick_s; s < time_s && !IsOver(); s += kTick_s) {
      const double share = s / time_s;
      walk_.ticks_.push_back({arc_m_ + LengthOf(part_) * share, 4 * sag_m * share * (1 - share), true});
    }
  }

  void Drop(double speed_mps) {
    const Vec3& from = walk_.route_.points[part_];
    const Vec3& to = walk_.route_.points[part_ + 1];
    const double depth_m = std::max(0.0, from.y - to.y);
    const double walk_s = PlaneDistance(from, to) / speed_mps;
    const double fall_s = std::sqrt(2 * depth_m / kGravity_mps2);
    const double time_s = std::max(walk_s, fall_s);
    for (double s = kTick_s; s < time_s && !IsOver(); s += kTick_s) {
      const double share = walk_s > 0 ? std::min(1.0, s / walk_s) : 1;
      const double fallen_m = kGravity_mps2 * Square(std::max(0.0, s - (time_s - fall_s))) / 2;
      const double line_m = (to.y - from.y) * share;
      walk_.ticks_.push_back(
          {arc_m_ + LengthOf(part_) * share, std::max(-fallen_m, -depth_m) - line_m, true});
    }
  }

  void Teleport(double speed_mps) {
    const double time_s = LengthOf(part_) / speed_mps;
    for (double s = kTick_s; s < time_s && !IsOver(); s += kTick_s) walk_.ticks_.push_back({arc_m_});
    walk_.ticks_.back().jumps_on = true;
  }

  TimedWalk& walk_;
  const WalkStyle& style_;
  Random& random_;
  const size_t most_ticks_;
  std::vector<Stop> stops_;  // [point]
  size_t part_ = 0;
  double arc_m_ = 0;
  double speed_mps_ = 0;
  double hop_rise_mps_ = 0;  // what the hop took off with; 0: there is none
  double hop_begin_m_ = 0;
  double hop_s_ = 0;
  bool has_landed_ = false;
};

TimedWalk::TimedWalk(const WalkedRoute& route, const WalkStyle& style, double longest_s, Random& random)
    : route_(route) {
  Simulation(*this, style, longest_s, random).Run();
}

Vec3 TimedWalk::PointAt(double arc_m) const {
  const auto after = std::upper_bound(arcs_m_.begin(), arcs_m_.end(), arc_m);
  if (after == arcs_m_.end()) return route_.points.back();
  if (after == arcs_m_.begin()) return route_.points.front();
  const auto i = static_cast<size_t>(after - arcs_m_.begin());
  const double share = (arc_m - arcs_m_[i - 1]) / (arcs_m_[i] - arcs_m_[i - 1]);
  return route_.points[i - 1] + (route_.points[i] - route_.points[i - 1]) * share;
}

Vec3 TimedWalk::At(double time_s) const {
  const double tick = std::clamp(time_s / kTick_s, 0.0, static_cast<double>(ticks_.size() - 1));
  const auto k = static_cast<size_t>(tick);
  const Tick& from = ticks_[k];
  const Tick& to = ticks_[std::min(k + 1, ticks_.size() - 1)];
  const double share = from.jumps_on ? 0 : tick - static_cast<double>(k);
  const Vec3 ground = PointAt(from.arc_m + (to.arc_m - from.arc_m) * share);
  return ground + Vec3(0, from.height_m + (to.height_m - from.height_m) * share, 0);
}

const TimedWalk::Tick& TimedWalk::TickAt(double time_s) const {
  return ticks_[static_cast<size_t>(
      std::clamp(time_s / kTick_s, 0.0, static_cast<double>(ticks_.size() - 1)))];
}

bool TimedWalk::IsAirborneAt(double time_s) const { return TickAt(time_s).is_airborne; }

bool TimedWalk::IsClimbingAt(double time_s) const { return TickAt(time_s).is_climbing; }

}  // namespace waystone
