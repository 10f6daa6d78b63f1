// A graph of waypoints as a search surface.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/surface/search_surface.h"
#include "core/surface/waypoint/waypoint_solids.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "core/waypoint/waypoint_view.h"

namespace waystone {

class ChangedNavmeshes;

class WaypointSurface final : public SurfaceOverWaypoints {
 public:
  // The graph must outlive it. Node k stands on polygon k of the map, and arc k is link k.
  explicit WaypointSurface(const WaypointView& graph);
  ~WaypointSurface() override;

  SurfaceFields Fields() const override;
  absl::Status CheckRoute(const MapView& map, const RouteQuery& query) const override;
  absl::Status CloseUnder(const MapView& map, const Deadline& deadline, ClosedParts& changes) const override {
    return waystone::CloseUnder(map, deadline, changes);
  }
  // Searches leave out what is closed. For placements it is taken off the polygons and links.
  absl::StatusOr<MapView> ApplyForPlaces(const MapView& map, const RouteChanges& changes,
                                         const Deadline& deadline) const override;
  absl::StatusOr<std::unique_ptr<RouteSearch>> Open(const MapView& map, const RouteChanges& changes,
                                                    const Deadline& deadline,
                                                    Scratch& scratch) const override;
  absl::StatusOr<DistanceAnswer> MeasureDistances(const MapView& map, const DistanceQuery& query,
                                                  Scratch& scratch) const override;
  SnapResult SnapTo(const MapView& map, const Vec3& position, const SnapOptions& options, PlaceRole role,
                    const Exclusions* exclusions, Scratch& scratch) const override;
  SnapResult SnapToGround(const MapView& map, const Vec3& position, const SnapOptions& options,
                          Scratch& scratch) const override;
  std::function<bool(const NavLocation&)> PlacesOwned(const MapView& map, Scratch& scratch) const override;
  absl::StatusOr<std::unique_ptr<const WalkGround>> GroundOfWalks(const MapView& map,
                                                                  const RouteChanges& changes,
                                                                  const Deadline& deadline,
                                                                  Scratch& scratch) const override;
  bool IsGraph() const override { return true; }
  PolyId GoesOnFrom(const MapView& map, const NavLocation& place) const override;
  bool AreJoined(const MapView& map, const NavLocation& from, const NavLocation& to) const override;
  absl::StatusOr<std::unique_ptr<MoveGround>> OpenMoves(const MapView& map, const RouteChanges* changes,
                                                        uint32_t max_expansions, const Deadline& deadline,
                                                        Scratch& scratch) const override;
  SkeletonJoin FindJoin(const MapView& map, const NavLocation& start, const JoinOptions& options,
                        const Exclusions* exclusions, Scratch& scratch) const override;
  std::vector<uint32_t> SourceIds() const override;
  absl::StatusOr<std::shared_ptr<const PortalSurface>> OpenPortals(const PortalTables& tables) const override;

 private:
  const std::unique_ptr<ChangedNavmeshes> changed_;
};

}  // namespace waystone
