// The free voxels that moves are judged in.
#pragma once

#include <cstdint>
#include <memory>

#include "core/base/scratch.h"
#include "core/surface/free_ground.h"
#include "core/surface/map_view.h"

namespace waystone {

// View and scratch must outlive it. REQUIRES: the map is a volume. No search takes more than `max_expansions`.
std::unique_ptr<FreeGround> MakeVolumeMoves(const MapView& map, uint32_t max_expansions, Scratch& scratch);

}  // namespace waystone
