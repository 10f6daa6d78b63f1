// Maps are loaded when they are needed, and dropped within limits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "bench/resident_bytes.h"
#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/package/package_writer.h"
#include "core/store/map_encoder.h"
#include "core/store/map_store.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class MapLimitsTest : public ::testing::Test {
 protected:
  // Three maps of one size, "a", "b" and "c".
  MapLimitsTest() {
    for (const char* id : {"a", "b", "c"}) Write(id, 40);
    size_bytes_ = std::filesystem::file_size(PathOf("a"));
  }

  std::string PathOf(const std::string& id) const { return folder_.File(id + ".waymap"); }
  void Write(const std::string& id, int rows) const {
    MapManifest manifest;
    manifest.map_id = id;
    manifest.areas = {{1, "ground"}};
    manifest.variants.resize(1);
    std::string drawing;
    for (int row = 0; row < rows; ++row) drawing += std::string(40, '.') + "\n";
    const NavmeshData mesh = AsciiNavmesh(drawing);
    const auto bytes = EncodeMap(manifest, std::vector<VariantContent>{{&mesh}});
    EXPECT_TRUE(bytes.ok()) << bytes.status();
    EXPECT_TRUE(WritePackageFile(PathOf(id), *bytes).ok());
  }
  // A package whose header is right and whose last section is not.
  void Damage(const std::string& id) const {
    std::ifstream file(PathOf(id), std::ios::binary);
    std::string bytes(std::istreambuf_iterator<char>(file), {});
    bytes[bytes.size() - 100] = static_cast<char>(bytes[bytes.size() - 100] ^ 1);
    std::ofstream(PathOf(id) + ".new", std::ios::binary) << bytes;
    std::filesystem::rename(PathOf(id) + ".new", PathOf(id));
  }
  std::unique_ptr<MapStore> Serve(const MapLimits& limits) const {
    auto store = std::make_unique<MapStore>(limits);
    const auto refusals = store->LoadFolder(folder_.path());
    EXPECT_TRUE(refusals.ok() && refusals->empty());
    return store;
  }
  static std::vector<std::string> Loaded(const MapStore& store) {
    std::vector<std::string> loaded;
    for (const ListedMap& map : store.All()) {
      if (store.IsLoaded(map.package->summary.map_id)) loaded.push_back(map.package->summary.map_id);
    }
    return loaded;
  }

  TempFolder folder_;
  uint64_t size_bytes_ = 0;
};

TEST_F(MapLimitsTest, MapsAreListedBeforeTheyAreLoaded) {
  const auto store = Serve({});
  ASSERT_EQ(store->All().size(), 3U);
  EXPECT_EQ(store->All()[1].package->summary.size_bytes, size_bytes_);
  EXPECT_THAT(Loaded(*store), IsEmpty());
  EXPECT_EQ(store->FindLoaded("b"), nullptr);
  EXPECT_EQ(store->counts().misses, 0U);
  EXPECT_TRUE(store->Find("b").ok());
  EXPECT_THAT(Loaded(*store), ElementsAre("b"));
  EXPECT_NE(store->FindLoaded("b"), nullptr);
  EXPECT_EQ(store->counts().misses, 1U);
  EXPECT_EQ(store->counts().hits, 1U);
  EXPECT_EQ(store->counts().loaded_bytes, size_bytes_);
}

TEST_F(MapLimitsTest, TheMapUsedLongestAgoIsDroppedFirst) {
  const auto store = Serve({.max_maps = 2});
  for (const char* id : {"a", "b", "a", "c"}) EXPECT_TRUE(store->Find(id).ok());
  EXPECT_THAT(Loaded(*store), ElementsAre("a", "c"));
  EXPECT_TRUE(store->Find("b").ok());
  EXPECT_THAT(Loaded(*store), ElementsAre("b", "c"));
  EXPECT_EQ(store->counts().drops, 2U);
  EXPECT_EQ(store->counts().loaded_maps, 2U);
}

TEST_F(MapLimitsTest, BytesAreALimitToo) {
  const auto store = Serve({.max_bytes = 2 * size_bytes_ + 1});
  for (const char* id : {"a", "b", "c"}) EXPECT_TRUE(store->Find(id).ok());
  EXPECT_THAT(Loaded(*store), ElementsAre("b", "c"));
  EXPECT_EQ(store->counts().loaded_bytes, 2 * size_bytes_);
}

TEST_F(MapLimitsTest, BytesThatQueriesKeepCountWithTheMaps) {
  std::atomic<uint64_t> scratch_bytes = 0;
  const auto store = Serve({.max_bytes = 2 * size_bytes_ + 1, .scratch_bytes = &scratch_bytes});
  for (const char* id : {"a", "b"}) EXPECT_TRUE(store->Find(id).ok());
  EXPECT_THAT(Loaded(*store), ElementsAre("a", "b"));
  scratch_bytes = 2;
  EXPECT_TRUE(store->Find("c").ok());
  EXPECT_THAT(Loaded(*store), ElementsAre("c"));
}

TEST_F(MapLimitsTest, AMapLargerThanTheLimitIsServedAlone) {
  const auto store = Serve({.max_bytes = 1});
  for (const char* id : {"a", "b"}) EXPECT_TRUE(store->Find(id).ok());
  EXPECT_THAT(Loaded(*store), ElementsAre("b"));
}

TEST_F(MapLimitsTest, AMapInUseStaysAndGoesWhenItIsNot) {
  const auto store = Serve({.max_maps = 1});
  auto in_use = *store->Find("a");
  EXPECT_TRUE(store->Find("b").ok());
  EXPECT_THAT(Loaded(*store), ElementsAre("a", "b"));
  EXPECT_EQ(*store->Find("a"), in_use);
  EXPECT_EQ(in_use->View("")->navmesh->poly_count(), 1600U);
  in_use = nullptr;
  EXPECT_TRUE(store->Find("c").ok());
  EXPECT_THAT(Loaded(*store), ElementsAre("c"));
}

TEST_F(MapLimitsTest, DroppedMapsGiveTheirMemoryBack) {
  const auto store = Serve({.max_maps = 1});
  EXPECT_EQ(ResidentBytes(PathOf("a")), 0U);
  EXPECT_TRUE(store->Find("a").ok());
  EXPECT_GE(ResidentBytes(PathOf("a")), size_bytes_);
  EXPECT_TRUE(store->Find("b").ok());
  EXPECT_EQ(ResidentBytes(PathOf("a")), 0U);
  EXPECT_EQ(store->counts().loaded_bytes, size_bytes_);
}

TEST_F(MapLimitsTest, AMapThatComesBackReadsOnlyWhatIsLookedAt) {
  const auto store = Serve({.max_maps = 1});
  for (const char* id : {"a", "b", "a"}) EXPECT_TRUE(store->Find(id).ok());
  EXPECT_EQ(ResidentBytes(PathOf("a")), 0U);
  EXPECT_EQ((*store->Find("a"))->View("", {}, ZonesNeed::kIfReady)->navmesh->edges(PolyId(0)).size(), 4U);
  EXPECT_GT(ResidentBytes(PathOf("a")), 0U);
  EXPECT_LT(ResidentBytes(PathOf("a")), size_bytes_);
}

// Zones that were computed count, and go with the map.
TEST_F(MapLimitsTest, WhatAMapComputesCountsAsItsOwn) {
  const auto store = Serve({.max_maps = 1});
  EXPECT_TRUE((*store->Find("a"))->View("").ok());
  EXPECT_NE(store->FindLoaded("a"), nullptr);
  EXPECT_GT(store->counts().loaded_bytes, size_bytes_);
  EXPECT_TRUE(store->Find("b").ok());
  EXPECT_EQ(store->counts().loaded_bytes, size_bytes_);
  EXPECT_EQ((*store->Find("a"))->View("", {}, ZonesNeed::kIfReady)->zones, nullptr);
}

TEST_F(MapLimitsTest, ADamagedPackageIsNamedWhenItIsLoadedAndLookedForAgain) {
  Damage("b");
  const auto store = Serve({});
  const absl::Status damaged = store->Find("b").status();
  EXPECT_TRUE(absl::IsDataLoss(damaged)) << damaged;
  EXPECT_THAT(damaged.ToString(), HasSubstr(PathOf("b")));
  EXPECT_TRUE(store->Find("a").ok());
  EXPECT_EQ(store->counts().loaded_maps, 1U);
  EXPECT_TRUE(absl::IsDataLoss(store->Find("b").status()));
  std::filesystem::remove(PathOf("b"));
  EXPECT_TRUE(absl::IsNotFound(store->Find("b").status()));
  Write("b", 40);
  EXPECT_TRUE(store->Find("b").ok());
}

TEST_F(MapLimitsTest, ADamagedMapStaysListedWithWhatIsWrongUntilItIsGoodOrGone) {
  Damage("b");
  const auto store = Serve({});
  EXPECT_TRUE(store->FindListed("b").IsUsable());  // nobody knows
  const absl::Status damage = store->Find("b").status();
  const auto expect_damaged = [&] {
    EXPECT_EQ(store->All().size(), 3U);
    EXPECT_EQ(store->FindListed("b").damage, damage);
    EXPECT_EQ(store->FindListed("b").package->summary.size_bytes, size_bytes_);
    EXPECT_TRUE(absl::IsDataLoss(store->Find("b").status()));
  };
  expect_damaged();
  EXPECT_THAT(damage.ToString(), HasSubstr("at offset "));
  store->LookAgain();
  expect_damaged();
  const auto refusals = store->LoadFolder(folder_.path());
  ASSERT_EQ(refusals->size(), 1U);
  EXPECT_EQ(refusals->front().path, PathOf("b"));
  EXPECT_EQ(refusals->front().status, damage);
  expect_damaged();
  Write("b", 40);
  EXPECT_FALSE(store->FindListed("b").IsUsable());
  store->LookAgain();
  EXPECT_TRUE(store->FindListed("b").IsUsable());
  Damage("b");
  EXPECT_EQ(store->LoadFolder(folder_.path())->size(), 1U);
  EXPECT_TRUE(store->Find("b").ok());  // the old one
}

TEST_F(MapLimitsTest, AReloadBringsADamagedMapBackOrTakesItFromTheList) {
  Damage("a");
  Damage("b");
  Damage("c");
  const auto store = Serve({});
  for (const char* map : {"a", "b", "c"}) {
    EXPECT_TRUE(store->HasUsable());
    EXPECT_TRUE(absl::IsDataLoss(store->Find(map).status()));
  }
  EXPECT_FALSE(store->HasUsable());
  Write("a", 40);
  std::filesystem::remove(PathOf("b"));
  EXPECT_EQ(store->LoadFolder(folder_.path())->size(), 1U);
  EXPECT_TRUE(store->HasUsable());
  EXPECT_TRUE(store->FindListed("a").IsUsable());
  EXPECT_TRUE(store->Find("a").ok());
  EXPECT_EQ(store->FindListed("b").package, nullptr);
  EXPECT_FALSE(store->FindListed("c").IsUsable());
  EXPECT_EQ(store->All().size(), 2U);
}

TEST_F(MapLimitsTest, AReloadChecksAllOfAPackageWhoseMapIsLoaded) {
  const auto store = Serve({});
  const std::string generation = (*store->Find("b"))->generation();
  Write("b", 41);
  Damage("b");
  const auto refusals = store->LoadFolder(folder_.path());
  ASSERT_TRUE(refusals.ok());
  ASSERT_EQ(refusals->size(), 1U);
  EXPECT_EQ(refusals->front().path, PathOf("b"));
  EXPECT_THAT(Loaded(*store), ElementsAre("b"));
  EXPECT_EQ((*store->Find("b"))->generation(), generation);
}

TEST_F(MapLimitsTest, AReloadChecksAFileThatWasReplacedByOneOfTheSameGeneration) {
  const auto store = Serve({});
  ASSERT_TRUE(store->Find("b").ok());
  Write("b", 40);
  EXPECT_THAT(*store->LoadFolder(folder_.path()), IsEmpty());
  Damage("b");
  const auto refusals = store->LoadFolder(folder_.path());
  ASSERT_TRUE(refusals.ok());
  ASSERT_EQ(refusals->size(), 1U);
  EXPECT_EQ(refusals->front().path, PathOf("b"));
}

TEST_F(MapLimitsTest, AReplacedFileIsServedFromTheNextReloadOn) {
  const auto store = Serve({.max_maps = 1});
  const std::string generation = (*store->Find("b"))->generation();
  std::filesystem::remove(PathOf("b"));
  EXPECT_TRUE(store->Find("a").ok());
  EXPECT_EQ((*store->Find("b"))->generation(), generation);
  EXPECT_TRUE(store->LoadFolder(folder_.path()).ok());
  EXPECT_TRUE(absl::IsNotFound(store->Find("b").status()));
  EXPECT_EQ(store->counts().loaded_maps, 0U);
}

TEST_F(MapLimitsTest, OfThreadsThatMissAMapAtOnceOneLoadsIt) {
  for (int round = 0; round < 20; ++round) {
    const auto store = Serve({});
    std::atomic<int> failures{0};
    std::vector<std::thread> threads;
    threads.reserve(4);
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] { failures += store->Find("a").ok() ? 0 : 1; });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(failures, 0);
    EXPECT_EQ(store->counts().misses, 1U);
    EXPECT_EQ(store->counts().hits, 3U);
  }
}

TEST_F(MapLimitsTest, ManyThreadsAndAReloadShareOneMapsRoom) {
  const auto store = Serve({.max_maps = 1});
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  for (uint64_t seed = 0; seed < 4; ++seed) {
    threads.emplace_back([&, seed] {
      Random random(seed);
      for (int i = 0; i < 200; ++i) {
        const auto map = store->Find(std::string(1, static_cast<char>('a' + random.NextBelow(3))));
        if (!map.ok() || (*map)->View("")->navmesh->poly_count() != 1600) ++failures;
      }
    });
  }
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(store->LoadFolder(folder_.path()).ok());
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(store->counts().hits + store->counts().misses, 800U);
  EXPECT_TRUE(store->Find("a").ok());
  EXPECT_TRUE(store->Find("b").ok());
  EXPECT_THAT(Loaded(*store), ElementsAre("b"));
}

}  // namespace
}  // namespace waystone
