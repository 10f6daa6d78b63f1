// World files, damaged in every path: what LoadedWorld accepts must be safe to plan routes with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "core/base/str_cat.h"
#include "core/store/loaded_world.h"
#include "core/store/map_cache.h"
#include "core/store/world_store.h"
#include "core/world_route/world_route.h"
#include "tests/bake/world/drawn_world.h"
#include "tests/bake/world/world_exercise.h"
#include "tests/support/package_surgery.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

// What indices, counts and costs must not be.
constexpr uint32_t kExtremeWords[] = {0,
                                      1,
                                      0x7fffffff,
                                      0x80000000,
                                      0xffffffff,
                                      0x7ff80000 /* upper half of NaN */,
                                      0x7ff00000 /* of infinity */,
                                      0xbff00000 /* of -1 */,
                                      0x00100000};

absl::StatusOr<std::shared_ptr<const LoadedWorld>> Load(const PackageFile& file) {
  auto reader = PackageReader::FromBytes(file, "drawn.wayworld");
  if (!reader.ok()) return reader.status();
  return LoadedWorld::FromPackage(*std::move(reader));
}

class WorldDamageTest : public ::testing::Test {
 protected:
  WorldDamageTest()
      : drawn_(ThreeRooms(), {}, {{.map = 2, .column = 2, .row = 1}}, {{}, {"ogre", {}, "drawing"}}),
        file_(drawn_.built().bytes) {}

  // All maps are opened. How many of six answers tell of damage.
  int CountDamaged(const std::shared_ptr<const LoadedWorld>& world) const {
    std::vector<std::shared_ptr<MapSlot>> slots;
    for (uint32_t map = 0; map < 3; ++map) {
      slots.push_back(std::make_shared<MapSlot>(StrCat("map", map), drawn_.package_paths()[map], ListedMap(),
                                                world, WorldMapIndex(map)));
    }
    MapCache cache{{}};
    WorldStore store(world, slots, {}, cache);
    Scratch scratch;
    int damaged = 0;
    for (const WorldMode mode : {WorldMode::kMayUse, WorldMode::kWalkInTeleports}) {
      for (uint32_t goal = 0; goal < 3; ++goal) {
        WorldRouteQuery query;
        query.start = {WorldMapIndex(0), {0.5, 0, 0.5}};
        query.goals = {{WorldMapIndex(goal), {goal == 0 ? 6.5 : 2.5, 0, 1.5}}};
        query.mode = mode;
        const absl::StatusOr<WorldRouteAnswer> answer = PlanWorldRoute(store, query, scratch);
        if (!answer.ok() || answer->reason == RouteReason::kMapMissing) ++damaged;
      }
    }
    return damaged;
  }

  DrawnWorld drawn_;
  PackageFile file_;
};

TEST_F(WorldDamageTest, AWholeWorldIsAnswered) {
  const auto world = Load(file_);
  ASSERT_TRUE(world.ok()) << world.status();
  EXPECT_EQ(CountDamaged(*world), 0);
}

TEST_F(WorldDamageTest, EveryFlippedBitIsRefusedWithItsPlace) {
  PackageFile file = file_;
  for (const PackagePart& part : PartsOf(file_)) {
    for (uint64_t at = part.begin; at < part.end; ++at) {
      for (int bit = 0; bit < 8; ++bit) {
        file[at] ^= std::byte{1} << bit;
        const absl::Status status = Load(file).status();
        file[at] ^= std::byte{1} << bit;
        ASSERT_TRUE(absl::IsDataLoss(status)) << "byte " << at << " bit " << bit << ": " << status;
        ASSERT_THAT(std::string(status.message()), HasSubstr("drawn.wayworld: " + part.label)) << at;
      }
    }
  }
}

TEST_F(WorldDamageTest, EveryTruncationIsRefused) {
  for (size_t size = 0; size < file_.size(); size += 7) {
    const PackageFile cut(file_.begin(), file_.begin() + static_cast<ptrdiff_t>(size));
    EXPECT_TRUE(absl::IsDataLoss(Load(cut).status())) << size;
  }
}

// Under right checksums. What is accepted must be safe.
void ExpectExtremeWordsDoNoHarm(const DrawnWorld& drawn) {
  PackageFile whole = drawn.built().bytes;
  size_t refused = 0;
  size_t accepted = 0;
  for (uint64_t at = HeaderOf(whole).data_offset; at + 4 <= whole.size(); at += 4) {
    for (const uint32_t word : kExtremeWords) {
      PackageFile file = whole;
      std::memcpy(file.data() + at, &word, 4);
      if (file == whole) continue;
      Reseal(file);
      ++(Load(file).ok() ? accepted : refused);
      ExerciseWorld(drawn, file, at);
    }
  }
  EXPECT_GT(refused, 1000U);
  EXPECT_GT(accepted, 100U);
}

TEST_F(WorldDamageTest, ExtremeWordsDoNoHarm) { ExpectExtremeWordsDoNoHarm(drawn_); }

TEST_F(WorldDamageTest, ExtremeWordsDoNoHarmToAWorldWithAHierarchy) {
  drawn_.TakeLabelsAway();
  ExpectExtremeWordsDoNoHarm(drawn_);
}

}  // namespace
}  // namespace waystone
