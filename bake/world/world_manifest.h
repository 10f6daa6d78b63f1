// A world as its manifest tells it: maps, and portals between them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/geom/aabb.h"
#include "core/world/world_format.h"

namespace waystone {

struct WorldMapSource {
  std::string map_id;
  std::string source_path;
  std::string config_path;  // of its bake; empty: the defaults
  std::string place;        // "world.yaml:12", for messages
};

// A place of a map: a point, or the middle of a cell of a grid.
struct PlaceSpec {
  std::string map_id;
  Vec3 point;                                   // [m]
  std::optional<std::array<uint32_t, 2>> cell;  // column, row: counts instead of the point
};

// What sets a portal off: a box, or a rectangle of cells of a grid.
struct TriggerSpec {
  std::string map_id;
  Aabb box;                                      // [m]
  std::optional<std::array<uint32_t, 4>> cells;  // first column, first row, last column, last row
};

struct PortalSpec {
  std::string name;  // unique in the world, 1-128 bytes
  TriggerSpec trigger;
  PlaceSpec to;
  PortalKind kind = PortalKind::kWalkIn;
  double cost_m = 0;  // [m of plain ground]
  double money = 0;   // [currency units]
  std::string ticket;
  std::string requirement;
  std::string group;
  std::string place;  // of the manifest, for messages
};

struct WorldManifest {
  std::string name;
  std::vector<WorldMapSource> maps;  // ids are unique
  std::vector<PortalSpec> portals;   // names are unique, and their maps are among the maps
};

// A world in YAML; docs/worlds.md lists its keys. Paths in it are relative to its folder. InvalidArgument
// "NAME:LINE: ..." naming the key and the rule: not YAML, unknown or doubled key, wrong kind of value, a name
// that is there twice or names nothing. ReadWorldManifestFile: NotFound too.
absl::StatusOr<WorldManifest> ParseWorldManifest(std::string_view text, std::string_view name);
absl::StatusOr<WorldManifest> ReadWorldManifestFile(const std::string& path);

}  // namespace waystone
