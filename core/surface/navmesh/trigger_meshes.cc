#include "core/surface/navmesh/trigger_meshes.h"

#include <utility>

#include "core/base/status_macros.h"

namespace waystone {

TriggerBox CutBoxOf(const Aabb& absolute_box, const Vec3& map_origin, bool is_walk_in, WorldMode mode) {
  return {.box = {absolute_box.min - map_origin, absolute_box.max - map_origin},
          .is_one_way = is_walk_in && mode == WorldMode::kWalkInTeleports};
}

std::vector<TriggerBox> TriggerBoxesOf(std::span<const WorldPortal> exits, const Vec3& map_origin,
                                       WorldMode mode) {
  std::vector<TriggerBox> boxes;
  for (const WorldPortal& exit : exits) {
    const Aabb box{ToVec3(exit.box_min), ToVec3(exit.box_max)};
    boxes.push_back(CutBoxOf(box, map_origin, exit.kind == PortalKind::kWalkIn, mode));
  }
  return boxes;
}

absl::StatusOr<const CutMesh*> TriggerMeshes::Of(WorldMode mode, const MapView& map,
                                                 std::span<const WorldPortal> exits,
                                                 const Deadline& deadline) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::unique_ptr<const CutMesh>& mesh = meshes_[{map.variant->surface_variant, mode}];
  if (mesh != nullptr) return mesh.get();
  WS_ASSIGN_OR_RETURN(
      mesh, CutMesh::Make(*map.navmesh, *map.links, TriggerBoxesOf(exits, map.manifest->origin, mode),
                          map.is_applied, map.is_applied ? deadline : Deadline()));
  size_bytes_ += mesh->size_bytes();
  return mesh.get();
}

}  // namespace waystone
