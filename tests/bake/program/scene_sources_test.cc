// waystone-bake on maps with scenes, and answers over what it makes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/str_cat.h"
#include "core/distances/distance_matrix.h"
#include "core/explore/route_explorer.h"
#include "core/place/resource_placer.h"
#include "core/store/loaded_map.h"
#include "core/surface/search_surface.h"
#include "tests/bake/program/bake_run.h"
#include "tests/support/plan_route.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// Two metres a letter, x to the right, y up; 8 m deep along z. `#` is solid, other letters but `.` name places.
class Section {
 public:
  explicit Section(std::vector<std::string_view> rows) : rows_(std::move(rows)) {
    // Ends that are walls, too.
    AddBox(0, 0, Width(), Height(), -1, 0);
    AddBox(0, 0, Width(), Height(), 8, 9);
    for (size_t row = 0; row < rows_.size(); ++row) {
      const double y = Height() - 2.0 * static_cast<double>(row) - 2;
      for (size_t column = 0; column < rows_[row].size(); ++column) {
        const double x = 2.0 * static_cast<double>(column);
        const char letter = rows_[row][column];
        if (letter == '#') AddBox(x, y, x + 2, y + 2, 0, 8);
        if (letter != '#' && letter != '.') places_[letter] = Vec3(x + 1, y + 1, 4);
      }
    }
  }

  double Width() const { return 2.0 * static_cast<double>(rows_[0].size()); }
  double Height() const { return 2.0 * static_cast<double>(rows_.size()); }
  const std::string& obj() const { return obj_; }
  Vec3 At(char letter) const { return places_.at(letter); }

 private:
  void AddBox(double x0, double y0, double x1, double y1, double z0, double z1) {
    for (const double z : {z0, z1}) {
      for (const double y : {y0, y1}) {
        for (const double x : {x0, x1}) StrAppend(obj_, "v ", x, " ", y, " ", z, "\n");
      }
    }
    static constexpr int kFaces[][4] = {{1, 5, 7, 3}, {2, 4, 8, 6}, {1, 2, 6, 5},
                                        {3, 7, 8, 4}, {1, 3, 4, 2}, {5, 6, 8, 7}};
    for (const auto& face : kFaces) {
      StrAppend(obj_, "f ", count_ + face[0], " ", count_ + face[1], " ", count_ + face[2], " ",
                count_ + face[3], "\n");
    }
    count_ += 8;
  }

  std::vector<std::string_view> rows_;
  std::string obj_;
  int count_ = 0;
  std::map<char, Vec3> places_;
};

constexpr std::string_view kAgent =
    "agents: [{name: diver, radius_m: 0.4, height_m: 1, ability_sets: [[], [swim], [fly], [fly, swim]]}]\n"
    "scene_cell_m: 0.5\nspawns: []\n";

class SceneSources : public testing::Test {
 protected:
  void Bake(const Section& section, const std::string& scenes, const std::vector<std::string>& flags = {}) {
    WriteFile(folder_.File("map.obj"), section.obj());
    WriteFile(folder_.File("map.obj.bake.yaml"), StrCat(kAgent, "scenes:\n", scenes));
    std::vector<std::string> arguments = {folder_.File("map.obj"), "-o", folder_.path()};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    const ProgramRun run = waystone::Bake(arguments);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    auto map = LoadedMap::Load(folder_.File("map.waymap"));
    ASSERT_TRUE(map.ok()) << map.status();
    map_ = *map;
  }

  MapView View(const std::vector<std::string>& abilities) const { return *map_->View("diver", abilities); }

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

  TempFolder folder_;
  std::shared_ptr<const LoadedMap> map_;
};

const Section kCave({
    "...............",
    ".a...#######.c.",
    ".....#.....#...",
    ".......b...#...",
    ".....#######...",
    "###############",
});
// The sea is all of the section; the cave the inside of the rock, with its mouth in the west.
std::string CaveScenes(std::string_view state) {
  return StrCat(
      "  - {name: sea, box: [[0, 2, 0], [30, 12, 8]], medium: water, surfaces: [volume]}\n"
      "  - {name: cave, box: [[10, 4, 0], [22, 8, 8]], medium: water, mouths: [{name: gate, at: [10, 5, 4], "
      "state: ",
      state, "}]}\n");
}

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
  EXPECT_EQ(Plan(View({}), Query(kCave.At('a'), kCave.At('c'))).status, RouteStatus::kStartOffMesh);
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

const Section kBeach({
    "..............",
    "..........w...",
    "........######",
    "..s...########",
    "....##########",
    "##############",
});

TEST_F(SceneSources, ARouteMixesWalkingSwimmingAndFlying) {
  ASSERT_NO_FATAL_FAILURE(Bake(
      kBeach,
      "  - {name: sea, box: [[0, 2, 0], [17, 8, 8]], medium: water, surfaces: [layers], layer_gap_m: 2}\n"
      "  - {name: sky, box: [[0, 8.5, 0], [28, 12, 8]], medium: air, surfaces: [points]}\n"));
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
  EXPECT_THAT(refusal("strategy: scenes"), HasSubstr("strategy scenes"));
  EXPECT_THAT(
      refusal("scene_cell_m: 0.05\nscenes: [{name: a, medium: air, box: [[0, 0, 0], [900, 90, 900]]}]"),
      HasSubstr("scene \"a\": it has more than"));
  EXPECT_THAT(
      refusal("areas: [{name: open_water, index: 5}]\nscenes: [{name: a, box: [[0, 0, 0], [1, 1, 1]]}]"),
      HasSubstr("open_water"));
}

}  // namespace
}  // namespace waystone
