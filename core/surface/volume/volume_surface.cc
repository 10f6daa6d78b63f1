#include "core/surface/volume/volume_surface.h"

#include "core/base/field_error.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "core/surface/volume/volume_cut.h"
#include "core/surface/volume/volume_distances.h"
#include "core/surface/volume/volume_moves.h"
#include "core/surface/volume/volume_place.h"
#include "core/surface/volume/volume_portals.h"
#include "core/surface/volume/volume_route.h"
#include "core/surface/volume/volume_snap.h"
#include "core/surface/volume/volume_walks.h"

namespace waystone {
namespace {

class VolumeRouteSearchOver final : public RouteSearch {
 public:
  VolumeRouteSearchOver(const MapView& map, Scratch& scratch) : map_(map), scratch_(scratch) {}

  SnappedStops SnapStops(const RouteStops<Vec3>& positions, const SnapOptions& options, bool mutually,
                         const Deadline& deadline) override {
    return SnapStopsToVolume(map_, positions, options, mutually, deadline);
  }
  bool IsChanged() const override { return false; }
  SnapResult SnapUnchanged(const Vec3& position, const SnapOptions& options) override {
    return SnapToVolume(map_, position, options);
  }
  bool FindsNearest() const override { return true; }
  NearestPath FindPath(const NavLocation& from, std::span<const NavLocation> goals,
                       const PathTerms& terms) override {
    return FindNearestVolumeRoute(map_, from, goals, terms, scratch_);
  }
  bool Append(const SurfacePath& path, const RouteQuery& query, RouteAnswer& answer) override {
    return AppendVolumeRoute(map_, path, query, answer);
  }

 private:
  const MapView& map_;
  Scratch& scratch_;
};

}  // namespace

const SearchSurface& VolumeSurface::AsPolygons() const { return NavmeshSurface::Plain(); }

SurfaceFields VolumeSurface::Fields() const {
  return {.name = "a volume",
          .has_cell_paths = true,
          .serves_polys = false,
          .serves_area_factors = false,
          .serves_clearance = false,
          .has_ground = false};
}

absl::Status VolumeSurface::CheckRoute(const MapView& /*map*/, const RouteQuery& query) const {
  if (query.with_polys) return FieldError("with_polys", "not in volumes", absl::StatusCode::kUnimplemented);
  const bool is_valid = query.method == RouteMethod::kNone || query.method == RouteMethod::kVoxelJumps;
  return is_valid ? absl::OkStatus() : FieldError("method", "not valid for this map; valid are: VOXEL_JUMPS");
}

absl::StatusOr<std::unique_ptr<RouteSearch>> VolumeSurface::Open(const MapView& map,
                                                                 const RouteChanges& /*changes*/,
                                                                 const Deadline& /*deadline*/,
                                                                 Scratch& scratch) const {
  return std::make_unique<VolumeRouteSearchOver>(map, scratch);
}

absl::StatusOr<DistanceAnswer> VolumeSurface::MeasureDistances(const MapView& map, const DistanceQuery& query,
                                                               Scratch& scratch) const {
  return MeasureVolumeDistances(map, query, scratch);
}

SnapResult VolumeSurface::SnapTo(const MapView& map, const Vec3& position, const SnapOptions& options,
                                 PlaceRole /*role*/, const Exclusions* /*exclusions*/,
                                 Scratch& /*scratch*/) const {
  return SnapToVolume(map, position, options);
}

SnapResult VolumeSurface::SnapToGround(const MapView& map, const Vec3& position, const SnapOptions& options,
                                       Scratch& /*scratch*/) const {
  return SnapToVolume(map, position, options);
}

absl::StatusOr<std::unique_ptr<const WalkGround>> VolumeSurface::GroundOfWalks(
    const MapView& /*map*/, const RouteChanges& /*changes*/, const Deadline& /*deadline*/,
    Scratch& /*scratch*/) const {
  return std::make_unique<VolumeWalkGround>(volume());
}

PlaceSenses VolumeSurface::Senses(const MapView& map) const { return SensesOfVolume(map); }

ScatterResult VolumeSurface::ScatterPlaces(const MapView& map, PlaceJudge& judge,
                                           const ScatterOptions& options) const {
  return ScatterInVolume(map, judge, options);
}

NearestResult VolumeSurface::FindNearestPlace(const MapView& map, PlaceJudge& judge, const Vec3& from,
                                              const NearestOptions& options, Scratch& /*scratch*/) const {
  return NearestInVolume(map, judge, from, options);
}

std::unique_ptr<FreeGround> VolumeSurface::OpenFreeMoves(const MapView& map, uint32_t max_expansions,
                                                         Scratch& scratch) const {
  return MakeVolumeMoves(map, max_expansions, scratch);
}

std::optional<SurfaceCut> VolumeSurface::Cut(const MapView& map, const CutPlane& plane) const {
  return CutVolume(map, plane);
}

SkeletonJoin VolumeSurface::FindJoin(const MapView& /*map*/, const NavLocation& /*start*/,
                                     const JoinOptions& /*options*/, const Exclusions* /*exclusions*/,
                                     Scratch& /*scratch*/) const {
  return {};
}

absl::StatusOr<std::shared_ptr<const PortalSurface>> VolumeSurface::OpenPortals(
    const PortalTables& /*tables*/) const {
  return std::make_shared<const VolumePortals>();
}

}  // namespace waystone
