#include "bench/validate/track_suite.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "bench/stopwatch.h"
#include "bench/validate/cheat_plans.h"
#include "bench/validate/cheat_runs.h"
#include "bench/validate/honest_walks.h"
#include "bench/validate/live_judge.h"
#include "bench/validate/step_oracle.h"
#include "bench/validate/track_tally.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/loaded_map.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

constexpr uint32_t kToldPerKind = 5;  // findings on standard error, of each kind and scene
constexpr double kExplorationRate_hz = 10;
constexpr double kLongestExploration_s = 600;
constexpr double kStepRate_hz = 10;  // of single steps whose cost is measured

std::string TextOf(const Vec3& at) { return StrCat("(", at.x, ", ", at.y, ", ", at.z, ")"); }

// The name of a violation's number, as in move_query.h.
constexpr const char* kKinds[] = {
    "none",    "out_of_bounds", "too_fast", "from_off_mesh", "to_off_mesh", "wrong_floor",    "unreachable",
    "blocked", "step",          "drop",     "collision",     "too_high",    "too_long_in_air"};

std::string TextOf(const MoveViolation& violation) {
  return StrCat(kKinds[static_cast<size_t>(violation.kind)], ", measured ", violation.measured, ", allowed ",
                violation.allowed, ", at ", TextOf(violation.at));
}

// All that is run on one map.
class SceneRun {
 public:
  SceneRun(const TrackScene& scene, const TrackSuiteOptions& options, Scratch& scratch, TrackTally& tally)
      : scene_(scene), options_(options), scratch_(scratch), tally_(tally) {}

  absl::Status Run(const BenchLines& lines) {
    WS_ASSIGN_OR_RETURN(map_, LoadedMap::Load(scene_.package_path));
    const std::vector<std::string> abilities = map_->manifest().link_abilities;
    WS_ASSIGN_OR_RETURN(view_, map_->View(options_.agent, abilities));
    WS_ASSIGN_OR_RETURN(bare_, map_->View(options_.agent, {}));
    if (view_.navmesh->poly_count() == 0) return absl::OkStatus();
    WS_RETURN_IF_ERROR(RunHonest());
    WS_RETURN_IF_ERROR(RunCheats());
    WS_RETURN_IF_ERROR(CompareSteps(view_, options_.seed, steps_, scratch_, tally_.oracle,
                                    [this](const std::string& what) { Tell("oracle", what); }));
    Print(lines);
    return absl::OkStatus();
  }

  // [steps] compared with the exact search here.
  void SetOracleSteps(uint64_t steps) { steps_ = steps; }

 private:
  absl::Status RunHonest() {
    HonestWalks walks(view_, options_.seed, options_.walk_s, scratch_);
    for (uint32_t i = 0; i < options_.walks; ++i) {
      const auto walk = walks.DrawRoutes();
      if (!walk) break;
      Random noise(options_.seed * 1'000'003 + i);
      for (const double hz : kTrackRates_hz) {
        WS_RETURN_IF_ERROR(Judge(*walk, {false, hz}, CleanSamples(walk->walk, hz), i));
        WS_RETURN_IF_ERROR(Judge(*walk, {true, hz}, NoisySamples(walk->walk, hz, noise), i));
      }
      WS_RETURN_IF_ERROR(TimeSteps(*walk));
    }
    HonestWalks explorers(view_, options_.seed + 1, kLongestExploration_s, scratch_);
    const auto exploration = explorers.DrawExploration();
    if (!exploration) return absl::OkStatus();
    const TrackSamples track = CleanSamples(exploration->walk, kExplorationRate_hz);
    WS_ASSIGN_OR_RETURN(const TrackVerdict verdict,
                        JudgeTrack(view_, track, exploration->style.max_speed_mps, scratch_));
    TellFalse("exploration", track, verdict, exploration->style.max_speed_mps);
    explorations_.Add({track.size(), verdict.illegal.size()});
    tally_.explorations.Add({track.size(), verdict.illegal.size()});
    return absl::OkStatus();
  }

  absl::Status Judge(const HonestWalk& walk, const TrackTally::Rate& rate, const TrackSamples& track,
                     uint32_t number) {
    const double speed_mps = walk.style.max_speed_mps;
    WS_ASSIGN_OR_RETURN(const TrackVerdict verdict, JudgeTrack(view_, track, speed_mps, scratch_));
    const HonestCount count{track.size(), verdict.illegal.size()};
    tally_.honest[rate].Add(count);
    honest_[rate.first].Add(count);
    TellFalse(StrCat(rate.first ? "noisy" : "clean", " walk ", number, " at ", rate.second, " Hz"), track,
              verdict, speed_mps);
    if (verdict.illegal.empty()) {
      tally_.legal_us += verdict.cpu_us;
      tally_.legal_samples += track.size();
    }
    return absl::OkStatus();
  }

  // Measures single steps.
  absl::Status TimeSteps(const HonestWalk& walk) {
    const TrackSamples track = CleanSamples(walk.walk, kStepRate_hz);
    LiveJudge judge(view_, walk.style.max_speed_mps, scratch_);
    WS_RETURN_IF_ERROR(judge.Begin({track.at[0], track.time_s[0], {}}).status());
    for (size_t i = 1; i < track.size(); ++i) {
      absl::StatusOr<MoveAnswer> answer;
      const double us = CpuMicrosecondsOf([&] { answer = judge.Step({track.at[i], track.time_s[i], {}}); });
      WS_RETURN_IF_ERROR(answer.status());
      if (answer->verdict == MoveVerdict::kLegal) tally_.step_us.push_back(us);
    }
    return absl::OkStatus();
  }

  absl::Status RunCheats() {
    CheatPlans plans(view_, bare_, options_.seed, scratch_);
    for (const std::string_view kind : kCheatKinds) {
      for (uint32_t i = 0; i < options_.cheats; ++i) {
        const auto plan = plans.Draw(kind);
        if (!plan) break;
        WS_RETURN_IF_ERROR(RunCheat(*plan, plans.ExactOf(*plan)));
      }
    }
    return absl::OkStatus();
  }

  absl::Status RunCheat(const CheatPlan& plan, const ExactWalks& exact) {
    WS_ASSIGN_OR_RETURN(const CheatFound found, RunUntilFound(plan, scratch_));
    if (found.is_found && plan.kind == "speed_1.25" && !view_.surface->IsGraph()) {
      tally_.quarter_faster_s.push_back(found.seconds);
    }
    if (!found.is_found) Tell(plan.kind, StrCat("missed: ", Describe(plan)));
    using Kind = MoveCorrection::Kind;
    WS_ASSIGN_OR_RETURN(const CorrectedRun furthest, RunCorrected(plan, Kind::kFurthest, exact, scratch_));
    WS_ASSIGN_OR_RETURN(const CorrectedRun slide, RunCorrected(plan, Kind::kSlide, exact, scratch_));
    TellGain("furthest", plan, furthest);
    TellGain("slide", plan, slide);
    for (CheatCount* count :
         {&tally_.cheats[plan.kind], &tally_.cheats_by_rate[{plan.kind, plan.hz}], &cheats_[plan.kind]}) {
      ++count->tried;
      if (found.is_found) {
        ++count->detected;
        count->samples.push_back(found.samples);
        count->seconds.push_back(found.seconds);
      }
      AddRun(furthest, count->furthest);
      AddRun(slide, count->slide);
    }
    return absl::OkStatus();
  }

  static void AddRun(const CorrectedRun& run, CheatCount::Corrected& sum) {
    sum.samples += run.samples;
    sum.gained += run.gained;
    sum.corrections += run.corrections;
    sum.refused += run.refused;
    sum.max_gain_m = std::max(sum.max_gain_m, run.gain_m);
  }

  static std::string Describe(const CheatPlan& plan) {
    const CheatClient client = plan.new_client();
    const Vec3 first = client({plan.start, 1 / plan.hz, 1 / plan.hz});
    return StrCat("from ", TextOf(plan.start), ", first claim ", TextOf(first), ", ", plan.hz,
                  " Hz, greatest speed ", plan.max_speed_mps, " m/s, due after ", plan.due_s, " s");
  }

  void TellGain(const char* correction, const CheatPlan& plan, const CorrectedRun& run) {
    if (run.gained > 0) {
      Tell(StrCat(plan.kind, " ", correction),
           StrCat("gains ", run.gain_m, " m, first at sample ", TextOf(run.worst.at), " after ",
                  run.worst.time_s - kTrackBegin_s, " s: ", Describe(plan)));
    }
    if (run.refused > 0) {
      Tell(StrCat(plan.kind, " ", correction),
           StrCat(run.refused, " of ", run.corrections, " corrections are illegal, first ",
                  TextOf(run.first_refused.at), " after ", run.first_refused.time_s - kTrackBegin_s,
                  " s: ", TextOf(run.refusal), ": ", Describe(plan)));
    }
  }

  void TellFalse(const std::string& what, const TrackSamples& track, const TrackVerdict& verdict,
                 double speed_mps) {
    for (const FalsePositive& wrong : verdict.illegal) {
      std::string text = StrCat("illegal at sample ", wrong.sample, ": ", TextOf(wrong.violation), "; ",
                                speed_mps, " m/s; samples");
      const size_t first = wrong.sample < 3 ? 0 : wrong.sample - 3;
      for (size_t i = first; i < std::min(wrong.sample + 2, track.size()); ++i) {
        StrAppend(text, " ", i, " ", TextOf(track.at[i]), " at ", track.time_s[i] - kTrackBegin_s);
        if (!track.received_s.empty()) StrAppend(text, " received ", track.received_s[i] - kTrackBegin_s);
        if (!track.states.empty()) StrAppend(text, " state ", static_cast<int>(track.states[i]));
      }
      Tell(what, text);
    }
  }

  // A finding, unless there were enough of its kind.
  void Tell(const std::string& kind, const std::string& what) {
    if (++told_[kind] > kToldPerKind) return;
    std::fprintf(stderr, "%s: %s: %s\n", scene_.name.c_str(), kind.c_str(), what.c_str());
  }

  void Print(const BenchLines& lines) const {
    for (const bool is_noisy : {false, true}) {
      lines.Print({{"scene", scene_.name},
                   {"honest", true},
                   {"noise", is_noisy ? "noisy" : "none"},
                   {"samples", honest_[is_noisy].samples},
                   {"false_positives", honest_[is_noisy].false_positives}});
    }
    if (explorations_.samples > 0) {
      lines.Print({{"scene", scene_.name},
                   {"exploration", true},
                   {"samples", explorations_.samples},
                   {"false_positives", explorations_.false_positives}});
    }
    for (const auto& [kind, count] : cheats_) {
      Json row = Json::object();
      row["scene"] = scene_.name;
      row.update(CheatRow(kind, count));
      lines.Print(row);
    }
  }

  const TrackScene& scene_;
  const TrackSuiteOptions& options_;
  Scratch& scratch_;
  TrackTally& tally_;
  std::shared_ptr<const LoadedMap> map_;
  MapView view_;
  MapView bare_;
  uint64_t steps_ = 0;
  HonestCount honest_[2];  // [noisy]
  HonestCount explorations_;
  std::map<std::string, CheatCount> cheats_;
  std::map<std::string, uint32_t> told_;
};

Json LegalCost(const TrackTally& tally) {
  const double samples = static_cast<double>(tally.legal_samples);
  return {{"mean", samples > 0 ? Json(tally.legal_us / samples) : Json()},
          {"p99", tally.step_us.empty() ? Json() : Json(Percentile(tally.step_us, 0.99))},
          {"samples", tally.legal_samples},
          {"steps", tally.step_us.size()},
          {"step_mean", tally.step_us.empty() ? Json() : Json(Mean(tally.step_us))}};
}

void PrintSums(const TrackTally& tally, const BenchLines& lines) {
  for (const auto& [rate, count] : tally.cheats_by_rate) {
    Json row = Json::object();
    row["rate"] = true;
    row["hz"] = rate.second;
    row.update(CheatRow(rate.first, count));
    lines.Print(row);
  }
  lines.Print({{"explorations", true},
               {"samples", tally.explorations.samples},
               {"false_positives", tally.explorations.false_positives}});
  for (const auto& [rate, count] : tally.honest) lines.Print(HonestRow(rate, count));
  for (const std::string_view kind : kCheatKinds) {
    const auto found = tally.cheats.find(std::string(kind));
    if (found != tally.cheats.end()) lines.Print(CheatRow(found->first, found->second));
  }
  if (tally.oracle.steps > 0) {
    lines.Print({{"oracle",
                  {{"steps", tally.oracle.steps},
                   {"undecided", tally.oracle.undecided},
                   {"legal", tally.oracle.legal},
                   {"wrongly_legal", tally.oracle.wrongly_legal},
                   {"wrongly_illegal", tally.oracle.wrongly_illegal}}}});
  }
  lines.Print({{"legal_us", LegalCost(tally)}});
}

}  // namespace

absl::Status RunTrackSuite(const TrackSuiteOptions& options, const BenchLines& lines) {
  WS_ASSIGN_OR_RETURN(const TrackScenes scenes, TrackScenes::Open(options.scenes));
  TrackTally tally;
  Scratch scratch;
  const uint64_t count = scenes.scenes().size();
  for (uint64_t i = 0; i < count; ++i) {
    const TrackScene& scene = scenes.scenes()[i];
    std::fprintf(stderr, "tracks: %s (%llu of %llu)\n", scene.name.c_str(),
                 static_cast<unsigned long long>(i + 1), static_cast<unsigned long long>(count));
    SceneRun run(scene, options, scratch, tally);
    run.SetOracleSteps(options.oracle * (i + 1) / count - options.oracle * i / count);
    WS_RETURN_IF_ERROR(run.Run(lines));
  }
  PrintSums(tally, lines);
  const std::vector<std::string> missing = ShortOf(tally);
  lines.Print({{"scenes", count}, {"passed", missing.empty()}, {"short_of", missing}});
  if (missing.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(StrCat("short of the bar: ", missing.front()));
}

}  // namespace waystone
