#include "core/route/alternative_routes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/scratch.h"
#include "core/geom/segment.h"
#include "tests/support/drawn_map.h"
#include "tests/support/plan_route.h"

namespace waystone {
namespace {

std::vector<RouteAnswer> Alternatives(const MapView& view, const RouteQuery& query, uint32_t count) {
  Scratch scratch;
  const RouteAnswer best = Plan(view, query);
  EXPECT_EQ(best.status, RouteStatus::kComplete);
  const auto found = FindAlternatives(view, query, best, count, scratch);
  EXPECT_TRUE(found.ok()) << found.status();
  return found.value_or(std::vector<RouteAnswer>());
}

// Four lanes; the straight one is 10 m long, the next ones 12 m, the last one is too far.
constexpr char kLanes[] =
    "...........\n"
    ".#########.\n"
    "...........\n"
    ".#########.\n"
    "...........\n"
    ".#########.\n"
    ".#########.\n"
    ".#########.\n"
    "...........\n";

TEST(AlternativeRoutes, TakeOtherLanes) {
  const DrawnMap map({kLanes});
  const RouteQuery query = Query(map.Abs(0.5, 0, 2.5), map.Abs(10.5, 0, 2.5));
  const std::vector<RouteAnswer> others = Alternatives(map.view(), query, 8);
  ASSERT_EQ(others.size(), 2U);
  std::vector<double> lanes;
  for (const RouteAnswer& other : others) {
    EXPECT_EQ(other.status, RouteStatus::kComplete);
    EXPECT_EQ(other.points.front(), query.start);
    EXPECT_EQ(other.points.back(), query.goals[0]);
    EXPECT_NEAR(other.cost_m, other.plane_length_m, 1e-9);
    EXPECT_LT(other.cost_m, 13);
    EXPECT_EQ(other.legs.size(), 1U) << "the places it was led over are no stops";
    EXPECT_EQ(other.legs[0].point_count, other.points.size());
    const auto lane = [](const Vec3& a, const Vec3& b) {
      return std::abs(a.z - -497.5) < std::abs(b.z - -497.5);
    };
    lanes.push_back(std::max_element(other.points.begin(), other.points.end(), lane)->z + 500);
  }
  std::sort(lanes.begin(), lanes.end());
  EXPECT_LT(lanes[0], 1.01);
  EXPECT_GT(lanes[1], 3.99);
  EXPECT_EQ(Alternatives(map.view(), query, 1).size(), 1U);
}

TEST(AlternativeRoutes, ThereAreNoneOverOpenGroundOrThroughOneDoor) {
  const DrawnMap open({"....................\n....................\n....................\n"});
  EXPECT_TRUE(Alternatives(open.view(), Query(open.Abs(1, 0, 1.5), open.Abs(19, 0, 1.5)), 8).empty());
  const DrawnMap door({"....#....\n.........\n....#....\n"});
  EXPECT_TRUE(Alternatives(door.view(), Query(door.Abs(0.5, 0, 1.5), door.Abs(8.5, 0, 1.5)), 8).empty());
}

TEST(AlternativeRoutes, ADeadlineEndsTheSearch) {
  const DrawnMap map({kLanes});
  RouteQuery query = Query(map.Abs(0.5, 0, 2.5), map.Abs(10.5, 0, 2.5));
  const RouteAnswer best = Plan(map.view(), query);
  query.deadline = Deadline(Deadline::Clock::time_point::min());
  Scratch scratch;
  EXPECT_TRUE(FindAlternatives(map.view(), query, best, 8, scratch)->empty());
}

double SharedWith(const RouteAnswer& other, const RouteAnswer& route, double beside_m) {
  int samples = 0;
  int shared = 0;
  for (size_t i = 1; i < route.points.size(); ++i) {
    const int steps = std::max(1, static_cast<int>(Distance(route.points[i - 1], route.points[i]) * 20));
    for (int k = 0; k < steps; ++k) {
      const Vec3 at = route.points[i - 1] + (route.points[i] - route.points[i - 1]) * ((k + 0.5) / steps);
      double nearest = 1e9;
      for (size_t j = 1; j < other.points.size(); ++j) {
        nearest = std::min(nearest, SegmentDistance(other.points[j - 1], other.points[j], at));
      }
      ++samples;
      shared += nearest <= beside_m ? 1 : 0;
    }
  }
  return static_cast<double>(shared) / samples;
}

// On random ground: every rule holds, by measures of the test's own.
TEST(AlternativeRoutes, KeepTheirRules) {
  Random random(3);
  int told = 0;
  for (int round = 0; round < 40; ++round) {
    std::string drawing;
    for (int row = 0; row < 24; ++row) {
      for (int column = 0; column < 24; ++column) {
        const bool is_end = row + column < 4 || row + column > 42;
        drawing += is_end || random.NextBelow(100) < 72 ? '.' : '#';
      }
      drawing += '\n';
    }
    const DrawnMap map({drawing});
    const RouteQuery query = Query(map.Abs(0.5, 0, 0.5), map.Abs(23.5, 0, 23.5));
    const RouteAnswer best = Plan(map.view(), query);
    if (best.status != RouteStatus::kComplete) continue;
    const std::vector<RouteAnswer> others = Alternatives(map.view(), query, 3);
    std::vector<RouteAnswer> before = {best};
    for (const RouteAnswer& other : others) {
      EXPECT_GE(other.cost_m, before.back().cost_m * (1 - 1e-9));
      EXPECT_LE(other.cost_m, best.cost_m * 1.5 + 1e-9);
      for (const RouteAnswer& route : before) EXPECT_LE(SharedWith(route, other, 1), 0.75);
      // No stretch of a quarter of its length is much dearer than the cheapest route.
      for (size_t i = 0; i + 1 < other.points.size(); ++i) {
        double stretch_m = 0;
        size_t end = i;
        for (; end + 1 < other.points.size(); ++end) {
          const double side_m = Distance(other.points[end], other.points[end + 1]);
          if (stretch_m + side_m > best.length_m / 4) break;
          stretch_m += side_m;
        }
        const RouteAnswer direct = Plan(map.view(), Query(other.points[i], other.points[end]));
        EXPECT_LE(stretch_m, direct.plane_length_m + 0.01 * best.length_m / 2 + 1e-6);
      }
      before.push_back(other);
    }
    told += static_cast<int>(others.size());
    const std::vector<RouteAnswer> again = Alternatives(map.view(), query, 3);
    ASSERT_EQ(again.size(), others.size());
    for (size_t i = 0; i < again.size(); ++i) EXPECT_EQ(again[i].points, others[i].points);
  }
  EXPECT_GT(told, 20);
}

}  // namespace
}  // namespace waystone
