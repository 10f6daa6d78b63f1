// A world's maps shared out to several bakes: waystone-bake --shard I/N.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/world/world_manifest.h"

namespace waystone {

// In the folder of a world: a folder for each shard, "0-of-8", with the packages that it has baked and their record
// (kWorldRecordName). No server reads it.
inline constexpr std::string_view kShardsFolderName = "world.shards";

struct WorldShard {
  uint32_t index = 0;  // from 0 on, as Kubernetes counts the indexes of a Job
  uint32_t count = 1;  // 1 to kMaxWorldMaps
};

// "I/N". InvalidArgument naming the rule broken.
absl::StatusOr<WorldShard> ParseShard(std::string_view text);

// "0 of 8".
std::string NameOf(const WorldShard& shard);
// Name of its folder in kShardsFolderName.
std::string FolderNameOf(const WorldShard& shard);

// The maps of a shard, ascending, by the sizes of all maps' sources [bytes]: the largest first, each to the shard that has
// least so far. The same sizes give the same shares. O(maps log maps).
std::vector<size_t> MapsOfShard(const std::vector<uint64_t>& sizes, const WorldShard& shard);

}  // namespace waystone
