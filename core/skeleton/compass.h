// The eight directions of a skeleton's arcs (S0.5).
#pragma once

#include <array>
#include <cstdint>

#include "core/geom/vec.h"

namespace waystone {

inline constexpr uint32_t kDirectionCount = 8;

// North (-z), north-east, east (+x), ... clockwise: steps on the lattice.
inline constexpr std::array<std::array<int, 2>, kDirectionCount> kCompass = {
    {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}}};

constexpr uint32_t Opposite(uint32_t direction) {
  return (direction + kDirectionCount / 2) % kDirectionCount;
}

// The direction of the compass nearest to `path`; 0 if it is zero.
uint32_t DirectionOf(Vec2 path);

}  // namespace waystone
