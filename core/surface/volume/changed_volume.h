// A volume as a request's changes leave it: without the voxels that solids block, or that lack clearance.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/base/kept_by_hash.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_data.h"
#include "core/navmesh/navmesh_view.h"
#include "core/surface/map_view.h"
#include "core/surface/route_changes.h"
#include "core/surface/search_surface.h"
#include "core/surface/zone_cache.h"
#include "core/volume/volume_view.h"

namespace waystone {

// Of a part that changes split the largest piece keeps the part's number; others come behind those of the map. Nothing but
// its caches changes; any thread. The baked map must outlive it.
class ChangedVolume {
 public:
  using MakeSurface = std::function<std::unique_ptr<const SearchSurface>(const VolumeView& volume,
                                                                         const ChangedVolume& changed)>;

  // A voxel is blocked if the agent's body, with its middle anywhere in the voxel, may touch a solid: the body reaches its radius
  // to each side, and half of its height (at least its radius) up and down. Clearance comes on top, in every direction.
  // DeadlineExceeded, Cancelled.
  // REQUIRES: the map is a volume as baked.
  static absl::StatusOr<std::shared_ptr<const ChangedVolume>> Make(const MapView& baked,
                                                                   const RouteChanges& changes,
                                                                   const MakeSurface& make_surface,
                                                                   const Deadline& deadline);

  // The baked map on what is left. The view keeps `self`. Zones as SearchSurface::Apply says.
  static absl::StatusOr<MapView> ViewOf(const std::shared_ptr<const ChangedVolume>& self,
                                        const MapView& baked, ZonesNeed need, const Deadline& deadline);

  // The part of the map that a part is of.
  PolyId BakedPart(PolyId part) const {
    return part.value() < own_parts_ ? part : PolyId(split_[part.value() - own_parts_]);
  }
  // [bytes] With zones for one set of abilities.
  uint64_t size_bytes() const;

 private:
  ChangedVolume() = default;
  void FillMesh(const NavmeshView& baked);

  VolumeData volume_data_;
  std::optional<VolumeView> volume_;
  NavmeshData mesh_data_;
  std::optional<NavmeshView> mesh_;
  const LinkView links_{};       // volumes have none
  uint32_t own_parts_ = 0;       // of the map
  std::vector<uint32_t> split_;  // the parts of the map that those behind its own were of
  std::unique_ptr<const SearchSurface> surface_;
  mutable ZoneCache zones_{4};
};

// The changed volumes of one map that were used last. Any thread.
class ChangedVolumes {
 public:
  static constexpr uint64_t kMaxBytes = uint64_t{256} << 20;  // the last one is kept whatever its size

  // Errors as ChangedVolume::Make. Threads that want the same at once may each make it.
  absl::StatusOr<std::shared_ptr<const ChangedVolume>> Get(const MapView& baked, const RouteChanges& changes,
                                                           const ChangedVolume::MakeSurface& make_surface,
                                                           const Deadline& deadline);

 private:
  KeptByHash<ChangedVolume> kept_{std::numeric_limits<size_t>::max(), kMaxBytes};
};

}  // namespace waystone
