#include "server/schedule/call_scheduler.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace waystone {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using Clock = CallScheduler::Clock;
using ThreadKind = CallScheduler::ThreadKind;

constexpr Clock::time_point kStart{};

QueuedCall Call(const std::string& connection, Lane lane = Lane::kSlow, int deadline_ms = 0,
                uint64_t bytes = 0) {
  QueuedCall call;
  call.connection = connection;
  call.cost = {.lane = lane, .kind = CallKind::kRoute};
  if (deadline_ms > 0) call.deadline = kStart + milliseconds(deadline_ms);
  call.bytes = bytes;
  return call;
}

// Runs calls of the kind, so that the scheduler knows how long they take.
void Teach(CallScheduler& scheduler, Lane lane, int run_ms) {
  for (int i = 0; i < 50; ++i) {
    EXPECT_TRUE(scheduler.Enqueue(Call("teacher", lane), kStart).empty());
    const auto picked =
        scheduler.Next(lane == Lane::kQuick ? ThreadKind::kQuick : ThreadKind::kWorker, kStart);
    ASSERT_TRUE(picked.call.has_value());
    scheduler.Finished(*picked.call, milliseconds(run_ms));
  }
}

std::string NameOf(const CallScheduler::Picked& picked) {
  return picked.call ? picked.call->connection : "none";
}

TEST(CallScheduler, WorkersTakeQuickCallsFirstAndTheQuickThreadNoOthers) {
  CallScheduler scheduler({.workers = 2});
  scheduler.Enqueue(Call("slow"), kStart);
  scheduler.Enqueue(Call("quick", Lane::kQuick), kStart);
  EXPECT_EQ(NameOf(scheduler.Next(ThreadKind::kWorker, kStart)), "quick");
  EXPECT_EQ(NameOf(scheduler.Next(ThreadKind::kQuick, kStart)), "none");
  EXPECT_EQ(NameOf(scheduler.Next(ThreadKind::kWorker, kStart)), "slow");
  EXPECT_EQ(scheduler.Running(Lane::kSlow), 1U);
}

TEST(CallScheduler, QuickCallsDoNotStarveSlowOnes) {
  CallScheduler scheduler({.workers = 1});
  for (int i = 0; i < 100; ++i) scheduler.Enqueue(Call("quick", Lane::kQuick), kStart);
  scheduler.Enqueue(Call("slow"), kStart);
  int before = 0;
  while (NameOf(scheduler.Next(ThreadKind::kWorker, kStart)) == "quick") ++before;
  EXPECT_EQ(before, 16);
}

TEST(CallScheduler, ReliefTakesACallThatWaitedLongIfItsConnectionHasNoneRunning) {
  CallScheduler scheduler({.workers = 1});
  scheduler.Enqueue(Call("long"), kStart);
  scheduler.Enqueue(Call("long"), kStart);
  scheduler.Enqueue(Call("other"), kStart + milliseconds(50));
  EXPECT_EQ(NameOf(scheduler.Next(ThreadKind::kWorker, kStart)), "long");
  EXPECT_EQ(NameOf(scheduler.Next(ThreadKind::kRelief, kStart + milliseconds(149))), "none");
  EXPECT_EQ(NameOf(scheduler.Next(ThreadKind::kRelief, kStart + milliseconds(150))), "other");
  EXPECT_EQ(NameOf(scheduler.Next(ThreadKind::kRelief, kStart + milliseconds(1000))), "none");
}

// The worker's call and eight connections more of each address.
TEST(CallScheduler, AFewAddressesDoNotUseReliefUp) {
  constexpr size_t kRelief = 32;
  CallScheduler scheduler({.workers = 1, .relief = kRelief});
  size_t relieved = 0;
  for (int address = 0; address < 10; ++address) {
    for (int connection = 0; connection < 8; ++connection) {
      QueuedCall call = Call(std::to_string(address) + ":" + std::to_string(connection));
      call.address = std::to_string(address);
      scheduler.Enqueue(std::move(call), kStart);
    }
    if (address == 0) {
      EXPECT_NE(NameOf(scheduler.Next(ThreadKind::kWorker, kStart)), "none");
    }
    size_t of_address = 0;
    while (NameOf(scheduler.Next(ThreadKind::kRelief, kStart + milliseconds(100))) != "none") ++of_address;
    EXPECT_GE(of_address, 1U) << address;
    relieved += of_address;
  }
  EXPECT_LT(relieved, kRelief);
  QueuedCall call = Call("late");
  call.address = "late";
  scheduler.Enqueue(std::move(call), kStart + milliseconds(100));
  EXPECT_EQ(NameOf(scheduler.Next(ThreadKind::kRelief, kStart + milliseconds(200))), "late");
}

// 40 ms each on two threads, and a second of time: some forty fit.
TEST(CallScheduler, RefusesAtOnceWhatCannotBeDoneInTime) {
  CallScheduler scheduler({.workers = 2});
  Teach(scheduler, Lane::kSlow, 40);
  int taken = 0;
  for (int i = 0; i < 200; ++i) {
    const auto refused = scheduler.Enqueue(Call("a", Lane::kSlow, 1000), kStart);
    if (refused.empty()) {
      ++taken;
    } else {
      EXPECT_EQ(refused.size(), 1U);
      EXPECT_GE(refused[0].refusal.retry_after, milliseconds(500));
      EXPECT_LE(refused[0].refusal.retry_after, milliseconds(1000));
      EXPECT_EQ(refused[0].refusal.why.find("busy"), 0U);
    }
  }
  EXPECT_GE(taken, 35);
  EXPECT_LE(taken, 45);
  EXPECT_TRUE(scheduler.Enqueue(Call("a"), kStart).empty());                      // without a deadline
  EXPECT_TRUE(scheduler.Enqueue(Call("b", Lane::kSlow, 1000), kStart).empty());   // its turn comes sooner
  EXPECT_TRUE(scheduler.Enqueue(Call("a", Lane::kQuick, 1000), kStart).empty());  // has other threads
}

TEST(CallScheduler, AnIdleServerRefusesNothing) {
  CallScheduler scheduler({.workers = 2});
  Teach(scheduler, Lane::kSlow, 5000);
  EXPECT_TRUE(scheduler.Enqueue(Call("a", Lane::kSlow, 10), kStart).empty());
  EXPECT_EQ(NameOf(scheduler.Next(ThreadKind::kWorker, kStart + milliseconds(1))), "a");
}

TEST(CallScheduler, DoesNotBeginWhatIsTooLate) {
  CallScheduler scheduler({.workers = 1});
  Teach(scheduler, Lane::kSlow, 40);
  EXPECT_TRUE(scheduler.Enqueue(Call("late", Lane::kSlow, 100), kStart).empty());
  EXPECT_TRUE(scheduler.Enqueue(Call("in time", Lane::kSlow, 1000), kStart).empty());
  const auto picked = scheduler.Next(ThreadKind::kWorker, kStart + milliseconds(70));
  EXPECT_EQ(NameOf(picked), "in time");
  ASSERT_EQ(picked.refused.size(), 1U);
  EXPECT_EQ(picked.refused[0].call.connection, "late");
  EXPECT_EQ(scheduler.Running(Lane::kSlow), 1U);
}

TEST(CallScheduler, AWorkerWhoseLaneHasOnlyLateCallsTakesOneOfTheOther) {
  CallScheduler scheduler({.workers = 1});
  Teach(scheduler, Lane::kQuick, 40);
  EXPECT_TRUE(scheduler.Enqueue(Call("late", Lane::kQuick, 100), kStart).empty());
  EXPECT_TRUE(scheduler.Enqueue(Call("slow"), kStart).empty());
  const auto picked = scheduler.Next(ThreadKind::kWorker, kStart + milliseconds(70));
  EXPECT_EQ(NameOf(picked), "slow");
  EXPECT_EQ(picked.refused.size(), 1U);
}

TEST(CallScheduler, AFullLaneMakesRoomForWhoHasLess) {
  CallScheduler scheduler({.max_calls = 10, .workers = 1});
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(scheduler.Enqueue(Call("flood"), kStart).empty());
  auto refused = scheduler.Enqueue(Call("flood"), kStart);
  ASSERT_EQ(refused.size(), 1U);
  EXPECT_EQ(refused[0].call.connection, "flood");
  for (int i = 0; i < 4; ++i) {
    refused = scheduler.Enqueue(Call("other"), kStart);
    ASSERT_EQ(refused.size(), 1U);
    EXPECT_EQ(refused[0].call.connection, "flood") << i;
  }
  EXPECT_EQ(scheduler.Waiting(Lane::kSlow), 10U);
  EXPECT_TRUE(scheduler.Enqueue(Call("flood", Lane::kQuick), kStart).empty());
}

TEST(CallScheduler, CallsWhoseTimeIsOverMakeRoomFirst) {
  CallScheduler scheduler({.max_calls = 2, .workers = 1});
  EXPECT_TRUE(scheduler.Enqueue(Call("a"), kStart).empty());
  EXPECT_TRUE(scheduler.Enqueue(Call("a", Lane::kSlow, 1000), kStart).empty());
  const auto refused = scheduler.Enqueue(Call("a"), kStart + milliseconds(1000));
  ASSERT_EQ(refused.size(), 1U);
  EXPECT_EQ(refused[0].call.deadline, kStart + milliseconds(1000));
  EXPECT_EQ(scheduler.Waiting(Lane::kSlow), 2U);
}

TEST(CallScheduler, WaitingBytesAreBounded) {
  CallScheduler scheduler({.max_bytes = 1000, .workers = 1});
  EXPECT_TRUE(scheduler.Enqueue(Call("a", Lane::kSlow, 0, 600), kStart).empty());
  EXPECT_EQ(scheduler.Enqueue(Call("a", Lane::kSlow, 0, 600), kStart).size(), 1U);
  EXPECT_EQ(scheduler.WaitingBytes(Lane::kSlow), 600U);
  scheduler.Next(ThreadKind::kWorker, kStart);
  EXPECT_EQ(scheduler.WaitingBytes(Lane::kSlow), 0U);
  EXPECT_TRUE(scheduler.Enqueue(Call("a", Lane::kSlow, 0, 5000), kStart).empty());  // nothing else waits
  EXPECT_TRUE(
      scheduler.Enqueue(Call("a", Lane::kQuick, 0, 600), kStart).empty());  // the other lane has its own
}

TEST(CallScheduler, TheFirstCallOfAConnectionIsNotRefusedForTheLongCallsOfAnother) {
  CallScheduler scheduler({.workers = 2});
  Teach(scheduler, Lane::kSlow, 60'000);
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(scheduler.Enqueue(Call("long"), kStart).empty());
  for (int i = 0; i < 2; ++i) EXPECT_EQ(NameOf(scheduler.Next(ThreadKind::kWorker, kStart)), "long");
  EXPECT_TRUE(scheduler.Enqueue(Call("other", Lane::kSlow, 5000), kStart).empty());
  EXPECT_EQ(scheduler.Enqueue(Call("long", Lane::kSlow, 5000), kStart).size(), 1U);
  EXPECT_EQ(scheduler.ReliefDue(), kStart + CallScheduler::kReliefAfter);
  EXPECT_EQ(NameOf(scheduler.Next(ThreadKind::kRelief, kStart + CallScheduler::kReliefAfter)), "other");
}

TEST(CallScheduler, WhatDidNoWorkTeachesNothing) {
  CallScheduler scheduler({.workers = 1});
  Teach(scheduler, Lane::kSlow, 40);
  for (int i = 0; i < 20; ++i) {
    scheduler.Enqueue(Call("gone"), kStart);
    const auto picked = scheduler.Next(ThreadKind::kWorker, kStart);
    scheduler.Finished(*picked.call, nanoseconds(1000), false);
  }
  EXPECT_EQ(scheduler.Expected("a", {Lane::kSlow, CallKind::kRoute, 1}), milliseconds(40));
}

TEST(CallScheduler, ExpectsWhatCallsOfTheKindTookPerUnit) {
  CallScheduler scheduler({.workers = 1});
  QueuedCall call = Call("a");
  call.cost.units = 10;
  scheduler.Enqueue(std::move(call), kStart);
  auto picked = scheduler.Next(ThreadKind::kWorker, kStart);
  scheduler.Finished(*picked.call, milliseconds(50));
  EXPECT_EQ(scheduler.Expected("a", {Lane::kSlow, CallKind::kRoute, 1}), milliseconds(5));
  EXPECT_EQ(scheduler.Expected("a", {Lane::kSlow, CallKind::kRoute, 4}), milliseconds(20));
  EXPECT_NE(scheduler.Expected("a", {Lane::kQuick, CallKind::kRoute, 1}), milliseconds(5));
}

TEST(CallScheduler, TheLongCallsOfOneMakeThoseOfAnotherNoLongerToo) {
  CallScheduler scheduler({.workers = 1});
  const auto run = [&](const std::string& connection, int run_ms) {
    scheduler.Enqueue(Call(connection), kStart);
    scheduler.Finished(*scheduler.Next(ThreadKind::kWorker, kStart).call, milliseconds(run_ms));
  };
  run("a", 5);
  for (int i = 0; i < 100; ++i) run("hostile", 50'000);
  EXPECT_EQ(scheduler.Expected("a", {Lane::kSlow, CallKind::kRoute, 1}), milliseconds(5));
  EXPECT_GT(scheduler.Expected("new", {Lane::kSlow, CallKind::kRoute, 1}), milliseconds(5000));
}

}  // namespace
}  // namespace waystone
