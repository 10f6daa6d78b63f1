// What random positions were drawn, why others were not, and when to stop.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/deadline.h"
#include "core/placement/place_judge.h"
#include "core/placement/place_rules.h"

namespace waystone {

struct ScatterOptions {
  uint32_t count = 1;
  uint64_t seed = 0;
  uint64_t max_candidates = 0;  // rejected, before giving up; see PlaceReason::kCandidateLimit
  Deadline deadline;
};

struct ScatterResult {
  std::vector<NavLocation> places;  // in the order in which they were drawn
  PlaceRejections rejections{};
};

// Of one call of a scatterer; one thread.
class ScatterTally {
 public:
  // Both must outlive it.
  ScatterTally(PlaceJudge& judge, const ScatterOptions& options);

  bool IsComplete() const { return result_.places.size() >= options_.count; }
  size_t place_count() const { return result_.places.size(); }
  uint64_t missed_count() const { return missed_count_; }

  // Called before each candidate: whether to go on. Gives up if not.
  bool MayGoOn();
  // A candidate that is judged: a good one is kept, one that the judge cannot decide ends it all.
  PlaceReason Try(const NavLocation& place);
  // A candidate that is none.
  void Miss() { ++missed_count_; }
  void Miss(PlaceReason reason);
  // Something that is ruled out before any candidate lies there.
  void Reject(PlaceReason reason, uint64_t count = 1) {
    result_.rejections[static_cast<size_t>(reason)] += count;
  }
  // The rest is not found for that reason.
  void GiveUp(PlaceReason reason) { Reject(reason, options_.count - result_.places.size()); }

  ScatterResult Take() { return std::move(result_); }

 private:
  PlaceJudge& judge_;
  const ScatterOptions& options_;
  ScatterResult result_;
  uint64_t candidate_count_ = 0;  // looked at
  uint64_t missed_count_ = 0;
};

}  // namespace waystone
