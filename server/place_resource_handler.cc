#include <algorithm>

#include "core/base/status_macros.h"
#include "core/query/resource_placer.h"
#include "server/convert.h"
#include "server/feature_gate.h"
#include "server/field_check.h"
#include "server/request_handler.h"

namespace waystone {

namespace {

// What Effort::kQuick may cost: about a tenth of a millisecond.
constexpr uint32_t kQuickPositions = 256;

void FillResponse(const PlaceAnswer& answer, const FoundMap& found, v1::PlaceResourceResponse& response) {
  response.set_status(answer.positions.empty() ? v1::PLACE_STATUS_NONE : v1::PLACE_STATUS_COMPLETE);
  response.set_basis(v1::PLACE_BASIS_SURFACE);
  response.mutable_map()->set_map_id(found.map->manifest().map_id);
  response.mutable_map()->set_generation(found.map->generation());
  SetPoints(answer.positions, found.map->manifest().origin, *response.mutable_points());
  response.mutable_polys()->Add(answer.polys.begin(), answer.polys.end());
}

}  // namespace

absl::StatusOr<Progress> RequestHandler::Handle(const v1::PlaceResourceRequest& request,
                                                const RequestScope& scope,
                                                v1::PlaceResourceResponse& response) const {
  WS_RETURN_IF_ERROR(CheckServed(request));
  if (!request.has_scatter()) return FieldError("scatter", "required");
  const v1::Reachability reachability = request.rules().reachability();
  WS_RETURN_IF_ERROR(CheckEnum("rules.reachability", reachability, v1::Reachability_IsValid(reachability)));
  WS_RETURN_IF_ERROR(CheckCount("scatter.count", request.scatter().count(), limits_.max_positions));
  WS_RETURN_IF_ERROR(ToSnapOptions(request.snap()).status());
  WS_ASSIGN_OR_RETURN(
      const FoundMap found,
      FindMap("map_id", request.map_id(), ResolveAgent(request.has_agent(), request.agent(), scope), scope));
  WS_RETURN_IF_ERROR(CheckGeneration("pinned_generation", request.pinned_generation(), found));
  if (found.view.zones == nullptr) return Progress::kNeedsWorker;  // they take longer than Effort::kQuick
  PlaceQuery query;
  query.count = std::max(1U, request.scatter().count());
  query.seed = request.scatter().seed();
  query.deadline = scope.deadline;
  if (scope.effort == Effort::kQuick && query.count > kQuickPositions) return Progress::kNeedsWorker;
  absl::StatusOr<PlaceAnswer> answer = PlaceResource(found.view, query, *scope.workspace);
  if (absl::IsFailedPrecondition(answer.status())) answer = PlaceAnswer();  // a map without any surface
  if (!answer.ok()) return answer.status();
  FillResponse(*answer, found, response);
  return Progress::kDone;
}

}  // namespace waystone
