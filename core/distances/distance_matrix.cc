#include "core/distances/distance_matrix.h"

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/distances/mutual_pairs.h"
#include "core/surface/field_checks.h"
#include "core/surface/search_surface.h"
#include "waystone/field_limits.h"

namespace waystone {
namespace {

absl::Status CheckQuery(const DistanceQuery& query) {
  if (query.sources.empty()) return FieldError("sources", "required");
  if (query.targets.empty()) return FieldError("targets", "required");
  WS_RETURN_IF_ERROR(CheckAllFinite("sources", query.sources));
  WS_RETURN_IF_ERROR(CheckAllFinite("targets", query.targets));
  WS_RETURN_IF_ERROR(CheckSnapOptions(query.snap));
  WS_RETURN_IF_ERROR(CheckMaxExpansions(query.max_expansions));
  return CheckRange("max_distance_m", query.max_distance_m, limits::MeasureDistancesRequest::max_distance_m);
}

}  // namespace

absl::StatusOr<DistanceAnswer> MeasureDistances(const MapView& baked, const DistanceQuery& query,
                                                Scratch& scratch) {
  WS_RETURN_IF_ERROR(CheckQuery(query));
  WS_RETURN_IF_ERROR(CheckChanges(baked, query.changes));
  WS_ASSIGN_OR_RETURN(const MapView map,
                      baked.surface->Apply(baked, query.changes, ZonesNeed::kIfReady, query.deadline));
  if (query.mutually_reachable) return MeasureMutualPairs(map, query, scratch);
  return map.surface->MeasureDistances(map, query, scratch);
}

}  // namespace waystone
