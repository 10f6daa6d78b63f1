// The settings that each map of a world is baked with.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/config/bake_config.h"
#include "bake/world/world_manifest.h"

namespace waystone {

struct MapSettings {
  BakeConfig config;
  // Hex: equal where a bake of the same source files gives the same bytes, as far as settings go.
  std::string digest;
};

// One per map of the manifest. Of the files a map may have them from the first that is there counts: the one
// it names, SOURCE.bake.yaml, the world's; its own keys are laid over that. Errors as ReadConfigFile.
absl::StatusOr<std::vector<MapSettings>> ReadMapSettings(const WorldManifest& world,
                                                         const std::string& manifest_path);

}  // namespace waystone
