// The values of the API's enums and of the core's: one table per pair of enums.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <utility>

#include "core/explore/explore_query.h"
#include "core/map/off_mesh_link.h"
#include "core/map/surface_kind.h"
#include "core/move/body_move.h"
#include "core/move/move_query.h"
#include "core/place/place_query.h"
#include "core/placement/place_rules.h"
#include "core/skeleton/explore.h"
#include "core/skeleton/skeleton_format.h"
#include "core/skeleton/tour_plan.h"
#include "core/surface/distance_query.h"
#include "core/surface/route_query.h"
#include "core/world/world_format.h"
#include "waystone/v1/distances.pb.h"
#include "waystone/v1/exploration.pb.h"
#include "waystone/v1/map_catalog.pb.h"
#include "waystone/v1/move.pb.h"
#include "waystone/v1/place.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

template <typename Api, typename Core>
class EnumTable {
 public:
  // If rows share a value, the first of them is its partner.
  constexpr EnumTable(std::initializer_list<std::pair<Api, Core>> rows) {
    for (const auto& [api, core] : rows) {
      std::optional<Api>& api_of = api_of_[static_cast<size_t>(core)];
      std::optional<Core>& core_of = core_of_[static_cast<size_t>(api)];
      if (!api_of) api_of = api;
      if (!core_of) core_of = core;
    }
  }

  // UNSPECIFIED if the table does not have the value.
  Api ToApi(Core core) const {
    const auto index = static_cast<size_t>(core);
    return index < kMost ? api_of_[index].value_or(Api{}) : Api{};
  }
  // None if the table does not have the value.
  std::optional<Core> ToCore(Api api) const {
    const auto index = static_cast<size_t>(api);
    return index < kMost ? core_of_[index] : std::nullopt;
  }

 private:
  static constexpr size_t kMost = 24;  // values of an enum

  std::array<std::optional<Api>, kMost> api_of_;
  std::array<std::optional<Core>, kMost> core_of_;
};

template <typename Core>
inline constexpr auto kApiEnum = nullptr;

template <>
inline constexpr EnumTable<v1::RouteStatus, RouteStatus> kApiEnum<RouteStatus>{
    {v1::ROUTE_STATUS_COMPLETE, RouteStatus::kComplete},
    {v1::ROUTE_STATUS_PARTIAL, RouteStatus::kPartial},
    {v1::ROUTE_STATUS_UNREACHABLE, RouteStatus::kUnreachable},
    {v1::ROUTE_STATUS_START_OFF_MESH, RouteStatus::kStartOffMesh},
    {v1::ROUTE_STATUS_GOAL_OFF_MESH, RouteStatus::kGoalOffMesh},
    {v1::ROUTE_STATUS_VIA_OFF_MESH, RouteStatus::kViaOffMesh},
    {v1::ROUTE_STATUS_LIMIT_REACHED, RouteStatus::kLimitReached},
    {v1::ROUTE_STATUS_BUDGET_EXCEEDED, RouteStatus::kBudgetExceeded},
};
template <>
inline constexpr EnumTable<v1::RouteReason, RouteReason> kApiEnum<RouteReason>{
    {v1::ROUTE_REASON_UNSPECIFIED, RouteReason::kNone},
    {v1::ROUTE_REASON_GOAL_UNREACHABLE, RouteReason::kGoalUnreachable},
    {v1::ROUTE_REASON_EXPANSION_LIMIT, RouteReason::kExpansionLimit},
    {v1::ROUTE_REASON_DEADLINE, RouteReason::kDeadline},
    {v1::ROUTE_REASON_DEADLINE, RouteReason::kCancelled},
    {v1::ROUTE_REASON_LENGTH_LIMIT, RouteReason::kLengthLimit},
    {v1::ROUTE_REASON_CLOSED_BY_CHANGES, RouteReason::kClosedByChanges},
    {v1::ROUTE_REASON_ABILITY_MISSING, RouteReason::kAbilityMissing},
    {v1::ROUTE_REASON_BUDGET, RouteReason::kBudget},
    {v1::ROUTE_REASON_MAP_MISSING, RouteReason::kMapMissing},
    {v1::ROUTE_REASON_ISOLATED, RouteReason::kIsolated},
    {v1::ROUTE_REASON_CLEARANCE, RouteReason::kClearance},
};
// No route has the API's SKELETON, which is the method of explorations.
template <>
inline constexpr EnumTable<v1::RouteMethod, RouteMethod> kApiEnum<RouteMethod>{
    {v1::ROUTE_METHOD_UNSPECIFIED, RouteMethod::kNone},
    {v1::ROUTE_METHOD_ANY_ANGLE, RouteMethod::kAnyAngle},
    {v1::ROUTE_METHOD_HIERARCHY, RouteMethod::kHierarchy},
    {v1::ROUTE_METHOD_HUB_LABELS, RouteMethod::kHubLabels},
    {v1::ROUTE_METHOD_EDGE_POINTS, RouteMethod::kEdgePoints},
    {v1::ROUTE_METHOD_CLUSTERS, RouteMethod::kClusters},
    {v1::ROUTE_METHOD_PORTAL_TABLES, RouteMethod::kPortalTables},
    {v1::ROUTE_METHOD_STRAIGHT_LINE, RouteMethod::kStraightLine},
    {v1::ROUTE_METHOD_GRID_ASTAR, RouteMethod::kGridAStar},
    {v1::ROUTE_METHOD_GRID_JPS, RouteMethod::kGridJps},
    {v1::ROUTE_METHOD_GRID_JPS_PLUS, RouteMethod::kGridJpsPlus},
    {v1::ROUTE_METHOD_GRID_BOUNDED, RouteMethod::kGridBounded},
    {v1::ROUTE_METHOD_TRUNK, RouteMethod::kTrunk},
    {v1::ROUTE_METHOD_WAYPOINTS, RouteMethod::kWaypoints},
    {v1::ROUTE_METHOD_VOXEL_JUMPS, RouteMethod::kVoxelJumps},
    {v1::ROUTE_METHOD_SCENES, RouteMethod::kScenes},
    {v1::ROUTE_METHOD_RISE_FIRST, RouteMethod::kRiseFirst},
    {v1::ROUTE_METHOD_RISE_LAST, RouteMethod::kRiseLast},
};
template <>
inline constexpr EnumTable<v1::AnswerBasis, RouteBasis> kApiEnum<RouteBasis>{
    {v1::ANSWER_BASIS_UNSPECIFIED, RouteBasis::kNone},
    {v1::ANSWER_BASIS_SEARCH, RouteBasis::kSearch},
    {v1::ANSWER_BASIS_BAKED, RouteBasis::kBaked},
    {v1::ANSWER_BASIS_BAKED_UNTOUCHED, RouteBasis::kBakedUntouched},
    {v1::ANSWER_BASIS_INCOMPLETE_SEARCH, RouteBasis::kIncompleteSearch},
};
// The default shape, and the one without points, are planned as SURFACE.
template <>
inline constexpr EnumTable<v1::RouteShape, RouteShape> kApiEnum<RouteShape>{
    {v1::ROUTE_SHAPE_SURFACE, RouteShape::kSurface},
    {v1::ROUTE_SHAPE_UNSPECIFIED, RouteShape::kSurface},
    {v1::ROUTE_SHAPE_DISTANCE_ONLY, RouteShape::kSurface},
    {v1::ROUTE_SHAPE_TURNING_POINTS, RouteShape::kTurningPoints},
    {v1::ROUTE_SHAPE_EVERY_CELL, RouteShape::kEveryCell},
    {v1::ROUTE_SHAPE_SMOOTHED, RouteShape::kSmoothed},
    {v1::ROUTE_SHAPE_ANY_ANGLE, RouteShape::kAnyAngle},
};
template <>
inline constexpr EnumTable<v1::LegKind, LinkKind> kApiEnum<LinkKind>{
    {v1::LEG_KIND_WALK, LinkKind::kWalk},     {v1::LEG_KIND_JUMP, LinkKind::kJump},
    {v1::LEG_KIND_DROP, LinkKind::kDrop},     {v1::LEG_KIND_CLIMB, LinkKind::kClimb},
    {v1::LEG_KIND_LADDER, LinkKind::kLadder}, {v1::LEG_KIND_TELEPORT, LinkKind::kTeleport},
    {v1::LEG_KIND_SWIM, LinkKind::kSwim},     {v1::LEG_KIND_FLY, LinkKind::kFly},
};
template <>
inline constexpr EnumTable<v1::PortalMode, WorldMode> kApiEnum<WorldMode>{
    {v1::PORTAL_MODE_MAY_USE, WorldMode::kMayUse},
    {v1::PORTAL_MODE_UNSPECIFIED, WorldMode::kMayUse},
    {v1::PORTAL_MODE_WALK_IN_TELEPORTS, WorldMode::kWalkInTeleports},
};
template <>
inline constexpr EnumTable<v1::PortalKind, PortalKind> kApiEnum<PortalKind>{
    {v1::PORTAL_KIND_WALK_IN, PortalKind::kWalkIn},
    {v1::PORTAL_KIND_USE, PortalKind::kUse},
    {v1::PORTAL_KIND_NPC, PortalKind::kNpc},
    {v1::PORTAL_KIND_SHIP, PortalKind::kShip},
};
template <>
inline constexpr EnumTable<v1::SurfaceKind, SurfaceKind> kApiEnum<SurfaceKind>{
    {v1::SURFACE_KIND_NAVMESH, SurfaceKind::kNavmesh},    {v1::SURFACE_KIND_GRID, SurfaceKind::kGrid},
    {v1::SURFACE_KIND_WAYPOINTS, SurfaceKind::kWaypoint}, {v1::SURFACE_KIND_VOLUME, SurfaceKind::kVolume},
    {v1::SURFACE_KIND_SCENES, SurfaceKind::kScene},
};
template <>
inline constexpr EnumTable<v1::SkeletonArcKind, SkeletonArcKind> kApiEnum<SkeletonArcKind>{
    {v1::SKELETON_ARC_KIND_WALK, SkeletonArcKind::kWalk},
    {v1::SKELETON_ARC_KIND_LINK, SkeletonArcKind::kLink},
    {v1::SKELETON_ARC_KIND_JUMP, SkeletonArcKind::kJump},
    {v1::SKELETON_ARC_KIND_DROP, SkeletonArcKind::kDrop},
};
template <>
inline constexpr EnumTable<v1::WalkOrder, WalkOrder> kApiEnum<WalkOrder>{
    {v1::WALK_ORDER_SHORTEST, WalkOrder::kShortest},
    {v1::WALK_ORDER_UNSPECIFIED, WalkOrder::kShortest},
    {v1::WALK_ORDER_BREADTH_FIRST, WalkOrder::kBreadthFirst},
    {v1::WALK_ORDER_DEPTH_FIRST, WalkOrder::kDepthFirst},
    {v1::WALK_ORDER_POCKET_FIRST, WalkOrder::kPocketFirst},
};
template <>
inline constexpr EnumTable<v1::ExplorationEnd, ExploreEnd> kApiEnum<ExploreEnd>{
    {v1::EXPLORATION_END_COVERED, ExploreEnd::kCovered},
    {v1::EXPLORATION_END_SEARCH_BUDGET, ExploreEnd::kSearchBudget},
    {v1::EXPLORATION_END_WALK_LIMIT, ExploreEnd::kWalkLimit},
    {v1::EXPLORATION_END_STRANDED, ExploreEnd::kStranded},
};
template <>
inline constexpr EnumTable<v1::DistanceStatus, DistanceStatus> kApiEnum<DistanceStatus>{
    {v1::DISTANCE_STATUS_FOUND, DistanceStatus::kFound},
    {v1::DISTANCE_STATUS_UNREACHABLE, DistanceStatus::kUnreachable},
    {v1::DISTANCE_STATUS_SOURCE_OFF_MESH, DistanceStatus::kSourceOffMesh},
    {v1::DISTANCE_STATUS_TARGET_OFF_MESH, DistanceStatus::kTargetOffMesh},
    {v1::DISTANCE_STATUS_LIMIT_REACHED, DistanceStatus::kLimitReached},
};
template <>
inline constexpr EnumTable<v1::Reachability, Reachability> kApiEnum<Reachability>{
    {v1::REACHABILITY_UNSPECIFIED, Reachability::kDefault},
    {v1::REACHABILITY_FROM_AND_BACK, Reachability::kFromAndBack},
    {v1::REACHABILITY_FROM, Reachability::kFrom},
    {v1::REACHABILITY_ANY, Reachability::kAny},
};
template <>
inline constexpr EnumTable<v1::PlaceBasis, PlaceBasis> kApiEnum<PlaceBasis>{
    {v1::PLACE_BASIS_SURFACE, PlaceBasis::kSurface},
    {v1::PLACE_BASIS_LABELS, PlaceBasis::kLabels},
    {v1::PLACE_BASIS_SEARCH, PlaceBasis::kSearch},
};
template <>
inline constexpr EnumTable<v1::PlaceReason, PlaceReason> kApiEnum<PlaceReason>{
    {v1::PLACE_REASON_GOOD, PlaceReason::kNone},
    {v1::PLACE_REASON_OFF_MESH, PlaceReason::kOffMesh},
    {v1::PLACE_REASON_ISOLATED, PlaceReason::kIsolated},
    {v1::PLACE_REASON_UNREACHABLE, PlaceReason::kUnreachable},
    {v1::PLACE_REASON_NO_RETURN, PlaceReason::kNoReturn},
    {v1::PLACE_REASON_TOO_CLOSE, PlaceReason::kTooClose},
    {v1::PLACE_REASON_CLEARANCE, PlaceReason::kClearance},
    {v1::PLACE_REASON_OUTSIDE_REGION, PlaceReason::kOutsideRegion},
    {v1::PLACE_REASON_DISTANCE, PlaceReason::kDistance},
    {v1::PLACE_REASON_SIGHT, PlaceReason::kSight},
    {v1::PLACE_REASON_AREA, PlaceReason::kArea},
    {v1::PLACE_REASON_UNFAIR, PlaceReason::kUnfair},
    {v1::PLACE_REASON_DEADLINE, PlaceReason::kDeadline},
    {v1::PLACE_REASON_NO_ROOM, PlaceReason::kNoRoom},
    {v1::PLACE_REASON_CANDIDATE_LIMIT, PlaceReason::kCandidateLimit},
};
template <>
inline constexpr EnumTable<v1::MoveRule, MoveRule> kApiEnum<MoveRule>{
    {v1::MOVE_RULE_EXACT, MoveRule::kExact},
    {v1::MOVE_RULE_UNSPECIFIED, MoveRule::kExact},
    {v1::MOVE_RULE_SEED, MoveRule::kSeed},
};
template <>
inline constexpr EnumTable<v1::MoveCheck, MoveCheck> kApiEnum<MoveCheck>{
    {v1::MOVE_CHECK_BOUNDS, MoveCheck::kBounds},   {v1::MOVE_CHECK_SPEED, MoveCheck::kSpeed},
    {v1::MOVE_CHECK_SURFACE, MoveCheck::kSurface}, {v1::MOVE_CHECK_REACHABILITY, MoveCheck::kReachability},
    {v1::MOVE_CHECK_WALK, MoveCheck::kWalk},       {v1::MOVE_CHECK_STEP, MoveCheck::kStep},
    {v1::MOVE_CHECK_SWEEP, MoveCheck::kSweep},     {v1::MOVE_CHECK_AIR, MoveCheck::kAir},
};
template <>
inline constexpr EnumTable<v1::BodyMovePart, BodyMovePart> kApiEnum<BodyMovePart>{
    {v1::BODY_MOVE_PART_ALL, BodyMovePart::kAll},
    {v1::BODY_MOVE_PART_HORIZONTAL, BodyMovePart::kHorizontal},
    {v1::BODY_MOVE_PART_VERTICAL, BodyMovePart::kVertical},
    {v1::BODY_MOVE_PART_NONE, BodyMovePart::kNone},
};
template <>
inline constexpr EnumTable<v1::MoveState, MoveState> kApiEnum<MoveState>{
    {v1::MOVE_STATE_UNSPECIFIED, MoveState::kUnmarked}, {v1::MOVE_STATE_GROUNDED, MoveState::kGrounded},
    {v1::MOVE_STATE_AIRBORNE, MoveState::kAirborne},    {v1::MOVE_STATE_SWIMMING, MoveState::kSwimming},
    {v1::MOVE_STATE_PLATFORM, MoveState::kPlatform},
};
template <>
inline constexpr EnumTable<v1::MoveGrantKind, MoveGrant::Kind> kApiEnum<MoveGrant::Kind>{
    {v1::MOVE_GRANT_KIND_BLINK, MoveGrant::Kind::kBlink},
    {v1::MOVE_GRANT_KIND_KNOCKBACK, MoveGrant::Kind::kKnockback},
    {v1::MOVE_GRANT_KIND_PLATFORM, MoveGrant::Kind::kPlatform},
};
template <>
inline constexpr EnumTable<v1::MoveVerdict, MoveVerdict> kApiEnum<MoveVerdict>{
    {v1::MOVE_VERDICT_LEGAL, MoveVerdict::kLegal},
    {v1::MOVE_VERDICT_ILLEGAL, MoveVerdict::kIllegal},
};
template <>
inline constexpr EnumTable<v1::MoveViolationKind, MoveViolationKind> kApiEnum<MoveViolationKind>{
    {v1::MOVE_VIOLATION_KIND_UNSPECIFIED, MoveViolationKind::kNone},
    {v1::MOVE_VIOLATION_KIND_OUT_OF_BOUNDS, MoveViolationKind::kOutOfBounds},
    {v1::MOVE_VIOLATION_KIND_TOO_FAST, MoveViolationKind::kTooFast},
    {v1::MOVE_VIOLATION_KIND_FROM_OFF_MESH, MoveViolationKind::kFromOffMesh},
    {v1::MOVE_VIOLATION_KIND_TO_OFF_MESH, MoveViolationKind::kToOffMesh},
    {v1::MOVE_VIOLATION_KIND_WRONG_FLOOR, MoveViolationKind::kWrongFloor},
    {v1::MOVE_VIOLATION_KIND_UNREACHABLE, MoveViolationKind::kUnreachable},
    {v1::MOVE_VIOLATION_KIND_BLOCKED, MoveViolationKind::kBlocked},
    {v1::MOVE_VIOLATION_KIND_STEP, MoveViolationKind::kStep},
    {v1::MOVE_VIOLATION_KIND_DROP, MoveViolationKind::kDrop},
    {v1::MOVE_VIOLATION_KIND_COLLISION, MoveViolationKind::kCollision},
    {v1::MOVE_VIOLATION_KIND_TOO_HIGH, MoveViolationKind::kTooHigh},
    {v1::MOVE_VIOLATION_KIND_TOO_LONG_IN_AIR, MoveViolationKind::kTooLongInAir},
};
template <>
inline constexpr EnumTable<v1::MoveCorrectionKind, MoveCorrection::Kind> kApiEnum<MoveCorrection::Kind>{
    {v1::MOVE_CORRECTION_KIND_SLIDE, MoveCorrection::Kind::kSlide},
    {v1::MOVE_CORRECTION_KIND_LAST_GOOD, MoveCorrection::Kind::kLastGood},
    {v1::MOVE_CORRECTION_KIND_FURTHEST, MoveCorrection::Kind::kFurthest},
};

// The API's value for a value of the core. Every one has its own, but for kCancelled, which is sent as
// DEADLINE.
template <typename Core>
auto ToProto(Core core) {
  return kApiEnum<Core>.ToApi(core);
}

// The core's value for a value of the API; none if the core, or the API, has no such value.
template <typename Core, typename Api>
std::optional<Core> FromProto(Api api) {
  return kApiEnum<Core>.ToCore(api);
}

}  // namespace waystone
