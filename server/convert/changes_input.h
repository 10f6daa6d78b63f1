// From a request's changes to those of the map it is about.
#pragma once

#include <string_view>

#include "absl/status/statusor.h"
#include "core/surface/route_changes.h"
#include "server/convert/convert.h"
#include "server/convert/request_limits.h"
#include "server/convert/request_scope.h"
#include "waystone/v1/changes.pb.h"

namespace waystone {

// What a request says about changes.
struct AskedChanges {
  const v1::Changes& changes;
  const PinList& pinned;
  double min_clearance_m = 0;  // of its agent
  // Of a route over maps: the map that changes and pins without a map_id are about; empty: the map `found`. The
  // world's other maps need not be loaded.
  std::string default_map_id = {};
  std::string profile = {};  // of its agent, for maps that it may not come to
};

// What walking over an area costs per metre; 1 if the request does not say.
double FactorOf(const v1::AreaCost& cost);

// A map as the agent of that name has it, or else the map's first agent: to hold changes against that the request may not
// come to.
absl::StatusOr<MapView> ViewToCheck(const LoadedMap& map, std::string_view profile);

// The changes of a request on the map `found` and the clearance of its agent. The batch's changes come
// before its own: what either closes is closed, and its own costs override the batch's. Changes of other maps
// are checked, too, but say nothing here; those maps must be served. So are closed portals and excluded maps: a
// request about one map uses none.
//
// A batch's cells are read once for all its requests (RequestScope::batch_cells). A set that changes name comes before
// what they say themselves; if they say no more, and there are no others, it is read once for all requests.
//
// InvalidArgument (an unknown name or id, ids without a pinned generation, a number out of range, cells of a
// map that is no grid), NotFound (a map, a portal), LimitError, Unimplemented
// (feature_gate.h). Messages begin with the field, the batch's as "batch.changes...". O(items given), and
// O(links of the map) where links are closed by name.
absl::StatusOr<RouteChanges> ReadChanges(const AskedChanges& asked, const FoundMap& found,
                                         const RequestLimits& limits, const RequestScope& scope);

// InvalidArgument, beginning with `field`, where the request does not pin a generation of that map: ids mean
// something only in one. `is_default`: pins that name no map are about it.
absl::Status CheckPinned(std::string_view field, const PinList& pinned, const FoundMap& found,
                         bool is_default = true);

}  // namespace waystone
