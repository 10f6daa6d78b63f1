// When a sample of a track was taken, as far as the server believes it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/move/move_query.h"
#include "core/move/track_state.h"

namespace waystone {

// [s] A client's clock may run ahead of the server's by so much.
inline constexpr double kMaxLead_s = 0.25;

// The time of a sample, held back by when the server received it; never before the last one's. Notes the lead of the
// client's clock at the first sample that tells both. REQUIRES: the query has times.
inline double SampleTime_s(const MoveQuery& query, uint32_t sample, bool is_first, MoveTrackState& state) {
  double time_s = query.times_s[sample];
  if (!query.received_s.empty()) {
    const double received_s = query.received_s[sample];
    if (!state.first_lead_s) state.first_lead_s = time_s - received_s;
    const double now_s = received_s + *state.first_lead_s;
    time_s = std::clamp(time_s, now_s - query.allowances.max_lag_s, now_s + kMaxLead_s);
  }
  return is_first ? time_s : std::max(time_s, state.time_s);
}

}  // namespace waystone
