// Routes over baked worlds of grids, against Dijkstra's algorithm over all cells.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/surface/grid/grid_of_map.h"
#include "core/world_route/portal_obstacles.h"
#include "core/world_route/world_route.h"
#include "tests/bake/world/drawn_world.h"
#include "tests/bake/world/random_world.h"

namespace waystone {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double kInfinite = std::numeric_limits<double>::infinity();
// How many times the least cost any way over clusters of two cells a side costs here, at most.
constexpr double kWorstByClusters = 1.9;

// Begins at the start, each stretch where the portal before arrives, and ends at the goal.
void CheckLine(const WorldRouteAnswer& answer, const WorldRouteQuery& query, const WorldView& world) {
  ASSERT_FALSE(answer.stretches.empty());
  EXPECT_EQ(answer.stretches.front().walk.points.front(), query.start.point);
  EXPECT_EQ(answer.stretches.back().walk.points.back(), query.goals[answer.goal_index].point);
  EXPECT_TRUE(answer.stretches.back().portal.IsNone());
  double cost_m = 0;
  for (size_t i = 0; i < answer.stretches.size(); ++i) {
    const WorldStretch& stretch = answer.stretches[i];
    cost_m += stretch.walk.cost_m;
    if (stretch.portal.IsNone()) continue;
    const WorldPortal& portal = world.Portal(stretch.portal);
    cost_m += portal.cost_m;
    EXPECT_EQ(portal.from_map, stretch.map);
    EXPECT_EQ(portal.to_map, answer.stretches[i + 1].map);
    const Aabb box{Vec3(portal.box_min[0], -1e9, portal.box_min[2]),
                   Vec3(portal.box_max[0], 1e9, portal.box_max[2])};
    EXPECT_TRUE(box.Contains(stretch.walk.points.back()));
    const WorldArrival& arrival = world.ArrivalOf(stretch.portal, query.traveller);
    EXPECT_EQ(answer.stretches[i + 1].walk.points.front(),
              Vec3(arrival.place[0], arrival.place[1], arrival.place[2]));
  }
  EXPECT_NEAR(cost_m, answer.cost_m, 1e-9);
}

// Routes between any places of random worlds, in both modes.
class RandomWorldRoutes {
 public:
  RandomWorldRoutes(uint64_t seed, int rounds, std::string_view ground,
                    std::optional<uint64_t> max_step_table_bytes)
      : random_(seed), rounds_(rounds), ground_(ground), max_step_table_bytes_(max_step_table_bytes) {}

  void ExpectTheCostsOfASlowSearch() {
    for (int round = 0; round < rounds_; ++round) {
      const SlowWorld drawing = RandomWorld(random_, ground_);
      const uint32_t cluster_side = max_step_table_bytes_ == 0 ? 2 : 0;
      const DrawnWorld drawn(drawing, max_step_table_bytes_, {}, {{}}, cluster_side);
      const std::shared_ptr<WorldStore> store = drawn.Serve();
      for (int i = 0; i < 60; ++i) {
        const SlowPlace start = RandomPlace(drawing, random_);
        const SlowPlace goal = RandomPlace(drawing, random_);
        for (const WorldMode mode : {WorldMode::kMayUse, WorldMode::kWalkInTeleports}) {
          ASSERT_NO_FATAL_FAILURE(Check(drawing, drawn, *store, start, goal, mode))
              << "mode " << static_cast<int>(mode) << " from map " << start.map << " " << start.column << ","
              << start.row << " to map " << goal.map << " " << goal.column << "," << goal.row << "\n"
              << Draw(drawing);
        }
      }
    }
    EXPECT_GT(found_, rounds_ * 16);
    EXPECT_GT(teleported_, rounds_ * 5);
    EXPECT_GT(set_off_, rounds_);
    if (max_step_table_bytes_ != 0) return;
    EXPECT_GT(dearer_by_clusters_, rounds_ / 4);
    EXPECT_LT(cost_by_clusters_, cost_ * 1.05);
  }

 private:
  void Check(const SlowWorld& drawing, const DrawnWorld& drawn, WorldStore& store, const SlowPlace& start,
             const SlowPlace& goal, WorldMode mode) {
    const WorldView& world = store.world().view();
    WorldRouteQuery query;
    query.start = drawn.PositionOf(start, world);
    query.goals = {drawn.PositionOf(goal, world)};
    query.mode = mode;
    const absl::StatusOr<WorldRouteAnswer> answer = PlanWorldRoute(store, query, scratch_);
    ASSERT_TRUE(answer.ok()) << answer.status();
    const SlowCosts costs = drawing.CostsOf(start, goal, mode);
    const double expected = costs.Least();
    ASSERT_EQ(answer->status == RouteStatus::kComplete, expected != kInfinite);
    ASSERT_EQ(answer->basis, RouteBasis::kSearch);
    if (expected == kInfinite) return;
    ASSERT_NEAR(answer->cost_m, expected, 1e-9);
    ASSERT_NEAR(answer->sets_off.IsNone() ? costs.standing : costs.setting_off, expected, 1e-9);
    if (!answer->sets_off.IsNone()) {
      ASSERT_EQ(world.NameOf(answer->sets_off), StrCat("portal", drawing.SetOffAt(goal, mode)));
      ++set_off_;
    }
    CheckLine(*answer, query, world);
    ++found_;
    if (answer->stretches.size() > 1) ++teleported_;
    if (max_step_table_bytes_ != 0) return;
    ASSERT_NO_FATAL_FAILURE(CheckByClusters(store, query, expected));
  }

  // Heads and tails need not be the cheapest then, but where portals teleport; none is much dearer.
  void CheckByClusters(WorldStore& store, WorldRouteQuery& query, double expected) {
    query.by_clusters = true;
    const absl::StatusOr<WorldRouteAnswer> answer = PlanWorldRoute(store, query, scratch_);
    ASSERT_TRUE(answer.ok()) << answer.status();
    ASSERT_EQ(answer->status, RouteStatus::kComplete);
    ASSERT_GE(answer->cost_m, expected - 1e-5);
    const bool is_exact = query.mode == WorldMode::kWalkInTeleports;
    ASSERT_LE(answer->cost_m, is_exact ? expected + 1e-9 : expected * kWorstByClusters + 1e-5);
    CheckLine(*answer, query, store.world().view());
    cost_ += expected;
    cost_by_clusters_ += answer->cost_m;
    dearer_by_clusters_ += answer->cost_m > expected + 1e-5 ? 1 : 0;
  }

  Random random_;
  const int rounds_;
  const std::string_view ground_;
  const std::optional<uint64_t> max_step_table_bytes_;
  Scratch scratch_;
  int found_ = 0;
  int teleported_ = 0;
  int set_off_ = 0;
  double cost_ = 0;
  double cost_by_clusters_ = 0;
  int dearer_by_clusters_ = 0;
};

TEST(WorldRoutesTest, CostWhatASlowSearchOverAllCellsSays) {
  RandomWorldRoutes(7, 60, ".", {}).ExpectTheCostsOfASlowSearch();
}

TEST(WorldRoutesTest, CostTheSameWithoutStepTables) {
  RandomWorldRoutes(7, 60, ".", 0).ExpectTheCostsOfASlowSearch();
}

// A trigger that lies on both sides of a wall, which ends 30 rows above it. The cell of it that is the
// nearest as the crow flies is behind the wall.
SlowWorld TriggerAcrossAWall() {
  SlowWorld world;
  std::vector<std::string>& lines = world.maps.emplace_back(32, "..........@.........");
  lines[0] = "....................";
  lines[31] = "..........@@@@......";
  world.maps.push_back({"."});
  world.portals.push_back({.from_map = 0, .cells = {4, 31, 14, 31}, .to_map = 1, .cell = {0, 0}});
  return world;
}

TEST(WorldRoutesTest, ByClustersATriggerOnBothSidesOfAWallIsEnteredOnTheNearSide) {
  const SlowWorld drawing = TriggerAcrossAWall();
  Scratch scratch;
  for (const uint32_t cluster_side : {2U, 8U, 32U}) {
    const DrawnWorld drawn(drawing, 0, {}, {{}}, cluster_side);
    const std::shared_ptr<WorldStore> store = drawn.Serve();
    const WorldView& world = store->world().view();
    for (const SlowPlace& start : {SlowPlace{0, 11, 30}, SlowPlace{0, 9, 25}, SlowPlace{0, 19, 0}}) {
      WorldRouteQuery query;
      query.start = drawn.PositionOf(start, world);
      query.goals = {drawn.PositionOf({1, 0, 0}, world)};
      query.by_clusters = true;
      const absl::StatusOr<WorldRouteAnswer> answer = PlanWorldRoute(*store, query, scratch);
      ASSERT_TRUE(answer.ok()) << answer.status();
      ASSERT_EQ(answer->status, RouteStatus::kComplete);
      EXPECT_NEAR(answer->cost_m, drawing.CostsOf(start, {1, 0, 0}, query.mode).Least(), 1e-4)
          << cluster_side;
    }
  }
}

TEST(WorldRoutesTest, CostWhatASlowSearchSaysOverGroundOfDifferentCosts) {
  RandomWorldRoutes(8, 40, "..sf", {}).ExpectTheCostsOfASlowSearch();
}

TEST(WorldRoutesTest, CostTheSameOverGroundOfDifferentCostsWithoutStepTables) {
  RandomWorldRoutes(8, 40, "..sf", 0).ExpectTheCostsOfASlowSearch();
}

// What a request may allow of a world with so many portals.
PortalLimits RandomLimits(Random& random, size_t portals) {
  PortalLimits limits;
  if (random.NextBelow(4) != 0) {
    for (size_t i = 0; i < portals; ++i) limits.is_closed.push_back(random.NextBelow(3) == 0);
  }
  limits.is_limited = random.NextBelow(2) == 0;
  limits.max_portals = random.NextBelow(4);
  limits.penalty_m = random.NextBelow(3);
  return limits;
}

// With what a world has by default, and without step tables or without labels.
void ExpectTheSameWhateverIsAllowed(bool without_labels) {
  Random random(9);
  int dearer = 0;
  Scratch scratch;
  for (int round = 0; round < 60; ++round) {
    const SlowWorld drawing = RandomWorld(random, round % 4 == 0 ? "..sf" : ".");
    const DrawnWorld with(drawing);
    DrawnWorld without(drawing, without_labels && round % 2 == 0 ? std::optional<uint64_t>() : 0);
    if (without_labels) without.TakeLabelsAway();
    EXPECT_EQ(without.built().has_hierarchy, without_labels && without.built().portals > 0);
    const std::shared_ptr<WorldStore> tables = with.Serve();
    const std::shared_ptr<WorldStore> searched = without.Serve();
    const WorldView& world = tables->world().view();
    for (int i = 0; i < 60; ++i) {
      WorldRouteQuery query;
      query.start = with.PositionOf(RandomPlace(drawing, random), world);
      for (uint32_t goals = 1 + random.NextBelow(3); goals > 0; --goals) {
        query.goals.push_back(with.PositionOf(RandomPlace(drawing, random), world));
      }
      query.mode = static_cast<WorldMode>(i % 2);
      const absl::StatusOr<WorldRouteAnswer> free = PlanWorldRoute(*searched, query, scratch);
      query.limits = RandomLimits(random, world.portals().size());
      const absl::StatusOr<WorldRouteAnswer> expected = PlanWorldRoute(*tables, query, scratch);
      const absl::StatusOr<WorldRouteAnswer> answer = PlanWorldRoute(*searched, query, scratch);
      ASSERT_TRUE(answer.ok() && expected.ok() && free.ok());
      ASSERT_EQ(answer->status, expected->status) << Draw(drawing);
      ASSERT_EQ(answer->reason, expected->reason);
      ASSERT_NEAR(answer->cost_m, expected->cost_m, 1e-9) << Draw(drawing);
      if (answer->status != RouteStatus::kComplete) continue;
      if (!query.limits.is_limited) CheckLine(*answer, query, world);
      dearer += answer->cost_m > free->cost_m + 1e-6 ? 1 : 0;
    }
  }
  EXPECT_GT(dearer, 50);
}

TEST(WorldRoutesTest, CostTheSameWithoutStepTablesWhateverIsAllowed) {
  ExpectTheSameWhateverIsAllowed(false);
}

TEST(WorldRoutesTest, CostTheSameWithoutLabelsWhateverIsAllowed) { ExpectTheSameWhateverIsAllowed(true); }

// 12 free cells, of which a table takes 6 bytes, and an exit and an arrival.
SlowWorld TwoRooms() {
  return {.maps = {{"....", "....", "...."}, {"..", ".."}},
          .portals = {{.from_map = 0, .cells = {3, 2, 3, 2}, .to_map = 0, .cell = {0, 0}}}};
}

// Of the first map.
bool HasTables(WorldStore& store) {
  const MapView view = *(*store.Open(WorldMapIndex(0)))->map->View("");
  return store.world().PortalsOfGrid(WorldMapIndex(0), GridOf(view).bits())->has_tables();
}

TEST(WorldRoutesTest, StepTablesAreMadeUpToTheLimit) {
  constexpr uint64_t kBytes = 2 * 2 * 6;
  const DrawnWorld fits(TwoRooms(), kBytes);
  EXPECT_THAT(fits.built().warnings, IsEmpty());
  EXPECT_THAT(fits.built().maps_without_tables, IsEmpty());
  EXPECT_TRUE(HasTables(*fits.Serve()));

  const DrawnWorld above(TwoRooms(), kBytes - 1);
  EXPECT_THAT(above.built().maps_without_tables, ElementsAre("map0"));
  EXPECT_THAT(
      above.built().warnings,
      ElementsAre("map \"map0\": its step tables would take 24 bytes, above max_step_table_bytes 23: it "
                  "has none, and routes from and to it are searched"));
  EXPECT_FALSE(HasTables(*above.Serve()));
  EXPECT_LT(above.built().bytes.size(), fits.built().bytes.size());
}

TEST(WorldRoutesTest, ALimitOfStepTablesWithoutPortalsOnGridsIsWarnedOf) {
  SlowWorld drawing = TwoRooms();
  drawing.portals.clear();
  EXPECT_THAT(DrawnWorld(drawing, 0).built().warnings,
              ElementsAre("without effect where no map with portals is a grid: max_step_table_bytes"));
  EXPECT_THAT(DrawnWorld(drawing).built().warnings, IsEmpty());
}

TEST(WorldRoutesTest, MapsAreBakedAnewWhereTheLimitTakesTheirStepTablesAway) {
  const DrawnWorld drawn(TwoRooms());
  const std::shared_ptr<const LoadedWorld> old = drawn.Load();
  WorldManifest manifest = drawn.manifest();
  manifest.max_step_table_bytes = 23;
  const absl::StatusOr<BuiltWorld> again =
      BuildWorld(manifest, drawn.package_paths(), {.thread_count = 1, .old = old.get()});
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->maps_taken_over, 1U);
  EXPECT_EQ(again->bytes, DrawnWorld(TwoRooms(), 23).built().bytes);
}

TEST(WorldRoutesTest, SearchesInPlaceOfStepTablesAreLimited) {
  const DrawnWorld drawn(TwoRooms(), 0);
  const std::shared_ptr<WorldStore> store = drawn.Serve();
  const WorldView& world = store->world().view();
  WorldRouteQuery query;
  query.start = drawn.PositionOf({0, 0, 1}, world);
  query.goals = {drawn.PositionOf({0, 1, 0}, world)};
  Scratch scratch;
  ASSERT_EQ(PlanWorldRoute(*store, query, scratch)->basis, RouteBasis::kSearch);
  query.deadline = Deadline(Deadline::Clock::now());
  const absl::StatusOr<WorldRouteAnswer> late = PlanWorldRoute(*store, query, scratch);
  ASSERT_TRUE(late.ok());
  EXPECT_EQ(late->reason, RouteReason::kDeadline);
  EXPECT_EQ(late->basis, RouteBasis::kIncompleteSearch);
}

// The portals that the steps of a route set off, one by one, but for those that it uses at its ends.
std::vector<std::string> SetOffByTheSteps(const SlowWorld& drawing, const WorldRouteAnswer& route,
                                          const WorldView& world) {
  std::vector<std::string> portals;
  for (const WorldStretch& stretch : route.stretches) {
    const std::string map(world.MapId(stretch.map));
    SlowPlace at{static_cast<uint32_t>(std::stoul(map.substr(3)))};
    const WorldMap& record = world.Map(stretch.map);
    const auto column_of = [&](const Vec3& point) {
      return static_cast<uint32_t>(std::floor(point.x - record.origin[0] - record.corner_x_m));
    };
    const auto row_of = [&](const Vec3& point) {
      return static_cast<uint32_t>(std::floor(point.z - record.origin[2] - record.corner_z_m));
    };
    const std::vector<Vec3>& points = stretch.walk.points;
    at.column = column_of(points.front());
    at.row = row_of(points.front());
    const auto step = [](uint32_t& from, uint32_t to) { from += from < to ? 1 : from > to ? -1 : 0; };
    for (size_t i = 1; i < points.size(); ++i) {
      while (at.column != column_of(points[i]) || at.row != row_of(points[i])) {
        step(at.column, column_of(points[i]));
        step(at.row, row_of(points[i]));
        const bool is_end =
            i + 1 == points.size() && at.column == column_of(points[i]) && at.row == row_of(points[i]);
        const int set_off = drawing.SetOffAt(at, WorldMode::kWalkInTeleports);
        if (set_off < 0 || (is_end && stretch.portal.IsNone())) continue;
        const std::string name = StrCat("portal", set_off);
        if (!stretch.portal.IsNone() && name == world.NameOf(stretch.portal)) continue;
        if (std::find(portals.begin(), portals.end(), name) == portals.end()) portals.push_back(name);
      }
    }
  }
  return portals;
}

TEST(WorldRoutesTest, TheTriggersInTheWayAreThoseThatTheStepsSetOff) {
  Random random(77);
  int explained = 0;
  for (int round = 0; round < 50; ++round) {
    SlowWorld drawing = RandomWorld(random);
    // More of them, so that they overlap.
    for (size_t i = drawing.portals.size(); i > 0; --i) {
      SlowPortal more = drawing.portals[i - 1];
      more.cells[2] = std::min<uint32_t>(more.cells[2] + 1,
                                         static_cast<uint32_t>(drawing.maps[more.from_map][0].size()) - 1);
      drawing.portals.push_back(more);
    }
    const DrawnWorld drawn(drawing);
    const std::shared_ptr<WorldStore> store = drawn.Serve();
    const WorldView& world = store->world().view();
    Scratch scratch;
    for (int i = 0; i < 40; ++i) {
      WorldRouteQuery query;
      query.start = drawn.PositionOf(RandomPlace(drawing, random), world);
      query.goals = {drawn.PositionOf(RandomPlace(drawing, random), world)};
      query.mode = WorldMode::kWalkInTeleports;
      const WorldRouteAnswer answer = *PlanWorldRoute(*store, query, scratch);
      if (answer.status != RouteStatus::kUnreachable) continue;
      query.mode = WorldMode::kMayUse;
      query.shape = RouteShape::kTurningPoints;
      const WorldRouteAnswer path = *PlanWorldRoute(*store, query, scratch);
      std::vector<std::string> names;
      for (const PortalId portal : TriggersOnRoute(world, path, {})) names.emplace_back(world.NameOf(portal));
      ASSERT_EQ(names, SetOffByTheSteps(drawing, path, world)) << Draw(drawing);
      EXPECT_EQ(answer.explanation.empty(), names.empty()) << answer.explanation;
      if (!names.empty()) {
        EXPECT_THAT(answer.explanation, testing::HasSubstr(names[0]));
        ++explained;
      }
    }
  }
  EXPECT_GT(explained, 50);
}

// Of a strip; into the first cell of the trigger of portal 1, which both portals hold, portal 0 leads on.
TEST(WorldRoutesTest, WhereTriggersOverlapTheOneThatWinsIsInTheWay) {
  SlowWorld drawing;
  drawing.maps = {{"....."}, {".....", "....."}};
  drawing.portals = {{.from_map = 0, .cells = {3, 0, 3, 0}, .to_map = 1, .cell = {0, 0}},
                     {.from_map = 0, .cells = {3, 0, 4, 0}, .to_map = 1, .cell = {4, 1}},
                     {.from_map = 1, .cells = {2, 0, 2, 1}, .to_map = 0, .cell = {0, 0}},
                     {.from_map = 1, .cells = {4, 1, 4, 1}, .to_map = 1, .cell = {4, 1}}};
  const DrawnWorld drawn(drawing);
  const std::shared_ptr<WorldStore> store = drawn.Serve();
  const WorldView& world = store->world().view();
  WorldRouteQuery query;
  query.start = drawn.PositionOf({0, 1, 0}, world);
  query.goals = {drawn.PositionOf({1, 4, 0}, world)};
  query.mode = WorldMode::kWalkInTeleports;
  query.limits.is_closed = {false, true, false, false};
  Scratch scratch;
  EXPECT_EQ(PlanWorldRoute(*store, query, scratch)->explanation,
            "walking there sets off portal \"portal2\", whose trigger is in the way");
}

class RouteThroughTriggers : public ::testing::Test {
 protected:
  RouteThroughTriggers() : drawn_(Drawing()), store_(drawn_.Serve()) {
    query_.start = drawn_.PositionOf({0, 0, 0}, world());
    query_.goals = {drawn_.PositionOf({0, 18, 0}, world())};
  }
  // A serpentine with two triggers across it, each of three portals.
  static SlowWorld Drawing() {
    SlowWorld drawing;
    drawing.maps = {std::vector<std::string>(12, ".@...@...@...@...@."), {"."}};
    for (size_t row = 0; row < 12; ++row) {
      for (size_t column = 0; column < 19; ++column) {
        const bool is_gap = column % 2 == 1 && row == (column % 4 == 1 ? 11U : 0U);
        drawing.maps[0][row][column] = column % 2 == 0 || is_gap ? '.' : '@';
      }
    }
    for (uint32_t i = 0; i < 6; ++i) {
      const uint32_t column = i % 2 == 0 ? 10 : 14;
      drawing.portals.push_back(
          {.from_map = 0, .cells = {column, 5, column, 6}, .to_map = 1, .cell = {0, 0}});
    }
    return drawing;
  }
  const WorldView& world() const { return store_->world().view(); }
  WorldRouteAnswer Plan() { return *PlanWorldRoute(*store_, query_, scratch_); }

  const DrawnWorld drawn_;
  const std::shared_ptr<WorldStore> store_;
  WorldRouteQuery query_;
  Scratch scratch_;
};

TEST_F(RouteThroughTriggers, NamesOneForEachPlaceUnlessItIsStopped) {
  const WorldRouteAnswer path = Plan();
  ASSERT_EQ(path.status, RouteStatus::kComplete);
  EXPECT_THAT(TriggersOnRoute(world(), path, {}), ElementsAre(PortalId(0), PortalId(1)));
  const std::atomic<bool> is_cancelled = true;
  const Deadline cancelled(Deadline::Clock::time_point::max(), &is_cancelled);
  EXPECT_THAT(TriggersOnRoute(world(), path, cancelled), IsEmpty());
}

TEST_F(RouteThroughTriggers, IsExplainedWithTheExpansionsThatAreLeft) {
  const uint64_t labels = world().portals().size() * world().portals().size();
  query_.mode = WorldMode::kWalkInTeleports;
  const WorldRouteAnswer full = Plan();
  ASSERT_EQ(full.status, RouteStatus::kUnreachable);
  EXPECT_THAT(full.explanation, testing::HasSubstr("\"portal0\" and \"portal1\""));
  int without = 0;
  bool was_unreachable = false;
  for (query_.max_expansions = 1; query_.max_expansions < full.expansions + 10; ++query_.max_expansions) {
    const WorldRouteAnswer answer = Plan();
    EXPECT_LE(answer.expansions, query_.max_expansions + labels) << query_.max_expansions;
    const bool is_unreachable = answer.status == RouteStatus::kUnreachable;
    EXPECT_EQ(answer.reason, is_unreachable ? RouteReason::kGoalUnreachable : RouteReason::kExpansionLimit);
    EXPECT_TRUE(is_unreachable || !was_unreachable);
    was_unreachable = is_unreachable;
    if (is_unreachable && answer.explanation.empty()) ++without;
  }
  EXPECT_GT(without, 0);
}

TEST(WorldRoutesTest, WorldsAreTheSameWhateverTheThreads) {
  Random random(3);
  const DrawnWorld drawn(RandomWorld(random));
  const absl::StatusOr<BuiltWorld> again =
      BuildWorld(drawn.manifest(), drawn.package_paths(), {.thread_count = 4});
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->bytes, drawn.built().bytes);
}

TEST(WorldRoutesTest, UnchangedMapsAreTakenOverFromTheOldWorld) {
  Random random(5);
  const DrawnWorld drawn(RandomWorld(random));
  const std::shared_ptr<const LoadedWorld> old = drawn.Load();
  const absl::StatusOr<BuiltWorld> again =
      BuildWorld(drawn.manifest(), drawn.package_paths(), {.thread_count = 1, .old = old.get()});
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->maps_taken_over, drawn.manifest().maps.size());
  EXPECT_EQ(again->bytes, drawn.built().bytes);
}

}  // namespace
}  // namespace waystone
