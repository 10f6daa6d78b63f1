#include "server/observe/running_calls.h"

#include <algorithm>

namespace waystone {

RunningCalls::Entry::Entry(RunningCalls& calls, const CallRecord& record, const About& about,
                           std::atomic<bool>& cancelled)
    : calls_(calls),
      id_(calls.next_id_.fetch_add(1, std::memory_order_relaxed)),
      record_(record),
      about_(about),
      cancelled_(cancelled) {
  Shard& shard = calls_.Of(id_);
  const std::lock_guard lock(shard.mutex);
  shard.entries.push_back(this);
}

RunningCalls::Entry::~Entry() {
  Shard& shard = calls_.Of(id_);
  const std::lock_guard lock(shard.mutex);
  *std::find(shard.entries.begin(), shard.entries.end(), this) = shard.entries.back();
  shard.entries.pop_back();
}

absl::Status RunningCalls::Entry::CheckNotCancelled() const {
  return is_by_operator_.load(std::memory_order_relaxed) ? absl::CancelledError("cancelled by the operator")
                                                         : absl::OkStatus();
}

std::vector<RunningCalls::Call> RunningCalls::List() const {
  const auto now = CallRecord::Clock::now();
  std::vector<Call> calls;
  for (const Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    for (const Entry* entry : shard.entries) {
      const CallRecord& record = entry->record_;
      const About& about = entry->about_;
      calls.push_back({entry->id_, record.rpc, record.lane, ShownMapId(about.map_id),
                       std::string(about.caller), std::string(about.connection), now - record.begun,
                       record.waited});
    }
  }
  std::sort(calls.begin(), calls.end(), [](const Call& a, const Call& b) { return a.since > b.since; });
  return calls;
}

bool RunningCalls::Cancel(uint64_t id) {
  Shard& shard = Of(id);
  const std::lock_guard lock(shard.mutex);
  const auto found = std::find_if(shard.entries.begin(), shard.entries.end(),
                                  [id](const Entry* entry) { return entry->id_ == id; });
  if (found == shard.entries.end()) return false;
  (*found)->is_by_operator_.store(true, std::memory_order_relaxed);
  (*found)->cancelled_.store(true, std::memory_order_relaxed);
  return true;
}

}  // namespace waystone
