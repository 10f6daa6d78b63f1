// What the portals of a mesh cannot be baked for.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "bake/kinds/navmesh/mesh_portal_baker.h"
#include "bake/world/world_builder.h"
#include "core/base/str_cat.h"
#include "core/package/package_writer.h"
#include "core/store/loaded_map.h"
#include "tests/bake/world/baked_source.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

constexpr const char* kFloor = "v 0 0 0\nv 40 0 0\nv 40 0 40\nv 0 0 40\nf 1 4 3 2\n";

class MeshPortals : public ::testing::Test {
 protected:
  MeshPortals() : package_(BakeSource(folder_.path(), "floor", "floor.obj", kFloor)) {}

  // Portals in one spot, each a millimetre from the one before.
  absl::StatusOr<BuiltWorld> BuildWith(int portals) const {
    WorldManifest manifest;
    manifest.maps.emplace_back().map_id = "floor";
    for (int i = 0; i < portals; ++i) {
      PortalSpec& portal = manifest.portals.emplace_back();
      portal.name = StrCat("portal ", i);
      portal.trigger.map_id = portal.to.map_id = "floor";
      const double at_m = 5 + i * 0.001;
      portal.trigger.box = {Vec3(at_m, -1, at_m), Vec3(at_m + 4, 1, at_m + 4)};
      portal.to.point = Vec3(1.5, 0, 1.5);
      portal.kind = PortalKind::kUse;
    }
    return BuildWorld(manifest, {package_}, {.thread_count = 1});
  }

  TempFolder folder_;
  const std::string package_;
};

TEST_F(MeshPortals, SearchesThatComeToTheirLimitAreAnErrorAndNotMissingPaths) {
  const std::shared_ptr<const LoadedMap> map = *LoadedMap::Load(package_);
  const MapView view = *map->View("");
  std::vector<MapExit> exits(1);
  exits[0].trigger.box = {Vec3(30, -1, 30), Vec3(31, 1, 31)};
  const std::vector<PlacedPoint> arrivals{MeshPortalBaker().PlaceOn(view, Vec3(1.5, 0, 1.5))};
  const absl::StatusOr<WalksByMode> whole = MeshPortalBaker().BakeWalks(view, exits, arrivals);
  ASSERT_TRUE(whole.ok()) << whole.status();
  EXPECT_LT((*whole)[0].costs[0], 41);
  const absl::StatusOr<WalksByMode> limited = MeshPortalBaker(0).BakeWalks(view, exits, arrivals);
  EXPECT_EQ(limited.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_NE(limited.status().message().find("arrival at (1.5, 0, 1.5)"), std::string::npos)
      << limited.status();
}

TEST_F(MeshPortals, MoreTriggersInOneSpotThanItCanBeCutAlongAreRefusedByName) {
  const absl::StatusOr<BuiltWorld> refused = BuildWith(3000);
  ASSERT_FALSE(refused.ok());
  const std::string message(refused.status().message());
  EXPECT_NE(message.find("map \"floor\""), std::string::npos) << message;
  EXPECT_NE(message.find("\"portal 0\", \"portal 1\", \"portal 2\""), std::string::npos) << message;
  EXPECT_NE(message.find("overlap"), std::string::npos) << message;
  const absl::StatusOr<BuiltWorld> few = BuildWith(20);
  EXPECT_TRUE(few.ok()) << few.status();
}

}  // namespace
}  // namespace waystone
