// Which call runs next, and which is refused: decisions only, without threads and clocks, so that they can be tried on
// simulated time.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/queue/fair_queue.h"
#include "server/queue/queued_call.h"
#include "server/schedule/call_estimates.h"

namespace waystone {

// The threads: one for quick calls only, `workers` for all, and relief, which take slow calls of connections that have none
// running, if one of these has waited for long: so no connection keeps another from its turn, however long its calls take.
// Of one address, relief takes no more than a part of what there is of it.
//
// A call is refused at once if it cannot be done in time: the calls before it, by what such calls have taken of late, leave
// it less than that, or (calls that answer with what they have by then) less than half of its time. The first call of a
// connection never is: relief may come to it. One thread.
class CallScheduler {
 public:
  using Clock = QueuedCall::Clock;
  enum class ThreadKind : uint8_t { kQuick, kWorker, kRelief };

  struct Limits {
    uint32_t max_calls = 1000;  // of a lane: waiting and running
    uint64_t max_bytes = 0;     // that the waiting calls of a lane hold; 0: any
    int workers = 1;
    size_t relief = 32;  // threads that relieve, at most
  };
  struct Refused {
    QueuedCall call;
    Refusal refusal;
  };
  struct Picked {
    std::optional<QueuedCall> call;
    std::vector<Refused> refused;  // calls that cannot be done in time any more
  };

  // How long a connection's slow call waits until relief takes it.
  static constexpr std::chrono::milliseconds kReliefAfter{100};
  // Relief takes no call of an address of which so many slow calls run, or a quarter as many as there is relief left: a few
  // addresses do not use it up.
  static constexpr size_t kMostOfAnAddress = 8;

  explicit CallScheduler(const Limits& limits) : limits_(limits) {}

  // Takes the call, or refuses it, or takes it for a call of the connection that has most.
  std::vector<Refused> Enqueue(QueuedCall call, Clock::time_point now);
  Picked Next(ThreadKind thread, Clock::time_point now);
  // A call that Next gave has run for so long; `did_work` as its `run` says.
  void Finished(const QueuedCall& call, std::chrono::nanoseconds run, bool did_work = true);
  // When relief is due if nothing changes; max: nothing waits for it.
  Clock::time_point ReliefDue() const;

  size_t Waiting(Lane lane) const { return lanes_[static_cast<size_t>(lane)].queue.size(); }
  size_t Running(Lane lane) const { return lanes_[static_cast<size_t>(lane)].running; }
  uint64_t WaitingBytes(Lane lane) const { return lanes_[static_cast<size_t>(lane)].waiting_bytes; }
  // That a call of this connection and cost runs.
  std::chrono::nanoseconds Expected(const std::string& connection, const CallCost& cost) const;

 private:
  struct LaneState {
    FairQueue queue;
    size_t running = 0;
    uint64_t waiting_bytes = 0;
    CallEstimates estimates;
  };

  LaneState& Of(Lane lane) { return lanes_[static_cast<size_t>(lane)]; }
  std::optional<Refusal> WhyNot(const QueuedCall& call, Clock::time_point now) const;
  bool MakeRoom(const QueuedCall& call, Clock::time_point now, std::vector<Refused>& refused);
  std::optional<QueuedCall> PopInTime(Lane lane, bool is_relief, Clock::time_point now, Picked& picked);
  Lane LaneOf(ThreadKind thread);
  size_t MostOfAnAddress() const {
    const size_t left = limits_.relief - std::min(limits_.relief, running_relief_);
    return std::clamp<size_t>(left / 4, 1, kMostOfAnAddress);
  }
  void Leave(const QueuedCall& call) { Of(call.cost.lane).waiting_bytes -= call.bytes; }

  const Limits limits_;
  std::array<LaneState, kLaneCount> lanes_;
  size_t running_relief_ = 0;    // calls that relief took
  uint32_t quick_in_a_row_ = 0;  // that workers took while slow calls waited
};

}  // namespace waystone
