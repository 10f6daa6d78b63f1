// Honest players on one map: they walk our routes and our explorations.
#pragma once

#include <cstdint>
#include <optional>

#include "bench/validate/timed_walk.h"
#include "core/base/random.h"
#include "core/base/scratch.h"
#include "core/surface/map_view.h"

namespace waystone {

struct HonestWalk {
  WalkedRoute route;
  WalkStyle style;
  TimedWalk walk;
};

// Draws walks, the same for the same seed. Map and scratch must outlive it.
class HonestWalks {
 public:
  HonestWalks(const MapView& map, uint64_t seed, double longest_s, Scratch& scratch)
      : map_(map), random_(seed), longest_s_(longest_s), scratch_(scratch) {}

  // Several routes one after another, until they take about `longest_s` at a drawn speed of kSlowest_mps to
  // kFastest_mps. Half of the goals are within kNear_m of the agent, and a quarter of the routes pass a link, if
  // there are any. None if no start drawn leads anywhere.
  std::optional<HonestWalk> DrawRoutes();
  // An exploration from a drawn start. None if the map has no skeleton.
  std::optional<HonestWalk> DrawExploration();

  static constexpr double kSlowest_mps = 3;
  static constexpr double kFastest_mps = 7;
  static constexpr double kNear_m = 30;

 private:
  // Adds a route from the end of `route`, or from a drawn start if it is empty; false if none was found.
  bool Extend(WalkedRoute& route);
  Vec3 DrawPlace();
  Vec3 DrawGoal(const Vec3& from);
  HonestWalk Walk(WalkedRoute route);

  const MapView& map_;
  Random random_;
  const double longest_s_;
  Scratch& scratch_;
};

}  // namespace waystone
