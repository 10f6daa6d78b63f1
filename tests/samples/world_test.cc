#include "gtest/gtest.h"
#include "samples/generator/castle.h"
#include "samples/generator/world_manifest.h"
#include "tests/samples/baked_scene.h"

namespace waystone::samples {
namespace {

// Whether one can stand there on the dungeon's grid.
bool IsFloor(const Dungeon& dungeon, const Vec3& point) {
  const auto row = static_cast<size_t>(point.z / kDungeonCell);
  const auto column = static_cast<size_t>(point.x / kDungeonCell);
  return dungeon.rows.at(row).at(column) == '.';
}

TEST(World, PortalsBeginAndEndOnWalkableGroundOneCanReach) {
  const BakedScene town = BakedScene::Of(BuildTown(TownLayout()));
  const BakedScene castle = BakedScene::Of(BuildCastle());
  const Dungeon dungeon = MakeDungeon(kDungeonSeed);
  const std::vector<bool> in_town = town.ReachedFrom(town.PlaceOf("square"));
  const std::vector<bool> in_castle = castle.ReachedFrom(castle.PlaceOf("court"));
  const auto is_walkable = [&](const std::string& map, const Vec3& point) {
    if (map == "town") return town.IsIn(in_town, point) == true;
    if (map == "castle") return castle.IsIn(in_castle, point) == true;
    return IsFloor(dungeon, point);
  };
  const std::vector<Portal> portals = SamplePortals(town.landmarks(), dungeon, castle.landmarks());
  for (const Portal& portal : portals) {
    Vec3 middle = (portal.trigger.min + portal.trigger.max) * 0.5;
    middle.y = portal.trigger.min.y + 0.5;
    EXPECT_TRUE(is_walkable(portal.from_map, middle)) << portal.id;
    EXPECT_TRUE(is_walkable(portal.to_map, portal.arrival)) << portal.id;
  }
}

TEST(World, NobodyArrivesInATriggerThatIsWalkedInto) {
  const Dungeon dungeon = MakeDungeon(kDungeonSeed);
  const std::vector<Portal> portals =
      SamplePortals(BuildTown(TownLayout()).landmarks, dungeon, BuildCastle().landmarks);
  for (const Portal& arriving : portals) {
    for (const Portal& other : portals) {
      if (other.kind != PortalKind::kWalkIn || other.from_map != arriving.to_map) continue;
      EXPECT_FALSE(other.trigger.Contains(arriving.arrival)) << arriving.id << " into " << other.id;
    }
  }
}

}  // namespace
}  // namespace waystone::samples
