// Rules about walking distances: horizontal length over the surface plus the costs of links, as routes have
// it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/deadline.h"
#include "core/navmesh/distance_flood.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/placement/position_grid.h"

namespace waystone {

// What one walks on. Pointers outlive their users.
struct WalkGround {
  const NavmeshView* mesh = nullptr;
  const LinkView* links = nullptr;
  uint64_t abilities = 0;
  Deadline deadline;
};

// How far places are from the nearest of some anchors. One thread at a time.
class AnchorWalks {
 public:
  // Floods from every anchor as far as `limit_m`. O(polygons within it) per anchor, which share `max_nodes`
  // search nodes.
  AnchorWalks(const WalkGround& ground, const std::vector<NavLocation>& anchors, double limit_m,
              uint32_t max_nodes);

  // kWhole where all floods went all the way.
  FloodEnd end() const { return end_; }
  double limit_m() const { return limit_m_; }
  // [m] Walking to `place` from the nearest anchor; infinite where it is beyond the limit.
  double DistanceTo(const NavLocation& place);

 private:
  double limit_m_;
  FloodEnd end_ = FloodEnd::kWhole;
  std::vector<std::unique_ptr<DistanceFlood>> floods_;
};

// How far positions are to walk to, for one radius. One thread at a time.
class WalkSpacing {
 public:
  // REQUIRES: radius_m > 0.
  WalkSpacing(const WalkGround& ground, double radius_m);

  void Add(const NavLocation& position);
  // [m] Walking from `place` to the nearest position; infinite where none is within the radius; empty where a
  // million search nodes or the deadline were not enough to find out: see end(). O(polygons within the
  // radius); nothing is searched where no position is near as the crow flies and no shortcut may be used.
  std::optional<double> DistanceFrom(const NavLocation& place);
  // Of the last search.
  FloodEnd end() const { return end_; }

 private:
  const WalkGround ground_;
  const double radius_m_;
  bool has_shortcuts_ = false;  // that may be used: a walk can be shorter than the crow flies
  FloodEnd end_ = FloodEnd::kWhole;
  DistanceFlood flood_;
  PositionGrid grid_;
  std::vector<NavLocation> positions_;
  std::vector<uint32_t> near_;  // scratch
};

}  // namespace waystone
