// Which of several links between the same grounds are kept.
#pragma once

#include <vector>

#include "bake/links/generated_link.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {

// A walk that strays no further from the straight line replaces a jump, and joins links to one another.
inline constexpr double kNearWalk_m = 1.0;

// A link replaces another one of its kind if walking to its start, taking it and walking on to the other's
// end needs at most this share of the other's length plus these metres.
inline constexpr double kDetourShare = 1.25;
inline constexpr double kDetour_m = 2.0;

// Whether `link` replaces `other` by that rule, whatever their kinds; both walks stay near the straight
// lines. O(polygons near them), and O(1) if the costs rule it out.
bool Replaces(const NavmeshView& mesh, const GeneratedLink& link, const GeneratedLink& other,
              SurfaceWorkspace& workspace);

// The links that no kept one replaces: tries `links`, in any order, shortest first. Reachability is kept.
// Only links from the same polygon or one beside it are compared. Sorted by (start_poly, kind, end_poly,
// cost). Deterministic. O(n log n + pairs that are near each other).
std::vector<GeneratedLink> ChooseLinks(const NavmeshView& mesh, std::vector<GeneratedLink> links);

}  // namespace waystone
