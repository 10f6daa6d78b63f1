#include "bench/validate/cheat_runs.h"

#include <algorithm>

#include "core/base/status_macros.h"

namespace waystone {
namespace {

// The samples that a cheater sends.
class CheatStream {
 public:
  explicit CheatStream(const CheatPlan& plan) : plan_(plan), client_(plan.new_client()), held_(plan.start) {}

  LiveSample First() const { return At(plan_.start); }
  double time_s() const { return static_cast<double>(count_) / plan_.hz; }
  uint32_t count() const { return count_; }

  LiveSample Next() {
    ++count_;
    held_ = client_({held_, time_s(), 1 / plan_.hz});
    return At(held_);
  }
  // The server has put the agent there, now.
  LiveSample Hold(const Vec3& at) {
    held_ = at;
    return At(held_);
  }

 private:
  LiveSample At(const Vec3& at) const {
    LiveSample sample{at, kTrackBegin_s + plan_.clock_rate * time_s(), std::nullopt};
    if (plan_.clock_rate != 1) sample.received_s = kTrackBegin_s + time_s();
    return sample;
  }

  const CheatPlan& plan_;
  CheatClient client_;
  Vec3 held_;
  uint32_t count_ = 0;
};

bool IsLegal(const MoveAnswer& answer) { return answer.verdict == MoveVerdict::kLegal; }

const MoveCorrection* CorrectionOf(const MoveAnswer& answer, MoveCorrection::Kind kind) {
  for (const MoveCorrection& correction : answer.corrections) {
    if (correction.kind == kind) return &correction;
  }
  return nullptr;
}

// Notes how far a place is beyond what can be walked by then. The walk is bounded by the walk to the place before
// and on from there; only if that is too long, the exact search measures it from the start.
class GainMeter {
 public:
  GainMeter(const CheatPlan& plan, const ExactWalks& exact)
      : plan_(plan), exact_(exact), start_(exact.PlaceAt(plan.start)), last_(start_) {}

  void Note(const NavLocation& stands, double time_s, const LiveSample& sample, CorrectedRun& run) {
    if (!start_) return;
    const double budget_m = plan_.max_speed_mps * kTolerance * (time_s + kCredit_s);
    walk_m_ += exact_.Length_m(*last_, stands, std::max(0.0, budget_m - walk_m_));
    if (walk_m_ > budget_m) walk_m_ = exact_.LeastLength_m(*start_, stands, kNoGain_m, budget_m + kNoGain_m);
    if (walk_m_ > budget_m + kNoGain_m) {
      walk_m_ = exact_.LeastLength_m(*start_, stands, kNoGain_m, kFarthest_m);
      if (run.gained++ == 0) run.worst = sample;
    }
    run.gain_m = std::max(run.gain_m, std::min(walk_m_ - budget_m, kUnreachable_m));
    last_ = stands;
  }

 private:
  static constexpr double kFarthest_m = 1000;  // a longer walk counts as none

  const CheatPlan& plan_;
  const ExactWalks& exact_;
  const std::optional<NavLocation> start_;
  std::optional<NavLocation> last_;
  double walk_m_ = 0;  // the walk to `last_` is no longer
};

}  // namespace

absl::StatusOr<CheatFound> RunUntilFound(const CheatPlan& plan, Scratch& scratch) {
  CheatStream stream(plan);
  LiveJudge judge(*plan.map, plan.max_speed_mps, scratch);
  WS_ASSIGN_OR_RETURN(MoveAnswer answer, judge.Begin(stream.First()));
  while (IsLegal(answer) && stream.time_s() < plan.due_s - 1e-9) {
    WS_ASSIGN_OR_RETURN(answer, judge.Step(stream.Next()));
  }
  return CheatFound{!IsLegal(answer), stream.count(), stream.time_s(), answer.violation};
}

absl::StatusOr<CorrectedRun> RunCorrected(const CheatPlan& plan, MoveCorrection::Kind kind,
                                          const ExactWalks& exact, Scratch& scratch) {
  CorrectedRun run;
  CheatStream stream(plan);
  LiveJudge judge(*plan.map, plan.max_speed_mps, scratch);
  GainMeter meter(plan, exact);
  WS_ASSIGN_OR_RETURN(MoveAnswer answer, judge.Begin(stream.First()));
  if (!IsLegal(answer)) return run;
  Vec3 good = plan.start;  // where it stood last
  while (stream.time_s() < std::max(plan.duration_s, kLeastCorrected_s)) {
    LiveSample sample = stream.Next();
    ++run.samples;
    WS_ASSIGN_OR_RETURN(answer, judge.Step(sample, {kind, MoveCorrection::Kind::kLastGood}));
    if (!IsLegal(answer)) {
      ++run.corrections;
      const MoveCorrection* correction = CorrectionOf(answer, kind);
      if (correction == nullptr) correction = CorrectionOf(answer, MoveCorrection::Kind::kLastGood);
      if (correction != nullptr) judge.PutAt(*correction);
      sample = stream.Hold(correction != nullptr ? correction->at : good);
      WS_ASSIGN_OR_RETURN(answer, judge.Step(sample));
      if (!IsLegal(answer)) {
        if (run.refused++ == 0) {
          run.first_refused = sample;
          run.refusal = answer.violation;
        }
        stream.Hold(good);
        continue;
      }
    }
    if (!answer.state.place) continue;  // in the air
    good = answer.state.place->point + plan.map->manifest->origin;
    meter.Note(*answer.state.place, stream.time_s(), sample, run);
  }
  return run;
}

}  // namespace waystone
