// Distances and walking rules of placements over grids: what routes over the same cells cost.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "bake/grid/hub_label_baker.h"
#include "core/base/scratch.h"
#include "core/grid/grid_path.h"
#include "core/place/place_audit.h"
#include "core/place/resource_placer.h"
#include "tests/core/grid/random_grid.h"
#include "tests/core/surface/grid/drawn_grid_map.h"
#include "tests/oracle/grid_dijkstra.h"
#include "tests/support/asked_clock.h"
#include "tests/support/route_distances.h"

namespace waystone {
namespace {

using Drawing = std::vector<std::string>;

// In patches of `areas` kinds of ground; of one kind if that is 1.
Drawing RandomRows(Random& random, uint32_t areas) {
  const uint32_t columns = 3 + random.NextBelow(40);
  Drawing rows(3 + random.NextBelow(24), std::string(columns, '.'));
  const double blocked = random.NextInRange(0.05, 0.45);
  for (size_t i = 0; areas > 1 && i < rows.size() * columns / 6; ++i) {
    rows[random.NextBelow(static_cast<uint32_t>(rows.size()))][random.NextBelow(columns)] =
        static_cast<char>('2' + random.NextBelow(areas - 1));
  }
  for (std::string& row : rows) {
    for (char& letter : row) letter = random.NextUnit() < blocked ? '#' : letter;
  }
  rows[0][0] = '.';
  return rows;
}

Vec3 RandomPosition(const DrawnGridMap& map, Random& random) {
  return map.At(random.NextInRange(-1, map.grid().columns() + 1.0),
                random.NextInRange(-1, map.grid().rows() + 1.0));
}

void BakeLabels(GridData& data) { data.hub_labels = BakeHubLabels(*GridView::Create(data), {}).data; }

DistanceQuery RandomDistances(const DrawnGridMap& map, Random& random) {
  DistanceQuery query;
  for (uint32_t k = 1 + random.NextBelow(4); k > 0; --k) query.sources.push_back(RandomPosition(map, random));
  for (uint32_t k = 1 + random.NextBelow(40); k > 0; --k)
    query.targets.push_back(RandomPosition(map, random));
  query.snap.radius_m = random.NextInRange(0, 2);
  query.max_distance_m = random.NextBelow(3) == 0 ? random.NextInRange(1, 30) : 0;
  return query;
}

TEST(GridDistances, AreTheCostsOfRoutesOverGroundOfAnyCost) {
  Random random(1);
  ComparedDistances compared;
  for (int i = 0; i < 200 && !testing::Test::HasFailure(); ++i) {
    const Drawing rows = RandomRows(random, 1 + random.NextBelow(4));
    const DrawnGridMap map({rows.begin(), rows.end()});
    ExpectDistancesOfRoutes(map.view(), RandomDistances(map, random), compared);
  }
  EXPECT_GT(compared.found, 3000);
  EXPECT_GT(compared.not_found, 1000);
}

TEST(GridDistances, AreTheCostsOfRoutesByHubLabels) {
  Random random(2);
  ComparedDistances compared;
  for (int i = 0; i < 60 && !testing::Test::HasFailure(); ++i) {
    const Drawing rows = RandomRows(random, 1);
    const DrawnGridMap map({rows.begin(), rows.end()}, BakeLabels);
    ASSERT_FALSE(map.grid().hub_labels().empty());
    ExpectDistancesOfRoutes(map.view(), RandomDistances(map, random), compared);
  }
  EXPECT_GT(compared.found, 1000);
}

// Cells in any order, some of them twice, that are blocked or opened, with others beneath; areas that cost more or
// may not be entered.
RouteChanges RandomChanges(const DrawnGridMap& map, uint32_t areas, Random& random) {
  const uint32_t columns = map.grid().columns();
  const uint32_t rows = map.grid().rows();
  const auto random_cells = [&] {
    auto cells = std::make_shared<GridChanges>();
    for (uint32_t k = random.NextBelow(30); k > 0; --k)
      cells->blocked_cells.push_back(random.NextBelow(columns * rows));
    for (uint32_t k = random.NextBelow(60); k > 0; --k)
      cells->opened_cells.push_back(random.NextBelow(columns * rows));
    for (uint32_t k = random.NextBelow(3); k > 0; --k) {
      const CellRect rect{random.NextBelow(columns), random.NextBelow(rows), 1 + random.NextBelow(6),
                          1 + random.NextBelow(6)};
      (random.NextBelow(2) == 0 ? cells->blocked_rects : cells->opened_rects).push_back(rect);
    }
    return cells;
  };
  RouteChanges changes;
  if (random.NextBelow(4) != 0) {
    const auto cells = random_cells();
    if (random.NextBelow(2) == 0) cells->beneath = random_cells();
    changes.cells = cells;
  }
  for (uint32_t area = 1; area < 1 + areas; ++area) {
    const uint32_t what = random.NextBelow(4);
    if (what == 0) changes.excluded_areas |= uint64_t{1} << area;
    if (what == 1) changes.area_factors.push_back({static_cast<uint8_t>(area), random.NextInRange(0.1, 5)});
  }
  return changes;
}

TEST(GridDistances, AreTheCostsOfRoutesOverChangedCells) {
  Random random(8);
  ComparedDistances compared;
  for (int i = 0; i < 300 && !testing::Test::HasFailure(); ++i) {
    const uint32_t areas = 1 + random.NextBelow(3);
    const Drawing rows = RandomRows(random, areas);
    const DrawnGridMap map({rows.begin(), rows.end()}, areas == 1 ? BakeLabels : nullptr);
    DistanceQuery query = RandomDistances(map, random);
    query.changes = RandomChanges(map, areas, random);
    query.mutually_reachable = i % 4 == 0;
    ExpectDistancesOfRoutes(map.view(), query, compared);
  }
  EXPECT_GT(compared.found, 3000);
  EXPECT_GT(compared.not_found, 1000);
}

// A matrix over ground of different costs from one cell to all, which a flood measures.
TEST(GridDistances, OfManyTargetsAreThoseOfTheOracle) {
  Random random(3);
  const Drawing rows = RandomRows(random, 4);
  const DrawnGridMap map({rows.begin(), rows.end()});
  const GridGround ground = GroundOf(map.grid());
  DistanceQuery query;
  std::vector<Cell> cells;
  for (uint32_t id = 0; id < map.grid().columns() * map.grid().rows(); ++id) {
    const Cell cell = map.grid().CellOf(id);
    if (!map.grid().IsFree(cell)) continue;
    cells.push_back(cell);
    query.targets.push_back(map.MiddleOf(cell));
  }
  query.sources = query.targets;
  Scratch scratch;
  const DistanceAnswer answer = *MeasureDistances(map.view(), query, scratch);
  for (size_t i = 0; i < cells.size(); ++i) {
    const GridDijkstra oracle(ground, cells[i]);
    for (size_t j = 0; j < cells.size(); ++j) {
      const size_t k = i * cells.size() + j;
      const bool is_reached = oracle.Reaches(cells[j]);
      ASSERT_EQ(answer.statuses[k], is_reached ? DistanceStatus::kFound : DistanceStatus::kUnreachable);
      ASSERT_NEAR(answer.distance_m[k], is_reached ? oracle.Cost(cells[j]) : -1, 1e-9);
    }
  }
  // From each cell one flood, and some searches before it.
  EXPECT_LT(answer.expansions, cells.size() * (3 * cells.size() + 1024));
}

// Whatever is set when the deadline passes is right, and later deadlines leave more.
TEST(GridDistances, AreKeptAsFarAsTheDeadlineAllows) {
  Random random(4);
  Drawing rows(30, std::string(40, '.'));
  for (int i = 0; i < 300; ++i) rows[random.NextBelow(30)][random.NextBelow(40)] = '3';
  const DrawnGridMap map({rows.begin(), rows.end()});
  DistanceQuery query;
  for (int k = 0; k < 5; ++k) query.sources.push_back(RandomPosition(map, random));
  for (int k = 0; k < 1500; ++k) query.targets.push_back(RandomPosition(map, random));
  const MapView view = map.view();
  Scratch scratch;
  const DistanceAnswer whole = *MeasureDistances(view, query, scratch);
  size_t last = 0;
  bool was_partial = false;
  for (int asks = 1; last < whole.statuses.size(); asks += 1 + asks / 8) {
    query.deadline = AskedClock::OverAt(asks);
    const DistanceAnswer answer = *MeasureDistances(view, query, scratch);
    EXPECT_LE(AskedClock::seconds, asks + 1) << "work went on after the deadline";
    size_t known = 0;
    for (size_t k = 0; k < answer.statuses.size(); ++k) {
      if (answer.statuses[k] == DistanceStatus::kLimitReached) continue;
      ASSERT_EQ(answer.statuses[k], whole.statuses[k]);
      ASSERT_EQ(answer.distance_m[k], whole.distance_m[k]);
      ++known;
    }
    ASSERT_GE(known, last);
    was_partial = was_partial || (known > 0 && known < answer.statuses.size());
    last = known;
  }
  EXPECT_TRUE(was_partial);
}

// [m] By the oracle, from position to position.
double Walk_m(const DrawnGridMap& map, const Vec3& from, const Vec3& to) {
  const Vec3 origin = map.view().manifest->origin;
  return GridDijkstra(GroundOf(map.grid()), *map.grid().CellAt(from - origin))
      .Cost(*map.grid().CellAt(to - origin));
}

Drawing Swamp() {
  return {"................",  //
          "..555555........",  //
          "..5....5..####..",  //
          "..5....5..#..#..",  //
          "..555.55..#..#..",  //
          "................",  //
          "....2222222222..",  //
          "................"};
}

TEST(GridPlacement, WalksFromAnchorsAreTheCostsOfRoutes) {
  const Drawing rows = Swamp();
  const DrawnGridMap map({rows.begin(), rows.end()});
  Scratch scratch;
  PlaceQuery query;
  query.count = 300;
  query.terms.anchors = {map.At(4.5, 2.5), map.At(12.2, 7.9)};
  query.terms.rules.reachability = Reachability::kAny;
  query.terms.rules.min_walk_m = 2.5;
  query.terms.rules.max_walk_m = 7;
  const PlaceAnswer answer = *PlaceResource(map.view(), query, scratch);
  ASSERT_EQ(answer.positions.size(), 300U);
  double most_m = 0;
  for (const Vec3& position : answer.positions) {
    const double walk_m = std::min(Walk_m(map, query.terms.anchors[0], position),
                                   Walk_m(map, query.terms.anchors[1], position));
    EXPECT_GE(walk_m, 2.5);
    EXPECT_LE(walk_m, 7);
    most_m = std::max(most_m, walk_m);
  }
  EXPECT_GT(most_m, 6);
}

TEST(GridPlacement, NoGoodCellIsLeftOutAndNoBadOneTaken) {
  Random random(6);
  Scratch scratch;
  for (int i = 0; i < 40 && !testing::Test::HasFailure(); ++i) {
    const Drawing rows = RandomRows(random, 4);
    const DrawnGridMap map({rows.begin(), rows.end()});
    PlaceQuery query;
    query.count = 1;
    query.seed = static_cast<uint64_t>(i);
    query.terms.anchors = {map.At(0.5, 0.5)};
    query.terms.rules.reachability = Reachability::kAny;
    query.terms.rules.min_walk_m = random.NextInRange(0.1, 20);
    query.terms.rules.max_walk_m = query.terms.rules.min_walk_m + random.NextInRange(0, 3);
    const PlaceAnswer answer = *PlaceResource(map.view(), query, scratch);
    const GridDijkstra oracle(GroundOf(map.grid()), {0, 0});
    bool has_good = false;
    for (uint32_t id = 0; id < map.grid().columns() * map.grid().rows(); ++id) {
      const Cell cell = map.grid().CellOf(id);
      const double walk_m = map.grid().IsFree(cell) ? oracle.Cost(cell) : -1;
      has_good =
          has_good || (walk_m >= query.terms.rules.min_walk_m && walk_m <= query.terms.rules.max_walk_m);
    }
    EXPECT_EQ(answer.positions.size(), has_good ? 1U : 0U) << i;
    EXPECT_EQ(answer.rejections[static_cast<size_t>(PlaceReason::kNoRoom)], has_good ? 0U : 1U);
  }
}

TEST(GridPlacement, SpacingByWalkingIsTheCostOfRoutes) {
  const Drawing rows = Swamp();
  const DrawnGridMap map({rows.begin(), rows.end()});
  Scratch scratch;
  PlaceQuery query;
  query.count = 10'000;
  query.terms.rules.reachability = Reachability::kAny;
  query.terms.rules.is_walking = true;
  query.terms.rules.between_m = 3.2;
  const PlaceAnswer answer = *PlaceResource(map.view(), query, scratch);
  ASSERT_GT(answer.positions.size(), 10U);
  EXPECT_GT(answer.rejections[static_cast<size_t>(PlaceReason::kNoRoom)], 0U);
  for (size_t i = 0; i < answer.positions.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      EXPECT_GE(Walk_m(map, answer.positions[i], answer.positions[k]), 3.2) << i << ' ' << k;
    }
  }
  // Nothing more fits: every cell is too near to some position.
  const Vec3 origin = map.view().manifest->origin;
  for (uint32_t id = 0; id < map.grid().columns() * map.grid().rows(); ++id) {
    const Cell cell = map.grid().CellOf(id);
    if (!map.grid().IsFree(cell)) continue;
    double nearest_m = std::numeric_limits<double>::infinity();
    for (const Vec3& position : answer.positions) {
      nearest_m = std::min(nearest_m, Walk_m(map, map.grid().CenterOf(cell) + origin, position));
    }
    EXPECT_LT(nearest_m, 3.2) << cell.column << ' ' << cell.row;
  }
}

TEST(GridPlacement, TeamsWalkWhatRoutesCost) {
  const Drawing rows = Swamp();
  const DrawnGridMap map({rows.begin(), rows.end()});
  Scratch scratch;
  PlaceQuery query;
  query.count = 12;
  query.terms.rules.reachability = Reachability::kAny;
  query.fairness = PlaceFairness{.teams = {map.At(4.5, 2.5), map.At(15.5, 0.5)}, .max_ratio = 1.2};
  const PlaceAnswer answer = *PlaceResource(map.view(), query, scratch);
  ASSERT_GT(answer.positions.size(), 3U);
  for (size_t team = 0; team < 2; ++team) {
    double sum_m = 0;
    for (const Vec3& position : answer.positions) sum_m += Walk_m(map, query.fairness->teams[team], position);
    EXPECT_NEAR(answer.team_walk_m[team], sum_m / static_cast<double>(answer.positions.size()), 1e-9);
  }
}

TEST(GridPlacement, AnAuditMeasuresAlike) {
  const Drawing rows = Swamp();
  const DrawnGridMap map({rows.begin(), rows.end()});
  Scratch scratch;
  AuditQuery query;
  query.terms.anchors = {map.At(4.5, 2.5)};
  query.terms.rules.reachability = Reachability::kAny;
  query.terms.rules.max_walk_m = 8;
  Random random(7);
  size_t far = 0;
  for (int i = 0; i < 500; ++i) {
    const Vec3 position = map.At(random.NextInRange(0, 16), random.NextInRange(0, 8));
    if (map.grid().IsFree(*map.grid().CellAt(position - map.view().manifest->origin))) {
      query.positions.push_back(position);
    }
  }
  const AuditAnswer answer = *AuditPlaces(map.view(), query, scratch);
  for (size_t i = 0; i < query.positions.size(); ++i) {
    const bool is_far = !(Walk_m(map, query.terms.anchors[0], query.positions[i]) <= 8);
    EXPECT_EQ(answer.verdicts[i] == PlaceReason::kDistance, is_far) << i;
    far += is_far ? 1 : 0;
  }
  EXPECT_GT(far, 50U);
  EXPECT_LT(far + 50, query.positions.size());
}

TEST(GridPlacement, AnAuditMeasuresOverGroundOfOtherCosts) {
  Random random(9);
  Scratch scratch;
  int near = 0;
  int far = 0;
  for (int i = 0; i < 200 && !testing::Test::HasFailure(); ++i) {
    const uint32_t areas = 1 + random.NextBelow(3);
    const Drawing rows = RandomRows(random, areas);
    const DrawnGridMap map({rows.begin(), rows.end()});
    AuditQuery query;
    query.terms.changes = RandomChanges(map, areas, random);
    query.terms.rules.reachability = Reachability::kAny;
    query.terms.rules.max_walk_m = random.NextInRange(1, 12);
    const DistanceQuery drawn = RandomDistances(map, random);
    query.positions = drawn.targets;
    query.terms.anchors = {drawn.sources[0]};
    const absl::StatusOr<AuditAnswer> answer = AuditPlaces(map.view(), query, scratch);
    if (!answer.ok()) continue;  // the anchor is off the cells that are left
    for (size_t k = 0; k < query.positions.size(); ++k) {
      if (answer->verdicts[k] == PlaceReason::kOffMesh) continue;
      RouteQuery route = Query(query.terms.anchors[0], query.positions[k]);
      route.changes = query.terms.changes;
      route.allow_partial = false;
      const RouteAnswer expected = *PlanRoute(map.view(), route, scratch);
      const bool is_far =
          expected.status != RouteStatus::kComplete || expected.cost_m > query.terms.rules.max_walk_m;
      EXPECT_EQ(answer->verdicts[k] == PlaceReason::kDistance, is_far)
          << i << ' ' << k << ' ' << expected.cost_m;
      (is_far ? far : near) += 1;
    }
  }
  EXPECT_GT(near, 100);
  EXPECT_GT(far, 100);
}

}  // namespace
}  // namespace waystone
