#include "core/surface/volume/volume_surface.h"

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/surface/kept_skeletons.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "core/surface/volume/changed_volume.h"
#include "core/surface/volume/volume_cut.h"
#include "core/surface/volume/volume_distances.h"
#include "core/surface/volume/volume_join.h"
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
  // `baked`: null if the map is as baked.
  VolumeRouteSearchOver(const MapView& map, const SearchSurface* baked, Scratch& scratch)
      : map_(map), baked_(baked), scratch_(scratch) {}

  SnappedStops SnapStops(const RouteStops<Vec3>& positions, const SnapOptions& options, bool mutually,
                         const Deadline& deadline) override {
    return SnapStopsToVolume(map_, positions, options, mutually, deadline);
  }
  bool IsChanged() const override { return baked_ != nullptr; }
  SnapResult SnapUnchanged(const Vec3& position, const SnapOptions& options) override {
    MapView baked = map_;
    if (baked_ != nullptr) baked.surface = baked_;
    return SnapToVolume(baked, position, options);
  }
  bool FindsNearest() const override { return true; }
  NearestPath FindPath(const NavLocation& from, std::span<const NavLocation> goals,
                       const PathTerms& terms) override {
    NearestPath nearest = FindNearestVolumeRoute(map_, from, goals, terms, scratch_);
    RouteReason& reason = nearest.found.reason;
    const bool is_closed = baked_ != nullptr && !terms.is_unreachable;
    if (is_closed && reason == RouteReason::kGoalUnreachable) reason = RouteReason::kClosedByChanges;
    return nearest;
  }
  bool Append(const SurfacePath& path, const RouteQuery& query, RouteAnswer& answer) override {
    return AppendVolumeRoute(map_, path, query, answer);
  }

 private:
  const MapView& map_;
  const SearchSurface* const baked_;
  Scratch& scratch_;
};

class ChangedVolumeSurface final : public VolumeSurface {
 public:
  // All must outlive it.
  ChangedVolumeSurface(const VolumeView& volume, const VolumeSurface& baked, const ChangedVolume& changed)
      : VolumeSurface(volume, baked), changed_(changed) {}

  PolyId BakedPoly(PolyId poly) const override { return changed_.BakedPart(poly); }
  std::optional<NavLocation> PlaceOfBaked(const NavLocation& place) const override {
    const std::optional<uint32_t> part = volume().PartOf(volume().VoxelAt(place.point));
    if (!part) return std::nullopt;
    return NavLocation{PolyId(*part), place.point};
  }
  KeptSkeletons* Kept() const override { return &kept_; }

 private:
  const ChangedVolume& changed_;
  mutable KeptSkeletons kept_;
};

}  // namespace

VolumeSurface::VolumeSurface(const VolumeView& volume)
    : SurfaceOverVolume(volume), changed_(std::make_unique<ChangedVolumes>()) {}
VolumeSurface::VolumeSurface(const VolumeView& volume, const SearchSurface& baked)
    : SurfaceOverVolume(volume), baked_(&baked) {}
VolumeSurface::~VolumeSurface() = default;

const SearchSurface& VolumeSurface::AsPolygons() const { return NavmeshSurface::Plain(); }

SurfaceFields VolumeSurface::Fields() const {
  return {.name = "a volume",
          .has_cell_paths = true,
          .blocks_polys = false,
          .takes_obstacles = true,
          .serves_area_factors = false,
          .has_ground = false};
}

absl::Status VolumeSurface::CheckRoute(const MapView& /*map*/, const RouteQuery& query) const {
  const bool is_valid = query.method == RouteMethod::kNone || query.method == RouteMethod::kVoxelJumps;
  return is_valid ? absl::OkStatus() : FieldError("method", "not valid for this map; valid are: VOXEL_JUMPS");
}

absl::StatusOr<MapView> VolumeSurface::Apply(const MapView& map, const RouteChanges& changes, ZonesNeed need,
                                             const Deadline& deadline) const {
  const bool is_changed = changes.HasSolids() || changes.min_clearance_m > 0;
  if (!is_changed || map.is_applied) return map;
  const auto make_surface = [this](const VolumeView& volume, const ChangedVolume& changed) {
    return std::make_unique<const ChangedVolumeSurface>(volume, *this, changed);
  };
  WS_ASSIGN_OR_RETURN(const auto changed, changed_->Get(map, changes, make_surface, deadline));
  return ChangedVolume::ViewOf(changed, map, need, deadline);
}

absl::StatusOr<std::unique_ptr<RouteSearch>> VolumeSurface::Open(const MapView& map,
                                                                 const RouteChanges& /*changes*/,
                                                                 const Deadline& /*deadline*/,
                                                                 Scratch& scratch) const {
  return std::make_unique<VolumeRouteSearchOver>(map, baked_, scratch);
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

std::optional<double> VolumeSurface::FullestHeight(const MapView& map) const { return FullestHeightOf(map); }

std::optional<SurfaceCut> VolumeSurface::Cut(const MapView& map, const CutPlane& plane) const {
  return CutVolume(map, plane);
}

SkeletonJoin VolumeSurface::FindJoin(const MapView& map, const NavLocation& start, const JoinOptions& options,
                                     const Exclusions* /*exclusions*/, Scratch& scratch) const {
  return FindVolumeJoin(map, start, options, scratch);
}

absl::StatusOr<std::shared_ptr<const PortalSurface>> VolumeSurface::OpenPortals(
    const PortalTables& /*tables*/) const {
  return std::make_shared<const VolumePortals>();
}

}  // namespace waystone
