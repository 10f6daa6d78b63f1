// A mesh and its links in memory that changed copies of it share.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/changed/mesh_arrays.h"
#include "core/changed/shared_arrays.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Immutable; any thread. The mesh and links must outlive it.
struct MeshSnapshot {
  // Arrays to be changed: spare ones, or new ones. ResourceExhausted if there is no memory.
  absl::StatusOr<MeshArrays> TakeArrays() const;
  // New ones. Errors as above.
  absl::StatusOr<MeshArrays> NewArrays() const;

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

// Makes a snapshot with spare arrays, in several goes if there is not the time for it at once. One thread. The mesh and links must
// outlive it and the snapshot.
class MeshSnapshotMaker {
 public:
  MeshSnapshotMaker(const NavmeshView& mesh, const LinkView& links);

  // ResourceExhausted if there is no memory. DeadlineExceeded, Cancelled: the next call goes on from there. O(mesh), all
  // calls together. REQUIRES: none has returned a snapshot.
  absl::StatusOr<std::shared_ptr<const MeshSnapshot>> Make(const Deadline& deadline);

 private:
  // An array to be copied, and what gets its number.
  struct Part {
    std::span<const std::byte> bytes;
    size_t* number;
  };
  absl::Status ListParts(const Deadline& deadline);
  absl::Status CopyParts(const Deadline& deadline);
  absl::Status FindOneWay(const Deadline& deadline);
  absl::Status FillSpare(const Deadline& deadline);

  std::shared_ptr<MeshSnapshot> out_;
  std::unique_ptr<SharedArrays> shared_;
  std::vector<NavBox> boxes_;
  std::vector<uint32_t> rows_;
  std::vector<Part> parts_;      // none before they are listed
  size_t part_ = 0;              // the next one to be copied
  std::optional<size_t> array_;  // its number, once it has one
  size_t copied_ = 0;            // bytes of it
  uint32_t edge_ = 0;            // the next one to be looked at
  size_t spare_count_ = 0;       // spare arrays made
};

}  // namespace waystone
