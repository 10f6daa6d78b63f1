#include <algorithm>
#include <chrono>
#include <utility>

#include "core/base/field_error.h"
#include "core/base/limit_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/distances/distance_matrix.h"
#include "server/convert/api_enums.h"
#include "server/convert/changes_input.h"
#include "server/convert/convert.h"
#include "server/convert/message_bytes.h"
#include "server/handlers/request_handler.h"
#include "server/handlers/world_distances_handler.h"

namespace waystone {

namespace {

// Of each distance: a large answer takes a while to be written and sent.
constexpr std::chrono::nanoseconds kTimeOfDistance{100};
constexpr uint64_t kDistanceBytes = 5;  // of an answer: a float and a status

// An answer that would be too large is refused before it is measured.
absl::Status CheckSize(const DistanceQuery& query, uint64_t limit, const AnswerLimit& answer_limit) {
  const uint64_t distances = uint64_t{query.sources.size()} * query.targets.size();
  if (distances > limit) {
    return LimitError("target_xyz",
                      StrCat(query.sources.size(), " sources times ", query.targets.size(),
                             " targets is over the limit of ", limit),
                      {limit, distances});
  }
  const uint64_t bytes = distances * kDistanceBytes;
  return bytes <= answer_limit.bytes ? absl::OkStatus() : TooLargeAnswer(bytes, answer_limit);
}

void FillResponse(const DistanceAnswer& answer, const FoundMap& found,
                  v1::MeasureDistancesResponse& response) {
  const auto count = static_cast<int>(answer.statuses.size());
  response.mutable_distance_m()->Resize(count, 0);
  response.mutable_statuses()->Resize(count, 0);
  std::transform(answer.distance_m.begin(), answer.distance_m.end(), response.mutable_distance_m()->begin(),
                 [](double distance_m) { return static_cast<float>(distance_m); });
  std::transform(answer.statuses.begin(), answer.statuses.end(), response.mutable_statuses()->begin(),
                 [](DistanceStatus status) { return ToProto(status); });
  SetGeneration(*found.map, *response.mutable_map());
  response.set_surface(ToProto(found.map->manifest().surface));
}

}  // namespace

absl::StatusOr<Progress> RequestHandler::Handle(const v1::MeasureDistancesRequest& request,
                                                const RequestScope& scope,
                                                v1::MeasureDistancesResponse& response) const {
  if (scope.effort == Effort::kQuick) return Progress::kNeedsWorker;
  if (request.source_xyz().empty()) return FieldError("source_xyz", "required");
  if (request.target_xyz().empty()) return FieldError("target_xyz", "required");
  DistanceQuery query;
  WS_ASSIGN_OR_RETURN(query.sources, ToPositions("source_xyz", request.source_xyz(), limits_.max_matrix));
  WS_ASSIGN_OR_RETURN(query.targets, ToPositions("target_xyz", request.target_xyz(), limits_.max_matrix));
  const uint32_t max_bytes =
      scope.batch != nullptr ? scope.batch->max_response_bytes() : request.max_response_bytes();
  WS_RETURN_IF_ERROR(CheckSize(query, limits_.max_matrix, limits_.ResponseLimit(max_bytes)));
  query.snap = ToSnapOptions(request.snap());
  query.mutually_reachable = request.snap().mutually_reachable();
  query.deadline = scope.WorkEnd(kTimeOfDistance * (uint64_t{query.sources.size()} * query.targets.size()));
  WS_ASSIGN_OR_RETURN(const bool is_over_maps, IsOverMaps(request, scope));
  if (is_over_maps) {
    scope.maps->Choose({});  // a world has one generation of each of its maps
    WS_RETURN_IF_ERROR(CheckPins(request.pinned(), request.map_id(), scope));
    WS_RETURN_IF_ERROR(AnswerWorldDistances(request, query, limits_, scope, response));
    return Progress::kDone;
  }
  ChoosePinned(request.pinned(), request.map_id(), scope);
  const v1::Agent& agent = ResolveAgent(request.has_agent(), request.agent(), scope);
  WS_ASSIGN_OR_RETURN(const FoundMap found, FindMap("map_id", request.map_id(), agent, scope));
  WS_RETURN_IF_ERROR(CheckPins(request.pinned(), request.map_id(), scope));
  WS_ASSIGN_OR_RETURN(
      query.changes,
      ReadChanges({request.changes(), request.pinned(), agent.min_clearance_m()}, found, limits_, scope));
  query.max_distance_m = request.max_distance_m();
  query.max_expansions = limits_.max_expansions;
  WS_ASSIGN_OR_RETURN(const DistanceAnswer answer, MeasureDistances(found.view, query, *scope.scratch));
  FillResponse(answer, found, response);
  return Progress::kDone;
}

}  // namespace waystone
