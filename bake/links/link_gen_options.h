// What an agent can do beyond walking.
#pragma once

namespace waystone {

// Config fields carry [unit, range, default]; 0 switches a kind off.
struct LinkGenOptions {
  double jump_distance_m = 0;  // [m, 0-100, 0] from take-off to landing, horizontally
  double jump_height_m = 0;    // [m, 0-20, 0] how far up a jump can land, and how high it rises at most
  double drop_height_m = 0;    // [m, 0-100, 0] how far down a drop, or a jump, can land
  double spacing_m = 1.0;      // [m, 0.1-100, 1] between tries along a border

  bool any() const { return jump_distance_m > 0 || drop_height_m > 0; }
};

}  // namespace waystone
