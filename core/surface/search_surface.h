// A search surface: all that answers need from a map, for any kind of surface. Grids, navmeshes and waypoint
// graphs implement it, each in a folder of its own beside this one; tests/core/surface has the smallest one
// there can be. docs/architecture.md explains how to add another kind.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/navmesh/exclusions.h"
#include "core/placement/nearest_place.h"
#include "core/placement/place_judge.h"
#include "core/placement/scatter.h"
#include "core/placement/walk_ground.h"
#include "core/surface/distance_query.h"
#include "core/surface/free_ground.h"
#include "core/surface/map_view.h"
#include "core/surface/met_closures.h"
#include "core/surface/move_ground.h"
#include "core/surface/portal_surface.h"
#include "core/surface/route_changes.h"
#include "core/surface/route_search.h"
#include "core/surface/skeleton_join.h"
#include "core/surface/surface_cut.h"

namespace waystone {

class KeptSkeletons;
class SceneView;

// Whether an agent can stay at a position without ground.
enum class Buoyancy : uint8_t {
  kSinks,      // there is no water or air to swim or fly in
  kFloats,     // it swims or flies there
  kForbidden,  // there is some, but the agent has not the ability
};

// The cells of a surface that has some, as requests name them.
struct CellExtent {
  uint32_t columns = 0;
  uint32_t rows = 0;
  double cell_m = 0;  // [m] side of one
  Vec3 corner;        // map-local, of the first one; all have its height
};

// What requests may ask of a kind of surface.
struct SurfaceFields {
  std::string_view name;  // for messages: "a grid"
  // The cells that may be blocked and opened; none: the surface has no cells.
  std::optional<CellExtent> cells = std::nullopt;
  bool has_cell_paths = false;      // routes have the shapes over cells, too
  bool has_smoothed_paths = false;  // of these shapes only kSmoothed
  bool blocks_polys = true;         // polygons may be blocked
  bool tells_polys = true;          // routes tell the polygons that they go over
  bool takes_obstacles = false;     // RouteChanges::solids; with cells see solid_cells.h
  bool closes_under = false;        // these, once CloseUnder has made closed parts of them
  bool serves_area_factors = true;  // ground may cost more or less
  bool serves_clearance = true;     // at query time
  bool has_ground = true;           // positions are on its polygons
  bool has_source_ids = false;      // of its key points, in the polygons' external ids
};

// The surface of one variant of a map. Immutable; any thread. A call is virtual once for a query, never for a
// node of a search. The view is always one of this surface, and its scratch memory is borrowed.
class SearchSurface {
 public:
  SearchSurface() = default;
  SearchSurface(const SearchSurface&) = delete;
  SearchSurface& operator=(const SearchSurface&) = delete;
  virtual ~SearchSurface() = default;

  // The surface as polygons: what placements and moves go over. Of grids the rectangles of
  // free cells.
  virtual const SearchSurface& AsPolygons() const { return *this; }
  // What explorations go over: its polygons, or the space of a surface without ground.
  virtual const SearchSurface& ForExplorations() const { return AsPolygons(); }

  // --- What a request may ask

  virtual SurfaceFields Fields() const = 0;
  // InvalidArgument or Unimplemented naming the field if a route's shape, method or polygons mean nothing on
  // this kind of surface.
  virtual absl::Status CheckRoute(const MapView& map, const RouteQuery& query) const = 0;

  // --- Changes

  // The map without what the changes close, for everything that goes over its polygons. Its ids are those of
  // `map`, and more behind them (BakedPoly, BakedLink). If zones are not needed (ZonesNeed::kIfReady), they are those
  // of `map`, only their "no" counts, and no place can be drawn at random. `map` itself if nothing is closed, or if this kind of surface leaves
  // closed parts out as it searches. Kept for the next requests with the same changes. ResourceExhausted if there
  // is too much to cut; DeadlineExceeded, Cancelled. REQUIRES: CheckChanges.
  virtual absl::StatusOr<MapView> Apply(const MapView& map, const RouteChanges& /*changes*/,
                                        ZonesNeed /*need*/, const Deadline& /*deadline*/) const {
    return map;
  }
  // The same for placements, with zones, and with all that changes on cells: the surface of the result has the cells that
  // the changes leave. For explorations with cells, too.
  virtual absl::StatusOr<MapView> ApplyForPlaces(const MapView& map, const RouteChanges& changes,
                                                 const Deadline& deadline) const {
    return Apply(map, changes, ZonesNeed::kCompute, deadline);
  }
  // Puts what solids close in their place, if this kind of surface is not cut. DeadlineExceeded, Cancelled. REQUIRES:
  // SurfaceFields::closes_under.
  virtual absl::Status CloseUnder(const MapView& /*map*/, const Deadline& /*deadline*/,
                                  ClosedParts& /*changes*/) const {
    return absl::OkStatus();
  }
  // For routes over the map with only those of the changes applied that they meet. Null: all have to be. Both must
  // outlive it. REQUIRES: CheckChanges.
  virtual std::unique_ptr<MetClosures> WatchClosures(const MapView& /*map*/,
                                                     const RouteChanges& /*changes*/) const {
    return nullptr;
  }
  // The ids that the baked map has for those of a changed one; none for cells that the changes open.
  virtual PolyId BakedPoly(PolyId poly) const { return poly; }
  virtual LinkId BakedLink(LinkId link) const { return link; }
  // A place of the baked map on a changed one; empty if it is closed.
  virtual std::optional<NavLocation> PlaceOfBaked(const NavLocation& place) const { return place; }
  // The polygons of the baked map that changes have cut or taken away; ascending.
  virtual std::span<const PolyId> ChangedPolys() const { return {}; }

  // --- Paths

  // The surface as one request has it. View, changes and scratch must outlive the result. Errors name the
  // field if a change is out of its range; DeadlineExceeded, Cancelled.
  virtual absl::StatusOr<std::unique_ptr<RouteSearch>> Open(const MapView& map, const RouteChanges& changes,
                                                            const Deadline& deadline,
                                                            Scratch& scratch) const = 0;
  // The query is checked.
  virtual absl::StatusOr<DistanceAnswer> MeasureDistances(const MapView& map, const DistanceQuery& query,
                                                          Scratch& scratch) const = 0;

  // --- Places. Positions are map-local.

  // Snap, for an agent that leaves from there or arrives there. Nothing snaps to what `exclusions` (null:
  // none) take.
  virtual SnapResult SnapTo(const MapView& map, const Vec3& position, const SnapOptions& options,
                            PlaceRole role, const Exclusions* exclusions, Scratch& scratch) const = 0;
  // The same onto ground where things may lie.
  virtual SnapResult SnapToGround(const MapView& map, const Vec3& position, const SnapOptions& options,
                                  Scratch& scratch) const = 0;
  // Which places of a polygon count as on it if polygons lie over each other; empty: all. View and scratch
  // must outlive it.
  virtual std::function<bool(const NavLocation&)> PlacesOwned(const MapView& /*map*/,
                                                              Scratch& /*scratch*/) const {
    return {};
  }
  // The ground whose walks place rules measure, at what the changes let it cost. View and scratch must outlive it.
  // DeadlineExceeded, Cancelled. REQUIRES: the changes are applied (ApplyForPlaces).
  virtual absl::StatusOr<std::unique_ptr<const WalkGround>> GroundOfWalks(const MapView& map,
                                                                          const RouteChanges& changes,
                                                                          const Deadline& deadline,
                                                                          Scratch& scratch) const = 0;

  // What place rules measure in a way of this kind.
  virtual PlaceSenses Senses(const MapView& /*map*/) const { return {}; }
  // Random positions (core/placement/scatter.h), and the good place nearest to a point.
  virtual ScatterResult ScatterPlaces(const MapView& map, PlaceJudge& judge,
                                      const ScatterOptions& options) const;
  virtual NearestResult FindNearestPlace(const MapView& map, PlaceJudge& judge, const Vec3& from,
                                         const NearestOptions& options, Scratch& scratch) const;

  // --- Moves

  // The surface as moves of one request go over it; null: over the polygons, with the changes to them
  // (core/move/polygon_moves.h). `changes` may be null. No search takes more than `max_expansions` [search
  // nodes]. Everything must outlive the result. Errors as Open.
  virtual absl::StatusOr<std::unique_ptr<MoveGround>> OpenMoves(const MapView& /*map*/,
                                                                const RouteChanges* /*changes*/,
                                                                uint32_t /*max_expansions*/,
                                                                const Deadline& /*deadline*/,
                                                                Scratch& /*scratch*/) const {
    return std::unique_ptr<MoveGround>();
  }
  // The space as moves and explorations of one request go through it, if nothing walks there (SurfaceFields::has_ground). No search
  // takes more than `max_expansions`. View and scratch must outlive it. REQUIRES: it has no ground.
  virtual std::unique_ptr<FreeGround> OpenFreeMoves(const MapView& /*map*/, uint32_t /*max_expansions*/,
                                                    Scratch& /*scratch*/) const {
    return nullptr;
  }
  // Whether an agent goes from place to place along arcs only. What lies between is not known then, and no
  // straight walk can be told from one through a wall.
  virtual bool IsGraph() const { return false; }
  // The polygon from which an agent goes on that has come to a place (PlaceRole::kArrive).
  virtual PolyId GoesOnFrom(const MapView& /*map*/, const NavLocation& place) const { return place.poly; }
  // Whether an agent may go straight from one place to another, whatever the zones say.
  virtual bool AreJoined(const MapView& /*map*/, const NavLocation& /*from*/,
                         const NavLocation& /*to*/) const {
    return false;
  }

  // --- Scenes

  // The scenes of the map; null: it has none.
  virtual const SceneView* Scenes() const { return nullptr; }
  // The areas of all polygons in water and in air: bit k for area k.
  virtual uint64_t FloatingAreas(const MapView& /*map*/) const { return 0; }
  // How an agent moves on a polygon: it walks on ground, swims in water, flies in air.
  virtual LinkKind KindOn(PolyId /*poly*/) const { return LinkKind::kWalk; }

  virtual Buoyancy BuoyancyAt(const MapView& /*map*/, const Vec3& /*position*/) const {
    return Buoyancy::kSinks;
  }
  // The middle of the agent's body at a place, on its polygon's side of borders. REQUIRES: the map has scenes.
  virtual Vec3 BodyAt(const MapView& /*map*/, const NavLocation& place) const { return place.point; }
  // Whether an agent that swims or flies straight from one position to another passes no border that is closed there,
  // give or take `error_m`.
  virtual bool MayCross(const Vec3& /*from*/, const Vec3& /*to*/, double /*error_m*/) const { return true; }
  // [m] No path that swims or flies from one position to the other and keeps to the mouths of closed borders is shorter.
  virtual double LeastByMouths_m(const Vec3& /*from*/, const Vec3& /*to*/) const { return 0; }

  // Whether an obstacle of the request touches the body of an agent that swims or flies straight from one position to another; and
  // whether an obstacle hides one position from another. Positions are the middle of the body, map-local.
  virtual bool IsObstacleInWay(const Vec3& /*from*/, const Vec3& /*to*/) const { return false; }
  virtual bool IsObstacleBetween(const Vec3& /*from*/, const Vec3& /*to*/) const { return false; }

  // Draws what of a walk leads through water and air as RouteShape::kSmoothed, if the surface has such paths. Straight lines that
  // replace others meet none of the map-local boxes. Of the query changes and deadline count.
  virtual void SmoothWalk(const MapView& /*map*/, const RouteQuery& /*query*/,
                          std::span<const Aabb> /*kept_off*/, RouteAnswer& /*walk*/) const {}

  // --- Pictures

  // [m] Map-local height of the level that has most of the main part's free space, the lowest of equals: what a picture shows of
  // space without ground. None: there is ground, to be shown from above. REQUIRES: the view has zones.
  virtual std::optional<double> FullestHeight(const MapView& /*map*/) const { return std::nullopt; }

  // A cut through what is solid; none if nothing is. REQUIRES: the view has zones.
  virtual std::optional<SurfaceCut> Cut(const MapView& /*map*/, const CutPlane& /*plane*/) const {
    return std::nullopt;
  }

  // --- Explorations. REQUIRES: the view has a skeleton.

  virtual SkeletonJoin FindJoin(const MapView& map, const NavLocation& start, const JoinOptions& options,
                                const Exclusions* exclusions, Scratch& scratch) const = 0;
  // Null: the changes of skeletons are not kept.
  virtual KeptSkeletons* Kept() const { return nullptr; }
  // [key point] The source's ids, if its key points have some.
  virtual std::vector<uint32_t> SourceIds() const { return {}; }

  // --- Portals

  // The portals of a map of a world on this surface. Errors of the world file's tables.
  virtual absl::StatusOr<std::shared_ptr<const PortalSurface>> OpenPortals(
      const PortalTables& tables) const = 0;
};

// InvalidArgument naming the field ("changes.blocked_polys") if an id or a number is out of its range, or
// there are cells on a surface without any; Unimplemented if the surface does not serve a change
// (SurfaceFields). Cells are checked when they are applied.
absl::Status CheckChanges(const MapView& map, const RouteChanges& changes);

// Gives the links and polygons of an answer the ids that the baked map has. Pieces of one polygon that follow
// each other are one.
void NameBaked(const SearchSurface& surface, RouteAnswer& answer);

}  // namespace waystone
