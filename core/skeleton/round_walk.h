// The round walk over a strong component that a package stores, so that a query need not search for one.
#pragma once

#include <cstdint>

#include "core/skeleton/skeleton_view.h"

namespace waystone {

// Fills `uses` of the arcs with a short closed walk over each strong component, found in at most `passes`
// passes of improvement (12 are plenty). A component that is connected only by one-way arcs has none: 0.
// Deterministic. REQUIRES: data that SkeletonView::Create accepts. A pass takes some 2 s for 100,000 key
// points.
void BakeRoundWalk(SkeletonData& data, uint32_t passes);

}  // namespace waystone
