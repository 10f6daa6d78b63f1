// Obstacles and doors in the air of a hall, over a real socket: all answers keep out of them, whatever the air's surfaces are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "tests/e2e/running_server.h"
#include "tests/e2e/text_message.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

constexpr double kRadius_m = 0.4;
constexpr double kHeight_m = 1.8;
constexpr double kSlack_m = 0.01;

// A hall 30 m long, 12 m wide and 8 m high, closed all around.
constexpr char kHall[] =
    "v 0 0 0\nv 30 0 0\nv 30 0 12\nv 0 0 12\nv 0 8 0\nv 30 8 0\nv 30 8 12\nv 0 8 12\n"
    "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 4 1 5 8\n";

// A box as a request has it, and as the test measures it.
struct Block {
  double x, y, z;  // [m] its middle
  double half_x, half_y, half_z;

  std::string Text() const {
    return StrCat("obstacles{box{center{x:", x, " y:", y, " z:", z, "} half_x_m:", half_x,
                  " half_y_m:", half_y, " half_z_m:", half_z, "}} ");
  }
  // Whether an agent whose body reaches from `low` to `high` at that place is in it.
  bool Touches(double at_x, double at_z, double low, double high) const {
    const double off_x = std::max(0.0, std::abs(at_x - x) - half_x);
    const double off_z = std::max(0.0, std::abs(at_z - z) - half_z);
    const bool is_beside = std::hypot(off_x, off_z) >= kRadius_m - kSlack_m;
    return !is_beside && low < y + half_y - kSlack_m && high > y - half_y + kSlack_m;
  }
};

class SceneObstacles : public ::testing::TestWithParam<const char*> {
 protected:
  SceneObstacles() {
    std::ofstream(folder_.File("hall.obj"), std::ios::binary) << kHall;
    std::ofstream(folder_.File("hall.obj.bake.yaml"), std::ios::binary)
        << "agents: [{name: bird, radius_m: 0.4, height_m: 1.8, ability_sets: [[], [fly]]}]\n"
           "scenes: [{name: air, box: [[0, 0, 0], [30, 8, 12]], medium: air, layer_gap_m: 2, point_gap_m: 2, "
           "surfaces: ["
        << GetParam() << "]}]\ndoors: [{name: shutter, volumes: [{box: [[14.5, 0, 0], [15.5, 8, 12]]}]}]\n";
    std::ofstream(folder_.File("world.yaml"), std::ios::binary)
        << "world: halls\ntravellers: [{abilities: [fly]}]\nmaps:\n  - {id: hall, source: hall.obj}\n  - "
           "{id: annex, source: "
           "hall.obj}\n  - {id: loft, source: hall.obj}\nportals:\n"
           "  - {id: hatch, from: {map: hall, trigger: {min: [27, 0, 5], max: [29, 8, 7]}}, to: {map: annex, "
           "point: [3, 4, 6]}}\n"
           "  - {id: ladder, from: {map: annex, trigger: {min: [27, 0, 9], max: [29, 8, 11]}}, to: {map: "
           "loft, "
           "point: [3, 4, 6]}}\n";
    const ProgramRun bake =
        RunProgram({WAYSTONE_BAKE, folder_.File("world.yaml"), "-o", folder_.File("packages")});
    EXPECT_EQ(bake.exit_code, 0) << bake.err;
    server_ = std::make_unique<RunningServer>(TestServerOptions(folder_.File("packages")));
  }

  // Points and cubes may be too far apart for what is asked.
  static bool HasLayers() { return std::string_view(GetParam()).starts_with("layers"); }

  template <typename Request, typename Response>
  Response Ask(grpc::Status (v1::PathPlanning::Stub::*call)(grpc::ClientContext*, const Request&, Response*),
               const std::string& text) {
    grpc::ClientContext context;
    Response response;
    const grpc::Status status = (server_->planning().*call)(&context, Parse<Request>(text), &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  v1::PlanRouteResponse Plan(const std::string& ends, const std::string& changes,
                             const std::string& more = "agent{abilities:'fly'} ") {
    return Ask(&v1::PathPlanning::Stub::PlanRoute,
               ends + more + "changes{maps{" + changes + "}} detail{shape:ROUTE_SHAPE_SMOOTHED}");
  }
  static std::string Ends(const std::string& from, const std::string& to) {
    return "start{position{map_id:'hall' " + from + "}} goals{position{" + to + "}} ";
  }
  v1::ValidateMoveResponse Validate(const std::string& from, const std::string& to,
                                    const std::string& changes, const std::string& more = "") {
    return Ask(&v1::PathPlanning::Stub::ValidateMove, "from{map_id:'hall' " + from + "} to{" + to +
                                                          "} agent{abilities:'fly'} changes{maps{" + changes +
                                                          "}} " + more);
  }

  // No place of the route, in steps of 5 cm, is in a block.
  static void ExpectKeepsOut(const v1::PlanRouteResponse& answer, const std::vector<Block>& blocks) {
    const v1::Route& route = answer.routes(0);
    for (const v1::RouteLeg& leg : route.legs()) {
      const auto& xyz = route.points(static_cast<int>(leg.map_index())).xyz();
      const double below_m = leg.kind() == v1::LEG_KIND_WALK ? 0 : kHeight_m / 2;
      for (uint32_t k = leg.first_point() + 1; k < leg.first_point() + leg.point_count(); ++k) {
        const double* const a = xyz.data() + size_t{3} * (k - 1);
        const double* const b = xyz.data() + size_t{3} * k;
        const double steps = std::ceil(std::hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) / 0.05);
        for (double i = 0; i <= steps; ++i) {
          const double t = steps == 0 ? 0 : i / steps;
          const double low = a[1] + (b[1] - a[1]) * t - below_m;
          for (const Block& block : blocks) {
            ASSERT_FALSE(
                block.Touches(a[0] + (b[0] - a[0]) * t, a[2] + (b[2] - a[2]) * t, low, low + kHeight_m))
                << "leg to point " << k << " at share " << t << " of " << answer.ShortDebugString();
          }
        }
      }
    }
  }

  TempFolder folder_;
  std::unique_ptr<RunningServer> server_;
};

constexpr char kWest[] = "x:3 y:4 z:6";
constexpr char kEast[] = "x:27 y:4 z:6";

TEST_P(SceneObstacles, AWallIsFlownAroundOrAbove) {
  const v1::PlanRouteResponse free = Plan(Ends(kWest, kEast), "");
  ASSERT_EQ(free.status(), v1::ROUTE_STATUS_COMPLETE) << free.explanation();
  for (const Block& wall : {Block{15, 2, 6, 0.5, 2, 6}, Block{15, 4, 8, 0.5, 4, 4}}) {
    const v1::PlanRouteResponse around = Plan(Ends(kWest, kEast), wall.Text());
    ASSERT_EQ(around.status(), v1::ROUTE_STATUS_COMPLETE) << around.explanation();
    EXPECT_GE(around.routes(0).cost_m(), free.routes(0).cost_m() - 1e-6);
    EXPECT_GT(around.routes(0).length_m(), free.routes(0).length_m() + 0.1);
    ExpectKeepsOut(around, {wall});
  }
}

TEST_P(SceneObstacles, AWallFromFloorToCeilingClosesTheHall) {
  const std::vector<std::string> closures = {Block{15, 4, 6, 0.5, 4, 6}.Text(), "closed_doors:'shutter' "};
  for (const std::string& closed : closures) {
    const v1::PlanRouteResponse none =
        Plan(Ends(kWest, kEast), closed, "agent{abilities:'fly'} limits{complete_only:true} ");
    EXPECT_EQ(none.status(), v1::ROUTE_STATUS_UNREACHABLE);
    EXPECT_EQ(none.reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES) << none.explanation();
    // Nor can the others of its answers reach the far side.
    const auto distances =
        Ask(&v1::PathPlanning::Stub::MeasureDistances,
            "map_id:'hall' source_xyz:[3,4,6] target_xyz:[27,4,6, 3,4,3] agent{abilities:'fly'} "
            "changes{maps{" +
                closed + "}}");
    EXPECT_EQ(distances.statuses(0), v1::DISTANCE_STATUS_UNREACHABLE);
    EXPECT_EQ(distances.statuses(1), v1::DISTANCE_STATUS_FOUND);
    EXPECT_NE(Validate("x:13 y:4 z:6", "x:17 y:4 z:6", closed).verdict(), v1::MOVE_VERDICT_LEGAL);
    const auto placed =
        Ask(&v1::PathPlanning::Stub::PlaceResource,
            "map_id:'hall' agent{abilities:'fly'} scatter{count:30 seed:7} rules{anchor_xyz:[3,4,6]} "
            "changes{maps{" +
                closed + "}}");
    ASSERT_GT(placed.points().xyz_size(), 0);
    for (int i = 0; i < placed.points().xyz_size(); i += 3) EXPECT_LT(placed.points().xyz(i), 14.5);
  }
  EXPECT_EQ(Plan(Ends(kWest, kEast), "opened_doors:'shutter' ").status(), v1::ROUTE_STATUS_COMPLETE);
}

TEST_P(SceneObstacles, MovesAreJudgedByThem) {
  const std::string pillar = Block{15, 4, 6, 1, 4, 1}.Text();
  EXPECT_EQ(Validate("x:13 y:4 z:6", "x:17 y:4 z:6", "").verdict(), v1::MOVE_VERDICT_LEGAL);
  EXPECT_NE(Validate("x:13 y:4 z:6", "x:15 y:4 z:6", pillar).verdict(), v1::MOVE_VERDICT_LEGAL);
  EXPECT_EQ(Validate("x:13 y:4 z:3", "x:17 y:4 z:3", pillar).verdict(), v1::MOVE_VERDICT_LEGAL);
  // Through it, though there is a way around it.
  const std::string wall = Block{15, 4, 5, 0.1, 4, 5}.Text();
  const std::string at_once = "allowances{max_detour_ratio:1} ";
  EXPECT_EQ(Validate("x:13 y:4 z:2", "x:17 y:4 z:2", "", at_once).verdict(), v1::MOVE_VERDICT_LEGAL);
  EXPECT_NE(Validate("x:13 y:4 z:2", "x:17 y:4 z:2", wall, at_once).verdict(), v1::MOVE_VERDICT_LEGAL);
  // Into it, though its near side is not far.
  EXPECT_EQ(Validate("x:13 y:4 z:6", "x:14.95 y:4 z:6", "").verdict(), v1::MOVE_VERDICT_LEGAL);
  EXPECT_NE(Validate("x:13 y:4 z:6", "x:14.95 y:4 z:6", wall).verdict(), v1::MOVE_VERDICT_LEGAL);
}

TEST_P(SceneObstacles, SmoothedRoutesOverLayersKeepTheirClearanceFromThem) {
  if (!HasLayers()) return;
  const std::string agent = "agent{abilities:'fly' min_clearance_m:0.5} ";
  const v1::PlanRouteResponse around =
      Plan(Ends("x:5 y:4 z:6.5", "x:25 y:4 z:6.5"), Block{15, 4, 6, 1, 4, 1}.Text(), agent);
  ASSERT_EQ(around.status(), v1::ROUTE_STATUS_COMPLETE) << around.explanation();
  ExpectKeepsOut(around, {Block{15, 4, 6, 1.45, 4, 1.45}});
}

TEST_P(SceneObstacles, PositionsAreBroughtOntoLayersOnTheirOwnSide) {
  if (!HasLayers()) return;
  // East of the wall a pillar leaves no room, so that the west is nearer.
  const std::string closed = Block{15, 4, 6, 0.1, 4, 6}.Text() + Block{16.5, 4, 6, 0.6, 4, 0.8}.Text();
  const v1::PlanRouteResponse answer = Plan(Ends(kEast, "x:15.3 y:4 z:6"), closed);
  EXPECT_EQ(answer.status(), v1::ROUTE_STATUS_COMPLETE) << answer.explanation();
}

TEST_P(SceneObstacles, WalkersOnTheGroundKeepOutToo) {
  const Block wall{15, 1, 5, 0.5, 1, 5};
  const v1::PlanRouteResponse around = Plan(Ends("x:3 y:0 z:3", "x:27 y:0 z:3"), wall.Text(), "");
  ASSERT_EQ(around.status(), v1::ROUTE_STATUS_COMPLETE) << around.explanation();
  ExpectKeepsOut(around, {wall});
  EXPECT_GT(around.routes(0).length_m(), 25);
  // In the air over their heads nothing is in their way, and without the ability they are not brought into it.
  const v1::PlanRouteResponse under =
      Plan(Ends("x:3 y:0 z:3", "x:27 y:0 z:3"), Block{15, 5, 6, 0.5, 3, 6}.Text(), "");
  EXPECT_NEAR(under.routes(0).length_m(), 24, 0.5);
  EXPECT_EQ(Plan(Ends("x:3 y:0 z:3", "x:27 y:6 z:6"), wall.Text(), "").status(),
            v1::ROUTE_STATUS_GOAL_OFF_MESH);
}

TEST_P(SceneObstacles, NoRouteLeadsThroughRandomBlocks) {
  Random random(5);
  const auto within = [&](double low, double high) {
    return std::round(random.NextInRange(low, high) * 100) / 100;
  };
  const auto position = [&] {
    return StrCat("x:", within(1, 29), " y:", within(1.5, 6.5), " z:", within(1, 11));
  };
  int found = 0;
  for (int round = 0; round < 40; ++round) {
    std::vector<Block> blocks;
    std::string text;
    for (uint32_t k = 0; k < 1 + random.NextBelow(6); ++k) {
      blocks.push_back(
          {within(4, 26), within(1, 7), within(2, 10), within(0.2, 2), within(0.2, 3), within(0.2, 4)});
      text += blocks.back().Text();
    }
    const std::string from = position();
    const std::string to = position();
    const v1::PlanRouteResponse answer = Plan(Ends(from, to), text);
    if (answer.status() != v1::ROUTE_STATUS_COMPLETE) continue;  // an end is in a block, or shut in
    ++found;
    ExpectKeepsOut(answer, blocks);
    const v1::PlanRouteResponse free = Plan(Ends(from, to), "");
    const bool has_same_ends =
        answer.start_snap_m() == free.start_snap_m() && answer.goal_snap_m() == free.goal_snap_m();
    if (has_same_ends) {
      EXPECT_GE(answer.routes(0).cost_m(), free.routes(0).cost_m() - 1e-6);
    }
  }
  EXPECT_GE(found, 20);
}

TEST_P(SceneObstacles, RoutesOverMapsKeepOutToo) {
  const auto plan = [&](const std::string& of_hall, const std::string& of_annex) {
    return Ask(&v1::PathPlanning::Stub::PlanRoute,
               StrCat("start{position{map_id:'hall' ", kWest, "}} goals{position{map_id:'annex' ", kEast,
                      "}} agent{abilities:'fly'} portals{} changes{maps{map_id:'hall' ", of_hall,
                      "} maps{map_id:'annex' ", of_annex, "}}"));
  };
  const v1::PlanRouteResponse free = plan("", "");
  ASSERT_EQ(free.status(), v1::ROUTE_STATUS_COMPLETE) << free.explanation();
  const std::vector<std::string> closures = {Block{15, 4, 6, 0.5, 4, 6}.Text(), "closed_doors:'shutter' "};
  for (const std::string& closed : closures) {
    EXPECT_EQ(plan(closed, "").reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES) << closed;
    EXPECT_EQ(plan("", closed).reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES) << closed;
  }
  const Block pillar{10, 4, 6, 2, 4, 2};
  const v1::PlanRouteResponse around = plan(pillar.Text(), pillar.Text());
  ASSERT_EQ(around.status(), v1::ROUTE_STATUS_COMPLETE) << around.explanation();
  EXPECT_GT(around.routes(0).cost_m(), free.routes(0).cost_m());
  ExpectKeepsOut(around, {pillar});
}

TEST_P(SceneObstacles, RoutesOverMapsAreSmoothedAndKeepOut) {
  const Block pillar{10, 4, 6, 2, 4, 2};
  for (const std::string mode : {"MAY_USE", "WALK_IN_TELEPORTS"}) {
    for (const bool is_changed : {false, true}) {
      const auto plan = [&](const std::string& shape) {
        std::string changes;
        for (const std::string map : {"hall", "annex", "loft"}) {
          if (is_changed) StrAppend(changes, "maps{map_id:'", map, "' ", pillar.Text(), "} ");
        }
        return Ask(&v1::PathPlanning::Stub::PlanRoute,
                   StrCat("start{position{map_id:'hall' ", kWest, "}} goals{position{map_id:'loft' ", kEast,
                          "}} agent{abilities:'fly'} portals{mode:PORTAL_MODE_", mode, "} changes{", changes,
                          "} detail{shape:ROUTE_SHAPE_", shape, "}"));
      };
      const v1::PlanRouteResponse turns = plan("TURNING_POINTS");
      const v1::PlanRouteResponse smooth = plan("SMOOTHED");
      ASSERT_EQ(smooth.status(), v1::ROUTE_STATUS_COMPLETE) << smooth.explanation();
      EXPECT_EQ(smooth.routes(0).cost_m(), turns.routes(0).cost_m());
      EXPECT_LE(smooth.routes(0).length_m(), turns.routes(0).length_m() + 1e-6);
      if (!HasLayers()) {
        EXPECT_LT(smooth.routes(0).length_m(), turns.routes(0).length_m() - 0.1);
      }
      ASSERT_EQ(smooth.routes(0).points_size(), 3);
      for (int map = 0; map < 3; ++map) {
        const auto& is = smooth.routes(0).points(map).xyz();
        const auto& was = turns.routes(0).points(map).xyz();
        for (int k = 0; k < 3; ++k) {
          EXPECT_NEAR(is[k], was[k], 1e-6);
          EXPECT_NEAR(is[is.size() - 3 + k], was[was.size() - 3 + k], 1e-6);
        }
      }
      if (is_changed) ExpectKeepsOut(smooth, {pillar});
    }
  }
}

// Links between points and cubes may lead through a trigger, whose ground is no part of them. Lines that replace others do not.
TEST_P(SceneObstacles, SmoothedLinesSetNoPortalOff) {
  const auto plan = [&](const std::string& shape) {
    const auto answer = Ask(&v1::PathPlanning::Stub::PlanRoute,
                            StrCat("start{position{map_id:'hall' ", kWest,
                                   "}} goals{position{x:29.5 y:4 z:6}} agent{abilities:'fly'} "
                                   "portals{mode:PORTAL_MODE_WALK_IN_TELEPORTS} detail{shape:ROUTE_SHAPE_",
                                   shape, "}"));
    EXPECT_EQ(answer.status(), v1::ROUTE_STATUS_COMPLETE) << answer.explanation();
    EXPECT_EQ(answer.maps_size(), 1);
    std::vector<std::array<double, 3>> points;
    const auto& xyz = answer.routes(0).points(0).xyz();
    for (int k = 0; k < xyz.size(); k += 3) points.push_back({xyz[k], xyz[k + 1], xyz[k + 2]});
    return points;
  };
  const auto turns = plan("TURNING_POINTS");
  const auto smooth = plan("SMOOTHED");
  int replaced = 0;
  for (size_t k = 1; k < smooth.size(); ++k) {
    const std::array pair = {smooth[k - 1], smooth[k]};
    if (!std::ranges::search(turns, pair).empty()) continue;
    ++replaced;
    for (double share = 0; share <= 1; share += 0.001) {
      const auto at = [&](size_t axis) { return pair[0][axis] * (1 - share) + pair[1][axis] * share; };
      EXPECT_FALSE(at(0) > 27 && at(0) < 29 && at(2) > 5 && at(2) < 7) << at(0) << " " << at(2);
    }
  }
  if (!HasLayers()) {
    EXPECT_GT(replaced, 0);
  }
}

// On ways between layers, points and cubes as on them, and over maps.
TEST_P(SceneObstacles, AirMayCostMore) {
  const std::string ends = Ends(kWest, kEast);
  const std::string dear = "area_costs{area:'open_air' factor:4} area_costs{area:'ground' factor:4}";
  const double plain_m = Plan(ends, "").routes(0).cost_m();
  const double dear_m = Plan(ends, dear).routes(0).cost_m();
  EXPECT_NEAR(dear_m / plain_m, 4, 0.04);
  const auto over_maps_m = [&](const std::string& changes) {
    const auto answer =
        Ask(&v1::PathPlanning::Stub::PlanRoute,
            StrCat("start{position{map_id:'hall' ", kWest, "}} goals{position{map_id:'annex' ", kEast,
                   "}} agent{abilities:'fly'} portals{} changes{maps{map_id:'hall' ", changes,
                   "} maps{map_id:'annex' ", changes, "}}"));
    EXPECT_EQ(answer.status(), v1::ROUTE_STATUS_COMPLETE) << answer.explanation();
    return answer.routes_size() == 0 ? 0 : answer.routes(0).cost_m();
  };
  // Triggers are entered at some places of their sides.
  EXPECT_NEAR(over_maps_m(dear) / over_maps_m(""), 4, 0.15);
  const auto explore = [&](const std::string& changes) {
    return Ask(
        &v1::PathPlanning::Stub::PlanRoute,
        StrCat(
            "start{position{map_id:'hall' x:3 y:4 z:6}} exploration{} agent{abilities:'fly'} changes{maps{",
            changes, "}}"));
  };
  const v1::PlanRouteResponse plain = explore("");
  const v1::PlanRouteResponse costly = explore(dear);
  ASSERT_EQ(costly.routes_size(), 1) << costly.explanation();
  EXPECT_GE(costly.routes(0).cost_m(), costly.exploration().lower_bound_m());
  EXPECT_GT(costly.exploration().lower_bound_m(), 3.9 * plain.exploration().lower_bound_m());
}

TEST_P(SceneObstacles, ExplorersFlyAroundThem) {
  const Block pillar{15, 4, 6, 2, 4, 2};
  const auto answer = Ask(&v1::PathPlanning::Stub::PlanRoute,
                          "start{position{map_id:'hall' x:3 y:4 z:6}} exploration{} agent{abilities:'fly'} "
                          "changes{maps{" +
                              pillar.Text() + "}}");
  ASSERT_EQ(answer.routes_size(), 1) << answer.explanation();
  ExpectKeepsOut(answer, {pillar});
}

INSTANTIATE_TEST_SUITE_P(Surfaces, SceneObstacles,
                         ::testing::Values("layers", "points", "volume", "layers, points"));

}  // namespace
}  // namespace waystone
