#include "core/base/parallel_for.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace waystone {
namespace {

TEST(ParallelFor, VisitsEveryItemOnceWhateverTheThreadCount) {
  for (int threads : {0, 1, 2, 7}) {
    std::vector<std::atomic<int>> seen(1000);
    ParallelFor(seen.size(), threads, [&](size_t i) { ++seen[i]; });
    for (const auto& count : seen) ASSERT_EQ(count.load(), 1) << threads;
  }
}

TEST(ParallelFor, StartsNoFurtherItemOnceStopped) {
  std::atomic<int> done{0};
  ParallelFor(
      1000, 2, [&](size_t) { ++done; }, [&] { return done.load() >= 10; });
  EXPECT_GE(done.load(), 10);
  EXPECT_LE(done.load(), 12);
}

}  // namespace
}  // namespace waystone
