// A navmesh as a search surface.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/clusters/cluster_view.h"
#include "core/navmesh/hierarchy_view.h"
#include "core/surface/search_surface.h"

namespace waystone {

// What was baked to find long paths over a mesh, for one set of abilities.
struct NavmeshIndexes {
  uint64_t abilities = 0;  // as MapView::abilities
  const HierarchyView* hierarchy = nullptr;
  const ClusterView* clusters = nullptr;

  bool IsNone() const { return hierarchy == nullptr && clusters == nullptr; }
};

class NavmeshSurface final : public SearchSurface {
 public:
  // What the indexes point at must outlive it. None twice for the same abilities.
  explicit NavmeshSurface(std::vector<NavmeshIndexes> indexes = {}) : indexes_(std::move(indexes)) {}
  // Without any index: polygons of other kinds of surfaces, and of tests.
  static const NavmeshSurface& Plain();

  NavmeshIndexes IndexesFor(uint64_t abilities) const;

  absl::Status CheckChanges(const RouteChanges& changes) const override;
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

 private:
  const std::vector<NavmeshIndexes> indexes_;
};

// Those for the view's abilities. REQUIRES: the view's surface is a navmesh, or is one AsPolygons.
NavmeshIndexes IndexesOf(const MapView& map);

}  // namespace waystone
