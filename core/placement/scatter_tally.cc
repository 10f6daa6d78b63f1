#include "core/placement/scatter_tally.h"

namespace waystone {
namespace {

constexpr uint64_t kPollInterval = 32;  // [candidates]

}  // namespace

ScatterTally::ScatterTally(PlaceJudge& judge, const ScatterOptions& options)
    : judge_(judge), options_(options) {
  result_.places.reserve(options.count);
}

bool ScatterTally::MayGoOn() {
  if (IsComplete()) return false;
  if (missed_count_ >= options_.max_candidates) {
    GiveUp(PlaceReason::kCandidateLimit);
    return false;
  }
  if (candidate_count_++ % kPollInterval == 0 && options_.deadline.Expired()) {
    GiveUp(PlaceReason::kDeadline);
    return false;
  }
  return true;
}

PlaceReason ScatterTally::Try(const NavLocation& place) {
  const PlaceReason reason = judge_.OfPlace(place);
  if (reason == PlaceReason::kNone) {
    judge_.Add(place);
    result_.places.push_back(place);
  } else if (IsUndecided(reason)) {
    GiveUp(reason);
  } else {
    Miss(reason);
  }
  return reason;
}

void ScatterTally::Miss(PlaceReason reason) {
  Miss();
  Reject(reason);
}

}  // namespace waystone
