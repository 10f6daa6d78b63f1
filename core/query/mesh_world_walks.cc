#include "core/query/mesh_world_walks.h"

#include <algorithm>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/surface_queries.h"
#include "core/query/distance_matrix.h"
#include "core/query/route_planner.h"
#include "core/query/trigger_walks.h"

namespace waystone {
namespace {

constexpr double kOnPoly_m = 0.1;

absl::StatusOr<const CutMesh*> CutOf(const WorldGround& ground) {
  return ground.entry->triggers.Of(ground.query->mode, ground.view, ground.Exits());
}

TriggerWalkOptions OptionsOf(const WorldGround& ground) {
  return {.max_expansions = ground.query->max_expansions, .deadline = ground.query->deadline};
}

// Whether walks have to keep off triggers.
bool KeepsOff(const WorldGround& ground) {
  const std::span<const WorldPortal> exits = ground.Exits();
  return ground.query->mode == WorldMode::kWalkInTeleports &&
         std::any_of(exits.begin(), exits.end(),
                     [](const WorldPortal& exit) { return exit.kind == PortalKind::kWalkIn; });
}

absl::StatusOr<NavLocation> PlaceOf(const WorldGround& ground, const WorldArrival& arrival) {
  const NavmeshView& mesh = *ground.view.navmesh;
  const Vec2 at = (ToVec3(arrival.place) - ground.view.manifest->origin).Plane();
  const bool is_on_poly =
      arrival.node < mesh.poly_count() &&
      ClosestInPlane(mesh, PolyId(arrival.node), at).distance_sq_m2 <= kOnPoly_m * kOnPoly_m;
  if (!is_on_poly) {
    return absl::DataLossError(StrCat("world file: an arrival on map ",
                                      Quoted(ground.world->MapId(ground.map)), " is not on its polygon"));
  }
  return NavLocation{PolyId(arrival.node), ToVec3(arrival.place) - ground.view.manifest->origin};
}

absl::StatusOr<DistanceAnswer> Measure(const WorldGround& ground, std::vector<Vec3> sources,
                                       std::vector<Vec3> targets, Workspace& workspace) {
  DistanceQuery query;
  query.sources = std::move(sources);
  query.targets = std::move(targets);
  query.max_expansions = ground.query->max_expansions;
  query.deadline = ground.query->deadline;
  return MeasureDistances(ground.view, query, workspace);
}

// The limit that kept some distance from being measured.
RouteReason LimitOf(const WorldGround& ground, const DistanceAnswer& walks) {
  const auto& statuses = walks.statuses;
  if (std::find(statuses.begin(), statuses.end(), DistanceStatus::kLimitReached) == statuses.end()) {
    return RouteReason::kNone;
  }
  const Deadline& deadline = ground.query->deadline;
  if (deadline.Cancelled()) return RouteReason::kCancelled;
  return deadline.Expired() ? RouteReason::kDeadline : RouteReason::kExpansionLimit;
}

absl::StatusOr<RouteReason> FindTailsAroundTriggers(const WorldGround& ground, const NavLocation& end,
                                                    uint32_t goal, Workspace& workspace,
                                                    std::vector<PortalTail>& tails) {
  WS_ASSIGN_OR_RETURN(const CutMesh* cut, CutOf(ground));
  const WorldMap& map = ground.record();
  RouteReason limit = RouteReason::kNone;
  std::vector<AnyAngleResult> walks;
  for (const WorldArrival& arrival : ground.Arrivals()) {
    if (arrival.node == kNoGround) {
      walks.emplace_back();
      continue;
    }
    WS_ASSIGN_OR_RETURN(const NavLocation start, PlaceOf(ground, arrival));
    walks.push_back(WalkAroundTriggers(ground.view, *cut, start, end, OptionsOf(ground), workspace).route);
    if (limit == RouteReason::kNone) limit = LimitOf(walks.back().outcome, ground.query->deadline);
  }
  for (const PortalId portal : ground.world->PortalsTo(ground.map)) {
    const AnyAngleResult& walk = walks[ground.world->Portal(portal).arrival - map.first_arrival];
    if (walk.outcome == AnyAngleOutcome::kFound) tails.push_back({portal, walk.cost_m, goal});
  }
  return limit;
}

// From place to place, absolute, as PlanRoute walks.
absl::StatusOr<WalkToPlace> WalkOverMesh(const WorldGround& ground, const Vec3& start, const Vec3& end,
                                         Workspace& workspace) {
  RouteQuery query;
  query.start = start;
  query.goals = {end};
  query.shape = ground.query->shape;
  query.max_expansions = ground.query->max_expansions;
  query.deadline = ground.query->deadline;
  query.allow_partial = false;
  WS_ASSIGN_OR_RETURN(RouteAnswer walk, PlanRoute(ground.view, query, workspace));
  return WalkToPlace{std::move(walk), PortalId::None()};
}

absl::StatusOr<WalkToPlace> WalkAround(const WorldGround& ground, const NavLocation& start,
                                       const NavLocation& end, Workspace& workspace) {
  WS_ASSIGN_OR_RETURN(const CutMesh* cut, CutOf(ground));
  return TellWalk(ground, WalkAroundTriggers(ground.view, *cut, start, end, OptionsOf(ground), workspace),
                  workspace);
}

}  // namespace

absl::StatusOr<RouteReason> FindMeshHeads(const WorldGround& ground, const NavLocation& start,
                                          Workspace& workspace, std::vector<PortalHead>& heads) {
  const WorldMap& map = ground.record();
  if (map.exit_count == 0) return RouteReason::kNone;
  WS_ASSIGN_OR_RETURN(const CutMesh* cut, CutOf(ground));
  std::vector<TriggerEntry>& entries = workspace.trigger_entries;
  const RouteReason limit =
      FindTriggerEntries(ground.view, *cut, start, OptionsOf(ground), workspace, entries);
  for (uint32_t exit = 0; exit < map.exit_count; ++exit) {
    if (!entries[exit].IsFound()) continue;
    heads.push_back({PortalId(map.first_exit + exit), entries[exit].cost_m});
  }
  return limit;
}

absl::StatusOr<RouteReason> FindMeshTails(const WorldGround& ground, const NavLocation& end, uint32_t goal,
                                          Workspace& workspace, std::vector<PortalTail>& tails) {
  const WorldMap& map = ground.record();
  if (map.arrival_count == 0) return RouteReason::kNone;
  if (KeepsOff(ground)) return FindTailsAroundTriggers(ground, end, goal, workspace, tails);
  std::vector<Vec3> arrivals;
  for (const WorldArrival& arrival : ground.Arrivals()) arrivals.push_back(ToVec3(arrival.place));
  WS_ASSIGN_OR_RETURN(
      const DistanceAnswer walks,
      Measure(ground, std::move(arrivals), {end.point + ground.view.manifest->origin}, workspace));
  for (const PortalId portal : ground.world->PortalsTo(ground.map)) {
    const uint32_t arrival = ground.world->Portal(portal).arrival - map.first_arrival;
    if (walks.statuses[arrival] == DistanceStatus::kFound) {
      tails.push_back({portal, walks.distance_m[arrival], goal});
    }
  }
  return LimitOf(ground, walks);
}

absl::StatusOr<RouteAnswer> WalkToMeshPortal(const WorldGround& ground, const NavLocation& start,
                                             PortalId exit, Workspace& workspace) {
  WS_ASSIGN_OR_RETURN(const CutMesh* cut, CutOf(ground));
  const uint32_t box = exit.value() - ground.record().first_exit;
  const AnyAngleResult walk = WalkToEntry(ground.view, *cut, start, box, workspace.trigger_entries[box],
                                          OptionsOf(ground), workspace);
  return AnswerOf(ground.view, walk, ground.query->shape, ground.query->deadline, workspace);
}

absl::StatusOr<WalkToPlace> WalkFromMeshPortal(const WorldGround& ground, PortalId portal,
                                               const NavLocation& end, Workspace& workspace) {
  const WorldArrival& arrival = ground.ArrivalOf(portal);
  if (!KeepsOff(ground)) {
    return WalkOverMesh(ground, ToVec3(arrival.place), end.point + ground.view.manifest->origin, workspace);
  }
  WS_ASSIGN_OR_RETURN(const NavLocation start, PlaceOf(ground, arrival));
  return WalkAround(ground, start, end, workspace);
}

absl::StatusOr<WalkToPlace> WalkDirectlyOverMesh(const WorldGround& ground, const NavLocation& start,
                                                 const NavLocation& goal, Workspace& workspace) {
  if (KeepsOff(ground)) return WalkAround(ground, start, goal, workspace);
  const Vec3& origin = ground.view.manifest->origin;
  return WalkOverMesh(ground, start.point + origin, goal.point + origin, workspace);
}

}  // namespace waystone
