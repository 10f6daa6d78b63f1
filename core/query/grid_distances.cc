#include "core/query/grid_distances.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "core/grid/grid_search.h"
#include "core/query/distance_rows.h"
#include "core/query/grid_snap.h"
#include "core/query/grid_walks.h"
#include "core/query/grid_way.h"

namespace waystone {
namespace {

class GridRows final : public DistanceRows {
 public:
  GridRows(const MapView& map, const DistanceQuery& query, const GridGround& ground, Workspace& workspace)
      : DistanceRows(map, query, workspace),
        ground_(ground),
        walks_(ground),
        flood_(walks_.MakeFlood()),
        has_labels_(PickMethod(ground, {}) == GridMethod::kHierarchy) {}

 private:
  std::optional<NavLocation> Snap(const Vec3& local, PathEnd /*end*/) override {
    return SnapToGrid(map_, ground_, local, query_.snap, ws_.surface).place;
  }

  OnePath Find(const PathQuery& path) override {
    GridQuery search;
    search.start = *map_.grid->CellAt(path.source.point);
    search.goal = *map_.grid->CellAt(path.target.point);
    search.max_expansions = path.max_expansions;
    search.deadline = query_.deadline;
    FindGridPath(ground_, search, ws_.grid, ws_.grid_path);
    const GridPath& found = ws_.grid_path;
    OnePath one;
    if (found.outcome == GridOutcome::kFound) {
      one.cost_m = found.cost * CostOfCells(ground_, search.start) * map_.grid->header().cell_size_m;
    } else {
      one.is_cut = found.outcome != GridOutcome::kNoWay;
      one.is_late = one.is_cut && found.outcome != GridOutcome::kExpansionLimit;
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
};

}  // namespace

DistanceAnswer MeasureGridDistances(const MapView& map, const DistanceQuery& query, const GridGround& ground,
                                    Workspace& workspace) {
  return GridRows(map, query, ground, workspace).Measure();
}

}  // namespace waystone
