// Skeletons for tests, made of the polygons of a mesh.
#pragma once

#include <cstdint>
#include <vector>

#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/skeleton/skeleton_view.h"

namespace waystone {

// A key point in the middle of every polygon, with the polygon's id, and an arc over every side that may be
// crossed. On drawn maps: the middles of cells, joined to those beside them.
class CellSkeleton {
 public:
  explicit CellSkeleton(const NavmeshView& mesh);

  // An arc by every link, from the cell it starts in to the one it ends in.
  void AddLinks(const LinkView& links);
  void AddArc(PolyId from, PolyId to, SkeletonArcKind kind, uint32_t link = kNoSkeletonLink);
  // Leaves out a cell: key points behind it move up.
  void Drop(PolyId poly);

  SkeletonData Data() const;

 private:
  struct Arc {
    uint32_t from;
    uint32_t to;
    SkeletonArcKind kind;
    uint32_t link;
  };
  const NavmeshView& mesh_;
  std::vector<bool> is_kept_;
  std::vector<Arc> arcs_;
};

}  // namespace waystone
