// One world file, loaded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/grid/bit_grid.h"
#include "core/package/package_reader.h"
#include "core/surface/portal_surface.h"
#include "core/world/grid_portals.h"
#include "core/world/world_view.h"

namespace waystone {

// Name of a world file, in the folder of its packages.
inline constexpr std::string_view kWorldFileName = "world.wayworld";

// Immutable and shared by all threads; views live as long as a shared_ptr to it is held. Data of single maps
// is given back to the system once it is checked, and read again on first use.
class LoadedWorld {
 public:
  // Checks every byte of the file. Errors as PackageReader; DataLoss also if the world breaks a rule of its format.
  static absl::StatusOr<std::shared_ptr<const LoadedWorld>> Load(const std::string& path);
  static absl::StatusOr<std::shared_ptr<const LoadedWorld>> FromPackage(
      std::unique_ptr<PackageReader> package);

  const WorldView& view() const { return *view_; }
  const PackageReader& package() const { return *package_; }
  const std::string& generation() const { return generation_; }
  // Generation of the package that the world was made with, as LoadedMap::generation().
  std::string MapGeneration(WorldMapIndex map) const;
  // [bytes] What is always in memory.
  uint64_t TableBytes() const;

  // [bytes] What is kept of one map, and what else reading it brings into memory.
  uint64_t BytesOf(WorldMapIndex map) const;
  // Gives the memory of what is kept of one map back to the system, which reads it again when needed.
  void Forget(WorldMapIndex map) const;
  // What is kept of a grid, as it stands. Errors as PackageReader.
  absl::StatusOr<GridPortals::Arrays> GridArrays(WorldMapIndex map) const;
  // The portals of a grid, whose bits are those of its package and must outlive them. Errors as
  // PackageReader.
  absl::StatusOr<GridPortals> PortalsOfGrid(WorldMapIndex map, const BitGrid& bits) const;
  // The portals of a map on its surface. Errors as PackageReader.
  absl::StatusOr<std::shared_ptr<const PortalSurface>> OpenPortals(WorldMapIndex map,
                                                                   const MapView& view) const;

 private:
  LoadedWorld() = default;

  std::unique_ptr<PackageReader> package_;
  std::string generation_;
  std::optional<WorldView> view_;
};

// The bytes of a world file. `grids` has an item per map: its portals if it is a grid. Deterministic; as
// strict as loading. InvalidArgument naming the rule broken.
absl::StatusOr<std::vector<std::byte>> EncodeWorld(const WorldData& world,
                                                   std::span<const std::optional<GridPortals::Arrays>> grids);

}  // namespace waystone
