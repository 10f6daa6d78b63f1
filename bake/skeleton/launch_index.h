// Which launch points stand on a place of the lattice: a spatial hash in the plane, floors apart (S0.4).
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "bake/skeleton/launch_graph.h"

namespace waystone {

// A place of the lattice.
struct LatticePlace {
  int32_t i;  // along x
  int32_t j;  // along z
  friend bool operator==(const LatticePlace&, const LatticePlace&) = default;
};

// Tiles of places, made when a point is added. Reading is safe from many threads while none adds.
class LaunchIndex {
 public:
  // `spacing_m`: of the lattice. Points of which the heights differ by less than `same_m` are one.
  LaunchIndex(double spacing_m, double same_m) : spacing_m_(spacing_m), same_m_(same_m) {}

  LatticePlace PlaceOf(Vec2 at) const;
  // [m] exact: the spacing is a multiple of 1/1024 m.
  Vec2 At(LatticePlace place) const { return {place.i * spacing_m_, place.j * spacing_m_}; }

  // The point that stands there at about this height (the nearest); kNoLaunchPoint if there is none.
  uint32_t Find(const LaunchGraph& graph, LatticePlace place, double y) const;
  // REQUIRES: Find finds none.
  void Add(LatticePlace place, uint32_t point);

 private:
  static constexpr int kTileBits = 6;  // 64 x 64 places
  struct Tile {
    std::vector<uint32_t> heads;  // the point added last
  };
  static uint64_t KeyOf(LatticePlace place) {
    return (static_cast<uint64_t>(static_cast<uint32_t>(place.i >> kTileBits)) << 32U) |
           static_cast<uint32_t>(place.j >> kTileBits);
  }
  static uint32_t CellOf(LatticePlace place) {
    constexpr uint32_t kMask = (1U << kTileBits) - 1;
    return (static_cast<uint32_t>(place.i) & kMask) << kTileBits | (static_cast<uint32_t>(place.j) & kMask);
  }

  double spacing_m_;
  double same_m_;
  std::unordered_map<uint64_t, std::unique_ptr<Tile>> tiles_;
  std::vector<uint32_t> next_;  // of the same place, by point
};

}  // namespace waystone
