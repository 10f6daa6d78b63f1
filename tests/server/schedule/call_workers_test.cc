#include "server/schedule/call_workers.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <future>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace waystone {
namespace {

QueuedCall Call(const std::string& connection, Lane lane, std::function<void()> run) {
  QueuedCall call;
  call.connection = connection;
  call.cost = {.lane = lane, .kind = CallKind::kRoute};
  call.run = [run = std::move(run)] {
    run();
    return true;
  };
  call.refuse = [](const Refusal& refusal) { ADD_FAILURE() << refusal.why; };
  return call;
}

TEST(CallWorkers, RunsEverythingThatWasSubmittedBeforeItEnds) {
  std::atomic<int> done{0};
  {
    CallWorkers workers(3, 100'000, 0);
    std::vector<std::thread> submitters;
    submitters.reserve(4);
    for (int i = 0; i < 4; ++i) {
      submitters.emplace_back([&workers, &done, i] {
        for (int k = 0; k < 1000; ++k) {
          workers.Submit(
              Call(std::to_string(i), k % 2 == 0 ? Lane::kQuick : Lane::kSlow, [&done] { ++done; }));
        }
      });
    }
    for (std::thread& submitter : submitters) submitter.join();
  }
  EXPECT_EQ(done, 4000);
}

TEST(CallWorkers, QuickCallsRunWhileAllWorkersAreHeld) {
  CallWorkers workers(2, 100, 0);
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  for (int i = 0; i < 20; ++i) workers.Submit(Call("flood", Lane::kSlow, [released] { released.wait(); }));
  for (int i = 0; i < 100; ++i) {
    std::promise<void> ran;
    workers.Submit(Call("flood", Lane::kQuick, [&ran] { ran.set_value(); }));
    ran.get_future().wait();  // for ever, if nobody runs it
  }
  release.set_value();
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(CallWorkers, GoOnIfTheSystemHasNoThreadForRelief) {
  std::atomic<int> ran{0};
  {
    CallWorkers workers(1, 100, 0);
    rlimit before{};
    getrlimit(RLIMIT_AS, &before);
    rlimit none = before;
    uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    none.rlim_cur = pages * static_cast<uint64_t>(getpagesize()) + (4 << 20);  // no stack for another thread
    ASSERT_EQ(setrlimit(RLIMIT_AS, &none), 0);
    EXPECT_THROW(std::thread([] {}).detach(), std::system_error);
    for (int i = 0; i < 4; ++i) {
      workers.Submit(Call(std::to_string(i), Lane::kSlow, [&ran] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));  // relief is due meanwhile
        ++ran;
      }));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    setrlimit(RLIMIT_AS, &before);
  }
  EXPECT_EQ(ran, 4);
}
#endif

TEST(CallWorkers, OtherConnectionsAreRelievedOfLongCalls) {
  CallWorkers workers(1, 100, 0);
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  std::atomic<int> flooded{0};
  for (int i = 0; i < 20; ++i) {
    workers.Submit(Call("flood", Lane::kSlow, [released, &flooded] {
      ++flooded;
      released.wait();
    }));
  }
  for (const char* other : {"a", "b", "c"}) {
    std::promise<void> ran;
    workers.Submit(Call(other, Lane::kSlow, [&ran] { ran.set_value(); }));
    ran.get_future().wait();
  }
  EXPECT_EQ(flooded, 1);  // has no more than its worker
  release.set_value();
}

TEST(CallWorkers, RefusesOnTheThreadThatSubmits) {
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  CallWorkers workers(1, 1, 0);
  workers.Submit(Call("a", Lane::kSlow, [released] { released.wait(); }));
  int refused = 0;
  QueuedCall call = Call("a", Lane::kSlow, [] { ADD_FAILURE() << "ran"; });
  call.refuse = [&refused](const Refusal& refusal) {
    ++refused;
    EXPECT_GT(refusal.retry_after.count(), 0);
  };
  workers.Submit(std::move(call));
  EXPECT_EQ(refused, 1);
  release.set_value();
}

}  // namespace
}  // namespace waystone
