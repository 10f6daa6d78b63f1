#include "tests/support/scene_bake.h"

#include <cmath>
#include <vector>

#include "bake/import/importer.h"
#include "bake/import/source_check.h"
#include "bake/import/surface_table.h"
#include "bake/navmesh/navmesh_builder.h"
#include "bake/recast/navmesh_baker.h"
#include "core/base/status_macros.h"

namespace waystone {

absl::StatusOr<NavmeshData> BakeScene(const std::string& path, const SceneBake& scene) {
  std::vector<std::string> warnings;
  WS_ASSIGN_OR_RETURN(const ImportedSource source, ImportSource(path, {}, warnings));
  std::vector<UnknownName> unknown;
  std::vector<TriangleClass> classes = ClassifyTriangles(source.map, {}, unknown);
  WS_RETURN_IF_ERROR(CheckSource(source.map, classes, warnings));
  WS_ASSIGN_OR_RETURN(const VoxelSettings settings, MakeVoxelSettings(scene.agent, scene.voxels));
  const Aabb bounds = SolidBounds(source.map, classes);
  const Vec3 middle = (bounds.min + bounds.max) * 0.5;
  const Vec3 origin{std::round(middle.x), std::round(middle.y), std::round(middle.z)};
  const BakeInput input{source.map, classes, bounds, origin};
  WS_ASSIGN_OR_RETURN(const TilePlan plan, PlanTiles(input, settings));
  WS_ASSIGN_OR_RETURN(const BakeOutcome baked,
                      BakePolygons(input, settings, plan, scene.agent.max_climb_m, 1, nullptr));
  return BuildNavmesh(baked.soup);
}

}  // namespace waystone
