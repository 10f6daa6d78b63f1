// Routes as people read them.
#pragma once

#include <ostream>

#include "client/types.h"

namespace waystone::cli {

// What became of the request; of a route over several maps what to do on each; the legs with their points.
void PrintRoute(const client::RouteRequest& request, const client::RouteAnswer& answer, std::ostream& out);

}  // namespace waystone::cli
