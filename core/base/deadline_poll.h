// Looks at a deadline now and then in a loop.
#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "core/base/deadline.h"

namespace waystone {

// Counts the steps of a loop and looks at the deadline every so many; once it has passed, it stays so. The first step
// looks. The deadline must outlive it. One owner.
//
//   DeadlinePoll poll(deadline, 1024);
//   for (const NavPoly& poly : polys) {
//     if (poll.Expired()) return poll.Status();
//     ...
class DeadlinePoll {
 public:
  DeadlinePoll(const Deadline& deadline, uint32_t steps_per_look)
      : deadline_(deadline), steps_per_look_(steps_per_look) {}

  bool Expired(size_t steps = 1) {
    if (steps < left_) {
      left_ -= steps;
      return is_late_;
    }
    left_ = steps_per_look_;
    is_late_ = is_late_ || deadline_.Expired();
    return is_late_;
  }
  // Looks, whatever was counted.
  bool ExpiredNow() { return Expired(left_); }
  // What the last look saw.
  bool is_late() const { return is_late_; }
  // DeadlineExceeded, or Cancelled, if the last look was late.
  absl::Status Status() const { return is_late_ ? CheckInTime(deadline_) : absl::OkStatus(); }

 private:
  const Deadline& deadline_;
  const uint32_t steps_per_look_;
  size_t left_ = 1;
  bool is_late_ = false;
};

}  // namespace waystone
