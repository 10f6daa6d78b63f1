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

// What breaks a rule of the format: in the tables of the world, in the stored walks over grids, and in what
// the world keeps of grids. The latter must fit the grid's package if that lies beside the world file and is
// the one that the world was made with. Damaged sections met on the way are listed too.
std::vector<absl::Status> FindWorldProblems(const LoadedWorld& world);

// Name, counts, travellers and maps.
OrderedJson WorldJson(const WorldView& world);

}  // namespace waystone
