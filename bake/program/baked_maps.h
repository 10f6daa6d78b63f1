// What a world's folder has of its maps already: packages that were baked, by whatever bake, and what of.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/program/world_record.h"
#include "bake/program/world_settings.h"
#include "bake/world/world_manifest.h"

namespace waystone {

// Looks in the packages of the folder, in those put aside there, and in those of its shards (bake/program/world_shard.h).
// Const methods may be called from any thread.
class BakedMaps {
 public:
  struct Found {
    std::string path;  // of the package
    MapBake bake;
  };

  // Adds to `warnings` each record that cannot be read, and does without it.
  static BakedMaps Read(const std::string& folder, std::vector<std::string>& warnings);

  // What was recorded in the folder itself; null if nothing was.
  const MapBake* InRecord(const std::string& map_id) const;
  // A package that a bake of this source with these settings would make again, byte for byte. Otherwise why there is none:
  // NotFound if nothing was baked, FailedPrecondition if what was baked is another one. Reads the package and the source's
  // files.
  absl::StatusOr<Found> Find(const WorldMapSource& map, const MapSettings& settings) const;
  // A package in its place of which no record tells, because the map was baked by itself. FailedPrecondition if it is
  // another map's, or of another version of the baker or another source than now; NotFound if there is none. Its settings
  // are not known: `bake` has no digest of them.
  absl::StatusOr<Found> FindBakedByItself(const WorldMapSource& map) const;

 private:
  struct Records {
    std::vector<std::string> folders;  // of packages that it may tell of
    WorldRecord record;
  };

  std::string folder_;
  std::vector<Records> records_;  // the folder's own first
};

}  // namespace waystone
