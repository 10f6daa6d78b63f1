// Single steps beside the exact search on the same budget.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "bench/validate/exact_walks.h"
#include "bench/validate/track_tally.h"
#include "core/base/scratch.h"
#include "core/surface/map_view.h"

namespace waystone {

// Judges `steps` drawn steps of two samples each, up to 8 m long, and measures the shortest walk by the exact
// search. The budget is drawn from 0.3 to 2 times that walk, or the straight line if there is none.
//   - A step that the judge calls legal is wrong if the shortest walk exceeds the budget by more than
//     kOracleSlack_m, between all ground within kOracleReach_m of both ends.
//   - A step that the judge calls illegal is wrong if the walk is shorter than the budget by kOracleSlack_m,
//     with links as long as the judge says (LinkLengths::kJudged).
//   - A legal step that ends in the air counts as undecided: only the landing tells where the agent got to.
// `tell` gets a sentence on each wrong step. Nothing is drawn on graphs of waypoints. Errors of ValidateMove.
inline constexpr double kOracleSlack_m = 0.02;
inline constexpr double kOracleReach_m = 0.3;
absl::Status CompareSteps(const MapView& map, uint64_t seed, uint64_t steps, Scratch& scratch,
                          OracleCount& count, const std::function<void(const std::string&)>& tell);

}  // namespace waystone
