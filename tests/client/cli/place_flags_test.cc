#include "client/cli/place_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <variant>
#include <vector>

#include "tests/support/temp_folder.h"

namespace waystone::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The request that `waystone place --map town FLAGS` makes, or what is wrong with the flags.
absl::StatusOr<client::PlaceRequest> ParsePlace(std::vector<std::string> arguments) {
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
  return ToPlaceRequest(flags);
}

std::string PlaceRefusal(const std::vector<std::string>& arguments) {
  return std::string(ParsePlace(arguments).status().message());
}

TEST(PlaceFlags, NoFlagsAskForOnePositionByNoRules) {
  const client::PlaceRequest request = *ParsePlace({});
  EXPECT_EQ(request.map_id, "town");
  EXPECT_EQ(std::get<client::ScatterTask>(request.task).count, 1U);
  EXPECT_FALSE(std::get<client::ScatterTask>(request.task).fairness.has_value());
  EXPECT_TRUE(std::holds_alternative<std::monostate>(request.rules.region));
  EXPECT_EQ(request.rules.reachability, client::Reachability::kDefault);
  EXPECT_EQ(request.rules.spacing.metric, client::DistanceMetric::kStraight);
}

TEST(PlaceFlags, EveryRuleHasItsFlag) {
  const client::PlaceRequest request = *ParsePlace(
      {"--reach",         "from",  "--anchor",    "-1,2,-3", "--anchor",    "4,5,6",  "--min-walk", "7",
       "--max-walk",      "80",    "--clearance", "0.5",     "--spacing",   "8",      "--existing", "-9,0,1",
       "--from-existing", "12",    "--metric",    "walking", "--seen-from", "-1,1,1", "--weight",   "road=0",
       "--hidden-from",   "2,2,2", "--weight",    "a=b=2.5", "--ability",   "drop",   "--agent",    "ogre",
       "--snap-below",    "9"});
  const client::PlaceRules& rules = request.rules;
  EXPECT_EQ(rules.reachability, client::Reachability::kFrom);
  EXPECT_THAT(rules.anchors, ElementsAre(Vec3(-1, 2, -3), Vec3(4, 5, 6)));
  EXPECT_EQ(rules.min_walk_m, 7);
  EXPECT_EQ(rules.max_walk_m, 80);
  EXPECT_EQ(rules.clearance_m, 0.5);
  EXPECT_EQ(rules.spacing.between_m, 8);
  EXPECT_EQ(rules.spacing.from_existing_m, 12);
  EXPECT_THAT(rules.spacing.existing, ElementsAre(Vec3(-9, 0, 1)));
  EXPECT_EQ(rules.spacing.metric, client::DistanceMetric::kWalking);
  ASSERT_EQ(rules.sight.size(), 2U);
  EXPECT_FALSE(rules.sight[0].hidden);
  EXPECT_EQ(rules.sight[0].point, Vec3(-1, 1, 1));
  EXPECT_TRUE(rules.sight[1].hidden);
  ASSERT_EQ(rules.area_weights.size(), 2U);
  EXPECT_EQ(rules.area_weights[0].area, "road");
  EXPECT_EQ(rules.area_weights[0].weight, 0);
  EXPECT_EQ(rules.area_weights[1].area, "a=b");
  EXPECT_EQ(rules.area_weights[1].weight, 2.5);
  EXPECT_THAT(request.agent.abilities, ElementsAre("drop"));
  EXPECT_EQ(request.agent.profile, "ogre");
  EXPECT_EQ(request.snap.max_below_m, 9);
}

TEST(PlaceFlags, RegionsAreSpheresBandsAndBoxes) {
  const auto sphere =
      std::get<client::SphereRegion>(ParsePlace({"--near", "-1,2,3", "--radius", "4"})->rules.region);
  EXPECT_EQ(sphere.center, Vec3(-1, 2, 3));
  EXPECT_EQ(sphere.radius_m, 4);
  const auto band = std::get<client::BandRegion>(
      ParsePlace({"--along", "1,2,3", "--along", "-4,5,6", "--radius", "0"})->rules.region);
  EXPECT_THAT(band.line, ElementsAre(Vec3(1, 2, 3), Vec3(-4, 5, 6)));
  const auto box = std::get<client::BoxRegion>(ParsePlace({"--box", "10,5,-2,0,-5,2"})->rules.region);
  EXPECT_EQ(box.center, Vec3(5, 0, 0));
  EXPECT_EQ(box.half_m, Vec3(5, 5, 2));
}

TEST(PlaceFlags, TheTaskIsScatterNearestOrAudit) {
  const auto scatter = std::get<client::ScatterTask>(
      ParsePlace({"--count", "9", "--seed", "5", "--team", "1,0,1", "--team", "2,0,2", "--max-ratio", "2"})
          ->task);
  EXPECT_EQ(scatter.count, 9U);
  EXPECT_EQ(scatter.seed, 5U);
  EXPECT_THAT(scatter.fairness->teams, ElementsAre(Vec3(1, 0, 1), Vec3(2, 0, 2)));
  EXPECT_EQ(scatter.fairness->max_ratio, 2);
  const auto nearest =
      std::get<client::NearestTask>(ParsePlace({"--nearest", "-1,0,1", "--max-distance", "3"})->task);
  EXPECT_THAT(nearest.positions, ElementsAre(Vec3(-1, 0, 1)));
  EXPECT_EQ(nearest.max_distance_m, 3);
  EXPECT_EQ(std::get<client::NearestTask>(ParsePlace({"--nearest", "1,0,1"})->task).max_distance_m, 50);
  EXPECT_FALSE(std::get<client::AuditTask>(ParsePlace({"--audit", "1,0,1"})->task).suggest);
  EXPECT_TRUE(std::get<client::AuditTask>(ParsePlace({"--audit", "1,0,1", "--suggest"})->task).suggest);
}

TEST(PlaceFlags, ListsOfPositionsMayComeFromFiles) {
  const TempFolder folder;
  const std::string file = folder.File("chests.csv");
  std::ofstream(file) << "# chests\n1,2,3\r\n\n-4,5,6";
  const auto audit = std::get<client::AuditTask>(
      ParsePlace({"--audit", "7,8,9", "--audit", "@" + file, "--audit", "0,0,0"})->task);
  EXPECT_THAT(audit.positions, ElementsAre(Vec3(7, 8, 9), Vec3(1, 2, 3), Vec3(-4, 5, 6), Vec3(0, 0, 0)));
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
