#include "core/surface/waypoint/waypoint_portals.h"

#include <optional>
#include <utility>
#include <vector>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/surface_queries.h"
#include "core/path/search_outcome.h"
#include "core/path/surface_path.h"
#include "core/surface/search_end.h"
#include "core/surface/waypoint/waypoint_place.h"
#include "core/surface/waypoint/waypoint_trigger_walks.h"
#include "core/world/portal_query.h"

namespace waystone {

WalkToPlace WaypointWorldWalks::TellWalk(const TriggerWalk& walk) const {
  return Tell(WaypointAnswerOf(ground_.view, walk.path, ground_.query->shape), walk.box);
}

TriggerWalkOptions WaypointWorldWalks::WaypointLimits() const {
  TriggerWalkOptions limits = Limits();
  limits.exclusions = exclusions_;
  return limits;
}

const WaypointTriggers& WaypointWorldWalks::Triggers() const {
  return triggers_->Of(ground_.query->mode, ground_.view, ground_.Exits());
}

SurfacePath WaypointWorldWalks::EntryOf(const NavLocation& start, PortalId exit) {
  return FindWaypointEntry(ground_.view, Triggers(), start, ground_.record().ExitOf(exit).value(),
                           WaypointLimits(), scratch_);
}

absl::StatusOr<std::optional<NavLocation>> WaypointWorldWalks::PlaceOf(const WorldArrival& arrival) const {
  if (arrival.node == kNoGround) return std::nullopt;
  const Vec3 place = ToVec3(arrival.place) - ground_.view.manifest->origin;
  const Scratch::Lease<SurfaceWorkspace> lease = scratch_.Borrow<SurfaceWorkspace>();
  SurfaceWorkspace& workspace = *lease;
  const std::optional<NavLocation> start = StoredWaypointPlace(ground_.view, place, nullptr, workspace);
  if (!start.has_value()) {
    return absl::DataLossError(StrCat("world file: an arrival on map ",
                                      Quoted(ground_.world->MapId(ground_.map)), " is not on its waypoints"));
  }
  if (exclusions_ == nullptr) return start;
  const std::optional<NavLocation> left = StoredWaypointPlace(ground_.view, place, exclusions_, workspace);
  const bool is_open = left.has_value() && left->poly == start->poly && left->point == start->point;
  return is_open ? start : std::nullopt;
}

absl::StatusOr<std::optional<NavLocation>> WaypointWorldWalks::PlaceOfArrival(PortalId portal) {
  return PlaceOf(ground_.ArrivalOf(portal));
}

TriggerWalk WaypointWorldWalks::WalkFrom(const NavLocation& start, const NavLocation& end) const {
  return FindWaypointPathAround(ground_.view, Triggers(), start, end, WaypointLimits(), scratch_);
}

SnapResult WaypointWorldWalks::SnapTo(const Vec3& position, PlaceRole role) {
  return SnapToWaypoints(ground_.view, position, ground_.query->snap, role, exclusions_,
                         *scratch_.Borrow<SurfaceWorkspace>());
}

absl::StatusOr<RouteReason> WaypointWorldWalks::FindHeads(const NavLocation& start,
                                                          const WalkBounds& /*bounds*/,
                                                          std::vector<PortalHead>& heads) {
  start_ = start;
  const WorldMap& map = ground_.record();
  RouteReason limit = RouteReason::kNone;
  for (uint32_t id = map.first_exit; id < map.first_exit + map.exit_count; ++id) {
    const SurfacePath walk = EntryOf(start, PortalId(id));
    if (limit == RouteReason::kNone) limit = LimitOf(walk.outcome);
    if (IsLate(walk.outcome)) return limit;
    if (walk.outcome == SearchOutcome::kFound) heads.push_back({PortalId(id), walk.cost_m});
  }
  return limit;
}

absl::StatusOr<RouteReason> WaypointWorldWalks::FindTails(const NavLocation& end, uint32_t goal,
                                                          const WalkBounds& /*bounds*/,
                                                          std::vector<PortalTail>& tails) {
  const WorldMap& map = ground_.record();
  RouteReason limit = RouteReason::kNone;
  std::vector<SurfacePath> walks;
  walks.reserve(map.arrival_count);
  for (const WorldArrival& arrival : ground_.Arrivals()) {
    WS_ASSIGN_OR_RETURN(const std::optional<NavLocation> start, PlaceOf(arrival));
    if (!start.has_value()) {
      walks.emplace_back();
      continue;
    }
    SurfacePath walk = WalkFrom(*start, end).path;
    if (limit == RouteReason::kNone) limit = LimitOf(walk.outcome);
    if (IsLate(walk.outcome)) return limit;
    walks.push_back(std::move(walk));
  }
  for (const PortalId portal : ground_.world->PortalsTo(ground_.map)) {
    const SurfacePath& walk = walks[map.ArrivalOf(ground_.world->Portal(portal).arrival).value()];
    if (walk.outcome == SearchOutcome::kFound) tails.push_back({portal, walk.cost_m, goal});
  }
  return limit;
}

absl::StatusOr<RouteAnswer> WaypointWorldWalks::WalkToPortal(PortalId exit) {
  return WaypointAnswerOf(ground_.view, EntryOf(start_, exit), ground_.query->shape);
}

absl::StatusOr<WalkToPlace> WaypointWorldWalks::WalkFromPortal(PortalId portal, const NavLocation& end) {
  WS_ASSIGN_OR_RETURN(const std::optional<NavLocation> start, PlaceOfArrival(portal));
  return start.has_value() ? TellWalk(WalkFrom(*start, end)) : WalkToPlace{};
}

absl::StatusOr<WalkToPlace> WaypointWorldWalks::WalkDirectly(const NavLocation& start,
                                                             const NavLocation& goal,
                                                             double /*below_cost_m*/) {
  return TellWalk(WalkFrom(start, goal));
}

}  // namespace waystone
