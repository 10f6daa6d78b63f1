#include "bench/grid/grid_suite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <string>

#include "bench/grid/grid_race.h"
#include "bench/grid/scenario.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

std::string Written(const TempFolder& folder, const std::string& name, const std::string& text) {
  const std::string path = folder.File(name);
  std::ofstream(path) << text;
  return path;
}

TEST(ScenarioTest, QueriesAndAnswersAreReadAndBadLinesNamed) {
  const TempFolder folder;
  const std::string scen = Written(folder, "a.scen",
                                   "version 1\n"
                                   "0\ta.map\t4\t2\t0\t0\t3\t1\t3.4\n"
                                   "0\ta.map\t4\t2\t1\t1\t2\t1\t1\n");
  const std::string answers = Written(folder, "a.csv", "id,c,d\n0,2,1\n1,-1,-1\n");
  const auto scenario = ReadScenario(scen, answers, 4, 2);
  ASSERT_TRUE(scenario.ok()) << scenario.status();
  ASSERT_EQ(scenario->queries.size(), 2U);
  EXPECT_EQ(scenario->queries[0].goal, (Cell{3, 1}));
  EXPECT_EQ(scenario->queries[0].answer, (GridSteps{2, 1}));
  EXPECT_FALSE(scenario->queries[1].answer.has_value());
  EXPECT_THAT(ReadScenario(scen, "", 3, 2).status().ToString(), HasSubstr("line 2: lies outside"));
  EXPECT_THAT(ReadScenario(answers, "", 4, 2).status().ToString(), HasSubstr("line 2: must be bucket"));
  EXPECT_THAT(ReadScenario(scen, Written(folder, "b.csv", "id\n0,1,1\n"), 4, 2).status().ToString(),
              HasSubstr("one per query"));
  EXPECT_TRUE(absl::IsNotFound(ReadScenario(folder.File("none"), "", 4, 2).status()));
}

TEST(GridSuiteTest, MethodsHaveNames) {
  EXPECT_EQ(GridMethods().at("jps_plus"), GridMethod::kJpsPlus);
  EXPECT_EQ(GridMethods().at("astar"), GridMethod::kAStar);
  EXPECT_EQ(GridMethods().at("hub_labels"), GridMethod::kHubLabels);
  EXPECT_FALSE(GridMethods().contains("dijkstra"));
}

// All queries of real maps, whose answers were found by others.
class GoldenGrids : public ::testing::TestWithParam<std::string> {
 protected:
  void ExpectGolden(const std::string& map_path, GridMethod method) {
    const auto grid = LoadBenchGrid(map_path, method);
    ASSERT_TRUE(grid.ok()) << grid.status();
    const auto map = GridView::Create(grid->data);
    ASSERT_TRUE(map.ok()) << map.status();
    const std::string stem = map_path.substr(map_path.rfind('/') + 1);
    WS_TEST_DATA_OR_SKIP(answers, "movingai/golden/" + stem.substr(0, stem.size() - 4) + ".csv");
    const auto scenario = ReadScenario(map_path + ".scen", answers, map->columns(), map->rows());
    ASSERT_TRUE(scenario.ok()) << scenario.status();
    GridSuiteOptions options;
    options.repeats = 1;
    EXPECT_EQ(RunRace(*map, *scenario, method, options).optimal, scenario->queries.size());
  }
};

TEST_P(GoldenGrids, AreAnsweredByTheBits) {
  WS_TEST_DATA_OR_SKIP(path, "movingai/" + GetParam() + ".map");
  ExpectGolden(path, GridMethod::kJps);
}

TEST_P(GoldenGrids, AreAnsweredByBakedJumps) {
  WS_TEST_DATA_OR_SKIP(path, "movingai/" + GetParam() + ".map");
  ExpectGolden(path, GridMethod::kJpsPlus);
}

// Baking the bounds of the others takes seconds to minutes.
class GoldenSmallGrids : public GoldenGrids {};

TEST_P(GoldenSmallGrids, AreAnsweredWithinGoalBounds) {
  WS_TEST_DATA_OR_SKIP(path, "movingai/" + GetParam() + ".map");
  ExpectGolden(path, GridMethod::kBounded);
}

std::string TestNameOf(const ::testing::TestParamInfo<std::string>& test) {
  std::string name = test.param;
  for (char& letter : name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(MovingAi, GoldenGrids,
                         ::testing::Values("dao/arena2", "dao/lak303d", "dao/brc501d", "dao/orz900d",
                                           "da2/w_woundedcoast", "bg512/AR0072SR", "sc1/Caldera",
                                           "sc1/AcrosstheCape", "wc3maps512/darkforest", "rooms/32room_000",
                                           "random/random512-35-0", "mazes/maze512-4-0",
                                           "cities/Berlin_1_256", "cities/Berlin_1_1024"),
                         TestNameOf);
INSTANTIATE_TEST_SUITE_P(MovingAi, GoldenSmallGrids, ::testing::Values("dao/arena2", "dao/lak303d"),
                         TestNameOf);

}  // namespace
}  // namespace waystone
