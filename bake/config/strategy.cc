#include "bake/config/strategy.h"

#include "core/base/quoted.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

Strategy ForCells(const MapTraits& traits) {
  if (traits.terrain_count > 1) {
    return {SurfaceKind::kGrid, StrCat("the source is a 2D map with cells of ", traits.terrain_count,
                                       " costs: a grid, searched cell by cell")};
  }
  if (traits.has_obstacles) {
    return {SurfaceKind::kGrid,
            "the source is a 2D map with obstacles, and its free cells cost the same: a grid, whose searches "
            "jump over open ground"};
  }
  return {SurfaceKind::kGrid,
          "the source is a 2D map of one cost without obstacles: a grid, over which straight lines lead"};
}

Strategy Suiting(const MapTraits& traits) {
  switch (traits.shape) {
    case SourceShape::kMesh:
      return {SurfaceKind::kNavmesh, "the source is a triangle mesh: walkable polygons are cut from it"};
    case SourceShape::kPolygons:
      return {SurfaceKind::kNavmesh,
              "the source is a ready-made navmesh: its polygons are taken as they are"};
    case SourceShape::kCells:
      return ForCells(traits);
    case SourceShape::kNodes:
      return {SurfaceKind::kWaypoint, "the source is waypoints: ways lead from node to node over its links"};
  }
  return {};
}

}  // namespace

absl::StatusOr<Strategy> ChooseStrategy(const MapTraits& traits, std::optional<SurfaceKind> asked) {
  Strategy suiting = Suiting(traits);
  if (!asked.has_value() || *asked == suiting.surface) return suiting;
  if (traits.shape == SourceShape::kCells && *asked == SurfaceKind::kNavmesh) {
    return Strategy{*asked, "the settings ask for a navmesh: its polygons are rectangles of free cells"};
  }
  const bool is_open =
      traits.shape == SourceShape::kCells && traits.terrain_count == 1 && !traits.has_obstacles;
  if (is_open && *asked == SurfaceKind::kWaypoint) {
    return Strategy{*asked, "the settings ask for waypoints: a lattice over open ground"};
  }
  const std::string_view source = traits.shape == SourceShape::kMesh       ? "triangles"
                                  : traits.shape == SourceShape::kPolygons ? "a navmesh's polygons"
                                  : traits.shape == SourceShape::kNodes    ? "waypoints"
                                                                           : "cells";
  return absl::InvalidArgumentError(
      StrCat("strategy ", StrategyName(*asked), ": the source is ", source, ", which cannot become that"));
}

std::string_view StrategyName(SurfaceKind surface) {
  return surface == SurfaceKind::kGrid ? "grid" : surface == SurfaceKind::kNavmesh ? "navmesh" : "waypoint";
}

absl::StatusOr<SurfaceKind> ParseStrategy(std::string_view name) {
  for (const SurfaceKind kind : {SurfaceKind::kGrid, SurfaceKind::kNavmesh, SurfaceKind::kWaypoint}) {
    if (name == StrategyName(kind)) return kind;
  }
  return absl::InvalidArgumentError(StrCat("strategy ", Quoted(name), " is not grid, navmesh or waypoint"));
}

}  // namespace waystone
