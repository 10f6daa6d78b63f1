#include "core/reach/reach.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/scratch.h"
#include "core/distances/distance_matrix.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "tests/support/linked_scene.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

ReachAnswer Ask(const MapView& view, const ReachQuery& query) {
  Scratch scratch;
  const absl::StatusOr<ReachAnswer> answer = Reach(view, query, scratch);
  EXPECT_TRUE(answer.ok()) << answer.status();
  return answer.value_or(ReachAnswer());
}

// '*' a cell that is reached, '.' one that is not; cells of 1 m.
std::string Drawn(const DrawnMap& map, const ReachAnswer& answer, int columns, int rows) {
  std::vector<std::string> picture(static_cast<size_t>(rows), std::string(static_cast<size_t>(columns), '.'));
  const Vec3 zero = map.Abs(0, 0, 0);
  for (const Vec3& place : answer.places) {
    const auto row = static_cast<size_t>(place.z - zero.z);
    picture.at(row).at(static_cast<size_t>(place.x - zero.x)) = '*';
  }
  std::string text;
  for (const std::string& row : picture) text += row + "\n";
  return text;
}

TEST(Reach, GoesAroundWalls) {
  const DrawnMap map(
      {".......\n"
       ".####..\n"
       ".......\n"});
  ReachQuery query;
  query.starts = {map.Abs(0.5, 0, 0.5)};
  query.max_cost_m = 4.1;
  query.cell_m = 1;
  EXPECT_EQ(Drawn(map, Ask(map.view(), query), 7, 3),
            "*****..\n"
            "*......\n"
            "***....\n");
}

TEST(Reach, KeepsAClearanceAndItsCostsAreDistances) {
  // The gap is a metre wide; the way round leaves two.
  const DrawnMap map(
      {".....#.....\n"
       ".....#.....\n"
       "...........\n"
       ".....#.....\n"
       ".....#.....\n"
       ".....#.....\n"
       "...........\n"
       "...........\n"});
  ReachQuery query;
  query.starts = {map.Abs(2.5, 0, 2.5)};
  query.max_cost_m = 100;
  query.cell_m = 0.5;
  const ReachAnswer open = Ask(map.view(), query);
  query.changes.min_clearance_m = 0.6;
  const ReachAnswer clear = Ask(map.view(), query);
  EXPECT_LT(clear.places.size(), open.places.size());
  Scratch scratch;
  DistanceQuery distances;
  distances.sources = query.starts;
  distances.targets = clear.places;
  distances.changes = query.changes;
  const DistanceAnswer walks = *MeasureDistances(map.view(), distances, scratch);
  double least_beyond_m = std::numeric_limits<double>::infinity();
  size_t compared = 0;
  for (size_t i = 0; i < clear.places.size(); ++i) {
    const Vec3 local = clear.places[i] - map.Abs(0, 0, 0);
    const double to_border_m = std::min({local.x, 11 - local.x, local.z, 8 - local.z});
    EXPECT_GE(to_border_m, 0.6 - 1e-3) << local.x << ", " << local.z;
    if (local.x > 6) least_beyond_m = std::min(least_beyond_m, clear.costs_m[i]);
    if (PlaneDistance(clear.places[i], query.starts[0]) < 0.5) continue;  // it stands for its square
    ASSERT_GE(walks.distance_m[i], 0) << local.x << ", " << local.z;
    EXPECT_NEAR(clear.costs_m[i], walks.distance_m[i], 0.02 * walks.distance_m[i]);
    ++compared;
  }
  EXPECT_GT(compared, 50U);
  EXPECT_GT(least_beyond_m, 6) << "round the wall";
  EXPECT_LT(least_beyond_m, 8);
}

TEST(Reach, AStartWithoutTheClearanceReachesWhatHasIt) {
  const DrawnMap map(
      {"..........\n"
       "..........\n"
       "..........\n"
       "..........\n"});
  ReachQuery query;
  query.starts = {map.Abs(0.25, 0, 2)};
  query.max_cost_m = 100;
  query.cell_m = 0.5;
  for (const double clearance_m : {1.0, 1.9, 2.5}) {
    query.changes.min_clearance_m = clearance_m;
    for (const Vec3& place : Ask(map.view(), query).places) {
      const Vec3 local = place - map.Abs(0, 0, 0);
      if (PlaneDistance(place, query.starts[0]) < 0.5) continue;  // its own square
      EXPECT_GE(std::min({local.x, 10 - local.x, local.z, 4 - local.z}), clearance_m - 1e-3);
    }
  }
  EXPECT_EQ(Ask(map.view(), query).places.size(), 1U) << "nothing has two metres and a half";
}

TEST(Reach, CountsFromTheNearestOfSeveralStarts) {
  const DrawnMap map({"..........\n"});
  ReachQuery query;
  query.starts = {map.Abs(0.5, 0, 0.5), map.Abs(0.5, 90, 0.5), map.Abs(9.5, 0, 0.5)};
  query.max_cost_m = 2;
  query.cell_m = 1;
  const ReachAnswer answer = Ask(map.view(), query);
  EXPECT_EQ(Drawn(map, answer, 10, 1), "***....***\n");
  EXPECT_THAT(answer.from, ::testing::ElementsAre(0, 0, 0, 2, 2, 2));
  EXPECT_THAT(answer.costs_m, ::testing::ElementsAre(0, 1, 2, 2, 1, 0));
  EXPECT_TRUE(answer.starts[0].has_value());
  EXPECT_FALSE(answer.starts[1].has_value()) << "90 m above the ground";
}

// Every cell of the surface within the cost is there, and costs what MeasureDistances says, over links of all kinds.
TEST(Reach, CostsAreDistances) {
  Random random(7);
  Scratch scratch;
  size_t compared = 0;
  size_t elsewhere = 0;
  for (int i = 0; i < 120 && !HasFailure(); ++i) {
    const auto scene = RandomLinkedScene(i, 5 + static_cast<int>(random.NextBelow(8)), random);
    if (scene == nullptr) continue;
    ReachQuery query;
    const uint32_t starts = 1 + random.NextBelow(3);
    for (uint32_t k = 0; k < starts; ++k) query.starts.push_back(scene->Abs(scene->RandomPlace(random)));
    query.max_cost_m = random.NextInRange(0.5, 8);
    query.cell_m = random.NextInRange(0.3, 1.5);
    const ReachAnswer near = Ask(scene->view(), query);
    ReachQuery all = query;
    all.max_cost_m = 1e5;
    const ReachAnswer whole = Ask(scene->view(), all);
    DistanceQuery distances;
    distances.sources = query.starts;
    distances.targets = whole.places;
    if (whole.places.empty()) continue;
    const DistanceAnswer walks = *MeasureDistances(scene->view(), distances, scratch);
    size_t within = 0;
    for (size_t k = 0; k < whole.places.size(); ++k) {
      double least_m = std::numeric_limits<double>::infinity();
      for (size_t s = 0; s < starts; ++s) {
        const double walk_m = walks.distance_m[s * whole.places.size() + k];
        if (walk_m >= 0) least_m = std::min(least_m, walk_m);
      }
      // A place at a corner may be brought onto ground that only touches it.
      if (std::isinf(least_m)) {
        ++elsewhere;
        continue;
      }
      EXPECT_NEAR(whole.costs_m[k], least_m, 1e-6);
      if (std::abs(least_m - query.max_cost_m) < 1e-6) continue;
      const auto found = std::find(near.places.begin(), near.places.end(), whole.places[k]);
      ASSERT_EQ(found != near.places.end(), least_m < query.max_cost_m) << least_m;
      if (found == near.places.end()) continue;
      EXPECT_NEAR(near.costs_m[static_cast<size_t>(found - near.places.begin())], least_m, 1e-6);
      ++within;
    }
    compared += within;
  }
  EXPECT_GT(compared, 2000U);
  EXPECT_LT(elsewhere * 100, compared);
}

// A finer lattice has a cell wherever a coarser one has.
TEST(Reach, AnAutomaticCellIsAsFineAsMayBe) {
  const DrawnMap map({"................\n................\n................\n................\n"});
  ReachQuery query;
  query.starts = {map.Abs(0.5, 0, 0.5)};
  query.max_cost_m = 100;
  query.max_cells = 64;
  const ReachAnswer coarse = Ask(map.view(), query);
  EXPECT_EQ(coarse.cell_m, 1);
  EXPECT_EQ(coarse.places.size(), 64U);
  query.max_cells = 20'000;
  const ReachAnswer fine = Ask(map.view(), query);
  EXPECT_EQ(fine.cell_m, 0.25);
  EXPECT_EQ(fine.places.size(), 1024U);
}

TEST(Reach, MoreCellsThanAskedForAreRefused) {
  const DrawnMap map({"................\n"});
  ReachQuery query;
  query.starts = {map.Abs(0.5, 0, 0.5)};
  query.max_cost_m = 100;
  query.cell_m = 0.1;
  query.max_cells = 100;
  Scratch scratch;
  const absl::Status status = Reach(map.view(), query, scratch).status();
  EXPECT_TRUE(absl::IsOutOfRange(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("cell_m"));
}

TEST(Reach, ALimitSaysHowFarAllIsKnown) {
  const DrawnMap map(
      {".#.#.#.#.#.#.#.#\n"
       "................\n"});
  ReachQuery query;
  query.starts = {map.Abs(0.5, 0, 1.5)};
  query.max_cost_m = 100;
  query.cell_m = 1;
  query.max_expansions = 3;
  const ReachAnswer answer = Ask(map.view(), query);
  EXPECT_LT(answer.known_to_m, 100);
  query.max_expansions = 1'000'000;
  query.max_cost_m = answer.known_to_m;
  for (const Vec3& place : Ask(map.view(), query).places)
    EXPECT_THAT(answer.places, ::testing::Contains(place));
}

TEST(Reach, TheStartsOwnCellIsAlwaysThere) {
  const DrawnMap map({"................\n................\n"});
  ReachQuery query;
  query.starts = {map.Abs(0.9, 0, 0.9), map.Abs(9.1, 0, 1.9)};
  query.max_cost_m = 0.01;
  for (const double cell_m : {0.0, 1.0, 7.0, 500.0}) {
    query.cell_m = cell_m;
    const ReachAnswer answer = Ask(map.view(), query);
    ASSERT_FALSE(answer.places.empty()) << cell_m;
    EXPECT_EQ(answer.costs_m[0], 0);
  }
}

TEST(Reach, AnAutomaticCellThatIsTooLargeIsRefused) {
  const DrawnMap map({"................#...............\n"});
  ReachQuery query;
  query.starts = {map.Abs(0.5, 0, 0.5)};
  query.max_cost_m = 1e6;
  query.max_cells = 1;
  EXPECT_EQ(Ask(map.view(), query).places.size(), 1U) << "one cell that holds the whole map";
  for (const double cell_m : {1e-300, 1e-9, 0.04}) {
    query.cell_m = cell_m;
    Scratch scratch;
    EXPECT_TRUE(absl::IsInvalidArgument(Reach(map.view(), query, scratch).status())) << cell_m;
  }
}

// With little time what is near is told all the same.
TEST(Reach, TheTimeIsShared) {
  std::string drawing;
  for (int row = 0; row < 60; ++row)
    drawing += row % 2 == 0 ? std::string(60, '.') + "\n" : std::string(59, '#') + ".\n";
  const DrawnMap map({drawing});
  ReachQuery query;
  query.starts = {map.Abs(0.5, 0, 0.5)};
  query.max_cost_m = 1e5;
  query.ends_at = Deadline::Clock::now() + std::chrono::seconds(30);
  query.deadline = Deadline(query.ends_at);
  const ReachAnswer answer = Ask(map.view(), query);
  EXPECT_EQ(answer.known_to_m, 1e5);
  EXPECT_GT(answer.places.size(), 1000U);
}

TEST(Reach, ALateAnswerKnowsNothing) {
  const DrawnMap map({"................\n"});
  const std::atomic<bool> cancelled{true};
  ReachQuery query;
  query.starts = {map.Abs(0.5, 0, 0.5)};
  query.max_cost_m = 10;
  query.deadline = Deadline(Deadline::Clock::time_point::max(), &cancelled);
  EXPECT_EQ(Ask(map.view(), query).known_to_m, 0);
}

TEST(Reach, BadFieldsAreNamed) {
  const DrawnMap map({"....\n"});
  Scratch scratch;
  ReachQuery good;
  good.starts = {map.Abs(0.5, 0, 0.5)};
  good.max_cost_m = 10;
  const auto expect = [&](const ReachQuery& query, const std::string& field) {
    const absl::Status status = Reach(map.view(), query, scratch).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << field << status;
    EXPECT_THAT(std::string(status.message()), ::testing::StartsWith(field));
  };
  ReachQuery bad = good;
  bad.starts.clear();
  expect(bad, "start_xyz");
  bad.starts.assign(17, good.starts[0]);
  expect(bad, "start_xyz");
  bad.starts = {Vec3{0, std::numeric_limits<double>::quiet_NaN(), 0}};
  expect(bad, "start_xyz");
  bad = good;
  bad.max_cost_m = 0;
  expect(bad, "max_cost_m");
  bad.max_cost_m = -1;
  expect(bad, "max_cost_m");
  bad = good;
  bad.cell_m = -1;
  expect(bad, "cell_m");
  bad = good;
  bad.max_cells = 0;
  expect(bad, "max_cells");
  bad = good;
  bad.contour_costs_m = {5, 11};
  expect(bad, "contour_costs_m[1]");
}

}  // namespace
}  // namespace waystone
