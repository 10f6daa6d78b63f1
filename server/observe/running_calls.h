// The calls that workers run, for operators to look at and to end.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "server/observe/call_record.h"

namespace waystone {

// Thread-safe; entries must not outlive it. An entry takes some tens of nanoseconds: calls that are answered at once have none.
class RunningCalls {
 public:
  // Whose call it is, and about what.
  struct About {
    std::string_view map_id;
    std::string_view caller;      // ShownCaller
    std::string_view connection;  // as gRPC names it
  };
  // A call that runs from here on, until it is left. Record, flag and what it is about must outlive it; the record stays as it is
  // meanwhile, but for what its answer tells.
  class Entry {
   public:
    Entry(RunningCalls& calls, const CallRecord& record, const About& about, std::atomic<bool>& cancelled);
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

    // Ok; Cancelled if an operator has ended the call, which is what the call ends with.
    absl::Status CheckNotCancelled() const;

   private:
    friend class RunningCalls;
    RunningCalls& calls_;
    const uint64_t id_;
    const CallRecord& record_;
    const About about_;
    std::atomic<bool>& cancelled_;
    std::atomic<bool> is_by_operator_{false};
  };

  struct Call {
    uint64_t id = 0;
    Rpc rpc = Rpc::kPlanRoute;
    RunLane lane = RunLane::kSlow;
    std::string map_id;
    std::string caller;
    std::string connection;
    std::chrono::nanoseconds since{0};  // its request arrived
    std::chrono::nanoseconds waited{0};
  };
  // Those that have been there longest first. O(calls).
  std::vector<Call> List() const;
  // Sets the flag of the call; its search ends when it next looks. False if no such call runs. O(calls).
  bool Cancel(uint64_t id);

 private:
  static constexpr size_t kShards = 8;  // so that calls rarely wait for each other
  struct alignas(64) Shard {
    mutable std::mutex mutex;
    std::vector<Entry*> entries;
  };
  Shard& Of(uint64_t id) { return shards_[id % kShards]; }

  std::atomic<uint64_t> next_id_{1};
  std::array<Shard, kShards> shards_;
};

}  // namespace waystone
