// Numbers that several judges share.
#pragma once

#include <limits>

namespace waystone::answers {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kSame_m = 1e-4;  // positions drawn are doubles, corners floats

}  // namespace waystone::answers
