#include "core/distances/distance_matrix.h"

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/surface/field_checks.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

constexpr double kMaxDistance_m = 1e7;
constexpr uint32_t kMaxExpansions = 100'000'000;

absl::Status CheckList(const char* field, const std::vector<Vec3>& positions) {
  if (positions.empty()) return FieldError(field, "required");
  for (size_t i = 0; i < positions.size(); ++i) {
    WS_RETURN_IF_ERROR(WithinItem(field, i, CheckFinite("", positions[i])));
  }
  return absl::OkStatus();
}

absl::Status CheckQuery(const DistanceQuery& query) {
  WS_RETURN_IF_ERROR(CheckList("sources", query.sources));
  WS_RETURN_IF_ERROR(CheckList("targets", query.targets));
  WS_RETURN_IF_ERROR(CheckSnapOptions(query.snap));
  WS_RETURN_IF_ERROR(CheckCount("max_expansions", query.max_expansions, 1, kMaxExpansions));
  return CheckRange("max_distance_m", query.max_distance_m, 0, kMaxDistance_m);
}

}  // namespace

absl::StatusOr<DistanceAnswer> MeasureDistances(const MapView& map, const DistanceQuery& query,
                                                Scratch& scratch) {
  WS_RETURN_IF_ERROR(CheckQuery(query));
  return map.surface->MeasureDistances(map, query, scratch);
}

}  // namespace waystone
