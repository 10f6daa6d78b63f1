#include "server/schedule/call_scheduler.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/random.h"
#include "core/base/str_cat.h"

namespace waystone {

namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr milliseconds kBehind(250);  // a caller whose calls wait longer has its newest served first
constexpr uint32_t kMostQuickInARow = 16;
constexpr milliseconds kLeastRetry(10);
constexpr milliseconds kMostRetry(60'000);
constexpr double kRetrySpread = 1.25;

// Later by up to a quarter, differently from call to call: callers who are refused together must not come back together.
Refusal TryAfter(RefusalReason reason, std::string why, nanoseconds wait, const QueuedCall& call) {
  Random random(static_cast<uint64_t>(call.since.time_since_epoch().count()));
  const double spread = random.NextInRange(1, kRetrySpread);
  const auto retry = std::chrono::duration_cast<milliseconds>(
      std::clamp<nanoseconds>(wait, kLeastRetry, kMostRetry) * spread);
  return {std::move(why), std::min(retry, kMostRetry), reason};
}

// What a call needs of its time to be worth running. Many answer with what they have found when their time is over, so half
// of the time there was at first is enough of it.
nanoseconds LeastTime(const QueuedCall& call) {
  const nanoseconds whole = call.deadline - call.since;
  return std::min(call.expected * 5 / 4, whole / 2);
}

}  // namespace

nanoseconds CallScheduler::Expected(const std::string& connection, const CallCost& cost) const {
  return lanes_[static_cast<size_t>(cost.lane)].estimates.Expected(connection, cost);
}

std::optional<Refusal> CallScheduler::WhyNot(const QueuedCall& call, Clock::time_point now) const {
  const LaneState& lane = lanes_[static_cast<size_t>(call.cost.lane)];
  if (call.deadline == Clock::time_point::max() || lane.queue.IsResting(call.connection)) return std::nullopt;
  const int threads = limits_.workers + (call.cost.lane == Lane::kQuick ? 1 : 0);
  const nanoseconds wait = lane.queue.ExpectedWait(call, threads);
  const nanoseconds left = call.deadline - now;
  if (lane.queue.size() == 0 || wait * 5 / 4 + LeastTime(call) <= left) return std::nullopt;
  const auto ms = [](nanoseconds time) { return std::chrono::duration_cast<milliseconds>(time).count(); };
  return TryAfter(RefusalReason::kDeadline,
                  StrCat("busy: calls that came before would take about ", ms(wait),
                         " ms, and this one needs ", ms(LeastTime(call)), " ms, too long for the ", ms(left),
                         " ms until its deadline; try again later"),
                  wait, call);
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
    Refusal why =
        TryAfter(RefusalReason::kDeadline, "busy: the call's deadline is over", kLeastRetry, expired);
    refused.push_back({std::move(expired), std::move(why)});
  }
  while (is_full()) {
    std::optional<QueuedCall> other = lane.queue.TakeFromLargest(call);
    if (!other) return false;
    Leave(*other);
    const nanoseconds wait = lane.queue.ExpectedWait(*other, limits_.workers);
    Refusal why =
        TryAfter(RefusalReason::kShare,
                 "busy: too many calls wait, and most of them from here; try again later", wait, *other);
    refused.push_back({*std::move(other), std::move(why)});
  }
  return true;
}

std::vector<CallScheduler::Refused> CallScheduler::Enqueue(QueuedCall call, Clock::time_point now) {
  std::vector<Refused> refused;
  call.since = now;
  call.expected = Expected(call.connection, call.cost);
  std::optional<Refusal> why = WhyNot(call, now);
  if (!why && !MakeRoom(call, now, refused)) {
    const LaneState& full = Of(call.cost.lane);
    const bool is_by_calls = full.queue.size() + full.running >= limits_.max_calls;
    const std::string which =
        is_by_calls
            ? StrCat("requests in flight, the limit is ", limits_.max_calls, " (--max-in-flight)")
            : StrCat("bytes of requests wait, the limit is ", limits_.max_bytes, " (--max-waiting-bytes)");
    why = TryAfter(is_by_calls ? RefusalReason::kCallsInFlight : RefusalReason::kWaitingBytes,
                   StrCat("busy: too many ", which, "; try again later"),
                   Of(call.cost.lane).queue.ExpectedWait(call, limits_.workers), call);
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

std::optional<QueuedCall> CallScheduler::PopInTime(Lane lane, bool is_relief, Clock::time_point now,
                                                   Picked& picked) {
  LaneState& state = Of(lane);
  const auto pop = [&] {
    return is_relief ? state.queue.PopResting(now - kBehind, MostOfAnAddress())
                     : state.queue.Pop(now - kBehind);
  };
  while (std::optional<QueuedCall> call = pop()) {
    Leave(*call);
    const bool is_in_time =
        call->deadline == Clock::time_point::max() || call->deadline - now >= LeastTime(*call);
    if (is_in_time) return call;
    state.queue.Finished(*call, nanoseconds(0));
    const nanoseconds wait = state.queue.ExpectedWait(*call, limits_.workers);
    Refusal why = TryAfter(RefusalReason::kDeadline,
                           "busy: too little was left of the call's time when its turn came", wait, *call);
    picked.refused.push_back({*std::move(call), std::move(why)});
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
  if (!picked.call) return picked;
  ++Of(picked.call->cost.lane).running;
  picked.call->is_relieved = is_relief;
  if (is_relief) ++running_relief_;
  return picked;
}

CallScheduler::Clock::time_point CallScheduler::ReliefDue() const {
  const Clock::time_point since =
      lanes_[static_cast<size_t>(Lane::kSlow)].queue.RestingSince(MostOfAnAddress());
  return since == Clock::time_point::max() ? since : since + kReliefAfter;
}

void CallScheduler::Finished(const QueuedCall& call, nanoseconds run, bool did_work) {
  LaneState& lane = Of(call.cost.lane);
  --lane.running;
  if (call.is_relieved) --running_relief_;
  lane.queue.Finished(call, run);
  if (did_work) lane.estimates.Learn(call.connection, call.cost, run);
}

}  // namespace waystone
