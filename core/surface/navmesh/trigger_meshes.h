// The surface of one map of a world, cut along the triggers of its portals.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/navmesh/cut_mesh.h"
#include "core/surface/map_view.h"
#include "core/world/world_format.h"

namespace waystone {

// The box of a trigger as a mode cuts it out: if walk-in portals teleport, paths lead out of their triggers
// and not in.
TriggerBox CutBoxOf(const Aabb& absolute_box, const Vec3& map_origin, bool is_walk_in, WorldMode mode);

// The boxes of the exits of a map, in their order.
std::vector<TriggerBox> TriggerBoxesOf(std::span<const WorldPortal> exits, const Vec3& map_origin,
                                       WorldMode mode);

// Made on first use and kept: as many bytes as the surface has, for each mode. Agents have surfaces of their
// own. Thread-safe.
class TriggerMeshes {
 public:
  // Box k of the mesh is the trigger of exit k. The views are always of the same map, and outlive this.
  // Errors of CutMesh::Make. The deadline counts if changes were applied to the map; the mesh of a baked one serves all.
  absl::StatusOr<const CutMesh*> Of(WorldMode mode, const MapView& map, std::span<const WorldPortal> exits,
                                    const Deadline& deadline) const;

  // [bytes] Of the meshes made so far.
  uint64_t size_bytes() const { return size_bytes_.load(std::memory_order_relaxed); }

 private:
  mutable std::mutex mutex_;
  // By the surface's variant.
  mutable std::map<std::pair<uint16_t, WorldMode>, std::unique_ptr<const CutMesh>> meshes_;
  mutable std::atomic<uint64_t> size_bytes_{0};
};

}  // namespace waystone
