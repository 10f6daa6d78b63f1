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

const BenchLayout& Layout() {
  static const BenchLayout layout = MakeBenchLayout(SmallPlan());
  return layout;
}

const BakedScene& Scene() {
  static const BakedScene scene = [] {
    const TempFolder folder;
    const std::string path = folder.File("bench.glb");
    WS_CHECK(WriteFile(path, GlbBytes(BuildBenchWorld(SmallPlan()).mesh)).ok());
    return BakedScene(BakeAndLoad(path, folder.path()), {});
  }();
  return scene;
}

// Reached from the first house's ground floor.
std::vector<bool> Main() {
  return Scene().ReachedFrom(GroundFloorPoint(Layout().houses[0].frame, Layout().houses[0].plan));
}

TEST(BakedBench, MostGroundIsOnePiece) { EXPECT_GT(Scene().AreaOf(Main()), 0.85 * Scene().Area()); }

TEST(BakedBench, UpperFloorsAreReachedFromTheVillages) {
  const std::vector<bool> reached = Main();
  size_t upper = 0;
  for (const BenchHouse& house : Layout().houses) {
    if (Scene().IsIn(reached, UpperFloorPoint(house.frame, house.plan)) == true) ++upper;
  }
  EXPECT_GE(upper, Layout().houses.size() * 95 / 100);
}

TEST(BakedBench, OneWalksOverBridgesAndBelowThem) {
  const std::vector<bool> reached = Main();
  for (const BenchBridge& bridge : Layout().bridges) {
    const Vec3 deck = bridge.frame.At(0, BridgeHeight(bridge.plan, 0), 0);
    EXPECT_EQ(Scene().IsIn(reached, deck), true);
    for (const double u : {-17.0, 17.0}) EXPECT_EQ(Scene().IsIn(reached, bridge.frame.At(u, 0, 0)), true);
    const std::optional<NavLocation> floor = Scene().Locate(deck - Vec3(0, 10, 0), 4);
    ASSERT_TRUE(floor);
    EXPECT_TRUE(reached[floor->poly.value()]);
  }
}

}  // namespace
}  // namespace waystone::samples
