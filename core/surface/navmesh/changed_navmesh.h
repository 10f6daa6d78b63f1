// What is kept of a navmesh as a request's changes leave it: the mesh, its surface, its zones.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/base/kept_by_hash.h"
#include "core/changed/changed_mesh.h"
#include "core/changed/mesh_snapshot.h"
#include "core/surface/map_view.h"
#include "core/surface/navmesh/navmesh_indexes.h"
#include "core/surface/route_changes.h"
#include "core/surface/zone_cache.h"

namespace waystone {

// Nothing but its caches changes; any thread. The baked map must outlive it.
class ChangedNavmesh {
 public:
  // What a kind of surface has of its own.
  struct Kind {
    // What else the changes close on it; empty: nothing. DeadlineExceeded, Cancelled.
    std::function<absl::Status(MeshChanges&)> complete = nullptr;
    std::function<std::unique_ptr<const SearchSurface>(const ChangedGround&)> make_surface;
  };

  // Errors as ChangedMesh::Make.
  static absl::StatusOr<std::shared_ptr<const ChangedNavmesh>> Make(
      const MapView& baked, const RouteChanges& changes, std::shared_ptr<const MeshSnapshot> snapshot,
      const Kind& kind, const Deadline& deadline);

  // The baked map on the changed surface. Its zones are computed anew, or, if they are not needed, the baked
  // ones: then only their "no" counts. The view keeps `self`.
  static absl::StatusOr<MapView> ViewOf(const std::shared_ptr<const ChangedNavmesh>& self,
                                        const MapView& baked, ZonesNeed need, const Deadline& deadline);

  // [bytes] With zones for one set of abilities.
  uint64_t size_bytes() const {
    constexpr uint64_t kZonesOfPoly = 8;
    return mesh_->HeapBytes() + kZonesOfPoly * mesh_->mesh().poly_count();
  }

 private:
  // The baked map's zones with those of pieces.
  struct GrownZones {
    uint64_t abilities;
    std::shared_ptr<const void> owner;  // of zones that were computed for the baked map
    std::vector<uint32_t> components;
    ZoneView view;
  };
  static constexpr size_t kMaxGrown = 8;
  static constexpr size_t kMaxDetours = 64;

  ChangedNavmesh(const MapView& baked, std::unique_ptr<const ChangedMesh> mesh, const Kind& kind);
  std::shared_ptr<const GrownZones> Grown(const ZoneView& baked, uint64_t abilities,
                                          const std::shared_ptr<const void>& owner) const;

  const std::unique_ptr<const ChangedMesh> mesh_;
  mutable KeptByHash<SurfacePath> detours_{kMaxDetours};
  const ChangedGround ground_;
  const std::unique_ptr<const SearchSurface> surface_;
  mutable std::mutex mutex_;
  mutable std::list<std::shared_ptr<const GrownZones>> grown_;  // made last first, kMaxGrown at most
  mutable ZoneCache computed_{4};
};

// The changed surfaces of one map that were used last. Any thread.
class ChangedNavmeshes {
 public:
  static constexpr uint64_t kMaxBytes = uint64_t{128}
                                        << 20;  // of either; the last one is kept whatever its size
  // Each takes 17 of the ranges of addresses that a process has, 65,530 by default.
  static constexpr size_t kMaxKept = 8;  // of whole sets of changes,
  static constexpr size_t kMaxKeptParts =
      8;  // and of parts, so that routes do not drop what others use whole

  // Errors as ChangedMesh::Make. Threads that want the same at once may each make it.
  absl::StatusOr<std::shared_ptr<const ChangedNavmesh>> Get(const MapView& baked, const RouteChanges& changes,
                                                            const ChangedNavmesh::Kind& kind,
                                                            const Deadline& deadline);

 private:
  absl::StatusOr<std::shared_ptr<const MeshSnapshot>> SnapshotOf(const MapView& baked,
                                                                 const Deadline& deadline);

  std::mutex snapshot_mutex_;
  std::shared_ptr<const MeshSnapshot> snapshot_;  // made for the first changes
  std::optional<MeshSnapshotMaker> maker_;        // while that is not done
  KeptByHash<ChangedNavmesh> kept_{kMaxKept, kMaxBytes};
  KeptByHash<ChangedNavmesh> kept_parts_{kMaxKeptParts, kMaxBytes};
};

}  // namespace waystone
