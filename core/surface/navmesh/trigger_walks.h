// Walks into the triggers of portals, over a surface that is cut along them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/scratch.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/cut_mesh.h"
#include "core/path/surface_path.h"
#include "core/surface/map_view.h"
#include "core/surface/route_query.h"
#include "core/surface/trigger_entry.h"
#include "core/surface/trigger_walk.h"

namespace waystone {

// Fills `entries`, by box, with the cheapest path into every box of the surface from a place of the baked
// mesh, by one flood that ends once all are known. Exact to rounding, except on ground that slopes out of a
// box above or below: there the box's sides are reached on the cheapest path, and its ground straight from
// there. A box that the start lies in costs nothing or, if it is one-way, leaving it and coming back. kNone,
// or the limit that ended the flood before all were known.
RouteReason FindTriggerEntries(const MapView& map, const CutMesh& cut, const NavLocation& start,
                               const TriggerWalkOptions& options, Scratch& scratch,
                               std::vector<TriggerEntry>& entries);

// The path to the entry of a box, over the baked mesh. kFound, unless a limit came first. REQUIRES: it has a
// cost, and was found from the same start.
SurfacePath WalkToEntry(const MapView& map, const CutMesh& cut, const NavLocation& start, uint32_t box,
                        const TriggerEntry& entry, const TriggerWalkOptions& options, Scratch& scratch);

// The cheapest path between two places of the baked mesh, over the baked mesh. It keeps off all one-way boxes
// that the start does not lie in. If the end lies in one, the path may enter it, and then stays in it to the
// end; other boxes entered there do not count.
TriggerWalk WalkAroundTriggers(const MapView& map, const CutMesh& cut, const NavLocation& start,
                               const NavLocation& end, const TriggerWalkOptions& options, Scratch& scratch);

// AnswerOfPath of a path over the mesh, with what ground and water cost with the changes; null: none.
RouteAnswer AnswerOf(const MapView& map, const SurfacePath& route, RouteShape shape, Scratch& scratch,
                     const RouteChanges* changes = nullptr);

}  // namespace waystone
