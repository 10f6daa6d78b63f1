// Which settings mean nothing for what a source becomes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "bake/config/bake_config.h"
#include "bake/config/strategy.h"

namespace waystone {

// What is baked from what.
struct BakeKind {
  SourceShape shape = SourceShape::kMesh;
  SurfaceKind surface = SurfaceKind::kNavmesh;
  std::string_view source_path;  // whose extension tells pictures from text
};

// Adds one warning that names all settings that are not the default and have no effect, by their keys in a
// settings file. InvalidArgument for a trunk that the map cannot have: what was asked for would be missing.
absl::Status CheckSettingsUse(const BakeConfig& config, const BakeKind& kind,
                              std::vector<std::string>& warnings);

}  // namespace waystone
