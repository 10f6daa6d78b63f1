#include "server/fetch/object_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

namespace fs = std::filesystem;

std::string Name(char digit) { return std::string(64, digit); }

class ObjectCacheTest : public ::testing::Test {
 protected:
  std::unique_ptr<ObjectCache> Open(uint64_t max_bytes) {
    auto cache = ObjectCache::Open(folder_.path(), max_bytes);
    EXPECT_TRUE(cache.ok()) << cache.status();
    return cache.ok() ? *std::move(cache) : nullptr;
  }
  // As a fetch does.
  static absl::Status Put(ObjectCache& cache, const std::string& name, uint64_t bytes) {
    const absl::Status room = cache.Reserve(name, bytes);
    if (!room.ok()) return room;
    WriteFile(cache.PartialPathOf(name), std::string(bytes, 'x'));
    return cache.Commit(name);
  }
  // [bytes] Of objects and partial files on the disk.
  uint64_t OnDisk() const {
    uint64_t bytes = 0;
    for (const auto& file : fs::directory_iterator(folder_.path()))
      bytes += file.path().filename() == "lock" ? 0 : file.file_size();
    return bytes;
  }

  TempFolder folder_;
};

TEST_F(ObjectCacheTest, TheLeastRecentlyUsedMakesRoom) {
  const auto cache = Open(100);
  ASSERT_TRUE(Put(*cache, Name('a'), 40).ok());
  ASSERT_TRUE(Put(*cache, Name('b'), 40).ok());
  EXPECT_NE(cache->Hold(Name('a')), nullptr);
  ASSERT_TRUE(Put(*cache, Name('c'), 40).ok());
  EXPECT_TRUE(cache->Has(Name('a')));
  EXPECT_FALSE(cache->Has(Name('b')));
  EXPECT_TRUE(cache->Has(Name('c')));
  EXPECT_EQ(cache->Hold(Name('b')), nullptr);
  EXPECT_FALSE(fs::exists(cache->PathOf(Name('b'))));
  EXPECT_EQ(cache->counts().bytes, 80U);
  EXPECT_EQ(cache->counts().objects, 2U);
  EXPECT_EQ(cache->counts().evicted, 1U);
}

TEST_F(ObjectCacheTest, WhatIsHeldIsNotEvicted) {
  const auto cache = Open(100);
  ASSERT_TRUE(Put(*cache, Name('a'), 40).ok());
  ASSERT_TRUE(Put(*cache, Name('b'), 40).ok());
  auto held = cache->Hold(Name('a'));
  EXPECT_EQ(cache->Hold(Name('a')), held);
  EXPECT_NE(cache->Hold(Name('b')), nullptr) << "and let go";
  const absl::Status status = Put(*cache, Name('c'), 70);
  EXPECT_TRUE(absl::IsUnavailable(status)) << status;
  EXPECT_EQ(cache->counts().bytes, 80U) << "that would not have helped";
  EXPECT_EQ(cache->counts().evicted, 0U);
  EXPECT_TRUE(cache->Has(Name('a')));
  EXPECT_TRUE(cache->Has(Name('b')));
  held.reset();
  EXPECT_TRUE(Put(*cache, Name('c'), 70).ok());
  EXPECT_FALSE(cache->Has(Name('a')));
}

TEST_F(ObjectCacheTest, WhatAKilledServerLeftIsRemoved) {
  WriteFile(folder_.File(".waystone-0123456789abcdef.tmp"), "half an index");
  const auto cache = Open(100);
  EXPECT_FALSE(fs::exists(folder_.File(".waystone-0123456789abcdef.tmp")));
}

TEST_F(ObjectCacheTest, RoomThatIsReservedCounts) {
  const auto cache = Open(100);
  ASSERT_TRUE(cache->Reserve(Name('a'), 60).ok());
  EXPECT_EQ(cache->counts().bytes, 60U);
  EXPECT_TRUE(absl::IsUnavailable(cache->Reserve(Name('b'), 60)));
  EXPECT_EQ(cache->counts().bytes, 60U);
  WriteFile(cache->PartialPathOf(Name('a')), std::string(10, 'x'));
  cache->Release(Name('a'));
  EXPECT_EQ(cache->counts().bytes, 10U) << "what came of it stays";
  ASSERT_TRUE(cache->Reserve(Name('b'), 95).ok());
  EXPECT_FALSE(fs::exists(cache->PartialPathOf(Name('a')))) << "until its room is needed";
  cache->Release(Name('b'));
  EXPECT_EQ(cache->counts().bytes, 0U);
}

TEST_F(ObjectCacheTest, ARestartFindsWhatWasThereInItsOrder) {
  {
    const auto cache = Open(1000);
    for (const char name : {'a', 'b', 'c'}) ASSERT_TRUE(Put(*cache, Name(name), 40).ok());
    WriteFile(cache->PartialPathOf(Name('d')), std::string(7, 'x'));
    WriteFile(cache->PartialPathOf(Name('c')), std::string(9, 'x'));
    const auto now = fs::file_time_type::clock::now();
    fs::last_write_time(cache->PathOf(Name('a')), now - std::chrono::hours(1));
    fs::last_write_time(cache->PathOf(Name('b')), now - std::chrono::hours(3));
    fs::last_write_time(cache->PathOf(Name('c')), now - std::chrono::hours(2));
    WriteFile(folder_.File("notes.txt"), "not ours");
    WriteFile(folder_.File(std::string(63, 'a')), "not ours");
  }
  const auto cache = Open(150);
  EXPECT_EQ(cache->counts().bytes, 127U);
  EXPECT_FALSE(fs::exists(cache->PartialPathOf(Name('c')))) << "the whole one is there";
  ASSERT_TRUE(Put(*cache, Name('e'), 60).ok());
  EXPECT_FALSE(fs::exists(cache->PartialPathOf(Name('d')))) << "partial ones go first";
  EXPECT_FALSE(cache->Has(Name('b')));
  EXPECT_TRUE(cache->Has(Name('c')));
  EXPECT_TRUE(cache->Has(Name('a')));
  EXPECT_TRUE(fs::exists(folder_.File("notes.txt")));
  EXPECT_TRUE(fs::exists(folder_.File(std::string(63, 'a'))));
}

TEST_F(ObjectCacheTest, AFileThatSomebodyRemovedIsNotThere) {
  const auto cache = Open(100);
  ASSERT_TRUE(Put(*cache, Name('a'), 40).ok());
  fs::remove(cache->PathOf(Name('a')));
  EXPECT_EQ(cache->Hold(Name('a')), nullptr);
  EXPECT_EQ(cache->counts().bytes, 0U);
  EXPECT_TRUE(Put(*cache, Name('a'), 40).ok());
  EXPECT_NE(cache->Hold(Name('a')), nullptr);
}

TEST_F(ObjectCacheTest, OneServerHasIt) {
  const auto cache = Open(100);
  EXPECT_TRUE(absl::IsFailedPrecondition(ObjectCache::Open(folder_.path(), 100).status()));
}

TEST_F(ObjectCacheTest, PartialFilesOfOtherObjectsCanBeLeftBehind) {
  const auto cache = Open(100);
  for (const char name : {'a', 'b', 'c'}) {
    ASSERT_TRUE(cache->Reserve(Name(name), 30).ok());
    WriteFile(cache->PartialPathOf(Name(name)), std::string(10, 'x'));
    if (name != 'c') cache->Release(Name(name));
  }
  cache->KeepPartialsOf({Name('a')});
  EXPECT_TRUE(fs::exists(cache->PartialPathOf(Name('a'))));
  EXPECT_FALSE(fs::exists(cache->PartialPathOf(Name('b'))));
  EXPECT_TRUE(fs::exists(cache->PartialPathOf(Name('c')))) << "it is being fetched";
  EXPECT_EQ(cache->counts().bytes, 40U);
}

// At random, against the folder: what is counted is what lies there, it never passes the limit, and what is held stays.
TEST_F(ObjectCacheTest, CountsAreThoseOfTheFolder) {
  constexpr uint64_t kLimit = 1000;
  const auto cache = Open(kLimit);
  Random random(11);
  const std::string digits = "0123456789abcdef";
  std::map<std::string, std::shared_ptr<const ObjectCache::Held>> held;
  for (int i = 0; i < 2000; ++i) {
    const std::string name = Name(digits[random.NextBelow(16)]);
    const uint64_t bytes = 1 + random.NextBelow(300);
    switch (random.NextBelow(6)) {
      case 0:
      case 1:
        if (!cache->Has(name)) (void)Put(*cache, name, bytes);
        break;
      case 2:
        if (held.size() < 3 && cache->Has(name)) held[name] = cache->Hold(name);
        break;
      case 3:
        held.erase(name);
        break;
      case 4:
        if (!cache->Has(name) && cache->Reserve(name, bytes).ok()) {
          WriteFile(cache->PartialPathOf(name),
                    std::string(random.NextBelow(static_cast<uint32_t>(bytes)), 'x'));
          cache->Release(name);
        }
        break;
      default:
        if (!held.contains(name)) cache->Remove(name);
    }
    ASSERT_EQ(cache->counts().bytes, OnDisk());
    ASSERT_LE(cache->counts().bytes, kLimit);
    for (const auto& [one, object] : held) ASSERT_TRUE(fs::exists(object->path));
  }
}

}  // namespace
}  // namespace waystone
