// Why a call failed, besides its code.
#pragma once

#include "absl/status/status.h"
#include "waystone/v1/error.pb.h"

namespace waystone::client {

// The reason of a call's or a batch's error; unspecified if the code says all.
v1::ErrorReason ReasonOf(const absl::Status& status);
// The error with a reason.
absl::Status WithReason(absl::Status status, v1::ErrorReason reason);

}  // namespace waystone::client
