// Joins what changes have parted in a skeleton, but not on the surface.
#pragma once

#include "absl/status/status.h"
#include "core/explore/arc_walks.h"
#include "core/skeleton/skeleton_changes.h"

namespace waystone {

// Adds an arc from one key point to another if a path of at most `max_cost_m` leads there; false if none does.
// Afterwards SortAdded is needed.
bool AddArc(ArcWalks& walks, KeyPointId source, KeyPointId target, double max_cost_m,
            SkeletonChanges& changes);
void SortAdded(SkeletonChanges& changes);

// Adds arcs both ways between open key points that are strongly connected over polygons and links, but not over
// arcs. DeadlineExceeded, Cancelled.
absl::Status JoinPieces(ArcWalks& walks, SkeletonChanges& changes);

// Adds arcs to the key points that polygons and links lead to from `first`, and no arcs. DeadlineExceeded, Cancelled.
absl::Status JoinFrom(KeyPointId first, ArcWalks& walks, SkeletonChanges& changes);

}  // namespace waystone
