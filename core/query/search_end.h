// Why a search ended before it was whole, in words.
#pragma once

#include <string_view>

#include "core/query/route_query.h"

namespace waystone {

// A sentence for RouteAnswer::explanation. REQUIRES: the reason is a limit, the deadline or a cancellation.
std::string_view WhySearchEnded(RouteReason reason);

}  // namespace waystone
