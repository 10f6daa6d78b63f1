// Sentences about fixes.
#pragma once

#include <string>

#include "core/gaps/gap_format.h"
#include "core/geom/vec.h"
#include "core/navmesh/navmesh_view.h"
#include "core/why/fix.h"

namespace waystone {

// A number of at most two decimals: "0.9", "52", "1.25".
std::string Decimals(double value);
// "(1.2, 0, -3.45)".
std::string PlaceText(const Vec3& at);

// Of the kinds that the ground has (step, width, slope, headroom, drop, not walkable): names place, measure and limit. If
// the measure keeps the limit, it says that the voxels of `mesh` are too coarse.
std::string GroundFixText(const Fix& fix, const NavmeshView& mesh, StepShape shape = StepShape::kOneWay);

// What is in a gap, as an agent finds it that comes from the first of its ends, or `is_back` from the second. `origin`: of
// the mesh's positions.
Fix FixOfGap(const GapFix& stored, bool is_back, const NavmeshView& mesh, const Vec3& origin);

}  // namespace waystone
