// Small drawn worlds at random.
#pragma once

#include <string>
#include <string_view>

#include "core/base/random.h"
#include "tests/oracle/slow_world.h"

namespace waystone {

// `ground`: letters of free cells, of which each cell has any.
SlowWorld RandomWorld(Random& random, std::string_view ground = ".");

// A free cell. REQUIRES: there is one.
SlowPlace RandomPlace(const SlowWorld& world, Random& random);

// For messages.
std::string Draw(const SlowWorld& world);

}  // namespace waystone
