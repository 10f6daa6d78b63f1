// The surface of one map of a world, cut along the triggers of its portals.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/navmesh/cut_mesh.h"
#include "core/store/map_view.h"
#include "core/world/world_format.h"

namespace waystone {

// The box of a trigger as a mode cuts it out: where walk-in portals teleport, ways lead out of their triggers
// and not in.
CutBox CutBoxOf(const Aabb& absolute_box, const Vec3& map_origin, bool is_walk_in, WorldMode mode);

// Made when they are first asked for, and then kept: as many bytes as the surface has, for each mode.
// Thread-safe.
class TriggerMeshes {
 public:
  // Box k of the mesh is the trigger of exit k. The view is always of the same map, and outlives this. Errors
  // of CutMesh::Make.
  absl::StatusOr<const CutMesh*> Of(WorldMode mode, const MapView& map,
                                    std::span<const WorldPortal> exits) const;

 private:
  mutable std::mutex mutex_;
  mutable std::array<std::unique_ptr<const CutMesh>, kWorldModes> meshes_;
};

}  // namespace waystone
