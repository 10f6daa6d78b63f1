// Two tables: what the kinds of surface are called, and what sources become. The first row that fits counts.
#include "bake/config/strategy.h"

#include <algorithm>

#include "absl/strings/substitute.h"
#include "core/base/check.h"
#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

struct SurfaceRow {
  SurfaceKind kind;
  StrategyChoice asked;  // for it by name
  std::string_view name;
  std::string_view what;
};
constexpr SurfaceRow kSurfaces[] = {
    {SurfaceKind::kGrid, StrategyChoice::kGrid, "grid", "a grid"},
    {SurfaceKind::kNavmesh, StrategyChoice::kNavmesh, "navmesh", "a navmesh"},
    {SurfaceKind::kWaypoint, StrategyChoice::kWaypoint, "waypoint", "a waypoint graph"},
    {SurfaceKind::kVolume, StrategyChoice::kVolume, "volume", "a volume"},
    {SurfaceKind::kScene, StrategyChoice::kScenes, "scenes", "scenes"},
};

const SurfaceRow& RowOf(SurfaceKind kind) {
  const auto* const row = std::find_if(std::begin(kSurfaces), std::end(kSurfaces),
                                       [&](const SurfaceRow& other) { return other.kind == kind; });
  WS_CHECK(row != std::end(kSurfaces));
  return *row;
}

bool Always(const MapTraits&) { return true; }
bool HasScenes(const MapTraits& traits) { return traits.has_scenes; }
bool HasTerrains(const MapTraits& traits) { return traits.terrain_count > 1; }
bool HasObstacles(const MapTraits& traits) { return traits.has_obstacles; }
bool IsOpen(const MapTraits& traits) { return traits.terrain_count == 1 && !traits.has_obstacles; }

struct StrategyRow {
  SourceShape source;
  SurfaceKind surface;
  StrategyChoice choice;  // kSuiting: of kSeed too, and of those who ask for the surface
  bool (*fits)(const MapTraits& traits);
  std::string_view reason;  // $0: MapTraits::terrain_count

  bool IsMeantBy(StrategyChoice asked) const {
    return asked == choice || (choice == StrategyChoice::kSuiting &&
                               (asked == StrategyChoice::kSeed || asked == RowOf(surface).asked));
  }
};
constexpr StrategyRow kStrategies[] = {
    {SourceShape::kMesh, SurfaceKind::kScene, StrategyChoice::kSuiting, HasScenes,
     "the settings name scenes: walkable polygons are cut from the triangle mesh, and water and air get "
     "layers, "
     "points or volumes"},
    {SourceShape::kMesh, SurfaceKind::kNavmesh, StrategyChoice::kSuiting, Always,
     "the source is a triangle mesh: walkable polygons are cut from it"},
    {SourceShape::kMesh, SurfaceKind::kVolume, StrategyChoice::kVolume, Always,
     "the settings ask for a volume: voxels that the agent's body fits into, through which it flies or "
     "swims"},
    {SourceShape::kPolygons, SurfaceKind::kNavmesh, StrategyChoice::kSuiting, Always,
     "the source is a ready-made navmesh: its polygons are taken as they are"},
    {SourceShape::kNodes, SurfaceKind::kWaypoint, StrategyChoice::kSuiting, Always,
     "the source is waypoints: paths lead from node to node over its links"},
    {SourceShape::kVoxels, SurfaceKind::kVolume, StrategyChoice::kSuiting, Always,
     "the source is voxels: paths lead in three dimensions from voxel to voxel"},
    {SourceShape::kCells, SurfaceKind::kWaypoint, StrategyChoice::kSeed, IsOpen,
     "the settings ask for the seed's rule, and the source is a 2D map of one cost without obstacles: "
     "waypoints, a lattice over open ground"},
    {SourceShape::kCells, SurfaceKind::kGrid, StrategyChoice::kSuiting, HasTerrains,
     "the source is a 2D map with cells of $0 costs: a grid, searched cell by cell"},
    {SourceShape::kCells, SurfaceKind::kGrid, StrategyChoice::kSuiting, HasObstacles,
     "the source is a 2D map with obstacles, and its free cells cost the same: a grid, whose searches jump "
     "over open ground"},
    // S2.1 has waypoints here. Any request may bring obstacles, though, which only cells can take, and paths
    // over a lattice are up to 8 % longer than the straight lines over cells.
    {SourceShape::kCells, SurfaceKind::kGrid, StrategyChoice::kSuiting, Always,
     "the source is a 2D map of one cost without obstacles: a grid, whose cells a request may block and over "
     "which smoothed paths are straight; waypoints offer neither"},
    {SourceShape::kCells, SurfaceKind::kNavmesh, StrategyChoice::kNavmesh, Always,
     "the settings ask for a navmesh: its polygons are rectangles of free cells"},
    {SourceShape::kCells, SurfaceKind::kWaypoint, StrategyChoice::kWaypoint, IsOpen,
     "the settings ask for waypoints: a lattice over open ground"},
};

}  // namespace

absl::StatusOr<Strategy> ChooseStrategy(const MapTraits& traits, StrategyChoice choice) {
  for (const StrategyRow& row : kStrategies) {
    if (row.source != traits.shape || !row.IsMeantBy(choice) || !row.fits(traits)) continue;
    return Strategy{row.surface, absl::Substitute(ToAbsl(row.reason), traits.terrain_count)};
  }
  if (choice == StrategyChoice::kScenes && traits.shape == SourceShape::kMesh) {
    return InvalidArgument("strategy scenes: there are none; the key scenes lists them");
  }
  const auto* const asked = std::find_if(std::begin(kSurfaces), std::end(kSurfaces),
                                         [&](const SurfaceRow& row) { return row.asked == choice; });
  WS_CHECK(asked != std::end(kSurfaces));  // every source suits something
  return InvalidArgument("strategy ", asked->name, ": the source is ", NamesOf(traits.shape).whose,
                         ", which cannot become that");
}

std::string_view StrategyName(SurfaceKind surface) { return RowOf(surface).name; }

std::string_view SurfaceText(SurfaceKind surface) { return RowOf(surface).what; }

absl::StatusOr<StrategyChoice> ParseStrategy(std::string_view name) {
  for (const SurfaceRow& row : kSurfaces) {
    if (name == row.name) return row.asked;
  }
  if (name == "seed") return StrategyChoice::kSeed;
  return InvalidArgument("strategy ", Quoted(name),
                         " is not grid, navmesh, waypoint, volume, scenes or seed");
}

}  // namespace waystone
