#include "client/cli/move_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "client/messages.h"
#include "tests/client/cli/parse_flags.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The request that the flags make, or what is wrong with them.
absl::StatusOr<v1::ValidateMoveRequest> ParseMove(std::vector<std::string> arguments) {
  CLI::App app;
  MoveFlags flags;
  AddMoveFlags(app, flags);
  arguments.insert(arguments.begin(), {"--map", "town"});
  const absl::Status parsed = ParseFlags(app, arguments);
  if (!parsed.ok()) return parsed;
  NamedPlaces places("town", DescribeTown);
  return ToMoveRequest(flags, places);
}

std::string Refusal(const std::vector<std::string>& arguments) {
  const absl::StatusOr<v1::ValidateMoveRequest> request = ParseMove(arguments);
  EXPECT_TRUE(absl::IsInvalidArgument(request.status())) << request.status();
  return std::string(request.status().message());
}

const std::vector<std::string> kEnds = {"--from", "1,2,3", "--to", "4,5,6"};
std::vector<std::string> WithEnds(const std::vector<std::string>& more) {
  std::vector<std::string> all = kEnds;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(MoveFlags, TwoPlacesAreAMove) {
  const absl::StatusOr<v1::ValidateMoveRequest> request = ParseMove(kEnds);
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_EQ(client::ToVec3(request->from()), Vec3(1, 2, 3));
  EXPECT_EQ(client::ToVec3(request->to()), Vec3(4, 5, 6));
  EXPECT_EQ(request->from().map_id(), "town");
  EXPECT_FALSE(request->has_allowances());
  EXPECT_FALSE(request->has_changes());
  EXPECT_TRUE(request->corrections().empty());
}

TEST(MoveFlags, EndsMayBeNamed) {
  const absl::StatusOr<v1::ValidateMoveRequest> request =
      ParseMove({"--from", "name:well", "--to", "world:shop"});
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_EQ(client::ToVec3(request->from()), Vec3(7, 8, 9));
  EXPECT_EQ(client::ToVec3(request->to()), Vec3(7, 8, 9));
  EXPECT_EQ(request->to().map_id(), "town");
}

TEST(MoveFlags, EveryFieldOfAMoveHasItsFlag) {
  const absl::StatusOr<v1::ValidateMoveRequest> request = ParseMove(WithEnds({"--from-time",
                                                                              "1.5",
                                                                              "--to-time",
                                                                              "2",
                                                                              "--from-state",
                                                                              "grounded",
                                                                              "--to-state",
                                                                              "airborne",
                                                                              "--correct",
                                                                              "slide",
                                                                              "--correct",
                                                                              "last_good",
                                                                              "--token",
                                                                              "AP8=",
                                                                              "--return-token",
                                                                              "--body-only",
                                                                              "--mutually-reachable",
                                                                              "--close-link",
                                                                              "gate",
                                                                              "--clearance",
                                                                              "0.5",
                                                                              "--exclude-area",
                                                                              "door"}));
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_EQ(request->from_time_s(), 1.5);
  EXPECT_EQ(request->to_time_s(), 2);
  EXPECT_EQ(request->from_state(), v1::MOVE_STATE_GROUNDED);
  EXPECT_EQ(request->to_state(), v1::MOVE_STATE_AIRBORNE);
  EXPECT_THAT(request->corrections(),
              ElementsAre(v1::MOVE_CORRECTION_KIND_SLIDE, v1::MOVE_CORRECTION_KIND_LAST_GOOD));
  EXPECT_EQ(request->token(), std::string("\0\xff", 2));
  EXPECT_TRUE(request->return_token());
  EXPECT_TRUE(request->body_only());
  EXPECT_TRUE(request->snap().mutually_reachable());
  EXPECT_THAT(request->changes().maps(0).closed_links(), ElementsAre("gate"));
  EXPECT_TRUE(request->changes().maps(0).area_costs(0).excluded());
  EXPECT_EQ(request->agent().min_clearance_m(), 0.5);
}

TEST(MoveFlags, EveryAllowanceHasItsFlag) {
  const absl::StatusOr<v1::ValidateMoveRequest> request = ParseMove(
      WithEnds({"--from-time",       "0",   "--to-time",      "1", "--max-speed", "5",
                "--speed-tolerance", "1.2", "--detour-ratio", "3", "--max-jump",  "2",
                "--gravity",         "20",  "--max-air",      "1", "--max-rise",  "4",
                "--credit",          "0",   "--debt",         "0", "--max-lag",   "3",
                "--max-step",        "0.3", "--max-drop",     "2", "--grant",     "knockback,0,1,4"}));
  ASSERT_TRUE(request.ok()) << request.status();
  const v1::MoveAllowances& allowances = request->allowances();
  EXPECT_EQ(allowances.max_speed_mps(), 5);
  EXPECT_EQ(allowances.speed_tolerance(), 1.2);
  EXPECT_EQ(allowances.max_detour_ratio(), 3);
  EXPECT_EQ(allowances.max_jump_m(), 2);
  EXPECT_EQ(allowances.gravity_mps2(), 20);
  EXPECT_EQ(allowances.max_air_s(), 1);
  EXPECT_EQ(allowances.max_rise_mps(), 4);
  EXPECT_TRUE(allowances.has_credit_s());
  EXPECT_EQ(allowances.credit_s(), 0);
  EXPECT_TRUE(allowances.has_debt_s());
  EXPECT_EQ(allowances.max_lag_s(), 3);
  EXPECT_EQ(allowances.max_step_m(), 0.3);
  EXPECT_EQ(allowances.max_drop_m(), 2);
  EXPECT_EQ(allowances.grants(0).kind(), v1::MOVE_GRANT_KIND_KNOCKBACK);
}

TEST(MoveFlags, AllCorrectionsAreAskedForInAWord) {
  EXPECT_THAT(ParseMove(WithEnds({"--correct", "all"}))->corrections(),
              ElementsAre(v1::MOVE_CORRECTION_KIND_SLIDE, v1::MOVE_CORRECTION_KIND_FURTHEST,
                          v1::MOVE_CORRECTION_KIND_LAST_GOOD));
  EXPECT_EQ(Refusal(WithEnds({"--correct", "nearest"})),
            "--correct: must be one of slide, furthest, last_good, all; not \"nearest\"");
}

TEST(MoveFlags, ASpeedWithoutTimesIsRefusedByName) {
  const std::string rule =
      "--max-speed: needs times: --from-time and --to-time, or a --track whose lines have them";
  EXPECT_EQ(Refusal(WithEnds({"--max-speed", "5"})), rule);
  const TempFolder folder;
  WriteFile(folder.File("track.csv"), "1,2,3\n4,5,6\n");
  EXPECT_EQ(Refusal({"--track", folder.File("track.csv"), "--max-speed", "5"}), rule);
  WriteFile(folder.File("track.csv"), "1,2,3,0\n4,5,6,1\n");
  EXPECT_TRUE(ParseMove({"--track", folder.File("track.csv"), "--max-speed", "5"}).ok());
}

TEST(MoveFlags, TimesBelongToPlaces) {
  EXPECT_EQ(Refusal(WithEnds({"--from-time", "1"})), "--from-time: needs --to-time, when it was there");
  EXPECT_EQ(Refusal(WithEnds({"--to-time", "1"})), "--to-time: needs --from-time, when it was there");
  EXPECT_EQ(Refusal({"--from", "1,2,3", "--to-time", "1"}), "--to-time: needs --to");
  EXPECT_THAT(Refusal({"--from", "1,2,3", "--to-state", "grounded"}), HasSubstr("--to-state requires --to"));
  const TempFolder folder;
  WriteFile(folder.File("track.csv"), "1,2,3,0\n4,5,6,1\n");
  EXPECT_EQ(Refusal({"--track", folder.File("track.csv"), "--to-time", "1"}),
            "--to-time: the times of a --track stand in its file");
}

TEST(MoveFlags, ATokenStandsForTheSamplesBefore) {
  const absl::StatusOr<v1::ValidateMoveRequest> end =
      ParseMove({"--token", "AA==", "--to", "1,2,3", "--to-time", "4"});
  ASSERT_TRUE(end.ok()) << end.status();
  EXPECT_FALSE(end->has_from());
  EXPECT_EQ(end->to().map_id(), "town");
  const TempFolder folder;
  WriteFile(folder.File("track.csv"), "1,2,3\n");
  EXPECT_TRUE(ParseMove({"--token", "AA==", "--track", folder.File("track.csv")}).ok());
  EXPECT_EQ(Refusal({"--track", folder.File("track.csv")}), "--track: must hold 2 samples or more");
  WriteFile(folder.File("track.csv"), "");
  EXPECT_EQ(Refusal({"--token", "AA==", "--track", folder.File("track.csv")}),
            "--track: must hold a sample or more");
  EXPECT_EQ(Refusal({"--token", "AA=="}), "--from or --track: required");
  EXPECT_EQ(Refusal({"--to", "1,2,3"}), "--from or --track: required");
  EXPECT_THAT(Refusal(WithEnds({"--token", "no base64!"})), HasSubstr("--token: must be base64"));
}

}  // namespace
}  // namespace waystone::cli
