// Routes over worlds whose maps a request changes, against Dijkstra's algorithm over all cells of the changed maps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/grid/grid_changes.h"
#include "core/world_route/world_route.h"
#include "tests/bake/world/changes_of_maps.h"
#include "tests/bake/world/drawn_world.h"
#include "tests/bake/world/random_world.h"

namespace waystone {
namespace {

constexpr double kNowhere = std::numeric_limits<double>::infinity();

// The world that a drawing becomes when it is baked: without portals that nobody can use.
SlowWorld AsBaked(SlowWorld drawing) {
  std::erase_if(drawing.portals, [&](const SlowPortal& portal) {
    bool has_ground = false;
    for (uint32_t row = portal.cells[1]; row <= portal.cells[3]; ++row) {
      for (uint32_t column = portal.cells[0]; column <= portal.cells[2]; ++column) {
        has_ground = has_ground || drawing.IsFree(portal.from_map, column, row);
      }
    }
    return !has_ground || !drawing.IsFree(portal.to_map, portal.cell[0], portal.cell[1]);
  });
  return drawing;
}

// Redraws cells of some maps, and says how.
class Redrawing {
 public:
  Redrawing(SlowWorld drawing, WorldStore& store, Random& random, bool opens)
      : drawing_(std::move(drawing)), store_(store), random_(random), opens_(opens) {
    for (SlowPortal& portal : drawing_.portals) portal.stays_set_off = true;
    for (uint32_t map = 0; map < drawing_.maps.size(); ++map) {
      if (random_.NextBelow(3) != 0) Redraw(map);
    }
  }

  const SlowWorld& drawing() const { return drawing_; }
  // By the maps' numbers in the drawing.
  const std::map<uint32_t, RouteChanges>& changes() const { return changes_; }

 private:
  void Redraw(uint32_t map) {
    std::vector<std::string>& lines = drawing_.maps[map];
    RouteChanges& changes = changes_[map];
    if (random_.NextBelow(4) == 0) Reprice(map, changes);
    auto cells = std::make_shared<GridChanges>();
    for (uint32_t row = 0; row < lines.size(); ++row) {
      for (uint32_t column = 0; column < lines[row].size(); ++column) {
        char& cell = lines[row][column];
        const auto id = static_cast<uint32_t>(row * lines[row].size() + column);
        if (cell != '@' && random_.NextBelow(5) == 0) {
          cell = '@';
          cells->blocked_cells.push_back(id);
        } else if (cell == '@' && opens_ && random_.NextBelow(4) == 0) {
          cell = '.';
          cells->opened_cells.push_back(id);
        }
      }
    }
    changes.cells = cells;
  }

  // All slow ground of a map becomes fast, if something may become cheaper; or all fast ground slow; or it is closed.
  void Reprice(uint32_t map, RouteChanges& changes) {
    const auto replace = [&](char from, char to) {
      for (std::string& line : drawing_.maps[map]) std::replace(line.begin(), line.end(), from, to);
    };
    const std::optional<uint8_t> slow = FindArea(map, "slow");
    const std::optional<uint8_t> fast = FindArea(map, "fast");
    if (opens_ && slow) {
      replace('s', 'f');
      changes.area_factors.push_back({*slow, 0.5});
    } else if (!opens_ && fast && random_.NextBelow(2) == 0) {
      replace('f', 's');
      changes.area_factors.push_back({*fast, 2.5});
    } else if (!opens_ && slow) {
      replace('s', '@');
      changes.excluded_areas |= uint64_t{1} << *slow;
    }
  }

  std::optional<uint8_t> FindArea(uint32_t map, std::string_view name) const {
    const auto opened = store_.Open(*store_.world().view().FindMap(StrCat("map", map)));
    for (const AreaType& area : (*opened)->map->manifest().areas) {
      if (area.name == name) return area.index;
    }
    return std::nullopt;
  }

  SlowWorld drawing_;
  WorldStore& store_;
  Random& random_;
  const bool opens_;
  std::map<uint32_t, RouteChanges> changes_;
};

struct Tally {
  int found = 0;
  int teleported = 0;
  int longer = 0;
  int closed = 0;
};

// Walks that one stretch after the other make up the answer's cost.
void ExpectSum(const WorldRouteAnswer& answer, const WorldView& world) {
  double cost_m = 0;
  for (const WorldStretch& stretch : answer.stretches) {
    cost_m += stretch.walk.cost_m;
    if (!stretch.portal.IsNone()) cost_m += world.Portal(stretch.portal).cost_m;
  }
  ASSERT_NEAR(cost_m, answer.cost_m, 1e-5);
}

// No point of a route lies on a cell that is not free.
void ExpectOnFreeCells(const WorldRouteAnswer& answer, const WorldView& world, const SlowWorld& drawing) {
  for (const WorldStretch& stretch : answer.stretches) {
    const WorldMap& map = world.Map(stretch.map);
    const auto number = static_cast<uint32_t>(std::stoul(std::string(world.MapId(stretch.map)).substr(3)));
    for (const Vec3& point : stretch.walk.points) {
      const auto column = static_cast<int64_t>(std::floor(point.x - map.origin[0] - map.corner_x_m));
      const auto row = static_cast<int64_t>(std::floor(point.z - map.origin[2] - map.corner_z_m));
      ASSERT_TRUE(drawing.IsFree(number, column, row));
    }
  }
}

void CheckRoute(const SlowWorld& was, const Redrawing& now, const DrawnWorld& drawn, WorldStore& store,
                const ChangesOfMaps& changes, Random& random, WorldMode mode, Tally& tally) {
  const WorldView& world = store.world().view();
  const SlowPlace start = RandomPlace(now.drawing(), random);
  const SlowPlace goal = RandomPlace(now.drawing(), random);
  WorldRouteQuery query;
  query.start = drawn.PositionOf(start, world);
  query.goals = {drawn.PositionOf(goal, world)};
  query.snap.radius_m = 0.1;
  query.mode = mode;
  query.changes = &changes;
  Scratch scratch;
  const absl::StatusOr<WorldRouteAnswer> answer = PlanWorldRoute(store, query, scratch);
  ASSERT_TRUE(answer.ok()) << answer.status();
  const double expected = now.drawing().CostsOf(start, goal, mode).Least();
  const double baked =
      was.IsFree(start.map, start.column, start.row) && was.IsFree(goal.map, goal.column, goal.row)
          ? was.CostsOf(start, goal, mode).Least()
          : kNowhere;
  ASSERT_EQ(answer->status == RouteStatus::kComplete, expected != kNowhere)
      << "from map " << start.map << " " << start.column << "," << start.row << " to map " << goal.map << " "
      << goal.column << "," << goal.row;
  if (expected == kNowhere) {
    ASSERT_EQ(answer->reason == RouteReason::kClosedByChanges, baked != kNowhere);
    tally.closed += baked == kNowhere ? 0 : 1;
    return;
  }
  ASSERT_NEAR(answer->cost_m, expected, 1e-5);
  ASSERT_NO_FATAL_FAILURE(ExpectSum(*answer, world));
  ASSERT_NO_FATAL_FAILURE(ExpectOnFreeCells(*answer, world, now.drawing()));
  ++tally.found;
  tally.teleported += answer->stretches.size() > 2 ? 1 : 0;
  tally.longer += expected > baked + 1e-6 && baked != kNowhere ? 1 : 0;
}

void ExpectTheCostsOfASlowSearch(uint64_t seed, std::string_view ground,
                                 std::optional<uint64_t> max_table_bytes, bool opens) {
  Random random(seed);
  Tally tally;
  for (int round = 0; round < 40; ++round) {
    const SlowWorld drawing = AsBaked(RandomWorld(random, ground));
    const DrawnWorld drawn(drawing, max_table_bytes);
    const std::shared_ptr<WorldStore> store = drawn.Serve();
    for (int set = 0; set < 4; ++set) {
      const Redrawing now(drawing, *store, random, opens);
      ChangesOfMaps changes;
      for (const auto& [map, of_map] : now.changes()) {
        changes.Set(*store->world().view().FindMap(StrCat("map", map)), of_map, opens);
      }
      if (std::ranges::none_of(now.drawing().maps, [](const std::vector<std::string>& lines) {
            return std::ranges::any_of(
                lines, [](const std::string& line) { return line != std::string(line.size(), '@'); });
          })) {
        continue;
      }
      for (int i = 0; i < 20; ++i) {
        const auto mode = static_cast<WorldMode>(i % 2);
        ASSERT_NO_FATAL_FAILURE(CheckRoute(drawing, now, drawn, *store, changes, random, mode, tally))
            << "mode " << i % 2 << "\n"
            << Draw(drawing) << Draw(now.drawing());
      }
    }
  }
  EXPECT_GT(tally.found, 500);
  EXPECT_GT(tally.teleported, 20);
  EXPECT_GT(tally.closed, opens ? 0 : 100);
  EXPECT_GT(tally.longer, 20);
}

TEST(WorldChangesTest, RoutesCostWhatASlowSearchOfTheChangedMapsSays) {
  ExpectTheCostsOfASlowSearch(1, ".", {}, false);
}

TEST(WorldChangesTest, RoutesCostTheSameWithoutStepTables) { ExpectTheCostsOfASlowSearch(2, ".", 0, false); }

TEST(WorldChangesTest, OpenedCellsMakeRoutesCheaperThanTheStoredWalks) {
  ExpectTheCostsOfASlowSearch(3, ".", {}, true);
}

TEST(WorldChangesTest, GroundMayBecomeDearerOrBeLeftOut) {
  ExpectTheCostsOfASlowSearch(4, "..sf", {}, false);
}

TEST(WorldChangesTest, GroundMayBecomeCheaperThanTheStoredWalks) {
  ExpectTheCostsOfASlowSearch(5, "..sf", 0, true);
}

}  // namespace
}  // namespace waystone
