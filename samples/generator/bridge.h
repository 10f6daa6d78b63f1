// Arched bridges that an agent walks over, and under if there is headroom.
#pragma once

#include "samples/generator/shapes.h"

namespace waystone::samples {

// Sizes of a bridge. [m]
struct BridgePlan {
  double length_m = 18;     // along u, end to end
  double width_m = 5;       // between the parapets
  double rise_m = 1.3;      // of the middle over the ends
  double opening_m = 10;    // in the middle, where an agent can pass below; filled with stone elsewhere
  double foundation_m = 3;  // how far the abutments reach below the ends
  int segments = 12;        // even
};

// Thickness of the deck and height of the parapets. [m]
inline constexpr double kBridgeDeck = 0.35;
inline constexpr double kBridgeParapet = 0.9;

// Builds into the mesh's current group. The frame's origin is the middle of the bridge at the height of its
// ends; the bridge runs along u.
void AddBridge(SceneMesh& mesh, const Frame& frame, const BridgePlan& plan);

// Height of the deck over the ends, `along_u` from the middle.
double BridgeHeight(const BridgePlan& plan, double along_u);

}  // namespace waystone::samples
