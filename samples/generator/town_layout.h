// The layout of the sample town: streets, river, terrace, houses. Pure functions of the place.
//
// x points east, z south, y up; the middle of the map is (0, 0). 150 m square.
//
//             terrace (3.2 m up, a cliff around it)     |  river, north to south,
//     houses on top, a lane and a ramp down to ...      |  waist-deep: one may wade in it,
//                   square with a fountain -------------=-- bridge --- houses
//     houses        and market stalls                   |
//     a walled yard without a gate    slipway to the water
#pragma once

#include <span>
#include <vector>

#include "core/geom/vec.h"
#include "samples/generator/bridge.h"
#include "samples/generator/ground.h"
#include "samples/generator/house.h"

namespace waystone::samples {

inline constexpr double kTownHalf = 75.0;       // [m] half of the map's side
inline constexpr double kTerraceHeight = 3.2;   // [m]
inline constexpr double kRiverHalfWidth = 5.0;  // [m]
inline constexpr double kWaterLevel = -1.6;     // [m] height of the ground under the wader's feet
inline constexpr Vec2 kSquare{-14, 0};
inline constexpr double kSquareRadius = 13.0;
// The walled yard: its middle and half its sides.
inline constexpr Vec2 kYard{-50, 54};
inline constexpr Vec2 kYardHalf{8, 6};

struct HouseSite {
  Vec2 middle;
  Vec2 facing;  // direction of the door; any length
  HousePlan plan;
};

// Distances are in metres, negative inside.
double RiverMiddle(double z);  // x of the river's middle line
double RiverDistance(Vec2 p);
double TerraceDistance(Vec2 p);
double StreetDistance(Vec2 p);

// Answers about the ground; made once, as the plots of houses are levelled.
class TownLayout {
 public:
  TownLayout();

  std::span<const HouseSite> houses() const { return houses_; }
  // The frame AddHouse wants: the facade's middle at the height of the ground floor.
  Frame HouseFrame(const HouseSite& site) const;
  Frame BridgeFrame() const;
  const BridgePlan& bridge() const { return bridge_; }

  // Height of the walkable ground, the bridge and houses left out.
  double GroundHeight(Vec2 p) const;
  // No house, street, river, yard or market within `margin_m`.
  bool IsOpen(Vec2 p, double margin_m) const;

  // Cuts, patches and heights. Valid while the layout lives.
  GroundPlan Ground() const;

 private:
  double BaseHeight(Vec2 p) const;
  double HeightAt(Vec2 p, int level) const;

  std::vector<HouseSite> houses_;
  std::vector<double> plot_heights_;
  BridgePlan bridge_;
};

}  // namespace waystone::samples
