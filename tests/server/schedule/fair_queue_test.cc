#include "server/queue/fair_queue.h"

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

constexpr size_t kAny = 1000;

// Of the address that the connection names before a colon, if it does.
QueuedCall Call(const std::string& connection, const std::string& caller = "", int expected_ms = 10,
                int since_ms = 0) {
  QueuedCall call;
  if (connection.find(':') != std::string::npos) call.address = connection.substr(0, connection.find(':'));
  call.connection = connection;
  call.caller = caller;
  call.expected = milliseconds(expected_ms);
  call.since = kStart + milliseconds(since_ms);
  return call;
}

// The connections and callers in the order in which Pop gives their calls.
std::string Order(FairQueue& queue) {
  std::string order;
  while (const auto call = queue.Pop(kNeverBehind)) order += call->connection + call->caller + " ";
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
  const auto first = queue.Pop(kNeverBehind);
  ASSERT_EQ(first->connection, "a");
  queue.Finished(*first, milliseconds(3));
  EXPECT_EQ(Order(queue), "b b b a a ");
}

TEST(FairQueue, WhoComesAnewBeginsWhereTheOthersAre) {
  FairQueue queue;
  for (int i = 0; i < 10; ++i) queue.Push(Call("a"));
  for (int i = 0; i < 5; ++i) queue.Pop(kNeverBehind);
  for (int i = 0; i < 3; ++i) queue.Push(Call("b"));
  EXPECT_EQ(Order(queue), "b a b a b a a a ");  // not b b b first for the five that a had before
}

TEST(FairQueue, WhoAsksOneAfterTheOtherGainsNothingByIt) {
  FairQueue queue;
  for (int i = 0; i < 100; ++i) queue.Push(Call("patient"));
  std::map<std::string, int> runs;
  queue.Push(Call("eager"));
  for (int i = 0; i < 40; ++i) {
    const auto call = queue.Pop(kNeverBehind);
    ++runs[call->connection];
    queue.Finished(*call, call->expected);
    if (call->connection == "eager") queue.Push(Call("eager"));
  }
  EXPECT_EQ(runs["eager"], 20);
  EXPECT_EQ(runs["patient"], 20);
}

TEST(FairQueue, ACallerThatIsBehindHasItsNewestServed) {
  FairQueue queue;
  for (int i = 0; i < 3; ++i) queue.Push(Call("a", "", 10, i));
  EXPECT_EQ(queue.Pop(kStart)->since, kStart);  // none waits since before the start
  EXPECT_EQ(queue.Pop(kStart + milliseconds(2))->since, kStart + milliseconds(2));
  EXPECT_EQ(queue.Pop(kStart + milliseconds(1))->since, kStart + milliseconds(1));
}

TEST(FairQueue, OnlyRestingLeavesOutWhoHasACallRunning) {
  FairQueue queue;
  queue.Push(Call("a", "", 10, 0));
  queue.Push(Call("a", "", 10, 1));
  queue.Push(Call("b", "", 10, 2));
  EXPECT_EQ(queue.RestingSince(kAny), kStart);
  const auto first = queue.PopResting(kNeverBehind, kAny);
  EXPECT_EQ(first->connection, "a");
  EXPECT_EQ(queue.RestingSince(kAny), kStart + milliseconds(2));
  EXPECT_EQ(queue.PopResting(kNeverBehind, kAny)->connection, "b");
  EXPECT_EQ(queue.PopResting(kNeverBehind, kAny), std::nullopt);
  EXPECT_EQ(queue.RestingSince(kAny), Clock::time_point::max());
  queue.Finished(*first, first->expected);
  EXPECT_EQ(queue.PopResting(kNeverBehind, kAny)->connection, "a");
}

TEST(FairQueue, RoomIsTakenFromWhoHasMost) {
  FairQueue queue;
  for (int i = 0; i < 3; ++i) queue.Push(Call("a", "x", 10, i));
  queue.Push(Call("a", "y", 10, 9));
  queue.Push(Call("b"));
  for (int i = 0; i < 2; ++i) queue.Push(Call("c"));
  EXPECT_EQ(queue.TakeFromLargest(Call("a")), std::nullopt);
  const auto taken = queue.TakeFromLargest(Call("c"));
  ASSERT_TRUE(taken.has_value());
  EXPECT_EQ(taken->connection + taken->caller, "ax");
  EXPECT_EQ(taken->since, kStart + milliseconds(2));
  EXPECT_EQ(queue.TakeFromLargest(Call("c")), std::nullopt);  // would have as many then
  EXPECT_EQ(queue.size(), 6U);
}

TEST(FairQueue, AddressesTakeTurnsWhateverTheirNumberOfConnections) {
  FairQueue queue;
  for (const char* connection : {"x:1", "x:2", "x:3", "x:1", "y:1", "y:1"}) queue.Push(Call(connection));
  EXPECT_EQ(Order(queue), "x:1 y:1 x:2 y:1 x:3 x:1 ");
}

TEST(FairQueue, RoomIsTakenFromTheAddressThatHasMost) {
  FairQueue queue;
  for (const char* connection : {"x:1", "x:2", "x:3", "y:1", "y:1"}) queue.Push(Call(connection));
  EXPECT_EQ(queue.TakeFromLargest(Call("x:4")), std::nullopt);
  EXPECT_EQ(queue.TakeFromLargest(Call("y:1")), std::nullopt);  // the three of x are not more than three
  EXPECT_EQ(queue.TakeFromLargest(Call("z:1"))->address, "x");
  EXPECT_EQ(queue.TakeFromLargest(Call("y:2"))->connection, "y:1");  // of its own address
  EXPECT_EQ(queue.TakeFromLargest(Call("y:2")), std::nullopt);       // has one then, as y:1
}

TEST(FairQueue, RestingCallsOfAnAddressAreLimited) {
  FairQueue queue;
  for (const char* connection : {"x:1", "x:2", "x:3"}) queue.Push(Call(connection));
  queue.Push(Call("y:1", "", 10, 7));
  EXPECT_EQ(queue.PopResting(kNeverBehind, 2)->connection, "x:1");
  EXPECT_EQ(queue.PopResting(kNeverBehind, 2)->connection, "y:1");
  const auto second = queue.PopResting(kNeverBehind, 2);
  EXPECT_EQ(second->connection, "x:2");
  EXPECT_EQ(queue.RestingSince(2), Clock::time_point::max());
  EXPECT_EQ(queue.RestingSince(3), kStart);
  EXPECT_EQ(queue.PopResting(kNeverBehind, 2), std::nullopt);
  queue.Finished(*second, second->expected);
  EXPECT_EQ(queue.PopResting(kNeverBehind, 2)->connection, "x:3");
}

// Idle connections are forgotten beyond some thousands; that is to be seen by nobody.
TEST(FairQueue, ManyConnectionsComeAndGo) {
  FairQueue queue;
  queue.Push(Call("long:1", "", 10));
  queue.Push(Call("long:1", "", 10));
  const auto running = queue.Pop(kNeverBehind);
  for (int i = 0; i < 20'000; ++i) {
    queue.Push(Call("x:" + std::to_string(i), "", 1));
    const auto call = queue.Pop(kNeverBehind);
    ASSERT_TRUE(call.has_value());
    if (call->address == "x") queue.Finished(*call, call->expected);
  }
  queue.Finished(*running, running->expected);
  EXPECT_LE(queue.size(), 1U);
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
  EXPECT_EQ(queue.ExpectedWait(Call("a"), 2), milliseconds(0));
  for (int i = 0; i < 10; ++i) queue.Push(Call("b", "", 30));
  EXPECT_EQ(queue.ExpectedWait(Call("b"), 2), milliseconds(150));
  EXPECT_EQ(queue.ExpectedWait(Call("a"), 2), milliseconds(0));  // comes next
  queue.Push(Call("a", "", 10));
  EXPECT_EQ(queue.ExpectedWait(Call("a"), 2), milliseconds(10));  // its 10 ms, and as much of b's
  queue.Pop(kNeverBehind);
  EXPECT_EQ(queue.ExpectedWait(Call("b"), 2),
            std::chrono::microseconds(147'500));  // 280 that wait, 15 left of what runs
}

}  // namespace
}  // namespace waystone
