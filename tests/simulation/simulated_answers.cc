#include "tests/simulation/simulated_answers.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "core/base/str_cat.h"
#include "grpc/grpc.h"

namespace waystone {
namespace {

// The numbers of answers that were ended, which stand for their calls.
std::set<uint64_t>& Ended() {
  static auto* const kEnded = new std::set<uint64_t>;
  return *kEnded;
}

}  // namespace

SimulatedAnswers::SimulatedAnswers(const UntakenAnswers::Limits& limits) : limits_(limits), answers_(limits) {
  Ended().clear();
}

uint64_t SimulatedAnswers::Send(const std::string& connection, uint64_t bytes, Clock::time_point now) {
  const uint64_t number = next_++;
  Sent& sent = sent_[number];
  sent.connection = connection;
  sent.bytes = bytes;
  sent.since = now;
  // Never looked into: it goes to the functions below only.
  sent.ticket = answers_.Add(connection, reinterpret_cast<grpc_call*>(number), bytes, now);  // NOLINT
  return number;
}

void SimulatedAnswers::Take(uint64_t answer) { sent_.erase(answer); }

bool SimulatedAnswers::IsLate(const Sent& sent, Clock::time_point now) const {
  return now - sent.since >
         limits_.stall + std::chrono::milliseconds(sent.bytes * 1000 / limits_.bytes_per_s);
}

std::map<std::string, uint64_t> SimulatedAnswers::BytesByConnection() const {
  std::map<std::string, uint64_t> bytes;
  for (const auto& [number, sent] : sent_) bytes[sent.connection] += sent.bytes;
  return bytes;
}

std::string SimulatedAnswers::Look(Clock::time_point now) {
  const std::map<std::string, uint64_t> bytes = BytesByConnection();
  uint64_t all = 0;
  uint64_t most = 0;
  for (const auto& [connection, size] : bytes) {
    all += size;
    most = std::max(most, size);
  }
  answers_.EndStalled(now);
  std::string broken;
  uint64_t left_by_largest = most;
  for (auto it = sent_.begin(); it != sent_.end();) {
    const Sent& sent = it->second;
    const bool is_ended = Ended().erase(it->first) > 0;
    const bool is_largest = bytes.at(sent.connection) == most;
    if (IsLate(sent, now) && !is_ended) broken = "an answer that is not taken in time stays";
    if (is_ended && !IsLate(sent, now) && (all <= limits_.max_bytes || !is_largest))
      broken = "an answer is ended though its caller has time to take it";
    if (is_ended && is_largest) left_by_largest -= std::min(left_by_largest, sent.bytes);
    ended_ += is_ended ? 1 : 0;
    it = is_ended ? sent_.erase(it) : std::next(it);
  }
  uint64_t left = 0;
  for (const auto& [connection, size] : BytesByConnection()) left += size;
  if (left > limits_.max_bytes && left_by_largest > 0)
    broken = "answers untaken are above their limit, and the connection that leaves most keeps some";
  return broken;
}

std::string SimulatedAnswers::Check() const {
  uint64_t all = 0;
  for (const auto& [connection, size] : BytesByConnection()) {
    all += size;
    if (size <= limits_.max_connection_bytes && !answers_.MayAnswer(connection))
      return "a connection that takes its answers is not served";
  }
  for (const auto& [connection, size] : BytesByConnection()) {
    if (size > limits_.max_connection_bytes && answers_.MayAnswer(connection))
      return "a connection that leaves too much untaken is served";
  }
  if (answers_.bytes() != all || answers_.size() != sent_.size())
    return StrCat(answers_.bytes(), " bytes of answers are counted, and ", all, " are untaken");
  return "";
}

}  // namespace waystone

// No call of gRPC lives in a program that simulates.
extern "C" {

void grpc_call_ref(grpc_call* /*call*/) {}
void grpc_call_unref(grpc_call* /*call*/) {}
grpc_call_error grpc_call_cancel_with_status(grpc_call* call, grpc_status_code /*status*/,
                                             const char* /*message*/, void* /*reserved*/) {
  waystone::Ended().insert(reinterpret_cast<uint64_t>(call));
  return GRPC_CALL_OK;
}

}  // extern "C"
