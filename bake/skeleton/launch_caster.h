// The launch points that a walker reaches from its entry points, cast round by round (S0.1-S0.5).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/skeleton/launch_graph.h"
#include "bake/skeleton/launch_index.h"
#include "bake/skeleton/step_caster.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

using LaunchProgress = std::function<void(uint64_t points)>;

// Grows one launch graph. Casts run on many threads; what they find is taken in the order of the points that
// they began at, so that the graph does not depend on the number of threads.
class LaunchCaster {
 public:
  // `mesh` and `caster` must outlive it.
  LaunchCaster(const NavmeshView& mesh, const StepCaster& caster, double spacing_m, int thread_count,
               LaunchProgress progress);

  // A point off the lattice, fixed. REQUIRES: `at` lies on its polygon.
  uint32_t AddPoint(const NavLocation& at);
  // Joins the point with the nearest place of the lattice around that a step leads to and back from, and with
  // further ones that no step leads to from those. Points that are new begin the next flood.
  void JoinLattice(uint32_t point);
  // Begins at the place of the lattice next to `at` that can be walked to and back from, or, if there is
  // none, at a point of its own.
  void Begin(const NavLocation& at);
  // Casts from all new points until none is new. ResourceExhausted above kMaxLaunchPoints.
  absl::Status Flood();

  LaunchGraph& graph() { return graph_; }
  NavLocation LocationOf(uint32_t point) const {
    return {PolyId(graph_.points[point].poly), Vec3(graph_.points[point].at)};
  }
  uint64_t casts() const { return casts_; }
  uint64_t rays() const { return rays_; }
  CastWorkspace& workspace() { return workspace_; }

 private:
  struct Arrival {
    Landing landing;
    uint32_t known = kNoLaunchPoint;
    bool has_landed = false;
  };

  // Whether the landing is a walk's, and on the ground at `place`.
  bool IsAt(const Landing& landing, const NavLocation& place) const;
  bool Goes(const NavLocation& from, const NavLocation& to);
  NavLocation LocationAt(LatticePlace place, const Landing& landing) const;
  void CastFrom(uint32_t point, Arrival* arrivals, CastWorkspace& workspace) const;
  void Take(uint32_t point, uint32_t direction, const Arrival& arrival);
  // The point of the lattice there; made if it is new.
  uint32_t PointAt(LatticePlace place, const Landing& landing);

  const NavmeshView& mesh_;
  const StepCaster& caster_;
  const int thread_count_;
  LaunchProgress progress_;
  LaunchIndex index_;
  LaunchGraph graph_;
  std::vector<uint32_t> frontier_;
  std::vector<Arrival> arrivals_;
  CastWorkspace workspace_;  // of what is not parallel
  uint64_t casts_ = 0;
  uint64_t rays_ = 0;
};

}  // namespace waystone
