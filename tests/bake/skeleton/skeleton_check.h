// Slow answers to what a skeleton promises.
#pragma once

#include "bake/skeleton/skeleton_builder.h"
#include "core/collision/collision_view.h"
#include "core/skeleton/skeleton_view.h"

namespace waystone {

// One walks each arc straight over the surface, nothing solid in the way at the height of casts, where
// `solid` is given; leaps lead no farther than they may.
void ExpectArcsWalked(const SkeletonSource& source, const SkeletonView& skeleton, const CollisionView* solid,
                      const SkeletonOptions& options);

// Key points reach each other as the polygons they stand on do, and every strong component of what the starts
// reach has one.
void ExpectSameReach(const SkeletonSource& source, const SkeletonView& skeleton);

// The middle of every polygon that the starts reach is so near the skeleton, walking there or back.
void ExpectNear(const SkeletonSource& source, const SkeletonView& skeleton, double within_m);

// [m] between the two corners of a polygon that lie farthest apart, of all polygons.
double WidestPoly_m(const NavmeshView& mesh);

}  // namespace waystone
