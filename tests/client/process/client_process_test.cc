// The programs as processes: waystone and hello_route against waystone-server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "client/waystone_client.h"
#include "tests/e2e/test_world.h"
#include "tests/support/program_run.h"
#include "tests/support/server_process.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

using Json = nlohmann::json;

// The points of a PointList in JSON.
std::vector<Vec3> PointsOf(const Json& list) {
  std::vector<Vec3> points;
  for (size_t i = 0; i < list["xyz"].size(); i += 3) {
    points.emplace_back(list["xyz"][i], list["xyz"][i + 1], list["xyz"][i + 2]);
  }
  return points;
}

// One server on the "yard" for all tests of the suite; test_world.h draws it. Cell (i, j) is at x 1000 + i,
// z -500 + j, height 10.
class ClientProcess : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    packages_ = std::make_unique<TempFolder>();
    WriteYard(packages_->path());
    server_ = std::make_unique<ServerProcess>(WAYSTONE_SERVER_PROGRAM, packages_->path());
  }
  static void TearDownTestSuite() {
    EXPECT_EQ(server_->Stop(), 0);
    server_.reset();
    packages_.reset();
  }

  // `waystone COMMAND --server ...`.
  static ProgramRun Waystone(std::vector<std::string> command) {
    command.insert(command.begin(), WAYSTONE_PROGRAM);
    command.insert(command.end(), {"--server", server_->address()});
    return RunProgram(command);
  }
  static Json WaystoneJson(std::vector<std::string> command) {
    command.emplace_back("--json");
    const ProgramRun run = Waystone(command);
    EXPECT_EQ(run.out.find('\n'), run.out.size() - 1) << run.out;
    Json json = Json::parse(run.out, nullptr, false);
    EXPECT_TRUE(json.is_object()) << run.out << run.err;
    return json;
  }
  // What the server answered.
  static Json Response(std::vector<std::string> command) {
    return WaystoneJson(std::move(command))["response"];
  }

  static std::unique_ptr<TempFolder> packages_;
  static std::unique_ptr<ServerProcess> server_;
};
std::unique_ptr<TempFolder> ClientProcess::packages_;
std::unique_ptr<ServerProcess> ClientProcess::server_;

// From the upper left corner round the wall to the upper right one.
const std::vector<std::string> kAcross = {"route", "--map",           "yard", "--from", "1000.5,10,-499.5",
                                          "--to",  "1009.5,10,-499.5"};
// Into the closed pocket.
const std::vector<std::string> kIntoPocket = {
    "route", "--map", "yard", "--from", "1000.5,10,-499.5", "--to", "1002.5,10,-496.5"};

// A wall stands between x 1006 and 1007.
const std::vector<std::string> kThroughTheWall = {
    "validate",  "--map", "yard",           "--from", "1004.5,10,-498.5", "--to", "1008.5,10,-498.5",
    "--correct", "all",   "--detour-ratio", "1",      "--tolerance",      "0.9"};

TEST_F(ClientProcess, HelloRoutePrintsPointsAndLength) {
  const ProgramRun run = RunProgram(
      {HELLO_ROUTE_PROGRAM, server_->address(), "yard", "1000.5", "10", "-499.5", "1009.5", "10", "-499.5"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith("1000.5 10 -499.5\n"));
  EXPECT_THAT(run.out, HasSubstr("1009.5 10 -499.5\n"));
  const double length = std::stod(run.out.substr(run.out.find("-499.5\n", 20) + 7));
  EXPECT_NEAR(length, Response(kAcross)["routes"][0]["length_m"], 0.01);
}

TEST_F(ClientProcess, HelloRouteSaysWhyThereIsNoRoute) {
  const ProgramRun run = RunProgram(
      {HELLO_ROUTE_PROGRAM, server_->address(), "yard", "1000.5", "10", "-499.5", "1002.5", "10", "-496.5"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.out, "partial: isolated\n");
}

TEST_F(ClientProcess, ARouteIsPrintedForPeopleAndForPrograms) {
  const ProgramRun run = Waystone(kAcross);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith("complete route: "));
  EXPECT_THAT(run.out, HasSubstr("\n  1000.5, 10, -499.5\n"));
  const Json json = WaystoneJson(kAcross);
  EXPECT_EQ(json["kind"], "route");
  EXPECT_EQ(json["request"]["start"]["position"]["x"], 1000.5);
  const Json& response = json["response"];
  EXPECT_EQ(response["status"], "ROUTE_STATUS_COMPLETE");
  const std::vector<Vec3> points = PointsOf(response["routes"][0]["points"][0]);
  EXPECT_EQ(points.front(), Vec3(1000.5, 10, -499.5));
  EXPECT_EQ(points.back(), Vec3(1009.5, 10, -499.5));
  EXPECT_EQ(response["maps"][0]["generation"].get<std::string>().size(), 32U);
}

TEST_F(ClientProcess, NoCompleteRouteEndsWithOneAndTheReason) {
  const ProgramRun partial = Waystone(kIntoPocket);
  EXPECT_EQ(partial.exit_code, 1);
  EXPECT_THAT(partial.out, StartsWith("partial route: "));
  EXPECT_THAT(partial.out, HasSubstr("(isolated): no path leads from the ground of the start"));
  std::vector<std::string> complete_only = kIntoPocket;
  complete_only.emplace_back("--complete-only");
  const ProgramRun none = Waystone(complete_only);
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_THAT(none.out, StartsWith("no route: unreachable (isolated)"));
  EXPECT_THAT(none.err, IsEmpty());
  const ProgramRun off =
      Waystone({"route", "--map", "yard", "--from", "1000.5,60,-499.5", "--to", "1001,10,-499"});
  EXPECT_EQ(off.exit_code, 1);
  EXPECT_THAT(off.out, StartsWith("no route: start_off_mesh"));
}

TEST_F(ClientProcess, ARouteMayHaveSeveralGoalsAndPlacesToPass) {
  const std::vector<std::string> command = {"route",
                                            "--map",
                                            "yard",
                                            "--from",
                                            "1000.5,10,-499.5",
                                            "--via",
                                            "1000.5,10,-493.5",
                                            "--to",
                                            "1005.5,10,-499.5",
                                            "--to",
                                            "1005.5,10,-493.5",
                                            "--polys"};
  const ProgramRun run = Waystone(command);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith("complete route: 11 m\nto 1005.5, 10, -493.5\n"));
  EXPECT_THAT(run.out, HasSubstr("\npolygons: "));
  const Json json = Response(command);
  EXPECT_EQ(json["goal_index"], 1);
  EXPECT_EQ(json["routes"][0]["legs"].size(), 2U);
  EXPECT_EQ(json["routes"][0]["polys"].size(), 12U);
}

TEST_F(ClientProcess, ARouteOverItsLengthIsCut) {
  std::vector<std::string> command = kAcross;
  command.insert(command.end(), {"--max-length", "4"});
  const ProgramRun cut = Waystone(command);
  EXPECT_EQ(cut.exit_code, 1);
  EXPECT_THAT(cut.out,
              StartsWith("partial route: 4 m (length_limit): the goal: the limit of length is reached"));
  command.emplace_back("--complete-only");
  EXPECT_THAT(Waystone(command).out,
              StartsWith("no route: limit_reached (length_limit): the goal: the limit of length"));
}

TEST_F(ClientProcess, HealthIsAskedOfAService) {
  EXPECT_EQ(Waystone({"health"}).out, "serving\n");
  EXPECT_EQ(WaystoneJson({"health"}),
            Json::parse(R"({"service": "waystone.v1.PathPlanning", "serving": true})"));
  EXPECT_EQ(Waystone({"health", "--service", "waystone.v1.MapCatalog"}).exit_code, 0);
  const ProgramRun unknown = Waystone({"health", "--service", "chess"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_EQ(unknown.err, "waystone: --service: the server has no service \"chess\"\n");
  const ProgramRun nobody = RunProgram({WAYSTONE_PROGRAM, "health", "--server", "127.0.0.1:1"});
  EXPECT_EQ(nobody.exit_code, 1);
  EXPECT_THAT(nobody.err, StartsWith("waystone: no answer from 127.0.0.1:1: "));
}

TEST_F(ClientProcess, ReachTellsTheCellsAndALineForEachContour) {
  const std::vector<std::string> command = {"reach",      "--map",     "yard",   "--from", "1000.5,10,-499.5",
                                            "--max-cost", "4",         "--cell", "1",      "--contour",
                                            "1",          "--contour", "2.5"};
  const ProgramRun run = Waystone(command);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("cells of 1 m within 4 m"));
  EXPECT_THAT(run.out, HasSubstr("at 1 m: "));
  EXPECT_THAT(run.out, HasSubstr("at 2.5 m: "));
  EXPECT_EQ(Waystone({"reach", "--map", "yard", "--from", "0,0,0", "--max-cost", "4"}).exit_code, 1)
      << "the start is off the surface";
  const ProgramRun beyond =
      Waystone({"reach", "--map", "yard", "--from", "1000.5,10,-499.5", "--max-cost", "4", "--contour", "5"});
  EXPECT_EQ(beyond.exit_code, 2);
  EXPECT_THAT(beyond.err, StartsWith("waystone: --contour"));
}

TEST_F(ClientProcess, DistancesAreMeasuredBetweenAllPlaces) {
  const TempFolder folder;
  const std::string places = folder.File("places.csv");
  std::ofstream(places) << "# x,y,z\n1004.5,10,-499.5\n1002.5,10,-496.5\n";
  const std::vector<std::string> command = {"distances",        "--map", "yard",      "--from",
                                            "1000.5,10,-499.5", "--to",  "@" + places};
  const ProgramRun run = Waystone(command);
  EXPECT_EQ(run.exit_code, 1) << "one is in the pocket";
  EXPECT_EQ(run.out,
            "from 1000.5, 10, -499.5\n"
            "  to 1004.5, 10, -499.5: 4 m\n"
            "  to 1002.5, 10, -496.5: unreachable\n");
  const Json json = Response(command);
  EXPECT_EQ(json["distance_m"], Json({4, -1}));
  EXPECT_EQ(json["statuses"], Json({"DISTANCE_STATUS_FOUND", "DISTANCE_STATUS_UNREACHABLE"}));
  EXPECT_EQ(Waystone({"distances", "--map", "yard", "--from", "1000.5,10,-499.5", "--to", "1000.5,10,-498.5"})
                .exit_code,
            0);
  const ProgramRun map = Waystone({"distances", "--map", "yrad", "--from", "0,0,0", "--to", "0,0,0"});
  EXPECT_EQ(map.exit_code, 2);
  EXPECT_THAT(map.err, StartsWith("waystone: --map: "));
}

TEST_F(ClientProcess, PlacesMayBeNamedInEveryCommand) {
  const auto same = [](std::vector<std::string> named, std::vector<std::string> placed) {
    const ProgramRun with_names = Waystone(named);
    const ProgramRun with_numbers = Waystone(placed);
    EXPECT_EQ(with_names.out, with_numbers.out) << named[0] << ": " << with_names.err;
    EXPECT_EQ(with_names.exit_code, with_numbers.exit_code) << named[0];
    EXPECT_NE(with_names.out, "") << named[0];
  };
  const std::string gate = "1000.5,10,-499.5";
  const std::string well = "1009.5,10,-493.5";
  same({"distances", "--map", "yard", "--from", "name:gate", "--to", "name:well"},
       {"distances", "--map", "yard", "--from", gate, "--to", well});
  same({"reach", "--map", "yard", "--from", "name:gate", "--max-cost", "4"},
       {"reach", "--map", "yard", "--from", gate, "--max-cost", "4"});
  same({"place", "--map", "yard", "--audit", "name:well"}, {"place", "--map", "yard", "--audit", well});
  same({"validate", "--map", "yard", "--from", "name:gate", "--to", "name:well"},
       {"validate", "--map", "yard", "--from", gate, "--to", well});
  same({"route", "--map", "yard", "--from", "name:gate", "--to", "name:well"},
       {"route", "--map", "yard", "--from", gate, "--to", well});
  const ProgramRun unknown = Waystone({"reach", "--map", "yard", "--from", "name:forge", "--max-cost", "4"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_EQ(unknown.err, "waystone: --from: map \"yard\" has no place \"forge\"\n");
  const ProgramRun map = Waystone({"reach", "--map", "yrad", "--from", "name:gate", "--max-cost", "4"});
  EXPECT_EQ(map.exit_code, 2);
  EXPECT_THAT(map.err, StartsWith("waystone: --map: "));
}

TEST_F(ClientProcess, WhatTheServerRefusesEndsWithTwoAndTheFlag) {
  const std::vector<std::string> ends = {"--from", "1000.5,10,-499.5", "--to", "1001,10,-499"};
  std::vector<std::string> command = {"route", "--map", "yrad"};
  command.insert(command.end(), ends.begin(), ends.end());
  const ProgramRun map = Waystone(command);
  EXPECT_EQ(map.exit_code, 2);
  EXPECT_THAT(map.err, StartsWith("waystone: --map: "));
  EXPECT_THAT(map.err, HasSubstr("yrad"));
  command = {"validate", "--map", "yard", "--agent", "giant"};
  command.insert(command.end(), ends.begin(), ends.end());
  const ProgramRun agent = Waystone(command);
  EXPECT_EQ(agent.exit_code, 2);
  EXPECT_THAT(agent.err, StartsWith("waystone: --agent: "));
  EXPECT_THAT(agent.err, HasSubstr("ogre"));
  EXPECT_THAT(agent.out, IsEmpty());
}

TEST_F(ClientProcess, PlacementsComeFromTheSeedAlone) {
  const std::vector<std::string> command = {"place", "--map", "yard", "--count", "20", "--seed", "7"};
  const ProgramRun run = Waystone(command);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith("complete: 20 of 20 positions on yard\n"));
  EXPECT_EQ(Waystone(command).out, run.out);
  EXPECT_EQ(PointsOf(Response(command)["points"]).size(), 20U);
  EXPECT_NE(Waystone({"place", "--map", "yard", "--count", "20", "--seed", "8"}).out, run.out);
}

TEST_F(ClientProcess, SpacedPlacementsKeepTheirDistanceAndSayWhyTheyAreFewer) {
  const std::vector<std::string> command = {"place",
                                            "--map",
                                            "yard",
                                            "--count",
                                            "500",
                                            "--spacing",
                                            "2",
                                            "--existing",
                                            "1000.5,10,-499.5",
                                            "--near",
                                            "1000,10,-499.5",
                                            "--from-existing",
                                            "3",
                                            "--radius",
                                            "5"};
  const ProgramRun run = Waystone(command);
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_THAT(run.out, StartsWith("fewer: "));
  EXPECT_THAT(run.out, HasSubstr(" of 500 positions on yard, because there is no room for more\n"));
  EXPECT_THAT(run.out, HasSubstr(": too_close\n"));
  const Json json = Response(command);
  const std::vector<Vec3> positions = PointsOf(json["points"]);
  ASSERT_GT(positions.size(), 1U);
  // 64-bit numbers are texts in protobuf's JSON.
  const Json no_room = {{"reason", "PLACE_REASON_NO_ROOM"},
                        {"count", std::to_string(500 - positions.size())}};
  EXPECT_THAT(json["rejections"], ::testing::Contains(no_room));
  EXPECT_EQ(json["basis"], "PLACE_BASIS_LABELS");
  for (size_t i = 0; i < positions.size(); ++i) {
    EXPECT_GE(Distance(positions[i], Vec3(1000.5, 10, -499.5)), 2.999);
    EXPECT_LE(Distance(positions[i], Vec3(1000, 10, -499.5)), 5.001);
    for (size_t k = 0; k < i; ++k) EXPECT_GE(Distance(positions[i], positions[k]), 1.999);
  }
}

TEST_F(ClientProcess, AnAuditJudgesEachPosition) {
  std::vector<std::string> command = {
      "place",   "--map",           "yard", "--audit", "1000.5,10,-499.5", "--audit", "1002.5,10,-496.5",
      "--audit", "1000.5,90,-499.5"};
  const ProgramRun plain = Waystone(command);
  EXPECT_EQ(plain.exit_code, 1) << plain.err;
  EXPECT_EQ(plain.out,
            "1 of 3 positions are good on yard\n"
            "  1000.5, 10, -499.5: good\n"
            "  1002.5, 10, -496.5: isolated\n"
            "  1000.5, 90, -499.5: off_mesh\n");
  command.emplace_back("--suggest");
  const ProgramRun suggested = Waystone(command);
  EXPECT_THAT(suggested.out, HasSubstr("-496.5: isolated, the nearest good one is "));
  EXPECT_THAT(suggested.out, HasSubstr("off_mesh, no good one found\n"));
  const Json json = Response(command);
  EXPECT_EQ(json["verdicts"][2], "PLACE_REASON_OFF_MESH");
  EXPECT_EQ(json["suggestions"],
            Json({"SUGGESTION_STATUS_GOOD", "SUGGESTION_STATUS_FOUND", "SUGGESTION_STATUS_NOT_FOUND"}));
  EXPECT_NEAR(Distance(PointsOf(json["points"])[1], Vec3(1002.5, 10, -496.5)), 1.5, 0.02);
  EXPECT_EQ(Waystone({"place", "--map", "yard", "--audit", "1000.5,10,-499.5"}).exit_code, 0);
}

TEST_F(ClientProcess, NearestFindsAPlaceWithinReachOrSaysThatThereIsNone) {
  std::vector<std::string> command = {"place", "--map", "yard", "--nearest", "1002.5,10,-496.5"};
  EXPECT_EQ(Waystone(command).exit_code, 0);
  command.insert(command.end(), {"--max-distance", "1"});
  const ProgramRun none = Waystone(command);
  EXPECT_EQ(none.exit_code, 1) << none.err;
  EXPECT_THAT(none.out, HasSubstr("isolated, no good one found\nfound none for 1: "));
}

TEST_F(ClientProcess, ARuleThatTheServerRefusesIsNamedByItsFlag) {
  const ProgramRun area = Waystone({"place", "--map", "yard", "--weight", "lava=2"});
  EXPECT_EQ(area.exit_code, 2);
  EXPECT_THAT(area.err, StartsWith("waystone: --weight: "));
  const ProgramRun anchor = Waystone({"place", "--map", "yard", "--anchor", "0,0,0"});
  EXPECT_EQ(anchor.exit_code, 2);
  EXPECT_THAT(anchor.err, StartsWith("waystone: --anchor: "));
}

TEST_F(ClientProcess, AMoveThroughAWallIsIllegal) {
  const ProgramRun legal =
      Waystone({"validate", "--map", "yard", "--from", "1000.5,10,-499.5", "--to", "1004.5,10,-498.5"});
  EXPECT_EQ(legal.exit_code, 0) << legal.err;
  EXPECT_THAT(legal.out, StartsWith("legal\n"));
  const ProgramRun through = Waystone(kThroughTheWall);
  EXPECT_EQ(through.exit_code, 1);
  EXPECT_THAT(through.out,
              StartsWith("illegal\nblocked at sample 1, 1006, 10, -498.5: the shortest walk is "));
  EXPECT_THAT(through.out, HasSubstr(", allowed 4.9 m\n"));
  EXPECT_THAT(through.out, HasSubstr("\nlast good place: 1004.5, 10, -498.5\nthe shortest walk there, "));
  for (const std::string kind : {"slide", "furthest", "last_good"}) {
    EXPECT_THAT(through.out, HasSubstr("\ncorrection, " + kind + ": ")) << kind;
  }
  const Json json = Response(kThroughTheWall);
  EXPECT_EQ(json["verdict"], "MOVE_VERDICT_ILLEGAL");
  EXPECT_EQ(json["violations"][0]["kind"], "MOVE_VIOLATION_KIND_BLOCKED");
  EXPECT_EQ(json["corrections"].size(), 3U);
}

TEST_F(ClientProcess, AMoveIsDrawnWithItsEvidence) {
  const TempFolder folder;
  const std::string picture = folder.File("move.svg");
  std::vector<std::string> command = kThroughTheWall;
  command.insert(command.end(), {"--svg", picture, "--package", packages_->File("yard.waymap")});
  EXPECT_EQ(Waystone(command).exit_code, 1);
  std::ostringstream svg;
  svg << std::ifstream(picture).rdbuf();
  EXPECT_THAT(svg.str(), HasSubstr("clip-path"));
  for (const std::string part : {">illegal move: blocked<", ">shortest walk there<", ">may slide to<",
                                 ">furthest legal place<", ">may go back to<", "<path class=\"legalwalk\""}) {
    EXPECT_THAT(svg.str(), HasSubstr(part));
  }
  command.back() = folder.File("none.waymap");
  EXPECT_EQ(Waystone(command).exit_code, 2);
}

// The second piece is too fast for its own time, and legal with what the first one saved.
TEST_F(ClientProcess, ATrackIsJudgedInPiecesByItsToken) {
  const std::vector<std::string> rules = {"validate", "--map", "yard", "--max-speed", "5", "--return-token"};
  const auto ask = [&](std::vector<std::string> more) {
    more.insert(more.begin(), rules.begin(), rules.end());
    return Waystone(more);
  };
  const ProgramRun first =
      ask({"--from", "1000.5,10,-499.5", "--from-time", "0", "--to", "1000.6,10,-499.5", "--to-time", "0.5"});
  ASSERT_EQ(first.exit_code, 0) << first.out << first.err;
  const std::string mark = "\ntoken: ";
  ASSERT_THAT(first.out, HasSubstr(mark));
  const size_t begin = first.out.find(mark) + mark.size();
  const std::string token = first.out.substr(begin, first.out.size() - begin - 1);
  const std::vector<std::string> second = {"--to", "1002.6,10,-499.5", "--to-time", "0.6", "--token"};
  const auto with = [&](const std::string& text) {
    std::vector<std::string> command = second;
    command.push_back(text);
    return ask(command);
  };
  const ProgramRun legal = with(token);
  EXPECT_EQ(legal.exit_code, 0) << legal.out << legal.err;
  EXPECT_THAT(legal.out, HasSubstr(mark));
  const ProgramRun forged = with("AAAA");
  EXPECT_EQ(forged.exit_code, 2);
  EXPECT_THAT(forged.err, StartsWith("waystone: --token: token: "));
  EXPECT_EQ(ask({"--from", "1000.6,10,-499.5", "--from-time", "0.5", "--to", "1002.6,10,-499.5", "--to-time",
                 "0.6"})
                .exit_code,
            1);
}

TEST_F(ClientProcess, AnEndOffTheMeshIsMeasuredFromTheSurface) {
  const ProgramRun run =
      Waystone({"validate", "--map", "yard", "--from", "1000.5,10,-499.5", "--to", "1000.5,10,-505"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("to_off_mesh at sample 1, 1000.5, 10, -505: "
                                 "the surface is 5 m away, allowed 0.65 m\n"));
}

TEST_F(ClientProcess, ATrackIsReadFromAFileAndJudgedByTheGamesRules) {
  const TempFolder folder;
  const std::string track = folder.File("track.csv");
  std::ofstream(track) << "# x,y,z,t\n1004.5,10,-498.5,0\n1005,10,-498.5,0.1\n1008.5,10,-498.5,0.2\n";
  std::vector<std::string> command = {"validate", "--map", "yard", "--track", track, "--max-speed", "5"};
  const ProgramRun fast = Waystone(command);
  EXPECT_EQ(fast.exit_code, 1);
  EXPECT_THAT(fast.out, HasSubstr("too_fast at sample 2, 1008.5, 10, -498.5: 35 m/s, allowed 5.5 m/s\n"));
  command.insert(command.end(), {"--grant", "blink,0.15,0.15,3"});
  const ProgramRun blink = Waystone(command);
  EXPECT_EQ(blink.exit_code, 0) << blink.out << blink.err;
  EXPECT_THAT(blink.out, StartsWith("legal\nends at 1008.5, 10, -498.5\n"));
  const Json json = WaystoneJson(command);
  EXPECT_EQ(json["request"]["track"]["xyz"][6], 1008.5);
  EXPECT_THAT(json["response"]["checks_made"].dump(), HasSubstr("MOVE_CHECK_SPEED"));
}

TEST_F(ClientProcess, ChecksMayBeSkippedAndTheRuleChosen) {
  std::vector<std::string> command = {"validate", "--map",           "yard", "--from", "1003,10,-496.5",
                                      "--to",     "1008.5,10,-498.5"};
  command.insert(command.end(), {"--skip", "walk"});
  EXPECT_EQ(Response(command)["violations"][0]["kind"], "MOVE_VIOLATION_KIND_UNREACHABLE");
  command.insert(command.end(), {"--rule", "seed", "--skip", "bounds"});
  const Json json = Response(command);
  EXPECT_EQ(json["verdict"], "MOVE_VERDICT_LEGAL");
  EXPECT_EQ(json["rule"], "MOVE_RULE_SEED");
  EXPECT_EQ(json["checks_made"], Json({"MOVE_CHECK_SURFACE", "MOVE_CHECK_REACHABILITY"}));
}

TEST_F(ClientProcess, MapsAreListedAndDescribed) {
  EXPECT_THAT(Waystone({"maps"}).out, StartsWith("yard  navmesh, "));
  const Json json = WaystoneJson({"maps", "--map", "yard"});
  EXPECT_EQ(json["variants"][1]["profile"], "ogre");
  EXPECT_EQ(Waystone({"maps", "--map", "nowhere"}).exit_code, 2);
}

TEST_F(ClientProcess, AnswersAreDrawnOverTheirPackage) {
  const TempFolder folder;
  const auto save = [&](const std::string& name, std::vector<std::string> command) {
    command.emplace_back("--json");
    std::ofstream(folder.File(name)) << Waystone(command).out;
    return folder.File(name);
  };
  const std::string picture = folder.File("yard.svg");
  const ProgramRun run =
      RunProgram({WAYSTONE_PROGRAM, "draw", packages_->File("yard.waymap"), "--route",
                  save("across.json", kAcross), save("into the pocket.json", kIntoPocket), "--places",
                  save("crates.json", {"place", "--map", "yard", "--count", "5"}), "--moves",
                  save("move.json", kThroughTheWall), "-o", picture});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  std::ostringstream svg;
  svg << std::ifstream(picture).rdbuf();
  for (const std::string part : {">across, ", ">into the pocket, ", ", partial</text>",
                                 ">5 placed resources<", ">illegal move: blocked<"}) {
    EXPECT_THAT(svg.str(), HasSubstr(part));
  }
}

TEST_F(ClientProcess, AnEmptyFileHasNoAnswerToDraw) {
  const TempFolder folder;
  std::ofstream(folder.File("empty.json")) << "\n";
  const ProgramRun run = RunProgram({WAYSTONE_PROGRAM, "draw", packages_->File("yard.waymap"), "--route",
                                     folder.File("empty.json"), "-o", folder.File("yard.svg")});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("empty.json: has no answer to draw"));
}

TEST_F(ClientProcess, AStreamOfBatchesIsAnsweredInPlace) {
  const auto client = client::WaystoneClient::Create({.address = server_->address()});
  ASSERT_TRUE(client.ok()) << client.status();
  const auto stream = (*client)->OpenExchange();
  std::vector<std::future<absl::StatusOr<v1::BatchResponse>>> futures;
  for (int i = 0; i < 50; ++i) {
    v1::BatchRequest batch;
    batch.set_map_id("yard");
    for (int k = 0; k < 64; ++k) {
      v1::ValidateMoveRequest& move = *batch.add_items()->mutable_validate_move();
      *move.mutable_from() = client::MakePosition("", {1004.5, 10, -498.5});
      *move.mutable_to() = client::MakePosition("", {k % 2 == 0 ? 1002.5 : 1008.5, 10, -498.5});
      move.mutable_allowances()->set_max_detour_ratio(1);
    }
    futures.push_back(stream->Submit(std::move(batch)));
  }
  for (auto& future : futures) {
    const absl::StatusOr<v1::BatchResponse> answer = future.get();
    ASSERT_TRUE(answer.ok()) << answer.status();
    for (int k = 0; k < answer->results_size(); ++k) {
      const auto expected = k % 2 == 0 ? v1::MOVE_VERDICT_LEGAL : v1::MOVE_VERDICT_ILLEGAL;
      EXPECT_EQ(answer->results(k).validate_move().verdict(), expected);
    }
  }
  EXPECT_TRUE(stream->Close().ok());
}

TEST(ClientReconnect, AClientOutlivesItsServer) {
  const TempFolder packages;
  WriteYard(packages.path());
  auto server = std::make_unique<ServerProcess>(WAYSTONE_SERVER_PROGRAM, packages.path());
  const int port = server->port();
  const auto client =
      client::WaystoneClient::Create({.address = server->address(), .timeout = std::chrono::seconds(60)});
  ASSERT_TRUE(client.ok()) << client.status();
  EXPECT_TRUE((*client)->ListMaps().ok());
  EXPECT_EQ(server->Stop(), 0);
  server = std::make_unique<ServerProcess>(WAYSTONE_SERVER_PROGRAM, packages.path(), port);
  const absl::StatusOr<v1::ListMapsResponse> maps = (*client)->ListMaps();
  ASSERT_TRUE(maps.ok()) << maps.status();
  EXPECT_EQ(maps->maps_size(), 1);
}

}  // namespace
}  // namespace waystone
