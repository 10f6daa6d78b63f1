// The cells of a path over a trunk: spliced, mended and written.
#pragma once

#include <cstdint>
#include <span>

#include "core/grid/grid_path.h"
#include "core/grid/trunk_view.h"
#include "core/grid/trunk_workspace.h"
#include "core/grid/weighted_workspace.h"

namespace waystone {

// Turns the workspace of a search over a trunk into a path. One query; one thread.
class TrunkPath {
 public:
  // All must outlive it. `mend_reach` [cells]: how far around a point the path is searched anew.
  TrunkPath(const GridGround& ground, const TrunkView& trunk, const GridQuery& query,
            WeightedWorkspace& searches, TrunkWorkspace& workspace, uint32_t mend_reach)
      : ground_(ground),
        trunk_(trunk),
        query_(query),
        searches_(searches),
        space_(workspace),
        mend_reach_(mend_reach) {}

  // Joins head, the stretches from there (TrunkWorkspace::points) and the tail, an index.
  void Splice(uint32_t tail);
  // Searches the path anew around all points that it passes, as it bends towards them. Adds to path.expanded;
  // stops at the query's limits. O(cells around the points).
  void Mend(GridPath& path);
  // Writes all of the path except `expanded`, without loops. `least`: no path costs less.
  void Write(double least, GridPath& path);

 private:
  uint32_t OtherEnd(uint32_t stretch, uint32_t point) const;
  void Append(std::span<const Cell> turns);
  bool MendAt(uint32_t joint, GridPath& path);
  void CutLoops();

  const GridGround& ground_;
  const TrunkView& trunk_;
  const GridQuery& query_;
  WeightedWorkspace& searches_;
  TrunkWorkspace& space_;
  const uint32_t mend_reach_;
};

}  // namespace waystone
