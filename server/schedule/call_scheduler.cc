#include "server/schedule/call_scheduler.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/str_cat.h"

namespace waystone {

namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr int64_t kLongest_ns = 60'000'000'000;  // that a call is expected to run
constexpr int64_t kSlowlyUp = 8;                 // the average moves by an eighth to a larger value,
constexpr int64_t kQuicklyDown = 2;   // and by half to a smaller one: what is refused teaches nothing
constexpr milliseconds kBehind(250);  // a caller whose calls wait longer has its newest served first
constexpr uint32_t kMostQuickInARow = 16;
constexpr milliseconds kLeastRetry(10);
constexpr milliseconds kMostRetry(60'000);

Refusal TryAfter(std::string why, nanoseconds wait) {
  const auto retry = std::chrono::duration_cast<milliseconds>(wait);
  return {std::move(why), std::clamp(retry, kLeastRetry, kMostRetry)};
}

// [ns] Of a unit, before a call of the kind has run.
int64_t UnknownUnit_ns(CallKind kind) {
  constexpr int64_t kMillisecond_ns = 1'000'000;
  return kind == CallKind::kExploration ? kMillisecond_ns : kMillisecond_ns / 10;
}

// What a call needs of its time to be worth running. Many answer with what they have found when their time is over, so half
// of the time there was at first is enough of it.
nanoseconds LeastTime(const QueuedCall& call) {
  const nanoseconds whole = call.deadline - call.since;
  return std::min(call.expected * 5 / 4, whole / 2);
}

}  // namespace

nanoseconds CallScheduler::Expected(const CallCost& cost) const {
  const int64_t unit_ns = lanes_[static_cast<size_t>(cost.lane)].unit_ns[static_cast<size_t>(cost.kind)];
  return nanoseconds(
      std::min((unit_ns == 0 ? UnknownUnit_ns(cost.kind) : unit_ns) * cost.units, kLongest_ns));
}

std::optional<Refusal> CallScheduler::WhyNot(const QueuedCall& call, Clock::time_point now) const {
  const LaneState& lane = lanes_[static_cast<size_t>(call.cost.lane)];
  if (call.deadline == Clock::time_point::max() || lane.queue.IsResting(call.connection)) return std::nullopt;
  const int threads = limits_.workers + (call.cost.lane == Lane::kQuick ? 1 : 0);
  const nanoseconds wait = lane.queue.ExpectedWait(call.connection, threads);
  const nanoseconds left = call.deadline - now;
  if (lane.queue.size() == 0 || wait * 5 / 4 + LeastTime(call) <= left) return std::nullopt;
  return TryAfter(StrCat("busy: calls that came before would take about ",
                         std::chrono::duration_cast<milliseconds>(wait).count(),
                         " ms, too long for this call's deadline; try again later"),
                  wait);
}

bool CallScheduler::MakeRoom(const QueuedCall& call, Clock::time_point now, std::vector<Refused>& refused) {
  LaneState& lane = Of(call.cost.lane);
  const auto is_full = [&] {
    const bool bytes = limits_.max_bytes > 0 && lane.waiting_bytes > 0 &&
                       lane.waiting_bytes + call.bytes > limits_.max_bytes;
    return bytes || lane.queue.size() + lane.running >= limits_.max_calls;
  };
  if (!is_full()) return true;
  for (QueuedCall& expired : lane.queue.TakeExpired(now)) {
    Leave(expired);
    refused.push_back({std::move(expired), TryAfter("busy: the call's deadline is over", kLeastRetry)});
  }
  while (is_full()) {
    std::optional<QueuedCall> other = lane.queue.TakeFromLargest(lane.queue.SizeOf(call.connection) + 1);
    if (!other) return false;
    Leave(*other);
    const nanoseconds wait = lane.queue.ExpectedWait(other->connection, limits_.workers);
    refused.push_back(
        {*std::move(other),
         TryAfter("busy: too many calls wait, and most of them from this connection; try again later",
                  wait)});
  }
  return true;
}

std::vector<CallScheduler::Refused> CallScheduler::Enqueue(QueuedCall call, Clock::time_point now) {
  std::vector<Refused> refused;
  call.since = now;
  call.expected = Expected(call.cost);
  std::optional<Refusal> why = WhyNot(call, now);
  if (!why && !MakeRoom(call, now, refused)) {
    why = TryAfter(StrCat("busy: too many requests in flight, the limit is ", limits_.max_calls,
                          " (--max-in-flight), and of bytes that wait ", limits_.max_bytes,
                          " (--max-waiting-bytes); try again later"),
                   Of(call.cost.lane).queue.ExpectedWait(call.connection, limits_.workers));
  }
  if (why) {
    refused.push_back({std::move(call), *std::move(why)});
    return refused;
  }
  LaneState& lane = Of(call.cost.lane);
  lane.waiting_bytes += call.bytes;
  lane.queue.Push(std::move(call));
  return refused;
}

Lane CallScheduler::LaneOf(ThreadKind thread) {
  if (thread == ThreadKind::kQuick) return Lane::kQuick;
  if (thread == ThreadKind::kRelief) return Lane::kSlow;
  const bool is_slow_waiting = Waiting(Lane::kSlow) > 0;
  if (!is_slow_waiting) quick_in_a_row_ = 0;
  if (Waiting(Lane::kQuick) == 0) return Lane::kSlow;
  if (is_slow_waiting && ++quick_in_a_row_ > kMostQuickInARow) {
    quick_in_a_row_ = 0;
    return Lane::kSlow;
  }
  return Lane::kQuick;
}

std::optional<QueuedCall> CallScheduler::PopInTime(Lane lane, bool only_resting, Clock::time_point now,
                                                   Picked& picked) {
  LaneState& state = Of(lane);
  while (std::optional<QueuedCall> call = state.queue.Pop(now - kBehind, only_resting)) {
    Leave(*call);
    const bool is_in_time =
        call->deadline == Clock::time_point::max() || call->deadline - now >= LeastTime(*call);
    if (is_in_time) return call;
    state.queue.Finished(call->connection, call->expected, nanoseconds(0));
    const nanoseconds wait = state.queue.ExpectedWait(call->connection, limits_.workers);
    picked.refused.push_back(
        {*std::move(call),
         TryAfter("busy: too little was left of the call's time when its turn came", wait)});
  }
  return std::nullopt;
}

CallScheduler::Picked CallScheduler::Next(ThreadKind thread, Clock::time_point now) {
  Picked picked;
  const Lane lane = LaneOf(thread);
  const bool is_relief = thread == ThreadKind::kRelief;
  if (is_relief && ReliefDue() > now) return picked;
  picked.call = PopInTime(lane, is_relief, now, picked);
  // All that waited there may have been too late.
  if (!picked.call && thread == ThreadKind::kWorker) {
    picked.call = PopInTime(lane == Lane::kQuick ? Lane::kSlow : Lane::kQuick, false, now, picked);
  }
  if (picked.call) ++Of(picked.call->cost.lane).running;
  return picked;
}

CallScheduler::Clock::time_point CallScheduler::ReliefDue() const {
  const Clock::time_point since = lanes_[static_cast<size_t>(Lane::kSlow)].queue.RestingSince();
  return since == Clock::time_point::max() ? since : since + kReliefAfter;
}

void CallScheduler::Finished(const QueuedCall& call, nanoseconds run, bool did_work) {
  LaneState& lane = Of(call.cost.lane);
  --lane.running;
  lane.queue.Finished(call.connection, call.expected, run);
  if (!did_work) return;
  int64_t& unit_ns = lane.unit_ns[static_cast<size_t>(call.cost.kind)];
  const int64_t of_call = std::max<int64_t>(run.count() / std::max(1U, call.cost.units), 1);
  const int64_t more_ns = of_call - unit_ns;
  unit_ns = unit_ns == 0 ? of_call : unit_ns + more_ns / (more_ns > 0 ? kSlowlyUp : kQuicklyDown);
}

}  // namespace waystone
