// Walks over the cells of a grid, as WalkGround has them: what routes over the same ground cost.
#pragma once

#include <memory>
#include <vector>

#include "core/grid/grid_path.h"
#include "core/placement/walk_ground.h"

namespace waystone {

// Does not own what the ground points at. Places are those of the free cell that they lie in, or of the
// nearest one.
class GridWalkGround final : public WalkGround {
 public:
  explicit GridWalkGround(const GridGround& ground) : ground_(ground) {}

  std::unique_ptr<WalkFlood> MakeFlood() const override;
  Effort MostEffort() const override { return {30'000'000, 1 << 16}; }
  double PlaneReach_m(double walk_m) const override;
  void Cover(const NavLocation& place, double radius_m, std::vector<WalkSample>& samples) const override;

 private:
  const GridGround ground_;
};

}  // namespace waystone
