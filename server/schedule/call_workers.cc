#include "server/schedule/call_workers.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace waystone {

namespace {

int ThreadCount(int asked) {
  return asked > 0 ? asked : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

constexpr std::chrono::milliseconds kLook(250);  // at how long calls run
constexpr int kNicer = 10;                       // than the quick thread and gRPC's
constexpr int kNicest = 19;

}  // namespace

CallWorkers::CallWorkers(int worker_threads, uint32_t max_calls, uint64_t max_bytes)
    : base_nice_(getpriority(PRIO_PROCESS, 0)),
      scheduler_({.max_calls = max_calls, .max_bytes = max_bytes, .workers = ThreadCount(worker_threads)}) {
  const std::lock_guard lock(mutex_);
  Begin(ThreadKind::kQuick);
  for (int i = 0; i < ThreadCount(worker_threads); ++i) Begin(ThreadKind::kWorker);
  keeper_ = std::thread([this] { Keep(); });
}

CallWorkers::~CallWorkers() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  keeper_wake_.notify_all();
  keeper_.join();
  quick_wake_.notify_all();
  worker_wake_.notify_all();
  relief_wake_.notify_all();
  for (Thread& thread : threads_) thread.thread.join();
}

void CallWorkers::Begin(ThreadKind kind) {
  Thread& thread = threads_.emplace_back();
  thread.kind = kind;
  thread.thread = std::thread([this, &thread] { Work(thread); });
}

void CallWorkers::GiveWay(const Thread& thread, int nicer) const {
  setpriority(PRIO_PROCESS, static_cast<id_t>(thread.id), std::min(base_nice_ + nicer, kNicest));
}

// To be joined. Others take the places of workers.
std::list<CallWorkers::Thread> CallWorkers::TakeEnded() {
  std::list<Thread> ended;
  for (auto next = threads_.begin(); next != threads_.end();) {
    const auto thread = next++;
    if (!thread->is_over) continue;
    ended.splice(ended.end(), threads_, thread);
    if (thread->kind == ThreadKind::kWorker) Begin(ThreadKind::kWorker);
  }
  ended_ = 0;
  return ended;
}

void CallWorkers::Keep() {
  std::unique_lock lock(mutex_);
  while (true) {
    keeper_wake_.wait_for(lock, kLook, [this] { return stopping_ || ended_ > 0 || relief_wanted_ > 0; });
    std::list<Thread> ended = TakeEnded();
    const auto now = Clock::now();
    for (Thread& thread : threads_) {
      if (thread.is_old || thread.ages > now || thread.kind == ThreadKind::kQuick) continue;
      thread.is_old = true;
      GiveWay(thread, kNicest);
    }
    for (; relief_wanted_ > 0; --relief_wanted_) Begin(ThreadKind::kRelief);
    const bool is_last = stopping_;
    lock.unlock();
    for (Thread& thread : ended) thread.thread.join();
    if (is_last) return;
    lock.lock();
  }
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

// Else one is begun, which looks for itself.
bool CallWorkers::HasIdleRelief() {
  if (idle_relief_ > 0) return true;
  if (relief_threads_ < kMostReliefThreads && !stopping_) {
    ++relief_threads_;
    ++relief_wanted_;
    keeper_wake_.notify_one();
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

void CallWorkers::RunCall(Thread& self, std::unique_lock<std::mutex>& lock) {
  CallScheduler::Picked picked = scheduler_.Next(self.kind, Clock::now());
  const Wake wake = picked.call ? OthersToWake(self.kind) : Wake();
  const auto begun = Clock::now();
  if (picked.call) self.ages = begun + kLong;
  lock.unlock();
  Notify(wake);
  Refuse(picked.refused);
  const bool did_work = picked.call && picked.call->run();
  const auto run = Clock::now() - begun;
  lock.lock();
  self.ages = Clock::time_point::max();
  if (picked.call) scheduler_.Finished(*picked.call, run, did_work);
}

void CallWorkers::Work(Thread& self) {
  std::unique_lock lock(mutex_);
  self.id = static_cast<int>(syscall(SYS_gettid));
  if (self.kind != ThreadKind::kQuick) GiveWay(self, kNicer);
  while (!self.is_old || stopping_) {
    WaitForWork(self.kind, lock);
    if (stopping_ && (self.kind == ThreadKind::kRelief || HasNothingFor(self.kind))) return;
    RunCall(self, lock);
  }
  if (self.kind == ThreadKind::kRelief) --relief_threads_;
  self.is_over = true;
  ++ended_;
  keeper_wake_.notify_one();
}

}  // namespace waystone
