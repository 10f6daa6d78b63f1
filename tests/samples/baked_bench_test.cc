// A quarter of a square kilometre of the benchmark world, as an agent of the default profile finds it.
#include "core/base/check.h"
#include "gtest/gtest.h"
#include "samples/generator/bench_world.h"
#include "samples/generator/file_output.h"
#include "samples/generator/glb_writer.h"
#include "tests/samples/baked_scene.h"
#include "tests/support/temp_folder.h"

namespace waystone::samples {
namespace {

BenchPlan SmallPlan() {
  BenchPlan plan;
  plan.size_m = 500;
  plan.houses = 46;
  plan.bridges = 3;
  plan.pits = 4;
  plan.seed = 1;
  return plan;
}

// One test, for it takes half a minute to bake.
TEST(BakedBench, VillagesUpperFloorsAndBothLevelsOfBridgesAreOnePiece) {
  const BenchLayout layout = MakeBenchLayout(SmallPlan());
  const TempFolder folder;
  const std::string path = folder.File("bench.glb");
  WS_CHECK(WriteFile(path, GlbBytes(BuildBenchWorld(SmallPlan()).mesh)).ok());
  const BakedScene scene(BakeAndLoad(path, folder.path()), {});
  const std::vector<bool> reached =
      scene.ReachedFrom(GroundFloorPoint(layout.houses[0].frame, layout.houses[0].plan));
  EXPECT_GT(scene.AreaOf(reached), 0.85 * scene.Area());

  size_t upper = 0;
  for (const BenchHouse& house : layout.houses) {
    if (scene.IsIn(reached, UpperFloorPoint(house.frame, house.plan)) == true) ++upper;
  }
  EXPECT_GE(upper, layout.houses.size() * 95 / 100);

  for (const BenchBridge& bridge : layout.bridges) {
    const Vec3 deck = bridge.frame.At(0, BridgeHeight(bridge.plan, 0), 0);
    EXPECT_EQ(scene.IsIn(reached, deck), true);
    for (const double u : {-17.0, 17.0}) EXPECT_EQ(scene.IsIn(reached, bridge.frame.At(u, 0, 0)), true);
    const std::optional<NavLocation> floor = scene.Locate(deck - Vec3(0, 10, 0), 4);
    ASSERT_TRUE(floor);
    EXPECT_TRUE(reached[floor->poly.value()]);
  }
}

}  // namespace
}  // namespace waystone::samples
