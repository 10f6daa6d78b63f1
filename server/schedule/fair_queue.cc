#include "server/schedule/fair_queue.h"

#include <algorithm>
#include <utility>

namespace waystone {

void FairQueue::Push(QueuedCall call) {
  ForgetMany();
  const auto [found, is_new] = connections_.try_emplace(call.connection);
  Connection& connection = found->second;
  if (is_new) {
    connection.name = call.connection;
    connection.order = next_order_++;
  }
  if (connection.size == 0) {
    connection.used_ns = std::max(connection.used_ns, now_ns_);
    waiting_.insert(PlaceOf(connection));
  }
  ++connection.size;
  ++size_;
  connection.expected_ns += call.expected.count();
  expected_ns_ += call.expected.count();
  std::deque<QueuedCall>& calls = connection.callers[call.caller];
  calls.push_back(std::move(call));
}

QueuedCall FairQueue::Take(Connection& connection, const std::string& caller, bool newest) {
  const std::deque<QueuedCall>& calls = connection.callers.at(caller);
  return TakeAt(connection, caller, newest ? calls.size() - 1 : 0);
}

QueuedCall FairQueue::TakeAt(Connection& connection, const std::string& caller, size_t index) {
  const auto found = connection.callers.find(caller);
  std::deque<QueuedCall>& calls = found->second;
  QueuedCall call = std::move(calls[index]);
  calls.erase(calls.begin() + static_cast<std::ptrdiff_t>(index));
  if (calls.empty()) connection.callers.erase(found);
  --connection.size;
  --size_;
  connection.expected_ns -= call.expected.count();
  expected_ns_ -= call.expected.count();
  if (connection.size == 0) waiting_.erase(PlaceOf(connection));
  return call;
}

void FairQueue::Charge(Connection& connection, int64_t nanoseconds) {
  const bool waits = waiting_.erase(PlaceOf(connection)) > 0;
  connection.used_ns += nanoseconds;
  if (waits) waiting_.insert(PlaceOf(connection));
}

// What a connection has used is remembered until the others are there: else it would begin anew with each call.
void FairQueue::ForgetIfIdle(Connection& connection) {
  if (connection.size > 0 || connection.running > 0) return;
  if (connection.used_ns > now_ns_ && !waiting_.empty()) return;
  connections_.erase(std::string(connection.name));
}

// Those that came and went while others waited.
void FairQueue::ForgetMany() {
  constexpr size_t kMostIdle = 4096;
  if (connections_.size() < waiting_.size() + kMostIdle) return;
  std::erase_if(connections_,
                [](const auto& named) { return named.second.size == 0 && named.second.running == 0; });
}

std::optional<QueuedCall> FairQueue::Pop(Clock::time_point behind, bool only_resting) {
  const auto found = std::find_if(waiting_.begin(), waiting_.end(), [&](const Place& place) {
    return !only_resting || std::get<Connection*>(place)->running == 0;
  });
  if (found == waiting_.end()) return std::nullopt;
  Connection& connection = *std::get<Connection*>(*found);
  auto caller = connection.callers.upper_bound(connection.last_caller);
  if (caller == connection.callers.end()) caller = connection.callers.begin();
  connection.last_caller = caller->first;
  const bool newest = caller->second.front().since < behind;
  now_ns_ = std::max(now_ns_, connection.used_ns);
  QueuedCall call = Take(connection, connection.last_caller, newest);
  ++connection.running;
  running_expected_ns_ += call.expected.count();
  Charge(connection, call.expected.count());
  return call;
}

void FairQueue::Finished(const std::string& connection, std::chrono::nanoseconds expected,
                         std::chrono::nanoseconds run) {
  running_expected_ns_ -= expected.count();
  Connection& of_call = connections_.at(connection);
  --of_call.running;
  Charge(of_call, (run - expected).count());
  ForgetIfIdle(of_call);
}

std::optional<QueuedCall> FairQueue::TakeFromLargest(size_t more_than) {
  const auto largest = std::max_element(waiting_.begin(), waiting_.end(), [](const Place& a, const Place& b) {
    return std::get<Connection*>(a)->size < std::get<Connection*>(b)->size;
  });
  if (largest == waiting_.end()) return std::nullopt;
  Connection& connection = *std::get<Connection*>(*largest);
  if (connection.size <= more_than) return std::nullopt;
  const auto caller =
      std::max_element(connection.callers.begin(), connection.callers.end(),
                       [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  return Take(connection, caller->first, true);
}

std::vector<QueuedCall> FairQueue::TakeExpired(Clock::time_point now) {
  std::vector<QueuedCall> expired;
  std::vector<std::pair<Connection*, std::string>> callers;
  for (const Place& place : waiting_) {
    Connection* connection = std::get<Connection*>(place);
    for (const auto& [caller, calls] : connection->callers) callers.emplace_back(connection, caller);
  }
  for (const auto& [connection, caller] : callers) {
    for (size_t i = connection->callers.at(caller).size(); i-- > 0;) {
      if (connection->callers.at(caller)[i].deadline > now) continue;
      expired.push_back(TakeAt(*connection, caller, i));
    }
  }
  return expired;
}

size_t FairQueue::SizeOf(const std::string& connection) const {
  const auto found = connections_.find(connection);
  return found == connections_.end() ? 0 : found->second.size;
}

bool FairQueue::IsResting(const std::string& connection) const {
  const auto found = connections_.find(connection);
  return found == connections_.end() || (found->second.size == 0 && found->second.running == 0);
}

std::chrono::nanoseconds FairQueue::ExpectedWait(const std::string& connection, int threads) const {
  const auto found = connections_.find(connection);
  const int64_t own_ns = found == connections_.end() ? 0 : found->second.expected_ns;
  const bool is_waiting = found != connections_.end() && found->second.size > 0;
  const auto sharing = static_cast<int64_t>(waiting_.size() + (is_waiting ? 0 : 1));
  // What runs has run for half of its time.
  const int64_t running_ns = running_expected_ns_ / 2;
  return std::chrono::nanoseconds((std::min(expected_ns_, own_ns * sharing) + running_ns) / threads);
}

FairQueue::Clock::time_point FairQueue::RestingSince() const {
  auto since = Clock::time_point::max();
  for (const Place& place : waiting_) {
    const Connection& connection = *std::get<Connection*>(place);
    if (connection.running > 0) continue;
    for (const auto& [caller, calls] : connection.callers) since = std::min(since, calls.front().since);
  }
  return since;
}

}  // namespace waystone
