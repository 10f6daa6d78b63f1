// Other routes between the same places.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/surface/map_view.h"
#include "core/surface/route_query.h"

namespace waystone {

// What makes a route worth telling beside a better one (Abraham, Delling, Goldberg and Werneck, "Alternative Routes in
// Road Networks", 2013).
struct AlternativeRules {
  double max_cost_ratio = 1.5;  // to the best route
  double max_shared = 0.7;      // [share of its length] that lies beside the routes told before it
  // [share of the best route's length] Around the places that it was led over no stretch of twice this length is more
  // than a hundredth dearer than the cheapest route between its ends.
  double local_share = 0.25;
};

// Up to `count` alternatives to `best`, the complete answer to a query without via points: the cheapest first, each as
// far as the rules ask from the best route and from those before it. They are led over places spread around both ends;
// there may be others. Fewer if the query's deadline or max_expansions, which hold for all searches together, come
// first. The same for the same arguments. Takes some hundred searches between the same ends. Errors as PlanRoute.
absl::StatusOr<std::vector<RouteAnswer>> FindAlternatives(const MapView& map, const RouteQuery& query,
                                                          const RouteAnswer& best, uint32_t count,
                                                          Scratch& scratch);

}  // namespace waystone
