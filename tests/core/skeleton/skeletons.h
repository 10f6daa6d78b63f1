// Skeletons for tests: from lists of arcs, random ones, and mazes.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/graph/union_find.h"
#include "core/skeleton/explore.h"
#include "core/skeleton/skeleton_view.h"

namespace waystone {

// An arc to be: from, to, metres, link.
struct TestArc {
  uint32_t source;
  uint32_t target;
  float length_m = 1;
  uint32_t link = kNoSkeletonLink;
};

inline constexpr uint32_t kTestLinks = 8;

inline SkeletonData MakeSkeleton(uint32_t key_points, std::vector<TestArc> arcs) {
  std::sort(arcs.begin(), arcs.end(), [](const TestArc& a, const TestArc& b) {
    return std::tie(a.source, a.target, a.link) < std::tie(b.source, b.target, b.link);
  });
  SkeletonData data;
  data.rows.assign(key_points + 1, 0);
  for (uint32_t k = 0; k < key_points; ++k) data.key_points.push_back({0, 0, 0, k});
  for (const TestArc& arc : arcs) {
    ++data.rows[arc.source + 1];
    SkeletonArc packed{};
    packed.target = arc.target;
    packed.length_m = arc.length_m;
    packed.link = arc.link;
    packed.kind = arc.link == kNoSkeletonLink ? SkeletonArcKind::kWalk : SkeletonArcKind::kLink;
    data.arcs.push_back(packed);
  }
  for (uint32_t k = 0; k < key_points; ++k) data.rows[k + 1] += data.rows[k];
  data.header.key_point_count = key_points;
  data.header.arc_count = static_cast<uint32_t>(data.arcs.size());
  data.header.spacing_m = 1;
  return data;
}

inline std::vector<TestArc> BothWays(const std::vector<TestArc>& arcs) {
  std::vector<TestArc> both = arcs;
  for (const TestArc& arc : arcs) both.push_back({arc.target, arc.source, arc.length_m, arc.link});
  return both;
}

// REQUIRES: the data are sound. The view borrows them.
inline SkeletonView ViewOf(const SkeletonData& data) {
  return *SkeletonView::Create(data, data.header.key_point_count, kTestLinks);
}

// A walker of a maze on a grid of forks: corridors of `pieces` key points on average join a random spanning
// tree of the forks, and `loop_share` of the other neighbours.
inline SkeletonData MakeMaze(uint32_t side, uint32_t pieces, double loop_share, uint64_t seed) {
  Random random(seed);
  struct Corridor {
    uint64_t rank;
    uint32_t a;
    uint32_t b;
  };
  std::vector<Corridor> corridors;
  for (uint32_t v = 0; v < side * side; ++v) {
    if (v % side + 1 < side) corridors.push_back({random.NextU64(), v, v + 1});
    if (v + side < side * side) corridors.push_back({random.NextU64(), v, v + side});
  }
  std::sort(corridors.begin(), corridors.end(),
            [](const Corridor& a, const Corridor& b) { return a.rank < b.rank; });
  UnionFind joined(side * side);
  std::vector<TestArc> arcs;
  uint32_t count = side * side;
  for (const Corridor& corridor : corridors) {
    if (!joined.Join(corridor.a, corridor.b) && random.NextUnit() >= loop_share) continue;
    uint32_t at = corridor.a;
    for (uint32_t left = 1 + random.NextBelow(2 * pieces - 1); left > 0; --left) {
      const uint32_t next = left == 1 ? corridor.b : count++;
      arcs.push_back({at, next, static_cast<float>(random.NextInRange(0.6, 1.4))});
      at = next;
    }
  }
  return MakeSkeleton(count, BothWays(arcs));
}

inline constexpr WalkOrder kOrders[] = {WalkOrder::kBreadthFirst, WalkOrder::kDepthFirst,
                                        WalkOrder::kPocketFirst, WalkOrder::kShortest};

// The walk begins at the start, takes arcs that exist one after another, and is as long as it says.
inline void ExpectSound(const SkeletonView& skeleton, const ExploreQuery& query,
                        const ExploreAnswer& answer) {
  ASSERT_EQ(answer.walks.size(), query.walkers);
  std::vector<uint8_t> is_seen(skeleton.size(), 0);
  double sum_m = 0;
  for (const ExploreWalk& walk : answer.walks) {
    ASSERT_FALSE(walk.key_points.empty());
    ASSERT_EQ(walk.key_points.front(), query.start.value());
    ASSERT_EQ(walk.arcs.size() + 1, walk.key_points.size());
    double length_m = 0;
    for (size_t i = 0; i < walk.arcs.size(); ++i) {
      ASSERT_GE(walk.arcs[i], skeleton.FirstArc(KeyPointId(walk.key_points[i])));
      ASSERT_LT(walk.arcs[i], skeleton.FirstArc(KeyPointId(walk.key_points[i])) +
                                  skeleton.ArcsOf(KeyPointId(walk.key_points[i])).size());
      ASSERT_EQ(skeleton.arc(walk.arcs[i]).target, walk.key_points[i + 1]);
      ASSERT_TRUE(std::isfinite(query.changes.Cost_m(skeleton, walk.arcs[i])));
      length_m += static_cast<double>(skeleton.arc(walk.arcs[i]).length_m);
    }
    EXPECT_NEAR(walk.length_m, length_m, 1e-9 * length_m);
    EXPECT_LE(walk.length_m, query.max_length_m);
    sum_m += walk.length_m;
    for (const uint32_t k : walk.key_points) is_seen[k] = 1;
  }
  EXPECT_LE(answer.lower_bound_m, sum_m);
  if (query.visited.empty()) {
    const auto seen = static_cast<double>(std::count(is_seen.begin(), is_seen.end(), 1));
    EXPECT_NEAR(answer.coverage, seen / answer.reachable, 1e-9);
  }
  if (answer.end == ExploreEnd::kCovered) {
    EXPECT_GE(answer.coverage, query.coverage - 1e-9);
  }
}

// No arc leads by these links.
inline SkeletonChanges WithoutLinks(const SkeletonData& data, const std::vector<uint32_t>& links) {
  SkeletonChanges changes;
  for (uint32_t i = 0; i < data.arcs.size(); ++i) {
    const bool is_closed = std::find(links.begin(), links.end(), data.arcs[i].link) != links.end();
    if (is_closed) changes.changed.push_back({i, ChangedArc::kClosed, 0});
  }
  return changes;
}

inline ExploreQuery From(uint32_t start, WalkOrder order = WalkOrder::kShortest) {
  ExploreQuery query;
  query.start = KeyPointId(start);
  query.order = order;
  return query;
}

// A sound answer.
inline ExploreAnswer Explore(const SkeletonData& data, const ExploreQuery& query) {
  const SkeletonView skeleton = ViewOf(data);
  ExploreAnswer answer = ExploreSkeleton(skeleton, query);
  ExpectSound(skeleton, query, answer);
  return answer;
}

}  // namespace waystone
