#include "client/cli/place_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "client/messages.h"
#include "tests/client/cli/parse_flags.h"
#include "tests/support/temp_folder.h"

namespace waystone::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The request that `waystone place --map town FLAGS` makes, or what is wrong with the flags.
absl::StatusOr<v1::PlaceResourceRequest> ParsePlace(std::vector<std::string> arguments) {
  CLI::App app;
  PlaceFlags flags;
  AddPlaceFlags(app, flags);
  arguments.insert(arguments.begin(), {"--map", "town"});
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    return absl::InvalidArgumentError(error.what());
  }
  NamedPlaces places("town", DescribeTown);
  return ToPlaceRequest(flags, places);
}

std::string PlaceRefusal(const std::vector<std::string>& arguments) {
  return std::string(ParsePlace(arguments).status().message());
}

std::vector<Vec3> Points(const google::protobuf::RepeatedField<double>& xyz) {
  const auto points = client::PointsOf(xyz);
  return {points.begin(), points.end()};
}

TEST(PlaceFlags, NoFlagsAskForOnePositionByNoRules) {
  EXPECT_EQ(ParsePlace({})->ShortDebugString(),
            R"(map_id: "town" scatter { count: 1 } rules { spacing { metric: DISTANCE_METRIC_STRAIGHT } })");
}

TEST(PlaceFlags, PlacesMayBeNamed) {
  const v1::PlaceResourceRequest request =
      *ParsePlace({"--near", "name:well", "--radius", "5", "--anchor", "world:shop", "--existing",
                   "name:well", "--existing", "1,2,3", "--from-existing", "1", "--hidden-from", "name:well"});
  const v1::PlaceRules& rules = request.rules();
  EXPECT_EQ(client::ToVec3(rules.region().sphere().center()), Vec3(7, 8, 9));
  EXPECT_THAT(Points(rules.anchor_xyz()), ElementsAre(Vec3(7, 8, 9)));
  EXPECT_THAT(Points(rules.spacing().existing_xyz()), ElementsAre(Vec3(7, 8, 9), Vec3(1, 2, 3)));
  EXPECT_EQ(client::ToVec3(rules.sight(0).point()), Vec3(7, 8, 9));
  EXPECT_THAT(Points(ParsePlace({"--audit", "name:well"})->audit().xyz()), ElementsAre(Vec3(7, 8, 9)));
  EXPECT_EQ(PlaceRefusal({"--audit", "name:wall"}), "--audit: map \"town\" has no place \"wall\"");
}

TEST(PlaceFlags, EveryRuleHasItsFlag) {
  const v1::PlaceResourceRequest request =
      *ParsePlace({"--reach",       "from",    "--anchor",     "-1,2,-3", "--anchor",        "4,5,6",
                   "--min-walk",    "7",       "--max-walk",   "80",      "--clearance",     "0.5",
                   "--spacing",     "8",       "--existing",   "-9,0,1",  "--from-existing", "12",
                   "--metric",      "walking", "--seen-from",  "-1,1,1",  "--weight",        "road=0",
                   "--hidden-from", "2,2,2",   "--weight",     "a=b=2.5", "--ability",       "drop",
                   "--agent",       "ogre",    "--snap-below", "9",       "--snap-above",    "8",
                   "--snap-radius", "7"});
  const v1::PlaceRules& rules = request.rules();
  EXPECT_EQ(rules.reachability(), v1::REACHABILITY_FROM);
  EXPECT_THAT(Points(rules.anchor_xyz()), ElementsAre(Vec3(-1, 2, -3), Vec3(4, 5, 6)));
  EXPECT_EQ(rules.min_walk_m(), 7);
  EXPECT_EQ(rules.max_walk_m(), 80);
  EXPECT_EQ(rules.clearance_m(), 0.5);
  EXPECT_EQ(rules.spacing().between_m(), 8);
  EXPECT_EQ(rules.spacing().from_existing_m(), 12);
  EXPECT_THAT(Points(rules.spacing().existing_xyz()), ElementsAre(Vec3(-9, 0, 1)));
  EXPECT_EQ(rules.spacing().metric(), v1::DISTANCE_METRIC_WALKING);
  ASSERT_EQ(rules.sight_size(), 2);
  EXPECT_FALSE(rules.sight(0).hidden());
  EXPECT_EQ(client::ToVec3(rules.sight(0).point()), Vec3(-1, 1, 1));
  EXPECT_TRUE(rules.sight(1).hidden());
  ASSERT_EQ(rules.area_weights_size(), 2);
  EXPECT_EQ(rules.area_weights(0).area(), "road");
  EXPECT_EQ(rules.area_weights(0).weight(), 0);
  EXPECT_EQ(rules.area_weights(1).area(), "a=b");
  EXPECT_EQ(rules.area_weights(1).weight(), 2.5);
  EXPECT_THAT(request.agent().abilities(), ElementsAre("drop"));
  EXPECT_EQ(request.agent().profile(), "ogre");
  EXPECT_EQ(request.snap().max_below_m(), 9);
  EXPECT_EQ(request.snap().max_above_m(), 8);
  EXPECT_EQ(request.snap().radius_m(), 7);
}

TEST(PlaceFlags, RegionsAreSpheresBandsAndBoxes) {
  const auto region = [](const std::vector<std::string>& flags) {
    return ParsePlace(flags)->rules().region().ShortDebugString();
  };
  EXPECT_EQ(region({"--near", "-1,2,3", "--radius", "4"}),
            "sphere { center { x: -1 y: 2 z: 3 } radius_m: 4 }");
  EXPECT_EQ(region({"--along", "1,2,3", "--along", "-4,5,6", "--radius", "0"}),
            "along { xyz: 1 xyz: 2 xyz: 3 xyz: -4 xyz: 5 xyz: 6 }");
  EXPECT_EQ(region({"--box", "10,5,-2,0,-5,2"}),
            "box { center { x: 5 y: 0 z: 0 } half_x_m: 5 half_y_m: 5 half_z_m: 2 }");
}

TEST(PlaceFlags, TheTaskIsScatterNearestOrAudit) {
  const v1::PlaceResourceRequest scatter =
      *ParsePlace({"--count", "9", "--seed", "5", "--team", "1,0,1", "--team", "2,0,2", "--max-ratio", "2"});
  EXPECT_EQ(scatter.scatter().count(), 9U);
  EXPECT_EQ(scatter.scatter().seed(), 5U);
  EXPECT_THAT(Points(scatter.scatter().fairness().team_xyz()), ElementsAre(Vec3(1, 0, 1), Vec3(2, 0, 2)));
  EXPECT_EQ(scatter.scatter().fairness().max_ratio(), 2);
  const v1::PlaceResourceRequest nearest = *ParsePlace({"--nearest", "-1,0,1", "--max-distance", "3"});
  EXPECT_THAT(Points(nearest.nearest().xyz()), ElementsAre(Vec3(-1, 0, 1)));
  EXPECT_EQ(nearest.nearest().max_distance_m(), 3);
  EXPECT_FALSE(ParsePlace({"--nearest", "1,0,1"})->nearest().has_max_distance_m()) << "the server's, 50 m";
  EXPECT_TRUE(ParsePlace({"--audit", "1,0,1"})->has_audit());
  EXPECT_FALSE(ParsePlace({"--audit", "1,0,1"})->audit().suggest());
  EXPECT_TRUE(ParsePlace({"--audit", "1,0,1", "--suggest"})->audit().suggest());
}

TEST(PlaceFlags, ListsOfPositionsMayComeFromFiles) {
  const TempFolder folder;
  const std::string file = folder.File("chests.csv");
  std::ofstream(file) << "# chests\n1,2,3\r\n\n-4,5,6";
  const v1::PlaceResourceRequest request =
      *ParsePlace({"--audit", "7,8,9", "--audit", "@" + file, "--audit", "0,0,0"});
  EXPECT_THAT(Points(request.audit().xyz()),
              ElementsAre(Vec3(7, 8, 9), Vec3(1, 2, 3), Vec3(-4, 5, 6), Vec3(0, 0, 0)));
  std::ofstream(file) << "1,2,3\n# more\n1,2\n";
  EXPECT_THAT(PlaceRefusal({"--audit", "@" + file}), HasSubstr("chests.csv:3: must be three numbers"));
  EXPECT_THAT(PlaceRefusal({"--existing", "@no/such/file", "--from-existing", "1"}),
              HasSubstr("no/such/file"));
}

TEST(PlaceFlags, FlagsThatContradictEachOtherAreRefused) {
  const std::vector<std::vector<std::string>> contradictions = {
      {"--audit", "1,2,3", "--nearest", "1,2,3"},
      {"--audit", "1,2,3", "--count", "2"},
      {"--nearest", "1,2,3", "--seed", "2"},
      {"--nearest", "1,2,3", "--suggest"},
      {"--audit", "1,2,3", "--max-distance", "2"},
      {"--audit", "1,2,3", "--team", "1,2,3"},
      {"--max-ratio", "2"},
      {"--near", "1,2,3"},
      {"--along", "1,2,3"},
      {"--radius", "4"},
      {"--near", "1,2,3", "--along", "1,2,3", "--radius", "4"},
      {"--near", "1,2,3", "--radius", "4", "--box", "1,2,3,4,5,6"},
      {"--box", "1,2,3,4,5"},
      {"--box", "1,2"},
      {"--existing", "1,2,3"},
      {"--from-existing", "3"},
      {"--min-walk", "3"},
      {"--max-walk", "3"},
      {"--spacing", "-1"},
      {"--clearance", "nan"},
      {"--reach", "there"},
      {"--metric", "crow"},
      {"--weight", "road"},
      {"--weight", "=1"},
      {"--weight", "road=much"},
      {"--seen-from", "1,2"},
  };
  for (const std::vector<std::string>& flags : contradictions) {
    EXPECT_THAT(PlaceRefusal(flags), HasSubstr("--")) << ::testing::PrintToString(flags);
  }
  EXPECT_THAT(PlaceRefusal({"--reach", "there"}), HasSubstr("from_and_back, from, any"));
}

}  // namespace
}  // namespace waystone::cli
