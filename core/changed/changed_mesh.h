// A navmesh as one set of changes leaves it: what they close is not there any more, so that everything that
// goes over it keeps off by itself.
//
//   WS_ASSIGN_OR_RETURN(const auto changed, ChangedMesh::Make(mesh, links, changes, deadline));
//   FindAnyAngle(changed->mesh(), ...)
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/changed/mesh_arrays.h"
#include "core/changed/mesh_snapshot.h"
#include "core/changed/solid.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// What is closed. Any order; ids may repeat.
struct MeshChanges {
  std::vector<Solid> solids;
  double agent_radius_m = 0;  // [m] the ground ends so far around a solid
  double agent_height_m = 0;  // [m] ground so far below a solid is taken, too
  std::vector<PolyId> blocked_polys;
  uint64_t excluded_areas = 0;  // bit k: ground of area k
  // Bit k: on polygons of area k places are the middle of the agent's body, not its feet.
  uint64_t floating_areas = 0;
  std::vector<LinkId> closed_links;
};

// Ids of polygons, sides, vertices and links stay what they were; pieces that were cut have a part of their
// polygon under its id, and others under ids behind the baked ones. A polygon of which nothing is left is a
// triangle without area far off (IsGone). Immutable; any thread. The baked mesh and links must outlive it.
class ChangedMesh {
 public:
  // OutOfRange if solids cut the ground into more than kMaxPieces; ResourceExhausted if there is no memory; DeadlineExceeded,
  // Cancelled. O(what is closed, solids that touch a polygon x its pieces, links).
  static absl::StatusOr<std::unique_ptr<const ChangedMesh>> Make(std::shared_ptr<const MeshSnapshot> baked,
                                                                 const MeshChanges& changes,
                                                                 const Deadline& deadline);
  static constexpr size_t kMaxPieces = 200'000;
  ~ChangedMesh();
  ChangedMesh(const ChangedMesh&) = delete;
  ChangedMesh& operator=(const ChangedMesh&) = delete;

  // Fills the areas of polygons, which PolyArea_m2 and random places need; they are zero before. O(mesh) once; what was done
  // before the deadline stays done. DeadlineExceeded, Cancelled.
  absl::Status SumAreas(const Deadline& deadline) const;

  const NavmeshView& mesh() const { return *mesh_; }
  const LinkView& links() const { return *links_; }

  // The baked polygon that one of this mesh is a part of.
  PolyId BakedPoly(PolyId poly) const {
    return poly.value() < baked_polys_ ? poly : parents_[poly.value() - baked_polys_];
  }
  // Of the polygons behind the baked ones, the baked polygons that they are parts of.
  std::span<const PolyId> parents() const { return parents_; }
  LinkId BakedLink(LinkId link) const {
    return link.value() < baked_links_ ? link : copied_links_[link.value() - baked_links_];
  }
  // Whether a polygon, baked or of this mesh, is not the one that was baked.
  bool IsChanged(PolyId poly) const {
    return poly.value() >= baked_polys_ || (is_changed_[poly.value() / 64] >> poly.value() % 64 & 1) != 0;
  }
  // Whether nothing is left of a baked polygon.
  bool IsGone(PolyId poly) const { return mesh_->poly(poly).first_edge == gone_edge_; }
  // The baked polygons that are changed, ascending.
  std::span<const PolyId> changed() const { return changed_; }
  // The parts of a changed baked polygon; none if it is gone.
  std::vector<PolyId> PiecesOf(PolyId baked) const;
  // A place of the baked mesh on this one: on the piece that it lies on. Empty if there is none.
  std::optional<NavLocation> PlaceOf(const NavLocation& baked) const;

  // [bytes]
  uint64_t HeapBytes() const;

 private:
  friend class MeshChanger;
  ChangedMesh(std::shared_ptr<const MeshSnapshot> baked, MeshArrays arrays);
  // Under the lock.
  void SumAreasUntil(uint32_t end) const;

  const std::shared_ptr<const MeshSnapshot> baked_;
  uint32_t baked_polys_;
  uint32_t baked_links_;
  mutable MeshArrays arrays_;  // only the areas change once it is made
  mutable std::mutex areas_mutex_;
  mutable uint32_t summed_polys_ = 0;
  std::optional<NavmeshView> mesh_;
  std::optional<LinkView> links_;
  std::vector<uint64_t> is_changed_;  // a bit for each baked polygon
  std::vector<PolyId> changed_;
  std::vector<uint32_t> first_pieces_;  // by changed_, and one more: into parents_
  std::vector<PolyId> parents_;         // of the polygons behind the baked ones, by these
  std::vector<LinkId> copied_links_;    // of the links behind the baked ones
  uint32_t gone_edge_ = kNoEdge;        // of the triangle that stands for polygons that are gone
};

}  // namespace waystone
