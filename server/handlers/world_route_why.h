// What keeps a route over maps from its goal.
#pragma once

#include "core/surface/world_query.h"
#include "server/convert/changes_input.h"
#include "server/convert/request_limits.h"
#include "server/convert/request_scope.h"
#include "server/convert/world_map_changes.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

// A request over maps, as it was read and answered.
struct AnsweredWorldRoute {
  const v1::PlanRouteRequest& request;
  const AskedChanges& asked;
  const WorldMapChanges* changes;  // null: it has none
  const WorldRouteQuery& query;
  const WorldRouteAnswer& answer;
};

// Fills the fixes: what the request, its batch or the maps' doors close, together with what the traveller lacks besides; or else
// what the traveller lacks, or the maps do (core/world_route/world_why.h). If it lacks means, and would also get there if some changes
// were not, the explanation names these. Of doors that are closed as baked, those of the maps on the path that there would be without
// any change are looked at. An error, or the deadline, leaves the fixes that were found till then.
void FillWorldWhy(const AnsweredWorldRoute& answered, const RequestLimits& limits, const RequestScope& scope,
                  v1::PlanRouteResponse& response);

}  // namespace waystone
