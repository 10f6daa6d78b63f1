#include "core/place/place_audit.h"

#include <optional>
#include <utility>

#include "core/base/field_error.h"
#include "core/base/scratch.h"
#include "core/base/status_macros.h"
#include "core/navmesh/surface_queries.h"
#include "core/place/place_terms.h"
#include "core/surface/field_checks.h"
#include "core/surface/search_surface.h"
#include "waystone/field_limits.h"

namespace waystone {
namespace {

constexpr size_t kPollInterval = 64;  // [positions]

class Auditor {
 public:
  Auditor(const MapView& map, const AuditQuery& query, const LocalTerms& terms, Scratch& scratch)
      : map_(map), query_(query), scratch_(scratch), judge_(terms.MakeJudge(*surface_)) {
    answer_.basis = terms.basis;
    answer_.verdicts.assign(query.positions.size(), PlaceReason::kDeadline);
    if (!query.suggest) return;
    answer_.found.assign(query.positions.size(), 0);
    answer_.positions.assign(query.positions.size(), map.manifest->origin);
    answer_.polys.assign(query.positions.size(), PolyId::kNoneValue);
    starts_.resize(query.positions.size());
  }

  AuditAnswer Run(const SnapOptions& snap) {
    for (size_t i = 0; i < query_.positions.size(); ++i) {
      if (i % kPollInterval == 0 && query_.deadline.Expired()) break;
      const Vec3 local = query_.positions[i] - map_.manifest->origin;
      std::optional<NavLocation> place = map_.surface->SnapToGround(map_, local, snap, scratch_).place;
      if (place && has_ground_) place = judge_.Stand(place->poly, place->point.Plane());
      answer_.verdicts[i] = Judge(place);
      if (answer_.verdicts[i] == PlaceReason::kNone) {
        judge_.Add(*place);
        Answer(i, *place);
      } else if (query_.suggest) {
        starts_[i] = place ? place->point : local;
      }
    }
    if (query_.suggest) Suggest();
    return std::move(answer_);
  }

  const PlaceJudge& judge() const { return judge_; }

 private:
  PlaceReason Judge(const std::optional<NavLocation>& place) {
    if (!place) return PlaceReason::kOffMesh;
    const PlaceReason reason = judge_.OfPoly(place->poly);
    return reason == PlaceReason::kNone ? judge_.OfPlace(*place) : reason;
  }

  void Answer(size_t i, const NavLocation& place) {
    if (!query_.suggest) return;
    answer_.found[i] = 1;
    answer_.positions[i] = place.point + map_.manifest->origin;
    answer_.polys[i] = place.poly.value();
  }

  void Suggest() {
    NearestOptions options;
    options.max_distance_m = query_.max_distance_m;
    options.deadline = query_.deadline;
    bool is_late = false;
    for (size_t i = 0; i < answer_.verdicts.size(); ++i) {
      if (answer_.found[i] != 0) continue;
      PlaceReason reason = PlaceReason::kDeadline;
      if (!is_late && answer_.verdicts[i] != PlaceReason::kDeadline) {
        const NearestResult nearest =
            map_.surface->FindNearestPlace(map_, judge_, starts_[i], options, scratch_);
        if (nearest.place) {
          judge_.Add(*nearest.place);
          Answer(i, *nearest.place);
          continue;
        }
        reason = nearest.reason;
        is_late = reason == PlaceReason::kDeadline;
      }
      ++answer_.rejections[static_cast<size_t>(reason)];
    }
  }

  const MapView& map_;
  const AuditQuery& query_;
  Scratch& scratch_;
  const Scratch::Lease<SurfaceWorkspace> surface_ = scratch_.Borrow<SurfaceWorkspace>();
  PlaceJudge judge_;
  AuditAnswer answer_;
  const bool has_ground_ = map_.surface->Fields().has_ground;
  std::vector<Vec3> starts_;  // suggest: where searches begin, map-local
};

}  // namespace

absl::StatusOr<AuditAnswer> AuditPlaces(const MapView& baked, const AuditQuery& query, Scratch& scratch) {
  WS_RETURN_IF_ERROR(CheckWhole("xyz", query.positions.size(), 1, limits::ScatterTask::count.max));
  WS_RETURN_IF_ERROR(CheckPositions("xyz", query.positions));
  WS_RETURN_IF_ERROR(CheckRange("max_distance_m", query.max_distance_m, limits::NearestTask::max_distance_m));
  WS_ASSIGN_OR_RETURN(const MapView map, WithoutClosed(baked, query.terms, query.deadline));
  WS_ASSIGN_OR_RETURN(const LocalTerms terms, Localise(map, query.terms, query.deadline, scratch));
  Auditor auditor(map, query, terms, scratch);
  WS_RETURN_IF_ERROR(CheckWalks(auditor.judge()));
  AuditAnswer answer = auditor.Run(query.terms.snap);
  if (query.deadline.Cancelled()) return absl::CancelledError("the query was cancelled");
  for (uint32_t& poly : answer.polys) {
    if (PolyId(poly) != PolyId::None()) poly = map.surface->BakedPoly(PolyId(poly)).value();
  }
  return answer;
}

}  // namespace waystone
