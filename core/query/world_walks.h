// Walks between places of one map and its portals, on maps of any kind.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/query/trigger_walks.h"
#include "core/query/world_query.h"
#include "core/store/world_store.h"
#include "core/world/portal_query.h"

namespace waystone {

// One map of a world as one query has it. Cheaply copied; what it points to must outlive it.
struct WorldGround {
  const WorldView* world = nullptr;
  uint32_t map = 0;
  MapView view;
  const OpenedMap* entry = nullptr;
  const WorldRouteQuery* query = nullptr;

  const WorldMap& record() const { return world->maps()[map]; }
  // Of the map.
  std::span<const WorldPortal> Exits() const {
    return world->portals().subspan(record().first_exit, record().exit_count);
  }
  const WorldArrival& ArrivalOf(PortalId portal) const { return world->ArrivalOf(portal, query->traveller); }
  // Those of the map.
  std::span<const WorldArrival> Arrivals() const {
    return world->arrivals(query->traveller).subspan(record().first_arrival, record().arrival_count);
  }
};

// How far it is worth walking. [m]
struct WalkBounds {
  // Walks that cost as much or more need not be found.
  double below_cost_m = std::numeric_limits<double>::infinity();
  // The least that is left behind each exit of the map, or up to each arrival; empty: not known. Walks that
  // all in all cost more than another one need not be found.
  std::span<const double> beyond_m = {};
};

// A walk to a place. If walk-in portals teleport it may end in a trigger, and come into it at its end only:
// on grids by its last step, elsewhere once.
struct WalkToPlace {
  RouteAnswer walk;
  PortalId sets_off;  // whose trigger it comes into; none: none, or the place lies where the walk began
};

// The walks between one place of a map and the portals of its world, on one kind of surface. One query; one
// thread. What it is made of must outlive it.
class WorldWalks {
 public:
  explicit WorldWalks(const WorldGround& ground, Scratch& scratch) : ground_(ground), scratch_(scratch) {}
  virtual ~WorldWalks() = default;
  WorldWalks(const WorldWalks&) = delete;
  WorldWalks& operator=(const WorldWalks&) = delete;

  const WorldGround& ground() const { return ground_; }

  // Heads and tails are searched for, each at a cost that grows with its length: those that are known to be
  // of no use should be left out by bounds. If not, all cost little.
  virtual bool Searches() const { return false; }

  // Map-local position to a place of the surface, for one who goes on from there (`leaves`) or comes there.
  virtual SnapResult SnapTo(const Vec3& local, bool leaves) = 0;

  // What walking costs from the place to the exits of the map, and from the arrivals of portals that lead to
  // the map to the place; those that cannot be walked to are left out, and those that the bounds call
  // worthless may be. In the order of the portals. kNone, or the limit that ended the search before all were
  // found. REQUIRES: the place is one of the map's surface. On grids O(steps) for each portal, or a search
  // over the map if it has no step tables; elsewhere heads are FindTriggerEntries, tails MeasureDistances, or
  // a search each if they keep off triggers; on waypoints both are a search each.
  virtual absl::StatusOr<RouteReason> FindHeads(const NavLocation& start, const WalkBounds& bounds,
                                                std::vector<PortalHead>& heads) = 0;
  virtual absl::StatusOr<RouteReason> FindTails(const NavLocation& end, uint32_t goal,
                                                const WalkBounds& bounds, std::vector<PortalTail>& tails) = 0;

  // The walks themselves, along the path that costs what FindHeads and FindTails say; not complete only if a
  // limit came first. REQUIRES: of WalkToPortal, that FindHeads was called, whose start it begins at.
  virtual absl::StatusOr<RouteAnswer> WalkToPortal(PortalId exit) = 0;
  virtual absl::StatusOr<WalkToPlace> WalkFromPortal(PortalId portal, const NavLocation& end) = 0;

  // A walk from place to place over the map alone. One that costs `below_cost_m` or more is of no use.
  virtual absl::StatusOr<WalkToPlace> WalkDirectly(const NavLocation& start, const NavLocation& goal,
                                                   double below_cost_m) = 0;

 protected:
  TriggerWalkOptions Limits() const {
    return {.max_expansions = ground_.query->max_expansions, .deadline = ground_.query->deadline};
  }
  bool Teleports() const { return ground_.query->mode == WorldMode::kWalkInTeleports; }
  // Boxes are the triggers of the map's exits.
  WalkToPlace Tell(const TriggerWalk& walk);

  const WorldGround ground_;
  Scratch& scratch_;
};

// Of the map's kind of surface. Errors are those of the world file.
absl::StatusOr<std::unique_ptr<WorldWalks>> MakeWorldWalks(const WorldGround& ground, Scratch& scratch);

// Stored, so that the map need not be there: turning points. DataLoss if the file holds no such walk.
absl::StatusOr<RouteAnswer> WalkBetweenPortals(const WorldView& world, PortalId portal, PortalId exit,
                                               TravellerId traveller, WorldMode mode);

}  // namespace waystone
