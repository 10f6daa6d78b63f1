// waystone-bake on maps with scenes, and answers over what it makes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/base/str_cat.h"
#include "core/distances/distance_matrix.h"
#include "core/explore/route_explorer.h"
#include "core/place/resource_placer.h"
#include "core/store/loaded_map.h"
#include "core/store/map_store.h"
#include "core/store/world_store.h"
#include "core/surface/search_surface.h"
#include "core/world_route/world_route.h"
#include "tests/bake/program/scene_section.h"
#include "tests/support/plan_route.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class SceneSources : public SceneMap {
 protected:
  static std::vector<std::string> Mouths(const RouteAnswer& answer) {
    std::vector<std::string> names;
    for (const RouteLeg& leg : answer.legs) {
      if (!leg.external_id.empty()) names.push_back(leg.external_id);
    }
    return names;
  }
  static std::vector<LinkKind> Kinds(const RouteAnswer& answer) {
    std::vector<LinkKind> kinds;
    for (const RouteLeg& leg : answer.legs) {
      if (kinds.empty() || kinds.back() != leg.kind) kinds.push_back(leg.kind);
    }
    return kinds;
  }
};

// Figure 6: S601, S602 from inside out through the exit; S603, S605 a scene that does not hold the goal is gone around.
TEST_F(SceneSources, TheSeedsFigure6LeadsThroughMouthsAndAround) {
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, CaveScenes("swimming")));
  EXPECT_EQ(map_->manifest().surface, SurfaceKind::kScene);
  const MapView view = View({"swim"});
  const RouteAnswer in = Plan(view, Query(kCave.At('a'), kCave.At('b')));
  ASSERT_EQ(in.status, RouteStatus::kComplete) << in.explanation;
  EXPECT_EQ(in.method, RouteMethod::kScenes);
  EXPECT_THAT(Mouths(in), ElementsAre("cave/gate"));
  EXPECT_THAT(Kinds(in), ElementsAre(LinkKind::kSwim));
  const RouteAnswer out = Plan(view, Query(kCave.At('b'), kCave.At('c')));
  ASSERT_EQ(out.status, RouteStatus::kComplete) << out.explanation;
  EXPECT_THAT(Mouths(out), ElementsAre("cave/gate"));
  const RouteAnswer around = Plan(view, Query(kCave.At('a'), kCave.At('c')));
  ASSERT_EQ(around.status, RouteStatus::kComplete) << around.explanation;
  EXPECT_THAT(Mouths(around), ElementsAre());
  // By the seed's rules, which re-select the scene at the mouth, the same.
  for (const RouteMethod method : {RouteMethod::kRiseFirst, RouteMethod::kRiseLast}) {
    RouteQuery query = Query(kCave.At('b'), kCave.At('c'));
    query.method = method;
    const RouteAnswer by_rule = Plan(view, query);
    EXPECT_EQ(by_rule.status, RouteStatus::kComplete);
    EXPECT_EQ(by_rule.method, method);
    EXPECT_THAT(Mouths(by_rule), ElementsAre("cave/gate"));
    EXPECT_GE(by_rule.cost_m, out.cost_m - 1e-9);
  }
}

TEST_F(SceneSources, OneInAClosedSceneMayBeTeleportedToItsMouth) {
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, CaveScenes("swimming")));
  RouteQuery query = Query(kCave.At('b'), kCave.At('c'));
  query.teleports_to_mouths = true;
  const RouteAnswer answer = Plan(View({"swim"}), query);
  ASSERT_EQ(answer.status, RouteStatus::kComplete) << answer.explanation;
  ASSERT_GE(answer.legs.size(), 2U);
  EXPECT_EQ(answer.legs[0].kind, LinkKind::kTeleport);
  EXPECT_EQ(answer.legs[0].external_id, "cave/gate");
  EXPECT_EQ(answer.legs[0].cost_m, 0);
  EXPECT_NEAR(answer.points[answer.legs[0].first_point + 1].x, 10, 2);
  double cost_m = 0;
  for (const RouteLeg& leg : answer.legs) cost_m += leg.cost_m;
  EXPECT_NEAR(answer.cost_m, cost_m, 1e-9);
  // Whoever stays inside walks.
  query.goals = {kCave.At('b') + Vec3(2, 0, 0)};
  EXPECT_THAT(Kinds(Plan(View({"swim"}), query)), ElementsAre(LinkKind::kSwim));
}

TEST_F(SceneSources, AMouthForWalkersIsNoneForSwimmers) {
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, CaveScenes("walking")));
  const RouteAnswer answer = Plan(View({"swim"}), Query(kCave.At('a'), kCave.At('b')));
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
}

TEST_F(SceneSources, WhoCannotSwimHasNoPlaceInWater) {
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, CaveScenes("swimming")));
  const RouteAnswer walked = Plan(View({}), Query(kCave.At('a'), kCave.At('c')));
  EXPECT_EQ(walked.status, RouteStatus::kStartOffMesh);
  EXPECT_EQ(walked.explanation,
            "the start: it lies in the scene \"sea\", in which the agent needs the ability swim");
  EXPECT_EQ(Plan(View({"fly"}), Query(kCave.At('a'), kCave.At('c'))).status, RouteStatus::kStartOffMesh);
  EXPECT_EQ(Plan(View({"swim"}), Query(kCave.At('a'), kCave.At('c'))).status, RouteStatus::kComplete);
}

TEST_F(SceneSources, DistancesAreTheCostsOfRoutes) {
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, CaveScenes("swimming")));
  const MapView view = View({"swim"});
  DistanceQuery query;
  query.sources = {kCave.At('a'), kCave.At('b')};
  query.targets = {kCave.At('c'), kCave.At('b')};
  Scratch scratch;
  const auto answer = MeasureDistances(view, query, scratch);
  ASSERT_TRUE(answer.ok()) << answer.status();
  for (size_t i = 0; i < 2; ++i) {
    for (size_t j = 0; j < 2; ++j) {
      const RouteAnswer route = Plan(view, Query(query.sources[i], query.targets[j]));
      EXPECT_NEAR(answer->distance_m[2 * i + j], route.cost_m, 1e-6) << i << " " << j;
    }
  }
}

TEST_F(SceneSources, ARouteMixesWalkingSwimmingAndFlying) {
  ASSERT_NO_FATAL_FAILURE(Bake(kBeach, std::string(kBeachScenes)));
  const Vec3 walker = kBeach.At('w') - Vec3(0, 1, 0);
  const RouteAnswer swum = Plan(View({"swim"}), Query(walker, kBeach.At('s')));
  ASSERT_EQ(swum.status, RouteStatus::kComplete) << swum.explanation;
  EXPECT_THAT(Kinds(swum), ElementsAre(LinkKind::kWalk, LinkKind::kSwim));
  const Vec3 aloft = {4, 11, 4};
  const RouteAnswer flown = Plan(View({"fly"}), Query(walker, aloft));
  ASSERT_EQ(flown.status, RouteStatus::kComplete) << flown.explanation;
  EXPECT_EQ(Kinds(flown).back(), LinkKind::kFly);
  // To who only swims, a place in the air is one on the sea beneath it.
  EXPECT_THAT(Kinds(Plan(View({"swim"}), Query(walker, aloft))),
              ElementsAre(LinkKind::kWalk, LinkKind::kSwim));
  // What swimming costs more makes no other way, but the route dearer: `open_water` is an area like others.
  RouteQuery query = Query(kBeach.At('s'), kBeach.At('s') + Vec3(6, 0, 0));
  const double plain_m = Plan(View({"swim"}), query).cost_m;
  const auto water = std::ranges::find(map_->manifest().areas, "open_water", &AreaType::name);
  ASSERT_NE(water, map_->manifest().areas.end());
  query.changes.area_factors = {{water->index, 3}};
  EXPECT_GT(Plan(View({"swim"}), query).cost_m, 2 * plain_m);
}

TEST_F(SceneSources, SmoothedPathsAreStraightWhereTheBodyFits) {
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, CaveScenes("swimming")));
  RouteQuery query = Query(kCave.At('a'), kCave.At('c'));
  const RouteAnswer turned = Plan(View({"swim"}), query);
  query.shape = RouteShape::kSmoothed;
  const RouteAnswer smooth = Plan(View({"swim"}), query);
  EXPECT_LT(smooth.points.size(), turned.points.size());
  EXPECT_LT(smooth.length_m, turned.length_m);
  EXPECT_EQ(smooth.cost_m, turned.cost_m);
  double length_m = 0;
  for (size_t i = 1; i < smooth.points.size(); ++i)
    length_m += Distance(smooth.points[i - 1], smooth.points[i]);
  EXPECT_NEAR(smooth.length_m, length_m, 1e-9);
}

TEST_F(SceneSources, ThingsArePlacedWhereSwimmersArriveAndReturn) {
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, CaveScenes("swimming")));
  PlaceQuery query;
  query.count = 40;
  query.seed = 3;
  query.terms.anchors = {kCave.At('b')};
  Scratch scratch;
  const auto answer = PlaceResource(View({"swim"}), query, scratch);
  ASSERT_TRUE(answer.ok()) << answer.status();
  ASSERT_EQ(answer->positions.size(), 40U);
  for (const Vec3& position : answer->positions) {
    const RouteAnswer back = Plan(View({"swim"}), Query(position, kCave.At('b')));
    EXPECT_EQ(back.status, RouteStatus::kComplete);
  }
}

TEST_F(SceneSources, AnExplorationOfACaveComesToAllOfIt) {
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, CaveScenes("swimming")));
  const MapView view = View({"swim"});
  ExplorationQuery query;
  query.start = kCave.At('b');
  Scratch scratch;
  const auto answer = ExploreRoute(view, query, scratch);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->status, RouteStatus::kComplete);
  EXPECT_EQ(answer->coverage, 1);
  ASSERT_EQ(answer->walks.size(), 1U);
  double least_x = 100;
  double most_x = 0;
  for (const Vec3& point : answer->walks[0].route.points) {
    least_x = std::min(least_x, point.x);
    most_x = std::max(most_x, point.x);
  }
  EXPECT_LT(least_x, 3);
  EXPECT_GT(most_x, 27);
  for (const RouteLeg& leg : answer->walks[0].route.legs) EXPECT_EQ(leg.kind, LinkKind::kSwim);
}

// The upright cut along the middle, drawn as the source is: its letters for water and rock.
TEST_F(SceneSources, ACutShowsWaterAndRock) {
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, CaveScenes("swimming")));
  const MapView view = View({"swim"});
  const Vec3 origin = map_->manifest().origin;
  const CutPlane plane{false, 0, {-origin.x, 4 - origin.z}, {kCave.Width() - origin.x, 4 - origin.z}};
  const std::optional<SurfaceCut> cut = view.surface->Cut(view, plane);
  ASSERT_TRUE(cut.has_value());
  Scratch scratch;
  const SnapResult swimmer =
      view.surface->SnapTo(view, kCave.At('a') - origin, {}, PlaceRole::kLeave, nullptr, scratch);
  ASSERT_TRUE(swimmer.place.has_value());
  const uint32_t water = view.zones->ZoneOf(swimmer.place->poly).value();
  std::vector<std::string> drawn;
  for (double y = 11; y > 2; y -= 2) {
    std::string& row = drawn.emplace_back();
    for (double x = 1; x < kCave.Width(); x += 2) {
      const auto column = static_cast<uint32_t>((x - cut->corner.x) / cut->cell_m);
      const uint32_t zone =
          cut->At(column, static_cast<uint32_t>((y - origin.y - cut->corner.z) / cut->cell_m));
      row += zone == water ? '.' : zone == SurfaceCut::kSolid ? '#' : '?';
    }
  }
  EXPECT_THAT(drawn, ElementsAre("...............",  //
                                 ".....#######...",  //
                                 ".....#.....#...",  //
                                 "...........#...",  //
                                 ".....#######..."));
}

TEST_F(SceneSources, PortalsOpenInWater) {
  WriteFile(folder_.File("sea.obj"), kCave.obj());
  WriteFile(folder_.File("sea.yaml"), StrCat(kAgent, "scenes:\n", CaveScenes("swimming")));
  WriteFile(
      folder_.File("world.yaml"),
      "world: seas\nconfig: sea.yaml\n"
      "maps: [{id: east, source: sea.obj}, {id: west, source: sea.obj}]\n"
      "travellers: [{agent: diver, abilities: [swim]}, {agent: diver}]\n"
      "portals:\n"
      "  - {id: grotto, from: {map: east, trigger: {min: [17, 4, 1], max: [20, 8, 7]}}, to: {map: west, "
      "point: [3, 9, 4]}}\n");
  const ProgramRun run = waystone::Bake({folder_.File("world.yaml"), "-o", folder_.path()});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  MapStore maps;
  ASSERT_TRUE(maps.LoadFolder(folder_.path()).ok());
  const std::shared_ptr<WorldStore> store = maps.World();
  WorldRouteQuery query;
  query.start = {*store->world().view().FindMap("east"), kCave.At('a')};
  query.goals = {{*store->world().view().FindMap("west"), kCave.At('c')}};
  Scratch scratch;
  for (const WorldMode mode : {WorldMode::kMayUse, WorldMode::kWalkInTeleports}) {
    query.mode = mode;
    const auto answer = PlanWorldRoute(*store, query, scratch);
    ASSERT_TRUE(answer.ok()) << answer.status();
    ASSERT_EQ(answer->status, RouteStatus::kComplete) << answer->explanation;
    ASSERT_EQ(answer->stretches.size(), 2U);
    EXPECT_THAT(Mouths(answer->stretches[0].walk), ElementsAre("cave/gate"));
    for (const WorldStretch& stretch : answer->stretches) {
      EXPECT_THAT(Kinds(stretch.walk), ElementsAre(LinkKind::kSwim));
      const bool has_mouth = !Mouths(stretch.walk).empty();
      EXPECT_EQ(stretch.walk.legs.size(), has_mouth ? 3U : 1U);  // legs of a kind are one
    }
  }
  // Who does not swim has no place there.
  query.traveller = TravellerId(1);
  const auto walked = PlanWorldRoute(*store, query, scratch);
  ASSERT_TRUE(walked.ok()) << walked.status();
  EXPECT_NE(walked->status, RouteStatus::kComplete);
}

TEST_F(SceneSources, TheSameBytesWhateverTheThreads) {
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, CaveScenes("swimming"), {"--threads", "1"}));
  const std::string one = ReadFile(folder_.File("map.waymap"));
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, CaveScenes("swimming"), {"--threads", "2"}));
  EXPECT_EQ(one, ReadFile(folder_.File("map.waymap")));
}

TEST_F(SceneSources, WarnsOfScenesAndMouthsThatLeadNowhere) {
  WriteFile(folder_.File("map.obj"), kCave.obj());
  const auto warnings = [&](const std::string& scenes) {
    WriteFile(folder_.File("map.obj.bake.yaml"), StrCat(kAgent, "scenes:\n", scenes));
    return waystone::Bake({folder_.File("map.obj"), "-o", folder_.path()}).err;
  };
  EXPECT_THAT(warnings(CaveScenes("walking")),
              HasSubstr("scene \"cave\": no way leads through its mouth \"gate\""));
  EXPECT_THAT(warnings("  - {name: slit, box: [[0, 2, 0], [30, 2.2, 8]], medium: water}\n"),
              HasSubstr("scene \"slit\": nothing of it is free"));
  EXPECT_THAT(warnings(CaveScenes("swimming")), Not(HasSubstr("scene")));
}

TEST_F(SceneSources, SettingsThatCannotBeAreRefusedByName) {
  WriteFile(folder_.File("map.obj"), kCave.obj());
  const auto refusal = [&](const std::string& settings) {
    WriteFile(folder_.File("map.obj.bake.yaml"), settings);
    const ProgramRun run = waystone::Bake({folder_.File("map.obj"), "-o", folder_.path()});
    EXPECT_EQ(run.exit_code, 2);
    return run.err;
  };
  EXPECT_THAT(refusal("scenes: [{name: a, box: [[0, 0, 0], [1, 1, 1]], within: b}]"),
              HasSubstr("there is no scene"));
  EXPECT_THAT(refusal("strategy: scenes"), HasSubstr("strategy scenes: there are none"));
  EXPECT_THAT(
      refusal("scene_cell_m: 0.05\nscenes: [{name: a, medium: air, box: [[0, 0, 0], [900, 90, 900]]}]"),
      HasSubstr("scene \"a\": it has more than"));
  EXPECT_THAT(
      refusal("areas: [{name: open_water, index: 5}]\nscenes: [{name: a, box: [[0, 0, 0], [1, 1, 1]]}]"),
      HasSubstr("open_water"));
}

}  // namespace
}  // namespace waystone
