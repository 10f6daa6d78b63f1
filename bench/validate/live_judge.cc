#include "bench/validate/live_judge.h"

#include <span>
#include <utility>

#include "bench/stopwatch.h"
#include "core/base/status_macros.h"

namespace waystone {
namespace {

constexpr double kPause_s = 1;
constexpr double kApart_s = 1e-3;

template <typename T>
std::span<const T> From(const std::vector<T>& values, size_t first) {
  return values.empty() ? std::span<const T>() : std::span<const T>(values).subspan(first);
}

// Where a track begins anew after an illegal sample: kPause_s later, and not where several samples have one
// time, for then nothing tells how long the agent had for them.
size_t BeginAfter(const TrackSamples& track, size_t bad) {
  size_t first = bad + 1;
  while (first + 1 < track.size() && (track.time_s[first] < track.time_s[bad] + kPause_s ||
                                      track.time_s[first + 1] < track.time_s[first] + kApart_s)) {
    ++first;
  }
  return first;
}

}  // namespace

absl::StatusOr<TrackVerdict> JudgeTrack(const MapView& map, const TrackSamples& track, double max_speed_mps,
                                        Scratch& scratch) {
  TrackVerdict verdict;
  size_t first = 0;
  while (first + 1 < track.size()) {
    MoveQuery query;
    query.samples = From(track.at, first);
    query.times_s = From(track.time_s, first);
    query.received_s = From(track.received_s, first);
    query.states = From(track.states, first);
    query.allowances.max_speed_mps = max_speed_mps;
    query.snap.radius_m = DefaultMoveSnap_m(map);
    absl::StatusOr<MoveAnswer> answer;
    verdict.cpu_us += CpuMicrosecondsOf([&] { answer = ValidateMove(map, query, scratch); });
    WS_RETURN_IF_ERROR(answer.status());
    if (answer->verdict == MoveVerdict::kLegal) break;
    const size_t bad = first + answer->violation.sample;
    verdict.illegal.push_back({bad, answer->violation});
    first = BeginAfter(track, bad);
  }
  return verdict;
}

absl::StatusOr<MoveAnswer> LiveJudge::Begin(const LiveSample& sample) {
  state_.reset();
  return Judge({sample, sample}, {});
}

absl::StatusOr<MoveAnswer> LiveJudge::Step(const LiveSample& sample, MoveCorrections corrections) {
  return Judge({sample}, corrections);
}

absl::StatusOr<MoveAnswer> LiveJudge::Judge(const std::vector<LiveSample>& samples,
                                            MoveCorrections corrections) {
  std::vector<Vec3> at;
  std::vector<double> times_s;
  std::vector<double> received_s;
  for (const LiveSample& sample : samples) {
    at.push_back(sample.at);
    times_s.push_back(sample.time_s);
    if (sample.received_s) received_s.push_back(*sample.received_s);
  }
  MoveQuery query;
  query.samples = at;
  query.times_s = times_s;
  query.received_s = received_s;
  query.allowances.max_speed_mps = max_speed_mps_;
  query.snap.radius_m = DefaultMoveSnap_m(map_);
  query.corrections = corrections;
  query.is_continued = true;
  if (state_) query.resumed = &*state_;
  WS_ASSIGN_OR_RETURN(MoveAnswer answer, ValidateMove(map_, query, scratch_));
  if (answer.verdict == MoveVerdict::kLegal) state_ = answer.state;
  return answer;
}

}  // namespace waystone
