// Boxes, walls and turned solids: what houses, bridges and trees are made of.
#pragma once

#include <array>
#include <span>

#include "core/geom/vec.h"
#include "samples/generator/scene_mesh.h"

namespace waystone::samples {

// A place to build at: metres along `u` (to the right when looking along v), up, and along v, from `origin`.
// (u, up, v) is right-handed like (x, y, z). REQUIRES: u is a unit vector.
struct Frame {
  Vec3 origin;
  Vec2 u{1, 0};

  Vec2 v() const { return {-u.z, u.x}; }
  Vec3 At(double along_u, double up, double along_v) const {
    const Vec2 q = v();
    return {origin.x + u.x * along_u + q.x * along_v, origin.y + up,
            origin.z + u.z * along_u + q.z * along_v};
  }
  // The same directions at another place.
  Frame MovedTo(double along_u, double up, double along_v) const { return {At(along_u, up, along_v), u}; }
};

// `direction` at length 1. REQUIRES: not zero.
Vec2 Unit(Vec2 direction);

// From p to the nearest point of the segment ab. REQUIRES: a != b.
double DistanceToSegment(Vec2 p, Vec2 a, Vec2 b);

// A point of the unit circle, `k` of `sides` steps around. REQUIRES: `sides` is 3, 4, 6, 8, 12 or 24. (A
// table: the library's sine is not the same everywhere.)
Vec2 CirclePoint(uint32_t k, uint32_t sides);

// A solid with eight corners; bit 0 of a corner's index is its end along u, bit 1 up, bit 2 along v.
void AddHexahedron(SceneMesh& mesh, Material material, const std::array<Vec3, 8>& corners);

// An upright box in the frame's axes.
void AddBox(SceneMesh& mesh, const Frame& frame, Material material, const Vec3& lo, const Vec3& hi);

// A ring of a turned solid: its height over the frame's origin and its radius; 0 is a point.
struct Ring {
  double up = 0;
  double radius_m = 0;
};

// Joins rings of `sides` corners from the first to the last, which may be given bottom to top (an outside) or
// in reverse (an inside, as of a basin). Ends of radius > 0 stay open.
void AddTurned(SceneMesh& mesh, const Frame& frame, Material material, uint32_t sides,
               std::span<const Ring> rings);

// A level disc facing up.
void AddDisc(SceneMesh& mesh, const Frame& frame, Material material, uint32_t sides, Ring ring);

// A hole through a wall. [m] along the wall and above its foot.
struct Opening {
  double from = 0;
  double to = 0;
  double bottom = 0;  // 0 for a door
  double top = 0;
};

// A wall from the frame's origin along u, `thickness_m` deep along v, `height_m` up. REQUIRES: the openings
// are sorted by `from`, apart from each other, and within the wall.
void AddWall(SceneMesh& mesh, const Frame& frame, Material material, double length_m, double thickness_m,
             double height_m, std::span<const Opening> openings);

}  // namespace waystone::samples
