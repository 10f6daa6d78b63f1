// Walks between portals as a world stores them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/query/route_query.h"
#include "core/world/world_format.h"

namespace waystone {

// A walk over a map that is no grid: its legs, each with its kind, link and points as floats relative to the
// origin of the map. Grids: EncodeTurns.
void EncodeWalk(const RouteAnswer& walk, const Vec3& origin, std::vector<uint8_t>& bytes);

// The points, legs and lengths of a stored walk over a map, grids among them; its cost is the caller's to
// say. Legs over links have no names. `first_cell`: of grids. False where the bytes are no such walk.
bool DecodeWalk(std::span<const uint8_t> bytes, const WorldMap& map, uint32_t first_cell, RouteAnswer& walk);

}  // namespace waystone
