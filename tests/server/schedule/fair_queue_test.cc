#include "server/schedule/fair_queue.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace waystone {
namespace {

using std::chrono::milliseconds;
using Clock = FairQueue::Clock;

constexpr Clock::time_point kStart{};
constexpr Clock::time_point kNeverBehind = Clock::time_point::min();

QueuedCall Call(const std::string& connection, const std::string& caller = "", int expected_ms = 10,
                int since_ms = 0) {
  QueuedCall call;
  call.connection = connection;
  call.caller = caller;
  call.expected = milliseconds(expected_ms);
  call.since = kStart + milliseconds(since_ms);
  return call;
}

// The connections and callers in the order in which Pop gives their calls.
std::string Order(FairQueue& queue) {
  std::string order;
  while (const auto call = queue.Pop(kNeverBehind, false)) order += call->connection + call->caller + " ";
  return order;
}

TEST(FairQueue, ConnectionsTakeTurnsWhateverTheirNumberOfCalls) {
  FairQueue queue;
  for (int i = 0; i < 4; ++i) queue.Push(Call("a"));
  queue.Push(Call("b"));
  queue.Push(Call("c"));
  EXPECT_EQ(queue.size(), 6U);
  EXPECT_EQ(Order(queue), "a b c a a a ");
}

TEST(FairQueue, WithinAConnectionItsCallersTakeTurns) {
  FairQueue queue;
  for (int i = 0; i < 3; ++i) queue.Push(Call("a", "1"));
  queue.Push(Call("a", "2"));
  queue.Push(Call("b", "3"));
  EXPECT_EQ(Order(queue), "a1 b3 a2 a1 a1 ");
}

TEST(FairQueue, AConnectionOfLongCallsComesLessOften) {
  FairQueue queue;
  for (int i = 0; i < 3; ++i) queue.Push(Call("a", "", 100));
  for (int i = 0; i < 12; ++i) queue.Push(Call("b", "", 20));
  EXPECT_EQ(Order(queue), "a b b b b b a b b b b b a b b ");
}

TEST(FairQueue, WhatACallReallyTookCounts) {
  FairQueue queue;
  for (int i = 0; i < 3; ++i) queue.Push(Call("a", "", 1));
  for (int i = 0; i < 3; ++i) queue.Push(Call("b", "", 1));
  const auto first = queue.Pop(kNeverBehind, false);
  ASSERT_EQ(first->connection, "a");
  queue.Finished("a", first->expected, milliseconds(3));
  EXPECT_EQ(Order(queue), "b b b a a ");
}

TEST(FairQueue, WhoComesAnewBeginsWhereTheOthersAre) {
  FairQueue queue;
  for (int i = 0; i < 10; ++i) queue.Push(Call("a"));
  for (int i = 0; i < 5; ++i) queue.Pop(kNeverBehind, false);
  for (int i = 0; i < 3; ++i) queue.Push(Call("b"));
  EXPECT_EQ(Order(queue), "b a b a b a a a ");  // not b b b first for the five that a had before
}

TEST(FairQueue, WhoAsksOneAfterTheOtherGainsNothingByIt) {
  FairQueue queue;
  for (int i = 0; i < 100; ++i) queue.Push(Call("patient"));
  std::map<std::string, int> runs;
  queue.Push(Call("eager"));
  for (int i = 0; i < 40; ++i) {
    const auto call = queue.Pop(kNeverBehind, false);
    ++runs[call->connection];
    queue.Finished(call->connection, call->expected, call->expected);
    if (call->connection == "eager") queue.Push(Call("eager"));
  }
  EXPECT_EQ(runs["eager"], 20);
  EXPECT_EQ(runs["patient"], 20);
}

TEST(FairQueue, ACallerThatIsBehindHasItsNewestServed) {
  FairQueue queue;
  for (int i = 0; i < 3; ++i) queue.Push(Call("a", "", 10, i));
  EXPECT_EQ(queue.Pop(kStart, false)->since, kStart);  // none waits since before the start
  EXPECT_EQ(queue.Pop(kStart + milliseconds(2), false)->since, kStart + milliseconds(2));
  EXPECT_EQ(queue.Pop(kStart + milliseconds(1), false)->since, kStart + milliseconds(1));
}

TEST(FairQueue, OnlyRestingLeavesOutWhoHasACallRunning) {
  FairQueue queue;
  queue.Push(Call("a", "", 10, 0));
  queue.Push(Call("a", "", 10, 1));
  queue.Push(Call("b", "", 10, 2));
  EXPECT_EQ(queue.RestingSince(), kStart);
  const auto first = queue.Pop(kNeverBehind, true);
  EXPECT_EQ(first->connection, "a");
  EXPECT_EQ(queue.RestingSince(), kStart + milliseconds(2));
  EXPECT_EQ(queue.Pop(kNeverBehind, true)->connection, "b");
  EXPECT_EQ(queue.Pop(kNeverBehind, true), std::nullopt);
  EXPECT_EQ(queue.RestingSince(), Clock::time_point::max());
  queue.Finished("a", first->expected, first->expected);
  EXPECT_EQ(queue.Pop(kNeverBehind, true)->connection, "a");
}

TEST(FairQueue, RoomIsTakenFromWhoHasMost) {
  FairQueue queue;
  for (int i = 0; i < 3; ++i) queue.Push(Call("a", "x", 10, i));
  queue.Push(Call("a", "y", 10, 9));
  queue.Push(Call("b"));
  EXPECT_EQ(queue.SizeOf("a"), 4U);
  EXPECT_EQ(queue.TakeFromLargest(4), std::nullopt);
  const auto taken = queue.TakeFromLargest(3);
  ASSERT_TRUE(taken.has_value());
  EXPECT_EQ(taken->connection + taken->caller, "ax");
  EXPECT_EQ(taken->since, kStart + milliseconds(2));
  EXPECT_EQ(queue.size(), 4U);
}

TEST(FairQueue, ExpiredCallsAreTakenOut) {
  FairQueue queue;
  for (const int end_ms : {5, 20}) {
    for (const char* connection : {"a", "b"}) {
      QueuedCall call = Call(connection);
      call.deadline = kStart + milliseconds(end_ms);
      queue.Push(std::move(call));
    }
  }
  EXPECT_EQ(queue.TakeExpired(kStart + milliseconds(4)).size(), 0U);
  EXPECT_EQ(queue.TakeExpired(kStart + milliseconds(5)).size(), 2U);
  EXPECT_EQ(queue.size(), 2U);
  EXPECT_EQ(queue.TakeExpired(kStart + milliseconds(20)).size(), 2U);
  EXPECT_EQ(Order(queue), "");
}

// By hand: 2 threads, a's calls of 10 ms, b's of 30 ms.
TEST(FairQueue, ExpectedWaitIsTheShareOfTheConnection) {
  FairQueue queue;
  EXPECT_EQ(queue.ExpectedWait("a", 2), milliseconds(0));
  for (int i = 0; i < 10; ++i) queue.Push(Call("b", "", 30));
  EXPECT_EQ(queue.ExpectedWait("b", 2), milliseconds(150));
  EXPECT_EQ(queue.ExpectedWait("a", 2), milliseconds(0));  // comes next
  queue.Push(Call("a", "", 10));
  EXPECT_EQ(queue.ExpectedWait("a", 2), milliseconds(10));  // its 10 ms, and as much of b's
  queue.Pop(kNeverBehind, false);
  EXPECT_EQ(queue.ExpectedWait("b", 2),
            std::chrono::microseconds(147'500));  // 280 that wait, 15 left of what runs
}

}  // namespace
}  // namespace waystone
