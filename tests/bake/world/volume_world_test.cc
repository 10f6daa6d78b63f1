// Routes over worlds with volumes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "tests/bake/world/served_world.h"
#include "tests/support/package_surgery.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class SkyWorld : public ::testing::Test {
 protected:
  SkyWorld() {
    AddSkies(world_);
    const absl::Status served = world_.Serve();
    EXPECT_TRUE(served.ok()) << served;
    EXPECT_THAT(world_.built().warnings, IsEmpty());
  }

  ServedWorld world_;
};

TEST_F(SkyWorld, RoutesFlyAndSwimAndWalk) {
  const auto start = world_.At("meadow", Vec3(5, 0, 5));
  const WorldRouteAnswer route =
      world_.Plan(start, world_.At("strip", Vec3(3.5, 0, 0.5)), WorldMode::kMayUse);
  ASSERT_EQ(world_.Portals(route), " take_off dive drain");
  std::vector<LinkKind> kinds;
  for (const WorldStretch& stretch : route.stretches) kinds.push_back(stretch.walk.legs.front().kind);
  EXPECT_THAT(kinds, ElementsAre(LinkKind::kWalk, LinkKind::kFly, LinkKind::kSwim, LinkKind::kWalk));
  const double sqrt3 = std::numbers::sqrt3;
  EXPECT_NEAR(route.stretches[0].walk.cost_m, 3, 0.01);
  // Over the wall and down: three spatial, three planar and five straight steps.
  EXPECT_NEAR(route.stretches[1].walk.cost_m, 3 * sqrt3 + 3 * std::numbers::sqrt2 + 5, 1e-9);
  EXPECT_NEAR(route.stretches[2].walk.cost_m, 2 * 0.5 * sqrt3, 1e-9);
  EXPECT_NEAR(route.stretches[3].walk.cost_m, 3, 1e-9);
  double sum_m = 0;
  for (const WorldStretch& stretch : route.stretches) sum_m += stretch.walk.cost_m;
  EXPECT_NEAR(route.cost_m, sum_m, 1e-9);
  // From the place given to the middle of the first voxel of the trigger.
  EXPECT_EQ(route.stretches[1].walk.points.front(), Vec3(0.5, 0.5, 4.5));
  EXPECT_EQ(route.stretches[1].walk.points.back(), Vec3(8.5, 1.5, 1.5));
}

TEST_F(SkyWorld, RoutesBeginAndEndInVolumes) {
  const auto in_lake = world_.At("lake", Vec3(100.3, -0.8, 0.4));
  const auto in_sky = world_.At("sky", Vec3(2.6, 0.4, 4.5));
  const WorldRouteAnswer up = world_.Plan(in_lake, in_sky, WorldMode::kMayUse);
  EXPECT_EQ(world_.Portals(up), " drain lift");
  EXPECT_NEAR(up.cost_m, std::numbers::sqrt3 + 7 + 2 + 2 * (std::numbers::sqrt2 - 1) + 2, 1e-9);
  EXPECT_LT(Distance(up.stretches.back().walk.points.back(), Vec3(2.6, 0.4, 4.5)), 1e-9);
  const WorldRouteAnswer down = world_.Plan(in_sky, in_lake, WorldMode::kMayUse);
  EXPECT_EQ(world_.Portals(down), " dive");
  EXPECT_EQ(down.stretches[0].walk.legs[0].kind, LinkKind::kFly);
  // Both begin in one voxel of the lake.
  EXPECT_EQ(down.stretches[1].walk.cost_m, 0);
  ASSERT_EQ(world_.world().places().size(), 1U);
  EXPECT_EQ(ToVec3(world_.world().places()[0].place), Vec3(3.2, 5.5, 2.5));
}

TEST_F(SkyWorld, WhatTeleportsIsFlownAround) {
  const auto start = world_.At("sky", Vec3(0.5, 0.5, 0.5));
  const auto goal = world_.At("sky", Vec3(0.5, 0.5, 4.5));
  EXPECT_NEAR(world_.Plan(start, goal, WorldMode::kMayUse).cost_m, 4, 1e-9);
  const WorldRouteAnswer around = world_.Plan(start, goal, WorldMode::kWalkInTeleports);
  EXPECT_EQ(world_.Portals(around), "");
  // No step past its edges, either.
  EXPECT_NEAR(around.cost_m, 2 * std::numbers::sqrt2 + 2, 1e-9);
  EXPECT_TRUE(around.sets_off.IsNone());
  const WorldRouteAnswer into =
      world_.Plan(start, world_.At("sky", Vec3(0.7, 0.5, 2.5)), WorldMode::kWalkInTeleports);
  EXPECT_NEAR(into.cost_m, 2, 1e-9);
  EXPECT_EQ(world_.world().NameOf(into.sets_off), "land");
  // All of dive but its sides lies behind its own voxels: from above nobody comes to its ground.
  const WorldRouteAnswer deep =
      world_.Plan(start, world_.At("sky", Vec3(8.5, 0.5, 0.5)), WorldMode::kWalkInTeleports);
  EXPECT_EQ(world_.Portals(deep), "");
  EXPECT_EQ(world_.world().NameOf(deep.sets_off), "dive");
}

TEST_F(SkyWorld, TriggersThatHinderAreNamed) {
  ServedWorld tube;
  tube.Bake("tube", "tube.3dmap", "voxel 9 2 2\n");
  tube.AddPortal("gate", PortalKind::kWalkIn, "tube", {Vec3(3, 0, 0), Vec3(6, 2, 2)}, "tube",
                 Vec3(0.5, 0.5, 0.5));
  // Above the tube: no voxel of it.
  tube.AddPortal("above", PortalKind::kWalkIn, "tube", {Vec3(6, 1.6, 0), Vec3(8, 5, 2)}, "tube",
                 Vec3(0.5, 0.5, 0.5));
  ASSERT_TRUE(tube.Serve().ok());
  EXPECT_THAT(tube.built().warnings,
              ElementsAre(HasSubstr("portal \"above\": left out, for nobody can stand in its trigger")));
  const auto at = [&](double x) { return tube.At("tube", Vec3(x, 0.5, 0.5)); };
  for (const auto& [from_x, to_x] : {std::pair(1.5, 7.5), std::pair(1.5, 4.5), std::pair(4.5, 7.5)}) {
    const WorldRouteAnswer route = tube.Plan(at(from_x), at(to_x), WorldMode::kWalkInTeleports);
    EXPECT_EQ(route.status, RouteStatus::kUnreachable);
    EXPECT_EQ(route.explanation, "walking there sets off portal \"gate\", whose trigger is in the way");
  }
  // Out of the trigger at once, and to its first voxels.
  EXPECT_EQ(tube.Plan(at(3.5), at(1.5), WorldMode::kWalkInTeleports).cost_m, 2);
  EXPECT_EQ(tube.Plan(at(1.5), at(3.5), WorldMode::kWalkInTeleports).cost_m, 2);
}

TEST_F(SkyWorld, ADamagedWorldFileDoesNoHarm) {
  const auto plan = [&](WorldMode mode) {
    WorldRouteQuery query;
    query.mode = mode;
    query.start = world_.At("sky", Vec3(8.5, 3.5, 0.5));
    query.goals = {world_.At("lake", Vec3(101.25, -1.75, 1.25))};
    Scratch scratch;
    return PlanWorldRoute(world_.store(), query, scratch).status();
  };
  const std::vector<std::byte> sound = world_.built().bytes;
  std::vector<std::byte> file = sound;
  const SectionEntry arrivals = EntryOf(file, IndexOf(file, SectionType::kWorldArrivals, 1));
  for (size_t i = 0; i < arrivals.size_bytes / sizeof(WorldArrival); ++i) {
    WorldArrival arrival;
    std::byte* const bytes = file.data() + arrivals.offset + i * sizeof(arrival);
    std::memcpy(&arrival, bytes, sizeof(arrival));
    arrival.place[1] += 40;
    std::memcpy(bytes, &arrival, sizeof(arrival));
  }
  Reseal(file);
  ASSERT_TRUE(world_.ServeWith(file));
  EXPECT_EQ(plan(WorldMode::kMayUse),
            absl::DataLossError("world file: an arrival on map \"lake\" is not in a free voxel"));

  Random random(7);
  int accepted = 0;
  for (int round = 0; round < 300; ++round) {
    file = sound;
    constexpr SectionType kTypes[] = {SectionType::kWorldArrivals, SectionType::kWorldPortals,
                                      SectionType::kWorldMaps, SectionType::kWorldPaths};
    const SectionType type = kTypes[random.NextBelow(4)];
    const bool is_of_all = type == SectionType::kWorldPortals || type == SectionType::kWorldMaps;
    const SectionEntry entry = EntryOf(file, IndexOf(file, type, is_of_all ? 0 : 1));
    constexpr uint32_t kWords[] = {0,          1,          0x7fffffff, 0xffffffff,
                                   0x7ff80000, 0x7ff00000, 0xbff00000, 0x40590000};
    const uint64_t at = entry.offset + 4 * random.NextBelow(static_cast<uint32_t>(entry.size_bytes / 4));
    std::memcpy(file.data() + at, &kWords[random.NextBelow(8)], 4);
    Reseal(file);
    if (!world_.ServeWith(file)) continue;
    ++accepted;
    for (const WorldMode mode : {WorldMode::kMayUse, WorldMode::kWalkInTeleports}) {
      const absl::Status status = plan(mode);
      ASSERT_TRUE(status.ok() || absl::IsDataLoss(status)) << status;
    }
  }
  EXPECT_GT(accepted, 100);
}

// A hall of 10 x 4 x 4 m of air, halved at x = 5 by walls with a gap of a metre between them: the whale is too large for it.
TEST(VolumePortals, EachAgentHasTriggersInItsOwnVolume) {
  ServedWorld world;
  BakeConfig hall;
  hall.strategy = StrategyChoice::kVolume;
  hall.agents.resize(2);
  hall.agents[0].profile = {.name = "bee", .radius_m = 0.2, .height_m = 0.4};
  hall.agents[1].profile = {.name = "whale", .radius_m = 0.8, .height_m = 1.6};
  hall.volume_settings.min = Vec3(0, 0, 0);
  hall.volume_settings.max = Vec3(10, 4, 4);
  world.Bake("hall", "hall.obj",
             "v 5 0 0\nv 5 4 0\nv 5 4 1.5\nv 5 0 1.5\nv 5 0 2.5\nv 5 4 2.5\nv 5 4 4\nv 5 0 4\nf 1 2 3 4\nf 5 "
             "6 7 8\n",
             hall);
  const Vec3 arrival(1, 2, 2);
  world.AddPortal("near", PortalKind::kWalkIn, "hall", {Vec3(2.8, 0, 0), Vec3(3.6, 4, 4)}, "hall", arrival);
  world.AddPortal("far", PortalKind::kUse, "hall", {Vec3(8, 0, 0), Vec3(9, 4, 4)}, "hall", arrival).cost_m =
      100;
  world.AddTraveller("bee");
  world.AddTraveller("whale");
  const absl::Status served = world.Serve();
  ASSERT_TRUE(served.ok()) << served;
  EXPECT_THAT(world.built().warnings, IsEmpty());
  Scratch scratch;
  const auto cost = [&](uint32_t traveller, WorldMode mode, double from_x, double to_x) {
    WorldRouteQuery query;
    query.traveller = TravellerId(traveller);
    query.mode = mode;
    query.start = world.At("hall", Vec3(from_x, 2, 2));
    query.goals = {world.At("hall", Vec3(to_x, 2, 2))};
    const absl::StatusOr<WorldRouteAnswer> route = PlanWorldRoute(world.store(), query, scratch);
    EXPECT_TRUE(route.ok()) << route.status();
    return route.ok() && route->status == RouteStatus::kComplete ? route->cost_m : -1;
  };
  for (int again = 0; again < 2; ++again) {
    EXPECT_NEAR(cost(0, WorldMode::kMayUse, 1, 9.5), 8.5, 0.2);
    EXPECT_EQ(cost(1, WorldMode::kMayUse, 1, 9), -1);
    EXPECT_NEAR(cost(0, WorldMode::kMayUse, 7, 1), 3.4, 0.2);
    EXPECT_NEAR(cost(1, WorldMode::kMayUse, 7, 1), 101, 0.5);
    // The near portal fills the hall.
    EXPECT_EQ(cost(0, WorldMode::kWalkInTeleports, 1, 9.5), -1);
    EXPECT_NEAR(cost(0, WorldMode::kWalkInTeleports, 7, 1), 3.4, 0.3);
    EXPECT_NEAR(cost(1, WorldMode::kWalkInTeleports, 7, 1), 101, 0.5);
  }
}

TEST(VolumePortals, WhatDoesNotFitIsNamed) {
  ServedWorld blocked;
  blocked.Bake("cube", "cube.3dmap", "voxel 3 3 3\n1 1 1\n");
  const Aabb middle{Vec3(1, 1, 1), Vec3(2, 2, 2)};
  blocked.AddPortal("solid", PortalKind::kUse, "cube", middle, "cube", Vec3(0.5, 0.5, 0.5));
  blocked.AddPortal("beyond", PortalKind::kUse, "cube", {Vec3(5, 0, 0), Vec3(6, 3, 3)}, "cube",
                    Vec3(0.5, 0.5, 0.5));
  blocked.AddPortal("lost", PortalKind::kUse, "cube", {Vec3(0, 0, 0), Vec3(3, 3, 3)}, "cube",
                    Vec3(50, 0.5, 0.5));
  blocked.AddPlace("far", "cube", Vec3(-50, 0, 0));
  // A place in a blocked voxel is brought into a free one beside it.
  blocked.AddPlace("near", "cube", Vec3(1.5, 1.5, 1.9));
  ASSERT_TRUE(blocked.Serve().ok());
  EXPECT_THAT(blocked.built().warnings,
              ElementsAre(HasSubstr("portal \"solid\": left out, for nobody can stand in its trigger"),
                          HasSubstr("portal \"beyond\": left out, for nobody can stand in its trigger"),
                          HasSubstr("portal \"lost\": left out, for there is no ground where it arrives"),
                          HasSubstr("place \"far\": left out, for there is no ground")));
  ASSERT_EQ(blocked.world().places().size(), 1U);
  const Vec3 near = ToVec3(blocked.world().places()[0].place);
  EXPECT_GT(near.z, 2);
  EXPECT_LT(near.z, 2.01);

  ServedWorld cells;
  cells.Bake("cube", "cube.3dmap", "voxel 3 3 3\n");
  PortalSpec& portal =
      cells.AddPortal("cells", PortalKind::kUse, "cube", middle, "cube", Vec3(0.5, 0.5, 0.5));
  portal.trigger.cells = {0, 0, 1, 1};
  EXPECT_THAT(std::string(cells.Serve().message()), HasSubstr("trigger: cells, but the map is no grid"));
}

}  // namespace
}  // namespace waystone
