// What portals ask of a surface: the walks between a place of a map and the triggers and arrivals of its
// portals.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/hash128.h"
#include "core/base/kept_by_hash.h"
#include "core/base/scratch.h"
#include "core/grid/bit_grid.h"
#include "core/surface/map_view.h"
#include "core/surface/route_changes.h"
#include "core/surface/snap.h"
#include "core/surface/trigger_walk.h"
#include "core/surface/world_query.h"
#include "core/world/grid_portals.h"
#include "core/world/world_view.h"

namespace waystone {

// The baked tables of one map in a world file.
class PortalTables {
 public:
  virtual ~PortalTables() = default;
  // The portals over the cells of a grid. DataLoss naming the map if they are damaged or do not fit the bits.
  virtual absl::StatusOr<GridPortals> OfGrid(const BitGrid& bits) const = 0;
};

class WorldWalks;

// One map of a world as one query has it. Cheaply copied; what it points to must outlive it.
struct WorldGround {
  const WorldView* world = nullptr;
  WorldMapIndex map = WorldMapIndex(0);
  MapView view;  // with the changes applied (SearchSurface::Apply)
  const WorldRouteQuery* query = nullptr;
  const RouteChanges* changes = nullptr;  // null: the map is as baked

  const WorldMap& record() const { return world->Map(map); }
  // The exits of the map.
  std::span<const WorldPortal> Exits() const {
    return world->portals().subspan(record().first_exit, record().exit_count);
  }
  const WorldArrival& ArrivalOf(PortalId portal) const { return world->ArrivalOf(portal, query->traveller); }
  // The arrivals of the map.
  std::span<const WorldArrival> Arrivals() const {
    return world->arrivals(query->traveller).subspan(record().first_arrival, record().arrival_count);
  }
};

// What one map keeps of its portals from query to query. Any thread.
class PortalSurface {
 public:
  PortalSurface() = default;
  PortalSurface(const PortalSurface&) = delete;
  PortalSurface& operator=(const PortalSurface&) = delete;
  virtual ~PortalSurface() = default;

  // Ground and scratch must outlive the walks.
  virtual absl::StatusOr<std::unique_ptr<WorldWalks>> MakeWalks(const WorldGround& ground,
                                                                Scratch& scratch) const = 0;
  // [bytes] Made for queries. Grows and shrinks.
  virtual uint64_t size_bytes() const { return 0; }
  // What walks from arrivals to the exits cost on changed ground, by a hash of everything that they depend on; those
  // used last.
  KeptByHash<std::vector<double>>& kept_costs() const { return kept_costs_; }
  // The same without what was made for queries; null: there is nothing else.
  virtual std::shared_ptr<const PortalSurface> Asleep() const = 0;

 private:
  static constexpr size_t kMaxKeptCosts = 256;
  static constexpr uint64_t kMaxKeptBytes = uint64_t{4} << 20;
  mutable KeptByHash<std::vector<double>> kept_costs_{kMaxKeptCosts, kMaxKeptBytes};
};

// Portals whose triggers are laid on the surface on first use: Walks are made of the ground, the Triggers and scratch.
// A surface that changes were applied to has Triggers of its own, which are kept for the next requests.
template <typename Triggers, typename Walks>
class TriggerPortals final : public PortalSurface {
 public:
  absl::StatusOr<std::unique_ptr<WorldWalks>> MakeWalks(const WorldGround& ground,
                                                        Scratch& scratch) const override {
    return std::make_unique<Walks>(ground, TriggersOf(ground.view), scratch);
  }
  uint64_t size_bytes() const override {
    uint64_t bytes = triggers_->size_bytes() + kept_costs().bytes();
    for (const std::shared_ptr<const OfChanged>& kept : kept_.Items()) bytes += kept->triggers->size_bytes();
    return bytes;
  }
  std::shared_ptr<const PortalSurface> Asleep() const override {
    return std::make_shared<const TriggerPortals>();
  }

 private:
  struct OfChanged {
    std::shared_ptr<const void> surface;
    std::shared_ptr<const Triggers> triggers;
  };
  static constexpr size_t kMaxKept = 4;  // each as large as the surface, for each mode

  std::shared_ptr<const Triggers> TriggersOf(const MapView& view) const {
    if (!view.is_applied) return triggers_;
    Hasher128 hasher;
    const void* const surface = view.surface_owner.get();
    hasher.Add(std::as_bytes(std::span(&surface, 1)));
    const Hash128 key = hasher.Finish();
    if (const auto kept = kept_.Find(key); kept != nullptr) return kept->triggers;
    auto made =
        std::make_shared<const OfChanged>(OfChanged{view.surface_owner, std::make_shared<const Triggers>()});
    kept_.Keep(key, made);
    return made->triggers;
  }

  const std::shared_ptr<const Triggers> triggers_ = std::make_shared<const Triggers>();
  mutable KeptByHash<OfChanged> kept_{kMaxKept};  // the kept surface keeps its address
};

// How far it is worth walking. [m]
struct WalkBounds {
  // Walks that cost as much or more need not be found.
  double below_cost_m = std::numeric_limits<double>::infinity();
  // Lower bound of the cost behind each exit of the map, or up to each arrival; empty: not known. Walks that
  // cost more in all than another one need not be found.
  std::span<const double> beyond_m = {};
};

// A walk to a place. If walk-in portals teleport, it may end in a trigger and enter it at its end only: on
// grids by its last step, elsewhere once.
struct WalkToPlace {
  RouteAnswer walk;
  PortalId sets_off;  // whose trigger it enters; none: none, or the walk began in the trigger
};

// The walks between one place of a map and the portals of its world, in one query. One thread.
class WorldWalks {
 public:
  WorldWalks(const WorldGround& ground, Scratch& scratch) : ground_(ground), scratch_(scratch) {}
  virtual ~WorldWalks() = default;
  WorldWalks(const WorldWalks&) = delete;
  WorldWalks& operator=(const WorldWalks&) = delete;

  const WorldGround& ground() const { return ground_; }

  // Whether each head and tail costs a search that grows with its length, so that bounds should leave out the
  // useless ones. If not, all cost little.
  virtual bool Searches() const { return false; }

  // The place at which a portal arrives on the map. Empty if changes close it, or if the traveller has no ground
  // there. DataLoss if it is not on the surface as baked.
  virtual absl::StatusOr<std::optional<NavLocation>> PlaceOfArrival(PortalId portal) = 0;

  // Map-local position to a place of the surface.
  virtual SnapResult SnapTo(const Vec3& position, PlaceRole role) = 0;

  // What walking costs from the place to the exits of the map, and to the place from the arrivals of portals
  // that lead to the map. Unreachable ones are left out, and those that the bounds call worthless may be.
  // Sorted by portal. Returns kNone, or the limit that stopped the search early. REQUIRES: the place is one
  // of the map's surface.
  virtual absl::StatusOr<RouteReason> FindHeads(const NavLocation& start, const WalkBounds& bounds,
                                                std::vector<PortalHead>& heads) = 0;
  virtual absl::StatusOr<RouteReason> FindTails(const NavLocation& end, uint32_t goal,
                                                const WalkBounds& bounds, std::vector<PortalTail>& tails) = 0;

  // Returns the walk whose cost FindHeads or FindTails reported; incomplete only if a limit came first.
  // REQUIRES: of WalkToPortal, that FindHeads was called, whose start it begins at.
  virtual absl::StatusOr<RouteAnswer> WalkToPortal(PortalId exit) = 0;
  virtual absl::StatusOr<WalkToPlace> WalkFromPortal(PortalId portal, const NavLocation& end) = 0;

  // A walk from place to place over the map alone. Ignores walks that cost `below_cost_m` or more.
  virtual absl::StatusOr<WalkToPlace> WalkDirectly(const NavLocation& start, const NavLocation& goal,
                                                   double below_cost_m) = 0;

  // Draws a stored walk (WalkBetweenPortals), which has turning points, in the query's shape. Its ends and what it costs stay. By
  // default it stays as it is. DataLoss if it leads over what is not free.
  virtual absl::Status DrawStored(RouteAnswer& /*walk*/) { return absl::OkStatus(); }

 protected:
  TriggerWalkOptions Limits() const {
    return {.max_expansions = ground_.query->max_expansions,
            .changes = ground_.changes,
            .deadline = ground_.query->deadline};
  }
  bool Teleports() const { return ground_.query->mode == WorldMode::kWalkInTeleports; }
  // `box`: the exit of the map whose trigger the walk ends in.
  WalkToPlace Tell(RouteAnswer walk, std::optional<uint32_t> box) const {
    return {std::move(walk), box ? ground_.record().PortalOf(MapExitId(*box)) : PortalId::None()};
  }

  const WorldGround ground_;
  Scratch& scratch_;
};

}  // namespace waystone
