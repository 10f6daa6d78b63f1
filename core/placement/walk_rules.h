// Rules about walking distances.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/deadline.h"
#include "core/placement/position_grid.h"
#include "core/placement/walk_ground.h"

namespace waystone {

// Walking distances from the nearest of some anchors. One thread at a time.
class AnchorWalks {
 public:
  // Floods from every anchor as far as `limit_m`. O(polygons or cells within it) per anchor; all anchors
  // share `max_nodes` search nodes.
  AnchorWalks(const WalkGround& ground, const std::vector<NavLocation>& anchors, double limit_m,
              uint32_t max_nodes, const Deadline& deadline);

  // kExhausted if no flood was cut short.
  SearchOutcome end() const { return end_; }
  double limit_m() const { return limit_m_; }
  // [m] Walking to `place` from the nearest anchor; infinite if it is beyond the limit.
  double DistanceTo(const NavLocation& place);

 private:
  double limit_m_;
  SearchOutcome end_ = SearchOutcome::kExhausted;
  std::vector<std::unique_ptr<WalkFlood>> floods_;
};

// Walking distances to the positions, for one radius. One thread at a time.
class WalkSpacing {
 public:
  // The ground must outlive this. REQUIRES: radius_m > 0.
  WalkSpacing(const WalkGround& ground, double radius_m, const Deadline& deadline);

  void Add(const NavLocation& position);
  // [m] Walking from `place` to the nearest position; infinite if none is within the radius; nullopt if a
  // million search nodes or the deadline were not enough to find out: see end(). O(polygons or cells within
  // the radius, or within twice the distance of the nearest position); nothing is searched if no position is
  // near in a straight line and no shortcut may be used.
  std::optional<double> DistanceFrom(const NavLocation& place);
  // How the last search ended.
  SearchOutcome end() const { return end_; }

 private:
  const double radius_m_;
  const Deadline deadline_;
  SearchOutcome end_ = SearchOutcome::kExhausted;
  std::unique_ptr<WalkFlood> flood_;
  std::optional<PositionGrid> grid_;  // nullopt: a walk can be shorter than any straight line
  std::vector<NavLocation> positions_;
  std::vector<uint32_t> near_;  // scratch
};

}  // namespace waystone
