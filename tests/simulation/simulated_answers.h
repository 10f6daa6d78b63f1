// Answers on their way to simulated callers, who take them late or never, and what the server does about it.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "server/rpc/untaken_answers.h"

namespace waystone {

// UntakenAnswers beside a plain count of what it holds. The program that links this has no calls of gRPC: its functions that end a
// call mark the answer here. One at a time in a process; one thread.
class SimulatedAnswers {
 public:
  using Clock = UntakenAnswers::Clock;

  explicit SimulatedAnswers(const UntakenAnswers::Limits& limits);

  // The answer's number.
  uint64_t Send(const std::string& connection, uint64_t bytes, Clock::time_point now);
  // It was taken, or its call is over. Does nothing if it was ended before.
  void Take(uint64_t answer);
  bool MayAnswer(const std::string& connection) const { return answers_.MayAnswer(connection); }
  // The server's look at them, and the rule that it broke; empty: none. Ended answers are gone afterwards.
  std::string Look(Clock::time_point now);
  // The rule that the counts break; empty: none.
  std::string Check() const;

  bool empty() const { return sent_.empty(); }
  uint64_t ended() const { return ended_; }

 private:
  struct Sent {
    std::string connection;
    uint64_t bytes = 0;
    Clock::time_point since;
    bool is_ended = false;
    UntakenAnswers::Ticket ticket;
  };
  bool IsLate(const Sent& sent, Clock::time_point now) const;
  std::map<std::string, uint64_t> BytesByConnection() const;

  const UntakenAnswers::Limits limits_;
  UntakenAnswers answers_;
  std::map<uint64_t, Sent> sent_;  // by number
  uint64_t next_ = 1;
  uint64_t ended_ = 0;
};

}  // namespace waystone
