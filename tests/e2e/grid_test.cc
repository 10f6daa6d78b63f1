// Maps that are grids over a real socket: routes with changed cells, and everything else a map is asked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "tests/core/grid/drawn_grid.h"
#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/e2e/text_message.h"
#include "tests/oracle/plain_grid_search.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using grpc::StatusCode;
using ::testing::EndsWith;
using ::testing::StartsWith;

constexpr uint32_t kFloorSide = 1024;
const std::string kCellarStart = "start{position{map_id:'cellar' x:0.5 y:0 z:0.5}} ";
const std::string kCellarEnds = kCellarStart + "goals{position{x:7.5 y:0 z:0.5}} ";

class GridTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder();
    WriteGridMap(folder_->path(), "cellar",
                 {
                     "...#....#.",  //
                     "........#.",  //
                     "...#....#.",  //
                     ".22#....#.",  //
                 });
    WriteFloor(folder_->path(), kFloorSide);
    WriteTerraceAndMoor(folder_->path());
    server_ = new RunningServer(TestServerOptions(folder_->path()));
  }
  static void TearDownTestSuite() {
    delete server_;
    delete folder_;
  }

  static grpc::Status Call(const v1::PlanRouteRequest& request, v1::PlanRouteResponse& response,
                           std::chrono::milliseconds timeout = std::chrono::seconds(20)) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + timeout);
    return server_->planning().PlanRoute(&context, request, &response);
  }
  static v1::PlanRouteResponse Plan(const std::string& text) {
    v1::PlanRouteResponse response;
    const grpc::Status status = Call(Parse<v1::PlanRouteRequest>(text), response);
    EXPECT_TRUE(status.ok()) << text << "\n" << status.error_message();
    return response;
  }
  static void ExpectRefused(const std::string& text, StatusCode code, const std::string& message) {
    v1::PlanRouteResponse response;
    const grpc::Status status = Call(Parse<v1::PlanRouteRequest>(text), response);
    EXPECT_EQ(status.error_code(), code) << text << "\n" << status.error_message();
    EXPECT_THAT(status.error_message(), StartsWith(message)) << text;
  }
  // From one corner of the floor to the opposite one.
  static v1::PlanRouteRequest AcrossFloor() {
    return Parse<v1::PlanRouteRequest>(
        "start{position{map_id:'floor' x:0.5 y:0 z:0.5}} goals{position{x:1023.5 y:0 z:1023.5}}");
  }
  // Rectangles at random places, away from both corners.
  static void AddRects(int count, uint64_t seed, v1::MapChanges& map) {
    Random random(seed);
    for (int i = 0; i < count; ++i) {
      map.add_blocked_rects(static_cast<uint32_t>(2 + random.NextBelow(kFloorSide - 20)));
      map.add_blocked_rects(static_cast<uint32_t>(2 + random.NextBelow(kFloorSide - 20)));
      map.add_blocked_rects(static_cast<uint32_t>(1 + random.NextBelow(12)));
      map.add_blocked_rects(static_cast<uint32_t>(1 + random.NextBelow(12)));
    }
  }

  static TempFolder* folder_;
  static RunningServer* server_;
};
TempFolder* GridTest::folder_ = nullptr;
RunningServer* GridTest::server_ = nullptr;

TEST_F(GridTest, ARouteSaysHowItWasFoundAndWhatTheMapIs) {
  v1::PlanRouteResponse response = Plan(kCellarEnds);
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(response.basis(), v1::ANSWER_BASIS_SEARCH);
  EXPECT_EQ(response.surface(), v1::SURFACE_KIND_GRID);
  EXPECT_EQ(response.strategy_reason(), "");
  EXPECT_NEAR(response.routes(0).cost_m(), 5 + 2 * std::sqrt(2), 1e-6) << "through the door";
  response = Plan(kCellarEnds + "detail{strategy:true}");
  EXPECT_EQ(response.strategy_reason(), "drawn by hand");
}

TEST_F(GridTest, AThousandRectanglesInOneRequestAreAnsweredWithinItsDeadline) {
  v1::PlanRouteResponse plain;
  ASSERT_TRUE(Call(AcrossFloor(), plain).ok());
  ASSERT_EQ(plain.status(), v1::ROUTE_STATUS_COMPLETE);
  v1::PlanRouteRequest request = AcrossFloor();
  AddRects(1000, 3, *request.mutable_changes()->add_maps());
  v1::PlanRouteResponse response;
  const grpc::Status status = Call(request, response, std::chrono::milliseconds(1000));
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(response.method(), v1::ROUTE_METHOD_GRID_JPS);
  std::vector<std::string> lines = FloorOf(kFloorSide);
  const auto& rects = request.changes().maps(0).blocked_rects();
  for (int i = 0; i < rects.size(); i += 4) {
    const auto end = std::min(kFloorSide, rects[i + 1] + rects[i + 3]);
    for (uint32_t row = rects[i + 1]; row < end; ++row) {
      const uint32_t columns = std::min(rects[i + 2], kFloorSide - rects[i]);
      lines[row].replace(rects[i], columns, columns, '#');
    }
  }
  const GridData drawn = DrawGrid({lines.begin(), lines.end()});
  PlainGridSearch oracle(GridView::Create(drawn)->bits());
  const std::optional<GridSteps> steps = oracle.Find({0, 0}, {1023, 1023});
  ASSERT_TRUE(steps.has_value());
  EXPECT_NEAR(response.routes(0).cost_m(), steps->Length(), 1e-6);
  EXPECT_GT(response.routes(0).cost_m(), plain.routes(0).cost_m() + 1e-3) << "the rectangles are in the way";
  v1::PlanRouteResponse again;
  ASSERT_TRUE(Call(AcrossFloor(), again).ok());
  EXPECT_EQ(again.routes(0).cost_m(), plain.routes(0).cost_m()) << "the next request is not affected";
}

TEST_F(GridTest, AMillionCellsFitIntoARequest) {
  v1::PlanRouteRequest request = AcrossFloor();
  v1::MapChanges& map = *request.mutable_changes()->add_maps();
  // All but the first column and the last row, one by one.
  for (uint32_t row = 0; row + 1 < kFloorSide && map.blocked_cells_size() < 1'000'000; ++row) {
    for (uint32_t column = 1; column < kFloorSide && map.blocked_cells_size() < 1'000'000; ++column) {
      map.add_blocked_cells(row * kFloorSide + column);
    }
  }
  v1::PlanRouteResponse response;
  const grpc::Status status = Call(request, response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE);
  map.add_blocked_cells(0);
  map.add_blocked_cells(0);
  while (map.blocked_cells_size() <= 1'000'000) map.add_blocked_cells(0);
  EXPECT_EQ(Call(request, response).error_message(),
            "changes.maps[0].blocked_cells: " + std::to_string(map.blocked_cells_size()) +
                " is over the limit of 1000000");
}

TEST_F(GridTest, TheRoutesOfABatchShareItsCells) {
  v1::BatchRequest batch;
  v1::MapChanges& shared = *batch.mutable_changes()->add_maps();
  shared.set_map_id("floor");
  AddRects(5000, 4, shared);
  v1::PlanRouteRequest alone = AcrossFloor();
  *alone.mutable_changes() = batch.changes();
  v1::PlanRouteResponse expected;
  ASSERT_TRUE(Call(alone, expected).ok());
  constexpr int kRoutes = 64;
  for (int i = 0; i < kRoutes; ++i) *batch.add_items()->mutable_plan_route() = AcrossFloor();
  // One with a wall of its own, and one on another map.
  v1::MapChanges& own = *batch.mutable_items(5)->mutable_plan_route()->mutable_changes()->add_maps();
  for (const uint32_t number : {0U, 500U, kFloorSide, 1U}) own.add_blocked_rects(number);
  *batch.mutable_items(6)->mutable_plan_route() = Parse<v1::PlanRouteRequest>(kCellarEnds);
  grpc::ClientContext context;
  const auto stream = server_->planning().Exchange(&context);
  ASSERT_TRUE(stream->Write(batch));
  ASSERT_TRUE(stream->WritesDone());
  v1::BatchResponse response;
  ASSERT_TRUE(stream->Read(&response));
  ASSERT_EQ(response.results_size(), kRoutes);
  for (int i = 0; i < kRoutes; ++i) {
    const v1::PlanRouteResponse& route = response.results(i).plan_route();
    if (i == 5) {
      EXPECT_EQ(route.reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES);
    } else if (i == 6) {
      EXPECT_EQ(route.status(), v1::ROUTE_STATUS_COMPLETE);
    } else {
      ASSERT_EQ(route.status(), expected.status()) << i;
      ASSERT_EQ(route.routes(0).cost_m(), expected.routes(0).cost_m()) << i;
    }
  }
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_TRUE(stream->Finish().ok());

  // A mistake in them is one of every route, also of one on another map.
  shared.add_blocked_cells(kFloorSide * kFloorSide);
  grpc::ClientContext again;
  ASSERT_TRUE(server_->planning().Batch(&again, batch, &response).ok());
  for (const int i : {0, 1, 5, 6}) {
    EXPECT_EQ(response.results(i).error().code(), StatusCode::INVALID_ARGUMENT);
    EXPECT_EQ(response.results(i).error().message(),
              "batch.changes.maps[0].blocked_cells[0]: no cell 1048576, there are 1048576");
  }
}

TEST_F(GridTest, ARectangleThatClosesTheWayIsToldByItsCells) {
  const v1::PlanRouteResponse response =
      Plan(kCellarEnds + "detail{explain:true} changes{maps{blocked_rects:[9,0,1,1, 3,1,1,1]}}");
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES);
  EXPECT_THAT(
      response.explanation(),
      EndsWith("a route would lead there without changes.maps[0].blocked_rects[4] (the 1 x 1 cells from "
               "column 3, row 1)"));
}

TEST_F(GridTest, ClosedIsNotUnreachableAndOpenedIsReachable) {
  v1::PlanRouteResponse response = Plan(kCellarEnds + "changes{maps{blocked_rects:[3,1,1,1]}}");
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_PARTIAL);
  EXPECT_EQ(response.reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES);
  EXPECT_EQ(response.basis(), v1::ANSWER_BASIS_SEARCH);
  EXPECT_NEAR(response.routes(0).gap_m(), 4.5, 0.01);
  const std::string beyond = kCellarStart + "goals{position{x:9.5 y:0 z:2.5}} ";
  response = Plan(beyond + "limits{complete_only:true}");
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_UNREACHABLE);
  EXPECT_EQ(response.basis(), v1::ANSWER_BASIS_BAKED);
  response = Plan(beyond + "changes{maps{opened_cells:28}}");
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(response.basis(), v1::ANSWER_BASIS_SEARCH);
  response = Plan(beyond + "changes{maps{opened_cells:28 blocked_cells:28}}");
  EXPECT_EQ(response.status(), v1::ROUTE_STATUS_PARTIAL);
}

TEST_F(GridTest, GroundOfOtherCostIsWalkedAround) {
  const std::string ends = kCellarStart + "goals{position{x:2.5 y:0 z:3.5}} ";
  const v1::PlanRouteResponse plain = Plan(ends);
  EXPECT_EQ(plain.method(), v1::ROUTE_METHOD_GRID_ASTAR);
  const v1::PlanRouteResponse equal = Plan(ends + "changes{maps{area_costs{area:'mud' factor:1}}}");
  EXPECT_LT(equal.routes(0).cost_m(), plain.routes(0).cost_m());
  const v1::PlanRouteResponse shut = Plan(ends + "changes{maps{area_costs{area:'mud' excluded:true}}}");
  EXPECT_NEAR(shut.goal_snap_m(), 0.5, 0.01);
}

TEST_F(GridTest, ShapesAndMethodsMayBeAskedFor) {
  v1::PlanRouteResponse response = Plan(kCellarEnds + "detail{shape:ROUTE_SHAPE_EVERY_CELL}");
  EXPECT_EQ(response.routes(0).points(0).xyz_size(), 3 * 8);
  response = Plan(kCellarEnds + "detail{shape:ROUTE_SHAPE_SMOOTHED} limits{method:ROUTE_METHOD_GRID_ASTAR}");
  EXPECT_LT(response.routes(0).points(0).xyz_size(), 3 * 8);
  response = Plan(kCellarEnds + "detail{shape:ROUTE_SHAPE_DISTANCE_ONLY}");
  EXPECT_EQ(response.routes(0).points_size(), 0);
  ExpectRefused(kCellarEnds + "limits{method:ROUTE_METHOD_ANY_ANGLE}", StatusCode::INVALID_ARGUMENT,
                "limits.method: not valid for this map and request; valid are: GRID_ASTAR");
}

TEST_F(GridTest, EveryMethodThatIsNamedFindsAPathOfTheCostItPromises) {
  const auto plan = [](const std::string& map, const std::string& limits) {
    return Plan("start{position{map_id:'" + map +
                "' x:0.5 y:0 z:0.5}} goals{position{x:95.5 y:0 z:90.5}} limits{" + limits + "}");
  };
  for (const char* const map : {"terrace", "moor"}) {
    const v1::PlanRouteResponse plain = plan(map, "method:ROUTE_METHOD_GRID_ASTAR");
    ASSERT_EQ(plain.status(), v1::ROUTE_STATUS_COMPLETE);
    EXPECT_EQ(plain.method(), v1::ROUTE_METHOD_GRID_ASTAR);
    EXPECT_EQ(plain.routes(0).cost_ratio(), 1);
    const double least = plain.routes(0).cost_m();
    EXPECT_GT(least, 130);
    const bool has_trunk = std::string(map) == "moor";
    for (const auto method : {v1::ROUTE_METHOD_TRUNK, v1::ROUTE_METHOD_CLUSTERS}) {
      if (method == v1::ROUTE_METHOD_TRUNK && !has_trunk) continue;
      const std::string named = "method:" + v1::RouteMethod_Name(method);
      const v1::PlanRouteResponse near_best = plan(map, named);
      EXPECT_EQ(near_best.method(), method);
      EXPECT_GT(near_best.routes(0).cost_ratio(), 1);
      EXPECT_GE(near_best.routes(0).cost_m(), least - 1e-6);
      EXPECT_LE(near_best.routes(0).cost_m(), least * near_best.routes(0).cost_ratio() + 1e-6);
      const v1::PlanRouteResponse best = plan(map, named + " max_length_ratio:1");
      EXPECT_NEAR(best.routes(0).cost_m(), least, 1e-6);
      EXPECT_EQ(best.routes(0).cost_ratio(), 1);
    }
    if (has_trunk) continue;
    for (const auto method :
         {v1::ROUTE_METHOD_GRID_JPS, v1::ROUTE_METHOD_GRID_JPS_PLUS, v1::ROUTE_METHOD_GRID_BOUNDED}) {
      const v1::PlanRouteResponse found = plan(map, "method:" + v1::RouteMethod_Name(method));
      EXPECT_EQ(found.method(), method);
      EXPECT_NEAR(found.routes(0).cost_m(), least, 1e-6) << v1::RouteMethod_Name(method);
      EXPECT_EQ(found.routes(0).cost_ratio(), 1);
    }
  }
}

TEST_F(GridTest, BadCellsAreRefusedByTheirPath) {
  const auto expect = [](const std::string& changes, const std::string& message) {
    ExpectRefused(kCellarEnds + "changes{maps{" + changes + "}}", StatusCode::INVALID_ARGUMENT,
                  "changes.maps[0]." + message);
  };
  expect("blocked_cells:[0,40]", "blocked_cells[1]: no cell 40, there are 40");
  expect("opened_cells:4294967295", "opened_cells[0]: no cell 4294967295");
  expect("blocked_rects:[0,0,1]", "blocked_rects: 3 numbers, must be four for each rectangle");
  expect("blocked_rects:[0,0,1,1, 10,0,1,1]",
         "blocked_rects[4]: must be below 10, the grid's columns, is 10 in 10,0,1,1");
  expect("opened_rects:[0,4,1,1]", "opened_rects[1]: must be below 4, the grid's rows, is 4");
  expect("blocked_rects:[8,0,3,1]", "blocked_rects[2]: must be 1 to 2 columns, is 3");
  expect("blocked_rects:[8,3,2,2]", "blocked_rects[3]: must be 1 to 1 rows, is 2 in 8,3,2,2");
  expect("blocked_rects:[8,3,0,1]", "blocked_rects[2]: must be 1 to 2 columns, is 0");
  expect("blocked_rects:[8,3,4294967295,1]", "blocked_rects[2]: must be 1 to 2 columns, is 4294967295");
  const std::string pin =
      "pinned{map_id:'cellar' generation:'" + Plan(kCellarEnds).maps(0).generation() + "'} ";
  const StatusCode not_served = StatusCode::UNIMPLEMENTED;
  ExpectRefused(kCellarEnds + pin + "changes{maps{blocked_polys:0}}", StatusCode::INVALID_ARGUMENT,
                "changes.maps[0].blocked_polys: ");
  ExpectRefused(kCellarEnds + "detail{polys:true}", not_served, "detail.polys: ");
}

TEST_F(GridTest, EverythingElseThatAMapIsAskedRunsOverItsRectangles) {
  grpc::ClientContext contexts[5];
  v1::PlaceResourceResponse places;
  ASSERT_TRUE(server_->planning()
                  .PlaceResource(&contexts[0],
                                 Parse<v1::PlaceResourceRequest>("map_id:'cellar' scatter{count:20 seed:3}"),
                                 &places)
                  .ok());
  EXPECT_EQ(places.points().xyz_size(), 3 * 20);
  EXPECT_EQ(places.surface(), v1::SURFACE_KIND_GRID);
  v1::ValidateMoveResponse move;
  const std::string line = "from{map_id:'cellar' x:0.5 y:0 z:1.5} to{x:7.5 y:0 z:1.5}";
  ASSERT_TRUE(
      server_->planning().ValidateMove(&contexts[1], Parse<v1::ValidateMoveRequest>(line), &move).ok());
  EXPECT_EQ(move.verdict(), v1::MOVE_VERDICT_LEGAL);
  EXPECT_EQ(move.surface(), v1::SURFACE_KIND_GRID);
  const std::string through =
      "from{map_id:'cellar' x:0.5 y:0 z:0.5} to{x:7.5 y:0 z:0.5} "
      "tolerance_m:0 allowances{max_detour_ratio:1}";
  v1::ValidateMoveResponse wall;
  ASSERT_TRUE(
      server_->planning().ValidateMove(&contexts[2], Parse<v1::ValidateMoveRequest>(through), &wall).ok());
  EXPECT_EQ(wall.verdict(), v1::MOVE_VERDICT_ILLEGAL);
  v1::MeasureDistancesResponse distances;
  const std::string pair = "map_id:'cellar' source_xyz:[0.5,0,0.5] target_xyz:[7.5,0,0.5, 9.5,0,0.5]";
  ASSERT_TRUE(server_->planning()
                  .MeasureDistances(&contexts[3], Parse<v1::MeasureDistancesRequest>(pair), &distances)
                  .ok());
  EXPECT_FLOAT_EQ(distances.distance_m(0), static_cast<float>(Plan(kCellarEnds).routes(0).cost_m()));
  EXPECT_EQ(distances.statuses(1), v1::DISTANCE_STATUS_UNREACHABLE);
  EXPECT_EQ(distances.surface(), v1::SURFACE_KIND_GRID);
  const v1::PlanRouteResponse walk = Plan(kCellarStart + "exploration{}");
  EXPECT_EQ(walk.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(walk.method(), v1::ROUTE_METHOD_SKELETON);
  EXPECT_EQ(walk.surface(), v1::SURFACE_KIND_GRID);
  const v1::PlanRouteResponse without =
      Plan(kCellarStart + "exploration{} changes{maps{area_costs{area:'mud' excluded:true}}}");
  EXPECT_EQ(without.status(), v1::ROUTE_STATUS_COMPLETE);
  const v1::PlanRouteResponse dear =
      Plan(kCellarStart + "exploration{} changes{maps{area_costs{area:'ground' factor:9}}}");
  EXPECT_EQ(dear.exploration().reachable_key_points(), walk.exploration().reachable_key_points());
  EXPECT_GT(dear.routes(0).cost_m(), 5 * walk.routes(0).cost_m());
}

TEST_F(GridTest, TheCatalogueKnowsGrids) {
  grpc::ClientContext contexts[2];
  v1::DescribeMapResponse map;
  ASSERT_TRUE(server_->catalog()
                  .DescribeMap(&contexts[0], Parse<v1::DescribeMapRequest>("map_id:'cellar'"), &map)
                  .ok());
  EXPECT_EQ(map.summary().surface(), v1::SURFACE_KIND_GRID);
  EXPECT_EQ(map.strategy_reason(), "drawn by hand");
  EXPECT_EQ(map.grid_columns(), 10U);
  EXPECT_EQ(map.grid_rows(), 4U);
  EXPECT_EQ(map.grid_cell_m(), 1);
  EXPECT_TRUE(map.has_grid_corner());
  EXPECT_EQ(map.grid_corner().x(), 0);
  EXPECT_EQ(map.grid_corner().z(), 0);
  v1::GetSurfaceResponse surface;
  ASSERT_TRUE(server_->catalog()
                  .GetSurface(&contexts[1], Parse<v1::GetSurfaceRequest>("map_id:'cellar'"), &surface)
                  .ok());
  double area = 0;
  for (int i = 0, corner = 0; i < surface.polys_size(); corner += surface.corner_counts(i), ++i) {
    const auto x = [&](uint32_t k) { return surface.corners().xyz(3 * (corner + static_cast<int>(k))); };
    const auto z = [&](uint32_t k) { return surface.corners().xyz(3 * (corner + static_cast<int>(k)) + 2); };
    for (uint32_t k = 0; k < surface.corner_counts(i); ++k) {
      const uint32_t next = (k + 1) % surface.corner_counts(i);
      area += (x(k) * z(next) - x(next) * z(k)) / 2;
    }
  }
  EXPECT_NEAR(std::abs(area), 33, 1e-3) << "all free cells";
}

}  // namespace
}  // namespace waystone
