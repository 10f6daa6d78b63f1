#include "server/rpc/untaken_answers.h"

#include <algorithm>

#include "grpc/grpc.h"

namespace waystone {

UntakenAnswers::Ticket UntakenAnswers::Add(const std::string& connection, grpc_call* call, uint64_t bytes,
                                           Clock::time_point now) {
  Ticket ticket;
  const std::lock_guard lock(mutex_);
  ticket.owner_ = this;
  ticket.connection_ = connections_.try_emplace(connection).first;
  Connection& of_answer = ticket.connection_->second;
  of_answer.answers.push_back({call, bytes, now});
  ticket.answer_ = std::prev(of_answer.answers.end());
  of_answer.bytes += bytes;
  bytes_ += bytes;
  ++size_;
  return ticket;
}

void UntakenAnswers::Remove(Connections::iterator connection, std::list<Answer>::iterator answer) {
  const std::lock_guard lock(mutex_);
  connection->second.bytes -= answer->bytes;
  bytes_ -= answer->bytes;
  --size_;
  connection->second.answers.erase(answer);
  if (connection->second.answers.empty()) connections_.erase(connection);
}

bool UntakenAnswers::MayAnswer(const std::string& connection) const {
  if (bytes_ <= limits_.max_connection_bytes) return true;  // of all together
  const std::lock_guard lock(mutex_);
  const auto found = connections_.find(connection);
  return found == connections_.end() || found->second.bytes <= limits_.max_connection_bytes;
}

bool UntakenAnswers::IsEnded(std::list<Answer>::const_iterator answer) const {
  const std::lock_guard lock(mutex_);
  return answer->is_ended;
}

// With a reference each, as their owners may end them at any time.
std::vector<grpc_call*> UntakenAnswers::TakeStalled(Clock::time_point now) {
  std::vector<grpc_call*> stalled;
  const auto end = [&](Answer& answer) {
    if (answer.is_ended) return;
    answer.is_ended = true;
    grpc_call_ref(answer.call);
    stalled.push_back(answer.call);
  };
  const std::lock_guard lock(mutex_);
  Connection* largest = nullptr;
  for (auto& [name, connection] : connections_) {
    for (Answer& answer : connection.answers) {
      const std::chrono::milliseconds at_rate(answer.bytes * 1000 / limits_.bytes_per_s);
      if (now - answer.since > limits_.stall + at_rate) end(answer);
    }
    if (largest == nullptr || connection.bytes > largest->bytes) largest = &connection;
  }
  uint64_t left = bytes_;
  if (largest == nullptr) return stalled;
  for (Answer& answer : largest->answers) {
    if (left <= limits_.max_bytes) break;
    end(answer);
    left -= answer.bytes;
  }
  return stalled;
}

size_t UntakenAnswers::EndStalled(Clock::time_point now) {
  const std::vector<grpc_call*> stalled = TakeStalled(now);
  for (grpc_call* call : stalled) {
    grpc_call_cancel_with_status(call, GRPC_STATUS_RESOURCE_EXHAUSTED, "the caller does not take the answer",
                                 nullptr);
    grpc_call_unref(call);
  }
  return stalled.size();
}

uint64_t UntakenAnswers::bytes() const { return bytes_; }

size_t UntakenAnswers::size() const {
  const std::lock_guard lock(mutex_);
  return size_;
}

}  // namespace waystone
