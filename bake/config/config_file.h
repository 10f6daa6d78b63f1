// A bake's configuration as a YAML file. docs/baking.md lists its keys.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "bake/config/bake_config.h"
#include "bake/import/source_digest.h"

namespace waystone {

inline constexpr size_t kMaxConfigBytes = 1 << 20;

// The configuration in `text`; keys that are not there keep their defaults. InvalidArgument "NAME:LINE: ..."
// naming the key and the rule: not YAML, unknown or doubled key, wrong kind of value, value out of range.
// Where `links` names a file, it is looked for in the folder of `name`; its errors name it.
absl::StatusOr<BakeConfig> ParseConfig(std::string_view text, std::string_view name);

// The same over what `config` holds: what a key lists replaces what was listed before. What is read besides
// is added to `digest`, which may be null.
absl::Status ParseConfigOver(std::string_view text, std::string_view name, SourceDigest* digest,
                             BakeConfig& config);

// As ParseConfig, from a file; NotFound or InvalidArgument where it cannot be read or is above
// kMaxConfigBytes. All that is read is added to `digest`, which may be null.
absl::StatusOr<BakeConfig> ReadConfigFile(const std::string& path, SourceDigest* digest = nullptr);

}  // namespace waystone
