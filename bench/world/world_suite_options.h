// The options of the world suite.
#pragma once

#include <cstdint>
#include <string>

#include "core/store/map_cache.h"

namespace waystone {

struct WorldSuiteOptions {
  std::string packages_path;  // a folder with world.wayworld and the packages of its maps
  std::string queries_path;   // world_queries.h; empty: of a world of meshes (mesh_world_suite.h)
  MapLimits limits;
  uint32_t random = 0;    // [0-100M, 0] queries drawn between all maps, from and to any places
  uint32_t repeats = 3;   // [1-100, 3] runs of a query, of which the fastest counts
  uint32_t samples = 10;  // [0-100,000, 10] queries between maps that Dijkstra's algorithm answers too
  // [0-1,000,000, 0] Of meshes: pairs of places drawn. Of grids: on the same maps, in the mode in which
  // triggers teleport; as many of them as of the queries are answered by Dijkstra's algorithm too.
  uint32_t pairs = 0;
  uint32_t portals = 0;  // [0-1,000,000, 0] routes between portals (portal_suite.h), and nothing else
};

}  // namespace waystone
