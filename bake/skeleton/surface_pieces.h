// Pieces of a surface that can be walked to and fro, and the fewest passages that join them as all do.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/ids.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// A one-way passage from a piece to another: a link, or a side that leads on but not back.
struct PiecePassage {
  uint32_t from_piece = 0;
  uint32_t to_piece = 0;
  double cost_m = 0;
  uint32_t link = kNoLink;
  EdgeId side;  // if it is no link
};

struct SurfacePieces {
  std::vector<uint32_t> of_poly;       // numbered by their lowest polygon
  std::vector<PiecePassage> passages;  // the cheapest from each piece to each other; by (from, to)
};

// Whether an agent that arrives at `place` on polygon `poly`, at which polygons meet, may go on from there as
// on the place's own polygon: false if a side between them is one-way. O(polygons that meet there).
bool IsSameGround(const NavmeshView& mesh, uint32_t poly, const NavLocation& place);

// Links that an agent with these abilities may use. O(n log n).
SurfacePieces FindPieces(const NavmeshView& mesh, const LinkView& links, uint64_t abilities);

}  // namespace waystone
