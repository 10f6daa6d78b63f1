#include "core/surface/navmesh/mesh_portals.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/surface_queries.h"
#include "core/path/search_outcome.h"
#include "core/path/surface_path.h"
#include "core/surface/ground/route_points.h"
#include "core/surface/navmesh/mesh_distances.h"
#include "core/surface/navmesh/mesh_route.h"
#include "core/surface/navmesh/trigger_walks.h"
#include "core/surface/search_end.h"
#include "core/surface/search_surface.h"
#include "core/surface/snap.h"
#include "core/world/portal_query.h"
#include "core/zones/reachability_index.h"

namespace waystone {
namespace {

constexpr double kOnPoly_m = 0.1;

// The limit that left some distance unmeasured.
RouteReason LimitOn(const DistanceAnswer& walks, const Deadline& deadline) {
  const auto& statuses = walks.statuses;
  if (std::find(statuses.begin(), statuses.end(), DistanceStatus::kLimitReached) == statuses.end()) {
    return RouteReason::kNone;
  }
  return LimitOf(deadline.Expired() ? LateOutcome(deadline) : SearchOutcome::kExpansionLimit);
}

}  // namespace

absl::StatusOr<const CutMesh*> MeshWorldWalks::Cut() const {
  return triggers_->Of(ground_.query->mode, ground_.view, ground_.Exits(), ground_.query->deadline);
}

// Whether walks have to keep off triggers.
bool MeshWorldWalks::KeepsOff() const {
  const std::span<const WorldPortal> exits = ground_.Exits();
  return Teleports() && std::any_of(exits.begin(), exits.end(),
                                    [](const WorldPortal& exit) { return exit.kind == PortalKind::kWalkIn; });
}

absl::StatusOr<std::optional<NavLocation>> MeshWorldWalks::PlaceOf(const WorldArrival& arrival) const {
  if (arrival.node == kNoGround) return std::nullopt;
  const ChangedGround* const changed = IndexedSurfaceOf(ground_.view).Changed();
  const NavmeshView& mesh = changed == nullptr ? *ground_.view.navmesh : *changed->baked_mesh;
  const Vec3 place = ToVec3(arrival.place) - ground_.view.manifest->origin;
  const bool is_on_poly =
      arrival.node < mesh.poly_count() &&
      ClosestInPlane(mesh, PolyId(arrival.node), place.Plane()).distance_sq_m2 <= kOnPoly_m * kOnPoly_m;
  if (!is_on_poly) {
    return absl::DataLossError(StrCat("world file: an arrival on map ",
                                      Quoted(ground_.world->MapId(ground_.map)), " is not on its polygon"));
  }
  return ground_.view.surface->PlaceOfBaked({PolyId(arrival.node), place});
}

absl::StatusOr<std::optional<NavLocation>> MeshWorldWalks::PlaceOfArrival(PortalId portal) {
  return PlaceOf(ground_.ArrivalOf(portal));
}

SnapResult MeshWorldWalks::SnapTo(const Vec3& position, PlaceRole /*role*/) {
  return Snap(*ground_.view.navmesh, position, ground_.query->snap, *scratch_.Borrow<SurfaceWorkspace>());
}

absl::StatusOr<RouteReason> MeshWorldWalks::FindHeads(const NavLocation& start, const WalkBounds& /*bounds*/,
                                                      std::vector<PortalHead>& heads) {
  const WorldMap& map = ground_.record();
  if (map.exit_count == 0) return RouteReason::kNone;
  WS_ASSIGN_OR_RETURN(const CutMesh* cut, Cut());
  start_ = start;
  const RouteReason limit = FindTriggerEntries(ground_.view, *cut, start, Limits(), scratch_, entries_);
  for (uint32_t exit = 0; exit < map.exit_count; ++exit) {
    if (!entries_[exit].IsFound()) continue;
    heads.push_back({map.PortalOf(MapExitId(exit)), entries_[exit].cost_m});
  }
  return limit;
}

absl::StatusOr<RouteReason> MeshWorldWalks::FindTailsAroundTriggers(const NavLocation& end, uint32_t goal,
                                                                    std::vector<PortalTail>& tails) {
  WS_ASSIGN_OR_RETURN(const CutMesh* cut, Cut());
  const WorldMap& map = ground_.record();
  RouteReason limit = RouteReason::kNone;
  std::vector<SurfacePath> walks;
  for (const WorldArrival& arrival : ground_.Arrivals()) {
    WS_ASSIGN_OR_RETURN(const std::optional<NavLocation> start, PlaceOf(arrival));
    if (!start.has_value()) {
      walks.emplace_back();
      continue;
    }
    walks.push_back(WalkAroundTriggers(ground_.view, *cut, *start, end, Limits(), scratch_).path);
    if (limit == RouteReason::kNone) limit = LimitOf(walks.back().outcome);
  }
  for (const PortalId portal : ground_.world->PortalsTo(ground_.map)) {
    const SurfacePath& walk = walks[map.ArrivalOf(ground_.world->Portal(portal).arrival).value()];
    if (walk.outcome == SearchOutcome::kFound) tails.push_back({portal, walk.cost_m, goal});
  }
  return limit;
}

absl::StatusOr<RouteReason> MeshWorldWalks::FindTails(const NavLocation& end, uint32_t goal,
                                                      const WalkBounds& /*bounds*/,
                                                      std::vector<PortalTail>& tails) {
  const WorldMap& map = ground_.record();
  if (map.arrival_count == 0) return RouteReason::kNone;
  if (KeepsOff()) return FindTailsAroundTriggers(end, goal, tails);
  DistanceQuery query;
  std::vector<uint32_t> source_of;  // by arrival
  for (const WorldArrival& arrival : ground_.Arrivals()) {
    WS_ASSIGN_OR_RETURN(const std::optional<NavLocation> start, PlaceOf(arrival));
    source_of.push_back(start.has_value() ? static_cast<uint32_t>(query.sources.size()) : kNoGround);
    if (start.has_value()) query.sources.push_back(ToVec3(arrival.place));
  }
  if (query.sources.empty()) return RouteReason::kNone;
  if (ground_.changes != nullptr) query.changes = *ground_.changes;
  query.targets = {end.point + ground_.view.manifest->origin};
  query.max_expansions = ground_.query->max_expansions;
  query.deadline = ground_.query->deadline;
  const DistanceAnswer walks = MeasureMeshDistances(ground_.view, query, scratch_);
  for (const PortalId portal : ground_.world->PortalsTo(ground_.map)) {
    const uint32_t source = source_of[map.ArrivalOf(ground_.world->Portal(portal).arrival).value()];
    if (source != kNoGround && walks.statuses[source] == DistanceStatus::kFound) {
      tails.push_back({portal, walks.distance_m[source], goal});
    }
  }
  return LimitOn(walks, query.deadline);
}

// Paths over ground are taut already. Lines through water and air keep off what sets portals off.
RouteAnswer MeshWorldWalks::Smoothed(RouteAnswer walk) const {
  if (!IsSmoothed(ground_.query->shape)) return walk;
  RouteQuery query;
  query.deadline = ground_.query->deadline;
  if (ground_.changes != nullptr) query.changes = *ground_.changes;
  std::vector<Aabb> kept_off;
  const Vec3& origin = ground_.view.manifest->origin;
  for (const TriggerBox& box : TriggerBoxesOf(ground_.Exits(), origin, ground_.query->mode)) {
    if (box.is_one_way) kept_off.push_back(box.box);
  }
  ground_.view.surface->SmoothWalk(ground_.view, query, kept_off, walk);
  return walk;
}

absl::Status MeshWorldWalks::DrawStored(RouteAnswer& walk) {
  walk = Smoothed(std::move(walk));
  return absl::OkStatus();
}

// A walk from place to place as a route: complete or none.
WalkToPlace MeshWorldWalks::WalkOver(const NavLocation& start, const NavLocation& end) {
  const MapView& map = ground_.view;
  WalkToPlace walk;
  if (!map.zones->Reaches(start.poly, end.poly, *scratch_.Borrow<ReachWorkspace>())) {
    return walk;
  }
  const MeshRouteOptions options{.max_expansions = ground_.query->max_expansions,
                                 .is_reachable = ground_.changes == nullptr,
                                 .changes = ground_.changes,
                                 .deadline = ground_.query->deadline};
  const FoundPath found = FindMeshRoute(map, start, end, options, scratch_);
  RouteAnswer& answer = walk.walk;
  answer.method = found.method;
  answer.basis = found.basis;
  answer.reason = found.reason;
  answer.expansions = found.path.expansions;
  if (!found.LeadsTo(end)) {
    if (found.basis == RouteBasis::kIncompleteSearch) answer.status = RouteStatus::kLimitReached;
    return walk;
  }
  RouteQuery query;
  query.shape = ground_.query->shape;
  if (ground_.changes != nullptr) query.changes.area_factors = ground_.changes->area_factors;
  AppendRoute(map, found.path, query, *scratch_.Borrow<GroundLineWorkspace>(), answer);
  answer = Smoothed(std::move(answer));
  answer.status = RouteStatus::kComplete;
  return walk;
}

absl::StatusOr<WalkToPlace> MeshWorldWalks::WalkAround(const NavLocation& start, const NavLocation& end) {
  WS_ASSIGN_OR_RETURN(const CutMesh* cut, Cut());
  const TriggerWalk walk = WalkAroundTriggers(ground_.view, *cut, start, end, Limits(), scratch_);
  return Tell(Smoothed(AnswerOf(ground_.view, walk.path, ground_.query->shape, scratch_, ground_.changes)),
              walk.box);
}

absl::StatusOr<RouteAnswer> MeshWorldWalks::WalkToPortal(PortalId exit) {
  WS_ASSIGN_OR_RETURN(const CutMesh* cut, Cut());
  const uint32_t box = ground_.record().ExitOf(exit).value();
  const SurfacePath walk = WalkToEntry(ground_.view, *cut, start_, box, entries_[box], Limits(), scratch_);
  return Smoothed(AnswerOf(ground_.view, walk, ground_.query->shape, scratch_, ground_.changes));
}

absl::StatusOr<WalkToPlace> MeshWorldWalks::WalkFromPortal(PortalId portal, const NavLocation& end) {
  WS_ASSIGN_OR_RETURN(const std::optional<NavLocation> start, PlaceOfArrival(portal));
  if (!start.has_value()) return WalkToPlace{};
  return WalkDirectly(*start, end, std::numeric_limits<double>::infinity());
}

absl::StatusOr<WalkToPlace> MeshWorldWalks::WalkDirectly(const NavLocation& start, const NavLocation& goal,
                                                         double /*below_cost_m*/) {
  if (KeepsOff()) return WalkAround(start, goal);
  return WalkOver(start, goal);
}

}  // namespace waystone
