#include "core/volume/forced_steps.h"

namespace waystone {
namespace {

constexpr std::array<int32_t, 2> kSigns = {-1, 1};

// Keeps `by` in `steps` if it may be taken.
void Keep(const std::array<int32_t, 3>& by, Surroundings entered, StepSet& steps) {
  const Surroundings needs = NeedsOf(by);
  if ((entered & needs) == needs) steps |= StepBit(by);
}

}  // namespace

StepSet ForcedAfterStraight(size_t axis, int32_t sign, Surroundings left, Surroundings entered) {
  const size_t u = (axis + 1) % 3;
  const size_t v = (axis + 2) % 3;
  const auto step = [&](int32_t ahead, int32_t along_u, int32_t along_v) {
    std::array<int32_t, 3> by{};
    by[axis] = ahead;
    by[u] = along_u;
    by[v] = along_v;
    return by;
  };
  const auto was_free = [&](int32_t along_u, int32_t along_v) {
    return (left & FreeBit(step(0, along_u, along_v))) != 0;
  };
  StepSet steps = 0;
  for (const int32_t side : kSigns) {
    for (const bool is_u : {true, false}) {
      const int32_t along_u = is_u ? side : 0;
      const int32_t along_v = is_u ? 0 : side;
      if (was_free(along_u, along_v)) continue;
      Keep(step(0, along_u, along_v), entered, steps);
      Keep(step(sign, along_u, along_v), entered, steps);
    }
    for (const int32_t other : kSigns) {
      const bool was_u_free = was_free(side, 0);
      const bool was_v_free = was_free(0, other);
      if (!was_u_free || !was_v_free || !was_free(side, other)) {
        Keep(step(sign, side, other), entered, steps);
      }
      if (!was_u_free && !was_v_free) Keep(step(0, side, other), entered, steps);
    }
  }
  return steps;
}

StepSet ForcedAfterPlanar(const VoxelStep& step, Surroundings left, Surroundings entered) {
  const size_t w = step.by[0] == 0 ? 0 : step.by[1] == 0 ? 1 : 2;
  const size_t u = (w + 1) % 3;
  const size_t v = (w + 2) % 3;
  StepSet steps = 0;
  for (const int32_t side : kSigns) {
    const auto along = [&](int32_t u_share, int32_t v_share) {
      std::array<int32_t, 3> by{};
      by[u] = u_share * step.by[u];
      by[v] = v_share * step.by[v];
      by[w] = side;
      return by;
    };
    const std::array<int32_t, 3> corner = along(1, 1);
    const Surroundings box = NeedsOf(corner);
    if ((left & box) == box) continue;  // the spatial step could come first
    Keep(along(0, 0), entered, steps);
    Keep(corner, entered, steps);
    // Otherwise the straight part and then the spatial step are shorter.
    const auto is_beside_free = [&](int32_t u_share, int32_t v_share) {
      std::array<int32_t, 3> beside = along(u_share, v_share);
      const uint32_t above = FreeBit(beside);
      beside[w] = 0;
      return (entered & above) != 0 && (entered & FreeBit(beside)) != 0;
    };
    if (!is_beside_free(0, -1) || !is_beside_free(1, -1)) Keep(along(1, 0), entered, steps);
    if (!is_beside_free(-1, 0) || !is_beside_free(-1, 1)) Keep(along(0, 1), entered, steps);
  }
  return steps;
}

}  // namespace waystone
