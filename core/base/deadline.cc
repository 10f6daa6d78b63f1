#include "core/base/deadline.h"

namespace waystone {

absl::Status CheckInTime(const Deadline& deadline) {
  if (!deadline.Expired()) return absl::OkStatus();
  if (deadline.Cancelled()) return absl::CancelledError("the query was cancelled");
  return absl::DeadlineExceededError("the query's deadline has passed");
}

}  // namespace waystone
