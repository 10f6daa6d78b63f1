// Calls that wait, by who asked: time is shared among connections, not among calls.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "server/schedule/queued_call.h"

namespace waystone {

// Start-time fair queueing (Goyal, Vin and Cheng, 1996): the connection whose calls have run least comes next; one that
// comes anew begins where the others are. Within a connection, callers take turns; within a caller, the first is the first,
// or the newest if it is said so. One thread. O(log connections + log callers) each, if nothing else is said.
class FairQueue {
 public:
  using Clock = QueuedCall::Clock;

  void Push(QueuedCall call);
  // The next; of connections with nothing running only, if `only_resting` (O(connections)). A caller whose first call has
  // waited since before `behind` has its newest call taken.
  std::optional<QueuedCall> Pop(Clock::time_point behind, bool only_resting);
  // A call that Pop gave has run for so long.
  void Finished(const std::string& connection, std::chrono::nanoseconds expected,
                std::chrono::nanoseconds run);
  // The newest call of the connection with the most, if these are more than `more_than`. O(connections).
  std::optional<QueuedCall> TakeFromLargest(size_t more_than);
  // Those that must have ended before `now`. O(calls).
  std::vector<QueuedCall> TakeExpired(Clock::time_point now);

  size_t size() const { return size_; }
  size_t SizeOf(const std::string& connection) const;
  // Whether nothing of the connection waits or runs.
  bool IsResting(const std::string& connection) const;
  // [ns] That a call of this connection would wait on `threads` threads, by what is expected.
  std::chrono::nanoseconds ExpectedWait(const std::string& connection, int threads) const;
  // Since when the call has waited that came first of those whose connections have nothing running; max: none.
  Clock::time_point RestingSince() const;

 private:
  struct Connection {
    std::string name;
    int64_t used_ns = 0;      // run so far, on a scale that all share
    uint64_t order = 0;       // of equals
    uint32_t running = 0;     // calls
    size_t size = 0;          // calls that wait
    int64_t expected_ns = 0;  // of those
    std::map<std::string, std::deque<QueuedCall>> callers;
    std::string last_caller;  // whose turn was last
  };
  using Place = std::tuple<int64_t, uint64_t, Connection*>;

  static Place PlaceOf(Connection& connection) { return {connection.used_ns, connection.order, &connection}; }
  QueuedCall Take(Connection& connection, const std::string& caller, bool newest);
  QueuedCall TakeAt(Connection& connection, const std::string& caller, size_t index);
  void Charge(Connection& connection, int64_t nanoseconds);
  void ForgetIfIdle(Connection& connection);
  void ForgetMany();

  std::unordered_map<std::string, Connection>
      connections_;          // looked up, never walked in an order that matters
  std::set<Place> waiting_;  // connections with calls that wait
  int64_t now_ns_ = 0;       // where the connection served last began
  uint64_t next_order_ = 0;
  size_t size_ = 0;
  int64_t expected_ns_ = 0;          // of all that wait
  int64_t running_expected_ns_ = 0;  // of all that run
};

}  // namespace waystone
