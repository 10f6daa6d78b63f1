#include "server/observe/call_observer.h"

namespace waystone {

void CallObserver::Ended(const EndedCall& call) {
  const CallRecord& record = call.record;
  const auto duration = CallRecord::Clock::now() - record.begun;
  counters_.CountCall(record.rpc, call.code, record.lane, duration);
  if (record.refusal) {
    counters_.CountRefusal(*record.refusal);
  } else if (record.lane != RunLane::kInline) {
    counters_.CountWait(record.lane, record.waited);
  }
}

}  // namespace waystone
