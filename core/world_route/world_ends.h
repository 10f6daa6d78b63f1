// The ends of routes through portals: what walking costs from the start to the exits of its map, and from the
// arrivals on the goals' maps to the goals.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "core/store/world_store.h"
#include "core/surface/portal_surface.h"
#include "core/world/head_bound.h"
#include "core/world/portal_query.h"
#include "core/world/tail_bound.h"
#include "core/world_route/world_grounds.h"

namespace waystone {

// A map of a query, held open, and a place on it.
struct OpenPlace {
  std::shared_ptr<const OpenedMap> entry;
  std::shared_ptr<WorldWalks> walks;  // never null if it is open
  NavLocation place;
  double snap_m = -1;
  bool is_on_surface = false;

  // A position on its map, map-local. REQUIRES: it is open.
  Vec3 LocalOf(const WorldPosition& position) const;
};

// Snaps a position to its map, which is `entry`. A place to leave from has walks of its own, places to arrive at share them.
// Errors as WorldGrounds::MakeWalks.
absl::StatusOr<OpenPlace> PlaceOn(WorldGrounds& grounds, const std::shared_ptr<const OpenedMap>& entry,
                                  const WorldPosition& position, PlaceRole role);

// The ends of one query. If the walks of one end have to be searched, the costs of the portals from or to the
// other end bound the search. One thread.
class WorldEnds {
 public:
  // All must outlive this. Goals that are not on a surface are left out.
  WorldEnds(const WorldView& world, const WorldRouteQuery& query, const OpenPlace& start,
            const std::vector<OpenPlace>& goals)
      : world_(world), query_(query), start_(start), goals_(goals) {}

  const std::vector<PortalHead>& heads() const { return heads_; }
  const std::vector<PortalTail>& tails() const { return tails_; }

  // Finds the ends over which a path may cost less than `below_cost_m` and no more than any other. Returns
  // kNone, or the limit that stopped the search early. Errors as FindHeads.
  absl::StatusOr<RouteReason> FindWorthwhile(double below_cost_m);
  // The same without looking at what is behind the ends: for maps that may cost less than stored.
  absl::StatusOr<RouteReason> FindAllBelow(double below_cost_m) {
    below_cost_m_ = below_cost_m;
    return FindAll();
  }
  // Whether ends that were not worth finding may lead on, because what is closed, limited or already used
  // forbids the cheapest path. `path` is the best path over the ends found.
  bool MayLeadOn(const PortalPath& path) const;
  // Finds the ends over which a path may cost less than the last `below_cost_m`.
  absl::StatusOr<RouteReason> FindAll();

 private:
  absl::StatusOr<RouteReason> FindStartsHeads(bool only_worthwhile);
  absl::StatusOr<RouteReason> FindGoalsTails(bool only_worthwhile);
  std::vector<double> CostsToArrivals(const WorldGround& ground);
  // Leaves out ends that are closed to the traveller.
  template <typename End>
  void LeaveOutClosed(std::vector<End>& ends) const;

  const WorldView& world_;
  const WorldRouteQuery& query_;
  const OpenPlace& start_;
  const std::vector<OpenPlace>& goals_;
  std::vector<PortalHead> heads_;
  std::vector<PortalTail> tails_;
  double below_cost_m_ = std::numeric_limits<double>::infinity();
  bool has_worth_ = false;                                    // some ends may be left out
  double least_m_ = std::numeric_limits<double>::infinity();  // over any ends found, whatever is closed
  TailBound tail_bound_;
  HeadBound head_bound_;
};

}  // namespace waystone
