#include "server/observe/call_record.h"

#include "waystone/field_limits.h"

namespace waystone {

namespace {

std::optional<Rpc> RpcOfItem(const v1::BatchItem& item) {
  switch (item.request_case()) {
    case v1::BatchItem::kPlanRoute:
      return Rpc::kPlanRoute;
    case v1::BatchItem::kPlaceResource:
      return Rpc::kPlaceResource;
    case v1::BatchItem::kValidateMove:
      return Rpc::kValidateMove;
    case v1::BatchItem::kMeasureDistances:
      return Rpc::kMeasureDistances;
    case v1::BatchItem::REQUEST_NOT_SET:
      break;
  }
  return std::nullopt;
}

}  // namespace

std::string ShownMapId(std::string_view map_id) {
  return std::string(map_id.substr(0, limits::PlaceResourceRequest::map_id.max_bytes));
}

void CountAnswer(const v1::PlanRouteResponse& response, CallCounters& counters, CallRecord& record) {
  counters.CountSearch(response.method(), response.expansions());
  if (response.missing_map_count() > 0) counters.CountWithoutMaps();
  record.method = response.method();
  record.nodes += response.expansions();
}

void CountAnswer(const v1::MeasureDistancesResponse& response, CallCounters& counters,
                 CallRecord& /*record*/) {
  if (response.missing_map_count() > 0) counters.CountWithoutMaps();
}

void CountAnswer(const v1::ReachResponse& response, CallCounters& /*counters*/, CallRecord& record) {
  record.nodes += response.expansions();
}

void CountAnswer(const v1::BatchRequest& request, const v1::BatchResponse& response, CallCounters& counters,
                 CallRecord& record) {
  for (int i = 0; i < response.results_size() && i < request.items_size(); ++i) {
    const v1::BatchResult& result = response.results(i);
    if (const std::optional<Rpc> rpc = RpcOfItem(request.items(i))) {
      counters.CountItem(*rpc, result.has_error() ? result.error().code() : 0);
    }
    if (result.has_plan_route()) CountAnswer(result.plan_route(), counters, record);
    if (result.has_measure_distances()) CountAnswer(result.measure_distances(), counters, record);
  }
}

}  // namespace waystone
