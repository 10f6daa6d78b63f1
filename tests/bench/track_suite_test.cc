#include "bench/validate/track_suite.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bench/validate/cheat_clients.h"
#include "bench/validate/cheat_plans.h"
#include "bench/validate/cheat_runs.h"
#include "bench/validate/honest_walks.h"
#include "bench/validate/live_judge.h"
#include "bench/validate/track_samples.h"
#include "tests/bench/bench_package.h"
#include "tests/core/move/move_scene.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

// Two storeys: below, corridors of 1 m that lead to and fro, with walls of 1 m between; above, the first of
// them again. A ladder leads up, and one-way drops lead down.
class TwoStoreys {
 public:
  TwoStoreys() : scene_({drawing_, above_}) {
    scene_.AddLink(LinkKind::kLadder, {0.5, 0, 0.5}, {1.5, 4.5, 0.5}, {"ladder"}, true);
    for (const double x : {40.0, 50.0, 60.0}) {
      scene_.AddLink(LinkKind::kDrop, {x, 4.5, 0.9}, {x + 1, 0, 0.5}, {"drop"});
    }
    view_ = scene_.View({"ladder", "drop"});
    bare_ = view_;
    bare_.abilities = 0;
    zones_ = std::make_shared<const OwnedZones>(ComputeZones(*view_.navmesh, scene_.links(), 0, {}));
    bare_.zones = &zones_->view();
  }
  const MapView& view() const { return view_; }
  const MapView& bare() const { return bare_; }

 private:
  static constexpr size_t kLength = 80;
  static std::string Corridors() {
    std::string drawing;
    for (int row = 0; row < 11; ++row) {
      std::string line(kLength, row % 2 == 0 ? '.' : '#');
      if (row % 2 == 1) line[row % 4 == 1 ? 0 : kLength - 1] = '.';
      drawing += line + "\n";
    }
    return drawing;
  }

  const std::string drawing_ = Corridors();
  const std::string above_ = std::string(kLength, '.') + "\n";
  MoveScene scene_;
  std::shared_ptr<const OwnedZones> zones_;
  MapView view_;
  MapView bare_;
};

// With corners, a jump up, a drop and a ladder.
WalkedRoute RouteWithLinks() {
  WalkedRoute route;
  route.points = {{0, 0, 0},    {20, 0, 0},  {20, 0, 15}, {23, 0.5, 15}, {30, 0.5, 15},
                  {31, -4, 15}, {31, -4, 2}, {31, 0, 2},  {10, 0, 2}};
  route.parts.resize(route.points.size() - 1);
  route.parts[2] = {true, LinkKind::kJump};
  route.parts[4] = {true, LinkKind::kDrop};
  route.parts[6] = {true, LinkKind::kLadder};
  return route;
}

TimedWalk WalkOf(const WalkedRoute& route, uint64_t seed, const WalkStyle& style = {}) {
  Random random(seed);
  return {route, style, 600, random};
}

TEST(TimedWalk, IsNeverFasterThanAllowed) {
  const WalkStyle style{.max_speed_mps = 4, .hops_per_s = 0.5};
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const TimedWalk walk = WalkOf(RouteWithLinks(), seed, style);
    for (double s = 0; s < walk.duration_s(); s += 0.0103) {
      const double moved_m = PlaneDistance(walk.At(s), walk.At(s + 0.0103));
      ASSERT_LE(moved_m, 4 * 0.0103 + 1e-9) << "after " << s << " s, seed " << seed;
    }
  }
}

TEST(TimedWalk, LeadsFromTheStartToTheEnd) {
  const WalkedRoute route = RouteWithLinks();
  const TimedWalk walk = WalkOf(route, 3);
  EXPECT_LT(Distance(walk.At(0), route.points.front()), 1e-9);
  EXPECT_LT(Distance(walk.At(walk.duration_s()), route.points.back()), 1e-6);
  EXPECT_GT(walk.duration_s(), route.Length_m() / 5);
}

TEST(TimedWalk, HopsAndJumpsAreNoHigherThanAllowed) {
  WalkedRoute level;
  level.points = {{0, 0, 0}, {300, 0, 0}};
  level.parts.resize(1);
  const TimedWalk walk = WalkOf(level, 5, {.hops_per_s = 1});
  double highest_m = 0;
  for (double s = 0; s < walk.duration_s(); s += 0.01) highest_m = std::max(highest_m, walk.At(s).y);
  EXPECT_GT(highest_m, 0.5);
  EXPECT_LE(highest_m, 1.2 + 1e-6);
}

TEST(TimedWalk, FallsNoFasterThanGravity) {
  const TimedWalk walk = WalkOf(RouteWithLinks(), 2, {.pauses_per_m = 0, .hops_per_s = 0});
  double fastest_mps = 0;
  for (double s = 0; s < walk.duration_s(); s += 0.01) {
    fastest_mps = std::max(fastest_mps, (walk.At(s).y - walk.At(s + 0.01).y) / 0.01);
  }
  EXPECT_NEAR(fastest_mps, std::sqrt(2 * kGravity_mps2 * 4.5), 0.2);
}

TEST(TimedWalk, TheSameSeedGivesTheSameWalk) {
  const TimedWalk first = WalkOf(RouteWithLinks(), 7);
  const TimedWalk second = WalkOf(RouteWithLinks(), 7);
  ASSERT_EQ(first.duration_s(), second.duration_s());
  for (double s = 0; s < first.duration_s(); s += 0.1) ASSERT_EQ(first.At(s), second.At(s));
}

TEST(TrackSamples, CleanTracksHaveASampleEachPeriodAndOneAtTheEnd) {
  const TimedWalk walk = WalkOf(RouteWithLinks(), 1);
  const TrackSamples track = CleanSamples(walk, 10);
  ASSERT_EQ(track.size(), static_cast<size_t>(std::ceil(walk.duration_s() * 10)) + 1);
  EXPECT_DOUBLE_EQ(track.time_s[10] - track.time_s[0], 1);
  EXPECT_EQ(track.at.back(), walk.At(walk.duration_s()));
}

TEST(TrackSamples, NoiseStaysWithinItsBounds) {
  const TimedWalk walk = WalkOf(RouteWithLinks(), 1);
  const size_t clean = CleanSamples(walk, 60).size();
  bool was_lost = false;
  bool went_back = false;
  bool was_silent = false;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const TrackSamples track = NoisySamples(walk, 60, random);
    EXPECT_GT(track.size(), clean * 7 / 10);
    EXPECT_LE(track.size(), clean);
    was_lost = was_lost || track.size() < clean;
    for (size_t i = 1; i < track.size(); ++i) {
      went_back = went_back || track.time_s[i] < track.time_s[i - 1];
      if (track.received_s.empty()) continue;
      EXPECT_GE(track.received_s[i], track.received_s[i - 1]);
      EXPECT_GE(track.received_s[i], track.time_s[i]);
      was_silent = was_silent || track.received_s[i] - track.received_s[i - 1] > 0.5;
    }
  }
  EXPECT_TRUE(was_lost);
  EXPECT_TRUE(went_back);
  EXPECT_TRUE(was_silent);
}

TEST(RunClient, BreaksThePlainBudgetWhenItSays) {
  EXPECT_LT(BudgetBreach_s({5, 1.05}, 10, 0, 60), 0);
  EXPECT_NEAR(BudgetBreach_s({5, 1.25}, 10, 0, 60), 1.9, 1e-9);  // 0.15 x 1.9 > 1.1 x 0.25
  EXPECT_NEAR(BudgetBreach_s({5, 5}, 10, 0, 60), 0.1, 1e-9);
}

TEST(HonestWalks, AreLegalOnADrawnMap) {
  const TwoStoreys map;
  Scratch scratch;
  HonestWalks walks(map.view(), 1, 30, scratch);
  for (int i = 0; i < 5; ++i) {
    const auto walk = walks.DrawRoutes();
    ASSERT_TRUE(walk);
    for (const double hz : {1.0, 5.0, 20.0, 60.0}) {
      const auto verdict =
          JudgeTrack(map.view(), CleanSamples(walk->walk, hz), walk->style.max_speed_mps, scratch);
      ASSERT_TRUE(verdict.ok()) << verdict.status();
      EXPECT_TRUE(verdict->illegal.empty())
          << "walk " << i << " at " << hz << " Hz, sample " << verdict->illegal[0].sample << ": violation "
          << static_cast<int>(verdict->illegal[0].violation.kind);
    }
  }
}

TEST(CheatRuns, EachKindIsFoundAndGainsNothingWhenCorrected) {
  const TwoStoreys map;
  Scratch scratch;
  CheatPlans plans(map.view(), map.bare(), 1, scratch);
  for (const std::string_view kind : kCheatKinds) {
    for (int i = 0; i < 3; ++i) {
      const auto plan = plans.Draw(kind);
      ASSERT_TRUE(plan) << kind;
      const auto found = RunUntilFound(*plan, scratch);
      ASSERT_TRUE(found.ok()) << found.status();
      EXPECT_TRUE(found->is_found) << kind;
      for (const auto correction : {MoveCorrection::Kind::kFurthest, MoveCorrection::Kind::kSlide}) {
        const auto run = RunCorrected(*plan, correction, plans.ExactOf(*plan), scratch);
        ASSERT_TRUE(run.ok()) << run.status();
        EXPECT_EQ(run->gained, 0U) << kind << " gains " << run->gain_m;
      }
    }
  }
}

TEST(TrackSuite, PrintsTheSumsForEveryRateAndKindOfCheat) {
  const TempFolder folder;
  WriteBenchPackage(folder.File("f.waymap"),
                    "....................\n.##################.\n....................\n.##################.\n"
                    "....................\n");
  absl::Status status;
  TrackSuiteOptions options{.walks = 2, .walk_s = 10, .cheats = 2, .oracle = 200};
  options.scenes.package_path = folder.File("f.waymap");
  const std::vector<nlohmann::json> lines =
      LinesOf([&] { return RunTrackSuite(options, BenchLines(true)); }, status);
  EXPECT_TRUE(status.ok()) << status;
  std::set<std::pair<double, std::string>> rates;
  std::set<std::string> kinds;
  for (const nlohmann::json& line : lines) {
    if (line.contains("scene") || line.contains("rate")) continue;
    if (line.contains("honest")) {
      rates.emplace(line["hz"].get<double>(), line["noise"].get<std::string>());
      EXPECT_GT(line["samples"], 0U) << line;
    }
    if (line.contains("cheat")) {
      kinds.insert(line["cheat"].get<std::string>());
      EXPECT_EQ(line["detected"], line["tried"]) << line;
    }
  }
  EXPECT_EQ(rates.size(), 12U);
  for (const char* kind : {"wall", "teleport", "hover", "speed_1.25", "burst_2", "forged_time"}) {
    EXPECT_TRUE(kinds.contains(kind)) << kind;
  }
  EXPECT_TRUE(lines.back()["passed"]) << lines.back();
}

TEST(TrackSuite, FailsWithoutData) {
  TrackSuiteOptions options;
  options.scenes.data_path = "no/such/folder";
  EXPECT_EQ(RunTrackSuite(options, BenchLines(true)).code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace waystone
