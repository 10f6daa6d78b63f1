// The rectangles of a changed grid as a navmesh, for explorations.
#pragma once

#include <optional>
#include <span>

#include "core/surface/grid/changed_grid.h"
#include "core/surface/kept_skeletons.h"
#include "core/surface/navmesh/navmesh_surface.h"

namespace waystone {

class ChangedRects final : public NavmeshSurface {
 public:
  // It must outlive this.
  explicit ChangedRects(const ChangedGrid& changed) : changed_(changed) {}

  PolyId BakedPoly(PolyId poly) const override { return changed_.baked_polys()[poly.value()]; }
  std::optional<NavLocation> PlaceOfBaked(const NavLocation& place) const override {
    return changed_.PlaceOf(place);
  }
  std::span<const PolyId> ChangedPolys() const override { return changed_.changed_polys(); }
  KeptSkeletons* Kept() const override { return &kept_; }

 private:
  const ChangedGrid& changed_;
  mutable KeptSkeletons kept_;
};

}  // namespace waystone
