// Waypoints as JSON.
#pragma once

#include <string_view>

#include "absl/status/statusor.h"
#include "bake/import/waypoint_graph.h"

namespace waystone {

//   {"nodes": [{"id": 1, "x": 0, "y": 0, "z": 0, "radius": 2, "flags": 0}, ...],
//    "links": [{"from": 1, "to": 2, "kind": "walk", "cost_m": 4.5}, {"from": 2, "to": 1, "jump": true}, ...]}
//
// Of a node radius and flags may be missing (0), of a link all but its ends: kind is walk, jump or ladder and
// stands for the flags jump and ladder, which may be given instead. An unknown key is an error.
// InvalidArgument naming the place ("nodes[3].x") and the rule. O(size).
absl::StatusOr<WaypointGraph> ParseWaypointJson(std::string_view text);

}  // namespace waystone
