// Calls that wait, by who asked: time is shared among addresses and their connections, not among calls.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/queue/queued_call.h"
#include "server/queue/turns.h"

namespace waystone {

// Addresses take turns by what their calls have run (Turns), and so do the connections of an address; within a connection,
// callers come one after the other; within a caller, the first is the first, or the newest if it is said so. One thread.
// O(log addresses + log connections + log callers) each, if nothing else is said.
class FairQueue {
 public:
  using Clock = QueuedCall::Clock;

  void Push(QueuedCall call);
  // The next. A caller whose first call has waited since before `behind` has its newest call taken.
  std::optional<QueuedCall> Pop(Clock::time_point behind);
  // The next of a connection that has nothing running, and whose address has fewer than `most` running. O(connections).
  std::optional<QueuedCall> PopResting(Clock::time_point behind, size_t most);
  // Since when the first of those that PopResting may give has waited; max: there is none. O(connections).
  Clock::time_point RestingSince(size_t most) const;
  // A call that Pop gave has run for so long.
  void Finished(const QueuedCall& call, std::chrono::nanoseconds run);
  // The newest call of who has most, to make room for `call`: of another address that has more than that of `call` would
  // have, else of another connection of its own likewise. O(addresses + connections).
  std::optional<QueuedCall> TakeFromLargest(const QueuedCall& call);
  // Those that must have ended before `now`. O(calls).
  std::vector<QueuedCall> TakeExpired(Clock::time_point now);

  size_t size() const { return size_; }
  // Whether nothing of the connection waits or runs.
  bool IsResting(const std::string& connection) const;
  // [ns] That `call` would wait on `threads` threads, by what is expected.
  std::chrono::nanoseconds ExpectedWait(const QueuedCall& call, int threads) const;

 private:
  struct Address;
  struct Connection {
    TimeShare share;
    Address* address = nullptr;
    size_t running = 0;       // calls
    size_t size = 0;          // calls that wait
    int64_t expected_ns = 0;  // of those
    std::map<std::string, std::list<QueuedCall>> callers;
    std::string last_caller;  // whose turn was last
  };
  struct Address {
    TimeShare share;
    size_t running = 0;
    size_t size = 0;
    int64_t expected_ns = 0;
    Turns<Connection> turns;
  };
  using CallsOfCaller = std::map<std::string, std::list<QueuedCall>>::iterator;

  Connection& Of(const QueuedCall& call);
  QueuedCall Take(Connection& connection, CallsOfCaller caller, std::list<QueuedCall>::iterator call);
  QueuedCall TakeNewest(Connection& connection);
  QueuedCall Begin(Connection& connection, Clock::time_point behind);
  void ForgetMany();

  // Looked up, never walked in an order that matters. Kept while idle, with what was used.
  std::unordered_map<std::string, Connection> connections_;
  std::unordered_map<std::string, Address> addresses_;
  Turns<Address> turns_;
  uint64_t next_order_ = 0;
  size_t size_ = 0;
  int64_t expected_ns_ = 0;          // of all that wait
  int64_t running_expected_ns_ = 0;  // of all that run
};

}  // namespace waystone
