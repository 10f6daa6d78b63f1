// World files as `waystone package check|dump` report them.
#pragma once

#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "core/package/package_reader.h"
#include "core/store/loaded_world.h"
#include "core/store/package_json.h"

namespace waystone {

// Whether a package holds a world, and not a map.
bool IsWorld(const PackageReader& package);

// What breaks a rule of the format in what the world keeps of one map: the stored walks over a grid, and the grid's
// tables. The latter must fit the grid's package, which lies beside the world file. That there is none, or one of another
// generation than the one that the world was made with, is a problem, too.
std::vector<absl::Status> FindMapProblems(const LoadedWorld& world, WorldMapIndex map);
// The same of all maps.
std::vector<absl::Status> FindWorldProblems(const LoadedWorld& world);

// Name, counts, travellers and maps.
OrderedJson WorldJson(const WorldView& world);

}  // namespace waystone
