#include "server/convert/status_mapping.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"
#include "core/base/field_error.h"
#include "core/base/limit_error.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"

namespace waystone {

namespace {

constexpr char kReasonUrl[] = "waystone/reason";
constexpr char kRetryUrl[] = "waystone/retry_after_ms";

// Both have the same numbers.
constexpr absl::StatusCode kDocumented[] = {
    absl::StatusCode::kCancelled,         absl::StatusCode::kInvalidArgument,
    absl::StatusCode::kDeadlineExceeded,  absl::StatusCode::kNotFound,
    absl::StatusCode::kResourceExhausted, absl::StatusCode::kFailedPrecondition,
    absl::StatusCode::kUnimplemented,     absl::StatusCode::kUnavailable,
    absl::StatusCode::kDataLoss,          absl::StatusCode::kOutOfRange,
    absl::StatusCode::kUnauthenticated,   absl::StatusCode::kPermissionDenied,
};

// Our messages have google.rpc's bytes, and go by its names: clients decode them with the types they have.
void AddStandard(std::string_view name, const google::protobuf::Message& detail, StatusDetailList& details) {
  google::protobuf::Any& any = *details.Add();
  any.set_type_url(StrCat("type.googleapis.com/google.rpc.", name));
  google::protobuf::io::StringOutputStream bytes(any.mutable_value());
  google::protobuf::io::CodedOutputStream out(&bytes);
  out.SetSerializationDeterministic(true);  // of maps
  detail.SerializeToCodedStream(&out);
}

// [bytes] gRPC's clients take 8 KiB of trailers; those of an error have the message three times.
constexpr size_t kMostMessageBytes = 1000;
constexpr size_t kMostDescriptionBytes = 500;

// Fit to be shown, and cut at a whole character.
std::string Shown(std::string_view text, size_t most_bytes) {
  constexpr std::string_view kCut = " ...";
  std::string shown = Escaped(text);
  if (shown.size() <= most_bytes) return shown;
  size_t size = most_bytes - kCut.size();
  while (size > 0 && (static_cast<unsigned char>(shown[size]) & 0xc0U) == 0x80U) --size;
  return StrCat(shown.substr(0, size), kCut);
}

// The names of packages without the folders they lie in: those are the server's business.
std::string WithoutFolders(std::string text) {
  constexpr std::string_view kEnding = ".way";  // of maps and worlds
  for (size_t end = text.find(kEnding); end != std::string::npos; end = text.find(kEnding, end + 1)) {
    const size_t slash = text.rfind('/', end);
    if (slash == std::string::npos || text.find(' ', slash) < end) continue;
    const size_t space = text.rfind(' ', slash);
    // A path at the beginning may have spaces.
    const size_t begin = text[0] == '/' || space == std::string::npos ? 0 : space + 1;
    text.erase(begin, slash + 1 - begin);
    end -= slash + 1 - begin;
  }
  return text;
}

// What is wrong with the request is told in the caller's own words.
bool IsOfRequest(absl::StatusCode code) {
  return code == absl::StatusCode::kInvalidArgument || code == absl::StatusCode::kOutOfRange ||
         code == absl::StatusCode::kUnimplemented;
}

std::string ShownMessage(const absl::Status& status) {
  if (IsOfRequest(status.code()))
    return Shown({status.message().data(), status.message().size()}, kMostMessageBytes);
  return ShownWithoutFolders(status);
}

void AddField(const absl::Status& status, StatusDetailList& details) {
  const std::string field = FieldOf(status);
  if (!IsOfRequest(status.code()) || field.empty()) return;
  std::string_view description(status.message().data(), status.message().size());
  if (description.starts_with(field + ": ")) description.remove_prefix(field.size() + 2);
  v1::BadRequest bad;
  v1::BadRequest::FieldViolation& violation = *bad.add_field_violations();
  violation.set_field(Shown(field, kMostDescriptionBytes));
  violation.set_description(Shown(description, kMostDescriptionBytes));
  AddStandard("BadRequest", bad, details);
}

void AddReason(v1::ErrorReason reason, const std::optional<PassedLimit>& passed, StatusDetailList& details) {
  constexpr std::string_view kPrefix = "ERROR_REASON_";
  v1::ErrorDetail detail;
  detail.set_reason(reason);
  details.Add()->PackFrom(detail);
  v1::ErrorInfo info;
  info.set_reason(v1::ErrorReason_Name(reason).substr(kPrefix.size()));
  info.set_domain("waystone");
  if (passed.has_value()) {
    (*info.mutable_metadata())["limit"] = std::to_string(passed->limit);
    if (passed->value.has_value()) (*info.mutable_metadata())["value"] = std::to_string(*passed->value);
  }
  AddStandard("ErrorInfo", info, details);
}

void AddRetry(uint32_t retry_after_ms, StatusDetailList& details) {
  constexpr uint32_t kMsPerSecond = 1000;
  constexpr int32_t kNsPerMs = 1000000;
  v1::RetryInfo retry;
  retry.mutable_retry_delay()->set_seconds(retry_after_ms / kMsPerSecond);
  retry.mutable_retry_delay()->set_nanos(static_cast<int32_t>(retry_after_ms % kMsPerSecond) * kNsPerMs);
  AddStandard("RetryInfo", retry, details);
}

}  // namespace

std::string ShownWithoutFolders(const absl::Status& status) {
  return Shown(WithoutFolders(std::string(status.message())), kMostMessageBytes);
}

grpc::Status ToGrpcStatus(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;
  const bool is_documented =
      std::find(std::begin(kDocumented), std::end(kDocumented), status.code()) != std::end(kDocumented);
  const auto code = is_documented ? static_cast<grpc::StatusCode>(status.code()) : grpc::StatusCode::INTERNAL;
  const std::string message = ShownMessage(status);
  v1::StatusDetails details;
  AddDetails(status, *details.mutable_details());
  if (details.details().empty()) return grpc::Status(code, message);
  details.set_code(code);
  details.set_message(message);
  return grpc::Status(code, message, details.SerializeAsString());
}

void AddDetails(const absl::Status& status, StatusDetailList& details) {
  if (const v1::ErrorReason reason = ReasonOf(status)) AddReason(reason, PassedLimitOf(status), details);
  AddField(status, details);
  if (const auto retry_after_ms = RetryAfterMs(status)) AddRetry(*retry_after_ms, details);
}

absl::Status WithReason(absl::Status status, v1::ErrorReason reason) {
  status.SetPayload(kReasonUrl, absl::Cord(v1::ErrorReason_Name(reason)));
  return status;
}

v1::ErrorReason ReasonOf(const absl::Status& status) {
  v1::ErrorReason reason = v1::ERROR_REASON_UNSPECIFIED;
  const auto name = status.GetPayload(kReasonUrl);
  if (!name && PassedLimitOf(status).has_value()) return v1::ERROR_REASON_OVER_LIMIT;
  if (name) v1::ErrorReason_Parse(std::string(*name), &reason);
  return reason;
}

absl::Status BusyError(const std::string& message, uint32_t retry_after_ms) {
  absl::Status status = WithReason(absl::ResourceExhaustedError(message), v1::ERROR_REASON_BUSY);
  status.SetPayload(kRetryUrl, absl::Cord(std::to_string(retry_after_ms)));
  return status;
}

std::optional<uint32_t> RetryAfterMs(const absl::Status& status) {
  uint32_t retry_after_ms = 0;
  const auto text = status.GetPayload(kRetryUrl);
  if (!text || !absl::SimpleAtoi(std::string(*text), &retry_after_ms)) return std::nullopt;
  return retry_after_ms;
}

}  // namespace waystone
