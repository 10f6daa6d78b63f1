// What walking costs on each kind of ground.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_format.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// How much of a mesh is of which area, counted in polygons.
class GroundShares {
 public:
  explicit GroundShares(const NavmeshView& mesh) {
    for (const NavPoly& poly : mesh.arrays().polys) ++polys_[poly.area];
  }
  bool Has(size_t area) const { return polys_[area] > 0; }
  uint32_t Polys(size_t area) const { return polys_[area]; }

 private:
  std::array<uint32_t, kNavMaxArea + 1> polys_{};
};

// Factors per metre walked in the plane, by area; 1 if not set. Links cost what they do, but for the links through water and air
// between polygons there. Cheap to copy.
class GroundCosts {
 public:
  GroundCosts() { factor_of_area_.fill(1); }

  // REQUIRES: area <= kNavMaxArea, factor > 0.
  void Set(uint8_t area, double factor) { factor_of_area_[area] = factor; }
  // The areas of polygons in water and air: bit k for area k. None if not set.
  void SetFloating(uint64_t areas) { floating_areas_ = areas; }
  double Of(const NavmeshView& mesh, PolyId poly) const { return factor_of_area_[mesh.poly(poly).area]; }
  // [m of plain ground] What using a link costs. Half of one that is swum or flown, from or to a polygon in water or air, is priced as the
  // area at either end.
  double OfLink(const NavmeshView& mesh, const NavLink& link) const {
    const double cost_m = LinkCost_m(link);
    const uint8_t from = mesh.poly(PolyId(link.start_poly)).area;
    const uint8_t to = mesh.poly(PolyId(link.end_poly)).area;
    const bool is_through = link.kind == LinkKind::kSwim || link.kind == LinkKind::kFly;
    if (!is_through || ((floating_areas_ >> from | floating_areas_ >> to) & 1) == 0) return cost_m;
    return cost_m * (factor_of_area_[from] + factor_of_area_[to]) / 2;
  }
  // Whether some ground costs more or less than its length.
  bool AreUneven() const {
    return std::any_of(factor_of_area_.begin(), factor_of_area_.end(),
                       [](double factor) { return factor != 1; });
  }
  // Whether all ground that a mesh has costs the same here and there.
  bool AreSameOn(const GroundShares& shares, const GroundCosts& other) const {
    for (size_t area = 0; area < factor_of_area_.size(); ++area) {
      if (shares.Has(area) && factor_of_area_[area] != other.factor_of_area_[area]) return false;
    }
    return true;
  }
  // The same, with 1 for all areas that a mesh does not have.
  GroundCosts On(const GroundShares& shares) const {
    GroundCosts costs;
    costs.floating_areas_ = floating_areas_;
    for (size_t area = 0; area < factor_of_area_.size(); ++area) {
      if (shares.Has(area)) costs.factor_of_area_[area] = factor_of_area_[area];
    }
    return costs;
  }
  // The least factor of all areas: no path costs less than this times its length.
  double Least() const { return *std::min_element(factor_of_area_.begin(), factor_of_area_.end()); }
  // The least and the greatest factor of ground that a mesh has, and one that half of its polygons reach.
  struct Range {
    double least = 1;
    double most = 1;
    double median = 1;
  };
  Range RangeOn(const GroundShares& shares) const {
    std::array<std::pair<double, uint32_t>, kNavMaxArea + 1> grounds;
    uint32_t all = 0;
    size_t count = 0;
    for (size_t area = 0; area < factor_of_area_.size(); ++area) {
      if (!shares.Has(area)) continue;
      grounds[count++] = {factor_of_area_[area], shares.Polys(area)};
      all += shares.Polys(area);
    }
    if (count == 0) return {};
    std::sort(grounds.begin(), grounds.begin() + static_cast<ptrdiff_t>(count));
    size_t middle = 0;
    for (uint32_t below = grounds[0].second; 2 * uint64_t{below} < all; below += grounds[middle].second)
      ++middle;
    return {grounds[0].first, grounds[count - 1].first, grounds[middle].first};
  }

 private:
  std::array<double, kNavMaxArea + 1> factor_of_area_;
  uint64_t floating_areas_ = 0;
};

}  // namespace waystone
