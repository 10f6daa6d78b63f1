#include "bake/kinds/surface_kinds.h"

#include <algorithm>

#include "bake/kinds/grid/grid_kind.h"
#include "bake/kinds/navmesh/navmesh_kind.h"
#include "bake/kinds/volume/volume_kind.h"
#include "bake/kinds/waypoint/waypoint_kind.h"
#include "core/base/check.h"

namespace waystone {
namespace {

struct SourceRow {
  SourceShape shape;
  SourceReader read;
};
constexpr SourceRow kSources[] = {
    {SourceShape::kMesh, ReadTriangles}, {SourceShape::kPolygons, ReadPolygons},
    {SourceShape::kCells, ReadCells},    {SourceShape::kNodes, ReadWaypoints},
    {SourceShape::kVoxels, ReadVoxels},
};

template <typename Row, typename Key>
const Row& FindRow(std::span<const Row> rows, Key Row::*key, Key value) {
  const auto row = std::ranges::find_if(rows, [&](const Row& other) { return other.*key == value; });
  WS_CHECK(row != rows.end());
  return *row;
}

}  // namespace

const SurfaceKindRow& RowOf(SurfaceKind kind) {
  static const SurfaceKindRow kKinds[] = {
      {SurfaceKind::kNavmesh, NavmeshStages(), &PortalsOfMeshes()},
      {SurfaceKind::kGrid, GridStages(), &PortalsOfGrids()},
      {SurfaceKind::kWaypoint, WaypointStages(), &PortalsOfWaypoints()},
      {SurfaceKind::kVolume, VolumeStages(), &PortalsOfVolumes()},
      {SurfaceKind::kScene, SceneStages(), &PortalsOfMeshes()},
  };
  return FindRow<SurfaceKindRow>(kKinds, &SurfaceKindRow::kind, kind);
}

SourceReader ReaderOf(SourceShape shape) {
  return FindRow<SourceRow>(kSources, &SourceRow::shape, shape).read;
}

}  // namespace waystone
