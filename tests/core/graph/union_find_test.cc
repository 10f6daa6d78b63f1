#include "core/graph/union_find.h"

#include <gtest/gtest.h>

#include <set>

#include "core/base/random.h"

namespace waystone {
namespace {

using Labels = std::vector<uint32_t>;

TEST(UnionFind, EveryElementIsASetOfItsOwnUntilJoined) {
  UnionFind sets(3);
  EXPECT_EQ(sets.set_count(), 3U);
  EXPECT_FALSE(sets.AreJoined(0, 2));
  EXPECT_TRUE(sets.Join(2, 0));
  EXPECT_FALSE(sets.Join(0, 2));
  EXPECT_TRUE(sets.AreJoined(0, 2));
  EXPECT_FALSE(sets.AreJoined(1, 2));
  EXPECT_EQ(sets.set_count(), 2U);
}

TEST(UnionFind, GrowingKeepsWhatIsJoined) {
  UnionFind sets;
  sets.Grow(2);
  sets.Join(0, 1);
  sets.Grow(4);
  sets.Grow(3);
  EXPECT_EQ(sets.size(), 4U);
  EXPECT_EQ(sets.set_count(), 3U);
  EXPECT_EQ(std::move(sets).Labels(), (Labels{0, 0, 1, 2}));
}

TEST(UnionFind, RootsAndLabelsAreThoseOfRelabellingEveryElementAtEachJoin) {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    const uint32_t size = 1 + random.NextBelow(40);
    UnionFind sets(size);
    Labels lowest(size);  // [element] the lowest of its set
    for (uint32_t k = 0; k < size; ++k) lowest[k] = k;
    for (uint32_t joins = random.NextBelow(size + 10); joins > 0; --joins) {
      const uint32_t a = lowest[random.NextBelow(size)];
      const uint32_t b = lowest[random.NextBelow(size)];
      EXPECT_EQ(sets.Join(a, b), a != b);
      for (uint32_t& root : lowest) root = root == std::max(a, b) ? std::min(a, b) : root;
    }
    const std::set<uint32_t> roots(lowest.begin(), lowest.end());
    EXPECT_EQ(sets.set_count(), roots.size());
    for (uint32_t k = 0; k < size; ++k) ASSERT_EQ(sets.Root(k), lowest[k]);
    const Labels labels = std::move(sets).Labels();
    for (uint32_t k = 0; k < size; ++k) {
      ASSERT_EQ(labels[k], std::distance(roots.begin(), roots.find(lowest[k])));
    }
  }
}

}  // namespace
}  // namespace waystone
