// From the maps of a world and its portals to the bytes of its file.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/world/world_manifest.h"
#include "core/store/loaded_map.h"
#include "core/store/loaded_world.h"

namespace waystone {

struct WorldBuildOptions {
  int thread_count = 0;  // 0 = one per core
  // [bytes] Of the labels of all travellers and modes. A world that would have more has a hierarchy of portals in their place
  // (core/world/portal_climb.h), which is smaller and slower.
  uint64_t max_label_bytes = uint64_t{64} << 20;
  // A world made before, of which what belongs to unchanged maps is taken over; may be null.
  const LoadedWorld* old = nullptr;
  // Called after each map, one thread at a time.
  std::function<void(uint64_t done, uint64_t total)> progress = nullptr;
};

struct BuiltWorld {
  std::vector<std::byte> bytes;
  uint64_t portals = 0;
  uint64_t walks = 0;        // pairs of an arrival and an exit
  uint64_t path_bytes = 0;   // of the stored walks
  uint64_t label_count = 0;  // or of the arcs of a hierarchy
  bool has_hierarchy = false;
  uint64_t maps_taken_over = 0;                  // from the old world
  std::vector<uint64_t> portals_of_travellers;   // by traveller: those that are not closed to it
  std::vector<std::string> maps_without_tables;  // ids of those whose step tables are above the limit
  std::vector<std::string> warnings;             // portals left out or closed to somebody, and why
};

// Packages by map of the manifest; an empty path is a map that could not be baked. Maps without a package
// that loads, and portals from or to them, or without ground in their trigger or at their arrival for
// anybody, are left out with a warning; those without ground for some traveller are closed to it.
// Deterministic, whatever the number of threads. InvalidArgument "PLACE: portal ...: rule" where a portal
// does not fit its map.
absl::StatusOr<BuiltWorld> BuildWorld(const WorldManifest& manifest,
                                      const std::vector<std::string>& package_paths,
                                      const WorldBuildOptions& options);

}  // namespace waystone
