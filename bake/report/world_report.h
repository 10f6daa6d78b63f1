// What the bake of a world did.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace waystone {

enum class MapOutcome { kNotReached, kBaked, kUnchanged, kFailed };

struct WorldMapReport {
  std::string map_id;
  MapOutcome outcome = MapOutcome::kNotReached;
  std::string strategy;    // BakeReport::strategy; empty where it failed
  std::string generation;  // of the package; likewise
  double seconds = 0;      // of the bake
  uint64_t bytes = 0;      // of the package
  std::vector<std::string> warnings;
  std::vector<std::string> notes;  // BakeReport's
  std::string error;               // where it failed
};

// Somebody whom the portals were joined for.
struct WorldTravellerReport {
  std::string agent;  // empty: each map's first
  std::vector<std::string> abilities;
  uint64_t portals = 0;  // those that are not closed to it
};

struct WorldReport {
  std::string baker_version;
  std::string world;
  std::string shard;  // "0 of 8", of which only its maps are told; empty: the whole world
  int threads = 0;
  double wall_s = 0;
  double portals_s = 0;  // of it, for all that joins the maps
  uint64_t peak_memory_bytes = 0;
  std::string world_path;    // of the file, where it was written; empty otherwise
  uint64_t world_bytes = 0;  // as those below, of that file
  uint64_t portals = 0;
  uint64_t walks = 0;
  uint64_t path_bytes = 0;
  uint64_t label_count = 0;                           // or of arcs of a hierarchy
  bool has_hierarchy = false;                         // in place of labels
  uint64_t maps_taken_over = 0;                       // from the world file that was there before
  std::vector<std::string> maps_without_step_tables;  // ids of those whose tables are above the limit
  std::vector<WorldTravellerReport> travellers;       // as in the manifest; of the file, likewise
  std::vector<std::string> warnings;                  // of the world, not of single maps
  std::vector<WorldMapReport> maps;                   // as in the manifest

  uint64_t CountOf(MapOutcome outcome) const;
  uint64_t PackageBytes() const;
  uint64_t WarningCount() const;  // of the world and its maps
};

// JSON with a line per map and a line feed at its end; docs/worlds.md explains the fields.
std::string WorldReportJson(const WorldReport& report);

}  // namespace waystone
