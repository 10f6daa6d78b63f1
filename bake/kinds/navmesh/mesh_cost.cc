#include "bake/kinds/navmesh/mesh_cost.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "bake/import/source_file.h"
#include "bake/recast/tile_baker.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

// Measured on floors, hills, boxes at random, stacks of floors and triangles in the air, quake's levels and the 2 km
// benchmark world. Seconds are CPU seconds.
constexpr double kColumn_s = 0.17e-6;
constexpr double kDrawn_s = 0.04e-6;
constexpr double kLayer_s = 0.05e-6;        // of each column that is covered, for each layer that covers it
constexpr double kSlopedColumn_s = 1.4e-6;  // its heights are fitted
constexpr double kTriangle_s = 1.3e-6;
constexpr double kLaunchPoint_s = 3e-6;
constexpr double kSlopedLaunchPoint_s = 4e-6;  // besides: less of what lies between is straight
constexpr double kPolygon_s =
    350e-6;  // of a hierarchy: for open ground and that between walls a few, 30 to 700
constexpr double kProcess_bytes = 15e6;
constexpr double kLaunchPoint_bytes = 90;
constexpr double kTriangle_bytes = 250;
constexpr double kTileColumn_bytes = 100;  // of a tile that is baked
constexpr double kSpan_bytes = 70;         // likewise, of each layer over a column
constexpr double kPolygon_bytes = 3000;    // of a hierarchy

// [m2] Ground that is not too steep, as seen from above; floors above each other count each.
struct GroundArea {
  double all_m2 = 0;
  double sloped_m2 = 0;
};

GroundArea AreaOfGround(const BakeInput& input, const VoxelSettings& settings) {
  constexpr double kFlatCosine = 0.9998;  // one degree
  GroundArea area;
  for (size_t i = 0; i < input.classes.size(); ++i) {
    if (!IsSolid(input.classes[i]) || input.classes[i] == kNotWalkable) continue;
    const SourceTriangle& t = input.map.triangles[i];
    const Vec3& a = input.map.vertices[t[0]];
    const Vec3 normal = Cross(input.map.vertices[t[1]] - a, input.map.vertices[t[2]] - a);
    if (normal.y < settings.min_floor_cosine * Length(normal)) continue;
    area.all_m2 += normal.y / 2;
    if (normal.y < kFlatCosine * Length(normal)) area.sloped_m2 += normal.y / 2;
  }
  return area;
}

// What voxels take: seconds, for a span is looked for among those of its column; bytes, of the largest tiles at once.
BakeCost CostOfTiles(const VoxelSettings& settings, const TilePlan& plan, int threads) {
  const double field = static_cast<double>(settings.field_cells()) * settings.field_cells();
  std::vector<double> covered = plan.bins.covered_of_tile;
  BakeCost cost;
  for (const double columns : covered) cost.cpu_s += columns * (columns / field) * kLayer_s;
  const auto at_once = static_cast<ptrdiff_t>(std::min(covered.size(), static_cast<size_t>(threads)));
  std::partial_sort(covered.begin(), covered.begin() + at_once, covered.end(), std::greater<>());
  for (ptrdiff_t i = 0; i < at_once; ++i) {
    cost.bytes += field * kTileColumn_bytes + std::min<double>(covered[i], kMaxTileSpans) * kSpan_bytes;
  }
  return cost;
}

}  // namespace

BakeCost CostOfMesh(const AgentProfile& agent, const BakeInput& input, const VoxelSettings& settings,
                    const TilePlan& plan, double skeleton_spacing_m, int threads) {
  const auto columns = static_cast<double>(plan.bins.columns);
  const auto triangles = static_cast<double>(input.map.triangles.size());
  const GroundArea ground = AreaOfGround(input, settings);
  const double point_m2 = skeleton_spacing_m * skeleton_spacing_m;
  const double points = point_m2 == 0 ? 0 : ground.all_m2 / point_m2;
  const double sloped_points = point_m2 == 0 ? 0 : ground.sloped_m2 / point_m2;
  const double sloped_columns = ground.sloped_m2 / (settings.cell_size_m * settings.cell_size_m);
  BakeCost cost = CostOfTiles(settings, plan, threads);
  cost.what = StrCat(RoughCount(columns), " voxel columns (", plan.grid.count_x * settings.tile_size_m(),
                     " x ", plan.grid.count_z * settings.tile_size_m(), " m at ", settings.cell_size_m,
                     " m), ", RoughCount(plan.bins.drawn), " drawn, ", RoughCount(triangles), " triangles, ",
                     RoughCount(points), " launch points for agent '", Printable(agent.name), "'");
  cost.cpu_s += columns * kColumn_s + plan.bins.drawn * kDrawn_s + sloped_columns * kSlopedColumn_s +
                triangles * kTriangle_s + points * kLaunchPoint_s + sloped_points * kSlopedLaunchPoint_s;
  cost.bytes += kProcess_bytes + points * kLaunchPoint_bytes + triangles * kTriangle_bytes;
  cost.remedy = skeleton_spacing_m == 0 ? "a larger cell_size_m" : "a larger cell_size_m or skeleton spacing";
  return cost;
}

BakeCost CostOfHierarchy(const AgentProfile& agent, uint64_t polygons) {
  const auto count = static_cast<double>(polygons);
  return {.what = StrCat(RoughCount(count), " polygons under the index for long routes for agent '",
                         Printable(agent.name), "'"),
          .cpu_s = count * kPolygon_s,
          .bytes = kProcess_bytes + count * kPolygon_bytes,
          .remedy = "a larger --portal-spacing, or --no-hierarchy"};
}

absl::Status CheckLaunchPoints(double area_m2, double spacing_m, uint64_t limit) {
  const std::string where = StrCat(std::round(area_m2), " m2 at ", spacing_m, " m");
  return CheckBakeLimit("--max-launch-points", area_m2 / (spacing_m * spacing_m), limit,
                        "launch points of a skeleton", where,
                        "a larger --skeleton-spacing, or --no-skeleton");
}

}  // namespace waystone
