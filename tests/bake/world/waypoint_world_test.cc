// Routes over worlds with maps of waypoints.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "bake/world/world_builder.h"
#include "core/base/str_cat.h"
#include "core/package/package_writer.h"
#include "core/store/map_store.h"
#include "core/world_route/world_route.h"
#include "tests/bake/world/baked_source.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

// Three nodes in a line, 10 m apart.
constexpr const char* kPatrol =
    R"({"nodes": [{"id": 0, "x": 0, "y": 0, "z": 0}, {"id": 1, "x": 10, "y": 0, "z": 0},
                  {"id": 2, "x": 20, "y": 0, "z": 0}],
        "links": [{"from": 0, "to": 1}, {"from": 1, "to": 0}, {"from": 1, "to": 2}, {"from": 2, "to": 1}]})";
constexpr const char* kGridStrip = "type octile\nheight 1\nwidth 8\nmap\n........\n";
constexpr double kTolerance_m = 0.01;

class WaypointWorld : public ::testing::Test {
 protected:
  WaypointWorld() {
    Bake("patrol", "patrol.waypoints.json", kPatrol);
    Bake("strip", "strip.map", kGridStrip);
    // Amid the first link, and back to amid the second one: 5 m on the strip.
    AddPortal("gate", PortalKind::kWalkIn, "patrol", {Vec3(8, -1, -1), Vec3(9, 1, 1)}, "strip",
              Vec3(1.5, 0, 0.5));
    AddPortal("back", PortalKind::kWalkIn, "strip", {Vec3(6, -1, 0), Vec3(7, 1, 1)}, "patrol",
              Vec3(12, 0, 0));
    AddPortal("shop", PortalKind::kUse, "patrol", {Vec3(19, -1, -1), Vec3(21, 1, 1)}, "strip",
              Vec3(7.5, 0, 0.5));
    manifest_.portals.back().cost_m = 10;
    absl::StatusOr<BuiltWorld> built = BuildWorld(manifest_, paths_, {.thread_count = 2});
    EXPECT_TRUE(built.ok()) << built.status();
    EXPECT_TRUE(built->warnings.empty()) << built->warnings[0];
    EXPECT_TRUE(WritePackageFile(folder_.File(std::string(kWorldFileName)), built->bytes).ok());
    EXPECT_TRUE(maps_.LoadFolder(folder_.path()).ok());
    store_ = maps_.World();
  }

  void Bake(const std::string& id, const std::string& file, const std::string& text) {
    paths_.push_back(BakeSource(folder_.path(), id, file, text));
    manifest_.maps.emplace_back().map_id = id;
  }
  void AddPortal(const std::string& name, PortalKind kind, const std::string& from, const Aabb& box,
                 const std::string& to, const Vec3& point) {
    PortalSpec& portal = manifest_.portals.emplace_back();
    portal.name = name;
    portal.kind = kind;
    portal.trigger.map_id = from;
    portal.trigger.box = box;
    portal.to.map_id = to;
    portal.to.point = point;
  }
  // The portals used, each after a blank, and the cost.
  std::string Path(const std::string& from, double start_x, const std::string& to, double goal_x,
                   WorldMode mode, double expected_m) {
    const WorldView& world = store_->world().view();
    const auto z = [](const std::string& map) { return map == "strip" ? 0.5 : 0.0; };
    WorldRouteQuery query;
    query.mode = mode;
    query.start = {*world.FindMap(from), Vec3(start_x, 0, z(from))};
    query.goals = {{*world.FindMap(to), Vec3(goal_x, 0, z(to))}};
    const absl::StatusOr<WorldRouteAnswer> answer = PlanWorldRoute(*store_, query, scratch_);
    EXPECT_TRUE(answer.ok()) << answer.status();
    if (!answer.ok() || answer->status != RouteStatus::kComplete) return "none";
    EXPECT_NEAR(answer->cost_m, expected_m, kTolerance_m);
    std::string told;
    double sum_m = 0;
    for (const WorldStretch& stretch : answer->stretches) {
      sum_m += stretch.walk.length_m;
      if (stretch.portal.IsNone()) continue;
      sum_m += world.Portal(stretch.portal).cost_m;
      told += StrCat(" ", world.NameOf(stretch.portal));
    }
    EXPECT_NEAR(sum_m, expected_m, kTolerance_m);
    return told;
  }

  TempFolder folder_;
  WorldManifest manifest_;
  std::vector<std::string> paths_;
  MapStore maps_;
  std::shared_ptr<WorldStore> store_;
  Scratch scratch_;
};

TEST_F(WaypointWorld, TriggersAmidLinksAreEnteredWhereTheyBegin) {
  EXPECT_EQ(Path("patrol", 0, "strip", 3.5, WorldMode::kMayUse, 8 + 2), " gate");
  EXPECT_EQ(Path("patrol", 8.5, "strip", 3.5, WorldMode::kMayUse, 0 + 2), " gate");
  EXPECT_EQ(Path("patrol", 13, "strip", 3.5, WorldMode::kMayUse, 4 + 2), " gate");
  EXPECT_EQ(Path("patrol", 20, "strip", 7.5, WorldMode::kMayUse, 10), " shop");
  EXPECT_EQ(Path("strip", 1.5, "patrol", 20, WorldMode::kMayUse, 5 + 8), " back");
}

TEST_F(WaypointWorld, TriggersThatTeleportAreKeptOff) {
  EXPECT_EQ(Path("patrol", 0, "patrol", 20, WorldMode::kMayUse, 20), "");
  EXPECT_EQ(Path("patrol", 0, "patrol", 20, WorldMode::kWalkInTeleports, 8 + 5 + 8), " gate back");
  EXPECT_EQ(Path("patrol", 0, "strip", 7.5, WorldMode::kWalkInTeleports, 8 + 5 + 7 + 10), " gate back shop");
  // Nobody comes to the first node from the others.
  EXPECT_EQ(Path("patrol", 20, "patrol", 0, WorldMode::kWalkInTeleports, 0), "none");
  EXPECT_EQ(Path("strip", 1.5, "patrol", 0, WorldMode::kWalkInTeleports, 0), "none");
  EXPECT_EQ(Path("patrol", 20, "patrol", 0, WorldMode::kMayUse, 20), "");
  // Who begins in a trigger may leave it.
  EXPECT_EQ(Path("patrol", 8.5, "patrol", 20, WorldMode::kWalkInTeleports, 11.5), "");
}

}  // namespace
}  // namespace waystone
