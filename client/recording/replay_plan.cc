#include "client/recording/replay_plan.h"

#include <grpcpp/support/status.h>

#include <deque>
#include <utility>

#include "waystone/v1/batch.pb.h"

namespace waystone::client {
namespace {

// Of a status as gRPC sends it.
std::optional<std::string_view> WhyStatusIsNoAnswer(int code, std::string_view details) {
  v1::StatusDetails status;
  if (status.ParseFromArray(details.data(), static_cast<int>(details.size()))) {
    for (const auto& any : status.details()) {
      v1::ErrorDetail detail;
      if (any.UnpackTo(&detail)) return WhyNoAnswer(code, detail.reason());
    }
  }
  return WhyNoAnswer(code, v1::ERROR_REASON_UNSPECIFIED);
}

// The batches of a stream, each with its answers: those of its tag, up to the one behind which no more follow.
std::vector<Asked> BatchesOf(const RecordedCall& call) {
  std::vector<Asked> batches;
  std::map<uint64_t, std::deque<size_t>> waiting;  // by tag, the oldest first
  for (const RecordedMessage& request : call.requests) {
    v1::BatchRequest batch;
    const bool is_batch = batch.ParseFromArray(request.bytes.data(), static_cast<int>(request.bytes.size()));
    if (is_batch) waiting[batch.tag()].push_back(batches.size());
    batches.push_back({.request = &request, .answers = {}});
  }
  for (const RecordedMessage& answer : call.answers) {
    v1::BatchResponse batch;
    if (!batch.ParseFromArray(answer.bytes.data(), static_cast<int>(answer.bytes.size()))) continue;
    std::deque<size_t>& tagged = waiting[batch.tag()];
    if (tagged.empty()) continue;
    Asked& asked = batches[tagged.front()];
    asked.answers.push_back(answer.bytes);
    if (batch.more()) continue;
    asked.answered_us = answer.at_us;
    tagged.pop_front();
    if (batch.has_error() && WhyNoAnswer(batch.error().code(), batch.error().reason())) asked.answered_us = 0;
  }
  return batches;
}

}  // namespace

std::optional<std::string_view> WhyNoAnswer(int code, v1::ErrorReason reason) {
  if (reason == v1::ERROR_REASON_BUSY) return "busy";
  if (reason == v1::ERROR_REASON_UNKNOWN_CHANGES_REF) return "unknown set of changes";
  if (code == grpc::StatusCode::CANCELLED) return "cancelled";
  if (code == grpc::StatusCode::DEADLINE_EXCEEDED) return "late";
  if (code == grpc::StatusCode::UNAVAILABLE) return "unavailable";
  return std::nullopt;
}

std::optional<Planned> PlanCall(const RecordedCall& call, uint32_t record,
                                std::map<std::string, uint64_t>& left_out) {
  Planned planned{.call = &call, .method = FindApiMethod(call.method), .record = record, .asked = {}};
  if (planned.method != nullptr && planned.method->is_stream) {
    planned.asked = BatchesOf(call);
    const size_t left =
        std::erase_if(planned.asked, [](const Asked& asked) { return asked.answered_us == 0; });
    if (left > 0) left_out["batch without an answer"] += left;
    if (planned.asked.empty()) return std::nullopt;
    return planned;
  }
  const auto leave_out = [&left_out](std::string_view why) {
    ++left_out[std::string(why)];
    return std::nullopt;
  };
  if (!call.end.has_value()) return leave_out("not ended");
  if (const auto why = WhyStatusIsNoAnswer(call.end->code, call.end->details)) return leave_out(*why);
  if (call.requests.size() != 1 || call.answers.size() > 1) return leave_out("a stream unknown here");
  const uint64_t answered_us = call.answers.empty() ? call.end->at_us : call.answers.back().at_us;
  Asked asked{.request = &call.requests.front(), .answers = {}, .answered_us = answered_us};
  for (const RecordedMessage& answer : call.answers) asked.answers.push_back(answer.bytes);
  planned.asked.push_back(std::move(asked));
  return planned;
}

}  // namespace waystone::client
