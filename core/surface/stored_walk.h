// Walks between portals as a world stores them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/surface/route_query.h"
#include "core/world/world_format.h"
#include "core/world/world_view.h"

namespace waystone {

// A walk over a map that is no grid: its legs, each with its kind, link and points as floats relative to the
// origin of the map. Grids: EncodeTurns.
void EncodeWalk(const RouteAnswer& walk, const Vec3& origin, std::vector<uint8_t>& bytes);

// The points, legs and lengths of a stored walk over a map, grids among them; the caller sets its cost. Legs
// over links have no names. `first_cell`: of grids. False if the bytes are no such walk.
bool DecodeWalk(std::span<const uint8_t> bytes, const WorldMap& map, uint32_t first_cell, RouteAnswer& walk);

// The stored walk between two portals, as turning points; the map itself is not needed. DataLoss if the file
// holds no such walk.
absl::StatusOr<RouteAnswer> WalkBetweenPortals(const WorldView& world, PortalId portal, PortalId exit,
                                               TravellerId traveller, WorldMode mode);

// DataLoss: a stored walk over that map leads over what is not free.
absl::Status WalkIsNotFree(const WorldView& world, WorldMapIndex map);

}  // namespace waystone
