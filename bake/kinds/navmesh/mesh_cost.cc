#include "bake/kinds/navmesh/mesh_cost.h"

#include <cmath>
#include <string>

#include "bake/import/source_file.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

// Measured on a floor of 2 x 2 km, and on 600,000 triangles in the air above one another. Seconds are CPU seconds.
// What is drawn mostly becomes a span of voxels of its own.
constexpr double kColumn_s = 0.05e-6;
constexpr double kDrawn_s = 0.3e-6;
constexpr double kTriangle_s = 6e-6;
constexpr double kLaunchPoint_s = 3e-6;
constexpr double kLaunchPoint_bytes = 90;
constexpr double kTriangle_bytes = 250;
constexpr double kTileColumn_bytes = 150;  // of the tiles that are baked at the same time
constexpr double kThreads = 2;

// [m2] Of the ground that is not too steep, as seen from above; floors above each other count each.
double FloorArea_m2(const BakeInput& input, const VoxelSettings& settings) {
  double area_m2 = 0;
  for (size_t i = 0; i < input.classes.size(); ++i) {
    if (!IsSolid(input.classes[i]) || input.classes[i] == kNotWalkable) continue;
    const SourceTriangle& t = input.map.triangles[i];
    const Vec3& a = input.map.vertices[t[0]];
    const Vec3 normal = Cross(input.map.vertices[t[1]] - a, input.map.vertices[t[2]] - a);
    if (normal.y >= settings.min_floor_cosine * Length(normal)) area_m2 += normal.y / 2;
  }
  return area_m2;
}

}  // namespace

BakeCost CostOfMesh(const AgentProfile& agent, const BakeInput& input, const VoxelSettings& settings,
                    const TilePlan& plan, double skeleton_spacing_m) {
  const auto columns = static_cast<double>(plan.bins.columns);
  const auto triangles = static_cast<double>(input.map.triangles.size());
  const double points =
      skeleton_spacing_m == 0 ? 0 : FloorArea_m2(input, settings) / (skeleton_spacing_m * skeleton_spacing_m);
  const double field = static_cast<double>(settings.field_cells()) * settings.field_cells();
  BakeCost cost;
  cost.what = StrCat(RoughCount(columns), " voxel columns (", plan.grid.count_x * settings.tile_size_m(),
                     " x ", plan.grid.count_z * settings.tile_size_m(), " m at ", settings.cell_size_m,
                     " m), ", RoughCount(plan.bins.drawn), " drawn, ", RoughCount(triangles), " triangles, ",
                     RoughCount(points), " launch points for agent '", Printable(agent.name), "'");
  cost.cpu_s =
      columns * kColumn_s + plan.bins.drawn * kDrawn_s + triangles * kTriangle_s + points * kLaunchPoint_s;
  cost.bytes =
      points * kLaunchPoint_bytes + triangles * kTriangle_bytes + kThreads * field * kTileColumn_bytes;
  cost.remedy = skeleton_spacing_m == 0 ? "a larger cell_size_m" : "a larger cell_size_m or skeleton spacing";
  return cost;
}

absl::Status CheckLaunchPoints(double area_m2, double spacing_m, uint64_t limit) {
  const std::string where = StrCat(std::round(area_m2), " m2 at ", spacing_m, " m");
  return CheckBakeLimit("--max-launch-points", area_m2 / (spacing_m * spacing_m), limit,
                        "launch points of a skeleton", where,
                        "a larger --skeleton-spacing, or --no-skeleton");
}

}  // namespace waystone
