#include "core/move/move_validator.h"

#include <memory>
#include <utility>

#include "core/base/random.h"
#include "core/base/status_macros.h"
#include "core/move/free_judge.h"
#include "core/move/move_corrections.h"
#include "core/move/polygon_moves.h"
#include "core/move/random_end.h"
#include "core/move/track_judge.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

// S1.6: a start alone is tried with a random end connected to it. No walk is checked. `answer` is that of the
// start as a track of one sample, and legal.
absl::StatusOr<MoveAnswer> TryRandomEnd(const MapView& map, const MoveQuery& query, MoveGround& ground,
                                        MoveAnswer answer, Scratch& scratch) {
  if (!answer.end) return answer;
  const Vec3& origin = map.manifest->origin;
  const SnapResult snap = ground.SnapTo(*answer.end - origin, query.snap, nullptr);
  if (!snap.place || snap.place->poly.IsNone()) return answer;
  const Scratch::Lease<ReachWorkspace> reach = scratch.Borrow<ReachWorkspace>();
  const PolyId start = map.surface->AsPolygons().GoesOnFrom(map, *snap.place);
  const auto is_connected = [&](PolyId poly) {
    if (query.rule == MoveRule::kExact) return MayCome(map, query.rule, start, poly, *reach);
    return map.zones->ComponentOf(start) == map.zones->ComponentOf(poly);
  };
  Random random(query.seed);
  WS_ASSIGN_OR_RETURN(const std::optional<NavLocation> end,
                      RandomPlaceWhere(*map.navmesh, random, query.deadline, is_connected));
  const Vec3 at = end->point + origin;  // the start itself is connected, so there is one
  const bool is_checked = !query.skipped.Has(MoveCheck::kReachability);
  if (is_checked) answer.checks_made.Add(MoveCheck::kReachability);
  if (!is_checked || MayCome(map, query.rule, start, end->poly, *reach)) {
    answer.end = at;
    return answer;
  }
  answer.verdict = MoveVerdict::kIllegal;
  answer.end.reset();
  answer.violation = {
      MoveViolationKind::kUnreachable, MoveCheck::kReachability, 1, -1, 0, at, std::nullopt, {}};
  if (query.corrections.Has(MoveCorrection::Kind::kLastGood)) {
    const Vec3 good = snap.place->point + origin;
    answer.corrections.push_back(
        {MoveCorrection::Kind::kLastGood, good, Distance(good, at), 0, answer.state});
  }
  return answer;
}

// Calls visit(place) for every place of a state that lies on some ground.
template <typename Visit>
void ForEachPlace(MoveTrackState& state, const Visit& visit) {
  for (std::optional<NavLocation>* place : {&state.anchor, &state.place, &state.below, &state.good}) {
    if (*place && !(*place)->poly.IsNone()) visit(*place);
  }
}

// The query is checked, and what it closes is off the map's mesh or left to the surface.
absl::StatusOr<MoveAnswer> ValidateOver(const MapView& map, const MoveQuery& query, Scratch& scratch) {
  if (!map.surface->Fields().has_ground) {
    const std::unique_ptr<FreeGround> space = map.surface->OpenFreeMoves(map, query.max_expansions, scratch);
    FreeJudge judge(map, query, *space, scratch);
    WS_ASSIGN_OR_RETURN(MoveAnswer answer, judge.Run());
    answer.met_limit = judge.met_limit();
    return answer;
  }
  WS_ASSIGN_OR_RETURN(
      std::unique_ptr<MoveGround> of_surface,
      map.surface->OpenMoves(map, query.changes, query.max_expansions, query.deadline, scratch));
  std::optional<PolygonMoves> polygons;
  if (of_surface == nullptr) polygons.emplace(map, query.changes, query.max_expansions, scratch);
  MoveGround& ground = of_surface == nullptr ? *polygons : *of_surface;
  WS_ASSIGN_OR_RETURN(MoveAnswer answer, TrackJudge(map, query, ground, scratch).Run());
  answer.met_limit = ground.met_limit();
  const bool is_start_alone = query.samples.size() == 1 && query.resumed == nullptr;
  if (!is_start_alone || answer.verdict == MoveVerdict::kIllegal) return answer;
  return TryRandomEnd(map, query, ground, std::move(answer), scratch);
}

// Over a surface that was made for the query's changes.
absl::StatusOr<MoveAnswer> ValidateOnChanged(const MapView& map, const MoveQuery& baked_query,
                                             Scratch& scratch) {
  RouteChanges left;
  left.area_factors = baked_query.changes->area_factors;
  left.min_clearance_m = baked_query.changes->min_clearance_m;
  MoveQuery query = baked_query;
  query.changes = left.IsNone() ? nullptr : &left;
  MoveTrackState resumed;
  if (query.resumed != nullptr) {
    resumed = *query.resumed;
    ForEachPlace(resumed, [&](auto& place) { place = map.surface->PlaceOfBaked(*place); });
    query.resumed = &resumed;
  }
  WS_ASSIGN_OR_RETURN(MoveAnswer answer, ValidateOver(map, query, scratch));
  const auto to_baked = [&](std::optional<NavLocation>& place) {
    place->poly = map.surface->BakedPoly(place->poly);
  };
  ForEachPlace(answer.state, to_baked);
  for (MoveCorrection& correction : answer.corrections) ForEachPlace(correction.state, to_baked);
  return answer;
}

}  // namespace

double DefaultMoveSnap_m(const MapView& map) {
  if (map.surface->AsPolygons().IsGraph()) return SnapOptions().radius_m;
  return map.variant->agent.radius_m + kSampleError_m;
}

absl::StatusOr<MoveAnswer> ValidateMove(const MapView& map, const MoveQuery& query, Scratch& scratch) {
  WS_RETURN_IF_ERROR(CheckMoveQuery(query));
  if (query.changes != nullptr && !map.is_applied) {
    WS_ASSIGN_OR_RETURN(const MapView applied,
                        map.surface->Apply(map, *query.changes, ZonesNeed::kCompute, query.deadline));
    if (applied.is_applied) return ValidateOnChanged(applied, query, scratch);
  }
  return ValidateOver(map, query, scratch);
}

}  // namespace waystone
