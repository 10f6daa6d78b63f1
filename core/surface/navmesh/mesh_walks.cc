#include "core/surface/navmesh/mesh_walks.h"

#include <algorithm>
#include <limits>

#include "core/navmesh/edge_point_flood.h"
#include "core/surface/area_costs.h"
#include "core/surface/navmesh/mesh_route.h"
#include "core/zones/reachability_index.h"

namespace waystone {
namespace {

class WeightedWalkFlood final : public WalkFlood {
 public:
  WeightedWalkFlood(const MapView& map, const GroundCosts& costs, double clearance_m)
      : map_(map), costs_(costs), clearance_m_(clearance_m) {}

  void Begin(const NavLocation& from) override {
    flood_.Begin(*map_.navmesh, *map_.links, map_.abilities, costs_, clearance_m_, from);
  }
  SearchOutcome GrowTo(double limit_m, const FloodOptions& options) override {
    return flood_.GrowTo(limit_m, options);
  }
  double DistanceTo(const NavLocation& place) override { return flood_.DistanceTo(place); }
  bool Reaches(const NavLocation& place) override { return flood_.Reaches(place); }
  double grown_to_m() const override { return flood_.grown_to_m(); }
  uint32_t expansions() const override { return flood_.expansions(); }

 private:
  const MapView& map_;
  const GroundCosts costs_;
  const double clearance_m_;
  EdgePointFlood flood_;
};

class MeshPairWalks final : public PairWalks {
 public:
  MeshPairWalks(const MapView& map, const RouteChanges& changes, Scratch& scratch)
      : map_(map), changes_(changes), reach_(scratch.Borrow<ReachWorkspace>()), search_(map, scratch) {}

  Walk Find(const NavLocation& from, const NavLocation& to, uint32_t max_expansions,
            const Deadline& deadline) override {
    Walk walk{std::numeric_limits<double>::infinity(), SearchOutcome::kExhausted, 0};
    if (map_.zones != nullptr && !map_.zones->Reaches(from.poly, to.poly, *reach_)) return walk;
    const FoundPath found = search_.Find(from, to,
                                         {.max_expansions = max_expansions,
                                          .is_reachable = map_.zones != nullptr,
                                          .changes = &changes_,
                                          .deadline = deadline});
    walk.end = found.path.outcome;
    walk.expansions = found.path.expansions;
    if (found.IsBest()) walk.cost_m = found.path.cost_m;
    return walk;
  }

 private:
  const MapView& map_;
  const RouteChanges changes_;
  const Scratch::Lease<ReachWorkspace> reach_;
  MeshSearch search_;
};

}  // namespace

MeshRouteWalks::MeshRouteWalks(const MapView& map, const RouteChanges& changes, Scratch& scratch)
    : MeshWalkGround(*map.navmesh, *map.links, map.abilities), map_(map), scratch_(scratch) {
  changes_.area_factors = changes.area_factors;
  changes_.min_clearance_m = changes.min_clearance_m;
  costs_ = GroundCostsOf(map, changes);
  is_weighted_ = changes.min_clearance_m > 0;
  if (is_weighted_ || !costs_.AreUneven()) return;
  const GroundCosts::Range range = costs_.RangeOn(IndexedSurfaceOf(map).SharesOf(*map.navmesh));
  is_weighted_ = range.least != range.most;
}

std::unique_ptr<WalkFlood> MeshRouteWalks::MakeFlood() const {
  if (!changes_.IsWeighted()) return MeshWalkGround::MakeFlood();
  return std::make_unique<WeightedWalkFlood>(map_, costs_, changes_.min_clearance_m);
}

std::unique_ptr<PairWalks> MeshRouteWalks::MakePairs() const {
  if (is_weighted_ || IndexesOf(map_).IsNone()) return nullptr;
  return std::make_unique<MeshPairWalks>(map_, changes_, scratch_);
}

WalkGround::Effort MeshRouteWalks::MostEffort() const {
  if (is_weighted_) return {6'000'000, 1 << 9};  // a long walk takes some milliseconds to be made straight
  return IndexesOf(map_).IsNone() ? MeshWalkGround::MostEffort() : Effort{5'000'000, 1 << 16};
}

// Links cost what they are long, or are shortcuts.
double MeshRouteWalks::PlaneReach_m(double walk_m) const {
  return MeshWalkGround::PlaneReach_m(walk_m) / std::min(1.0, costs_.Least());
}

void MeshRouteWalks::Cover(const NavLocation& place, double radius_m,
                           std::vector<WalkSample>& samples) const {
  samples.assign(1, {place, radius_m * costs_.Of(mesh_, place.poly)});
}

}  // namespace waystone
