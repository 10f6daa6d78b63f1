// From a corridor to the taut path through it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/base/ids.h"
#include "core/geom/funnel.h"
#include "core/geom/vec.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/path/surface_path.h"

namespace waystone {

// Memory of one call, a reused part of a search's memory.
struct PullScratch {
  std::vector<FunnelEdge> edges;
  std::vector<FunnelTurn> turns;
  Funnel funnel;

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(edges, turns); }
};

// The mesh that a route is read over, and its ends.
struct AnyAngleEnds {
  const NavmeshView& mesh;
  const LinkView& links;
  const NavLocation& start;
  const NavLocation& goal;
};

// A place that a path must pass: on the side it crosses next.
struct PullStop {
  uint32_t crossed = 0;  // how many sides are crossed before
  NavLocation at;
};

// The start of a half-edge, at the height its polygon's surface has there.
NavLocation CornerPlace(const NavmeshView& mesh, EdgeId corner);
NavLocation LinkStart(const NavLink& link);
NavLocation LinkEnd(const NavLink& link);

// Drops turns at which the path goes straight on, except ends of links, and measures the rest. REQUIRES:
// turns and links of `result` are filled.
void FinishTurns(const LinkView& links, SurfacePath& result);

// Fills turns and lengths of `result` with the shortest path through its `crossed` and `links` (whose
// `crossed` is set), and through the stops in their order, if any. O(sides crossed).
void PullCorridor(const AnyAngleEnds& ends, PullScratch& scratch, SurfacePath& result,
                  std::span<const PullStop> stops = {});

// [m] The length of the shortest path through a corridor without links. O(sides crossed).
double TautLength_m(const NavmeshView& mesh, Vec2 from, std::span<const EdgeId> crossed, Vec2 to,
                    PullScratch& scratch);

}  // namespace waystone
