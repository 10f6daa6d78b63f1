// Searches that are ended early: by cost, by the deadline, by a cancellation.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>

#include "bake/navmesh/navmesh_builder.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/distance_flood.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/asked_clock.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

constexpr uint32_t kPollInterval = 256;  // [expansions] of every search

// Open ground with as many single pillars as fit, and a wall before the last column but for its top: a search
// from below to below has to look at all of it. `side` is odd.
NavmeshData Pillars(int side) {
  std::string drawing;
  for (int j = 0; j < side; ++j) {
    for (int i = 0; i < side; ++i)
      drawing += i % 2 == 1 && (j % 2 == 1 || (i == side - 2 && j > 0)) ? '#' : '.';
    drawing += '\n';
  }
  return AsciiNavmesh(drawing);
}

TEST(FindAnyAngle, EndsWhereEveryPathCostsTooMuch) {
  Random random(7);
  AnyAngleWorkspace workspace;
  int refused = 0;
  for (int i = 0; i < 200; ++i) {
    const NavmeshData data = *BuildNavmesh(SharedCells(RandomDrawing(16, 16, 0.3, random)));
    const NavmeshView mesh = ViewOf(data);
    const NavLocation start = RandomLatticePlace(mesh, random);
    const NavLocation goal = RandomLatticePlace(mesh, random);
    const SurfacePath whole = FindAnyAngle(mesh, start, goal, {}, workspace);
    if (whole.outcome != SearchOutcome::kFound) continue;
    AnyAngleOptions options;
    options.max_cost_m = whole.cost_m * (1 + 1e-9);
    const SurfacePath enough = FindAnyAngle(mesh, start, goal, options, workspace);
    EXPECT_EQ(enough.outcome, SearchOutcome::kFound);
    EXPECT_EQ(enough.cost_m, whole.cost_m);
    EXPECT_EQ(enough.expansions, whole.expansions);
    if (whole.cost_m == 0) continue;
    options.max_cost_m = whole.cost_m * (1 - 1e-9);
    const SurfacePath refusal = FindAnyAngle(mesh, start, goal, options, workspace);
    EXPECT_EQ(refusal.outcome, SearchOutcome::kCostLimit);
    EXPECT_TRUE(refusal.turns.empty());
    EXPECT_LE(refusal.expansions, whole.expansions);
    ++refused;
  }
  EXPECT_GT(refused, 50);
}

TEST(FindAnyAngle, ExpandsNothingBeyondTheCostLimit) {
  const NavmeshData data = Pillars(41);
  const NavmeshView mesh = ViewOf(data);
  const NavLocation start{PolyAt(mesh, 0.5, 0.5, 0), {0.5, 0, 0.5}};
  const NavLocation goal{PolyAt(mesh, 40.5, 40.5, 0), {40.5, 0, 40.5}};
  AnyAngleOptions options;
  options.max_cost_m = 20;  // less than the straight line
  AnyAngleWorkspace workspace;
  const SurfacePath result = FindAnyAngle(mesh, start, goal, options, workspace);
  EXPECT_EQ(result.outcome, SearchOutcome::kCostLimit);
  EXPECT_EQ(result.expansions, 0U);
}

TEST(FindAnyAngle, StopsAtTheFirstLookAtAnExpiredDeadline) {
  const NavmeshData data = Pillars(151);
  const NavmeshView mesh = ViewOf(data);
  const NavLocation start{PolyAt(mesh, 0.5, 150.5, 0), {0.5, 0, 150.5}};
  const NavLocation goal{PolyAt(mesh, 150.5, 150.5, 0), {150.5, 0, 150.5}};
  AnyAngleWorkspace workspace;
  const uint32_t whole = FindAnyAngle(mesh, start, goal, {}, workspace).expansions;
  ASSERT_GT(whole, 8 * kPollInterval);
  for (const int polls : {1, 2, 5}) {
    AnyAngleOptions options;
    options.deadline = AskedClock::OverAt(polls);
    const SurfacePath result = FindAnyAngle(mesh, start, goal, options, workspace);
    EXPECT_EQ(result.outcome, SearchOutcome::kDeadline);
    EXPECT_EQ(AskedClock::seconds, polls);
    EXPECT_EQ(result.expansions, static_cast<uint32_t>(polls - 1) * kPollInterval);
  }
}

TEST(FindAnyAngle, StopsAtTheFirstLookAtACancellation) {
  const NavmeshData data = Pillars(31);
  const NavmeshView mesh = ViewOf(data);
  const NavLocation start{PolyAt(mesh, 0.5, 0.5, 0), {0.5, 0, 0.5}};
  const NavLocation goal{PolyAt(mesh, 30.5, 30.5, 0), {30.5, 0, 30.5}};
  const std::atomic<bool> cancelled = true;
  AnyAngleOptions options;
  options.deadline = Deadline(Deadline::Clock::time_point::max(), &cancelled);
  AnyAngleWorkspace workspace;
  const SurfacePath result = FindAnyAngle(mesh, start, goal, options, workspace);
  EXPECT_EQ(result.outcome, SearchOutcome::kCancelled);
  EXPECT_EQ(result.expansions, 0U);
}

TEST(DistanceFlood, StopsAtTheFirstLookAtAnExpiredDeadline) {
  const NavmeshData data = Pillars(151);
  const NavmeshView mesh = ViewOf(data);
  const LinkView no_links;
  DistanceFlood flood;
  flood.Begin(mesh, no_links, 0, {PolyAt(mesh, 0.5, 0.5, 0), {0.5, 0, 0.5}});
  FloodOptions options;
  options.deadline = AskedClock::OverAt(3);
  EXPECT_EQ(flood.GrowTo(1e9, options), SearchOutcome::kDeadline);
  EXPECT_EQ(AskedClock::seconds, 3);
}

}  // namespace
}  // namespace waystone
