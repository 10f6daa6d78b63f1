// Maps of waypoints for tests: drawn or random graphs, packed as a bake packs them.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "bake/import/waypoint_graph.h"
#include "bake/waypoint/waypoint_packer.h"
#include "core/base/random.h"
#include "core/store/loaded_map.h"
#include "core/waypoint/waypoint_search.h"
#include "tests/support/package_surgery.h"

namespace waystone {

// Nodes by letters of a drawing: column x, row z, a metre each; 'a' is node 0, 'b' node 1 and so on, each
// with a radius of 0.3 m. Links: "ab" leads from a to b and back, "a>b" there only; with a '^' before it is
// a jump, with a '#' a ladder.
WaypointGraph DrawnWaypoints(const std::string& drawing, std::initializer_list<const char*> links);

// Random nodes in a box of 100 m and about `degree` links from each, of which some are jumps and ladders,
// some cost more or less than their length, and some parts are joined by one-way links or not at all.
WaypointGraph RandomWaypoints(uint32_t nodes, double degree, Random& random);

// The packed graph over its surface. Aborts where it cannot be packed.
PackedWaypoints Packed(const WaypointGraph& graph);

// The bytes of its package: variants without abilities and with all, zones and skeletons. Aborts likewise.
PackageFile WaypointPackage(const WaypointGraph& graph, const std::string& map_id = "patrol");
std::shared_ptr<const LoadedMap> WaypointMap(const WaypointGraph& graph);

// Of each node of a graph, cost of the cheapest path from `starts`; infinite if none leads. Plain and slow.
std::vector<double> SlowCosts(const WaypointView& graph, const std::vector<WaypointEnd>& starts,
                              uint64_t abilities, const std::vector<bool>& is_closed);

}  // namespace waystone
