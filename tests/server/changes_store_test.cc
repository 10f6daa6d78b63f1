// Sets of changes that a server keeps: named by content, the least recently used dropped first.
#include "server/convert/changes_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "core/base/random.h"

namespace waystone {
namespace {

v1::Changes SetOf(uint32_t first, int count = 100) {
  v1::Changes changes;
  v1::MapChanges& map = *changes.add_maps();
  map.set_map_id("yard");
  for (int i = 0; i < count; ++i) map.add_blocked_polys(first + static_cast<uint32_t>(i));
  return changes;
}

ReadSet::Key KeyOf(const std::string& generation) {
  ReadSet::Key key;
  key.generation = generation;
  return key;
}

std::shared_ptr<const ReadSet> ReadOf(const std::string& generation, int polys) {
  auto read = std::make_shared<ReadSet>();
  read->key.generation = generation;
  ClosedParts parts;
  for (int i = 0; i < polys; ++i) parts.blocked_polys.emplace_back(static_cast<uint32_t>(i));
  read->changes.shared = std::make_shared<const SharedClosures>(std::move(parts));
  return read;
}

TEST(ChangesStore, TheSameSetHasTheSameNameInEveryStore) {
  ChangesStore one(1 << 20);
  ChangesStore other(1 << 20);
  const std::string ref = one.Add(SetOf(7))->ref;
  EXPECT_EQ(ref.size(), 64U);
  EXPECT_EQ(one.Add(SetOf(7))->ref, ref);
  EXPECT_EQ(other.Add(SetOf(7))->ref, ref);
  EXPECT_NE(other.Add(SetOf(8))->ref, ref);
  EXPECT_EQ(one.Find(ref)->SerializeAsString(), SetOf(7).SerializeAsString());
  EXPECT_EQ(one.Find(std::string(64, '0')), nullptr);
}

TEST(ChangesStore, ASetIsCountedOnce) {
  ChangesStore store(1 << 20);
  const uint64_t bytes = store.Add(SetOf(7))->bytes;
  EXPECT_EQ(store.Add(SetOf(7))->bytes, bytes);
  EXPECT_EQ(store.bytes(), bytes);
}

TEST(ChangesStore, TheOneUsedLeastRecentlyGoesFirst) {
  const uint64_t bytes = ChangesStore(1 << 20).Add(SetOf(0))->bytes;
  ChangesStore store(3 * bytes);
  std::vector<std::string> refs;
  for (uint32_t i = 0; i < 3; ++i) refs.push_back(store.Add(SetOf(i))->ref);
  ASSERT_NE(store.Find(refs[0]), nullptr);  // 1 is now the oldest
  refs.push_back(store.Add(SetOf(3))->ref);
  EXPECT_EQ(store.Find(refs[1]), nullptr);
  for (const int kept : {0, 2, 3}) EXPECT_NE(store.Find(refs[kept]), nullptr) << kept;
  EXPECT_EQ(store.bytes(), 3 * bytes);
  store.FindRead(refs[0], {});  // a use, too
  ASSERT_TRUE(store.Add(SetOf(2)).ok());
  ASSERT_TRUE(store.Add(SetOf(4)).ok());
  EXPECT_EQ(store.Find(refs[3]), nullptr);
}

TEST(ChangesStore, WhoeverHoldsMostLosesFirst) {
  const uint64_t bytes = ChangesStore(1 << 20).Add(SetOf(0))->bytes;
  ChangesStore store(4 * bytes);
  const std::string of_quiet = store.Add(SetOf(0), "quiet")->ref;
  std::string last;
  for (uint32_t i = 1; i < 100; ++i) last = store.Add(SetOf(i), "greedy")->ref;
  EXPECT_NE(store.Find(of_quiet), nullptr);
  EXPECT_NE(store.Find(last), nullptr);
  EXPECT_EQ(store.bytes(), 4 * bytes);
  for (uint32_t i = 100; i < 104; ++i) last = store.Add(SetOf(i), "quiet")->ref;
  EXPECT_NE(store.Find(last), nullptr);
  EXPECT_EQ(store.Find(of_quiet), nullptr) << "now quiet holds most";
  EXPECT_EQ(store.bytes(), 4 * bytes);
}

TEST(ChangesStore, ASetLargerThanAllMayBeIsRefused) {
  ChangesStore store(4096);
  const auto added = store.Add(SetOf(0, 10'000));
  EXPECT_EQ(added.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(added.status().message()), testing::StartsWith("changes: "));
  EXPECT_FALSE(ChangesStore(0).Add(v1::Changes()).ok());
  EXPECT_EQ(store.bytes(), 0U);
}

TEST(ChangesStore, WhatWasReadOfASetCountsAndGoesWithIt) {
  const uint64_t bytes = ChangesStore(1 << 20).Add(SetOf(0))->bytes;
  ChangesStore store(3 * bytes);
  const std::string first = store.Add(SetOf(0))->ref;
  const std::string second = store.Add(SetOf(1))->ref;
  const auto read = ReadOf("a", 100);
  ASSERT_LT(read->HeapBytes(), bytes);
  store.Keep(first, read);
  EXPECT_EQ(store.bytes(), 2 * bytes + read->HeapBytes());
  EXPECT_EQ(store.FindRead(first, KeyOf("a")), read);
  EXPECT_EQ(store.FindRead(first, KeyOf("b")), nullptr);
  EXPECT_EQ(store.FindRead(second, KeyOf("a")), nullptr);
  store.Keep(first, ReadOf("a", 100));
  EXPECT_EQ(store.bytes(), 2 * bytes + read->HeapBytes()) << "one for each key";
  store.Find(second);
  ASSERT_TRUE(store.Add(SetOf(2)).ok());
  EXPECT_EQ(store.Find(first), nullptr);
  EXPECT_EQ(store.bytes(), 2 * bytes);
  store.Keep(first, read);  // of a set that is gone
  EXPECT_EQ(store.bytes(), 2 * bytes);
}

TEST(ChangesStore, WhatHasNoRoomBesideItsSetIsNotKept) {
  const uint64_t bytes = ChangesStore(1 << 20).Add(SetOf(0))->bytes;
  ChangesStore store(bytes + 100);
  const std::string ref = store.Add(SetOf(0))->ref;
  store.Keep(ref, ReadOf("a", 10'000));
  EXPECT_NE(store.Find(ref), nullptr);
  EXPECT_EQ(store.bytes(), bytes);
}

TEST(ChangesStore, ThreadsShareItAndTheLimitHolds) {
  const uint64_t bytes = ChangesStore(1 << 20).Add(SetOf(0))->bytes;
  const uint64_t limit = 5 * bytes;
  ChangesStore store(limit);
  std::atomic<bool> is_wrong{false};
  std::vector<std::thread> threads;
  for (uint64_t seed = 0; seed < 4; ++seed) {
    threads.emplace_back([&, seed] {
      Random random(seed);
      for (int i = 0; i < 1000; ++i) {
        const uint32_t which = random.NextBelow(10);
        const std::string ref = store.Add(SetOf(which))->ref;
        const auto set = store.Find(ref);
        if (set != nullptr && set->maps(0).blocked_polys(0) != which) is_wrong = true;
        store.Keep(ref, ReadOf(std::to_string(random.NextBelow(30)), 50));
        const auto read = store.FindRead(ref, KeyOf("3"));
        if (read != nullptr && read->changes.shared->parts().blocked_polys.size() != 50) is_wrong = true;
        if (store.bytes() > limit) is_wrong = true;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_FALSE(is_wrong);
}

}  // namespace
}  // namespace waystone
