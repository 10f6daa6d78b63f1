// Which polygons can be reached at all? A flood over sides and links, in portions, so that a search can run
// it alongside and stop early if its goal is unreachable.
#pragma once

#include <cstdint>

#include "core/base/growing_array.h"
#include "core/base/heap_bytes.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Keeps its memory from flood to flood. One thread at a time.
class ReachFlood {
 public:
  // Forgets the last flood and begins at `start`. Follows the links that an agent with `abilities` may use
  // and avoids what is excluded (null: nothing); both must outlive the flood. O(1) but for growth to the
  // mesh.
  void Begin(const NavmeshView& mesh, const LinkView& links, uint64_t abilities, const Exclusions* exclusions,
             PolyId start);
  // Visits up to `poly_budget` polygons more, depth first and towards `goal` if there is a choice, so that a
  // reachable goal is mostly reached soon. REQUIRES: the mesh of Begin.
  void Advance(const NavmeshView& mesh, Vec2 goal, uint32_t poly_budget);

  // Everything reachable was reached.
  bool IsDone() const { return open_.empty(); }
  bool Reached(PolyId poly) const { return stamps_[poly.value()] == generation_; }

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(stamps_, open_); }

 private:
  void Open(uint32_t poly, Vec2 at, Vec2 goal, double& nearest_sq_m2);

  const LinkView* links_ = nullptr;
  uint64_t abilities_ = 0;
  const Exclusions* exclusions_ = nullptr;
  uint32_t generation_ = 0;
  GrowingArray<uint32_t> stamps_;  // [poly]
  GrowingArray<uint32_t> open_;    // polygons reached but not visited
};

}  // namespace waystone
