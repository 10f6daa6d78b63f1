// Landmarks of a graph of waypoints.
#pragma once

#include "core/waypoint/waypoint_view.h"

namespace waystone {

// Fills header.landmark_*, landmarks and landmark_costs from nodes, rows and arcs. Up to 12 landmarks: each
// is laid into the weak component with the most nodes for each landmark that it has, at the node farthest
// from those (Goldberg, Harrelson 2005), which for a pair of nodes is the way there and back, or the one way
// that leads. Of equals the lowest ids. Four cost searches for each, two of them for the table.
void LayLandmarks(WaypointData& data, int thread_count);

}  // namespace waystone
