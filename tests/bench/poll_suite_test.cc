#include "bench/polls/poll_suite.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "bench/polls/poll_clock.h"
#include "tests/bake/world/drawn_world.h"
#include "tests/bench/bench_package.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

TEST(PollClock, KeepsAGapForEachLookAndOneForTheEnd) {
  const Deadline deadline = PollClock::Start(std::chrono::hours(1), PollClock::Cut::kDeadline);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(deadline.Expired());
  const std::vector<PollGap> gaps = PollClock::Stop();
  ASSERT_EQ(gaps.size(), 4U);
  EXPECT_EQ(gaps.front().after, 0U) << "begins with the request";
  EXPECT_NE(gaps.front().before, 0U);
  EXPECT_EQ(gaps[1].after, gaps[0].before);
  EXPECT_EQ(gaps.back().before, 0U) << "ends with the request";
}

TEST(PollClock, CutsARequestShortByItsDeadlineOrByCancellingIt) {
  EXPECT_TRUE(PollClock::Start(std::chrono::nanoseconds(0), PollClock::Cut::kDeadline).Expired());
  const Deadline cancelled = PollClock::Start(std::chrono::nanoseconds(0), PollClock::Cut::kCancel);
  EXPECT_FALSE(cancelled.Expired());
  EXPECT_TRUE(cancelled.Cancelled()) << "seen from the next look on";
  EXPECT_TRUE(cancelled.Expired());
}

TEST(PollSuite, PrintsALineForEachKindOfRequest) {
  const TempFolder folder;
  WriteBenchPackage(folder.File("f.waymap"), "..........\n.#......#.\n..........\n..........\n");
  absl::Status status;
  const std::vector<nlohmann::json> lines = LinesOf(
      [&] {
        return RunPollSuite({.package_path = folder.File("f.waymap"), .scale = 1, .timeout_s = 1},
                            BenchLines(true));
      },
      status);
  EXPECT_TRUE(status.ok()) << status;
  std::set<std::string> measured;
  for (const nlohmann::json& line : lines) {
    if (line.contains("not_served")) continue;
    EXPECT_TRUE(measured.insert(line["case"]).second) << line;
    EXPECT_GT(line["max_gap_ms"], 0.0) << line;
    EXPECT_GE(line["max_gap_ms"], line["p99_gap_ms"]) << line;
    EXPECT_GE(line["cpu_ms"], line["max_gap_ms"]) << line;
  }
  for (const char* name : {"route", "route_by_any_angle", "route_goals", "distances_square", "place_scatter",
                           "place_audit", "move_far_exact", "prepare_changes"}) {
    EXPECT_TRUE(measured.contains(name)) << name;
  }
}

TEST(PollSuite, AsksForRoutesAndDistancesOverTheMapsOfAWorld) {
  const DrawnWorld world(ThreeRooms());
  absl::Status status;
  const std::vector<nlohmann::json> lines = LinesOf(
      [&] {
        return RunPollSuite({.package_path = world.folder(), .scale = 1, .timeout_s = 1}, BenchLines(true));
      },
      status);
  EXPECT_TRUE(status.ok()) << status;
  std::set<std::string> measured;
  for (const nlohmann::json& line : lines) {
    if (!line.contains("not_served")) measured.insert(line["case"]);
  }
  for (const char* name : {"world_route", "world_route_teleporting", "world_route_goals",
                           "world_route_closed_in", "world_distances_square"}) {
    EXPECT_TRUE(measured.contains(name)) << name;
  }
}

TEST(PollSuite, AFolderWithoutAWorldIsNotMeasured) {
  const TempFolder folder;
  absl::Status status;
  LinesOf([&] { return RunPollSuite({.package_path = folder.path()}, BenchLines(true)); }, status);
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound) << status;
}

TEST(PollSuite, FailsIfAGapIsTooLong) {
  const TempFolder folder;
  WriteBenchPackage(folder.File("f.waymap"), "....\n");
  absl::Status status;
  LinesOf(
      [&] {
        return RunPollSuite(
            {.package_path = folder.File("f.waymap"), .scale = 1, .max_gap_ms = 1e-6, .only = "route_via"},
            BenchLines(true));
      },
      status);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << status;
}

}  // namespace
}  // namespace waystone
