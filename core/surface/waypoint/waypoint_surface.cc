#include "core/surface/waypoint/waypoint_surface.h"

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/surface/navmesh/changed_navmesh.h"
#include "core/surface/route_changes.h"
#include "core/surface/waypoint/waypoint_distances.h"
#include "core/surface/waypoint/waypoint_join.h"
#include "core/surface/waypoint/waypoint_moves.h"
#include "core/surface/waypoint/waypoint_place.h"
#include "core/surface/waypoint/waypoint_portals.h"
#include "core/surface/waypoint/waypoint_route.h"
#include "core/surface/waypoint/waypoint_stops.h"

namespace waystone {
namespace {

class WaypointRouteSearch final : public RouteSearch {
 public:
  WaypointRouteSearch(const MapView& map, const RouteChanges& changes, Scratch& scratch)
      : map_(map),
        changes_(changes),
        scratch_(scratch),
        excluded_(scratch.Borrow<Exclusions>()),
        exclusions_(ExclusionsOf(map, changes, *excluded_)) {}

  SnappedStops SnapStops(const RouteStops<Vec3>& positions, const SnapOptions& options, bool mutually,
                         const Deadline& deadline) override {
    return SnapStopsToWaypoints(map_, positions, options, mutually, deadline, exclusions_, scratch_);
  }

  bool IsChanged() const override { return exclusions_ != nullptr; }

  SnapResult SnapUnchanged(const Vec3& position, const SnapOptions& options) override {
    return SnapToWaypoints(map_, position, options, PlaceRole::kLeave, nullptr,
                           *scratch_.Borrow<SurfaceWorkspace>());
  }

  NearestPath FindPath(const NavLocation& from, std::span<const NavLocation> goals,
                       const PathTerms& terms) override {
    const WaypointPathOptions options{.max_expansions = terms.max_expansions,
                                      .max_cost_m = terms.max_cost_m,
                                      .has_changes = !changes_.IsNone(),
                                      .exclusions = exclusions_,
                                      .deadline = terms.deadline};
    return terms.nearest ? FindNearestWaypointRoute(map_, from, {&*terms.nearest, 1}, options, scratch_)
                         : FindNearestWaypointRoute(map_, from, goals, options, scratch_);
  }

  bool Append(const SurfacePath& path, const RouteQuery& query, RouteAnswer& answer) override {
    return AppendWaypointRoute(map_, path, query, answer);
  }

 private:
  const MapView& map_;
  const RouteChanges& changes_;
  Scratch& scratch_;
  const Scratch::Lease<Exclusions> excluded_;
  const Exclusions* const exclusions_;  // null: nothing is excluded
};

}  // namespace

WaypointSurface::WaypointSurface(const WaypointView& graph)
    : SurfaceOverWaypoints(graph), changed_(std::make_unique<ChangedNavmeshes>()) {}
WaypointSurface::~WaypointSurface() = default;

absl::StatusOr<MapView> WaypointSurface::ApplyForPlaces(const MapView& map, const RouteChanges& changes,
                                                        const Deadline& deadline) const {
  if (!changes.HasExclusions() || map.is_applied) return map;
  const ChangedNavmesh::Kind kind{.make_surface = [this](const ChangedGround& /*ground*/) {
    return std::make_unique<WaypointSurface>(graph());
  }};
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const ChangedNavmesh> changed,
                      changed_->Get(map, changes, kind, deadline));
  return ChangedNavmesh::ViewOf(changed, map, ZonesNeed::kCompute, deadline);
}

SurfaceFields WaypointSurface::Fields() const {
  return {.name = "a map of waypoints",
          .closes_under = true,
          .serves_area_factors = false,
          .serves_clearance = false,
          .has_source_ids = true};
}

absl::Status WaypointSurface::CheckRoute(const MapView& /*map*/, const RouteQuery& query) const {
  WS_RETURN_IF_ERROR(CheckPlainShape(query));
  const bool is_valid = query.method == RouteMethod::kNone || query.method == RouteMethod::kWaypoints;
  return is_valid ? absl::OkStatus() : FieldError("method", "not valid for this map; valid are: WAYPOINTS");
}

absl::StatusOr<std::unique_ptr<RouteSearch>> WaypointSurface::Open(const MapView& map,
                                                                   const RouteChanges& changes,
                                                                   const Deadline& /*deadline*/,
                                                                   Scratch& scratch) const {
  return std::make_unique<WaypointRouteSearch>(map, changes, scratch);
}

absl::StatusOr<DistanceAnswer> WaypointSurface::MeasureDistances(const MapView& map,
                                                                 const DistanceQuery& query,
                                                                 Scratch& scratch) const {
  return MeasureWaypointDistances(map, query, scratch);
}

SnapResult WaypointSurface::SnapTo(const MapView& map, const Vec3& position, const SnapOptions& options,
                                   PlaceRole role, const Exclusions* exclusions, Scratch& scratch) const {
  return SnapToWaypoints(map, position, options, role, exclusions, *scratch.Borrow<SurfaceWorkspace>());
}

SnapResult WaypointSurface::SnapToGround(const MapView& map, const Vec3& position, const SnapOptions& options,
                                         Scratch& scratch) const {
  return SnapToNodes(map, position, options, *scratch.Borrow<SurfaceWorkspace>());
}

std::function<bool(const NavLocation&)> WaypointSurface::PlacesOwned(const MapView& map,
                                                                     Scratch& scratch) const {
  return [&map, &scratch](const NavLocation& place) {
    return SnapToNodes(map, place.point, {}, *scratch.Borrow<SurfaceWorkspace>()).place->poly == place.poly;
  };
}

absl::StatusOr<std::unique_ptr<const WalkGround>> WaypointSurface::GroundOfWalks(
    const MapView& map, const RouteChanges& /*changes*/, const Deadline& /*deadline*/,
    Scratch& /*scratch*/) const {
  return std::make_unique<MeshWalkGround>(*map.navmesh, *map.links, map.abilities);
}

PolyId WaypointSurface::GoesOnFrom(const MapView& map, const NavLocation& place) const {
  return NodeAhead(map, place).value_or(place.poly);
}

bool WaypointSurface::AreJoined(const MapView& map, const NavLocation& from, const NavLocation& to) const {
  return StraightCost_m(map, from, to, nullptr).has_value();
}

absl::StatusOr<std::unique_ptr<MoveGround>> WaypointSurface::OpenMoves(const MapView& map,
                                                                       const RouteChanges* changes,
                                                                       uint32_t max_expansions,
                                                                       const Deadline& /*deadline*/,
                                                                       Scratch& scratch) const {
  return std::make_unique<WaypointMoves>(map, changes, max_expansions, scratch);
}

SkeletonJoin WaypointSurface::FindJoin(const MapView& map, const NavLocation& start,
                                       const JoinOptions& options, const Exclusions* exclusions,
                                       Scratch& scratch) const {
  return FindNodeToJoin(map, start, options, exclusions, scratch);
}

std::vector<uint32_t> WaypointSurface::SourceIds() const {
  std::vector<uint32_t> ids;
  ids.reserve(graph().size());
  for (const WaypointNode& node : graph().nodes()) ids.push_back(node.external_id);
  return ids;
}

absl::StatusOr<std::shared_ptr<const PortalSurface>> WaypointSurface::OpenPortals(
    const PortalTables& /*tables*/) const {
  return std::make_shared<const WaypointPortals>();
}

}  // namespace waystone
