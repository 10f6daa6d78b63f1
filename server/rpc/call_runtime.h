// What the calls of a server share besides the request handler.
#pragma once

#include <atomic>
#include <string_view>

#include "absl/status/status.h"
#include "core/base/deadline.h"
#include "grpcpp/server_context.h"
#include "server/base/admission.h"
#include "server/base/event_log.h"
#include "server/base/scratch_pool.h"
#include "server/base/worker_pool.h"

namespace waystone {

// Thread-safe. `log` and what `scratches` counts in (ScratchPool) must outlive it.
struct CallRuntime {
  CallRuntime(uint32_t max_in_flight, int worker_threads, uint64_t budget_bytes,
              std::atomic<uint64_t>& scratch_bytes, const EventLog& log_in)
      : admission(max_in_flight),
        scratches(budget_bytes, scratch_bytes),
        log(log_in),
        workers(worker_threads) {}

  Admission admission;
  ScratchPool scratches;
  const EventLog& log;
  WorkerPool workers;  // last: joined before the rest goes
};

// When a call must end, for whoever waits and for whoever works.
struct CallDeadlines {
  Deadline call;  // the call's own
  // For the work: before the call's by a twentieth of the time there was at its beginning, and by 20 ms at
  // most, so that what is known by then (a partial route, the distances measured) still reaches the caller.
  Deadline work;
  Deadline::Clock::time_point work_end = Deadline::Clock::time_point::max();  // of `work`
};

// `cancelled` is the flag that the call's reactor sets when it is cancelled; may be null.
CallDeadlines DeadlinesOfCall(const grpc::CallbackServerContext& context, const std::atomic<bool>* cancelled);

// What a call that ran until its end should say if the caller has stopped waiting: OK, DeadlineExceeded or
// Cancelled.
absl::Status CheckStillWanted(const Deadline& deadline);

// A failed request, with the caller's words in the message: at level debug, or error where it is our fault.
void LogFailure(const EventLog& log, std::string_view rpc, const absl::Status& status);

absl::Status TooManyInFlight(const Admission& admission);

}  // namespace waystone
