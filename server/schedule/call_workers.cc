#include "server/schedule/call_workers.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

namespace waystone {

namespace {

int ThreadCount(int asked) {
  return asked > 0 ? asked : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

constexpr int kNicer = 10;
constexpr int kNicest = 19;

}  // namespace

CallWorkers::CallWorkers(int worker_threads, uint32_t max_calls, uint64_t max_bytes)
    : base_nice_(getpriority(PRIO_PROCESS, 0)),
      scheduler_({.max_calls = max_calls,
                  .max_bytes = max_bytes,
                  .workers = ThreadCount(worker_threads),
                  .relief = kMostReliefThreads}) {
  const int workers = ThreadCount(worker_threads);
  threads_.emplace_back([this] { Work(ThreadKind::kQuick); });
  for (int i = 0; i < workers; ++i) threads_.emplace_back([this] { Work(ThreadKind::kWorker); });
}

CallWorkers::~CallWorkers() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  quick_wake_.notify_all();
  worker_wake_.notify_all();
  relief_wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void CallWorkers::Submit(QueuedCall call) {
  std::vector<CallScheduler::Refused> refused;
  const bool is_quick = call.cost.lane == Lane::kQuick;
  Wake wake;
  {
    const std::lock_guard lock(mutex_);
    refused = scheduler_.Enqueue(std::move(call), QueuedCall::Clock::now());
    wake.quick = is_quick && is_quick_idle_;
    wake.worker = !wake.quick && idle_workers_ > 0;
    wake.relief = !is_quick && scheduler_.Waiting(Lane::kSlow) == 1 && HasIdleRelief();
  }
  Notify(wake);
  Refuse(refused);
}

CallWorkers::Load CallWorkers::LoadOf(Lane lane) const {
  const std::lock_guard lock(mutex_);
  return {scheduler_.Waiting(lane), scheduler_.Running(lane), scheduler_.WaitingBytes(lane)};
}

void CallWorkers::Notify(const Wake& wake) {
  if (wake.quick) quick_wake_.notify_one();
  if (wake.worker) worker_wake_.notify_one();
  if (wake.relief) relief_wake_.notify_one();
}

bool CallWorkers::HasNothingFor(ThreadKind kind) const {
  const bool quick = scheduler_.Waiting(Lane::kQuick) > 0;
  const bool slow = scheduler_.Waiting(Lane::kSlow) > 0;
  return kind == ThreadKind::kQuick ? !quick : kind == ThreadKind::kRelief ? !slow : !quick && !slow;
}

void CallWorkers::WaitForWork(ThreadKind kind, std::unique_lock<std::mutex>& lock) {
  const auto may_go_on = [&] { return stopping_ || !HasNothingFor(kind); };
  switch (kind) {
    case ThreadKind::kQuick:
      is_quick_idle_ = true;
      quick_wake_.wait(lock, may_go_on);
      is_quick_idle_ = false;
      break;
    case ThreadKind::kWorker:
      ++idle_workers_;
      worker_wake_.wait(lock, may_go_on);
      --idle_workers_;
      break;
    case ThreadKind::kRelief:
      ++idle_relief_;
      relief_wake_.wait(lock, may_go_on);
      WaitUntilReliefIsDue(lock);
      --idle_relief_;
      break;
  }
}

void CallWorkers::Refuse(const std::vector<CallScheduler::Refused>& refused) {
  refused_.fetch_add(refused.size(), std::memory_order_relaxed);
  for (const CallScheduler::Refused& one : refused) one.call.refuse(one.refusal);
}

// Workers take most calls before that, and who comes meanwhile waits longer.
void CallWorkers::WaitUntilReliefIsDue(std::unique_lock<std::mutex>& lock) {
  const auto now = QueuedCall::Clock::now();
  const auto due = std::min(scheduler_.ReliefDue(), now + CallScheduler::kReliefAfter);
  if (due > now) relief_wake_.wait_until(lock, due, [this] { return stopping_; });
}

// Else begins a thread, which looks for itself.
bool CallWorkers::HasIdleRelief() {
  if (idle_relief_ > 0) return true;
  if (relief_threads_ == kMostReliefThreads || stopping_) return false;
  try {
    threads_.emplace_back([this] { Work(ThreadKind::kRelief); });
    ++relief_threads_;
  } catch (const std::system_error&) {
    // The system has no more threads: whoever waits waits for those that there are.
  }
  return false;
}

// Whoever submitted a call woke one thread, which may have taken another call.
CallWorkers::Wake CallWorkers::OthersToWake(ThreadKind kind) {
  const bool quick = scheduler_.Waiting(Lane::kQuick) > 0;
  const bool slow = scheduler_.Waiting(Lane::kSlow) > 0;
  return {.quick = quick && is_quick_idle_,
          .worker = (quick || slow) && idle_workers_ > 0,
          .relief = slow && kind == ThreadKind::kRelief && HasIdleRelief()};
}

// Threads that search give way to those that read, answer and do what is quick. They may be begun by one that does already.
void CallWorkers::GiveWay() const {
  const auto thread = static_cast<id_t>(syscall(SYS_gettid));
  setpriority(PRIO_PROCESS, thread, std::min(base_nice_ + kNicer, kNicest));
}

void CallWorkers::Work(ThreadKind kind) {
  if (kind != ThreadKind::kQuick) GiveWay();
  std::unique_lock lock(mutex_);
  while (true) {
    WaitForWork(kind, lock);
    if (stopping_ && (kind == ThreadKind::kRelief || HasNothingFor(kind))) return;
    CallScheduler::Picked picked = scheduler_.Next(kind, QueuedCall::Clock::now());
    const Wake wake = picked.call ? OthersToWake(kind) : Wake();
    lock.unlock();
    Notify(wake);
    Refuse(picked.refused);
    const auto begun = QueuedCall::Clock::now();
    const bool did_work = picked.call && picked.call->run();
    const auto run = QueuedCall::Clock::now() - begun;
    lock.lock();
    if (picked.call) scheduler_.Finished(*picked.call, run, did_work);
  }
}

}  // namespace waystone
