#include "samples/generator/bridge.h"

#include <array>
#include <cmath>

namespace waystone::samples {
namespace {

constexpr double kParapetThickness = 0.3;

// A stretch of deck or parapet: its top and bottom at either end, its sides along v.
struct Stretch {
  double from_u = 0;
  double to_u = 0;
  double from_bottom = 0;
  double from_top = 0;
  double to_bottom = 0;
  double to_top = 0;
  double from_v = 0;
  double to_v = 0;
};

void AddStretch(SceneMesh& mesh, const Frame& frame, Material material, const Stretch& s) {
  std::array<Vec3, 8> corners;
  for (size_t k = 0; k < corners.size(); ++k) {
    const bool to = (k & 1) != 0;
    const bool top = (k & 2) != 0;
    const double up = to ? (top ? s.to_top : s.to_bottom) : (top ? s.from_top : s.from_bottom);
    corners[k] = frame.At(to ? s.to_u : s.from_u, up, (k & 4) != 0 ? s.to_v : s.from_v);
  }
  AddHexahedron(mesh, material, corners);
}

}  // namespace

double BridgeHeight(const BridgePlan& plan, double along_u) {
  const double t = along_u / (plan.length_m / 2);
  return plan.rise_m * (1.0 - t * t);
}

void AddBridge(SceneMesh& mesh, const Frame& frame, const BridgePlan& plan) {
  const double step = plan.length_m / plan.segments;
  const double side = plan.width_m / 2;
  for (int k = 0; k < plan.segments; ++k) {
    const double from = -plan.length_m / 2 + k * step;
    const double to = from + step;
    const double from_up = BridgeHeight(plan, from);
    const double to_up = BridgeHeight(plan, to);
    const bool open = std::abs(from + to) / 2 < plan.opening_m / 2;
    const double outer = side + kParapetThickness;
    AddStretch(mesh, frame, Material::kStone,
               {from, to, open ? from_up - kBridgeDeck : -plan.foundation_m, from_up,
                open ? to_up - kBridgeDeck : -plan.foundation_m, to_up, -outer, outer});
    for (const double v : {-outer, side}) {
      AddStretch(mesh, frame, Material::kStone,
                 {from, to, from_up, from_up + kBridgeParapet, to_up, to_up + kBridgeParapet, v,
                  v + kParapetThickness});
    }
  }
}

}  // namespace waystone::samples
