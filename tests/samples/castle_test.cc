#include "samples/generator/castle.h"

#include "gtest/gtest.h"
#include "tests/samples/baked_scene.h"
#include "tests/samples/mesh_checks.h"

namespace waystone::samples {
namespace {

TEST(Castle, IsASoundMesh) { ExpectSoundMesh(BuildCastle().mesh, kCastleHalf); }

TEST(Castle, TheRoadLeadsUnderTheGateIntoTheKeepAndOntoTheWall) {
  const BakedScene scene = BakedScene::Of(BuildCastle());
  const std::vector<bool> reached = scene.ReachedFrom(scene.PlaceOf("road_south"));
  for (const char* name :
       {"under_gate", "court", "keep_ground", "keep_upper", "over_gate", "wall_walk_north"}) {
    EXPECT_EQ(scene.IsIn(reached, scene.PlaceOf(name)), true) << name;
  }
  for (const char* name : {"keep_roof", "tower_roof"}) {
    EXPECT_EQ(scene.IsIn(reached, scene.PlaceOf(name)), false) << name;
  }
}

TEST(Castle, ThereIsNoGroundInsideTheMasonry) {
  const BakedScene scene = BakedScene::Of(BuildCastle());
  EXPECT_FALSE(scene.Locate({-kCurtainHalf + 1.5, 0, 0}));
  EXPECT_FALSE(scene.Locate({kCurtainHalf + 2.6, 0, kCurtainHalf + 2.6}));
}

}  // namespace
}  // namespace waystone::samples
