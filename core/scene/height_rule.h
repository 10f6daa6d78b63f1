// The seed's rule of heights (S3.4): which way next, from layer to layer.
#pragma once

#include <cmath>
#include <cstdint>

namespace waystone {

// In which order a path changes its height.
enum class HeightOrder : uint8_t {
  kRiseFirst,  // to a higher goal rise, then across; to a lower one across, then down
  kRiseLast,   // the mirror: to a higher goal across, then rise; to a lower one down, then across
};

// How a path stands to its goal.
struct HeightState {
  double height_m = 0;
  double goal_height_m = 0;
  double threshold_m = 0;  // less is no difference
  bool is_top = false;     // of the layers; there is none above
  bool is_bottom = false;
  bool is_beneath_goal = false;  // or above it: as near in the plane as its layer leads
};

enum class HeightStep : uint8_t {
  kAcross,        // over this layer to the place nearest to the goal in the plane; then the path ends
  kToGoalsPlace,  // the same, and then up or down
  kUp,            // to the next layer
  kDown,
};

// The steps S703 to S710 of the seed's figure 7, and their mirror.
inline HeightStep NextHeightStep(HeightOrder order, const HeightState& at) {
  if (std::abs(at.goal_height_m - at.height_m) < at.threshold_m) return HeightStep::kAcross;
  const bool is_higher = at.goal_height_m > at.height_m;
  if (is_higher ? at.is_top : at.is_bottom) return HeightStep::kAcross;
  const bool goes_across_first = is_higher == (order == HeightOrder::kRiseLast);
  if (goes_across_first && !at.is_beneath_goal) return HeightStep::kToGoalsPlace;
  return is_higher ? HeightStep::kUp : HeightStep::kDown;
}

}  // namespace waystone
