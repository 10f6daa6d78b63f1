// What walking costs on each kind of ground.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/navmesh/navmesh_format.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Factors per metre walked in the plane, by area; 1 if not set. Cheap to copy.
class GroundCosts {
 public:
  GroundCosts() { factor_of_area_.fill(1); }

  // REQUIRES: area <= kNavMaxArea, factor > 0.
  void Set(uint8_t area, double factor) { factor_of_area_[area] = factor; }
  double Of(const NavmeshView& mesh, PolyId poly) const { return factor_of_area_[mesh.poly(poly).area]; }
  // Whether some ground costs more or less than its length.
  bool AreUneven() const {
    return std::any_of(factor_of_area_.begin(), factor_of_area_.end(),
                       [](double factor) { return factor != 1; });
  }
  // The least factor of all areas: no path costs less than this times its length.
  double Least() const { return *std::min_element(factor_of_area_.begin(), factor_of_area_.end()); }

 private:
  std::array<double, kNavMaxArea + 1> factor_of_area_;
};

}  // namespace waystone
