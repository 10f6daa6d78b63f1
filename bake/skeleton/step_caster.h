// One step of a walker: a cast over the surface and through the solid triangles (S0.2, S0.3).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bake/skeleton/poly_heights.h"
#include "bake/skeleton/ray_scene.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {

// The walker's body, and what it may do.
struct CastBody {
  double jump_m = 0.8;   // leaps run this high above the ground
  double low_m = 0.8;    // lowest rays of one who walks: above what it steps over
  double drop_m = 0.4;   // how far down a leap may land
  double climb_m = 0.5;  // the ground may lie this much above or below the surface
  double top_m = 1.7;    // highest rays of the body
  double side_m = 0.35;  // how far to both sides and to the front the body's rays run
  bool leaps = false;
};

// The place at which a cast arrived.
struct Landing {
  uint32_t poly = 0;
  double y = 0;          // [m] of the ground, a multiple of 1/1024
  bool is_leap = false;  // the surface does not lead there
  bool returns = false;  // the surface leads back too: if the body fits one way it fits the other
};

// Scratch and counts of one thread.
struct CastWorkspace {
  SurfaceWorkspace surface;
  std::vector<EdgeId> crossed;
  uint64_t casts = 0;
  uint64_t rays = 0;
};

// Any number of threads may cast at once, each with its own workspace.
class StepCaster {
 public:
  // `rays` may be null: then the surface alone decides. Both must outlive the caster.
  StepCaster(const NavmeshView& mesh, const RayScene* rays, const CastBody& body)
      : mesh_(mesh), rays_(rays), body_(body), heights_(mesh, MaxWithin_m(body)) {}

  // A step that begins at `from`, on the ground, and ends straight above or below `to`; empty if something is
  // in the way, or there is nothing to stand on. A step along the surface must pass as a body: six lines
  // (left, middle, right; at the height of a jump and under the top) that run on by the body's radius. If it
  // does not, and leaps are wanted, the cast is the seed's: level, a jump's height above the start, landing
  // at most the jump's height above and the drop's height below it; and on the surface.
  std::optional<Landing> Step(const NavLocation& from, Vec2 to, CastWorkspace& scratch) const;

  // Whether the middle line of a step between two places on the ground is free. For walks of the surface that
  // are too narrow for the lattice.
  bool IsClear(const Vec3& from, const Vec3& to, CastWorkspace& scratch) const;

 private:
  // A ray down from the lowest rays' height above a place that is so far off still starts above the ground,
  // and below what hangs over it.
  static double MaxWithin_m(const CastBody& body) {
    return std::min(0.75 * body.low_m, 0.75 * (body.top_m - body.low_m));
  }
  std::optional<Landing> Walk(const NavLocation& from, Vec2 to, CastWorkspace& scratch) const;
  std::optional<double> WalkedTo(const Vec3& from, PolyId poly, Vec2 to, CastWorkspace& scratch) const;
  std::optional<Landing> Leap(const NavLocation& from, Vec2 to, CastWorkspace& scratch) const;
  std::optional<double> Ground(Vec2 at, double above_y, double below_y, CastWorkspace& scratch) const;
  bool Returns(const NavLocation& from, Vec2 to, std::span<const EdgeId> crossed) const;
  bool ReturnsByWalk(const NavLocation& from, Vec2 to, PolyId poly) const;
  bool BodyPasses(const Vec3& from, const Vec3& to, double low_m, CastWorkspace& scratch) const;

  const NavmeshView& mesh_;
  const RayScene* rays_;
  CastBody body_;
  PolyHeights heights_;
};

}  // namespace waystone
