#include "client/cli/change_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "tests/client/cli/parse_flags.h"

namespace waystone::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The request that the flags make, or what is wrong with them.
absl::StatusOr<v1::PlanRouteRequest> ParseChanges(const std::vector<std::string>& arguments) {
  CLI::App app;
  ChangeFlags flags;
  AddChangeFlags(app, flags);
  const absl::Status parsed = ParseFlags(app, arguments);
  if (!parsed.ok()) return parsed;
  v1::PlanRouteRequest request;
  const absl::Status added = AddChanges(flags, "town", request);
  if (!added.ok()) return added;
  return request;
}

TEST(ChangeFlags, NoFlagsChangeNothing) {
  const v1::PlanRouteRequest request = *ParseChanges({});
  EXPECT_EQ(request.ByteSizeLong(), 0U) << request.ShortDebugString();
}

TEST(ChangeFlags, EveryChangeHasItsFlag) {
  const v1::PlanRouteRequest request = *ParseChanges(
      {"--close-link", "gate_1",  "--close-link",   "gate_2",     "--close-link-id", "0",
       "--block-poly", "7",       "--block-poly",   "4294967295", "--area-cost",     "a=b=2.5",
       "--area-cost",  "mud=100", "--exclude-area", "door",       "--close-door",    "gate",
       "--open-door",  "hatch",   "--cost-profile", "cart",       "--obstacle",      "1,-2,3.5,0.5,2",
       "--generation", "abc"});
  ASSERT_EQ(request.changes().maps_size(), 1);
  const v1::MapChanges& changes = request.changes().maps(0);
  EXPECT_THAT(changes.closed_links(), ElementsAre("gate_1", "gate_2"));
  EXPECT_THAT(changes.closed_link_ids(), ElementsAre(0U));
  EXPECT_THAT(changes.blocked_polys(), ElementsAre(7U, 4294967295U));
  ASSERT_EQ(changes.area_costs_size(), 3);
  EXPECT_EQ(changes.area_costs(0).area(), "a=b");
  EXPECT_EQ(changes.area_costs(0).factor(), 2.5);
  EXPECT_EQ(changes.area_costs(1).factor(), 100);
  EXPECT_FALSE(changes.area_costs(1).excluded());
  EXPECT_EQ(changes.area_costs(2).area(), "door");
  EXPECT_TRUE(changes.area_costs(2).excluded());
  EXPECT_THAT(changes.closed_doors(), ElementsAre("gate"));
  EXPECT_THAT(changes.opened_doors(), ElementsAre("hatch"));
  EXPECT_EQ(changes.cost_profile(), "cart");
  ASSERT_EQ(changes.obstacles_size(), 1);
  EXPECT_EQ(changes.obstacles(0).cylinder().base().y(), -2);
  EXPECT_EQ(changes.obstacles(0).cylinder().base().z(), 3.5);
  EXPECT_EQ(changes.obstacles(0).cylinder().radius_m(), 0.5);
  EXPECT_EQ(changes.obstacles(0).cylinder().height_m(), 2);
  ASSERT_EQ(request.pinned_size(), 1);
  EXPECT_EQ(request.pinned(0).map_id(), "town");
  EXPECT_EQ(request.pinned(0).generation(), "abc");
}

TEST(ChangeFlags, BadValuesNameTheirFlag) {
  const std::vector<std::vector<std::string>> bad = {{"--block-poly", "-1"},   {"--block-poly", "4294967296"},
                                                     {"--close-link-id", "x"}, {"--area-cost", "mud"},
                                                     {"--area-cost", "=2"},    {"--area-cost", "mud=much"},
                                                     {"--obstacle", "1,2,3"},  {"--obstacle", "1,2,3,4,x"},
                                                     {"--close-link"},         {"--generation", ""}};
  for (const std::vector<std::string>& arguments : bad) {
    const absl::StatusOr<v1::PlanRouteRequest> request = ParseChanges(arguments);
    ASSERT_FALSE(request.ok()) << arguments.back();
    EXPECT_THAT(std::string(request.status().message()), HasSubstr(arguments[0]));
  }
}

TEST(ChangeFlags, CellsAndRectanglesAreNumbersWithCommas) {
  const v1::PlanRouteRequest request =
      *ParseChanges({"--block-cells", "3,4", "--block-cells", "9", "--open-cells", "5", "--block-rect",
                     "1,2,3,4", "--block-rect", "5,6,7,8", "--open-rect", "0,0,1,1"});
  ASSERT_EQ(request.changes().maps_size(), 1);
  const v1::MapChanges& changes = request.changes().maps(0);
  EXPECT_THAT(changes.blocked_cells(), ElementsAre(3U, 4U, 9U));
  EXPECT_THAT(changes.opened_cells(), ElementsAre(5U));
  EXPECT_THAT(changes.blocked_rects(), ElementsAre(1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U));
  EXPECT_THAT(changes.opened_rects(), ElementsAre(0U, 0U, 1U, 1U));
  EXPECT_THAT(ParseChanges({"--block-rect", "1,2,3"}).status().ToString(),
              HasSubstr("--block-rect: must be COLUMN,ROW,COLUMNS,ROWS"));
  EXPECT_THAT(ParseChanges({"--open-cells", "1.5"}).status().ToString(), HasSubstr("--open-cells: "));
}

TEST(ChangeFlags, AMoveTakesTheSameChangesAsARoute) {
  ChangeFlags flags;
  flags.closed_links = {"gate"};
  flags.generations = {"abc"};
  v1::ValidateMoveRequest request;
  ASSERT_TRUE(AddChanges(flags, "town", request).ok());
  EXPECT_THAT(request.changes().maps(0).closed_links(), ElementsAre("gate"));
  EXPECT_EQ(request.pinned(0).map_id(), "town");
}

TEST(ChangeFlags, AChangeIsOfTheMapBehindItsLastAt) {
  const std::string folder = testing::TempDir();
  std::ofstream(folder + "/cells") << "1,2@mine\n# none\n3\n";
  const v1::PlanRouteRequest request = *ParseChanges({"--close-door",    "portcullis@castle",
                                                      "--close-door",    "gate",
                                                      "--close-door",    "hatch@town",
                                                      "--open-door",     "lift@2@castle",
                                                      "--obstacle",      "1,2,3,0.5,2@castle",
                                                      "--close-link",    "rope@castle",
                                                      "--close-link-id", "4@castle",
                                                      "--block-poly",    "7@castle",
                                                      "--cost-profile",  "cart",
                                                      "--cost-profile",  "night@castle",
                                                      "--area-cost",     "mud=2@castle",
                                                      "--exclude-area",  "water@castle",
                                                      "--block-cells",   "@" + folder + "/cells",
                                                      "--open-cells",    "9@mine",
                                                      "--block-rect",    "1,2,3,4@mine",
                                                      "--open-rect",     "5,6,7,8@mine",
                                                      "--generation",    "abc",
                                                      "--generation",    "def@castle"});
  ASSERT_EQ(request.changes().maps_size(), 3);
  const v1::MapChanges& castle = request.changes().maps(0);
  EXPECT_EQ(castle.map_id(), "castle");
  EXPECT_THAT(castle.closed_doors(), ElementsAre("portcullis"));
  EXPECT_THAT(castle.opened_doors(), ElementsAre("lift@2"));
  ASSERT_EQ(castle.obstacles_size(), 1);
  EXPECT_EQ(castle.obstacles(0).cylinder().height_m(), 2);
  EXPECT_THAT(castle.closed_links(), ElementsAre("rope"));
  EXPECT_THAT(castle.closed_link_ids(), ElementsAre(4U));
  EXPECT_THAT(castle.blocked_polys(), ElementsAre(7U));
  EXPECT_EQ(castle.cost_profile(), "night");
  ASSERT_EQ(castle.area_costs_size(), 2);
  EXPECT_EQ(castle.area_costs(0).factor(), 2);
  EXPECT_EQ(castle.area_costs(1).area(), "water");
  const v1::MapChanges& own = request.changes().maps(1);
  EXPECT_EQ(own.map_id(), "");
  EXPECT_THAT(own.closed_doors(), ElementsAre("gate", "hatch"));
  EXPECT_EQ(own.cost_profile(), "cart");
  EXPECT_THAT(own.blocked_cells(), ElementsAre(3U));
  const v1::MapChanges& mine = request.changes().maps(2);
  EXPECT_EQ(mine.map_id(), "mine");
  EXPECT_THAT(mine.blocked_cells(), ElementsAre(1U, 2U));
  EXPECT_THAT(mine.opened_cells(), ElementsAre(9U));
  EXPECT_THAT(mine.blocked_rects(), ElementsAre(1U, 2U, 3U, 4U));
  EXPECT_THAT(mine.opened_rects(), ElementsAre(5U, 6U, 7U, 8U));
  ASSERT_EQ(request.pinned_size(), 2);
  EXPECT_EQ(request.pinned(0).map_id(), "town");
  EXPECT_EQ(request.pinned(1).map_id(), "castle");
  EXPECT_EQ(request.pinned(1).generation(), "def");
}

TEST(ChangeFlags, AnAtWithoutAMapOrAValueIsRefused) {
  const std::string rule = "what stands behind the last @ is the map, as in gate@town; not ";
  EXPECT_EQ(ParseChanges({"--close-door", "gate@"}).status().message(),
            "--close-door: " + rule + "\"gate@\"");
  EXPECT_EQ(ParseChanges({"--generation", "@town"}).status().message(),
            "--generation: " + rule + "\"@town\"");
  const std::string file = testing::TempDir() + "/doors";
  std::ofstream(file) << "hatch\ngate@\n";
  EXPECT_EQ(ParseChanges({"--open-door", "@" + file}).status().message(),
            "--open-door: " + file + ":2: " + rule + "\"gate@\"");
  EXPECT_EQ(ParseChanges({"--cost-profile", "a", "--cost-profile", "b@town"}).status().message(),
            "--cost-profile: give one for each map, not \"a\" and \"b\"");
  EXPECT_FALSE(ParseChanges({"--block-poly", "x@castle", "--generation", "abc@castle"}).ok());
}

TEST(ChangeFlags, IdsNeedTheGenerationThatTheyComeFrom) {
  for (const char* flag : {"--block-poly", "--close-link-id"}) {
    EXPECT_THAT(ParseChanges({flag, "7"}).status().ToString(),
                HasSubstr(std::string(flag) + " requires --generation"));
    EXPECT_TRUE(ParseChanges({flag, "7", "--generation", "abc"}).ok());
  }
}

}  // namespace
}  // namespace waystone::cli
