// What the baker's report (docs/baking.md) says of a map, for the page of `waystone report`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace waystone::client {

struct BakeFigures {
  std::string map_id;
  double wall_s = 0;
  uint64_t source_triangles = 0;
  std::vector<std::string> warnings;
};

// InvalidArgument, if the text is not the JSON that `waystone-bake --report` writes of a map.
absl::StatusOr<BakeFigures> ReadBakeFigures(std::string_view text);

}  // namespace waystone::client
