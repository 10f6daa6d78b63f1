// A package for tests of the suites, and the lines that a suite prints.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"

namespace waystone {

// Writes a map of one variant, without links, drawn as ascii_navmesh.h tells with cells of 4 m.
void WriteBenchPackage(const std::string& path, std::string_view drawing);

// The lines printed while `run` ran, each a JSON object. `status` is its result.
std::vector<nlohmann::json> LinesOf(const std::function<absl::Status()>& run, absl::Status& status);

}  // namespace waystone
