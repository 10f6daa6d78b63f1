// Worlds baked of sources that a test writes, and served.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bake/world/world_builder.h"
#include "core/base/str_cat.h"
#include "core/package/package_writer.h"
#include "core/store/map_store.h"
#include "core/world_route/world_route.h"
#include "tests/bake/world/baked_source.h"
#include "tests/support/temp_folder.h"

namespace waystone {

// A world that is baked and served.
class ServedWorld {
 public:
  void Bake(const std::string& id, const std::string& file, const std::string& text,
            const BakeConfig& config = {}) {
    paths_.push_back(BakeSource(folder_.path(), id, file, text, config));
    manifest_.maps.emplace_back().map_id = id;
  }
  PortalSpec& AddPortal(const std::string& name, PortalKind kind, const std::string& from, const Aabb& box,
                        const std::string& to, const Vec3& point) {
    PortalSpec& portal = manifest_.portals.emplace_back();
    portal.name = name;
    portal.kind = kind;
    portal.trigger.map_id = from;
    portal.trigger.box = box;
    portal.to.map_id = to;
    portal.to.point = point;
    return portal;
  }
  void AddPlace(const std::string& name, const std::string& map, const Vec3& point) {
    NamedPlaceSpec& spec = manifest_.places.emplace_back();
    spec.name = name;
    spec.at.map_id = map;
    spec.at.point = point;
  }
  // Instead of the one that walks everywhere.
  void AddTraveller(const std::string& agent) {
    if (manifest_.travellers.size() == 1 && manifest_.travellers[0].agent.empty())
      manifest_.travellers.clear();
    manifest_.travellers.emplace_back().agent = agent;
  }
  absl::Status Serve() {
    absl::StatusOr<BuiltWorld> built = BuildWorld(manifest_, paths_, {.thread_count = 2});
    if (!built.ok()) return built.status();
    built_ = *std::move(built);
    return ServeWith(built_.bytes) ? absl::OkStatus() : absl::InternalError("no world");
  }
  // With another world file; whether it is one.
  bool ServeWith(const std::vector<std::byte>& bytes) {
    EXPECT_TRUE(WritePackageFile(folder_.File(std::string(kWorldFileName)), bytes).ok());
    store_ = nullptr;
    maps_ = std::make_unique<MapStore>();
    const bool is_loaded = maps_->LoadFolder(folder_.path()).ok();
    store_ = maps_->World();
    return is_loaded && store_ != nullptr;
  }

  const std::string& folder() const { return folder_.path(); }
  const BuiltWorld& built() const { return built_; }
  WorldStore& store() { return *store_; }
  const WorldView& world() const { return store_->world().view(); }
  WorldPosition At(const std::string& map, const Vec3& point) const { return {*world().FindMap(map), point}; }
  WorldRouteAnswer Plan(const WorldPosition& start, const WorldPosition& goal, WorldMode mode) {
    WorldRouteQuery query;
    query.mode = mode;
    query.start = start;
    query.goals = {goal};
    absl::StatusOr<WorldRouteAnswer> answer = PlanWorldRoute(*store_, query, scratch_);
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.ok() ? *std::move(answer) : WorldRouteAnswer();
  }
  // The portals used, each after a blank; "none" if there is no route.
  std::string Portals(const WorldRouteAnswer& answer) const {
    if (answer.status != RouteStatus::kComplete) return "none";
    std::string told;
    for (const WorldStretch& stretch : answer.stretches) {
      if (!stretch.portal.IsNone()) told += StrCat(" ", world().NameOf(stretch.portal));
    }
    return told;
  }

 private:
  TempFolder folder_;
  WorldManifest manifest_;
  std::vector<std::string> paths_;
  BuiltWorld built_;
  std::unique_ptr<MapStore> maps_;
  std::shared_ptr<WorldStore> store_;
  Scratch scratch_;
};

// A sky of 12 x 6 x 5 voxels of 1 m, halved by a wall at x = 6 with a hole at its top, above a meadow; a strip of
// cells; a lake of 4 x 3 x 4 voxels of 0.5 m, full of water.
inline void AddSkies(ServedWorld& world) {
  std::string sky = "voxel 12 6 5\n";
  for (int y = 0; y < 5; ++y) {
    for (int z = 0; z < 5; ++z) StrAppend(sky, 6, " ", y, " ", z, "\n");
  }
  world.Bake("sky", "sky.3dmap", sky);
  BakeConfig lake;
  lake.voxels.cell_size_m = 0.5;
  lake.cells.origin = Vec3(100, -2, 0);
  lake.volume_settings.medium = VolumeMedium::kWater;
  world.Bake("lake", "lake.3dmap", "voxel 4 3 4\n", lake);
  world.Bake("meadow", "meadow.obj", "v 0 0 0\nv 10 0 0\nv 10 0 10\nv 0 0 10\nf 1 4 3 2\n");
  world.Bake("strip", "strip.map", "type octile\nheight 1\nwidth 8\nmap\n........\n");
  // Behind the wall at the ground, into the lake's surface; from its ground onto the strip; from there up.
  world.AddPortal("dive", PortalKind::kWalkIn, "sky", {Vec3(8, 0, 0), Vec3(10, 2, 2)}, "lake",
                  Vec3(100.25, -0.75, 0.25));
  world.AddPortal("drain", PortalKind::kUse, "lake", {Vec3(101, -2, 1), Vec3(102, -1.6, 2)}, "strip",
                  Vec3(0.5, 0, 0.5));
  world.AddPortal("lift", PortalKind::kUse, "strip", {Vec3(7, -1, 0), Vec3(8, 1, 1)}, "sky",
                  Vec3(0.5, 0.5, 0.5));
  world.AddPortal("take_off", PortalKind::kUse, "meadow", {Vec3(8, -1, 4), Vec3(9, 1, 6)}, "sky",
                  Vec3(0.5, 0.5, 4.5));
  world.AddPortal("land", PortalKind::kWalkIn, "sky", {Vec3(0, 0, 2), Vec3(1, 1, 3)}, "meadow",
                  Vec3(2, 0, 5));
  world.AddPlace("cloud", "sky", Vec3(3.2, 5.5, 2.5));
}

}  // namespace waystone
