// Paints the skeleton of a map and walks over all of it.
#pragma once

#include <span>
#include <string>

#include "client/draw/legend.h"
#include "client/draw/overlay.h"
#include "client/draw/page.h"
#include "core/geom/vec.h"
#include "core/skeleton/skeleton_view.h"

namespace waystone::draw {

// Key points as dots, arcs as thin lines; those of one direction are dashed. Pixels (page units /
// kPageUnitsPerPx).
void AppendSkeleton(const SkeletonView& skeleton, const Projection& project, std::string& svg);

// Each walk's colour goes from blue where it begins to red where it ends; what is walked later lies above.
// `origin` is the map's.
void AppendWalks(std::span<const WalkOverlay> walks, const Projection& project, const Vec3& origin,
                 std::string& svg);

// What the colours mean. `skeleton` may be null.
void AppendWalkRows(std::span<const WalkOverlay> walks, const SkeletonView* skeleton, Legend& legend);

// Style rules that the elements use, to stand once in the file.
void AppendWalkStyle(std::string& svg);

}  // namespace waystone::draw
