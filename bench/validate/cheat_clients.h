// How cheating clients move: each claims its next place from where the server last had it.
#pragma once

#include <functional>

#include "bench/validate/timed_walk.h"
#include "core/geom/vec.h"

namespace waystone {

// What a cheating client knows when it sends a sample.
struct ClientMoment {
  Vec3 held;          // [m] where the server last had it: its last claim, or the correction
  double time_s = 0;  // since the cheat began, by the server's clock
  double step_s = 0;  // since the last sample
};
// Where it claims to be.
using CheatClient = std::function<Vec3(const ClientMoment&)>;

// The rules that every honest player keeps (the defaults of MoveAllowances).
inline constexpr double kTolerance = 1.1;
inline constexpr double kCredit_s = 1;
inline constexpr double kDebt_s = 0.25;

// Goes straight to `target` at `speed_mps`, infinite for at once, and stays there.
CheatClient StraightClient(const Vec3& target, double speed_mps);

// Stays straight above `ground`.
CheatClient HoverClient(const Vec3& ground, double height_m);

// Goes on in a direction of the plane at `speed_mps` and rises to `most_m` above `start`.
CheatClient FlyClient(const Vec3& start, Vec2 direction, double speed_mps);

// How fast a client runs along a route.
struct RunSpeed {
  double max_speed_mps = 5;
  double factor = 1;
  bool is_burst = false;

  double At(double time_s) const;  // [m/s] horizontally
};

// Follows a route by its horizontal length. If the server holds it back, it goes on from the nearest place of the
// route that it has passed or is just ahead.
CheatClient RunClient(const WalkedRoute& route, const RunSpeed& speed);

// [s] When a plain model of the budget is broken by more than `margin_m` by running straight on, sampled at `hz`;
// negative if it is not within `longest_s`. The budget earns the greatest speed times kTolerance; the balance
// begins at zero, holds kCredit_s at most, and may fall to minus kDebt_s.
double BudgetBreach_s(const RunSpeed& speed, double hz, double margin_m, double longest_s);

}  // namespace waystone
