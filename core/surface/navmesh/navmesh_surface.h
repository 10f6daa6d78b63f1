// A navmesh as a search surface.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/surface/navmesh/navmesh_indexes.h"
#include "core/surface/search_surface.h"

namespace waystone {

class ChangedNavmeshes;

class NavmeshSurface : public IndexedSurface {
 public:
  // What the indexes point at must outlive it. Each set of abilities occurs at most once.
  explicit NavmeshSurface(std::vector<NavmeshIndexes> indexes = {});
  // Over a mesh that changes were applied to; the indexes are those of the baked one. All must outlive it.
  NavmeshSurface(std::vector<NavmeshIndexes> indexes, const ChangedGround& ground);
  ~NavmeshSurface() override;
  // Without any index: polygons of other kinds of surfaces, and of tests.
  static const NavmeshSurface& Plain();

  SurfaceFields Fields() const override { return {.name = "a navmesh", .takes_obstacles = true}; }
  absl::Status CheckRoute(const MapView& map, const RouteQuery& query) const override;
  absl::StatusOr<MapView> Apply(const MapView& map, const RouteChanges& changes, ZonesNeed need,
                                const Deadline& deadline) const override;
  std::unique_ptr<MetClosures> WatchClosures(const MapView& map, const RouteChanges& changes) const override;
  PolyId BakedPoly(PolyId poly) const override {
    return ground_ == nullptr ? poly : ground_->changed->BakedPoly(poly);
  }
  LinkId BakedLink(LinkId link) const override {
    return ground_ == nullptr ? link : ground_->changed->BakedLink(link);
  }
  std::optional<NavLocation> PlaceOfBaked(const NavLocation& place) const override {
    return ground_ == nullptr ? place : ground_->changed->PlaceOf(place);
  }
  const ChangedGround* Changed() const override { return ground_; }
  std::span<const PolyId> ChangedPolys() const override {
    return ground_ == nullptr ? std::span<const PolyId>() : ground_->changed->changed();
  }
  KeptSkeletons* Kept() const override { return kept_.get(); }
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
                                                                  const RouteChanges& changes,
                                                                  const Deadline& deadline,
                                                                  Scratch& scratch) const override;
  SkeletonJoin FindJoin(const MapView& map, const NavLocation& start, const JoinOptions& options,
                        const Exclusions* exclusions, Scratch& scratch) const override;
  absl::StatusOr<std::shared_ptr<const PortalSurface>> OpenPortals(const PortalTables& tables) const override;

 protected:
  // What else the changes close on this kind of surface. DeadlineExceeded, Cancelled.
  virtual absl::Status CloseMore(const MapView& /*map*/, const RouteChanges& /*changes*/,
                                 const Deadline& /*deadline*/, MeshChanges& /*closed*/) const {
    return absl::OkStatus();
  }
  // The surface over a mesh that changes were applied to.
  virtual std::unique_ptr<const SearchSurface> Over(const MapView& /*map*/, const ChangedGround& ground,
                                                    const RouteChanges& /*changes*/) const {
    return std::make_unique<NavmeshSurface>(indexes(), ground);
  }

 private:
  std::unique_ptr<ChangedNavmeshes> changed_;    // null: the surface is not one map's as baked
  const ChangedGround* const ground_ = nullptr;  // null: the surface is as baked
  std::unique_ptr<KeptSkeletons> kept_;          // null: the surface is as baked
};

// The surface of a map with hierarchies for other costs as well. All must outlive it. REQUIRES: as IndexesOf.
std::unique_ptr<const SearchSurface> SurfaceWithPrices(const MapView& map,
                                                       std::span<const PricedHierarchy> priced);

}  // namespace waystone
