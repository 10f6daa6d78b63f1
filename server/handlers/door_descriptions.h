// The doors of a map as DescribeMap tells them.
#pragma once

#include "core/store/loaded_map.h"
#include "waystone/v1/map_catalog.pb.h"

namespace waystone {

// Appends one DescribedDoor for each door of the map, in the manifest's order, until the answer would grow over
// kMaxPartBytes. O(the doors' parts).
void DescribeDoors(const LoadedMap& map, v1::DescribeMapResponse& response);

}  // namespace waystone
