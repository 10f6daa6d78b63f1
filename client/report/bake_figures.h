// What a report takes from the reports of `waystone-bake --report`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/report/opened_maps.h"

namespace waystone::client {

// Of the bake of one map.
struct BakeFigures {
  std::string map_id;
  std::string generation = {};        // of the package that it wrote or kept; empty: none
  bool may_keep_older = false;        // it failed in the bake of a world, and an older package may be there
  std::string error = {};             // why it failed
  std::optional<double> wall_s = {};  // [s] none: the package was kept as it was
  std::optional<uint64_t> source_triangles = {};  // none: the report is of a world
  std::vector<std::string> warnings = {};
};

// What one file tells.
struct BakeFile {
  std::optional<std::string> world;    // its name; none: the report is of one map
  std::vector<BakeFigures> maps = {};  // those that were reached; of no world exactly one
  std::vector<std::string> world_warnings = {};
};

// Reads the report of a map's bake, or of a world's. InvalidArgument if the text is neither, or has no generations, which
// bakers up to 0.6.0 did not write.
absl::StatusOr<BakeFile> ReadBakeFile(std::string_view text);

// Ok if the bake wrote or kept the package of its map that is opened, or may_keep_older. NotFound if that map is not, and InvalidArgument naming the package if
// it is of another bake.
absl::Status CheckBake(const BakeFigures& bake, const OpenedMaps& maps);

}  // namespace waystone::client
