// `waystone explore` as a process against waystone-server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/str_cat.h"
#include "tests/e2e/test_world.h"
#include "tests/support/program_run.h"
#include "tests/support/server_process.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

using Json = nlohmann::json;

// One server on the "trail" (test_world.h) for all tests of the suite.
class ExploreProcess : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    packages_ = std::make_unique<TempFolder>();
    WriteTrail(packages_->path());
    WriteHall(packages_->path());
    server_ = std::make_unique<ServerProcess>(WAYSTONE_SERVER_PROGRAM, packages_->path());
  }
  static void TearDownTestSuite() {
    EXPECT_EQ(server_->Stop(), 0);
    server_.reset();
    packages_.reset();
  }

  static ProgramRun Explore(const std::string& from, const std::vector<std::string>& flags = {}) {
    std::vector<std::string> command = {WAYSTONE_PROGRAM, "explore", "--map",    "trail",
                                        "--from",         from,      "--server", server_->address()};
    command.insert(command.end(), flags.begin(), flags.end());
    return RunProgram(command);
  }

  static std::unique_ptr<TempFolder> packages_;
  static std::unique_ptr<ServerProcess> server_;
};
std::unique_ptr<TempFolder> ExploreProcess::packages_;
std::unique_ptr<ServerProcess> ExploreProcess::server_;

TEST_F(ExploreProcess, AWalkIsPrintedForPeopleAndForPrograms) {
  const ProgramRun run = Explore("0.25,0,0.5", {"--sight", "5"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith("complete walk: "));
  EXPECT_THAT(run.out, HasSubstr("\nvisited 100.0 % of 15 key points in reach (15 on the map), 1 loop; no "
                                 "such walk is shorter than "));
  EXPECT_THAT(run.out, HasSubstr("\nseen 100.0 % of the ground\nwalk on trail, "));
  EXPECT_THAT(run.out, HasSubstr("\n  0.25, 0, 0.5\n"));
  EXPECT_THAT(run.out, HasSubstr("\ndrop on trail, 2 m, link 0 (over)\n"));
  EXPECT_THAT(run.out, HasSubstr("\nkey points: 0 "));
  const ProgramRun as_json = Explore("0.25,0,0.5", {"--json", "--walkers", "2"});
  const Json json = Json::parse(as_json.out, nullptr, false);
  ASSERT_TRUE(json.is_object()) << as_json.out;
  EXPECT_EQ(json["kind"], "exploration");
  EXPECT_EQ(json["request"]["exploration"]["walkers"], 2);
  const Json& response = json["response"];
  EXPECT_EQ(response["exploration"]["coverage"], 1.0);
  EXPECT_EQ(response["routes"].size(), 2U);
  const Json& points = response["routes"][0]["points"][0];
  EXPECT_EQ(points["xyz"][0].get<double>(), 0.25);
}

TEST_F(ExploreProcess, FlagsReachTheServer) {
  const ProgramRun run = Explore("0.5,0,0.5", {"--walk-time", "3", "--speed", "2", "--order", "depth_first"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, StartsWith("partial walk: "));
  EXPECT_THAT(run.out, HasSubstr(" m (length_limit): the walk would grow longer than is allowed\n"));
  EXPECT_THAT(Explore("0.5,0,0.5", {"--close-link", "over"}).out, HasSubstr("of 12 key points in reach"));
  EXPECT_THAT(Explore("0.5,0,0.5", {"--coverage", "0.2", "--return"}).out,
              StartsWith("complete walk: 4 m\n"));
  EXPECT_THAT(Explore("2,0,0.5", {"--toward", "1,0", "--coverage", "0"}).out,
              HasSubstr("\n  2, 0, 0.5\n  2.5, 0, 0.5\n"));
  EXPECT_THAT(Explore("2,0,0.5", {"--toward", "-2,1", "--coverage", "0"}).out,
              HasSubstr("\n  2, 0, 0.5\n  1.5, 0, 0.5\n"));
  const ProgramRun far = Explore("0.25,0,0.5", {"--max-join", "0.125"});
  EXPECT_EQ(far.exit_code, 1);
  EXPECT_THAT(far.out, StartsWith("no walk: limit_reached (length_limit): no key point is within 0.125 m"));
  const Json json = Json::parse(Explore("0.5,0,0.5", {"--json"}).out, nullptr, false);
  const std::string generation = json["response"]["maps"][0]["generation"];
  EXPECT_THAT(
      Explore("6.5,0,0.5", {"--visited", "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14", "--generation", generation})
          .out,
      StartsWith("complete walk: 0 m\n"));
}

TEST_F(ExploreProcess, NothingIsSaidOfAWalkThatIsNotReturned) {
  const ProgramRun run = Explore("0.5,0,0.5", {"--max-length", "4", "--complete-only", "--sight", "5"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, StartsWith("no walk: limit_reached (length_limit)"));
  EXPECT_THAT(run.out, HasSubstr("\n15 key points in reach (15 on the map), 1 loop\n"));
  EXPECT_THAT(run.out, ::testing::Not(HasSubstr("visited")));
  EXPECT_THAT(run.out, ::testing::Not(HasSubstr("seen")));
}

TEST_F(ExploreProcess, WhatCannotBeNamesItsFlag) {
  const auto expect = [](const std::vector<std::string>& flags, const std::string& begin) {
    const ProgramRun run = Explore("0.5,0,0.5", flags);
    EXPECT_EQ(run.exit_code, 2) << begin;
    EXPECT_THAT(run.err, StartsWith(StrCat("waystone: ", begin)));
  };
  expect({"--order", "widest"},
         "--order: must be one of breadth_first, depth_first, pocket_first, shortest;");
  expect({"--toward", "0,0"}, "--toward: ");
  expect({"--visited", "1;2", "--generation", "abc"}, "--visited: ");
  expect({"--visited", "1"}, "--visited: needs --generation");
  expect({"--walk-time", "5"}, "--walk-time: needs --speed");
  expect({"--speed", "2"}, "--speed: needs --walk-time");
  expect({"--svg", "x.svg"}, "--svg: needs --package");
  expect({"--coverage", "1.5"}, "--coverage");
}

TEST_F(ExploreProcess, DrawsTheWalkOverTheSkeleton) {
  const std::string picture = packages_->File("walk.svg");
  const ProgramRun run =
      Explore("0.5,0,0.5", {"--svg", picture, "--package", packages_->path() + "/trail.waymap"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  std::stringstream svg;
  svg << std::ifstream(picture).rdbuf();
  EXPECT_THAT(svg.str(), HasSubstr("class=\"keypoint\""));
  EXPECT_THAT(svg.str(), HasSubstr("class=\"walk\""));
  EXPECT_THAT(svg.str(), HasSubstr("15 key points"));
  const ProgramRun other =
      Explore("0.5,0,0.5", {"--svg", picture, "--package", packages_->path() + "/hall.waymap"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("which is not what the answer came from"));
}

}  // namespace
}  // namespace waystone
