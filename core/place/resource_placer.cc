#include "core/place/resource_placer.h"

#include <memory>
#include <string_view>
#include <utility>

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/navmesh/surface_queries.h"
#include "core/place/place_terms.h"
#include "core/placement/team_balance.h"
#include "core/surface/field_checks.h"
#include "core/surface/search_surface.h"
#include "waystone/field_limits.h"

namespace waystone {
namespace {

absl::StatusOr<std::unique_ptr<TeamBalance>> MakeBalance(const MapView& map, const PlaceQuery& query,
                                                         const WalkGround& walk, Scratch& scratch) {
  const PlaceFairness& fairness = *query.fairness;
  constexpr std::string_view kField = "scatter.fairness.team_xyz";
  WS_RETURN_IF_ERROR(CheckWhole(kField, fairness.teams.size(), 2, limits::Fairness::team_xyz.max_count / 3));
  WS_RETURN_IF_ERROR(CheckPositions(kField, fairness.teams));
  WS_RETURN_IF_ERROR(
      CheckRange("scatter.fairness.max_ratio", fairness.max_ratio, limits::Fairness::max_ratio));
  std::vector<NavLocation> starts;
  for (size_t i = 0; i < fairness.teams.size(); ++i) {
    const Vec3 local = fairness.teams[i] - map.manifest->origin;
    const SnapResult snap = map.surface->SnapToGround(map, local, query.terms.snap, scratch);
    if (!snap.place) {
      return WithinItem(kField, 3 * i, FieldError("", "no surface within the snap limits of this team"));
    }
    starts.push_back(*snap.place);
  }
  return std::make_unique<TeamBalance>(walk, std::move(starts), fairness.max_ratio, query.count,
                                       query.deadline);
}

}  // namespace

absl::StatusOr<PlaceAnswer> PlaceResource(const MapView& baked, const PlaceQuery& query, Scratch& scratch) {
  WS_RETURN_IF_ERROR(CheckWhole("scatter.count", query.count, 1, limits::ScatterTask::count.max));
  WS_ASSIGN_OR_RETURN(const MapView map, WithoutClosed(baked, query.terms, query.deadline));
  WS_ASSIGN_OR_RETURN(const LocalTerms terms, Localise(map, query.terms, query.deadline, scratch));
  const Scratch::Lease<SurfaceWorkspace> surface = scratch.Borrow<SurfaceWorkspace>();
  PlaceJudge judge = terms.MakeJudge(*surface);
  WS_RETURN_IF_ERROR(CheckWalks(judge));
  std::unique_ptr<TeamBalance> balance;
  if (query.fairness) {
    WS_ASSIGN_OR_RETURN(balance, MakeBalance(map, query, *terms.walk, scratch));
    judge.Balance(balance.get());
  }
  ScatterOptions options;
  options.count = query.count;
  options.seed = query.seed;
  options.max_candidates =
      query.max_candidates > 0 ? query.max_candidates : (uint64_t{1} << 20) + 64 * uint64_t{query.count};
  options.deadline = query.deadline;
  ScatterResult result = map.surface->ScatterPlaces(map, judge, options);
  if (query.deadline.Cancelled()) return absl::CancelledError("the query was cancelled");
  PlaceAnswer answer;
  if (balance) {
    result.rejections[static_cast<size_t>(PlaceReason::kUnfair)] +=
        result.places.size() - balance->balanced_count();
    result.places.resize(balance->balanced_count());
    for (const PlaceReason why :
         {PlaceReason::kNoRoom, PlaceReason::kCandidateLimit, PlaceReason::kDeadline}) {
      uint64_t& missing = result.rejections[static_cast<size_t>(why)];
      if (missing > 0) missing = query.count - result.places.size();
    }
    answer.team_walk_m = balance->means_m();
  }
  answer.basis = terms.basis;
  answer.rejections = result.rejections;
  answer.positions.reserve(result.places.size());
  answer.polys.reserve(result.places.size());
  for (const NavLocation& place : result.places) {
    answer.positions.push_back(place.point + map.manifest->origin);
    answer.polys.push_back(map.surface->BakedPoly(place.poly).value());
  }
  return answer;
}

}  // namespace waystone
