#include "server/convert/status_mapping.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace waystone {

namespace {

// Both have the same numbers.
constexpr absl::StatusCode kDocumented[] = {
    absl::StatusCode::kCancelled,         absl::StatusCode::kInvalidArgument,
    absl::StatusCode::kDeadlineExceeded,  absl::StatusCode::kNotFound,
    absl::StatusCode::kResourceExhausted, absl::StatusCode::kFailedPrecondition,
    absl::StatusCode::kUnimplemented,     absl::StatusCode::kUnavailable,
    absl::StatusCode::kDataLoss,
};

}  // namespace

grpc::Status ToGrpcStatus(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;
  const bool is_documented =
      std::find(std::begin(kDocumented), std::end(kDocumented), status.code()) != std::end(kDocumented);
  const auto code = is_documented ? static_cast<grpc::StatusCode>(status.code()) : grpc::StatusCode::INTERNAL;
  return grpc::Status(code, std::string(status.message()));
}

}  // namespace waystone
