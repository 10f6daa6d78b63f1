// Runs a cheat against the judge: when it is found, and how far it gets if the server corrects it.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "absl/status/statusor.h"
#include "bench/validate/cheat_plans.h"
#include "bench/validate/exact_walks.h"
#include "bench/validate/live_judge.h"
#include "core/base/scratch.h"
#include "core/move/move_query.h"

namespace waystone {

// A run without corrections, to the first illegal sample.
struct CheatFound {
  bool is_found = false;  // within CheatPlan::due_s
  uint32_t samples = 0;   // until then, after the start
  double seconds = 0;     // the same by the server's clock
  MoveViolation violation;
};
absl::StatusOr<CheatFound> RunUntilFound(const CheatPlan& plan, Scratch& scratch);

// A run in which each illegal sample is replaced by the correction, from which the cheater goes on.
struct CorrectedRun {
  uint32_t samples = 0;
  uint32_t corrections = 0;
  // Corrections that the judge itself calls illegal. The agent is then put to the last good place.
  uint32_t refused = 0;
  LiveSample first_refused;
  MoveViolation refusal;  // of it
  // [m] How far the cheater ever stood beyond what an honest player could have walked by then: the shortest
  // walk from the start, less the greatest speed x kTolerance x (time + kCredit_s). Minus infinity: it never stood
  // anywhere. kUnreachable_m: there is no walk. 0 or less is none.
  double gain_m = -std::numeric_limits<double>::infinity();
  uint32_t gained = 0;  // samples with a gain of more than kNoGain_m
  LiveSample worst;     // the first of them
};
inline constexpr double kNoGain_m = 0.01;
inline constexpr double kUnreachable_m = 1e6;   // the gain of a place to which no walk leads
inline constexpr double kLeastCorrected_s = 5;  // corrected runs last at least so long
// Errors of ValidateMove. Costs an exact search of some metres for each sample.
absl::StatusOr<CorrectedRun> RunCorrected(const CheatPlan& plan, MoveCorrection::Kind kind,
                                          const ExactWalks& exact, Scratch& scratch);

}  // namespace waystone
