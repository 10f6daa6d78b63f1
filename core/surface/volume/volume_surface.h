// A volume as a search surface.
#pragma once

#include <memory>

#include "core/surface/search_surface.h"
#include "core/surface/volume/volumes_of_map.h"

namespace waystone {

class ChangedVolumes;

class VolumeSurface : public SurfaceOverVolume {
 public:
  explicit VolumeSurface(const VolumeView& volume);
  // Of a volume that changes of a request have left of the one of `baked`, which must outlive it.
  VolumeSurface(const VolumeView& volume, const SearchSurface& baked);
  ~VolumeSurface() override;

  // Nothing goes over its polygons, but code for meshes may ask for what was baked over them: nothing.
  const SearchSurface& AsPolygons() const override;
  const SearchSurface& ForExplorations() const override { return *this; }
  SurfaceFields Fields() const override;
  absl::Status CheckRoute(const MapView& map, const RouteQuery& query) const override;
  absl::StatusOr<MapView> Apply(const MapView& map, const RouteChanges& changes, ZonesNeed need,
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
  absl::StatusOr<std::unique_ptr<const WalkGround>> GroundOfWalks(const MapView& map,
                                                                  const RouteChanges& changes,
                                                                  const Deadline& deadline,
                                                                  Scratch& scratch) const override;
  PlaceSenses Senses(const MapView& map) const override;
  ScatterResult ScatterPlaces(const MapView& map, PlaceJudge& judge,
                              const ScatterOptions& options) const override;
  NearestResult FindNearestPlace(const MapView& map, PlaceJudge& judge, const Vec3& from,
                                 const NearestOptions& options, Scratch& scratch) const override;
  std::unique_ptr<FreeGround> OpenFreeMoves(const MapView& map, uint32_t max_expansions,
                                            Scratch& scratch) const override;
  std::optional<double> FullestHeight(const MapView& map) const override;
  std::optional<SurfaceCut> Cut(const MapView& map, const CutPlane& plane) const override;
  SkeletonJoin FindJoin(const MapView& map, const NavLocation& start, const JoinOptions& options,
                        const Exclusions* exclusions, Scratch& scratch) const override;
  absl::StatusOr<std::shared_ptr<const PortalSurface>> OpenPortals(const PortalTables& tables) const override;

 private:
  const SearchSurface* const baked_ = nullptr;     // null: it is the surface as baked
  const std::unique_ptr<ChangedVolumes> changed_;  // of a surface as baked
};

}  // namespace waystone
