// The launch points of a map and the arcs between them (S0.4, S0.5).
//
// Points on the lattice have up to one neighbour in each of eight directions; all else (places off the
// lattice, links, a second floor in the same direction) is an extra arc.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/base/ids.h"
#include "core/geom/vec.h"
#include "core/skeleton/compass.h"
#include "core/skeleton/skeleton_format.h"

namespace waystone {

// Memory: 56 bytes each, and as much again if the lattice is sparse.
inline constexpr size_t kMaxLaunchPoints = 100'000'000;
inline constexpr uint32_t kNoLaunchPoint = 0xffffffffU;

// Where the walker stands; casts start a jump's height above. 56 bytes.
struct LaunchPoint {
  Vec3f at;       // [m] map-local, on the ground
  uint32_t poly;  // of the surface
  std::array<uint32_t, kDirectionCount> neighbours = {kNoLaunchPoint, kNoLaunchPoint, kNoLaunchPoint,
                                                      kNoLaunchPoint, kNoLaunchPoint, kNoLaunchPoint,
                                                      kNoLaunchPoint, kNoLaunchPoint};
  uint8_t out = 0;       // bit k: an arc leads to neighbour k
  uint8_t in = 0;        // bit k: an arc leads here from neighbour k
  uint8_t leaps = 0;     // bit k: the arc out is a jump or a drop
  uint8_t is_fixed = 0;  // has extra arcs, or was asked for: thinning leaves it
};

struct ExtraArc {
  uint32_t from;
  uint32_t to;
  uint32_t link = kNoSkeletonLink;
};

struct LaunchGraph {
  double spacing_m = 0;
  std::vector<LaunchPoint> points;
  std::vector<ExtraArc> extra_arcs;  // in the order found

  // An arc over the lattice; an extra one if the slot at either end is taken.
  void Connect(uint32_t from, uint32_t direction, uint32_t to, bool is_leap);
  // An extra arc; both ends are fixed from now on.
  void ConnectExtra(const ExtraArc& arc);
};

}  // namespace waystone
