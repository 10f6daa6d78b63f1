// The maps of a world: loaded ahead, missing, looked for again.
#include "core/store/world_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/str_cat.h"
#include "core/package/package_reader.h"
#include "core/store/map_store.h"
#include "core/world_route/world_route.h"
#include "tests/bake/world/baked_source.h"
#include "tests/bake/world/drawn_world.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Four rooms in a ring, with a door each way between neighbours.
SlowWorld Ring() {
  SlowWorld world;
  for (uint32_t map = 0; map < 4; ++map) {
    world.maps.push_back({".....", "....."});
    world.portals.push_back(
        {.from_map = map, .cells = {4, 0, 4, 1}, .to_map = (map + 1) % 4, .cell = {1, 0}});
    world.portals.push_back(
        {.from_map = map, .cells = {0, 0, 0, 1}, .to_map = (map + 3) % 4, .cell = {3, 0}});
  }
  return world;
}

class WorldStoreTest : public ::testing::Test {
 protected:
  WorldStoreTest() : drawn_(Ring()) {}

  WorldStore& Serve(const MapLimits& limits = {}) {
    maps_ = std::make_unique<MapStore>(limits);
    EXPECT_TRUE(maps_->LoadFolder(drawn_.folder()).ok());
    return *maps_->World();
  }
  std::vector<uint32_t> Loaded() const {
    std::vector<uint32_t> loaded;
    for (uint32_t map = 0; map < 4; ++map) {
      if (maps_->World()->IsLoaded(WorldMapIndex(map))) loaded.push_back(map);
    }
    return loaded;
  }
  // From the middle of a map to that of another one.
  WorldRouteAnswer Plan(uint32_t from, uint32_t to) {
    const WorldView& world = maps_->World()->world().view();
    WorldRouteQuery query;
    query.start = drawn_.PositionOf({from, 2, 0}, world);
    query.goals = {drawn_.PositionOf({to, 2, 0}, world)};
    const auto answer = PlanWorldRoute(*maps_->World(), query, scratch_);
    EXPECT_TRUE(answer.ok()) << answer.status();
    return *answer;
  }
  std::string Away(uint32_t map) const { return drawn_.package_paths()[map] + ".away"; }
  void TakeAway(uint32_t map) const { std::filesystem::rename(drawn_.package_paths()[map], Away(map)); }
  void PutBack(uint32_t map) const { std::filesystem::rename(Away(map), drawn_.package_paths()[map]); }

  DrawnWorld drawn_;
  std::unique_ptr<MapStore> maps_;
  Scratch scratch_;
};

TEST_F(WorldStoreTest, ARouteLoadsTheMapsOfItsEndsOnly) {
  Serve();
  EXPECT_EQ(Plan(0, 2).stretches.size(), 3U);
  EXPECT_THAT(Loaded(), ElementsAre(0, 2));
  const uint64_t bytes = maps_->counts().loaded_bytes;
  uint64_t expected = 0;
  for (const uint32_t map : {0U, 2U}) {
    expected += std::filesystem::file_size(drawn_.package_paths()[map]) +
                maps_->World()->world().BytesOf(WorldMapIndex(map));
  }
  EXPECT_EQ(bytes, expected);
}

TEST_F(WorldStoreTest, MapsAreLoadedAheadOnlyWhereThereIsRoomBesidesThoseKept) {
  WorldStore& store = Serve({.max_maps = 3});
  EXPECT_TRUE(store.Open(WorldMapIndex(0)).ok());
  EXPECT_TRUE(store.Open(WorldMapIndex(3)).ok());
  EXPECT_TRUE(store.Open(WorldMapIndex(2)).ok());
  const std::vector<WorldMapIndex> keep = {WorldMapIndex(0), WorldMapIndex(2)};
  store.LoadAhead(WorldMapIndex(1), keep);
  EXPECT_THAT(Loaded(), ElementsAre(0, 1, 2));
  EXPECT_EQ(maps_->counts().loaded_ahead, 1U);
  EXPECT_EQ(maps_->counts().misses, 3U);
  const auto in_use = store.Open(WorldMapIndex(1));
  store.LoadAhead(WorldMapIndex(3), keep);
  EXPECT_THAT(Loaded(), ElementsAre(0, 1, 2));
  EXPECT_EQ(maps_->counts().loaded_ahead, 1U);
}

TEST_F(WorldStoreTest, AMissingMapIsGoneAroundAndFoundAgain) {
  TakeAway(1);
  WorldStore& store = Serve();
  EXPECT_THAT(store.MissingMaps(), ElementsAre(false, true, false, false));
  EXPECT_TRUE(absl::IsNotFound(store.WhyMissing(WorldMapIndex(1))));
  EXPECT_THAT(std::string(store.WhyMissing(WorldMapIndex(1)).message()),
              HasSubstr(drawn_.package_paths()[1]));
  EXPECT_EQ(Plan(0, 2).stretches[1].map, WorldMapIndex(3));
  EXPECT_EQ(Plan(0, 1).reason, RouteReason::kMapMissing);
  store.LookForMissing();
  EXPECT_EQ(store.MissingCount(), 1U);
  PutBack(1);
  store.LookForMissing();
  EXPECT_EQ(store.MissingCount(), 0U);
  EXPECT_EQ(Plan(0, 1).status, RouteStatus::kComplete);
  EXPECT_THAT(store.MissingMaps(), IsEmpty());
}

TEST_F(WorldStoreTest, DamageThatIsFoundLaterIsToldOnceWithThePackageAndTheSection) {
  const std::string& path = drawn_.package_paths()[1];
  std::string bytes = ReadFile(path);
  const auto package = *PackageReader::OpenFile(path);
  const SectionEntry* polys = package->Find(SectionType::kNavmeshPolys, {.variant = 1});
  bytes[polys->offset] ^= 1;
  WriteFile(path, bytes);
  WorldStore& store = Serve();
  EXPECT_EQ(store.MissingCount(), 0U);
  std::vector<std::string> told;
  store.TellMissing([&told](WorldMapIndex map, const absl::Status& why) {
    told.push_back(StrCat(map.value(), ": ", why.message()));
  });
  for (int i = 0; i < 2; ++i) EXPECT_EQ(Plan(0, 1).reason, RouteReason::kMapMissing);
  EXPECT_THAT(told, ElementsAre(AllOf(HasSubstr(StrCat("1: ", path)), HasSubstr("section"))));
}

TEST_F(WorldStoreTest, TheMapsOfAWorldStayWithItIfItsNewFileIsRefused) {
  WorldStore& old = Serve();
  const std::string generation = old.world().MapGeneration(WorldMapIndex(1));
  SlowWorld changed = Ring();
  changed.maps[1] = {"..@..", "....."};
  const DrawnWorld newer(changed);
  ReplaceFile(drawn_.package_paths()[1], ReadFile(newer.package_paths()[1]));
  const std::string world_path = StrCat(drawn_.folder(), "/", kWorldFileName);
  std::string bytes = ReadFile(StrCat(newer.folder(), "/", kWorldFileName));
  bytes[bytes.size() / 2] ^= 1;
  ReplaceFile(world_path, bytes);

  const auto refused = maps_->LoadFolder(drawn_.folder());
  ASSERT_TRUE(refused.ok()) << refused.status();
  std::vector<std::string> paths;
  for (const MapStore::Refusal& refusal : *refused) paths.push_back(refusal.path);
  EXPECT_THAT(paths, ElementsAre(world_path, drawn_.package_paths()[1]));
  EXPECT_EQ(maps_->World()->MissingCount(), 0U);
  EXPECT_EQ((*maps_->Find("map1"))->generation(), generation);
  EXPECT_EQ(Plan(0, 1).status, RouteStatus::kComplete);
}

// Its header and manifest are whole, and it is looked for again and again.
TEST_F(WorldStoreTest, ADamagedMapStaysMissingUntilItsPackageIsWhole) {
  const std::string& path = drawn_.package_paths()[1];
  const std::string whole = ReadFile(path);
  std::string bytes = whole;
  bytes[(*PackageReader::OpenFile(path))->Find(SectionType::kNavmeshPolys, {.variant = 1})->offset] ^= 1;
  const auto replace = [&path](const std::string& with) {
    WriteFile(path + ".new", with);
    std::filesystem::rename(path + ".new", path);
  };
  replace(bytes);
  WorldStore& store = Serve();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(Plan(0, 1).reason, RouteReason::kMapMissing);
    EXPECT_EQ(Plan(0, 2).stretches[1].map, WorldMapIndex(3));
    store.LookForMissing();
    EXPECT_EQ(store.MissingCount(), 1U);
    if (i == 1) replace(bytes);
  }
  replace(whole);
  store.LookForMissing();
  EXPECT_EQ(store.MissingCount(), 0U);
  EXPECT_EQ(Plan(0, 1).status, RouteStatus::kComplete);
}

TEST_F(WorldStoreTest, AMissingMapIsLookedForWhereItIsAskedFor) {
  TakeAway(1);
  Serve();
  EXPECT_EQ(Plan(0, 1).status, RouteStatus::kUnreachable);
  PutBack(1);
  EXPECT_EQ(Plan(0, 1).status, RouteStatus::kComplete);
}

TEST_F(WorldStoreTest, AnotherPackageThanTheWorldWasMadeWithIsServedByItselfOnly) {
  BakeSource(drawn_.folder(), "map1", "map1.map", "type octile\nheight 1\nwidth 3\nmap\n...\n");
  WorldStore& store = Serve();
  EXPECT_EQ(Plan(0, 1).reason, RouteReason::kMapMissing);
  EXPECT_EQ(Plan(0, 2).stretches[1].map, WorldMapIndex(3));
  EXPECT_TRUE(absl::IsFailedPrecondition(store.Open(WorldMapIndex(1)).status()));
  EXPECT_TRUE(maps_->Find("map1").ok());
}

TEST_F(WorldStoreTest, AReloadOfAnUnchangedFolderKeepsWhatIsLoaded) {
  Serve();
  Plan(0, 2);
  EXPECT_TRUE(maps_->LoadFolder(drawn_.folder()).ok());
  EXPECT_THAT(Loaded(), ElementsAre(0, 2));
  Plan(0, 2);
  EXPECT_EQ(maps_->counts().misses, 2U);
}

TEST_F(WorldStoreTest, AStartOnAMissingMapOrAnotherPackageIsAnAnswerThatNamesTheMap) {
  TakeAway(2);
  BakeSource(drawn_.folder(), "map1", "map1.map", "type octile\nheight 1\nwidth 3\nmap\n...\n");
  Serve();
  for (const auto& [from, to] : {std::pair(1U, 0U), {2U, 0U}, {0U, 1U}, {0U, 2U}}) {
    const WorldRouteAnswer answer = Plan(from, to);
    EXPECT_EQ(answer.status, RouteStatus::kUnreachable);
    EXPECT_EQ(answer.reason, RouteReason::kMapMissing);
    EXPECT_THAT(answer.explanation, HasSubstr("map \"map" + std::to_string(from + to) + "\""));
    EXPECT_THAT(answer.explanation, testing::Not(HasSubstr(".waymap")));
  }
}

}  // namespace
}  // namespace waystone
