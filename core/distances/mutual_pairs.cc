#include "core/distances/mutual_pairs.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

#include "core/base/status_macros.h"
#include "core/path/search_outcome.h"
#include "core/surface/route_search.h"
#include "core/surface/search_surface.h"
#include "core/surface/snap.h"
#include "core/zones/reachability_index.h"

namespace waystone {
namespace {

constexpr size_t kTargetsPerBudget = 256;  // that share DistanceQuery::max_expansions
constexpr uint32_t kLeastWork = 16;        // [search nodes] that one search is worth at least

class MutualPairs {
 public:
  MutualPairs(const MapView& map, const DistanceQuery& query, RouteSearch& search, Scratch& scratch)
      : map_(map),
        query_(query),
        search_(search),
        reach_(scratch.Borrow<ReachWorkspace>()),
        budget_(static_cast<uint32_t>(
            std::min<uint64_t>(std::numeric_limits<uint32_t>::max(),
                               uint64_t{query.max_expansions} *
                                   ((query.targets.size() + kTargetsPerBudget - 1) / kTargetsPerBudget)))) {
    const size_t size = query.sources.size() * query.targets.size();
    answer_.distance_m.assign(size, -1);
    answer_.statuses.assign(size, DistanceStatus::kLimitReached);
  }

  DistanceAnswer Measure() {
    size_t at = 0;
    for (const Vec3& source : query_.sources) {
      left_ = budget_;
      for (const Vec3& target : query_.targets) {
        if (query_.deadline.Expired()) return std::move(answer_);
        answer_.statuses[at] = MeasurePair(source, target, answer_.distance_m[at]);
        ++at;
      }
      answer_.expansions += budget_ - left_;
    }
    return std::move(answer_);
  }

 private:
  DistanceStatus MeasurePair(const Vec3& source, const Vec3& target, double& distance_m) {
    const Vec3& origin = map_.manifest->origin;
    const SnappedStops stops =
        search_.SnapStops({source - origin, {}, {target - origin}}, query_.snap, true, query_.deadline);
    if (!stops.start.place) return DistanceStatus::kSourceOffMesh;
    if (stops.is_late) return DistanceStatus::kLimitReached;
    const NavLocation& from = *stops.start.place;
    if (!stops.goals[0].place) return DistanceStatus::kTargetOffMesh;
    const NavLocation& to = *stops.goals[0].place;
    const bool may_reach = query_.changes.OpensCells() || map_.zones->Reaches(from.poly, to.poly, *reach_) ||
                           map_.surface->AreJoined(map_, from, to);
    if (!may_reach) return DistanceStatus::kUnreachable;
    if (left_ == 0) return DistanceStatus::kLimitReached;
    PathTerms terms;
    terms.max_expansions = std::min(left_, query_.max_expansions);
    if (query_.max_distance_m > 0) terms.max_cost_m = query_.max_distance_m;
    terms.is_reachable = !query_.changes.MayClose() && !query_.changes.OpensCells();
    terms.allow_partial = false;
    terms.deadline = query_.deadline;
    const FoundPath found = search_.FindPath(from, {&to, 1}, terms).found;
    left_ -= std::min(left_, std::max(found.path.expansions, kLeastWork));
    if (!found.IsBest())
      return IsCut(found.path.outcome) ? DistanceStatus::kLimitReached : DistanceStatus::kUnreachable;
    if (query_.max_distance_m > 0 && found.path.cost_m > query_.max_distance_m)
      return DistanceStatus::kUnreachable;
    distance_m = found.path.cost_m;
    return DistanceStatus::kFound;
  }

  const MapView& map_;
  const DistanceQuery& query_;
  RouteSearch& search_;
  const Scratch::Lease<ReachWorkspace> reach_;
  const uint32_t budget_;  // [search nodes] of each source
  uint32_t left_ = 0;
  DistanceAnswer answer_;
};

}  // namespace

absl::StatusOr<DistanceAnswer> MeasureMutualPairs(const MapView& map, const DistanceQuery& query,
                                                  Scratch& scratch) {
  WS_ASSIGN_OR_RETURN(const std::unique_ptr<RouteSearch> search,
                      map.surface->Open(map, query.changes, query.deadline, scratch));
  return MutualPairs(map, query, *search, scratch).Measure();
}

}  // namespace waystone
