// By which kind of surface a map's paths are planned (S2.1).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "bake/import/source_formats.h"
#include "core/map/map_manifest.h"

namespace waystone {

struct MapTraits {
  SourceShape shape = SourceShape::kMesh;
  // Of cells only:
  uint32_t terrain_count = 1;  // costs that free cells have
  bool has_obstacles = true;
  bool has_scenes = false;  // of meshes only: the settings name some
};

// What the settings ask for.
enum class StrategyChoice : uint8_t {
  kSuiting = 0,  // what suits the source
  kSeed = 1,     // S2.1 to the letter: the same, but for cells of one cost without obstacles waypoints
  kGrid = 2,
  kNavmesh = 3,
  kWaypoint = 4,
  kVolume = 5,
  kScenes = 6,
};

struct Strategy {
  SurfaceKind surface = SurfaceKind::kNavmesh;
  std::string reason;  // one sentence without its full stop
};

// What suits the map, or what was asked for. InvalidArgument where the source cannot become that.
absl::StatusOr<Strategy> ChooseStrategy(const MapTraits& traits, StrategyChoice choice);

// "grid", "navmesh", "waypoint", "volume" or "scenes".
std::string_view StrategyName(SurfaceKind surface);
// "a grid", "a navmesh", "a waypoint graph", "a volume" or "scenes".
std::string_view SurfaceText(SurfaceKind surface);
// The inverse of StrategyName, or "seed"; InvalidArgument otherwise.
absl::StatusOr<StrategyChoice> ParseStrategy(std::string_view name);

}  // namespace waystone
