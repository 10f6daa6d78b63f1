// A mesh and its links in shared memory, for the sake of those that changes make of it.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "core/changed/shared_arrays.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Immutable; any thread. The mesh and links must outlive it.
struct MeshSnapshot {
  // ResourceExhausted if there is no memory. O(mesh).
  static absl::StatusOr<std::shared_ptr<const MeshSnapshot>> Make(const NavmeshView& mesh,
                                                                  const LinkView& links);

  // Polygons that can be added.
  static constexpr uint32_t kMostAdded = 1U << 18;

  // A half-edge that leads into a polygon from which it does not lead back.
  struct OneWaySide {
    uint32_t into;  // PolyId
    uint32_t side;
    friend auto operator<=>(const OneWaySide&, const OneWaySide&) = default;
  };

  NavmeshView mesh;
  LinkView links;
  std::vector<OneWaySide> one_way = {};  // ascending
  std::unique_ptr<const SharedBytes> vertices = nullptr;
  std::unique_ptr<const SharedBytes> edges = nullptr;
  std::unique_ptr<const SharedBytes> polys = nullptr;
  std::unique_ptr<const SharedBytes> detail_vertices = nullptr;
  std::unique_ptr<const SharedBytes> detail_triangles = nullptr;
  // With empty leaves for polygons that are added.
  std::unique_ptr<const SharedBytes> tree_boxes = nullptr;
  NavmeshHeader header{};  // its tree_level_* are those of these boxes
  std::unique_ptr<const SharedBytes> link_records = nullptr;
  std::unique_ptr<const SharedBytes> link_rows = nullptr;  // poly_count of them; none without links
};

}  // namespace waystone
