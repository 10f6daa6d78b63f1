// Why a search ended before it was whole, in words.
#pragma once

#include <string_view>

#include "core/path/search_outcome.h"
#include "core/surface/route_query.h"

namespace waystone {

// The one mapping from how a search ended to why a route is not complete; kNone if the goal was found, and if
// every path costs too much.
RouteReason ReasonOf(SearchOutcome outcome);

// The limit that ended the search; kNone if none did.
RouteReason LimitOf(SearchOutcome outcome);

// Why a place that the baked map reaches is out of reach with these changes: kClosedByChanges, or kClearance if nothing is
// closed.
RouteReason WhyClosed(const RouteChanges& changes);
// The same of a place that is on no ground: for RouteAnswer::explanation, after the place's name.
std::string_view WhyNoGround(const RouteChanges& changes);

// A sentence for RouteAnswer::explanation. REQUIRES: the reason is a limit, the deadline or a cancellation.
std::string_view WhySearchEnded(RouteReason reason);

}  // namespace waystone
