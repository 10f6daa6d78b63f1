#include "bench/validate/cheat_clients.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace waystone {
namespace {

constexpr double kBurst_s = 1.5;  // of every kBurstPeriod_s
constexpr double kBurstPeriod_s = 2;
constexpr double kRise_mps = 2;
constexpr double kFlight_m = 6;
constexpr double kLookBack_m = 30;  // along the route, for where a held client goes on
constexpr double kLookAhead_m = 0.5;

// A line measured in the plane.
class PlaneLine {
 public:
  explicit PlaneLine(std::vector<Vec3> points) : points_(std::move(points)) {
    for (size_t i = 1; i < points_.size(); ++i) {
      arcs_m_.push_back(arcs_m_.back() + PlaneDistance(points_[i - 1], points_[i]));
    }
  }

  Vec3 At(double arc_m) const {
    const auto after = std::upper_bound(arcs_m_.begin(), arcs_m_.end(), arc_m);
    if (after == arcs_m_.end()) return points_.back();
    if (after == arcs_m_.begin()) return points_.front();
    const auto i = static_cast<size_t>(after - arcs_m_.begin());
    const double share = (arc_m - arcs_m_[i - 1]) / (arcs_m_[i] - arcs_m_[i - 1]);
    return points_[i - 1] + (points_[i] - points_[i - 1]) * share;
  }

  // Where the line is nearest to a point, from one arc to another.
  double NearestArc(const Vec3& to, double from_m, double to_m) const {
    double best_m = to_m;
    double best_distance_m = Distance(At(to_m), to);
    for (size_t i = 1; i < points_.size(); ++i) {
      const double length_m = arcs_m_[i] - arcs_m_[i - 1];
      if (arcs_m_[i] < from_m || arcs_m_[i - 1] > to_m || length_m <= 0) continue;
      const Vec2 along = points_[i].Plane() - points_[i - 1].Plane();
      const double foot = Dot(to.Plane() - points_[i - 1].Plane(), along) / Dot(along, along);
      const double arc_m = std::clamp(arcs_m_[i - 1] + length_m * std::clamp(foot, 0.0, 1.0), from_m, to_m);
      const double distance_m = Distance(At(arc_m), to);
      if (distance_m < best_distance_m - 1e-9) {
        best_m = arc_m;
        best_distance_m = distance_m;
      }
    }
    return best_m;
  }

 private:
  std::vector<Vec3> points_;
  std::vector<double> arcs_m_{0.0};
};

}  // namespace

CheatClient StraightClient(const Vec3& target, double speed_mps) {
  return [=](const ClientMoment& now) {
    const double left_m = Distance(now.held, target);
    const double step_m = speed_mps * now.step_s;
    return step_m >= left_m ? target : now.held + (target - now.held) * (step_m / left_m);
  };
}

CheatClient HoverClient(const Vec3& ground, double height_m) {
  return [=](const ClientMoment&) { return ground + Vec3(0, height_m, 0); };
}

CheatClient FlyClient(const Vec3& start, Vec2 direction, double speed_mps) {
  return [=](const ClientMoment& now) {
    const double top_m = start.y + kFlight_m;
    const double y = std::min(now.held.y + kRise_mps * now.step_s, std::max(top_m, now.held.y));
    const double step_m = speed_mps * now.step_s;
    return Vec3(now.held.x + direction.x * step_m, y, now.held.z + direction.z * step_m);
  };
}

double RunSpeed::At(double time_s) const {
  const bool is_fast = !is_burst || std::fmod(time_s, kBurstPeriod_s) < kBurst_s;
  return max_speed_mps * (is_fast ? factor : 1);
}

CheatClient RunClient(const WalkedRoute& route, const RunSpeed& speed) {
  const auto line = std::make_shared<const PlaneLine>(route.points);
  double arc_m = 0;  // of the last claim
  return [=](const ClientMoment& now) mutable {
    if (line->At(arc_m) != now.held) {
      arc_m = line->NearestArc(now.held, std::max(0.0, arc_m - kLookBack_m), arc_m + kLookAhead_m);
    }
    arc_m += speed.At(now.time_s - now.step_s) * now.step_s;
    return line->At(arc_m);
  };
}

double BudgetBreach_s(const RunSpeed& speed, double hz, double margin_m, double longest_s) {
  const double earned_mps = speed.max_speed_mps * kTolerance;
  double balance_m = 0;
  for (uint32_t i = 1; static_cast<double>(i) / hz <= longest_s; ++i) {
    const double begin_s = (static_cast<double>(i) - 1) / hz;
    balance_m += (earned_mps - speed.At(begin_s)) / hz;
    balance_m = std::min(balance_m, earned_mps * kCredit_s);
    if (balance_m < -earned_mps * kDebt_s - margin_m - 1e-6) return static_cast<double>(i) / hz;
  }
  return -1;
}

}  // namespace waystone
