// A full jump rises v t - g t^2 / 2 above the ground it took off from, with v = sqrt(2 g jump). A sample that
// is h up was taken between the two times at which that is h, or later on a lower jump: so h bounds the time
// since take-off from both sides.
#include "core/move/air_time.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace waystone {
namespace {

constexpr double kOnGround_m = 0.05;    // a sample no higher is no jump that has begun, whatever its noise
constexpr double kLongestRise_s = 0.5;  // a jump has left the ground by then
constexpr double kShortest_s = 1e-6;    // shorter steps have no speed

}  // namespace

double AirTime::TakeOff_mps() const { return std::sqrt(2 * limits_.gravity_mps2 * limits_.jump_m); }

double AirTime::Earliest_s(double rise_m) const {
  if (rise_m <= 0) return 0;
  const double v = TakeOff_mps();
  return (v - std::sqrt(std::max(0.0, v * v - 2 * limits_.gravity_mps2 * rise_m))) / limits_.gravity_mps2;
}

double AirTime::Latest_s(double rise_m) const {
  const double v = TakeOff_mps();
  return (v + std::sqrt(std::max(0.0, v * v - 2 * limits_.gravity_mps2 * rise_m))) / limits_.gravity_mps2;
}

void AirTime::Land(const Sample& sample, double ground_m) {
  const bool begins = state_.is_airborne || !state_.top_m || sample.to_s - state_.top_s > kLongestRise_s;
  state_.is_airborne = state_.is_thrown = false;
  if (sample.height_m - ground_m <= kOnGround_m) {
    state_.top_m = ground_m;
    state_.top_s = sample.to_s;
    return;
  }
  if (begins) {
    state_.top_m = sample.ground_m.value_or(ground_m);
    state_.top_s = sample.from_s;
  }
  state_.top_m = std::max(*state_.top_m, ground_m);
}

void AirTime::Leave() {
  state_.is_airborne = state_.is_thrown = false;
  state_.top_m.reset();
}

void AirTime::BeginInAir(double ground_m, double time_s) {
  state_.is_airborne = true;
  state_.ground_m = ground_m;
  state_.earliest_s = -std::numeric_limits<double>::infinity();
  state_.latest_s = time_s;
}

// [s] After the sample before, the soonest that the agent can have come down to ground of that height: it falls
// as fast as after a full jump.
double AirTime::LandsAfter_s(const Sample& sample, double ground_m) const {
  const double drop_m = std::max(0.0, sample.from_height_m - ground_m - kHeightError_m);
  const double fallen_m = std::max(0.0, state_.ground_m + limits_.jump_m - sample.from_height_m);
  const double v = std::sqrt(2 * limits_.gravity_mps2 * fallen_m);
  return (std::sqrt(v * v + 2 * limits_.gravity_mps2 * drop_m) - v) / limits_.gravity_mps2;
}

// The sample before counted as one on the ground; it may have been above it by a step, on its way up.
void AirTime::TakeOffFrom(const Sample& sample) {
  const double below_m = sample.ground_m.value_or(sample.from_height_m);
  const double ground_m = std::max(below_m, state_.top_m.value_or(below_m));
  const double risen_m = std::min(limits_.jump_m, sample.from_height_m - ground_m + kHeightError_m);
  state_.is_airborne = true;
  state_.ground_m = ground_m;
  state_.earliest_s =
      std::min(state_.top_m ? state_.top_s : sample.from_s, sample.from_s - Earliest_s(risen_m));
  state_.latest_s = sample.to_s;
}

std::optional<AirState> AirTime::NextJump(const Sample& sample, double ground_m) const {
  const double rise_m = sample.height_m - ground_m - kHeightError_m;
  if (rise_m > limits_.jump_m) return std::nullopt;
  const double earliest_s = sample.from_s + LandsAfter_s(sample, ground_m);
  const double latest_s = sample.to_s - Earliest_s(rise_m);
  if (latest_s < earliest_s) return std::nullopt;
  AirState next = state_;
  next.is_airborne = true;
  next.ground_m = ground_m;
  next.earliest_s = earliest_s;
  next.latest_s = latest_s;
  return next;
}

// Over a second or more, so that errors of height count once.
std::optional<AirBreach> AirTime::Rise(const Sample& sample) {
  if (!limits_.max_rise_mps) return std::nullopt;
  constexpr double kOver_s = 1;
  const bool is_over = state_.rise_from_s && sample.from_s - *state_.rise_from_s >= kOver_s;
  if (!state_.rise_from_s || is_over || sample.from_height_m <= state_.rise_from_m) {
    state_.rise_from_m = sample.from_height_m;
    state_.rise_from_s = sample.from_s;
  }
  const double rise_m = sample.height_m - state_.rise_from_m - kHeightError_m;
  const double passed_s = sample.to_s - *state_.rise_from_s;
  if (rise_m <= *limits_.max_rise_mps * passed_s) return std::nullopt;
  return AirBreach{MoveViolationKind::kTooFast, rise_m / std::max(passed_s, kShortest_s),
                   *limits_.max_rise_mps};
}

std::optional<AirBreach> AirTime::FlyUntimed(const Sample& sample) {
  if (!state_.is_airborne) TakeOffFrom(sample);
  const double ground_m = std::max(state_.ground_m, sample.ground_m.value_or(state_.ground_m));
  const double rise_m = sample.height_m - ground_m;
  if (rise_m <= limits_.jump_m + kHeightError_m) return std::nullopt;
  return AirBreach{MoveViolationKind::kTooHigh, rise_m, limits_.jump_m};
}

std::optional<AirBreach> AirTime::Fly(const Sample& sample) {
  has_landed_ = false;
  again_.reset();
  if (const std::optional<AirBreach> breach = Rise(sample)) return breach;
  if (!state_.is_airborne) TakeOffFrom(sample);
  const double rise_m = sample.height_m - state_.ground_m - kHeightError_m;
  const double passed_s = sample.to_s - state_.latest_s;
  const bool is_high = rise_m > limits_.jump_m;
  const bool is_early = !is_high && sample.to_s - state_.earliest_s < Earliest_s(rise_m);
  if (sample.ground_m) again_ = NextJump(sample, *sample.ground_m);
  if (!is_high && !is_early && passed_s <= limits_.max_air_s.value_or(Latest_s(rise_m))) {
    state_.latest_s = std::min(state_.latest_s, sample.to_s - Earliest_s(rise_m));
    if (again_ && again_->latest_s <= state_.latest_s) again_.reset();
    return std::nullopt;
  }
  if (again_) {
    state_ = *again_;
    has_landed_ = true;
    return std::nullopt;
  }
  if (is_high || is_early) {
    return AirBreach{MoveViolationKind::kTooHigh, sample.height_m - state_.ground_m, limits_.jump_m};
  }
  return AirBreach{MoveViolationKind::kTooLongInAir, passed_s, limits_.max_air_s.value_or(Latest_s(rise_m))};
}

}  // namespace waystone
