// Answers that gRPC has and callers have not taken: a caller who takes none must cost nobody else anything.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/base/deadline.h"

struct grpc_call;

namespace waystone {

// Counts what each connection leaves untaken, and ends calls: those whose answer is not taken within a time, and, while
// all together hold more than a limit, those of the connection that leaves most. Thread-safe. Tickets must not outlive it.
class UntakenAnswers {
 public:
  using Clock = Deadline::Clock;

  struct Limits {
    uint64_t max_bytes = 256 << 20;            // of all connections
    uint64_t max_connection_bytes = 64 << 20;  // a connection that leaves more is not served
    std::chrono::milliseconds stall{10'000};   // an answer is taken within this time,
    uint64_t bytes_per_s = 64 << 10;           // and the time that its bytes take at this rate
  };

  explicit UntakenAnswers(const Limits& limits) : limits_(limits) {}

 private:
  struct Answer {
    grpc_call* call = nullptr;
    uint64_t bytes = 0;
    Clock::time_point since;
    bool is_ended = false;
  };
  struct Connection {
    uint64_t bytes = 0;
    std::list<Answer> answers;  // the oldest first
  };
  using Connections = std::map<std::string, Connection>;

 public:
  // An answer that is not taken yet; leaving scope, it is.
  class Ticket {
   public:
    Ticket() = default;
    Ticket(Ticket&& other) noexcept { *this = std::move(other); }
    Ticket& operator=(Ticket&& other) noexcept {
      std::swap(owner_, other.owner_);
      std::swap(connection_, other.connection_);
      std::swap(answer_, other.answer_);
      return *this;
    }
    ~Ticket() {
      if (owner_ != nullptr) owner_->Remove(connection_, answer_);
    }

    // Whether EndStalled has ended its call.
    bool is_ended() const { return owner_ != nullptr && owner_->IsEnded(answer_); }

   private:
    friend class UntakenAnswers;
    UntakenAnswers* owner_ = nullptr;
    Connections::iterator connection_;
    std::list<Answer>::iterator answer_;
  };

  // `call` must be alive now. O(log connections).
  Ticket Add(const std::string& connection, grpc_call* call, uint64_t bytes,
             Clock::time_point now = Clock::now());
  // Whether the connection may have further answers.
  bool MayAnswer(const std::string& connection) const;
  // Ends calls as said above, each once; now and then. The number ended. O(answers).
  size_t EndStalled(Clock::time_point now = Clock::now());

  uint64_t bytes() const;
  size_t size() const;
  const Limits& limits() const { return limits_; }

 private:
  void Remove(Connections::iterator connection, std::list<Answer>::iterator answer);
  bool IsEnded(std::list<Answer>::const_iterator answer) const;
  std::vector<grpc_call*> TakeStalled(Clock::time_point now);

  const Limits limits_;
  mutable std::mutex mutex_;
  Connections connections_;
  std::atomic<uint64_t> bytes_{0};  // written under the lock
  size_t size_ = 0;
};

}  // namespace waystone
