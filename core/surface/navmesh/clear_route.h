// A taut path over a mesh, led off its borders so that it keeps a clearance.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/heap_bytes.h"
#include "core/navmesh/clear_string.h"
#include "core/navmesh/corridor_pull.h"
#include "core/navmesh/edge_point_graph.h"
#include "core/path/surface_path.h"
#include "core/surface/map_view.h"

namespace waystone {

// Memory of one call, borrowed from Scratch and reused.
struct ClearRouteWorkspace {
  ClearStringScratch string;
  PullScratch pull;
  SurfaceWorkspace surface;
  EdgePointWorkspace points;
  AnyAngleWorkspace any_angle;
  Exclusions avoided;
  std::vector<EdgeId> corridor;  // what is left of it
  std::vector<StringBend> bends;
  std::vector<EdgeId> detour;
  struct Crossing {
    Vec2 at;
    double along_m;  // the taut path
  };
  std::vector<Crossing> crossings;  // [side of the corridor]

  // [bytes]
  uint64_t HeapBytes() const {
    return waystone::HeapBytes(string, pull, surface, points, any_angle, avoided, corridor, detour, bends,
                               crossings);
  }
};

struct ClearRouteOptions {
  double clearance_m = 0;
  const Exclusions* exclusions = nullptr;
  uint32_t max_expansions = 0;  // [search nodes] of all local searches
  Deadline deadline;
};

// `taut` is a taut path over the map's mesh from `start` to `goal`. The result keeps the clearance (ClearanceCheck)
// and bends round the same corners (ClearString). Gaps that are too narrow are gone round: by the shortest path from
// 32 m before to 32 m behind (128 and 512 m, if that is long), or by a search over points on sides (FindEdgePoints) from
// 8 m and 32 m. Empty if there is no such way, or a limit came first; `expansions` counts either way. Another path
// may be shorter: callers compare costs. O(sides crossed), and the local searches.
std::optional<SurfacePath> KeepClear(const MapView& map, const SurfacePath& taut, const NavLocation& start,
                                     const NavLocation& goal, const ClearRouteOptions& options,
                                     ClearRouteWorkspace& workspace, uint32_t& expansions);

}  // namespace waystone
