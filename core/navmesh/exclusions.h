// What one request removes from a mesh: polygons, kinds of ground, links.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/growing_array.h"
#include "core/base/heap_bytes.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// A search that is given one finds what it would find on a mesh baked without the excluded parts. Keeps its
// memory from request to request; const while a search runs; one thread.
class Exclusions {
 public:
  // Forgets everything. Mesh and links must outlive the use. O(1) but for growth to the mesh.
  void Begin(const NavmeshView& mesh, const LinkView& links);

  void BlockPoly(PolyId poly) { poly_stamps_[poly.value()] = generation_; }
  // All polygons of some areas: bit k for area k.
  void BlockAreas(uint64_t areas) { blocked_areas_ |= areas; }
  void CloseLink(LinkId link) { link_stamps_[link.value()] = generation_; }

  bool IsBlocked(PolyId poly) const {
    return poly_stamps_[poly.value()] == generation_ || (blocked_areas_ >> mesh_->poly(poly).area & 1) != 0;
  }
  // Closed itself, or it leads into a blocked polygon.
  bool IsClosed(LinkId link, const NavLink& record) const {
    return link_stamps_[link.value()] == generation_ || IsBlocked(PolyId(record.end_poly));
  }
  // Whether a blocked polygon is met by turning about the vertex where `corner` starts, from that half-edge's
  // polygon over two-way sides: the border then goes through the vertex, whatever the baked flags say.
  // Complete for all vertices but pinched ones. O(polygons around the vertex).
  bool TouchesVertex(EdgeId corner) const;

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(poly_stamps_, link_stamps_); }

 private:
  const NavmeshView* mesh_ = nullptr;
  uint32_t generation_ = 0;
  GrowingArray<uint32_t> poly_stamps_;
  GrowingArray<uint32_t> link_stamps_;
  uint64_t blocked_areas_ = 0;
};

}  // namespace waystone
