// The judge under test, as game servers use it: on whole tracks, and sample by sample.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "bench/validate/track_samples.h"
#include "core/base/scratch.h"
#include "core/move/move_validator.h"

namespace waystone {

// A false positive.
struct FalsePositive {
  size_t sample = 0;  // of the track
  MoveViolation violation;
};

// What a whole track came to.
struct TrackVerdict {
  std::vector<FalsePositive> illegal;
  double cpu_us = 0;  // of all calls, if the track is legal
};

// Judges a track with default settings but for the greatest speed. After an illegal sample the track begins
// anew a second later, so that one mistake counts once. Errors of ValidateMove.
absl::StatusOr<TrackVerdict> JudgeTrack(const MapView& map, const TrackSamples& track, double max_speed_mps,
                                        Scratch& scratch);

// One sample of a track that goes on for ever.
struct LiveSample {
  Vec3 at;  // [m] absolute
  double time_s = 0;
  std::optional<double> received_s;
};

// Judges sample by sample with MoveQuery::resumed. Map and scratch must outlive it.
class LiveJudge {
 public:
  LiveJudge(const MapView& map, double max_speed_mps, Scratch& scratch)
      : map_(map), max_speed_mps_(max_speed_mps), scratch_(scratch) {}

  // Begins a track there, with an empty budget. Errors of ValidateMove; the answer may be illegal.
  absl::StatusOr<MoveAnswer> Begin(const LiveSample& sample);
  // The next sample. If it is legal, later ones are judged from there, else from the last legal one.
  absl::StatusOr<MoveAnswer> Step(const LiveSample& sample, MoveCorrections corrections = {});
  // The agent was put there: later samples are judged from that.
  void PutAt(const MoveCorrection& correction) { state_ = correction.state; }

 private:
  absl::StatusOr<MoveAnswer> Judge(const std::vector<LiveSample>& samples, MoveCorrections corrections);

  const MapView& map_;
  const double max_speed_mps_;
  Scratch& scratch_;
  std::optional<MoveTrackState> state_;
};

}  // namespace waystone
