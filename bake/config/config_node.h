// Settings of a bake within another YAML file.
#pragma once

#include <yaml-cpp/yaml.h>

#include <set>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace waystone {

// Whether each key of the map `node` is one of a configuration, with a value that fits, or one of
// `other_keys`, whose values may be anything. What keys say together is not looked at. Errors as ParseConfig,
// in the file `name`; `what` is what the map is called.
absl::Status CheckConfigNode(const YAML::Node& node, const std::string& what,
                             const std::set<std::string>& other_keys, std::string_view name);

}  // namespace waystone
