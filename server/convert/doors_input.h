// From the doors and cost profiles that a request names to changes of a map.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "core/surface/route_changes.h"
#include "server/convert/convert.h"
#include "server/convert/request_limits.h"
#include "waystone/v1/changes.pb.h"

namespace waystone {

// The doors of one map as a request has them: the baked state, and what the request and its batch say.
class AskedDoors {
 public:
  // InvalidArgument (an unknown name, naming some that there are; a door closed and opened by one set of changes),
  // LimitError; messages begin with the field. O(names * log doors).
  absl::Status Read(const v1::MapChanges& changes, const FoundMap& found, const RequestLimits& limits);

  // Closes what is closed: a door that one of the sets read closes, or that is baked closed and none opens. O(doors).
  void Close(const MapView& view, RouteChanges& changes) const;

 private:
  struct Asked {
    size_t door;  // of the manifest
    bool is_closed;
  };
  std::vector<Asked> asked_;
};

// Adds the profile's costs to what was said before, which it overrides. InvalidArgument for an unknown name.
absl::Status ReadCostProfile(const v1::MapChanges& changes, const FoundMap& found, RouteChanges& result);

// Replaces what is said about one area.
void SetArea(uint8_t area, bool is_excluded, double factor, RouteChanges& changes);

}  // namespace waystone
