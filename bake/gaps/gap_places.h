// Where the ends of gaps lie on the finished surface.
#pragma once

#include <cstdint>
#include <optional>

#include "bake/gaps/open_field.h"
#include "core/navmesh/islands.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {

inline constexpr uint32_t kNoIsland = UINT32_MAX;

// One thread. All must outlive it.
class GapPlaces {
 public:
  GapPlaces(const NavmeshView& mesh, const Islands& islands, const GapRules& rules)
      : mesh_(mesh),
        islands_(islands),
        reach_m_(3 * rules.cell_size_m),
        height_m_((rules.climb_cells + 2) * rules.cell_height_m) {}

  // The polygon under a voxel's floor; none if it was dropped.
  std::optional<PolyId> PolyAt(const Vec3f& at) {
    const auto place = NearestPolyWithin(mesh_, Vec3(at), reach_m_, height_m_, height_m_, workspace_);
    return place ? std::optional(place->poly) : std::nullopt;
  }
  uint32_t IslandOf(PolyId poly) const { return islands_.of_poly[poly.value()]; }
  uint32_t IslandAt(const Vec3f& at) {
    const std::optional<PolyId> poly = PolyAt(at);
    return poly ? IslandOf(*poly) : kNoIsland;
  }

 private:
  const NavmeshView& mesh_;
  const Islands& islands_;
  const double reach_m_;
  const double height_m_;
  SurfaceWorkspace workspace_;
};

}  // namespace waystone
