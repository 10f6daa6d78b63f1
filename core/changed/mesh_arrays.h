// The arrays of a navmesh and its links while they are changed, and spare ones for the next changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/changed/patched_array.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// As PatchedArray.
struct MeshArrays {
  PatchedArray<Vec3f> vertices;
  PatchedArray<NavEdge> edges;
  PatchedArray<NavPoly> polys;
  PatchedArray<Vec3f> detail_vertices;
  PatchedArray<NavDetailTriangle> detail_triangles;
  PatchedArray<NavBox> tree_boxes;
  PatchedArray<NavLink> link_records;
  PatchedArray<uint32_t> link_rows;
  std::unique_ptr<PrivateBytes> areas;  // of doubles, by polygon: zeros until they are summed
  bool are_areas_summed = false;

  // As they were baked.
  void Restore();
  // So that what reads them first finds them as fast as what reads them later. O(pages of all).
  void MapPages() const;
  // [bytes] Of their own memory, at most.
  uint64_t HeapBytes() const;
};

// Arrays that no changed mesh uses any more: to restore what few changes have touched is much cheaper than to
// map all of them again. Any thread.
class SpareArrays {
 public:
  static constexpr size_t kMost = 20;  // more than the changed meshes of a map that are kept
  static constexpr uint64_t kMostBytes = uint64_t{8}
                                         << 20;  // of one; those that have touched more are dropped

  // Empty if there are none.
  std::optional<MeshArrays> Take();
  // Keeps them, restored, or drops them.
  void Give(MeshArrays arrays);

 private:
  std::mutex mutex_;
  std::vector<MeshArrays> arrays_;
};

}  // namespace waystone
