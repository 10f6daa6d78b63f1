// Whether positions obey the rules of a placement, found out the long path: by plain searches, over all pairs
// and against all borders. Shares nothing with core/placement and core/zones.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// What to hold positions against. Map-local.
struct PlaceOracleRules {
  double spacing_m = 0;             // between any two, in three dimensions
  double clearance_m = 0;           // from borders, in the plane
  std::optional<Vec3> centre = {};  // no farther from it than ball_radius_m
  double ball_radius_m = 0;
};

// How many positions break each rule.
struct PlaceFaults {
  uint64_t off_surface = 0;
  uint64_t unreachable = 0;
  uint64_t no_return = 0;
  uint64_t too_close = 0;
  uint64_t clearance = 0;
  uint64_t outside_region = 0;

  void Add(const PlaceFaults& more) {
    off_surface += more.off_surface;
    unreachable += more.unreachable;
    no_return += more.no_return;
    too_close += more.too_close;
    clearance += more.clearance;
    outside_region += more.outside_region;
  }
  uint64_t Sum() const {
    return off_surface + unreachable + no_return + too_close + clearance + outside_region;
  }
};

class PlaceOracle {
 public:
  // `homes`: positions have to be reachable from one of these polygons and to lead back to the same. Two
  // breadth-first searches for each: O(homes * (sides + links)).
  PlaceOracle(const NavmeshView& mesh, const LinkView& links, uint64_t abilities,
              const std::vector<PolyId>& homes);

  // Borders are sorted once for each clearance in a row. Rounding aside (a tenth of a millimetre).
  // O(positions * log polygons + pairs and borders near each other).
  PlaceFaults Check(const std::vector<Vec3>& positions, const PlaceOracleRules& rules);

 private:
  void CheckReach(const std::vector<Vec3>& positions, PlaceFaults& faults) const;
  void SortBorders(double clearance_m);
  uint64_t CountNearBorders(const std::vector<Vec3>& positions) const;

  const NavmeshView& mesh_;
  std::vector<std::vector<bool>> from_home_;                    // [home][polygon] can be reached from it
  std::vector<std::vector<bool>> to_home_;                      // leads to it
  double clearance_m_ = 0;                                      // what borders are sorted for
  std::unordered_map<int64_t, std::vector<uint32_t>> borders_;  // by cell of the plane: EdgeIds near it
};

}  // namespace waystone
