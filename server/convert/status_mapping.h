// The one place where Waystone's errors become gRPC's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "grpcpp/support/status.h"
#include "waystone/v1/error.pb.h"

namespace waystone {

// Codes that the API documents keep their meaning; every other error is a bug of ours and becomes INTERNAL. An
// error with a reason has it as a detail, both as our ErrorDetail and as google.rpc.ErrorInfo; one of a field of the request
// has a google.rpc.BadRequest. The message is fit to be shown on a terminal, names packages without their folders, and has
// 1,000 bytes at most; one that is cut ends in " ...".
grpc::Status ToGrpcStatus(const absl::Status& status);

// The message, fit to be shown, of what is wrong with a file of the server's: without its folder, whatever the code.
std::string ShownWithoutFolders(const absl::Status& status);

using StatusDetailList = google::protobuf::RepeatedPtrField<google::protobuf::Any>;
// Adds what the error says besides its code and message, as ToGrpcStatus does.
void AddDetails(const absl::Status& status, StatusDetailList& details);

// The error with a reason, and the reason of an error: OVER_LIMIT, too, of one that carries a limit (LimitError).
absl::Status WithReason(absl::Status status, v1::ErrorReason reason);
v1::ErrorReason ReasonOf(const absl::Status& status);

// ResourceExhausted with the reason BUSY: the server has too much to do, or the caller has used its share. The caller
// should ask again after `retry_after_ms`, which the call's status has as google.rpc.RetryInfo.
absl::Status BusyError(const std::string& message, uint32_t retry_after_ms);
// The time that BusyError was given; nothing of other errors.
std::optional<uint32_t> RetryAfterMs(const absl::Status& status);

}  // namespace waystone
