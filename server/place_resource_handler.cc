#include <algorithm>

#include "core/base/status_macros.h"
#include "core/query/resource_placer.h"
#include "server/convert.h"
#include "server/feature_gate.h"
#include "server/field_check.h"
#include "server/place_convert.h"
#include "server/request_handler.h"

namespace waystone {

namespace {

// What Effort::kQuick may cost: about a tenth of a millisecond.
constexpr uint32_t kQuickPositions = 256;
constexpr uint64_t kQuickCandidates = 512;
constexpr size_t kQuickRuleBytes = 64;

void FillResponse(const PlaceAnswer& answer, uint32_t asked, const FoundMap& found,
                  v1::PlaceResourceResponse& response) {
  response.set_status(answer.positions.empty()          ? v1::PLACE_STATUS_NONE
                      : answer.positions.size() < asked ? v1::PLACE_STATUS_FEWER
                                                        : v1::PLACE_STATUS_COMPLETE);
  response.set_basis(static_cast<v1::PlaceBasis>(answer.basis));
  SetPoints(answer.positions, found.map->manifest().origin, *response.mutable_points());
  response.mutable_polys()->Add(answer.polys.begin(), answer.polys.end());
  SetRejections(answer.rejections, *response.mutable_rejections());
}

// With Effort::kQuick only what cannot take long is tried, and given up after a few hundred candidates.
absl::StatusOr<Progress> Scatter(const v1::PlaceResourceRequest& request, PlaceTerms terms,
                                 const FoundMap& found, const RequestScope& scope,
                                 v1::PlaceResourceResponse& response) {
  PlaceQuery query;
  query.count = std::max(1U, request.scatter().count());
  query.seed = request.scatter().seed();
  query.terms = std::move(terms);
  query.deadline = scope.deadline;
  const bool is_quick = scope.effort == Effort::kQuick;
  if (is_quick) {
    const v1::PlaceRules& rules = request.rules();
    if (query.count > kQuickPositions || query.terms.rules.clearance_m > 0 || rules.sight_size() > 0 ||
        rules.ByteSizeLong() > kQuickRuleBytes) {
      return Progress::kNeedsWorker;
    }
    query.max_candidates = kQuickCandidates;
  }
  WS_ASSIGN_OR_RETURN(const PlaceAnswer answer, PlaceResource(found.view, query, *scope.workspace));
  if (is_quick && answer.rejections[static_cast<size_t>(PlaceReason::kCandidateLimit)] > 0) {
    return Progress::kNeedsWorker;
  }
  FillResponse(answer, query.count, found, response);
  return Progress::kDone;
}

}  // namespace

absl::StatusOr<Progress> RequestHandler::Handle(const v1::PlaceResourceRequest& request,
                                                const RequestScope& scope,
                                                v1::PlaceResourceResponse& response) const {
  WS_RETURN_IF_ERROR(CheckServed(request));
  if (!request.has_scatter()) return FieldError("scatter", "required");
  WS_RETURN_IF_ERROR(CheckCount("scatter.count", request.scatter().count(), limits_.max_positions));
  const v1::Agent& agent = ResolveAgent(request.has_agent(), request.agent(), scope);
  const bool needs_zones = request.rules().reachability() != v1::REACHABILITY_ANY;
  WS_ASSIGN_OR_RETURN(const FoundMap found, FindMap("map_id", request.map_id(), agent, scope,
                                                    needs_zones ? ZonesNeed::kCompute : ZonesNeed::kIfReady));
  WS_RETURN_IF_ERROR(CheckGeneration("pinned_generation", request.pinned_generation(), found));
  if (needs_zones && found.view.zones == nullptr) return Progress::kNeedsWorker;  // they take long
  WS_ASSIGN_OR_RETURN(PlaceTerms terms, ToPlaceTerms(request, agent, found, limits_));
  response.mutable_map()->set_map_id(found.map->manifest().map_id);
  response.mutable_map()->set_generation(found.map->generation());
  return Scatter(request, std::move(terms), found, scope, response);
}

}  // namespace waystone
