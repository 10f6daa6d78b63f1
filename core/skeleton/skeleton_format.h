// The skeleton of a map as stored in a package (S0.7): key points, and the arcs that a walker may take
// between them. docs/skeleton.md draws it.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/base/ids.h"

namespace waystone {

// A key point of a skeleton, in the order of the polygons they stand on.
using KeyPointId = StrongId<struct KeyPointIdTag>;

struct SkeletonHeader {
  uint32_t key_point_count;
  uint32_t arc_count;
  uint32_t component_count;     // connected pieces, directions ignored
  uint32_t cycle_rank;          // independent loops, directions ignored
  uint64_t launch_point_count;  // launch points before thinning
  float spacing_m;              // [m] between launch points, in the plane
  float reach_m;                // [m] walking distance of any launch point to a key point or an arc, at most
  uint32_t reserved[8];         // zero
};
static_assert(sizeof(SkeletonHeader) == 64 && std::is_trivially_copyable_v<SkeletonHeader>);

struct KeyPoint {
  float x;
  float y;
  float z;
  uint32_t poly;  // on which it stands; never descending
};
static_assert(sizeof(KeyPoint) == 16 && std::is_trivially_copyable_v<KeyPoint>);

// How an arc is travelled.
enum class SkeletonArcKind : uint8_t {
  kWalk = 0,  // straight over the surface
  kLink = 1,  // by an off-mesh link, with straight walks to and from it
  kJump = 2,  // over an obstacle, or up a ledge, that the surface does not cross (S0.1)
  kDrop = 3,  // down a ledge that the surface does not cross (S0.3)
};

inline constexpr uint32_t kNoSkeletonLink = 0xffffffffU;

struct SkeletonArc {
  uint32_t target;    // key point; ascending within a row, and no arc twice
  float length_m;     // [m] > 0, in three dimensions
  uint32_t link;      // of the surface; kNoSkeletonLink if it is walked
  uint8_t direction;  // of the target seen from the source: 0-7, clockwise from north (-z)
  uint8_t back;       // of the source seen from the target
  uint8_t uses;       // times that the baked round walk of the strong component takes it
  SkeletonArcKind kind;
};
static_assert(sizeof(SkeletonArc) == 16 && std::is_trivially_copyable_v<SkeletonArc>);

}  // namespace waystone
