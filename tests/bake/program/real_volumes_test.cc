// Meshes and voxels others made, as volumes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/collision/axis_distance.h"
#include "core/store/loaded_map.h"
#include "core/surface/volume/volumes_of_map.h"
#include "tests/bake/program/bake_run.h"
#include "tests/support/plan_route.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_data.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

constexpr double kRadius_m = 0.3;

// The triangles of a map, and the distance to the nearest of them.
class Triangles {
 public:
  explicit Triangles(const CollisionView& collision) {
    for (const CollisionTriangle& triangle : collision.triangles()) {
      const auto corner = [&](size_t k) { return Vec3(collision.vertices()[triangle.vertex[k]]); };
      Ball& ball = balls_.emplace_back(Ball{AxisTarget(corner(0), corner(1), corner(2), 0), {}, 0});
      ball.middle = (corner(0) + corner(1) + corner(2)) * (1.0 / 3);
      for (size_t k = 0; k < 3; ++k)
        ball.radius_m = std::max(ball.radius_m, Distance(ball.middle, corner(k)));
    }
  }

  // As far as `limit_m`.
  double Distance_m(const Vec3& at, double limit_m) const {
    double least_m = limit_m;
    for (const Ball& ball : balls_) {
      if (Distance(at, ball.middle) - ball.radius_m >= least_m) continue;
      least_m = std::min(least_m, ball.target.Nearest(at).distance_m);
    }
    return least_m;
  }

 private:
  struct Ball {
    AxisTarget target;
    Vec3 middle;
    double radius_m;
  };
  std::vector<Ball> balls_;
};

class RealVolumes : public testing::TestWithParam<const char*> {};

TEST_P(RealVolumes, RoutesKeepTheRadiusFromEveryTriangle) {
  WS_TEST_DATA_OR_SKIP(source, GetParam());
  const TempFolder folder;
  WriteFile(folder.File("drone.yaml"),
            StrCat("strategy: volume\ncell_size_m: 0.2\nagents: [{name: drone, radius_m: ", kRadius_m,
                   ", height_m: 0.6}]\n"));
  const ProgramRun run =
      Bake({source, "-o", folder.path(), "--map-id", "level", "--config", folder.File("drone.yaml")});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto map = LoadedMap::Load(folder.File("level.waymap"));
  ASSERT_TRUE(map.ok()) << map.status();
  const MapView view = *(*map)->View("");
  const VolumeView& volume = VolumeOf(view);
  const Vec3& origin = (*map)->manifest().origin;
  const Triangles triangles(*view.collision);
  Random random(4);
  uint32_t positions = 0;
  uint32_t routes = 0;
  while (positions < 2500) {
    const auto draw = [&] {
      Voxel voxel;
      do {
        voxel = volume.size().VoxelOf(random.NextBelow(static_cast<uint32_t>(volume.size().VoxelCount())));
      } while (!volume.IsFree(voxel) || view.zones->ZoneOf(PolyId(*volume.PartOf(voxel))) != ZoneId(1));
      return volume.MiddleOf(voxel) + origin;
    };
    RouteQuery query = Query(draw(), draw());
    query.shape = ++routes % 2 == 0 ? RouteShape::kSmoothed : RouteShape::kTurningPoints;
    const RouteAnswer answer = Plan(view, query);
    ASSERT_EQ(answer.status, RouteStatus::kComplete);
    for (size_t i = 1; i < answer.points.size(); ++i) {
      const Vec3 over = answer.points[i] - answer.points[i - 1];
      const double parts = std::ceil(Length(over) / 0.5);
      for (double k = 0; k <= parts; ++k) {
        const Vec3 at = answer.points[i - 1] + over * (k / parts) - origin;
        ASSERT_GE(triangles.Distance_m(at, 2 * kRadius_m), kRadius_m - 1e-4);
        ++positions;
      }
    }
  }
  EXPECT_GT(routes, 10U);
}

INSTANTIATE_TEST_SUITE_P(Levels, RealVolumes,
                         testing::Values("scenes/recast_dungeon.obj", "scenes/bridges.obj", "quake/dm4.obj"),
                         [](const testing::TestParamInfo<const char*>& level) {
                           std::string name(level.param);
                           std::ranges::replace_if(
                               name, [](char c) { return std::isalnum(static_cast<uint8_t>(c)) == 0; }, '_');
                           return name;
                         });

}  // namespace
}  // namespace waystone
