#include "server/queue/fair_queue.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace waystone {

FairQueue::Connection& FairQueue::Of(const QueuedCall& call) {
  const auto [found, is_new] = connections_.try_emplace(call.connection);
  Connection& connection = found->second;
  if (is_new) {
    const auto [of_address, is_address_new] = addresses_.try_emplace(call.address);
    if (is_address_new) of_address->second.share.order = next_order_++;
    connection.address = &of_address->second;
    connection.share.order = next_order_++;
  }
  return connection;
}

void FairQueue::Push(QueuedCall call) {
  ForgetMany();
  Connection& connection = Of(call);
  Address& address = *connection.address;
  if (address.size == 0) turns_.Join(address);
  if (connection.size == 0) address.turns.Join(connection);
  ++size_;
  ++address.size;
  ++connection.size;
  const int64_t expected_ns = call.expected.count();
  expected_ns_ += expected_ns;
  address.expected_ns += expected_ns;
  connection.expected_ns += expected_ns;
  std::list<QueuedCall>& calls = connection.callers[call.caller];
  calls.push_back(std::move(call));
}

QueuedCall FairQueue::Take(Connection& connection, CallsOfCaller caller,
                           std::list<QueuedCall>::iterator taken) {
  QueuedCall call = std::move(*taken);
  caller->second.erase(taken);
  if (caller->second.empty()) connection.callers.erase(caller);
  Address& address = *connection.address;
  const int64_t expected_ns = call.expected.count();
  expected_ns_ -= expected_ns;
  address.expected_ns -= expected_ns;
  connection.expected_ns -= expected_ns;
  --size_;
  if (--connection.size == 0) address.turns.Leave(connection);
  if (--address.size == 0) turns_.Leave(address);
  return call;
}

QueuedCall FairQueue::Begin(Connection& connection, Clock::time_point behind) {
  auto caller = connection.callers.upper_bound(connection.last_caller);
  if (caller == connection.callers.end()) caller = connection.callers.begin();
  connection.last_caller = caller->first;
  std::list<QueuedCall>& calls = caller->second;
  const bool newest = calls.front().since < behind;
  QueuedCall call = Take(connection, caller, newest ? std::prev(calls.end()) : calls.begin());
  Address& address = *connection.address;
  ++connection.running;
  ++address.running;
  running_expected_ns_ += call.expected.count();
  turns_.Serve(address, call.expected.count());
  address.turns.Serve(connection, call.expected.count());
  return call;
}

std::optional<QueuedCall> FairQueue::Pop(Clock::time_point behind) {
  if (size_ == 0) return std::nullopt;
  Address& address = **turns_.begin();
  return Begin(**address.turns.begin(), behind);
}

std::optional<QueuedCall> FairQueue::PopResting(Clock::time_point behind, size_t most) {
  for (Address* address : turns_) {
    if (address->running >= most) continue;
    for (Connection* connection : address->turns) {
      if (connection->running == 0) return Begin(*connection, behind);
    }
  }
  return std::nullopt;
}

FairQueue::Clock::time_point FairQueue::RestingSince(size_t most) const {
  auto since = Clock::time_point::max();
  for (const Address* address : turns_) {
    if (address->running >= most) continue;
    for (const Connection* connection : address->turns) {
      if (connection->running > 0) continue;
      for (const auto& [caller, calls] : connection->callers) since = std::min(since, calls.front().since);
    }
  }
  return since;
}

void FairQueue::Finished(const QueuedCall& call, std::chrono::nanoseconds run) {
  Connection& connection = connections_.at(call.connection);
  Address& address = *connection.address;
  --connection.running;
  --address.running;
  running_expected_ns_ -= call.expected.count();
  turns_.Charge(address, (run - call.expected).count());
  address.turns.Charge(connection, (run - call.expected).count());
}

// What was used by those that do nothing now is forgotten if they become many.
void FairQueue::ForgetMany() {
  constexpr size_t kMostIdle = 4096;
  if (connections_.size() < size_ + kMostIdle) return;
  std::erase_if(connections_,
                [](const auto& named) { return named.second.size == 0 && named.second.running == 0; });
  std::erase_if(addresses_,
                [](const auto& named) { return named.second.size == 0 && named.second.running == 0; });
}

QueuedCall FairQueue::TakeNewest(Connection& connection) {
  const auto caller =
      std::max_element(connection.callers.begin(), connection.callers.end(),
                       [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  return Take(connection, caller, std::prev(caller->second.end()));
}

std::optional<QueuedCall> FairQueue::TakeFromLargest(const QueuedCall& call) {
  const auto by_size = [](const auto* a, const auto* b) { return a->size < b->size; };
  const auto largest = std::max_element(turns_.begin(), turns_.end(), by_size);
  if (largest == turns_.end()) return std::nullopt;
  const auto own = addresses_.find(call.address);
  const size_t own_size = own == addresses_.end() ? 0 : own->second.size;
  if ((*largest)->size > own_size + 1) {
    const Turns<Connection>& turns = (*largest)->turns;
    return TakeNewest(**std::max_element(turns.begin(), turns.end(), by_size));
  }
  if (own_size == 0) return std::nullopt;
  const Turns<Connection>& turns = own->second.turns;
  Connection& most = **std::max_element(turns.begin(), turns.end(), by_size);
  const auto asking = connections_.find(call.connection);
  const size_t asking_size = asking == connections_.end() ? 0 : asking->second.size;
  if (most.size <= asking_size + 1) return std::nullopt;
  return TakeNewest(most);
}

std::vector<QueuedCall> FairQueue::TakeExpired(Clock::time_point now) {
  struct Late {
    Connection* connection;
    CallsOfCaller caller;
    std::list<QueuedCall>::iterator call;
  };
  std::vector<Late> late;
  for (const Address* address : turns_) {
    for (Connection* connection : address->turns) {
      for (auto caller = connection->callers.begin(); caller != connection->callers.end(); ++caller) {
        for (auto call = caller->second.begin(); call != caller->second.end(); ++call) {
          if (call->deadline <= now) late.push_back({connection, caller, call});
        }
      }
    }
  }
  std::vector<QueuedCall> expired;
  expired.reserve(late.size());
  for (const Late& one : late) expired.push_back(Take(*one.connection, one.caller, one.call));
  return expired;
}

bool FairQueue::IsResting(const std::string& connection) const {
  const auto found = connections_.find(connection);
  return found == connections_.end() || (found->second.size == 0 && found->second.running == 0);
}

std::chrono::nanoseconds FairQueue::ExpectedWait(const QueuedCall& call, int threads) const {
  // What runs before the last call of a member: no more than all, nor than each other member has as much as it.
  const auto before = [](int64_t all_ns, int64_t own_ns, size_t members, bool is_member) {
    return std::min(all_ns, own_ns * static_cast<int64_t>(members + (is_member ? 0 : 1)));
  };
  int64_t wait_ns = 0;
  if (const auto own = addresses_.find(call.address); own != addresses_.end()) {
    const Address& address = own->second;
    const auto found = connections_.find(call.connection);
    const bool is_known = found != connections_.end();
    const int64_t of_connection_ns = is_known ? found->second.expected_ns : 0;
    const bool waits = is_known && found->second.size > 0;
    const int64_t of_address_ns = before(address.expected_ns, of_connection_ns, address.turns.size(), waits);
    wait_ns = before(expected_ns_, of_address_ns, turns_.size(), address.size > 0);
  }
  // What runs has run for half of its time.
  return std::chrono::nanoseconds((wait_ns + running_expected_ns_ / 2) / threads);
}

}  // namespace waystone
