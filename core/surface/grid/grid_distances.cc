#include "core/surface/grid/grid_distances.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "core/base/scratch.h"
#include "core/grid/grid_path.h"
#include "core/grid/grid_search.h"
#include "core/grid/grid_workspace.h"
#include "core/navmesh/surface_queries.h"
#include "core/path/search_outcome.h"
#include "core/surface/distance_rows.h"
#include "core/surface/grid/grid_of_map.h"
#include "core/surface/grid/grid_snap.h"
#include "core/surface/grid/grid_walks.h"
#include "core/surface/grid/path_drawing.h"

namespace waystone {
namespace {

class GridRows final : public DistanceRows {
 public:
  GridRows(const MapView& map, const DistanceQuery& query, const GridGround& ground, Scratch& scratch)
      : DistanceRows(map, query, scratch),
        ground_(ground),
        walks_(ground),
        flood_(walks_.MakeFlood()),
        has_labels_(PickMethod(ground, {}) == GridMethod::kHubLabels) {}

 private:
  std::optional<NavLocation> Snap(const Vec3& local, PathEnd /*end*/) override {
    return SnapToGrid(map_, ground_, local, query_.snap, *scratch_.Borrow<SurfaceWorkspace>()).place;
  }

  OnePath Find(const PathQuery& path) override {
    GridQuery search;
    search.start = *GridOf(map_).CellAt(path.source.point);
    search.goal = *GridOf(map_).CellAt(path.target.point);
    search.max_expansions = path.max_expansions;
    search.deadline = query_.deadline;
    FindGridPath(ground_, search, *scratch_.Borrow<GridWorkspace>(), *path_);
    const GridPath& found = *path_;
    OnePath one;
    if (found.outcome == SearchOutcome::kFound) {
      one.cost_m = found.cost * CostOfCells(ground_, search.start) * GridOf(map_).header().cell_size_m;
    } else {
      one.is_cut = found.outcome != SearchOutcome::kExhausted;
      one.is_late = one.is_cut && found.outcome != SearchOutcome::kExpansionLimit;
    }
    one.expansions = static_cast<uint32_t>(std::min<uint64_t>(found.expanded, path.max_expansions));
    return one;
  }

  FloodLimits Flood() override {
    return {has_labels_ ? nullptr : flood_.get(), max_m_, query_.max_expansions};
  }

  const GridGround& ground_;
  const GridWalkGround walks_;
  const std::unique_ptr<WalkFlood> flood_;
  const bool has_labels_;
  const Scratch::Lease<GridPath> path_ = scratch_.Borrow<GridPath>();
};

}  // namespace

DistanceAnswer MeasureGridDistances(const MapView& map, const DistanceQuery& query, const GridGround& ground,
                                    Scratch& scratch) {
  return GridRows(map, query, ground, scratch).Measure();
}

}  // namespace waystone
