// A mesh and its links in memory that changed copies of it share.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "core/changed/mesh_arrays.h"
#include "core/changed/shared_arrays.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Immutable; any thread. The mesh and links must outlive it.
struct MeshSnapshot {
  // ResourceExhausted if there is no memory. O(mesh).
  static absl::StatusOr<std::shared_ptr<const MeshSnapshot>> Make(const NavmeshView& mesh,
                                                                  const LinkView& links);

  // Arrays to be changed: spare ones, or new ones. ResourceExhausted if there is no memory.
  absl::StatusOr<MeshArrays> TakeArrays() const;

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
  NavmeshHeader
      header{};  // tree_level_* are those of the boxes here, which have empty leaves for kMostAdded polygons
  std::unique_ptr<const SharedArrays> arrays = nullptr;
  // Their numbers among the arrays.
  size_t vertices = 0;
  size_t edges = 0;
  size_t polys = 0;
  size_t detail_vertices = 0;
  size_t detail_triangles = 0;
  size_t tree_boxes = 0;
  size_t link_records = 0;
  size_t link_rows = 0;  // one for each polygon; none without links
  size_t tree_box_count = 0;
  std::unique_ptr<SpareArrays> spare = std::make_unique<SpareArrays>();
};

}  // namespace waystone
