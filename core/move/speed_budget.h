// Whether a track of timed samples is too fast: a running budget, not a judgement of single samples.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/geom/vec.h"
#include "core/move/move_query.h"

namespace waystone {

// The budget is a sum of discrepancies, as in Unreal Engine's check of its clients' time.
//
// Every step earns speed x time and spends the horizontal distance between its samples. What it spends beyond
// what it earned is drawn first from the grants whose times it touches (the one that ends first before the
// others; each metre of a grant once), and the rest from the balance, which starts at zero. The balance never
// rises above what kSpeedCredit_s earn: an agent that stood still, or was not heard of for a while, may catch
// up by that much only. It may fall below zero, because time stamps jitter, but
//   1. never below what kSpeedDebt_s earn, and
//   2. it must be back at zero by the end of the track.
// So the second of two samples is too fast exactly if distance > speed x time + grants.
inline constexpr double kSpeedCredit_s = 1.0;
inline constexpr double kSpeedDebt_s = 0.25;

struct SpeedBreach {
  uint32_t sample = 0;      // rule 1: where the debt became too large; rule 2: where the last debt began
  double measured_mps = 0;  // since the balance was last at zero or above, less the grants drawn
};

// Memory of one track, borrowed from Scratch and reused.
struct SpeedWorkspace {
  std::vector<uint32_t> order;  // of the grants
  std::vector<double> left_m;   // of each grant

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(order, left_m); }
};

// The first sample that is too fast for `speed_mps`; none if the track keeps to it. REQUIRES: speed_mps > 0;
// as many times as samples, at least one, not decreasing; all finite. O(samples), plus O(samples x grants) if
// grants are drawn.
std::optional<SpeedBreach> FindSpeedBreach(std::span<const Vec3> samples, std::span<const double> times_s,
                                           double speed_mps, std::span<const MoveGrant> grants,
                                           SpeedWorkspace& scratch);

// Whether a step between two times touches those of a grant; their ends belong to both.
inline bool Touches(const MoveGrant& grant, double from_s, double to_s) {
  return grant.from_s <= to_s && from_s <= grant.to_s;
}

}  // namespace waystone
