#include "core/query/resource_placer.h"

#include "core/base/status_macros.h"
#include "core/placement/scatter.h"
#include "core/query/field_checks.h"
#include "core/query/place_terms.h"

namespace waystone {
namespace {

constexpr uint32_t kMaxPositions = 100'000;

}  // namespace

absl::StatusOr<PlaceAnswer> PlaceResource(const MapView& map, const PlaceQuery& query, Workspace& workspace) {
  WS_RETURN_IF_ERROR(CheckCount("scatter.count", query.count, 1, kMaxPositions));
  WS_ASSIGN_OR_RETURN(const LocalTerms terms, Localise(map, query.terms, query.deadline, workspace));
  PlaceJudge judge = terms.MakeJudge(workspace);
  WS_RETURN_IF_ERROR(CheckWalks(judge));
  ScatterOptions options;
  options.count = query.count;
  options.seed = query.seed;
  options.max_candidates =
      query.max_candidates > 0 ? query.max_candidates : (uint64_t{1} << 20) + 64 * uint64_t{query.count};
  options.deadline = query.deadline;
  const ScatterResult result = Scatter(judge, options);
  if (query.deadline.Cancelled()) return absl::CancelledError("the query was cancelled");
  PlaceAnswer answer;
  answer.basis = terms.basis;
  answer.rejections = result.rejections;
  answer.positions.reserve(result.places.size());
  answer.polys.reserve(result.places.size());
  for (const NavLocation& place : result.places) {
    answer.positions.push_back(place.point + map.manifest->origin);
    answer.polys.push_back(place.poly.value());
  }
  return answer;
}

}  // namespace waystone
