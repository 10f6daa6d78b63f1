// Requests and answers as plain structs: what a game passes to WaystoneClient and gets back.
//
// The meaning, unit and limit of every field are those of proto/waystone/v1. Positions are absolute metres, y
// up. Enums have the numbers of the API: a newer server may send a number that has no name here (EnumName
// says "unknown-17").
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "client/changes.h"
#include "client/exploration_types.h"
#include "client/place_rules.h"
#include "client/point_view.h"
#include "client/request_types.h"
#include "client/world_types.h"
#include "core/geom/vec.h"

namespace waystone::client {

struct RouteRequest {
  Location start;
  // One, or several of which the cheapest to get to wins; 1,024 by default. Those on other maps than the
  // start are reached through portals.
  std::vector<Location> goals;
  std::vector<Location> via = {};  // places to pass, in this order; 64 by default
  Agent agent;
  SnapOptions snap;
  uint32_t max_expansions = 0;              // [search nodes, 1-100,000,000, 0 = the server's default]
  double max_length_m = 0;                  // [m, 0-1e7, 0 = no limit] a longer route is cut
  double max_length_ratio = 0;              // [factor, 1-2, 0 = the server's choice] 1: the exact search
  RouteMethod method = RouteMethod::kNone;  // kNone: the server's choice
  bool complete_only = false;               // no route that ends elsewhere than at a goal
  bool mutually_reachable = false;          // snap to ground between which one can go and return
  RouteShape shape = RouteShape::kSurface;
  bool with_polys = false;     // list the polygons walked over
  bool with_strategy = false;  // say why the map has its kind of surface
  Changes changes = {};        // in a batch, besides the batch's
  // Answer only from these packages; at most 64.
  std::vector<MapGeneration> pinned = {};
  // Where given, ways through portals count although all goals are on the start's map.
  std::optional<PortalOptions> portals = {};
  WorldChanges world_changes = {};  // in a batch, besides the batch's
  uint32_t maps_in_full = 0;        // of this many maps all points, of later ones the ends; 0: of all
};

// The kind of a map's search surface.
enum class SurfaceKind : int { kNavmesh = 1, kGrid = 2, kWaypoints = 3 };

enum class RouteStatus : int {
  kComplete = 1,      // the route ends at the goal
  kPartial = 2,       // it ends elsewhere: see gap_m and the reason
  kUnreachable = 3,   // there is no route
  kStartOffMesh = 4,  // no surface near the start
  kGoalOffMesh = 5,
  kViaOffMesh = 6,
  kLimitReached = 7,  // a limit ended the search before any route was found
  kBudgetExceeded = 8,
};

enum class RouteReason : int {
  kNone = 0,  // complete: nothing to explain
  kGoalUnreachable = 1,
  kExpansionLimit = 2,
  kDeadline = 3,
  kLengthLimit = 4,
  kClosedByChanges = 5,
  kAbilityMissing = 6,
  kBudget = 7,
  kMapMissing = 8,
  kIsolated = 9,
};

// What a verdict rests on.
enum class AnswerBasis : int {
  kNone = 0,  // none was needed: an end is off the mesh
  kSearch = 1,
  kBaked = 2,
  kBakedUntouched = 3,    // a baked result that touches nothing the request changes
  kIncompleteSearch = 4,  // not decided: a limit ended the search
};

enum class LegKind : int {
  kWalk = 1,
  kJump = 2,
  kDrop = 3,
  kClimb = 4,
  kLadder = 5,
  kTeleport = 6,
  kPortal = 7,
  kSwim = 8,
  kFly = 9,
};

// A polygon, or a node of waypoints, has no id of the source.
inline constexpr uint32_t kNoExternalId = 0xffffffffU;

// A stretch of a route travelled in one way.
struct RouteLeg {
  LegKind kind = LegKind::kWalk;
  uint32_t map_index = 0;    // into RouteAnswer::maps and Route::points
  uint32_t first_point = 0;  // its first point in points[map_index]
  uint32_t point_count = 0;
  double length_m = 0;
  double cost = 0;                       // [m of plain ground]
  uint32_t link_id = 0;                  // links: id in the package generation
  std::string external_id;               // links and portals: the source's id
  std::optional<PortalUse> portal = {};  // of kPortal, and only of it
};

// One way. What WaystoneClient returns is checked: every leg's points exist.
struct Route {
  std::vector<PointList> points;  // by map_index: of each map visited, a map visited twice has two
  std::vector<RouteLeg> legs;
  double length_m = 0;        // in three dimensions
  double plane_length_m = 0;  // horizontal
  double cost = 0;            // [m of plain ground] what was minimised
  // Complete, over grids: none costs less than `cost` divided by this [factor, >= 1]; 0: nothing is proven.
  double cost_ratio = 0;
  // Over maps, where walking into triggers teleports: the portal that the end of the route sets off, as the
  // goal lies in its trigger; empty: none.
  std::string sets_off_portal = {};
  double gap_m = 0;                  // partial: from the last point to the goal, or the via point not reached
  std::vector<uint32_t> polys = {};  // walked over, in order, where asked for; ids in the generation
  std::vector<uint32_t> key_points = {};  // of an exploration: in the order walked; ids in the generation
  // The source's ids: of each of `polys`, kNoExternalId if it has none, or empty if none of them has one; and
  // of each of `key_points` on maps of waypoints.
  std::vector<uint32_t> poly_external_ids = {};
  std::vector<uint32_t> key_point_external_ids = {};

  // Empty where only lengths were asked for.
  PointView LegPoints(const RouteLeg& leg) const {
    if (points.empty()) return {};
    return points[leg.map_index].view().subview(leg.first_point, leg.point_count);
  }
  // Where the portal of the leg leads to. None where it has none, or only lengths were asked for.
  std::optional<Vec3> Arrival(const RouteLeg& leg) const {
    if (!leg.portal.has_value() || points.empty()) return std::nullopt;
    return points[leg.portal->to_map_index].view().front();
  }
};

struct RouteAnswer {
  RouteStatus status = RouteStatus::kUnreachable;
  RouteReason reason = RouteReason::kNone;
  std::string explanation;    // for people; may be empty
  std::vector<Route> routes;  // the route first; empty where there is none
  double start_snap_m = 0;    // from the start given to the surface; -1: none within 100 m
  double goal_snap_m = 0;     // likewise
  uint32_t goal_index = 0;    // into RouteRequest::goals: where the route leads, or would have led
  RouteMethod method = RouteMethod::kNone;
  AnswerBasis basis = AnswerBasis::kNone;
  uint32_t expansions = 0;                       // search nodes
  std::vector<MapGeneration> maps;               // in the order visited
  std::string world_generation;                  // of a route over a world, hexadecimal
  SurfaceKind surface = SurfaceKind::kNavmesh;   // of the start's map
  std::string strategy_reason;                   // why it is that, where asked for
  std::optional<ExplorationReport> exploration;  // of Explore; its routes are one for each walker
};

// Positions on one map, or a judgement of given ones.
struct PlaceRequest {
  std::string map_id;
  Agent agent;
  PlaceTask task = {};
  PlaceRules rules = {};
  SnapOptions snap = {};  // of given positions, anchors and teams
};

enum class PlaceStatus : int { kComplete = 1, kFewer = 2, kNone = 3 };

// Why a position is not good, or why there are fewer.
enum class PlaceReason : int {
  kNone = 0,  // it is good
  kOffMesh = 1,
  kIsolated = 2,
  kUnreachable = 3,
  kNoReturn = 4,
  kTooClose = 5,
  kClearance = 6,
  kOutsideRegion = 7,
  kDistance = 8,
  kSight = 9,
  kArea = 10,
  kUnfair = 11,
  kDeadline = 12,
  kNoRoom = 13,
  kCandidateLimit = 14,
};

// What reachability rests on.
enum class PlaceBasis : int {
  kSurface = 1,  // nothing: positions are anywhere on the surface
  kLabels = 2,
  kSearch = 3,
};

struct PlaceRejections {
  PlaceReason reason = PlaceReason::kNone;
  uint64_t count = 0;
};

struct PlaceAnswer {
  PlaceStatus status = PlaceStatus::kNone;
  // Scatter: the positions. Nearest, and audit with suggest: one for each given position, where found.
  PointList points;
  std::vector<uint32_t> polys;  // under each point, in the package generation
  // The source's id of each of `polys`, kNoExternalId if it has none; empty if none of them has one.
  std::vector<uint32_t> poly_external_ids;
  // Nearest and audit: what is wrong with each given position.
  std::vector<PlaceReason> verdicts;
  // Nearest, and audit with suggest: whether the point at the same place is one.
  std::vector<bool> found;
  // Scatter: candidates rejected, by reason; kNoRoom, kCandidateLimit and kDeadline count the positions
  // missing. Nearest, and audit with suggest: given positions for which none was found.
  std::vector<PlaceRejections> rejections;
  std::vector<double> team_walk_m;  // scatter with fairness: each team's mean walk [m]
  PlaceBasis basis = PlaceBasis::kSurface;
  MapGeneration map;
};

// What makes a move legal.
enum class MoveRule : int {
  kSeed = 1,   // the end is in the main zone, or in the start's
  kExact = 2,  // the end can be reached from the start
};

// The checks, in the order in which they are made.
enum class MoveCheck : int {
  kBounds = 1,
  kSpeed = 2,
  kSurface = 3,
  kReachability = 4,
  kWalk = 5,
  kStep = 6,
  kSweep = 7,
};

enum class MoveGrantKind : int { kBlink = 1, kKnockback = 2, kPlatform = 3 };

// A movement that the game itself caused, within some times of a track.
struct MoveGrant {
  MoveGrantKind kind = MoveGrantKind::kBlink;
  double from_s = 0;      // [s, 0-1e9, 0]
  double to_s = 0;        // [s, 0-1e9, 0] not before from_s
  double distance_m = 0;  // [m, 0-1e6, 0] beyond speed x time
};

// What the rules of the game allow.
struct MoveAllowances {
  double max_speed_mps = 0;          // [m/s, 0-10,000, 0 = no speed check]
  double speed_tolerance = 1.1;      // [factor, 1-10, 1.1]
  std::vector<MoveGrant> grants;     // at most 1,024
  std::optional<double> max_step_m;  // [m, 0-1000, the profile's step]
  std::optional<double> max_drop_m;  // [m, 0-10,000, no limit]
};

// Samples of a movement on one map.
struct MoveTrack {
  std::string map_id;           // empty: the batch's
  std::vector<Vec3> samples;    // 2-10,000 by default
  std::vector<double> times_s;  // [s, 0-1e9] of each sample, not decreasing; empty: untimed
};

// A move on one map: from a place to another, or along a track.
struct MoveRequest {
  Position from;
  std::optional<Position> to;  // none: some end that can be reached from `from`, by the seed
  Agent agent;
  SnapOptions snap;
  double tolerance_m = 0.1;  // [m, 0-10, 0.1] how far a walk may stray from the straight line
  MoveTrack track = {};      // where it has samples, they are judged instead of from and to
  MoveRule rule = MoveRule::kExact;
  std::vector<MoveCheck> skipped_checks = {};
  MoveAllowances allowances = {};
  uint64_t seed = 0;
};

enum class MoveVerdict : int { kLegal = 1, kIllegal = 2 };

enum class MoveViolationKind : int {
  kOutOfBounds = 1,
  kTooFast = 2,
  kFromOffMesh = 3,
  kToOffMesh = 4,
  kWrongFloor = 5,
  kUnreachable = 6,
  kBlocked = 7,
  kStep = 8,
  kDrop = 9,
  kCollision = 10,
};

enum class MoveCorrectionKind : int { kSlide = 1, kNearest = 2, kLastGood = 3 };

struct MoveViolation {
  MoveViolationKind kind = MoveViolationKind::kBlocked;
  MoveCheck check = MoveCheck::kWalk;  // that found it
  uint32_t sample = 0;                 // from: 0, to: 1
  double measured = 0;                 // [m or m/s, by kind]
  double allowed = 0;
  Vec3 at;
};

struct MoveCorrection {
  MoveCorrectionKind kind = MoveCorrectionKind::kNearest;
  Vec3 at;                // on the surface
  double distance_m = 0;  // from the bad sample
};

struct MoveAnswer {
  MoveVerdict verdict = MoveVerdict::kIllegal;
  std::vector<MoveViolation> violations;    // empty where legal
  std::vector<MoveCorrection> corrections;  // empty where legal
  std::optional<Vec3> end;                  // where legal: the end on the surface, if there is any near it
  std::vector<MoveCheck> checks_made;
  std::string generation;  // of the package
};

// Walking distances from every source to every target; 1,000,000 of them by default.
struct DistancesRequest {
  std::string map_id;
  std::vector<Vec3> sources;
  std::vector<Vec3> targets;
  Agent agent = {};
  SnapOptions snap = {};
  double max_distance_m = 0;  // [m, 0-1e7, 0 = no limit] what is farther counts as unreachable
};

enum class DistanceStatus : int {
  kFound = 1,
  kUnreachable = 2,
  kSourceOffMesh = 3,
  kTargetOffMesh = 4,
  kLimitReached = 5,  // the deadline or a limit of the server came first
};

struct DistancesAnswer {
  size_t targets = 0;
  std::vector<float> distance_m;  // source by source; -1 where there is none
  std::vector<DistanceStatus> statuses;
  MapGeneration map;

  // REQUIRES (both): source and target are indices of the request.
  float Distance_m(size_t source, size_t target) const { return distance_m[source * targets + target]; }
  DistanceStatus Status(size_t source, size_t target) const { return statuses[source * targets + target]; }
};

// Many requests in one message: the way for thousands of calls a second.
// An exploration is answered with a RouteAnswer.
using AnyRequest = std::variant<RouteRequest, PlaceRequest, MoveRequest, DistancesRequest, ExploreRequest>;
using AnyAnswer = std::variant<RouteAnswer, PlaceAnswer, MoveAnswer, DistancesAnswer>;

struct BatchRequest {
  std::string map_id;                    // of every position that names none
  Agent agent;                           // of every request that names none
  Changes changes = {};                  // of every request, besides its own
  WorldChanges world_changes = {};       // likewise
  std::vector<AnyRequest> items;         // 1-1,024 by default
  std::chrono::milliseconds timeout{0};  // [ms, 0-3,600,000, 0 = the call's] for the whole message
};

// One result for each item, in the same order; an answer is of the kind of its request.
using BatchAnswer = std::vector<absl::StatusOr<AnyAnswer>>;

struct MapSummary {
  std::string map_id;
  SurfaceKind surface = SurfaceKind::kNavmesh;
  std::string generation;
  uint64_t package_bytes = 0;
  Vec3 min;  // [m] corners of the walkable surface
  Vec3 max;
};

struct MapVariant {
  std::string profile;
  double radius_m = 0;
  double height_m = 0;
  double max_climb_m = 0;
  double max_slope_deg = 0;
  std::vector<std::string> abilities;
  uint64_t surface_size = 0;  // polygons, cells or waypoints
  double area_m2 = 0;         // horizontal
};

struct MapDescription {
  MapSummary summary;
  Vec3 origin;
  std::string strategy_reason;
  std::vector<std::string> areas;  // names of the kinds of ground
  std::vector<MapVariant> variants;
  std::string source_name;
  std::string baker_version;
  std::vector<NamedPlace> places;  // that routes may start from and go to by name
};

// The API's name of a value in lower case ("goal_unreachable"); zero is "none".
std::string EnumName(RouteShape value);
std::string EnumName(RouteStatus value);
std::string EnumName(RouteReason value);
std::string EnumName(RouteMethod value);
std::string EnumName(AnswerBasis value);
std::string EnumName(LegKind value);
std::string EnumName(WalkOrder value);
std::string EnumName(ExplorationEnd value);
std::string EnumName(PlaceStatus value);
std::string EnumName(PlaceReason value);
std::string EnumName(PlaceBasis value);
std::string EnumName(Reachability value);
std::string EnumName(DistanceMetric value);
std::string EnumName(DistanceStatus value);
std::string EnumName(MoveRule value);
std::string EnumName(MoveCheck value);
std::string EnumName(MoveGrantKind value);
std::string EnumName(MoveVerdict value);
std::string EnumName(MoveViolationKind value);
std::string EnumName(MoveCorrectionKind value);
std::string EnumName(SurfaceKind value);

}  // namespace waystone::client
