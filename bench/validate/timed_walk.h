// An honest walk along a route, in time: it speeds up, slows at corners, pauses, hops and takes links.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/random.h"
#include "core/geom/vec.h"
#include "core/map/off_mesh_link.h"
#include "core/surface/route_query.h"

namespace waystone {

// How an honest client walks. Config fields carry [unit, range, default].
struct WalkStyle {
  double max_speed_mps = 5;       // [m/s, > 0, 5] along the route, in space: never exceeded
  double acceleration_mps2 = 20;  // [m/s2, > 0, 20] when it speeds up, slows down or comes to a corner
  double pauses_per_m = 0.01;     // [1/m, >= 0, 0.01] places where it stops for up to kLongestPause_s
  double hops_per_s = 0.1;        // [1/s, >= 0, 0.1] hops begun on level ground; half of them begin another
  double max_hop_m = 1.2;         // [m, 0.3-, 1.2] highest hop
};
inline constexpr double kLongestPause_s = 2;
inline constexpr double kGravity_mps2 = 9.81;

// A route as a line of which some parts are links.
struct WalkedRoute {
  struct Part {
    bool is_link = false;
    LinkKind kind = LinkKind::kWalk;
  };
  std::vector<Vec3> points;  // [m] absolute; two or more
  std::vector<Part> parts;   // parts[i] leads from points[i] to points[i + 1]

  double Length_m() const;       // 3D
  double PlaneLength_m() const;  // horizontal
  bool HasLinks() const;
};

// The route of an answer. REQUIRES: it has points.
WalkedRoute RouteOf(const RouteAnswer& answer);

// Where an agent is at any time of one walk. Immutable once made.
//
// It is simulated every kTick_s:
//   - The speed grows by the acceleration, never above max_speed_mps. Before a corner, a pause or the end it
//     falls as early as the acceleration demands. A corner of the plane sharper than 30 degrees is passed at
//     max_speed_mps times the cosine of half its angle, at least a quarter of it.
//   - A hop takes off from level ground (within 0.1 m as far as it leads), 0.3 m to max_hop_m high, and is
//     ballistic.
//   - A jump link is flown at the speed of the run-up, at least half of the greatest, along a parabola: the
//     ballistic one if its top is at most max_hop_m above the take-off, else a flatter one with that top, or
//     one that clears the landing by 5 cm.
//   - A drop link is walked level and then fallen, so that agent and line reach its end together; if the fall
//     takes longer than the walk, it falls from the start on and comes down straight.
//   - A teleport link takes the time of walking its line, and is jumped over at the end of it.
//   - Walk, climb and ladder links are walked along their straight line.
class TimedWalk {
 public:
  static constexpr double kTick_s = 1.0 / 240;

  // Walks until the route ends or `longest_s` [s] have passed.
  TimedWalk(const WalkedRoute& route, const WalkStyle& style, double longest_s, Random& random);

  double duration_s() const { return static_cast<double>(ticks_.size() - 1) * kTick_s; }
  // [m] absolute. Times outside the walk are its ends. O(log points).
  Vec3 At(double time_s) const;
  bool IsAirborneAt(double time_s) const;  // in a hop, a jump or a fall
  bool IsClimbingAt(double time_s) const;  // on a link that is walked, or a steep part of the route

 private:
  struct Tick {
    double arc_m = 0;     // along the route
    double height_m = 0;  // above its line
    bool is_airborne = false;
    bool is_climbing = false;
    bool jumps_on = false;  // the next tick is elsewhere: a teleport
  };
  struct Stop {
    double limit_mps = 0;  // greatest speed at this point of the route
    double pause_s = 0;
  };
  class Simulation;

  Vec3 PointAt(double arc_m) const;
  const Tick& TickAt(double time_s) const;

  WalkedRoute route_;
  std::vector<double> arcs_m_;  // [point] along the route
  std::vector<Tick> ticks_;
};

}  // namespace waystone
