#include "server/observe/running_calls.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "server/observe/slow_calls.h"

namespace waystone {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;

TEST(RunningCalls, OnlyTheCallThatIsNamedIsCancelled) {
  RunningCalls calls;
  const CallRecord record(Rpc::kPlanRoute);
  std::atomic<bool> first_cancelled{false};
  std::atomic<bool> second_cancelled{false};
  const RunningCalls::Entry first(calls, record, {"town", "match-server", "ipv4:10.0.0.1:7"},
                                  first_cancelled);
  const std::string long_id(1000, 'x');
  const RunningCalls::Entry second(calls, record, {long_id, "", ""}, second_cancelled);
  const std::vector<RunningCalls::Call> listed = calls.List();
  ASSERT_EQ(listed.size(), 2U);
  const auto& town = listed[0].map_id == "town" ? listed[0] : listed[1];
  const auto& other = listed[0].map_id == "town" ? listed[1] : listed[0];
  EXPECT_EQ(town.rpc, Rpc::kPlanRoute);
  EXPECT_EQ(town.caller, "match-server");
  EXPECT_EQ(town.connection, "ipv4:10.0.0.1:7");
  EXPECT_EQ(other.map_id.size(), 128U);
  EXPECT_TRUE(calls.Cancel(town.id));
  EXPECT_TRUE(first_cancelled);
  EXPECT_FALSE(second_cancelled);
  EXPECT_EQ(first.CheckNotCancelled(), absl::CancelledError("cancelled by the operator"));
  EXPECT_TRUE(second.CheckNotCancelled().ok());
  EXPECT_FALSE(calls.Cancel(town.id + other.id + 1));
}

TEST(RunningCalls, ACallThatHasEndedIsGone) {
  RunningCalls calls;
  const CallRecord record(Rpc::kBatch);
  std::atomic<bool> cancelled{false};
  auto entry = std::make_unique<RunningCalls::Entry>(calls, record, RunningCalls::About{}, cancelled);
  const uint64_t id = calls.List().at(0).id;
  entry.reset();
  EXPECT_TRUE(calls.List().empty());
  EXPECT_FALSE(calls.Cancel(id));
  EXPECT_FALSE(cancelled);
}

TEST(RunningCalls, OthersStayWhenSomeEnd) {
  RunningCalls calls;
  const CallRecord record(Rpc::kBatch);
  std::atomic<bool> cancelled{false};
  std::vector<std::unique_ptr<RunningCalls::Entry>> entries;
  for (int i = 0; i < 40; ++i)
    entries.push_back(std::make_unique<RunningCalls::Entry>(
        calls, record,
        RunningCalls::About{.map_id = i < 16 ? "ends" : "stays", .caller = "", .connection = ""}, cancelled));
  entries.erase(entries.begin(), entries.begin() + 16);
  const std::vector<RunningCalls::Call> left = calls.List();
  EXPECT_EQ(left.size(), 24U);
  for (const RunningCalls::Call& call : left) EXPECT_EQ(call.map_id, "stays");
}

TEST(RunningCalls, ThreadsComeAndGoWhileTheyAreListedAndCancelled) {
  RunningCalls calls;
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      const CallRecord record(Rpc::kPlanRoute);
      while (!stop) {
        std::atomic<bool> cancelled{false};
        const std::string map = "town";
        const RunningCalls::Entry entry(calls, record, {map, "", ""}, cancelled);
      }
    });
  }
  for (int seen = 0; seen < 10'000;) {
    for (const RunningCalls::Call& call : calls.List()) {
      ++seen;
      EXPECT_EQ(call.map_id, "town");
      calls.Cancel(call.id);
    }
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(calls.List().empty());
}

CallSummary Lasting(int ms) {
  CallSummary call;
  call.duration = milliseconds(ms);
  return call;
}

TEST(SlowCalls, TheSlowestAreKept) {
  SlowCalls calls;
  const auto now = SlowCalls::Clock::now();
  // In an order that is neither up nor down.
  for (int i = 0; i < 1000; ++i) {
    const int ms = i * 387 % 1000;
    if (calls.Wants(milliseconds(ms))) calls.Add(Lasting(ms), now);
  }
  const std::vector<CallSummary> kept = calls.List();
  ASSERT_EQ(kept.size(), SlowCalls::kMost);
  for (size_t i = 0; i < kept.size(); ++i)
    EXPECT_EQ(kept[i].duration, milliseconds(999 - static_cast<int>(i)));
  EXPECT_FALSE(calls.Wants(milliseconds(968)));
  EXPECT_TRUE(calls.Wants(milliseconds(969)));
}

TEST(SlowCalls, OldOnesMakeRoomAgain) {
  SlowCalls calls;
  const auto now = SlowCalls::Clock::now();
  for (size_t i = 0; i < SlowCalls::kMost; ++i) calls.Add(Lasting(1000), now);
  EXPECT_FALSE(calls.Wants(milliseconds(1)));
  calls.Forget(now + SlowCalls::kKept);
  EXPECT_EQ(calls.List().size(), SlowCalls::kMost);
  calls.Forget(now + SlowCalls::kKept + milliseconds(1));
  EXPECT_TRUE(calls.List().empty());
  EXPECT_TRUE(calls.Wants(milliseconds(0)));
}

}  // namespace
}  // namespace waystone
