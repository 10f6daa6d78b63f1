#include "core/query/mesh_distances.h"

#include <algorithm>
#include <limits>

#include "core/query/distance_rows.h"
#include "core/query/mesh_route.h"
#include "core/query/snap.h"

namespace waystone {
namespace {

constexpr uint32_t kIndexWork = 1'000;  // [search nodes] of a path by the index, about

class MeshRows final : public DistanceRows {
 public:
  MeshRows(const MapView& map, const DistanceQuery& query, Workspace& workspace)
      : DistanceRows(map, query, workspace),
        flood_(MeshWalkGround(*map.navmesh, *map.links, map.abilities).MakeFlood()),
        index_(map.hierarchy != nullptr  ? RouteMethod::kHierarchy
               : map.clusters != nullptr ? RouteMethod::kClusters
                                         : RouteMethod::kNone),
        line_is_least_(map.links->Shortcuts().empty()) {}

 private:
  std::optional<NavLocation> Snap(const Vec3& local, PathEnd /*end*/) override {
    return waystone::Snap(*map_.navmesh, local, query_.snap, ws_.surface).place;
  }

  OnePath Find(const PathQuery& path) override {
    const bool is_far = path.least_m >= kExactUpTo_m;
    // On dense ground near searches leave what the index takes for the paths behind them.
    const uint64_t others = std::min<uint64_t>(uint64_t{kIndexWork} * (path.wanted - 1), path.left);
    const uint32_t near_expansions = std::min(kNearExpansions, path.left - static_cast<uint32_t>(others));
    const MeshRouteOptions options{.max_expansions = path.max_expansions,
                                   .max_cost_m = max_m_,
                                   .method = is_far ? index_ : RouteMethod::kNone,
                                   .near_expansions = near_expansions,
                                   .is_reachable = true,
                                   .deadline = query_.deadline};
    const MeshRoute found = FindMeshRoute(map_, path.source, path.target, options, ws_);
    OnePath one;
    if (found.IsBest()) one.cost_m = found.route.cost_m;
    one.is_cut = found.basis == RouteBasis::kIncompleteSearch;
    one.is_late = one.is_cut && found.reason != RouteReason::kExpansionLimit;
    one.expansions = found.route.expansions;
    return one;
  }

  // Beyond, routes are those of the index. What a flood of kNearExpansions comes to, the near search of a
  // route finds as well.
  FloodLimits Flood() override {
    if (index_ == RouteMethod::kNone) return {flood_.get(), max_m_, query_.max_expansions};
    return {flood_.get(), std::min(max_m_, kExactUpTo_m), kNearExpansions};
  }
  double LeastPerMetre() const override { return line_is_least_ ? 1 : 0; }

  const std::unique_ptr<WalkFlood> flood_;
  const RouteMethod index_;
  const bool line_is_least_;
};

}  // namespace

DistanceAnswer MeasureMeshDistances(const MapView& map, const DistanceQuery& query, Workspace& workspace) {
  return MeshRows(map, query, workspace).Measure();
}

}  // namespace waystone
