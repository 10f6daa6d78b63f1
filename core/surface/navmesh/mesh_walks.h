// The walks that place rules measure over a navmesh: what routes over the same ground cost.
#pragma once

#include <memory>
#include <vector>

#include "core/base/scratch.h"
#include "core/navmesh/ground_costs.h"
#include "core/placement/walk_ground.h"
#include "core/surface/map_view.h"
#include "core/surface/route_changes.h"

namespace waystone {

// Over the view's mesh, on which nothing is closed any more. If ground costs more or less than its length, or walks keep
// a clearance, floods go over points on sides (edge_point_flood.h). If not, and the map has an index, long walks are those of routes
// (FindMeshRoute). View and scratch must outlive it.
class MeshRouteWalks final : public MeshWalkGround {
 public:
  // Of the changes only the costs of areas and the clearance matter.
  MeshRouteWalks(const MapView& map, const RouteChanges& changes, Scratch& scratch);

  std::unique_ptr<WalkFlood> MakeFlood() const override;
  std::unique_ptr<PairWalks> MakePairs() const override;
  Effort MostEffort() const override;
  double PlaneReach_m(double walk_m) const override;
  void Cover(const NavLocation& place, double radius_m, std::vector<WalkSample>& samples) const override;

 private:
  const MapView& map_;
  Scratch& scratch_;
  RouteChanges changes_;
  GroundCosts costs_;
  bool is_weighted_ = false;  // the mesh has ground of several costs, or walks keep a clearance
};

}  // namespace waystone
