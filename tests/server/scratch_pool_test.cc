#include "server/base/scratch_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace waystone {
namespace {

using Bytes = std::vector<char>;

// A query that takes so many bytes.
void Take(ScratchPool& pool, size_t bytes, bool may_grow = true) {
  const ScratchPool::Lease scratch = pool.Acquire(may_grow);
  (*scratch).Borrow<Bytes>()->resize(bytes);
}

TEST(ScratchPool, LendsWhatWasReturnedLast) {
  std::atomic<uint64_t> counted = 0;
  ScratchPool pool(0, counted);
  Take(pool, 1000);
  const ScratchPool::Lease scratch = pool.Acquire(true);
  EXPECT_EQ((*scratch).Borrow<Bytes>()->size(), 1000U);
}

TEST(ScratchPool, CountsWhatItKeeps) {
  std::atomic<uint64_t> counted = 0;
  ScratchPool pool(0, counted);
  Take(pool, 1000);
  const uint64_t small = counted;
  EXPECT_GE(small, 1000U);
  EXPECT_LT(small, 1100U);
  Take(pool, 5000);
  EXPECT_GE(counted, 5000U);
  EXPECT_LT(counted, 5100U);
  {
    const ScratchPool::Lease one = pool.Acquire(true);
    const ScratchPool::Lease other = pool.Acquire(true);
    (*other).Borrow<Bytes>()->resize(5000);
  }
  EXPECT_GE(counted, 10'000U);
  EXPECT_LT(counted, 10'200U);
}

TEST(ScratchPool, FreesWhatAHugeQueryLeaves) {
  std::atomic<uint64_t> counted = 0;
  ScratchPool pool(16 * 1000, counted);
  ASSERT_EQ(pool.most_kept_bytes(), 1000U);
  Take(pool, 500);
  Take(pool, 1001);
  EXPECT_EQ(counted, 0U);
  const ScratchPool::Lease scratch = pool.Acquire(true);
  EXPECT_TRUE((*scratch).Borrow<Bytes>()->empty());
}

TEST(ScratchPool, KeepsAtMostAFixedSizeWithoutABudget) {
  std::atomic<uint64_t> counted = 0;
  EXPECT_EQ(ScratchPool(0, counted).most_kept_bytes(), ScratchPool::kMostKept_bytes);
  EXPECT_EQ(ScratchPool(uint64_t{1} << 50, counted).most_kept_bytes(), ScratchPool::kMostKept_bytes);
}

}  // namespace
}  // namespace waystone
