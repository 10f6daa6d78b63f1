// Routes over baked worlds of grids, against Dijkstra's algorithm over all cells.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/query/world_route.h"
#include "tests/bake/world/drawn_world.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

SlowWorld RandomWorld(Random& random) {
  SlowWorld world;
  const uint32_t maps = 2 + random.NextBelow(4);
  for (uint32_t i = 0; i < maps; ++i) {
    const uint32_t columns = 3 + random.NextBelow(9);
    const uint32_t rows = 3 + random.NextBelow(9);
    std::vector<std::string>& lines = world.maps.emplace_back();
    for (uint32_t row = 0; row < rows; ++row) {
      std::string& line = lines.emplace_back();
      for (uint32_t column = 0; column < columns; ++column) line += random.NextBelow(4) == 0 ? '@' : '.';
    }
    lines[0][0] = '.';  // no map without ground
  }
  const uint32_t portals = random.NextBelow(10);
  for (uint32_t i = 0; i < portals; ++i) {
    SlowPortal& portal = world.portals.emplace_back();
    portal.from_map = random.NextBelow(maps);
    portal.to_map = random.NextBelow(maps);
    const auto columns = static_cast<uint32_t>(world.maps[portal.from_map][0].size());
    const auto rows = static_cast<uint32_t>(world.maps[portal.from_map].size());
    const uint32_t column = random.NextBelow(columns);
    const uint32_t row = random.NextBelow(rows);
    portal.cells = {column, row, std::min(columns - 1, column + random.NextBelow(3)),
                    std::min(rows - 1, row + random.NextBelow(3))};
    portal.cell = {random.NextBelow(static_cast<uint32_t>(world.maps[portal.to_map][0].size())),
                   random.NextBelow(static_cast<uint32_t>(world.maps[portal.to_map].size()))};
    portal.cost = random.NextBelow(3);
    portal.is_walk_in = random.NextBelow(4) != 0;
  }
  return world;
}

SlowPlace RandomPlace(const SlowWorld& world, Random& random) {
  for (;;) {
    const uint32_t map = random.NextBelow(static_cast<uint32_t>(world.maps.size()));
    const uint32_t row = random.NextBelow(static_cast<uint32_t>(world.maps[map].size()));
    const uint32_t column = random.NextBelow(static_cast<uint32_t>(world.maps[map][0].size()));
    if (world.IsFree(map, column, row)) return {map, column, row};
  }
}

std::string Draw(const SlowWorld& world) {
  std::string text;
  for (const std::vector<std::string>& lines : world.maps) {
    for (const std::string& line : lines) text += line + "\n";
    text += "\n";
  }
  for (const SlowPortal& portal : world.portals) {
    text += StrCat(portal.is_walk_in ? "walk-in " : "use ", portal.from_map, " [", portal.cells[0], ",",
                   portal.cells[1], " ", portal.cells[2], ",", portal.cells[3], "] -> ", portal.to_map, " ",
                   portal.cell[0], ",", portal.cell[1], " cost ", portal.cost, "\n");
  }
  return text;
}

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
    const WorldArrival& arrival = world.ArrivalOf(stretch.portal);
    EXPECT_EQ(answer.stretches[i + 1].walk.points.front(),
              Vec3(arrival.place[0], arrival.place[1], arrival.place[2]));
  }
  EXPECT_NEAR(cost_m, answer.cost_m, 1e-9);
}

TEST(WorldRoutesTest, CostWhatASlowSearchOverAllCellsSays) {
  Random random(7);
  int found = 0;
  int teleported = 0;
  for (int round = 0; round < 60; ++round) {
    const SlowWorld drawing = RandomWorld(random);
    const DrawnWorld drawn(drawing);
    WorldStore store(drawn.Load(), drawn.folder(), {});
    const WorldView& world = store.world().view();
    Workspace workspace;
    for (int i = 0; i < 60; ++i) {
      const SlowPlace start = RandomPlace(drawing, random);
      const SlowPlace goal = RandomPlace(drawing, random);
      for (const WorldMode mode : {WorldMode::kMayUse, WorldMode::kWalkInTeleports}) {
        WorldRouteQuery query;
        query.start = drawn.PositionOf(start, world);
        query.goals = {drawn.PositionOf(goal, world)};
        query.mode = mode;
        const absl::StatusOr<WorldRouteAnswer> answer = PlanWorldRoute(store, query, workspace);
        ASSERT_TRUE(answer.ok()) << answer.status();
        const double expected = drawing.CostOf(start, goal, mode);
        const std::string where =
            StrCat("mode ", static_cast<int>(mode), " from map ", start.map, " ", start.column, ",",
                   start.row, " to map ", goal.map, " ", goal.column, ",", goal.row);
        ASSERT_EQ(answer->status == RouteStatus::kComplete, expected != kInfinite) << where << "\n"
                                                                                   << Draw(drawing);
        if (expected == kInfinite) continue;
        ASSERT_NEAR(answer->cost_m, expected, 1e-9) << where << "\n" << Draw(drawing);
        CheckLine(*answer, query, world);
        ++found;
        if (answer->stretches.size() > 1) ++teleported;
      }
    }
  }
  EXPECT_GT(found, 1000);
  EXPECT_GT(teleported, 300);
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
