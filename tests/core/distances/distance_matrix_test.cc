#include "core/distances/distance_matrix.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "bake/contraction/hierarchy_builder.h"
#include "core/base/scratch.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "tests/support/asked_clock.h"
#include "tests/support/linked_scene.h"
#include "tests/support/route_distances.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

DistanceAnswer Measure(const MapView& view, const DistanceQuery& query) {
  Scratch scratch;
  const absl::StatusOr<DistanceAnswer> answer = MeasureDistances(view, query, scratch);
  EXPECT_TRUE(answer.ok()) << answer.status();
  return answer.value_or(DistanceAnswer());
}

TEST(MeasureDistances, AreWalkedAndNotFlown) {
  const DrawnMap map(
      {".#.\n"
       ".#.\n"
       "...\n"});
  DistanceQuery query;
  query.sources = {map.Abs(0.5, 0, 0.5), map.Abs(2.5, 0, 0.5)};
  query.targets = {map.Abs(2.5, 0, 0.5), map.Abs(0.5, 0, 0.5), map.Abs(0.5, 0.5, 1.5)};
  const DistanceAnswer answer = Measure(map.view(), query);
  const double across_m = 1 + 2 * std::sqrt(0.25 + 2.25);
  ASSERT_EQ(answer.distance_m.size(), 6U);
  EXPECT_DOUBLE_EQ(answer.distance_m[0], across_m);
  EXPECT_EQ(answer.distance_m[1], 0);
  EXPECT_EQ(answer.distance_m[2], 1);
  EXPECT_EQ(answer.distance_m[3], 0);
  EXPECT_DOUBLE_EQ(answer.distance_m[4], across_m);
  EXPECT_EQ(answer.statuses, std::vector<DistanceStatus>(6, DistanceStatus::kFound));
}

TEST(MeasureDistances, SayWhichEndIsOffTheMeshAndWhatCannotBeReached) {
  const DrawnMap map({"...#.\n"});
  DistanceQuery query;
  query.sources = {map.Abs(0.5, 0, 0.5), map.Abs(0.5, 50, 0.5)};
  query.targets = {map.Abs(2.5, 0, 0.5), map.Abs(4.5, 0, 0.5), map.Abs(0.5, 50, 0.5)};
  const DistanceAnswer answer = Measure(map.view(), query);
  EXPECT_THAT(answer.statuses, ElementsAre(DistanceStatus::kFound, DistanceStatus::kUnreachable,
                                           DistanceStatus::kTargetOffMesh, DistanceStatus::kSourceOffMesh,
                                           DistanceStatus::kSourceOffMesh, DistanceStatus::kSourceOffMesh));
  EXPECT_THAT(answer.distance_m, ElementsAre(2, -1, -1, -1, -1, -1));
}

TEST(MeasureDistances, FartherThanTheLimitCountsAsUnreachable) {
  const DrawnMap map({"..........\n"});
  for (const size_t targets : {size_t{2}, size_t{9}}) {
    DistanceQuery query;
    query.sources = {map.Abs(0.5, 0, 0.5)};
    const auto off_m = [&](size_t k) {
      return std::floor(9.0 * static_cast<double>(k) / static_cast<double>(targets));
    };
    for (size_t k = 1; k <= targets; ++k) query.targets.push_back(map.Abs(0.5 + off_m(k), 0, 0.5));
    query.max_distance_m = 5;
    const DistanceAnswer answer = Measure(map.view(), query);
    for (size_t k = 1; k <= targets; ++k) {
      const bool is_near = off_m(k) <= 5;
      EXPECT_EQ(answer.statuses[k - 1], is_near ? DistanceStatus::kFound : DistanceStatus::kUnreachable);
      EXPECT_EQ(answer.distance_m[k - 1], is_near ? off_m(k) : -1);
    }
  }
}

// Against a search for each pair, with links of all kinds, with limits of distance and without.
TEST(MeasureDistances, AreThoseOfSearchesPairByPair) {
  Random random(41);
  Scratch scratch;
  int found = 0;
  int unreachable = 0;
  for (int i = 0; i < 300 && !HasFailure(); ++i) {
    const auto scene = RandomLinkedScene(i, 5 + static_cast<int>(random.NextBelow(8)), random);
    if (scene == nullptr) continue;
    DistanceQuery query;
    std::vector<NavLocation> sources;
    std::vector<NavLocation> targets;
    const uint32_t source_count = 1 + random.NextBelow(4);
    const uint32_t target_count = 1 + random.NextBelow(50);
    for (uint32_t k = 0; k < source_count; ++k) {
      sources.push_back(scene->RandomPlace(random));
      query.sources.push_back(scene->Abs(sources.back()));
    }
    for (uint32_t k = 0; k < target_count; ++k) {
      targets.push_back(scene->RandomPlace(random));
      query.targets.push_back(scene->Abs(targets.back()));
    }
    query.max_distance_m = i % 2 == 0 ? 0 : random.NextInRange(0.5, 8);
    const double max_m = i % 2 == 0 ? 1e9 : query.max_distance_m;
    const DistanceAnswer answer = *MeasureDistances(scene->view(), query, scratch);
    for (size_t k = 0; k < answer.distance_m.size(); ++k) {
      const double cost_m = scene->Cost_m(sources[k / targets.size()], targets[k % targets.size()]);
      if (std::abs(cost_m - max_m) < 1e-9) continue;
      EXPECT_EQ(answer.statuses[k], cost_m < max_m ? DistanceStatus::kFound : DistanceStatus::kUnreachable);
      EXPECT_NEAR(answer.distance_m[k], cost_m < max_m ? cost_m : -1, 1e-9 * (1 + max_m));
      ++(cost_m < max_m ? found : unreachable);
    }
  }
  EXPECT_GT(found, 1500);
  EXPECT_GT(unreachable, 500);
}

TEST(MeasureDistances, BetweenMutuallyReachableGroundAreThoseOfRoutes) {
  Random random(42);
  ComparedDistances compared;
  int moved = 0;
  for (int i = 0; i < 150 && !HasFailure(); ++i) {
    const auto scene = RandomLinkedScene(i, 5 + static_cast<int>(random.NextBelow(8)), random);
    if (scene == nullptr) continue;
    DistanceQuery query;
    const auto draw = [&] {
      return scene->Abs(scene->RandomPlace(random)) +
             Vec3(random.NextInRange(-2, 2), 0, random.NextInRange(-2, 2));
    };
    for (int k = 0; k < 2; ++k) query.sources.push_back(draw());
    for (int k = 0; k < 6; ++k) query.targets.push_back(draw());
    query.snap.radius_m = random.NextInRange(0.5, 3);
    if (i % 3 == 0) query.max_distance_m = random.NextInRange(0.5, 8);
    const DistanceAnswer alone = Measure(scene->view(), query);
    query.mutually_reachable = true;
    ExpectDistancesOfRoutes(scene->view(), query, compared);
    const DistanceAnswer mutual = Measure(scene->view(), query);
    for (size_t k = 0; k < alone.statuses.size(); ++k)
      moved += alone.distance_m[k] != mutual.distance_m[k] ? 1 : 0;
  }
  EXPECT_GT(compared.found, 500);
  EXPECT_GT(compared.not_found, 50);
  EXPECT_GT(moved, 50);
}

TEST(MeasureDistances, WhatIsKnownAtALimitIsKept) {
  std::string row(400, '.');
  const DrawnMap map({row + "\n"});
  DistanceQuery query;
  query.sources = {map.Abs(0.5, 0, 0.5), map.Abs(200.5, 0, 0.5)};
  for (int k = 0; k < 40; ++k) query.targets.push_back(map.Abs(10 * k + 5.5, 0, 0.5));
  query.max_expansions = 100;
  const DistanceAnswer answer = Measure(map.view(), query);
  const DistanceAnswer whole = [&] {
    DistanceQuery unlimited = query;
    unlimited.max_expansions = 1'000'000;
    return Measure(map.view(), unlimited);
  }();
  size_t kept = 0;
  for (size_t k = 0; k < answer.statuses.size(); ++k) {
    EXPECT_EQ(whole.statuses[k], DistanceStatus::kFound);
    if (answer.statuses[k] == DistanceStatus::kFound) {
      EXPECT_EQ(answer.distance_m[k], whole.distance_m[k]);
      ++kept;
    } else {
      EXPECT_EQ(answer.statuses[k], DistanceStatus::kLimitReached);
    }
  }
  EXPECT_GT(kept, 5U);
  EXPECT_LT(kept, 60U);
}

TEST(MeasureDistances, AreEndedByTheDeadlineAtEveryStepOnTheWay) {
  std::string drawing;
  for (int j = 0; j < 31; ++j) {
    for (int i = 0; i < 31; ++i) drawing += i % 2 == 1 && j % 2 == 1 ? '#' : '.';
    drawing += '\n';
  }
  const DrawnMap map({drawing});
  DistanceQuery query;
  for (int k = 0; k < 3; ++k) query.sources.push_back(map.Abs(30.5, 0, 10.0 * k + 0.5));
  for (int k = 0; k < 600; ++k) {
    const int row = k / 40;
    query.targets.push_back(map.Abs(2.0 * (k % 16) + 0.5, 0, 2.0 * row + 0.5));
  }
  const MapView view = map.view();
  const DistanceAnswer whole = Measure(view, query);
  int polls = 0;
  uint64_t last_expansions = 0;
  for (;; polls += 1 + polls / 8) {
    query.deadline = AskedClock::OverAt(polls);
    const DistanceAnswer answer = Measure(view, query);
    EXPECT_GE(answer.expansions, last_expansions);
    last_expansions = answer.expansions;
    size_t known = 0;
    for (size_t k = 0; k < answer.statuses.size(); ++k) {
      if (answer.statuses[k] == DistanceStatus::kLimitReached) continue;
      EXPECT_EQ(answer.distance_m[k], whole.distance_m[k]);
      ++known;
    }
    if (known == answer.statuses.size() || HasFailure()) break;
    EXPECT_LE(AskedClock::seconds, polls + 1) << "work went on after the deadline";
  }
  EXPECT_GT(polls, 600 / 4 + 3 * 2);
}

// Large squares in the open, with a hierarchy: its paths pass places on their sides, so that they bend where
// the shortest ones are straight lines.
class DistancesOnOpenGround : public ::testing::Test {
 protected:
  DistancesOnOpenGround()
      : map_({Squares()}, {.cell_m = 100}),
        hierarchy_data_(*BuildHierarchy(map_.mesh(), LinkView(), 0, {.min_polygons = 0}, 1)),
        hierarchy_(*HierarchyView::Create(hierarchy_data_, map_.mesh(), LinkView())),
        view_(map_.view()) {
    view_.surface = &surface_;
  }

  static const std::string& Squares() {
    static const std::string kDrawing = [] {
      std::string drawing;
      for (int row = 0; row < 9; ++row) drawing += ".........\n";
      return drawing;
    }();
    return kDrawing;
  }
  Vec3 Draw(Random& random) const {
    return map_.Abs(random.NextInRange(0, 900), 0, random.NextInRange(0, 900));
  }

  const DrawnMap map_;
  const HierarchyData hierarchy_data_;
  const HierarchyView hierarchy_;
  const NavmeshSurface surface_{{{.hierarchy = &hierarchy_}}};
  MapView view_;
};

TEST_F(DistancesOnOpenGround, WithinOnePolygonAreTheStraightLine) {
  DistanceQuery query;
  query.sources = {map_.Abs(110, 0, 50)};
  query.targets = {map_.Abs(850, 0, 850), map_.Abs(190, 0, 50), map_.Abs(110, 0, 90), map_.Abs(450, 0, 50)};
  query.max_distance_m = 85;
  DistanceAnswer answer = Measure(view_, query);
  EXPECT_THAT(answer.statuses, ElementsAre(DistanceStatus::kUnreachable, DistanceStatus::kFound,
                                           DistanceStatus::kFound, DistanceStatus::kUnreachable));
  EXPECT_THAT(answer.distance_m, ElementsAre(-1, 80, 40, -1));
  query.max_distance_m = 0;
  answer = Measure(view_, query);
  EXPECT_EQ(answer.statuses, std::vector<DistanceStatus>(4, DistanceStatus::kFound));
  EXPECT_EQ(answer.distance_m[1], 80);
  EXPECT_EQ(answer.distance_m[2], 40);
}

TEST_F(DistancesOnOpenGround, ALimitIsHeldByTheTrueDistanceThoughTheHierarchyKnowsALongerPath) {
  Random random(7);
  DistanceQuery query;
  for (int i = 0; i < 12; ++i) query.sources.push_back(Draw(random));
  for (int i = 0; i < 6; ++i) query.targets.push_back(Draw(random));
  const DistanceAnswer climbed = Measure(view_, query);
  int doubtful = 0;
  for (size_t k = 0; k < climbed.distance_m.size(); ++k) {
    const double true_m = PlaneDistance(query.sources[k / 6], query.targets[k % 6]);
    ASSERT_EQ(climbed.statuses[k], DistanceStatus::kFound);
    if (climbed.distance_m[k] < true_m * 1.0001) continue;
    ++doubtful;
    DistanceQuery limited = query;
    limited.max_distance_m = (true_m + climbed.distance_m[k]) / 2;
    const DistanceAnswer within = Measure(view_, limited);
    EXPECT_EQ(within.statuses[k], DistanceStatus::kFound);
    EXPECT_NEAR(within.distance_m[k], true_m, 1e-6 * true_m);
    limited.max_distance_m = true_m * (1 - 1e-6);
    EXPECT_EQ(Measure(view_, limited).statuses[k], DistanceStatus::kUnreachable);
  }
  EXPECT_GT(doubtful, 5);
}

TEST_F(DistancesOnOpenGround, ALimitOfNodesLeavesTheOthersMarked) {
  Random random(8);
  DistanceQuery query;
  query.sources = {Draw(random)};
  while (query.targets.size() < 8) {
    const Vec3 target = Draw(random);
    if (PlaneDistance(target, query.sources[0]) > 200) query.targets.push_back(target);
  }
  const DistanceAnswer whole = Measure(view_, query);
  std::set<size_t> known;
  for (uint32_t max = 1; known.count(8) == 0 && max < 100'000; max += 1 + max / 16) {
    query.max_expansions = max;
    const DistanceAnswer cut = Measure(view_, query);
    size_t found = 0;
    for (size_t k = 0; k < cut.statuses.size(); ++k) {
      if (cut.statuses[k] == DistanceStatus::kLimitReached) continue;
      // With few nodes the exact search may answer in place of the hierarchy.
      EXPECT_LE(cut.distance_m[k], whole.distance_m[k] * (1 + 1e-9)) << max;
      EXPECT_GE(cut.distance_m[k], whole.distance_m[k] / 1.1) << max;
      ++found;
    }
    known.insert(found);
  }
  EXPECT_EQ(known.count(0), 1U);
  EXPECT_EQ(known.count(8), 1U);
}

TEST(MeasureDistances, RefuseBadFieldsByName) {
  const DrawnMap map({"..\n"});
  Scratch scratch;
  const auto expect_refused = [&](const char* field, auto change) {
    DistanceQuery query;
    query.sources = query.targets = {map.Abs(0.5, 0, 0.5)};
    change(query);
    const absl::Status status = MeasureDistances(map.view(), query, scratch).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), testing::StartsWith(std::string(field) + ":"));
  };
  expect_refused("sources", [](DistanceQuery& q) { q.sources.clear(); });
  expect_refused("targets", [](DistanceQuery& q) { q.targets.clear(); });
  expect_refused("sources[0]", [](DistanceQuery& q) { q.sources[0].x = kNan; });
  expect_refused("targets[1]", [](DistanceQuery& q) { q.targets.emplace_back(0, kNan, 0); });
  expect_refused("snap.radius_m", [](DistanceQuery& q) { q.snap.radius_m = -1; });
  expect_refused("max_distance_m", [](DistanceQuery& q) { q.max_distance_m = kNan; });
  expect_refused("max_expansions", [](DistanceQuery& q) { q.max_expansions = 0; });
}

}  // namespace
}  // namespace waystone
