// The ground for measuring walks: each kind of map measures them as its routes do.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/navmesh/distance_flood.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

inline constexpr double kNoWalk_m = std::numeric_limits<double>::infinity();

// Walking distances from one place to others. Keeps its memory from flood to flood. One thread at a time.
class WalkFlood {
 public:
  virtual ~WalkFlood() = default;

  // Forgets the last flood and begins at a place.
  virtual void Begin(const NavLocation& from) = 0;
  // Like DistanceFlood::GrowTo; may also continue a flood that was cut short. REQUIRES: Begin.
  virtual SearchOutcome GrowTo(double limit_m, const FloodOptions& options) = 0;
  // [m] Exact if it is at most grown_to_m(); infinite if it is more, or there is no path.
  virtual double DistanceTo(const NavLocation& place) = 0;
  // Whether that is finite.
  virtual bool Reaches(const NavLocation& place) { return DistanceTo(place) < kNoWalk_m; }
  // [m] All distances up to this are known.
  virtual double grown_to_m() const = 0;
  // [search nodes] Since Begin.
  virtual uint32_t expansions() const = 0;
};

// Walks between any two places, each searched by itself: what the route between them costs. One thread at a time.
class PairWalks {
 public:
  struct Walk {
    double cost_m;      // infinite if there is none, or a limit came first
    SearchOutcome end;  // kFound, kExhausted, or that limit
    uint32_t expansions;
  };
  virtual ~PairWalks() = default;
  virtual Walk Find(const NavLocation& from, const NavLocation& to, uint32_t max_expansions,
                    const Deadline& deadline) = 0;
};

// A place that stands for others: walks to and from them are longer or shorter by `stray_m` at most.
struct WalkSample {
  NavLocation place;
  double stray_m = 0;
};

// The ground of one map for an agent. Const; any thread. Its inputs must outlive it and its floods.
class WalkGround {
 public:
  virtual ~WalkGround() = default;

  virtual std::unique_ptr<WalkFlood> MakeFlood() const = 0;
  // Null: floods measure long walks.
  virtual std::unique_ptr<PairWalks> MakePairs() const { return nullptr; }
  // What a request that measures long walks may take: some seconds.
  struct Effort {
    uint32_t nodes;   // [search nodes] of all floods and pairs together
    uint32_t unfair;  // places that may turn out unfair, and one in 1024 of it for each place wanted
  };
  virtual Effort MostEffort() const = 0;
  // [m] Places within this walking distance lie within the result in the plane; infinite if a shortcut may
  // lead anywhere.
  virtual double PlaneReach_m(double walk_m) const = 0;
  // Writes places that together stand for all of the polygon's within `radius_m` of `place` in the plane.
  virtual void Cover(const NavLocation& place, double radius_m, std::vector<WalkSample>& samples) const = 0;
};

// A navmesh, with the links that may be used for the abilities.
class MeshWalkGround : public WalkGround {
 public:
  MeshWalkGround(const NavmeshView& mesh, const LinkView& links, uint64_t abilities);

  std::unique_ptr<WalkFlood> MakeFlood() const override;
  Effort MostEffort() const override { return {12'000'000, 1 << 16}; }
  double PlaneReach_m(double walk_m) const override;
  void Cover(const NavLocation& place, double radius_m, std::vector<WalkSample>& samples) const override;

 protected:
  const NavmeshView& mesh_;
  const LinkView& links_;
  const uint64_t abilities_;

 private:
  bool has_shortcuts_ = false;  // that may be used: a walk can be shorter than the straight line
};

}  // namespace waystone
