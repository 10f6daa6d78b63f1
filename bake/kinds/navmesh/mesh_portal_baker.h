// Portals of maps that are meshes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "absl/status/statusor.h"
#include "bake/portals/surface_portal_baker.h"
#include "waystone/field_limits.h"

namespace waystone {

// The ground of a box nearest to its middle (of each polygon's the nearest in the plane), if there is any.
std::optional<Vec3> FindGroundIn(const MapView& map, const Aabb& box);

// [search nodes] That walks from an arrival are searched with: the most that a route may ask for.
inline constexpr uint32_t kMaxBakeExpansions = limits::SearchLimits::max_expansions.max;

class MeshPortalBaker : public SurfacePortalBaker {
 public:
  explicit MeshPortalBaker(uint32_t max_expansions = kMaxBakeExpansions) : max_expansions_(max_expansions) {}

  // ResourceExhausted if a search comes to its limit. Errors of CutMesh::Make name the portals whose triggers
  // overlap.
  absl::StatusOr<WalksByMode> BakeWalks(const MapView& map, std::span<const MapExit> exits,
                                        std::span<const PlacedPoint> arrivals) const override;

 private:
  std::optional<Vec3> GroundIn(const MapView& map, const Aabb& box) const override;
  SnapResult SnapLocal(const MapView& map, const Vec3& position) const override;

  uint32_t max_expansions_;
};

}  // namespace waystone
