// First the ravines, which wander until enough places for bridges are found; then villages of houses; then
// pits. Whatever lies too near to something already placed is thrown again.
#include "samples/generator/bench_layout.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"
#include "core/base/random.h"

namespace waystone::samples {
namespace {

constexpr double kEdge = 60;        // nothing is built this near to the map's edge
constexpr double kRavineStep = 14;  // between bends
constexpr double kRavineDepth = 10;
constexpr int kBendsBetweenBridges = 5;
constexpr double kBridgeReach = 15;  // from the ravine's middle to a bridge's end
constexpr double kHouseSpacing = 32;
constexpr double kMaxPlotRange = 3.5;  // of wild heights around a house
constexpr int kMaxTries = 400'000;

class Planner {
 public:
  explicit Planner(const BenchPlan& plan) : plan_(plan), half_(plan.size_m / 2), random_(plan.seed) {}

  BenchLayout Make() {
    for (int tries = 0; layout_.bridges.size() < plan_.bridges && tries < kMaxTries; ++tries) AddRavine();
    for (int tries = 0; layout_.houses.size() < plan_.houses && tries < kMaxTries; ++tries) AddVillage();
    for (int tries = 0; layout_.pits.size() < plan_.pits && tries < kMaxTries; ++tries) AddPit();
    WS_CHECK(layout_.bridges.size() == plan_.bridges && layout_.houses.size() == plan_.houses &&
             layout_.pits.size() == plan_.pits);
    return std::move(layout_);
  }

 private:
  Vec2 RandomPlace() {
    const double x = random_.NextInRange(-half_ + kEdge, half_ - kEdge);
    return {x, random_.NextInRange(-half_ + kEdge, half_ - kEdge)};
  }
  // Turned by up to about half a right angle times `bend`.
  Vec2 Turned(Vec2 direction, double bend) {
    const double side = random_.NextInRange(-bend, bend);
    return Unit(direction + Vec2{-direction.z, direction.x} * side);
  }
  Vec2 RandomDirection() { return CirclePoint(random_.NextBelow(24), 24); }
  bool IsInside(Vec2 p) const { return std::max(std::abs(p.x), std::abs(p.z)) < half_ - kEdge; }
  double Wild(Vec2 p) const { return WildHeight(p, plan_.seed); }

  void AddRavine() {
    std::vector<RavinePoint> ravine;
    const int bends = 50 + static_cast<int>(random_.NextBelow(60));
    Vec2 place = RandomPlace();
    Vec2 direction = RandomDirection();
    while (static_cast<int>(ravine.size()) < bends && IsInside(place) &&
           RavineDistance(layout_, place, 60) >= 60) {
      ravine.push_back({place, kRavineDepth});
      place = place + direction * kRavineStep;
      direction = Turned(direction, 0.25);
    }
    if (ravine.size() < 24) return;
    // Shallow towards both ends, where an agent can walk in.
    for (size_t k = 0; k < ravine.size(); ++k) {
      const double from_end = static_cast<double>(std::min(k, ravine.size() - 1 - k));
      ravine[k].depth_m = kRavineDepth * std::min(1.0, from_end / 5);
    }
    layout_.ravines.push_back(ravine);
    int since_bridge = 0;
    for (size_t k = 8; k + 9 < ravine.size(); ++k) {
      if (++since_bridge >= kBendsBetweenBridges && AddBridge(ravine[k], ravine[k + 1])) since_bridge = 0;
    }
  }

  // Across the ravine between two bends, at a place where both banks are about equally high.
  bool AddBridge(const RavinePoint& a, const RavinePoint& b) {
    if (layout_.bridges.size() >= plan_.bridges) return false;
    const Vec2 along = Unit(b.middle - a.middle);
    const Vec2 across{-along.z, along.x};
    const Vec2 middle = (a.middle + b.middle) * 0.5;
    const Vec2 left = middle - across * kBridgeReach;
    const Vec2 right = middle + across * kBridgeReach;
    if (std::abs(Wild(left) - Wild(right)) > 5) return false;
    const double height = (Wild(left) + Wild(right)) / 2;
    for (const Vec2 end : {left, right}) layout_.plots.push_back({end + (end - middle) * 0.1, height, 8, 18});
    BenchBridge bridge;
    bridge.frame = {{middle.x, height, middle.z}, across};
    bridge.plan = {.length_m = 2 * kBridgeReach,
                   .width_m = 4,
                   .rise_m = 1.2,
                   .opening_m = 19,
                   .foundation_m = 6,
                   .segments = 12};
    layout_.bridges.push_back(bridge);
    return true;
  }

  void AddVillage() {
    const Vec2 centre = RandomPlace();
    const size_t wanted = 6 + random_.NextBelow(14);
    const size_t full = std::min<size_t>(layout_.houses.size() + wanted, plan_.houses);
    for (int tries = 0; layout_.houses.size() < full && tries < 60; ++tries) {
      const double x = random_.NextInRange(-95, 95);
      AddHouseAt(centre + Vec2{x, random_.NextInRange(-95, 95)});
    }
  }

  void AddHouseAt(Vec2 middle) {
    if (!IsInside(middle) || !IsFree(middle, kHouseSpacing) || RavineDistance(layout_, middle, 30) < 30)
      return;
    double lo = Wild(middle);
    double hi = lo;
    for (uint32_t k = 0; k < 8; ++k) {
      const double height = Wild(middle + CirclePoint(k, 8) * 13);
      lo = std::min(lo, height);
      hi = std::max(hi, height);
    }
    if (hi - lo > kMaxPlotRange) return;
    const double height = (lo + hi) / 2;
    BenchHouse house;
    house.middle = middle;
    house.plan.width_m = 8.4 + 0.4 * random_.NextBelow(7);
    house.plan.depth_m = 9.4 + 0.4 * random_.NextBelow(4);
    house.plan.roof = random_.NextBelow(4) == 0 ? RoofKind::kFlat : RoofKind::kGabled;
    house.plan.windows = false;
    const Vec2 u = RandomDirection();
    const Vec2 front = middle - Vec2{-u.z, u.x} * (house.plan.depth_m / 2);
    house.frame = {{front.x, height + kHouseSill, front.z}, u};
    layout_.plots.push_back({middle, height, 12.5, 20});
    layout_.houses.push_back(house);
  }

  void AddPit() {
    const Vec2 middle = RandomPlace();
    if (!IsFree(middle, 32) || RavineDistance(layout_, middle, 30) < 30) return;
    for (const BenchPit& pit : layout_.pits) {
      if (Distance(pit.middle, middle) < 40) return;
    }
    layout_.pits.push_back({middle, random_.NextInRange(6, 11)});
  }

  // No plot within `spacing_m`.
  bool IsFree(Vec2 p, double spacing_m) const {
    return std::ranges::all_of(layout_.plots,
                               [&](const Plot& plot) { return Distance(plot.middle, p) >= spacing_m; });
  }

  BenchPlan plan_;
  double half_;
  Random random_;
  BenchLayout layout_;
};

}  // namespace

BenchLayout MakeBenchLayout(const BenchPlan& plan) { return Planner(plan).Make(); }

double RavineDistance(const BenchLayout& layout, Vec2 p, double limit_m) {
  double nearest = limit_m;
  for (const std::vector<RavinePoint>& ravine : layout.ravines) {
    for (size_t k = 0; k + 1 < ravine.size(); ++k) {
      nearest = std::min(nearest, DistanceToSegment(p, ravine[k].middle, ravine[k + 1].middle));
    }
  }
  return nearest;
}

}  // namespace waystone::samples
