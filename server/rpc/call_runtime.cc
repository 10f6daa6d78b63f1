#include "server/rpc/call_runtime.h"

#include <grpc/grpc_security_constants.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "server/base/shared_address.h"
#include "server/convert/status_mapping.h"

namespace waystone {

namespace {

// Empty: none is named.
std::string_view CallerNamed(const grpc::CallbackServerContext& context) {
  const auto named = context.client_metadata().find("waystone-caller");
  if (named == context.client_metadata().end()) return {};
  return std::string_view(named->second.data(), named->second.size()).substr(0, Caller::kMaxNameBytes);
}

absl::Status OverRate(const Caller& caller, std::chrono::nanoseconds wait, CallRecord& record) {
  record.refusal = RefusalReason::kCallerRate;
  return BusyError(StrCat(Quoted(caller.name), " may make ", caller.rate->per_s(), " requests a second"),
                   static_cast<uint32_t>(std::chrono::ceil<std::chrono::milliseconds>(wait).count()));
}

// Of the certificate that the connection showed, and that was checked: its subject's alternative names and common name.
std::vector<std::string> CertificateNames(const grpc::CallbackServerContext& context) {
  std::vector<std::string> names;
  const std::shared_ptr<const grpc::AuthContext> auth = context.auth_context();
  if (auth == nullptr || !auth->IsPeerAuthenticated()) return names;
  for (const char* property : {GRPC_X509_SAN_PROPERTY_NAME, GRPC_X509_CN_PROPERTY_NAME}) {
    for (const grpc::string_ref& name : auth->FindPropertyValues(property)) {
      names.emplace_back(name.data(), name.size());
    }
  }
  return names;
}

}  // namespace

CallDeadlines DeadlinesOfCall(const grpc::CallbackServerContext& context,
                              const std::atomic<bool>* cancelled) {
  constexpr int kShareForTheAnswer = 20;
  constexpr std::chrono::nanoseconds kMostForTheAnswer = std::chrono::milliseconds(20);
  // gRPC's deadline is on the system's clock; ours never jumps. Far ones (no deadline at all is the farthest)
  // are not representable on the other clock.
  constexpr std::chrono::hours kNever(24 * 365);
  const auto system_left = context.deadline() - std::chrono::system_clock::now();
  if (system_left > kNever) {
    const Deadline never(Deadline::Clock::time_point::max(), cancelled);
    return {.call = never, .work = never};
  }
  const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(system_left);
  const Deadline::Clock::time_point now = Deadline::Clock::now();
  const std::chrono::nanoseconds margin = std::min(left / kShareForTheAnswer, kMostForTheAnswer);
  const Deadline::Clock::time_point work_end = now + (left - margin);
  return {Deadline(now + left, cancelled), now + left, Deadline(work_end, cancelled), work_end};
}

absl::StatusOr<std::shared_ptr<const Caller>> Identify(const CallRuntime& runtime,
                                                       const grpc::CallbackServerContext& context,
                                                       const std::string& connection, CallRecord& record) {
  if (runtime.access == nullptr) return nullptr;
  const auto given = context.client_metadata().find("authorization");
  const std::string_view authorization = given == context.client_metadata().end()
                                             ? std::string_view()
                                             : std::string_view(given->second.data(), given->second.size());
  absl::StatusOr<std::shared_ptr<const Caller>> caller =
      runtime.access->Identify(authorization, CertificateNames(context),
                               [&] { return AddressOf(runtime, nullptr, context, connection); });
  if (!absl::IsResourceExhausted(caller.status())) return caller;
  record.refusal = RefusalReason::kBadTokens;
  constexpr uint32_t kRetry_ms = 1000;
  return BusyError(std::string(caller.status().message()), kRetry_ms);
}

std::string_view ShownCaller(const Caller* caller, const grpc::CallbackServerContext& context) {
  return caller == nullptr ? CallerNamed(context) : NameOf(caller);
}

absl::Status TakeRequest(const Caller* caller, CallRecord& record) {
  if (caller == nullptr || caller->rate == nullptr) return absl::OkStatus();
  const std::chrono::nanoseconds wait = caller->rate->Take(1);
  return wait.count() == 0 ? absl::OkStatus() : OverRate(*caller, wait, record);
}

absl::Status TakeItems(const Caller* caller, int items, CallRecord& record) {
  if (caller == nullptr || caller->rate == nullptr || items <= 1) return absl::OkStatus();
  const std::chrono::nanoseconds wait =
      caller->rate->Take(static_cast<uint32_t>(items) - 1, RequestRate::Clock::now(), 1);
  return wait.count() == 0 ? absl::OkStatus() : OverRate(*caller, wait, record);
}

std::string AddressOf(const CallRuntime& runtime, const Caller* caller,
                      const grpc::CallbackServerContext& context, const std::string& connection) {
  if (caller != nullptr && !caller->is_anonymous) return StrCat("caller ", caller->name);
  if (const std::string_view named = CallerNamed(context); runtime.trust_callers && !named.empty()) {
    return StrCat("named ", named);  // not to be taken for a caller that was identified
  }
  return SharedAddress(connection);
}

QueuedCall PlaceInQueue(const CallRuntime& runtime, const Caller* caller,
                        const grpc::CallbackServerContext& context, std::string connection,
                        const CallCost& cost, const CallDeadlines& deadlines, uint64_t bytes) {
  QueuedCall call;
  call.address = AddressOf(runtime, caller, context, connection);
  call.caller = CallerNamed(context);
  const bool is_named = runtime.trust_callers && !call.caller.empty();
  call.connection = is_named ? call.address : std::move(connection);
  call.cost = cost;
  call.deadline = deadlines.call_end;
  call.bytes = bytes;
  return call;
}

absl::Status CheckStillWanted(const Deadline& deadline) {
  if (deadline.Cancelled()) return absl::CancelledError("the call was cancelled");
  if (deadline.Expired()) return absl::DeadlineExceededError("the call's deadline is over");
  return absl::OkStatus();
}

absl::Status NameWorkLimit(const absl::Status& status, const CallDeadlines& deadlines,
                           std::chrono::milliseconds limit) {
  if (status.code() != absl::StatusCode::kDeadlineExceeded || deadlines.work.Expired()) return status;
  return absl::DeadlineExceededError(
      StrCat("the server works on such a request for ", limit.count(), " ms at most; ask for less"));
}

absl::Status TooMuchMemory(const SearchMemory::Running& call, uint64_t max_bytes, CallRecord& record) {
  record.refusal = call.is_over_all() ? RefusalReason::kAllSearchMemory : RefusalReason::kSearchMemory;
  constexpr uint32_t kRetry_ms = 1000;
  if (call.is_over_all()) {
    return BusyError(
        StrCat("busy: the searches that run would take more memory together than ", 2 * max_bytes,
               " bytes (twice --max-search-bytes), and this one takes most; try again later"),
        kRetry_ms);
  }
  return absl::ResourceExhaustedError(
      StrCat("the search would take more memory than the ", max_bytes,
             " bytes that the server gives to one (--max-search-bytes); ask for less"));
}

absl::Status CheckTakesAnswers(const CallRuntime& runtime, const std::string& connection,
                               CallRecord& record) {
  if (runtime.answers.MayAnswer(connection)) return absl::OkStatus();
  record.refusal = RefusalReason::kUntakenAnswers;
  return BusyError(StrCat("the connection leaves more than ", runtime.answers.limits().max_connection_bytes,
                          " bytes of answers untaken"),
                   static_cast<uint32_t>(runtime.answers.limits().stall.count()));
}

void ExcuseIfNotReset(CallRuntime& runtime, const std::string& connection, const CallDeadlines& deadlines,
                      bool is_ended_by_us) {
  // Not held against `call_end`: the caller's clock began before ours.
  const bool is_over = Deadline::Clock::now() >= deadlines.work_end;
  if (is_ended_by_us || is_over) runtime.arrived.Excuse(connection);
}

absl::Status ToBusyError(const Refusal& refusal, CallRecord& record) {
  record.refusal = refusal.reason;
  return BusyError(refusal.why, static_cast<uint32_t>(refusal.retry_after.count()));
}

grpc::Status ToCallStatus(const absl::Status& status, grpc::CallbackServerContext& context) {
  // What clients of gRPC wait for before they try again by themselves; below 0 they do not.
  if (status.code() == absl::StatusCode::kResourceExhausted) {
    const std::optional<uint32_t> retry_after_ms = RetryAfterMs(status);
    context.AddTrailingMetadata("grpc-retry-pushback-ms", retry_after_ms ? StrCat(*retry_after_ms) : "-1");
  }
  return ToGrpcStatus(status);
}

}  // namespace waystone
