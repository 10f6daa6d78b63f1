// A call that waits for a thread.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "core/base/deadline.h"

namespace waystone {

// Calls that are over soon have threads of their own, so that no search keeps them waiting.
enum class Lane : uint8_t { kQuick, kSlow };
inline constexpr size_t kLaneCount = 2;

// Calls of one kind take alike long for each unit.
enum class CallKind : uint8_t {
  kCatalog,
  kMove,
  kRoute,
  kPlacement,
  kDistances,
  kExploration,
  kBatch,
  kChanges,
  kAdmin,
};
inline constexpr size_t kCallKindCount = 9;

// What is known of a call's work before it runs.
struct CallCost {
  Lane lane = Lane::kSlow;
  CallKind kind = CallKind::kRoute;
  uint32_t units = 1;  // of work that take alike long, as the items of a batch
};

// What was too much, if a call is refused as such.
enum class RefusalReason : uint8_t {
  kDeadline,         // it cannot be done in time
  kCallsInFlight,    // --max-in-flight
  kWaitingBytes,     // --max-waiting-bytes
  kShare,            // others had less, and took its place
  kUntakenAnswers,   // of its connection
  kSearchMemory,     // --max-search-bytes, of one call
  kAllSearchMemory,  // of all that run
  kCallerRate,       // requests_per_s of its caller
  kBadTokens,        // of its address
};
inline constexpr std::array<const char*, 9> kRefusalReasonNames = {
    "deadline",      "calls_in_flight",   "waiting_bytes", "share",     "untaken_answers",
    "search_memory", "all_search_memory", "caller_rate",   "bad_tokens"};
inline constexpr size_t kRefusalReasonCount = kRefusalReasonNames.size();

// Why a call is not served, and when to ask again.
struct Refusal {
  std::string why;
  std::chrono::milliseconds retry_after{0};
  RefusalReason reason = RefusalReason::kDeadline;
};

// Exactly one of `run` and `refuse` is called, once.
struct QueuedCall {
  using Clock = Deadline::Clock;

  std::string address;     // calls of one address share its part of the threads,
  std::string connection;  // of these, those of one connection, whose name no other address has,
  std::string caller;      // and of these, those of one caller
  CallCost cost;
  Clock::time_point deadline = Clock::time_point::max();
  uint64_t bytes = 0;  // that it holds while it waits
  std::function<bool()>
      run;  // whether it did its work: what was given up before that tells nothing of how long it takes
  std::function<void(const Refusal&)> refuse;

  // The scheduler's own.
  Clock::time_point since;               // when it came
  std::chrono::nanoseconds expected{0};  // that it runs
  bool is_relieved = false;              // a thread that relieves took it
};

}  // namespace waystone
