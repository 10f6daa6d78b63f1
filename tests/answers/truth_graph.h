// What leads where on a surface, by plain searches over its polygons.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/answers/truth_surface.h"

namespace waystone::answers {

class TruthGraph {
 public:
  // With links whose abilities are among `abilities`.
  TruthGraph(const TruthSurface& surface, uint64_t abilities);

  // By polygon: whether one can get there from any of `starts`; or, backwards, from there to any of them.
  std::vector<bool> ReachedFrom(const std::vector<uint32_t>& starts, bool backwards = false) const;
  // By polygon, directions ignored: the lowest polygon of its component.
  const std::vector<uint32_t>& weak_components() const { return weak_; }
  // Whether every passage leads back.
  bool is_symmetric() const { return is_symmetric_; }
  // Whether no link costs less than it is long in the plane.
  bool is_straight_best() const { return is_straight_best_; }

  // [m] For each goal what some path from the start costs, over the ends and middles of sides: the cheapest
  // path costs no more. Infinite if there is none. `start_polys` and `goal_polys[i]` hold the places.
  std::vector<double> UpperBounds(const Vec3& start, const std::vector<uint32_t>& start_polys,
                                  const std::vector<Vec3>& goals,
                                  const std::vector<std::vector<uint32_t>>& goal_polys) const;

 private:
  // A place on a side, or the start of a link, from which the polygons in `next` are entered.
  struct Gate {
    Vec2 at;
    Vec2 leaves_at;     // where it comes out: `at`, or the end of the link
    double cost_m = 0;  // of the link
    uint32_t next = 0;
  };

  std::vector<std::vector<uint32_t>> onward_;
  std::vector<std::vector<uint32_t>> backward_;
  std::vector<uint32_t> weak_;
  bool is_symmetric_ = true;
  bool is_straight_best_ = true;
  std::vector<Gate> gates_;
  std::vector<std::vector<uint32_t>> gates_of_;  // by polygon that they leave
};

}  // namespace waystone::answers
