// Navmeshes that an engine has made already: Detour tile sets as RecastDemo saves them (.bin, "MSET").
#pragma once

#include <cstddef>
#include <span>

#include "absl/status/statusor.h"
#include "bake/import/import_options.h"
#include "bake/import/navmesh_import.h"
#include "bake/import/source_digest.h"

namespace waystone {

// Reads a tile set with 32- or 64-bit references, tile data version 7. Every count, index and number is
// checked here; Detour itself is not asked. Polygons whose flags are 0 (which Detour's filters never pass)
// are left out. External ids count the ground polygons of the file. Detour's area n is called
// "detour_area_n", numbered 1, 2 ... in order of n. InvalidArgument naming the tile, the array, the index and
// the rule broken.
absl::StatusOr<NavmeshImport> ImportDetourTiles(std::span<const std::byte> bytes);

// The same in metres. InvalidArgument also if the options turn the axes: a tile set is y up by its format.
absl::StatusOr<NavmeshImport> ReadTileSet(SourceText& source, const ImportOptions& options,
                                          double max_climb_m);

}  // namespace waystone
