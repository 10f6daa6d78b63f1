// Paths over ground of different costs against Dijkstra over many points.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "core/navmesh/edge_point_search.h"
#include "tests/core/navmesh/any_angle_check.h"
#include "tests/core/navmesh/changed_scene.h"
#include "tests/oracle/weighted_oracle.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/mesh_without.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

constexpr double kFine = 0.005;  // [share] that many points may still hide
constexpr double kMildFactors[] = {0.7, 1, 2, 5};
constexpr double kWildFactors[] = {0.01, 0.3, 0.7, 1, 2, 5, 40, 1000};

struct Tally {
  int meshes = 0;
  int found = 0;
  int unreachable = 0;
  int links = 0;
  std::vector<double> overs;  // what each costs beyond the oracle's, as a share of that
  double most_over_m = 0;     // the same in metres of plain ground
};

struct CostRange {
  double least_m = 0;
  double most_m = 0;
};

// What the walks of the path cost by samples of where they go: on the cheapest and on the dearest of their
// polygons under each. Single floors only.
CostRange SampledCost(const NavmeshView& mesh, const GroundCosts& costs, const SurfacePath& path) {
  constexpr int kSamples = 400;
  CostRange range;
  for (size_t k = 0; k <= path.links.size(); ++k) {
    const auto turns = path.StretchTurns(k);
    std::vector<PolyId> polys = {turns.front().poly};
    for (const EdgeId edge : path.StretchCrossed(k)) {
      polys.emplace_back(mesh.edge(EdgeId(mesh.edge(edge).twin)).poly);
    }
    for (size_t i = 1; i < turns.size(); ++i) {
      const Vec2 a = turns[i - 1].point.Plane();
      const Vec2 b = turns[i].point.Plane();
      for (int s = 0; s < kSamples; ++s) {
        const Vec2 at = a + (b - a) * ((s + 0.5) / kSamples);
        double least = 1e9;
        double most = 0;
        for (const PolyId poly : polys) {
          if (ClosestInPlane(mesh, poly, at).distance_sq_m2 > 1e-12) continue;
          least = std::min(least, costs.Of(mesh, poly));
          most = std::max(most, costs.Of(mesh, poly));
        }
        range.least_m += least * Distance(a, b) / kSamples;
        range.most_m += most * Distance(a, b) / kSamples;
      }
    }
  }
  return range;
}

class WeightedCheck {
 public:
  explicit WeightedCheck(std::vector<double> factors) : factors_(std::move(factors)) {}

  void Compare(PolygonSoup soup, const std::string& drawing, Random& random) {
    if (soup.polygons.empty()) return;
    const ChangedScene scene(std::move(soup), 3, random);
    const NavmeshView& mesh = scene.mesh();
    const LinkView& links = scene.links();
    const TakenAway& taken = scene.taken();
    taken.Fill(mesh, links, exclusions_);
    EdgePointOptions options;
    for (uint8_t area = 1; area <= 3; ++area)
      options.costs.Set(area, factors_[random.NextBelow(static_cast<uint32_t>(factors_.size()))]);
    options.links = &links;
    options.abilities = random.NextBelow(4);
    options.exclusions = &exclusions_;
    const WeightedOracle oracle(mesh, links, options.abilities, options.costs, 16, taken.blocked,
                                taken.links);
    const WeightedOracle finer(mesh, links, options.abilities, options.costs, 128, taken.blocked,
                               taken.links);
    ++tally_.meshes;
    for (int i = 0; i < 4 && !::testing::Test::HasFailure(); ++i) {
      const NavLocation start = RandomLatticePlace(mesh, random);
      const NavLocation goal = RandomLatticePlace(mesh, random);
      if (taken.blocked[start.poly.value()] || taken.blocked[goal.poly.value()]) continue;
      SCOPED_TRACE(TextOf(drawing, start, goal));
      Expect(mesh, oracle, finer, options, start, goal);
    }
  }
  // Ascending.
  Tally tally() const {
    Tally tally = tally_;
    std::sort(tally.overs.begin(), tally.overs.end());
    return tally;
  }

 private:
  void Expect(const NavmeshView& mesh, const WeightedOracle& oracle, const WeightedOracle& finer,
              const EdgePointOptions& options, const NavLocation& start, const NavLocation& goal) {
    const SurfacePath got = FindEdgePoints(mesh, start, goal, options, workspace_);
    AnyAngleOptions exact;
    exact.links = options.links;
    exact.abilities = options.abilities;
    exact.exclusions = options.exclusions;
    const SurfacePath shortest = FindAnyAngle(mesh, start, goal, exact, any_angle_);
    ASSERT_EQ(got.outcome, shortest.outcome);
    ExpectCorridor(mesh, start, got, exact);
    EXPECT_DOUBLE_EQ(Distance(got.end.point, goal.point), Distance(shortest.end.point, goal.point));
    ExpectSums(mesh, options, got);
    if (got.outcome != SearchOutcome::kFound) {
      ++tally_.unreachable;
      EXPECT_TRUE(std::isinf(oracle.Cost(start, goal)));
      return;
    }
    EXPECT_EQ(got.turns.front().point, start.point);
    EXPECT_EQ(got.turns.back().point, goal.point);
    EXPECT_GE(got.cost_m, std::min(1.0, options.costs.Least()) * shortest.cost_m * (1 - 1e-9));
    double fine_m = oracle.Cost(start, goal);
    // Half a part of a side is much for a short path.
    if (got.cost_m < fine_m * (1 - kFine)) fine_m = finer.Cost(start, goal);
    ++tally_.found;
    tally_.links += static_cast<int>(got.links.size());
    if (fine_m == 0) return;
    tally_.overs.push_back(got.cost_m / fine_m - 1);
    tally_.most_over_m = std::max(tally_.most_over_m, got.cost_m - fine_m);
  }

  // The stated cost is that of its stretches and links, and of the ground walked over.
  static void ExpectSums(const NavmeshView& mesh, const EdgePointOptions& options, const SurfacePath& got) {
    double walked_m = 0;
    for (const double cost_m : got.stretch_costs_m) walked_m += cost_m;
    double links_m = 0;
    for (const LinkUse& use : got.links) links_m += LinkCost_m(options.links->link(use.link));
    EXPECT_NEAR(got.cost_m, walked_m + links_m, 1e-9 * (1 + got.cost_m));
    EXPECT_EQ(got.stretch_costs_m.size(), got.links.size() + 1);
    const CostRange sampled = SampledCost(mesh, options.costs, got);
    EXPECT_GE(walked_m, 0.97 * sampled.least_m - 1e-6);
    EXPECT_LE(walked_m, 1.03 * sampled.most_m + 1e-6);
  }

  const std::vector<double> factors_;
  EdgePointWorkspace workspace_;
  AnyAngleWorkspace any_angle_;
  Exclusions exclusions_;
  Tally tally_;
};

void TryDrawings(int count, uint64_t seed, WeightedCheck& check) {
  Random random(seed);
  for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
    // One draw after another: compilers evaluate arguments in different orders.
    const double blocked_chance = random.NextInRange(0, 0.3);
    const int height = 3 + static_cast<int>(random.NextBelow(5));
    const int width = 3 + static_cast<int>(random.NextBelow(5));
    const std::string drawing = RandomDrawing(width, height, blocked_chance, random);
    check.Compare(SoupOfSeries(i, drawing, random), drawing, random);
  }
}

TEST(EdgePoints, ReachWhatCanBeReachedAndCostLittleMoreThanTheLeast) {
  WeightedCheck check({std::begin(kMildFactors), std::end(kMildFactors)});
  TryDrawings(2400, 1, check);
  const Tally tally = check.tally();
  EXPECT_GT(tally.meshes, 2000);
  EXPECT_GT(tally.found, 3000);
  EXPECT_GT(tally.unreachable, 500);
  EXPECT_GT(tally.links, 100);
  EXPECT_LT(tally.overs.back(), 0.05);
  EXPECT_LT(tally.overs[tally.overs.size() * 99 / 100], 0.01);
  EXPECT_LT(tally.overs[tally.overs.size() / 2], 1e-6) << "most are no dearer than over many points";
  EXPECT_GT(tally.overs.front(), -kFine) << "what many points cannot better so far is not on the ground";
}

// Other seeds have a few short paths that cost more, by less than the points are apart.
TEST(EdgePoints, SeldomCostMuchMoreThanTheLeast) {
  WeightedCheck mild({std::begin(kMildFactors), std::end(kMildFactors)});
  for (const uint64_t seed : {11, 30}) TryDrawings(1200, seed, mild);
  const Tally tally = mild.tally();
  EXPECT_GT(tally.found, 3000);
  EXPECT_LT(tally.overs[tally.overs.size() * 999 / 1000], 0.05);
  EXPECT_LT(tally.overs.back(), 0.5);
  EXPECT_LT(tally.most_over_m, 0.6);
  EXPECT_GT(tally.overs.front(), -kFine);
}

TEST(EdgePoints, StayCheapWhereGroundsDifferAHundredThousandfold) {
  WeightedCheck check({std::begin(kWildFactors), std::end(kWildFactors)});
  TryDrawings(2400, 2, check);
  const Tally tally = check.tally();
  EXPECT_GT(tally.found, 3000);
  EXPECT_LT(tally.overs.back(), 0.15);
  EXPECT_LT(tally.overs[tally.overs.size() * 99 / 100], 0.02);
}

// Where all ground costs the same the shortest path is the cheapest.
TEST(EdgePoints, AreAsShortAsTheShortestWhereAllGroundIsAlike) {
  Random random(3);
  EdgePointWorkspace workspace;
  AnyAngleWorkspace any_angle;
  int turns = 0;
  double worst = 0;
  for (int i = 0; i < 300; ++i) {
    const std::string drawing = RandomDrawing(9, 8, random.NextInRange(0.1, 0.4), random);
    const NavmeshData data = *BuildNavmesh(JitteredCells(drawing, 0.3, random));
    if (data.polys.empty()) continue;
    const NavmeshView mesh = ViewOf(data);
    EdgePointOptions options;
    options.costs.Set(1, 3);
    for (int k = 0; k < 4; ++k) {
      const NavLocation start = RandomLatticePlace(mesh, random);
      const NavLocation goal = RandomLatticePlace(mesh, random);
      const SurfacePath got = FindEdgePoints(mesh, start, goal, options, workspace);
      const SurfacePath exact = FindAnyAngle(mesh, start, goal, {}, any_angle);
      ASSERT_EQ(got.outcome, exact.outcome);
      if (got.outcome != SearchOutcome::kFound || exact.cost_m == 0) continue;
      turns += static_cast<int>(exact.turns.size()) - 2;
      EXPECT_GE(got.cost_m, 3 * exact.cost_m * (1 - 1e-9));
      EXPECT_NEAR(got.plane_length_m * 3, got.cost_m, 1e-9 * got.cost_m);
      worst = std::max(worst, got.plane_length_m / exact.plane_length_m - 1);
    }
  }
  EXPECT_GT(turns, 500);
  EXPECT_LT(worst, 0.05);
}

// A road along a field: dear ground is left where it is cheapest, as light would (Snell).
TEST(EdgePoints, BendWhereTheGroundChangesAsLightDoes) {
  NavmeshData data = AsciiNavmesh("....................\n....................\n", {.merge_rows = true});
  const NavmeshView mesh = ViewOf(data);
  const PolyId road = PolyAt(mesh, 10, 0.5);
  const PolyId field = PolyAt(mesh, 10, 1.5);
  data.polys[field.value()].area = 2;
  EdgePointOptions options;
  options.costs.Set(2, 2);
  EdgePointWorkspace workspace;
  const SurfacePath path = FindEdgePoints(mesh, {field, {2, 0, 2}}, {road, {12, 0, 1}}, options, workspace);
  ASSERT_EQ(path.turns.size(), 3U);
  // Out of the field at the critical angle: sine 1/2.
  EXPECT_NEAR(path.turns[1].point.x, 2 + std::tan(std::asin(0.5)), 1e-3);
  EXPECT_NEAR(path.turns[1].point.z, 1, 1e-9);
  EXPECT_NEAR(path.cost_m, 10 + std::sqrt(3.0), 1e-6);
}

class EdgePointLimits : public ::testing::Test {
 protected:
  EdgePointLimits() {
    for (uint32_t p = 0; p < mesh_.poly_count(); p += 2) data_.polys[p].area = 2;
    options_.costs.Set(2, 3);
  }
  SurfacePath Find() {
    return FindEdgePoints(mesh_, {PolyAt(mesh_, 0.5, 0.5), {0.5, 0, 0.5}},
                          {PolyAt(mesh_, 29.5, 0.5), {29.5, 0, 0.5}}, options_, workspace_);
  }
  NavmeshData data_ = AsciiNavmesh(std::string(30, '.') + "\n" + std::string(30, '.') + "\n");
  NavmeshView mesh_ = ViewOf(data_);
  EdgePointOptions options_;
  EdgePointWorkspace workspace_;
};

TEST_F(EdgePointLimits, GiveUpWithAPathToTheNearestPlaceReached) {
  ASSERT_EQ(Find().outcome, SearchOutcome::kFound);
  options_.max_expansions = 60;
  const SurfacePath path = Find();
  EXPECT_EQ(path.outcome, SearchOutcome::kExpansionLimit);
  EXPECT_EQ(path.expansions, 60U);
  EXPECT_GT(path.end.point.x, 1);
  EXPECT_LT(path.end.point.x, 29);
  ExpectCorridor(mesh_, {PolyAt(mesh_, 0.5, 0.5), {0.5, 0, 0.5}}, path);
  EXPECT_EQ(path.turns.back().point, path.end.point);
}

TEST_F(EdgePointLimits, HeedDeadlineAndCancellation) {
  const std::atomic<bool> cancelled = true;
  options_.deadline = Deadline(Deadline::Clock::time_point::max(), &cancelled);
  const SurfacePath path = Find();
  EXPECT_EQ(path.outcome, SearchOutcome::kCancelled);
  EXPECT_EQ(path.end.point, Vec3(0.5, 0, 0.5));
}

TEST_F(EdgePointLimits, FindNothingThatCostsMoreThanWanted) {
  const double cost_m = Find().cost_m;
  options_.max_cost_m = cost_m * 1.1;
  EXPECT_EQ(Find().outcome, SearchOutcome::kFound);
  options_.max_cost_m = cost_m * 0.9;
  EXPECT_EQ(Find().outcome, SearchOutcome::kCostLimit);
}

TEST_F(EdgePointLimits, AreTheSameEveryTime) {
  const SurfacePath first = Find();
  EdgePointWorkspace other;
  std::swap(workspace_, other);
  const SurfacePath second = Find();
  ASSERT_EQ(first.turns.size(), second.turns.size());
  for (size_t i = 0; i < first.turns.size(); ++i) EXPECT_EQ(first.turns[i].point, second.turns[i].point);
  EXPECT_EQ(first.cost_m, second.cost_m);
  EXPECT_EQ(first.expansions, second.expansions);
}

}  // namespace
}  // namespace waystone
