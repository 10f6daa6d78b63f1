// Straightening and packing, on drawings where one walks straight everywhere.
#include "bake/skeleton/skeleton_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "bake/skeleton/thinning.h"
#include "core/geom/segment.h"
#include "tests/bake/skeleton/bitmap_graph.h"

namespace waystone {
namespace {

constexpr SkeletonOptions kAnyPath{.max_arc_m = 1000, .tolerance_m = 1000};

bool Always(uint32_t /*from*/, uint32_t /*to*/) { return true; }

std::vector<bool> EndsOf(const LaunchGraph& graph, const std::vector<ThinArc>& arcs) {
  std::vector<bool> is_end(graph.points.size(), false);
  for (const ThinArc& arc : arcs) is_end[arc.from] = is_end[arc.to] = true;
  return is_end;
}

TEST(Straighten, LoopsStayLoopsHoweverMuchIsLeftOut) {
  Random random(41);
  for (int round = 0; round < 2000 && !testing::Test::HasFailure(); ++round) {
    const Bitmap bitmap = RandomBitmap(14, 14, 0.5 + 0.49 * random.NextUnit(), random);
    const LaunchGraph graph = GraphOf(bitmap);
    const std::vector<bool> is_kept = Thin(graph, {}).is_kept;
    const std::vector<ThinArc> arcs = KeptArcs(graph, is_kept);
    const std::vector<ThinArc> straight = Straighten(graph, arcs, kAnyPath, Always);
    EXPECT_LE(straight.size(), arcs.size());
    EXPECT_EQ(LoopsOf(ArcListsOf(graph, straight), EndsOf(graph, straight)), Holes(bitmap))
        << Drawing(bitmap);
    EXPECT_EQ(PartsOf(ArcListsOf(graph, straight), EndsOf(graph, straight)),
              PartsOf(ArcListsOf(graph, arcs), EndsOf(graph, arcs)));
    EXPECT_TRUE(std::is_sorted(straight.begin(), straight.end(), [](const ThinArc& a, const ThinArc& b) {
      return std::pair(a.from, a.to) < std::pair(b.from, b.to);
    }));
  }
}

TEST(Straighten, ALongLineBecomesOneArcWhereAllowed) {
  const Bitmap line = DrawnBitmap("####################\n");
  const LaunchGraph graph = GraphOf(line);
  const std::vector<ThinArc> arcs = KeptArcs(graph, std::vector<bool>(20, true));
  EXPECT_EQ(Straighten(graph, arcs, kAnyPath, Always).size(), 2U);
  EXPECT_EQ(Straighten(graph, arcs, {.max_arc_m = 4, .tolerance_m = 0}, Always).size(), 2U * 5);
  EXPECT_EQ(Straighten(graph, arcs, kAnyPath, [](uint32_t, uint32_t) { return false; }).size(), arcs.size());
}

TEST(Straighten, NoPointLeftOutIsFartherThanTheToleranceFromAllArcs) {
  Random random(43);
  for (int round = 0; round < 300; ++round) {
    const Bitmap bitmap = RandomBitmap(30, 30, 0.9, random);
    const LaunchGraph graph = GraphOf(bitmap);
    const std::vector<bool> is_kept = Thin(graph, {}).is_kept;
    const SkeletonOptions options{.max_arc_m = 7, .tolerance_m = 0.6};
    const std::vector<ThinArc> straight = Straighten(graph, KeptArcs(graph, is_kept), options, Always);
    const auto at = [&](uint32_t p) { return Vec3(graph.points[p].at).Plane(); };
    for (uint32_t p = 0; p < graph.points.size(); ++p) {
      if (!is_kept[p] || straight.empty()) continue;
      double nearest_m = std::numeric_limits<double>::infinity();
      for (const ThinArc& arc : straight) {
        nearest_m = std::min(nearest_m, SegmentDistance(at(arc.from), at(arc.to), at(p)));
      }
      const bool is_lone = std::none_of(graph.points[p].neighbours.begin(), graph.points[p].neighbours.end(),
                                        [&](uint32_t n) { return n != kNoLaunchPoint && is_kept[n]; });
      EXPECT_TRUE(is_lone || nearest_m <= 0.6 + 1e-9);
    }
    for (const ThinArc& arc : straight) EXPECT_LE(Distance(at(arc.from), at(arc.to)), 7);
  }
}

TEST(Straighten, OneWayArcsAndLeapsStayAsTheyAre) {
  Random random(47);
  for (int round = 0; round < 1500 && !testing::Test::HasFatalFailure(); ++round) {
    const Bitmap bitmap = RandomBitmap(7, 7, 0.8, random);
    const LaunchGraph graph = GraphOf(bitmap, [&] {
      const uint32_t kind = random.NextBelow(20);
      return kind == 0 ? 0U : kind < 17 ? 3U : kind == 17 ? 1U : kind == 18 ? 2U : 5U;
    });
    const std::vector<bool> is_kept = Thin(graph, {}).is_kept;
    const std::vector<ThinArc> arcs = KeptArcs(graph, is_kept);
    const std::vector<ThinArc> straight = Straighten(graph, arcs, kAnyPath, Always);
    const auto could = ReachOf(ArcListsOf(graph, arcs));
    const auto can = ReachOf(ArcListsOf(graph, straight));
    const std::vector<bool> is_end = EndsOf(graph, straight);
    for (uint32_t a = 0; a < graph.points.size(); ++a) {
      for (uint32_t b = 0; b < graph.points.size(); ++b) {
        if (!is_end[a] || !is_end[b]) continue;
        ASSERT_EQ(can[a][b], could[a][b]) << Drawing(bitmap) << a << " to " << b;
      }
    }
    const auto leaps = [](const std::vector<ThinArc>& list) {
      return std::count_if(list.begin(), list.end(),
                           [](const ThinArc& arc) { return arc.kind != SkeletonArcKind::kWalk; });
    };
    ASSERT_EQ(leaps(straight), leaps(arcs));
  }
}

TEST(FarthestFrom, IsTheLongestOfTheShortestPathsWithinTwoPerCent) {
  Random random(53);
  for (int round = 0; round < 400; ++round) {
    const Bitmap bitmap = RandomBitmap(20, 20, 0.85, random);
    const LaunchGraph graph = GraphOf(bitmap);
    std::vector<bool> is_kept(graph.points.size());
    for (size_t p = 0; p < is_kept.size(); ++p) is_kept[p] = random.NextBelow(60) == 0;
    using Open = std::pair<double, uint32_t>;
    std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
    std::vector<double> cost(graph.points.size(), std::numeric_limits<double>::infinity());
    double farthest_m = 0;
    for (uint32_t p = 0; p < cost.size(); ++p) {
      if (is_kept[p]) open.emplace(cost[p] = 0, p);
    }
    while (!open.empty()) {
      const auto [at, p] = open.top();
      open.pop();
      if (at > cost[p]) continue;
      farthest_m = std::max(farthest_m, at);
      for (uint32_t d = 0; d < kDirectionCount; ++d) {
        const uint32_t to = graph.points[p].neighbours[d];
        if (to == kNoLaunchPoint || at + std::hypot(kCompass[d][0], kCompass[d][1]) >= cost[to]) continue;
        cost[to] = at + std::hypot(kCompass[d][0], kCompass[d][1]);
        open.emplace(cost[to], to);
      }
    }
    const double found_m = FarthestFrom(graph, is_kept);
    EXPECT_GE(found_m, farthest_m - 1e-9);
    EXPECT_LE(found_m, farthest_m * 1.02 + 1e-9);
  }
}

TEST(PackSkeleton, KeepsArcsPlacesAndCounts) {
  const Bitmap bitmap = DrawnBitmap(
      "#####.#\n"
      "#...#..\n"
      "#####..\n");
  const LaunchGraph graph = GraphOf(bitmap);
  const std::vector<bool> is_kept(graph.points.size(), true);
  const std::vector<ThinArc> arcs = KeptArcs(graph, is_kept);
  const SkeletonData data = PackSkeleton(graph, is_kept, arcs);
  ASSERT_TRUE(SkeletonView::Create(data, 21, 0).ok());
  EXPECT_EQ(data.header.key_point_count, 13U);
  EXPECT_EQ(data.header.arc_count, arcs.size());
  EXPECT_EQ(data.header.component_count, 2U);
  EXPECT_EQ(data.header.cycle_rank, 1U);
  EXPECT_EQ(data.header.launch_point_count, 13U);
  EXPECT_EQ(data.header.spacing_m, 1);
  // The first point, in the north-west: one arc leads east, one south.
  ASSERT_EQ(data.rows[1], 2U);
  EXPECT_EQ(data.arcs[0].direction, 2);
  EXPECT_EQ(data.arcs[0].back, 6);
  EXPECT_EQ(data.arcs[1].direction, 4);
  EXPECT_EQ(data.arcs[1].length_m, 1);
}

}  // namespace
}  // namespace waystone
