// Cheats on one map, each with the proof that it is one.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/validate/cheat_clients.h"
#include "bench/validate/exact_walks.h"
#include "bench/validate/timed_walk.h"
#include "core/base/random.h"
#include "core/base/scratch.h"
#include "core/geom/vec.h"
#include "core/surface/map_view.h"

namespace waystone {

// One cheat. The track begins at `start` with an empty budget, and all of it is the cheat.
struct CheatPlan {
  std::string kind;              // "wall", "speed_1.25", ...
  const MapView* map = nullptr;  // for the abilities that the cheater has
  Vec3 start;                    // [m] absolute, on the surface
  double max_speed_mps = 5;      // what the server allows
  double hz = 10;                // samples per second
  double due_s = 0;              // it must be found by then
  double duration_s = 0;         // when the client stops; not before due_s
  double clock_rate = 1;         // of the client; not 1: the server has received_s too
  std::function<CheatClient()> new_client;
};

// [m] What a walk may exceed the budget by before it counts as impossible: places are brought onto the surface.
inline constexpr double kProofMargin_m = 0.5;

// All kinds, in the order in which they are printed. Steady and burst speeds end with their factor.
inline constexpr std::array<std::string_view, 19> kCheatKinds = {"wall",
                                                                 "creep",
                                                                 "teleport",
                                                                 "floor_to_floor",
                                                                 "hover",
                                                                 "fly",
                                                                 "link_without_ability",
                                                                 "upward_drop",
                                                                 "forged_time",
                                                                 "speed_1.15",
                                                                 "speed_1.25",
                                                                 "speed_1.5",
                                                                 "speed_2",
                                                                 "speed_5",
                                                                 "burst_1.15",
                                                                 "burst_1.25",
                                                                 "burst_1.5",
                                                                 "burst_2",
                                                                 "burst_5"};

// Draws cheats. `bare` is the same map for an agent without abilities. Views and scratch must outlive it, and
// the plans.
//
//   wall       straight on at full speed, through a gap of the surface deeper than the agent's radius
//   creep      the same in steps of 5 cm, 20 a second, at most 2 m
//   teleport   one step to a place anywhere
//   floor_to_floor  one step to a place straight above or below (within 0.3 m), 2 to 10 m away
//     These four: the shortest walk there is longer than all that the time of the crossing, the greatest credit
//     and the greatest debt earn together, and kProofMargin_m more, or there is none; and so are those
//     between all ground within 0.3 m of both ends, for samples may be off by as much.
//   hover      1 to 4 m above the ground, never less than 0.3 m above what counts as on it; no surface is near
//   fly        full speed ahead, rising 2 m/s up to 6 m; no surface is near from half of it on
//   link_without_ability  along the straight line of a link that needs an ability, walking speed, by the bare
//              agent; the shortest walk is too long as above
//   upward_drop  the line of a one-way drop link upwards; likewise
//   speed_F    F times the greatest speed along a shortest route without links
//   burst_F    the same for 1.5 s of every 2 s, and the greatest speed between
//   forged_time  1.5 times the speed by a clock that runs 1.5 times as fast, with received_s
//     Speeds are due when a plain model of the budget (the credit begins at zero) is broken by kProofMargin_m;
//     on graphs of waypoints when the straight line from the start is longer than all that was earned.
class CheatPlans {
 public:
  CheatPlans(const MapView& map, const MapView& bare, uint64_t seed, Scratch& scratch)
      : map_(map),
        bare_(bare),
        random_(seed),
        scratch_(scratch),
        exact_(map, scratch),
        bare_exact_(bare, scratch) {}

  // None if the map has no such place, as far as some hundred tries tell. REQUIRES: `kind` is of kCheatKinds.
  std::optional<CheatPlan> Draw(std::string_view kind);

  // The truth for the abilities of a plan.
  const ExactWalks& ExactOf(const CheatPlan& plan) const { return plan.map == &bare_ ? bare_exact_ : exact_; }

 private:
  struct Crossing {
    NavLocation from;
    NavLocation to;
  };

  CheatPlan NewPlan(std::string_view kind, const NavLocation& start);
  // The plan of going straight to a place at a speed [m/s], if the walk there is long enough.
  std::optional<CheatPlan> Straight(std::string_view kind, const Crossing& crossing, bool is_bare,
                                    double speed_mps, double hz);
  std::optional<Crossing> TryWall(double most_m);
  std::optional<Crossing> TryFloor();
  std::optional<Crossing> TryLink(std::string_view kind);
  std::optional<CheatPlan> TryCrossing(std::string_view kind);
  std::optional<CheatPlan> TryInAir(std::string_view kind);
  bool IsInAir(const CheatPlan& plan, double step_m);
  std::optional<CheatPlan> TrySpeed(std::string_view kind, double factor, bool is_burst);
  std::optional<CheatPlan> TryForged();
  std::optional<WalkedRoute> TryRoute();
  std::optional<double> StraightBreach_s(const CheatPlan& plan, double lead_s) const;
  std::optional<CheatPlan> DueRun(CheatPlan plan, const WalkedRoute& route, double factor,
                                  double lead_s) const;
  double DrawRate(double least_hz);

  const MapView& map_;
  const MapView& bare_;
  Random random_;
  Scratch& scratch_;
  ExactWalks exact_;
  ExactWalks bare_exact_;
};

}  // namespace waystone
