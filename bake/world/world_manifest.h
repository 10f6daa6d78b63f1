// A world as its manifest tells it: maps, and portals between them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/portals/portal_specs.h"
#include "core/world/world_format.h"

namespace waystone {

inline constexpr size_t kMaxWorldMaps = 100'000;
inline constexpr size_t kMaxWorldPlaces = 100'000;

// [bytes] Of the step tables of a map.
inline constexpr uint64_t kDefaultStepTableBytes = uint64_t{256} << 20;
inline constexpr uint64_t kMostStepTableBytes = uint64_t{1} << 40;

struct WorldMapSource {
  std::string map_id;
  std::string source_path;
  std::string config_path;     // of its own bake; empty: none is named
  std::string settings;        // YAML, laid over those of the file; empty: none
  std::optional<Vec3> origin;  // [m] of a 2D map, over all else
  std::string place;           // "world.yaml:12", for messages
};

// A place of the world that has a name of its own (S4.8).
struct NamedPlaceSpec {
  std::string name;  // unique in the world, 1-256 bytes of text
  PlaceSpec at;
  std::string place;  // of the manifest, for messages
};

struct WorldManifest {
  std::string name;
  std::string config_path;             // of maps that have no file of settings themselves; empty: none
  std::vector<WorldMapSource> maps;    // ids are unique
  std::vector<PortalSpec> portals;     // names are unique, and their maps are among the maps
  std::vector<NamedPlaceSpec> places;  // by name; their maps are among the maps
  std::vector<TravellerSpec> travellers =
      std::vector<TravellerSpec>(1);  // 1-kMaxTravellers, none like another
  // [bytes, 0-kMostStepTableBytes] A grid whose step tables would take more has none.
  std::optional<uint64_t> max_step_table_bytes;

  uint64_t MaxStepTableBytes() const { return max_step_table_bytes.value_or(kDefaultStepTableBytes); }
};

// A world in YAML; docs/worlds.md lists its keys. Paths in it are relative to its folder. InvalidArgument
// "NAME:LINE: ..." naming the key and the rule: not YAML, unknown or doubled key, wrong kind of value, a name
// that is there twice or names nothing, a limit. Where the portals are in a table of their own, its errors
// name it. ReadWorldManifestFile: NotFound too. O(bytes log bytes).
absl::StatusOr<WorldManifest> ParseWorldManifest(std::string_view text, std::string_view name);
absl::StatusOr<WorldManifest> ReadWorldManifestFile(const std::string& path);

}  // namespace waystone
