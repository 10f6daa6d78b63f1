// What the calls of a server share besides the request handler.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "core/base/deadline.h"
#include "grpcpp/server_context.h"
#include "server/access/access_control.h"
#include "server/base/arrived_bytes.h"
#include "server/base/event_log.h"
#include "server/base/scratch_pool.h"
#include "server/base/search_memory.h"
#include "server/convert/request_limits.h"
#include "server/observe/call_observer.h"
#include "server/rpc/failure_log.h"
#include "server/rpc/untaken_answers.h"
#include "server/schedule/call_workers.h"

namespace waystone {

// Thread-safe. `log`, `access`, `observer` and what `scratches` counts in (ScratchPool) must outlive it.
struct CallRuntime {
  CallRuntime(const RequestLimits& limits, int worker_threads, uint64_t budget_bytes,
              std::atomic<uint64_t>& scratch_bytes, const EventLog& log_in, CallObserver& observer_in,
              AccessControl* access_in, bool is_audited_in = false)
      : scratches(budget_bytes, scratch_bytes),
        answers(UntakenAnswers::Limits()),
        memory(limits.max_search_bytes),
        trust_callers(limits.trust_callers),
        access(access_in),
        is_audited(is_audited_in),
        log(log_in),
        failures(log_in),
        observer(observer_in),
        workers(worker_threads, limits.max_in_flight, limits.max_waiting_bytes) {}

  ScratchPool scratches;
  ArrivedBytes arrived;
  UntakenAnswers answers;
  SearchMemory memory;
  const bool trust_callers;     // a proxy names them
  AccessControl* const access;  // null: anybody may everything
  const bool is_audited;        // each call is an event
  const EventLog& log;
  FailureLog failures;
  CallObserver& observer;
  CallWorkers workers;  // last: joined before the rest goes
};

// A call that is expected to be quick gives its thread back after this time and begins anew as a slow one.
inline constexpr std::chrono::milliseconds kSlice{5};

// When a call must end, for whoever waits and for whoever works.
struct CallDeadlines {
  using Clock = Deadline::Clock;

  Deadline call;                                          // the call's own
  Clock::time_point call_end = Clock::time_point::max();  // of `call`
  // For the work: before the call's by a twentieth of the time there was at its beginning, and by 20 ms at
  // most, so that what is known by then (a partial route, the distances measured) still reaches the caller.
  Deadline work;
  Clock::time_point work_end = Clock::time_point::max();  // of `work`

  // The same for work that is cancelled by this flag.
  CallDeadlines CancelledBy(const std::atomic<bool>& cancelled) const {
    return {Deadline(call_end, &cancelled), call_end, Deadline(work_end, &cancelled), work_end};
  }
  // The same with work that ends at `end`, if that is sooner.
  CallDeadlines WorkingUntil(Clock::time_point end) const {
    return {call, call_end, work.SoonerOf(end), work_end < end ? work_end : end};
  }
};

// `cancelled` is the flag that the call's reactor sets when it is cancelled; may be null.
CallDeadlines DeadlinesOfCall(const grpc::CallbackServerContext& context, const std::atomic<bool>* cancelled);

// Who calls; null if anybody may everything. Unauthenticated; Busy, if too many bad tokens came from there.
absl::StatusOr<std::shared_ptr<const Caller>> Identify(const CallRuntime& runtime,
                                                       const grpc::CallbackServerContext& context,
                                                       const std::string& connection, CallRecord& record);

// Empty of nobody.
inline std::string_view NameOf(const Caller* caller) {
  return caller == nullptr ? std::string_view() : std::string_view(caller->name);
}

// Who calls, for the access log: who was identified, or else whom the metadata `waystone-caller` names.
std::string_view ShownCaller(const Caller* caller, const grpc::CallbackServerContext& context);

// Counts a request of a caller, which may be null. Busy, if he may not make another one.
absl::Status TakeRequest(const Caller* caller, CallRecord& record);
// Counts the items of a batch besides the request that was taken for it. Busy, if these are more than he may make.
absl::Status TakeItems(const Caller* caller, int items, CallRecord& record);

// Who shares with whom: callers that were identified, or else the address of the connection, or with trust_callers the caller
// named in the metadata `waystone-caller` (of which 128 bytes count).
std::string AddressOf(const CallRuntime& runtime, const Caller* caller,
                      const grpc::CallbackServerContext& context, const std::string& connection);

// A call's place among those that wait: its connection, and the caller that it names in the metadata
// `waystone-caller`, as a node does that asks for many players. With trust_callers, who is named there has a place of his own
// as connections have. Without what it runs.
QueuedCall PlaceInQueue(const CallRuntime& runtime, const Caller* caller,
                        const grpc::CallbackServerContext& context, std::string connection,
                        const CallCost& cost, const CallDeadlines& deadlines, uint64_t bytes);

// What a call that ran until its end should say if the caller has stopped waiting: OK, DeadlineExceeded or
// Cancelled.
absl::Status CheckStillWanted(const Deadline& deadline);

// The error of work that ended with the server's limit and not with the call's time says so.
absl::Status NameWorkLimit(const absl::Status& status, const CallDeadlines& deadlines,
                           std::chrono::milliseconds limit);

// What a call ends with that took too much memory: by the limit of one call, or as the largest of all that run.
absl::Status TooMuchMemory(const SearchMemory::Running& call, uint64_t max_bytes, CallRecord& record);

// Busy, if the connection leaves too many answers untaken.
absl::Status CheckTakesAnswers(const CallRuntime& runtime, const std::string& connection, CallRecord& record);

// A call that was cancelled is done. `is_ended_by_us`: by UntakenAnswers.
void ExcuseIfNotReset(CallRuntime& runtime, const std::string& connection, const CallDeadlines& deadlines,
                      bool is_ended_by_us);

// What a call ends with that the workers refused.
absl::Status ToBusyError(const Refusal& refusal, CallRecord& record);

// The call's last words: its status, and when to ask again if it is refused for being busy.
grpc::Status ToCallStatus(const absl::Status& status, grpc::CallbackServerContext& context);

}  // namespace waystone
