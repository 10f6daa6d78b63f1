// Two-storey houses that an agent can enter and climb.
#pragma once

#include "samples/generator/shapes.h"

namespace waystone::samples {

enum class RoofKind : uint8_t {
  kGabled,  // steeper than 45 degrees: nobody stands on it
  kFlat,    // behind a parapet: walkable ground that nothing leads to
};

// Sizes of a house. Config fields carry [unit, range, default].
struct HousePlan {
  double width_m = 9.0;  // [m, 8-20, 9] along the facade
  double depth_m = 9.4;  // [m, 9.3-20, 9.4]
  RoofKind roof = RoofKind::kGabled;
  Material walls = Material::kPlaster;
  double foundation_m = 0.8;  // [m, 0-5, 0.8] how far the plinth reaches below the ground floor
  bool windows = true;        // left out if thousands of houses are wanted
};

inline constexpr double kStoreyHeight = 2.8;  // [m] floor to floor
inline constexpr double kHouseSill = 0.15;    // [m] ground floor over the ground outside

// Builds into the mesh's current group. The frame's origin is the middle of the facade at the height of the
// ground floor; the house extends along v, the door faces -v.
//
//     back wall                 Ground floor: the door leads to the front room, an inner door to the back
//     room,
//   +--------------+            and the stairs (S) start at the front left corner and rise to the back. The
//   slab |S|            |            over the stairs is open, with a railing; above, a landing at the back
//   left leads |S|---  -------|            to two rooms. Openings are wide enough for agents of radius 0.4 m;
//   windows have a |S|            |            sill of 0.9 m and no headroom for 1.8 m. |              |
//   +-------  -----+
//          door
void AddHouse(SceneMesh& mesh, const Frame& frame, const HousePlan& plan);

// A point on the upper floor, in the front room, relative to the house's frame.
Vec3 UpperFloorPoint(const Frame& frame, const HousePlan& plan);
// A point on the ground floor, in the front room.
Vec3 GroundFloorPoint(const Frame& frame, const HousePlan& plan);
// The middle of the roof's top; for flat roofs a point to stand on.
Vec3 RoofPoint(const Frame& frame, const HousePlan& plan);

}  // namespace waystone::samples
