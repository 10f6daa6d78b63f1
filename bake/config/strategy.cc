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
  // S2.1 has waypoints here. Any request may bring obstacles, though, which only cells can take, and ways
  // over a lattice are up to 8 % longer than the straight lines over cells.
  return {SurfaceKind::kGrid,
          "the source is a 2D map of one cost without obstacles: a grid, whose cells a request may block and "
          "over which smoothed ways are straight; waypoints offer neither"};
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

SurfaceKind SurfaceOf(StrategyChoice asked) {
  return asked == StrategyChoice::kGrid      ? SurfaceKind::kGrid
         : asked == StrategyChoice::kNavmesh ? SurfaceKind::kNavmesh
                                             : SurfaceKind::kWaypoint;
}

}  // namespace

absl::StatusOr<Strategy> ChooseStrategy(const MapTraits& traits, StrategyChoice choice) {
  Strategy suiting = Suiting(traits);
  const bool is_open =
      traits.shape == SourceShape::kCells && traits.terrain_count == 1 && !traits.has_obstacles;
  if (choice == StrategyChoice::kSeed && is_open) {
    return Strategy{SurfaceKind::kWaypoint,
                    "the settings ask for the seed's rule, and the source is a 2D map of one cost without "
                    "obstacles: waypoints, a lattice over open ground"};
  }
  if (choice == StrategyChoice::kSuiting || choice == StrategyChoice::kSeed) return suiting;
  const SurfaceKind asked = SurfaceOf(choice);
  if (asked == suiting.surface) return suiting;
  if (traits.shape == SourceShape::kCells && asked == SurfaceKind::kNavmesh) {
    return Strategy{asked, "the settings ask for a navmesh: its polygons are rectangles of free cells"};
  }
  if (is_open && asked == SurfaceKind::kWaypoint) {
    return Strategy{asked, "the settings ask for waypoints: a lattice over open ground"};
  }
  const std::string_view source = traits.shape == SourceShape::kMesh       ? "triangles"
                                  : traits.shape == SourceShape::kPolygons ? "a navmesh's polygons"
                                  : traits.shape == SourceShape::kNodes    ? "waypoints"
                                                                           : "cells";
  return absl::InvalidArgumentError(
      StrCat("strategy ", StrategyName(asked), ": the source is ", source, ", which cannot become that"));
}

std::string_view StrategyName(SurfaceKind surface) {
  return surface == SurfaceKind::kGrid ? "grid" : surface == SurfaceKind::kNavmesh ? "navmesh" : "waypoint";
}

absl::StatusOr<StrategyChoice> ParseStrategy(std::string_view name) {
  for (const StrategyChoice choice :
       {StrategyChoice::kGrid, StrategyChoice::kNavmesh, StrategyChoice::kWaypoint}) {
    if (name == StrategyName(SurfaceOf(choice))) return choice;
  }
  if (name == "seed") return StrategyChoice::kSeed;
  return absl::InvalidArgumentError(
      StrCat("strategy ", Quoted(name), " is not grid, navmesh, waypoint or seed"));
}

}  // namespace waystone
