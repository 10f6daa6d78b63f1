// Routes over worlds of meshes and grids, against the same ways planned map by map.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "bake/world/world_builder.h"
#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"
#include "core/package/package_writer.h"
#include "core/route/route_planner.h"
#include "core/store/map_store.h"
#include "core/world_route/world_route.h"
#include "tests/bake/world/baked_source.h"
#include "tests/support/package_surgery.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

// A floor of 40 x 40 m with a wall across it that leaves a gap at one end.
constexpr const char* kHall =
    "v 0 0 0\nv 40 0 0\nv 40 0 40\nv 0 0 40\n"
    "v 0 0 19\nv 34 0 19\nv 34 0 21\nv 0 0 21\nv 0 3 19\nv 34 3 19\nv 34 3 21\nv 0 3 21\n"
    "f 1 4 3 2\nf 5 9 10 6\nf 6 10 11 7\nf 7 11 12 8\nf 8 12 9 5\nf 9 12 11 10\n";
constexpr const char* kCellar = "type octile\nheight 6\nwidth 30\nmap\n";

class MeshWorld : public ::testing::Test {
 protected:
  MeshWorld() {
    std::string cellar = kCellar;
    for (int row = 0; row < 6; ++row) cellar += std::string(30, '.') + "\n";
    Bake("attic", "attic.obj", kHall);
    Bake("cellar", "cellar.map", cellar);
    Bake("hall", "hall.obj", kHall);
    AddPortal("down", "hall", {Vec3(4, -1, 36), Vec3(6, 1, 38)}, "cellar", Vec3(1.5, 0, 1.5), 3);
    AddPortal("up", "cellar", {Vec3(28, -1, 0), Vec3(30, 1, 6)}, "attic", Vec3(3, 0, 3), 2);
    AddPortal("chute", "attic", {Vec3(30, -1, 30), Vec3(33, 1, 33)}, "hall", Vec3(20, 0, 10), 0);
    Build();
  }

  void Build() {
    absl::StatusOr<BuiltWorld> built = BuildWorld(manifest_, paths_, {.thread_count = 2});
    EXPECT_TRUE(built.ok()) << built.status();
    EXPECT_TRUE(built->warnings.empty()) << built->warnings[0];
    bytes_ = built->bytes;
    Load(bytes_);
  }

  void Load(const PackageFile& bytes) {
    EXPECT_TRUE(WritePackageFile(folder_.File(std::string(kWorldFileName)), bytes).ok());
    EXPECT_TRUE(maps_.LoadFolder(folder_.path()).ok());
    store_ = maps_.World();
    world_ = store_->shared_world();
  }

  void Bake(const std::string& id, const std::string& file, const std::string& text) {
    paths_.push_back(BakeSource(folder_.path(), id, file, text));
    manifest_.maps.emplace_back().map_id = id;
  }
  void AddPortal(const std::string& name, const std::string& from, const Aabb& box, const std::string& to,
                 const Vec3& point, double cost_m) {
    PortalSpec& portal = manifest_.portals.emplace_back();
    portal.name = name;
    portal.trigger.map_id = from;
    portal.trigger.box = box;
    portal.to.map_id = to;
    portal.to.point = point;
    portal.cost_m = cost_m;
    portal.kind = PortalKind::kUse;
  }
  WorldRouteQuery QueryOf(const std::string& from, const Vec3& start, const std::string& to, const Vec3& goal,
                          WorldMode mode = WorldMode::kMayUse) const {
    WorldRouteQuery query;
    query.mode = mode;
    query.start = {*world_->view().FindMap(from), start};
    query.goals = {{*world_->view().FindMap(to), goal}};
    query.shape = RouteShape::kTurningPoints;
    return query;
  }
  WorldRouteAnswer Plan(const std::string& from, const Vec3& start, const std::string& to, const Vec3& goal,
                        WorldMode mode = WorldMode::kMayUse) {
    return Plan(QueryOf(from, start, to, goal, mode));
  }
  WorldRouteAnswer Plan(const WorldRouteQuery& query) {
    absl::StatusOr<WorldRouteAnswer> answer = PlanWorldRoute(*store_, query, scratch_);
    EXPECT_TRUE(answer.ok()) << answer.status();
    return *std::move(answer);
  }
  // The exact path on one map; infinite where there is none.
  double Walk_m(const std::string& map, const Vec3& start, const Vec3& goal) {
    const std::shared_ptr<const LoadedMap> loaded = *LoadedMap::Load(folder_.File(PackageFileName(map)));
    RouteQuery query;
    query.start = start;
    query.goals = {goal};
    query.max_length_ratio = 1;
    query.allow_partial = false;
    const RouteAnswer walk = *PlanRoute(*loaded->View(""), query, scratch_);
    return walk.status == RouteStatus::kComplete ? walk.cost_m : std::numeric_limits<double>::infinity();
  }
  Vec3 Anchor(const std::string& portal) const {
    const WorldPortal& record = world_->view().Portal(*world_->view().FindPortal(portal));
    return {record.anchor[0], record.anchor[1], record.anchor[2]};
  }

  TempFolder folder_;
  WorldManifest manifest_;
  std::vector<std::string> paths_;
  MapStore maps_;
  PackageFile bytes_;
  std::shared_ptr<const LoadedWorld> world_;
  std::shared_ptr<WorldStore> store_;
  Scratch scratch_;
};

TEST_F(MeshWorld, APathFromMeshToGridToMeshIsTheWalksJoined) {
  const WorldRouteAnswer answer = Plan("hall", {10, 0, 10}, "attic", {36, 0, 36});
  ASSERT_EQ(answer.status, RouteStatus::kComplete);
  ASSERT_EQ(answer.stretches.size(), 3U);
  const double joined_m =
      Walk_m("hall", {10, 0, 10}, Anchor("down")) + 3 + 26.5 + 2 + Walk_m("attic", {3, 0, 3}, {36, 0, 36});
  EXPECT_NEAR(answer.cost_m, joined_m, 1);  // the grid's path ends at the nearest cell of the trigger
  for (const WorldStretch& stretch : answer.stretches) {
    ASSERT_GE(stretch.walk.points.size(), 2U);
    EXPECT_FALSE(stretch.walk.legs.empty());
  }
  EXPECT_LT(PlaneDistance(answer.stretches[1].walk.points.front(), Vec3(1.5, 0, 1.5)), 1e-6);
  EXPECT_LT(PlaneDistance(answer.stretches[2].walk.points.front(), Vec3(3, 0, 3)), 0.5);
}

TEST_F(MeshWorld, ATriggerMayHaveItsGroundFarFromItsMiddle) {
  // An L of floors: beside the box's middle the long one is nearer than what the box has of the short one.
  Bake("corner", "corner.obj",
       "v 0 0 0\nv 40 0 0\nv 40 0 10\nv 0 0 10\nv 30 0 10\nv 40 0 20\nv 30 0 20\n"
       "f 1 4 5 3 2\nf 5 7 6 3\n");
  AddPortal("crack", "corner", {Vec3(10, -1, 10.8), Vec3(38, 1, 12)}, "cellar", Vec3(1.5, 0, 1.5), 0);
  Build();
  const Vec3 anchor = Anchor("crack");
  EXPECT_GT(anchor.x, 30);
  EXPECT_LT(anchor.x, 32);
  EXPECT_GE(anchor.z, 10.8);
  EXPECT_LE(anchor.z, 12);
}

TEST_F(MeshWorld, SurfacesCutForRequestsCountAsTheirMapsOwn) {
  Plan("hall", {10, 0, 10}, "attic", {36, 0, 36});
  const uint64_t packages_bytes = maps_.counts().loaded_bytes;
  Plan("hall", {10, 0, 10}, "attic", {36, 0, 36});
  const uint64_t cut_bytes = maps_.counts().loaded_bytes;
  const auto hall = *maps_.Find("hall");
  EXPECT_GT(cut_bytes, packages_bytes + hall->View("")->navmesh->arrays().edges.size_bytes());
  Plan("hall", {10, 0, 10}, "attic", {36, 0, 36});
  EXPECT_EQ(maps_.counts().loaded_bytes, cut_bytes);
}

TEST_F(MeshWorld, AMapThatWasDroppedIsCutAgain) {
  MapStore limited({.max_maps = 1});
  ASSERT_TRUE(limited.LoadFolder(folder_.path()).ok());
  store_ = limited.World();
  const double down_m = Plan("hall", {10, 0, 10}, "attic", {36, 0, 36}).cost_m;
  const double back_m = Plan("attic", {36, 0, 36}, "hall", {10, 0, 10}).cost_m;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(Plan("hall", {10, 0, 10}, "attic", {36, 0, 36}).cost_m, down_m);
    EXPECT_EQ(Plan("attic", {36, 0, 36}, "hall", {10, 0, 10}).cost_m, back_m);
  }
  EXPECT_GT(limited.counts().drops, 5U);
  store_ = nullptr;
}

TEST_F(MeshWorld, GoalsOnTheSameMapAreReachedTheCheaperWay) {
  Random random(2);
  for (int i = 0; i < 40; ++i) {
    const auto place = [&] {
      return Vec3(1 + random.NextBelow(38), 0, random.NextBelow(2) * 24 + 1 + random.NextBelow(14));
    };
    const Vec3 start = place();
    const Vec3 goal = place();
    const double direct_m = Walk_m("attic", start, goal);
    const double around_m = Walk_m("attic", start, Anchor("chute")) +
                            Walk_m("hall", {20, 0, 10}, Anchor("down")) + 3 + 26.5 + 2 +
                            Walk_m("attic", {3, 0, 3}, goal);
    const WorldRouteAnswer answer = Plan("attic", start, "attic", goal);
    ASSERT_EQ(answer.status, RouteStatus::kComplete);
    EXPECT_LE(answer.cost_m, std::min(direct_m, around_m) * 1.02 + 1);
    EXPECT_GE(answer.cost_m, std::min(direct_m, around_m) - 1);
  }
}

// The trigger stands across the gap in the wall.
TEST_F(MeshWorld, TriggersThatTeleportAreKeptOffAndLeadOn) {
  AddPortal("gap", "attic", {Vec3(33, -1, 18), Vec3(41, 1, 22)}, "hall", Vec3(20, 0, 10), 1);
  manifest_.portals.back().kind = PortalKind::kWalkIn;
  Build();
  for (const WorldMode mode : {WorldMode::kMayUse, WorldMode::kWalkInTeleports}) {
    const WorldRouteAnswer across = Plan("attic", {38, 0, 10}, "attic", {38, 0, 30}, mode);
    EXPECT_EQ(across.status, mode == WorldMode::kMayUse ? RouteStatus::kComplete : RouteStatus::kUnreachable);
    const WorldRouteAnswer into = Plan("attic", {38, 0, 10}, "hall", {20, 0, 9}, mode);
    ASSERT_EQ(into.stretches.size(), 2U);
    EXPECT_NEAR(into.cost_m, 8 + 1 + 1, 0.3);
    EXPECT_NEAR(into.stretches[0].walk.points.back().z, 18, 0.01);
  }
}

TEST_F(MeshWorld, AWalkEndsAtTheNearestGroundOfATrigger) {
  const WorldRouteAnswer answer = Plan("hall", {10, 0, 37}, "cellar", {1.5, 0, 1.5});
  ASSERT_EQ(answer.stretches.size(), 2U);
  const RouteAnswer& walk = answer.stretches[0].walk;
  EXPECT_NEAR(walk.cost_m, 4, 0.01);
  EXPECT_NEAR(walk.points.back().x, 6, 0.01);
  EXPECT_LT(walk.points.back().x, 6);
  EXPECT_NEAR(answer.cost_m, walk.cost_m + 3, 1e-9);
}

TEST_F(MeshWorld, WhoStandsInATriggerIsThere) {
  const WorldRouteAnswer answer = Plan("hall", {5, 0, 37}, "cellar", {1.5, 0, 1.5});
  ASSERT_EQ(answer.stretches.size(), 2U);
  EXPECT_EQ(answer.stretches[0].walk.cost_m, 0);
  EXPECT_EQ(answer.cost_m, 3);
}

TEST_F(MeshWorld, ALateQuerySaysSo) {
  for (PortalSpec& portal : manifest_.portals) portal.kind = PortalKind::kWalkIn;
  Build();
  for (const WorldMode mode : {WorldMode::kMayUse, WorldMode::kWalkInTeleports}) {
    WorldRouteQuery query = QueryOf("hall", {10, 0, 10}, "attic", {36, 0, 36}, mode);
    query.deadline = Deadline::After(std::chrono::nanoseconds(-1));
    const WorldRouteAnswer late = Plan(query);
    EXPECT_EQ(late.status, RouteStatus::kLimitReached);
    EXPECT_EQ(late.reason, RouteReason::kDeadline);
    EXPECT_EQ(late.explanation, "the search ended because its time was over");
    EXPECT_TRUE(late.stretches.empty());
    const std::atomic<bool> cancelled = true;
    query.deadline = Deadline(Deadline::Clock::time_point::max(), &cancelled);
    EXPECT_EQ(Plan(query).reason, RouteReason::kCancelled);
    query.deadline = {};
    query.max_expansions = 1;
    EXPECT_EQ(Plan(query).reason, RouteReason::kExpansionLimit);
    EXPECT_EQ(Plan(query).explanation, "the search ended at its limit of expansions");
  }
}

TEST_F(MeshWorld, OfSeveralGoalsTheCheapestWins) {
  WorldRouteQuery query = QueryOf("hall", {10, 0, 37}, "attic", {36, 0, 36});
  query.goals.push_back({*world_->view().FindMap("cellar"), {20, 0, 1.5}});
  query.goals.push_back({*world_->view().FindMap("hall"), {10, 0, 1}});
  EXPECT_EQ(Plan(query).goal_index, 1U);
  query.limits = {.is_limited = true, .penalty_m = 100};
  EXPECT_EQ(Plan(query).goal_index, 2U);
}

TEST_F(MeshWorld, AMissingMapOnTheWayIsNamed) {
  std::filesystem::remove(folder_.File(PackageFileName("cellar")));
  Load(bytes_);
  const WorldRouteAnswer answer = Plan("hall", {10, 0, 10}, "attic", {36, 0, 36});
  EXPECT_EQ(answer.status, RouteStatus::kUnreachable);
  EXPECT_EQ(answer.reason, RouteReason::kMapMissing);
  EXPECT_NE(answer.explanation.find("cellar"), std::string::npos);
}

// From where "chute" arrives to "down", over the mesh.
TEST_F(MeshWorld, ADamagedStoredWalkIsDataLoss) {
  const WorldRouteQuery query = QueryOf("attic", {28, 0, 30}, "cellar", {20, 0, 1.5});
  ASSERT_EQ(Plan(query).stretches.size(), 3U);
  Random random(5);
  int refused = 0;
  for (int i = 0; i < 200; ++i) {
    PackageFile damaged = bytes_;
    const SectionEntry entry = EntryOf(damaged, IndexOf(damaged, SectionType::kWorldPaths, 1));
    const uint64_t at = entry.offset + random.NextBelow(static_cast<uint32_t>(entry.size_bytes));
    damaged[at] ^= static_cast<std::byte>(1U << random.NextBelow(8));
    Reseal(damaged);
    Load(damaged);
    const absl::StatusOr<WorldRouteAnswer> answer = PlanWorldRoute(*store_, query, scratch_);
    if (answer.ok()) continue;
    EXPECT_TRUE(absl::IsDataLoss(answer.status())) << answer.status();
    ++refused;
  }
  EXPECT_GT(refused, 3);
}

// Tables of another version mean other walks.
TEST_F(MeshWorld, AWorldFileOfAnotherVersionIsRefused) {
  PackageFile old = bytes_;
  const SectionEntry entry = EntryOf(old, IndexOf(old, SectionType::kWorldHeader, 0));
  const uint32_t version = 0;
  std::memcpy(old.data() + entry.offset + offsetof(WorldHeader, version), &version, sizeof(version));
  Reseal(old);
  const absl::Status status = LoadedWorld::FromPackage(*PackageReader::FromBytes(old, "old")).status();
  EXPECT_TRUE(absl::IsDataLoss(status));
  EXPECT_NE(status.message().find("bake the world again"), std::string::npos) << status;
}

}  // namespace
}  // namespace waystone
