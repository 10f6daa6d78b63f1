// A navmesh as a search surface.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/surface/navmesh/navmesh_indexes.h"
#include "core/surface/search_surface.h"

namespace waystone {

class NavmeshSurface : public IndexedSurface {
 public:
  // What the indexes point at must outlive it. Each set of abilities occurs at most once.
  explicit NavmeshSurface(std::vector<NavmeshIndexes> indexes = {}) : IndexedSurface(std::move(indexes)) {}
  // Without any index: polygons of other kinds of surfaces, and of tests.
  static const NavmeshSurface& Plain();

  SurfaceFields Fields() const override { return {.name = "a navmesh"}; }
  absl::Status CheckRoute(const MapView& map, const RouteQuery& query) const override;
  absl::StatusOr<std::unique_ptr<RouteSearch>> Open(const MapView& map, const RouteChanges& changes,
                                                    const Deadline& deadline,
                                                    Scratch& scratch) const override;
  absl::StatusOr<DistanceAnswer> MeasureDistances(const MapView& map, const DistanceQuery& query,
                                                  Scratch& scratch) const override;
  SnapResult SnapTo(const MapView& map, const Vec3& position, const SnapOptions& options, PlaceRole role,
                    const Exclusions* exclusions, Scratch& scratch) const override;
  SnapResult SnapToGround(const MapView& map, const Vec3& position, const SnapOptions& options,
                          Scratch& scratch) const override;
  absl::StatusOr<std::unique_ptr<const WalkGround>> GroundOfWalks(const MapView& map,
                                                                  const Deadline& deadline,
                                                                  Scratch& scratch) const override;
  SkeletonJoin FindJoin(const MapView& map, const NavLocation& start, const JoinOptions& options,
                        const Exclusions* exclusions, Scratch& scratch) const override;
  absl::StatusOr<std::shared_ptr<const PortalSurface>> OpenPortals(const PortalTables& tables) const override;
};

}  // namespace waystone
