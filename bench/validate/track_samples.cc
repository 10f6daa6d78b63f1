#include "bench/validate/track_samples.h"

#include <algorithm>
#include <cmath>

namespace waystone {
namespace {

enum class Stamps : uint32_t { kClient = 0, kClientAndReceived = 1, kArrival = 2 };
constexpr uint32_t kStampKinds = 3;
constexpr uint32_t kMarkedEvery = 4;  // walks
constexpr double kCalm_s = 1;         // before each spike

// The times at which a walk is sampled.
std::vector<double> SampleTimes(const TimedWalk& walk, double hz) {
  std::vector<double> times_s;
  for (uint32_t i = 0; static_cast<double>(i) / hz < walk.duration_s(); ++i) {
    times_s.push_back(static_cast<double>(i) / hz);
  }
  times_s.push_back(walk.duration_s());
  if (times_s.size() == 1) times_s.insert(times_s.begin(), 0);
  return times_s;
}

double Noisy(double value, double most_m, Random& random) {
  return std::round((value + random.NextInRange(-most_m, most_m)) / kQuantum_m) * kQuantum_m;
}

// As a game would mark it.
MoveState StateAt(const TimedWalk& walk, double time_s) {
  if (walk.IsAirborneAt(time_s)) return MoveState::kAirborne;
  return walk.IsClimbingAt(time_s) ? MoveState::kUnmarked : MoveState::kGrounded;
}

// When what is sent arrives.
class Net {
 public:
  explicit Net(Random& random) : random_(random) { DrawSpike(0); }

  double ArrivalOf(double sent_s) {
    while (sent_s >= spike_end_s_) DrawSpike(spike_end_s_);
    const double free_s = sent_s >= spike_begin_s_ ? spike_end_s_ : sent_s;
    const double late_s = kLatency_s + random_.NextInRange(0, 2 * kMostJitter_s);
    last_s_ = std::max(last_s_, free_s + (free_s > sent_s ? kLatency_s : late_s));
    return last_s_;
  }

 private:
  void DrawSpike(double after_s) {
    spike_begin_s_ = after_s + kCalm_s - std::log(1 - random_.NextUnit()) / kSpikesPer_s;
    spike_end_s_ = spike_begin_s_ + random_.NextInRange(0, kLongestSpike_s);
  }

  Random& random_;
  double spike_begin_s_ = 0;
  double spike_end_s_ = 0;
  double last_s_ = 0;
};

}  // namespace

TrackSamples CleanSamples(const TimedWalk& walk, double hz) {
  TrackSamples track;
  for (const double time_s : SampleTimes(walk, hz)) {
    track.at.push_back(walk.At(time_s));
    track.time_s.push_back(kTrackBegin_s + time_s);
  }
  return track;
}

TrackSamples NoisySamples(const TimedWalk& walk, double hz, Random& random) {
  const double noise_m = random.NextInRange(0, kMostNoise_m);
  const double loss = random.NextInRange(0, kMostLoss);
  const auto stamps = static_cast<Stamps>(random.NextBelow(kStampKinds));
  const bool is_marked = random.NextBelow(kMarkedEvery) == 0;
  Net net(random);
  TrackSamples track;
  for (const double time_s : SampleTimes(walk, hz)) {
    const double arrival_s = kTrackBegin_s + net.ArrivalOf(time_s);
    const double stamp_s = kTrackBegin_s + time_s + random.NextInRange(-kMostJitter_s, kMostJitter_s);
    const Vec3 at = walk.At(time_s);
    const Vec3 seen{Noisy(at.x, noise_m, random), Noisy(at.y, noise_m, random), Noisy(at.z, noise_m, random)};
    if (track.size() > 0 && random.NextUnit() < loss) continue;
    track.at.push_back(seen);
    track.time_s.push_back(stamps == Stamps::kArrival ? arrival_s : stamp_s);
    if (stamps == Stamps::kClientAndReceived) track.received_s.push_back(arrival_s);
    if (is_marked) track.states.push_back(StateAt(walk, time_s));
  }
  if (track.size() == 1) return CleanSamples(walk, hz);  // all others were lost
  return track;
}

}  // namespace waystone
