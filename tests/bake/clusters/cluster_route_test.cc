// Paths by clusters against the exact search.
#include "core/clusters/cluster_route.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>

#include "bake/clusters/cluster_builder.h"
#include "bake/navmesh/navmesh_builder.h"
#include "tests/core/navmesh/any_angle_check.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"
#include "tests/support/same_bytes.h"

namespace waystone {
namespace {

struct Tally {
  int found = 0;
  int unreachable = 0;
  int links = 0;
  int crossings = 0;  // of clusters
  double sum = 0;     // of ratios to the exact cost
  int ratios = 0;
  double worst = 1;

  double Mean() const { return sum / ratios; }
};

struct Kind {
  ClusterMethod method = ClusterMethod::kEdges;
  bool with_links = false;
  bool shortcuts = false;
};

// A mesh with its clusters, both searches between random places of it.
void Compare(const PolygonSoup& soup, const std::string& drawing, const Kind& kind, Random& random,
             Tally& tally) {
  if (soup.polygons.empty()) return;
  const NavmeshData data = *BuildNavmesh(soup);
  const NavmeshView mesh = ViewOf(data);
  const uint32_t link_count = kind.with_links ? 1 + random.NextBelow(8) : 0;
  const uint64_t abilities = random.NextBelow(4);
  const LinkData link_data = RandomLinks(mesh, link_count, kind.shortcuts, random);
  const LinkView links = *LinkView::Create(link_data, mesh);
  const ClusterGround ground{mesh, links, abilities};
  const absl::StatusOr<ClusterData> built = BuildClusters(ground, {kind.method, 2 + random.NextBelow(14)}, 1);
  ASSERT_TRUE(built.ok()) << built.status();
  const absl::StatusOr<ClusterView> clusters = ClusterView::Create(*built, mesh, links);
  ASSERT_TRUE(clusters.ok()) << clusters.status();
  AnyAngleOptions exactly;
  exactly.links = &links;
  exactly.abilities = abilities;
  AnyAngleWorkspace any_angle;
  ClusterWorkspace workspace;
  for (int i = 0; i < 12; ++i) {
    const NavLocation start = RandomLatticePlace(mesh, random);
    const NavLocation goal = RandomLatticePlace(mesh, random);
    SCOPED_TRACE(TextOf(drawing, start, goal));
    const SurfacePath exact = FindAnyAngle(mesh, start, goal, exactly, any_angle);
    const SurfacePath found = FindByClusters(ground, *clusters, start, goal, {}, workspace);
    ASSERT_EQ(found.outcome, exact.outcome);
    if (exact.outcome != SearchOutcome::kFound) {
      ++tally.unreachable;
      EXPECT_TRUE(found.turns.empty());
      continue;
    }
    ++tally.found;
    tally.links += static_cast<int>(found.links.size());
    tally.crossings += static_cast<int>(workspace.entrances.size());
    ExpectCorridor(mesh, start, found, exactly);
    EXPECT_EQ(found.turns.front().point, start.point);
    EXPECT_EQ(found.turns.back().point, goal.point);
    EXPECT_GE(found.cost_m, exact.cost_m * (1 - 1e-6) - 1e-6);
    // The string may only shorten what the search counted on.
    EXPECT_LE(found.cost_m, workspace.search.cost_m() * (1 + 1e-5) + 1e-4);
    if (exact.cost_m > 1) {
      const double ratio = found.cost_m / exact.cost_m;
      tally.sum += ratio;
      ++tally.ratios;
      tally.worst = std::max(tally.worst, ratio);
    }
    if (testing::Test::HasFailure()) return;
  }
}

Tally TryDrawings(int count, const Kind& kind, uint64_t seed) {
  Random random(seed);
  Tally tally;
  for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
    const std::string drawing =
        RandomDrawing(3 + static_cast<int>(random.NextBelow(8)), 3 + static_cast<int>(random.NextBelow(8)),
                      random.NextInRange(0.05, 0.5), random);
    PolygonSoup soup = i % 2 == 0 ? SharedCells(drawing) : JitteredCells(drawing, 0.4, random);
    if (i % 4 < 2) MergeSome(soup, 60, random);
    if (i % 3 == 2) CloseSome(soup, 0.25, random);
    Compare(soup, drawing, kind, random, tally);
  }
  ::testing::Test::RecordProperty("mean_ratio", std::to_string(tally.Mean()));
  ::testing::Test::RecordProperty("worst_ratio", std::to_string(tally.worst));
  printf("%d paths over %d entrances: %.4f times the shortest on average, %.3f at most\n", tally.found,
         tally.crossings, tally.Mean(), tally.worst);
  return tally;
}

TEST(Clusters, FindPathsWhereThereAreAnyThatAreNoShorterThanTheShortest) {
  const Tally tally = TryDrawings(1500, {ClusterMethod::kEdges}, 1);
  EXPECT_GT(tally.found, 5000);
  EXPECT_GT(tally.unreachable, 500);
  EXPECT_GT(tally.crossings, 5000);
  EXPECT_LT(tally.Mean(), 1.05);
  EXPECT_LT(tally.worst, 3.5);  // of paths of some cells round a corner
}

TEST(Clusters, StoredPathsBetweenPointsFindThemTooButLonger) {
  const Tally edges = TryDrawings(800, {ClusterMethod::kEdges}, 2);
  const Tally points = TryDrawings(800, {ClusterMethod::kPoints}, 2);
  EXPECT_EQ(points.found, edges.found);
  EXPECT_GT(points.Mean(), edges.Mean());
  EXPECT_LT(points.Mean(), 1.2);
}

TEST(Clusters, UseLinksWithinAndBetweenThem) {
  for (const ClusterMethod method : {ClusterMethod::kEdges, ClusterMethod::kPoints}) {
    const Tally tally = TryDrawings(600, {method, true}, 3);
    EXPECT_GT(tally.links, 500);
    EXPECT_GT(tally.unreachable, 100);
  }
}

TEST(Clusters, UseLinksThatAreShorterThanTheStraightLine) {
  for (const ClusterMethod method : {ClusterMethod::kEdges, ClusterMethod::kPoints}) {
    EXPECT_GT(TryDrawings(600, {method, true, true}, 4).links, 500);
  }
}

class LargeClusters : public ::testing::Test {
 protected:
  LargeClusters()
      : random_(5), data_(*BuildNavmesh(MakeSoup())), mesh_(ViewOf(data_)), ground_{mesh_, links_, 0} {}

  PolygonSoup MakeSoup() {
    PolygonSoup soup = JitteredCells(RandomDrawing(60, 60, 0.25, random_), 0.4, random_);
    CloseSome(soup, 0.05, random_);
    return soup;
  }

  Random random_;
  const NavmeshData data_;
  const NavmeshView mesh_;
  const LinkView links_;
  const ClusterGround ground_;
};

TEST_F(LargeClusters, AreTheSameForAnyNumberOfThreads) {
  for (const ClusterMethod method : {ClusterMethod::kEdges, ClusterMethod::kPoints}) {
    const ClusterData one = *BuildClusters(ground_, {method, 64}, 1);
    const ClusterData three = *BuildClusters(ground_, {method, 64}, 3);
    ASSERT_GT(one.clusters.size(), 20U);
    EXPECT_TRUE(SameBytes(one.places, three.places));
    EXPECT_TRUE(SameBytes(one.polys, three.polys));
    EXPECT_TRUE(SameBytes(one.clusters, three.clusters));
    EXPECT_TRUE(SameBytes(one.entrances, three.entrances));
    EXPECT_TRUE(SameBytes(one.entering, three.entering));
    EXPECT_TRUE(SameBytes(one.costs, three.costs));
    EXPECT_TRUE(SameBytes(one.steps, three.steps));
    EXPECT_TRUE(SameBytes(one.path_ends, three.path_ends));
  }
}

TEST_F(LargeClusters, KeepEqualTreesOnce) {
  const ClusterData data = *BuildClusters(ground_, {ClusterMethod::kEdges, 64}, 1);
  uint64_t both_directions = 0;
  for (const ClusterRecord& cluster : data.clusters) {
    both_directions += uint64_t{cluster.in_count + cluster.out_count} * cluster.poly_count;
  }
  EXPECT_LT(data.steps.size(), both_directions);
}

TEST_F(LargeClusters, ASearchStopsAtItsLimitsAndSaysSo) {
  const ClusterData data = *BuildClusters(ground_, {ClusterMethod::kEdges, 16}, 1);
  const ClusterView clusters = *ClusterView::Create(data, mesh_, links_);
  ClusterWorkspace workspace;
  SurfacePath whole;
  NavLocation start;
  NavLocation goal;
  while (whole.expansions <= ClusterLimits::kPollInterval) {
    start = RandomLatticePlace(mesh_, random_);
    goal = RandomLatticePlace(mesh_, random_);
    whole = FindByClusters(ground_, clusters, start, goal, {}, workspace);
    if (whole.outcome != SearchOutcome::kFound) whole = {};
  }
  const SurfacePath cut =
      FindByClusters(ground_, clusters, start, goal, {whole.expansions - 1, Deadline()}, workspace);
  EXPECT_EQ(cut.outcome, SearchOutcome::kExpansionLimit);
  EXPECT_TRUE(cut.turns.empty());
  const std::atomic<bool> cancelled = true;
  const Deadline late(Deadline::Clock::time_point::max(), &cancelled);
  EXPECT_EQ(FindByClusters(ground_, clusters, start, goal, {0xffffffffU, late}, workspace).outcome,
            SearchOutcome::kCancelled);
  EXPECT_EQ(FindByClusters(ground_, clusters, start, goal, {whole.expansions, Deadline()}, workspace).cost_m,
            whole.cost_m);
}

TEST(Clusters, OneOrNoPolygonMakesNoEntrances) {
  for (const char* drawing : {".", "#"}) {
    const NavmeshData data = AsciiNavmesh(drawing);
    const NavmeshView mesh = ViewOf(data);
    const LinkView links;
    const ClusterGround ground{mesh, links, 0};
    const ClusterData built = *BuildClusters(ground, {}, 1);
    EXPECT_EQ(built.clusters.size(), mesh.poly_count());
    EXPECT_TRUE(built.entrances.empty());
    EXPECT_TRUE(ClusterView::Create(built, mesh, links).ok());
  }
}

}  // namespace
}  // namespace waystone
