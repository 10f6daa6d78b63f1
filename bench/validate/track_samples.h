// What a game server gets to see of a walk: samples at a rate, with or without the noise of clients and nets.
#pragma once

#include <cstdint>
#include <vector>

#include "bench/validate/timed_walk.h"
#include "core/base/random.h"
#include "core/geom/vec.h"
#include "core/move/move_query.h"

namespace waystone {

// Samples of one walk, in the order in which a server would judge them.
struct TrackSamples {
  std::vector<Vec3> at;            // [m] absolute
  std::vector<double> time_s;      // [s]
  std::vector<double> received_s;  // [s] by the server's clock; empty: not known
  std::vector<MoveState> states;   // empty: all unmarked
  size_t size() const { return at.size(); }
};

// Bounds of the noise.
inline constexpr double kMostNoise_m = 0.1;    // per axis
inline constexpr double kQuantum_m = 0.125;    // positions are rounded to multiples of it
inline constexpr double kMostJitter_s = 0.02;  // of the client's time stamps, either way
inline constexpr double kMostLoss = 0.2;       // share of the samples
inline constexpr double kLongestSpike_s = 2;   // of silence
inline constexpr double kSpikesPer_s = 1.0 / 30;
inline constexpr double kLatency_s = 0.05;  // of the net, and up to 2 x kMostJitter_s more

// [s] when tracks begin.
inline constexpr double kTrackBegin_s = 1000;

// Samples without noise: one every 1 / hz seconds from the start, and one at the end.
TrackSamples CleanSamples(const TimedWalk& walk, double hz);

// The same with noise. Each walk draws its share of it:
//   - positions: noise of 0 to kMostNoise_m, uniform on each axis of each sample by itself; then rounded to
//     kQuantum_m;
//   - loss: each sample but the first is lost with a probability of 0 to kMostLoss;
//   - time: one of three kinds, as servers differ.
//     Client stamps: true times, each up to kMostJitter_s off, so that at high rates some go back.
//     Client stamps beside the times of arrival (received_s).
//     Arrival: the server stamps samples as they arrive, kLatency_s to kLatency_s + 2 x kMostJitter_s after
//     the truth, never before an earlier one.
//   - spikes: kSpikesPer_s times a second the net is silent for up to kLongestSpike_s; what was sent meanwhile
//     arrives all at once when it ends, in order. A track does not begin in a spike. With client stamps nothing
//     of that is seen but in received_s.
//   - states: one walk in four marks its samples as grounded or airborne, but for those on links that are walked
//     and on steep parts.
TrackSamples NoisySamples(const TimedWalk& walk, double hz, Random& random);

}  // namespace waystone
