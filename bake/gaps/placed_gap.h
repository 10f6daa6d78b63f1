// The gaps of a tile with their places in the map.
#pragma once

#include <cstdint>
#include <iterator>
#include <vector>

#include "core/gaps/gap_format.h"
#include "core/geom/vec.h"

namespace waystone {

// A FieldFix (bake/gaps/tile_gaps.h), its places relative to the map's origin.
struct TileFix {
  GapKind kind = GapKind::kStep;
  Vec3f at;
  Vec3f to;
  double measure = 0;
  uint32_t more_places = 0;
  StepShape shape = StepShape::kOneWay;
  bool is_by_area = false;
};

// A FieldGap, its places relative to the map's origin.
struct TileGap {
  Vec3f end[2];
  uint32_t severity = 0;
  std::vector<TileFix> fixes;
};

// A FieldPort, its cells counted from the map's origin.
struct TilePort {
  int64_t x = 0;
  int64_t z = 0;
  int64_t floor = 0;
  uint32_t island = 0;  // in TileFindings::islands
  uint32_t severity = 0;
};

// Of one tile, or of all.
struct TileFindings {
  std::vector<TileGap> gaps;
  std::vector<TilePort> ports;
  std::vector<Vec3f> islands;  // a place on each

  void Append(TileFindings more) {
    const auto first = static_cast<uint32_t>(islands.size());
    for (TilePort& port : more.ports) port.island += first;
    gaps.insert(gaps.end(), std::make_move_iterator(more.gaps.begin()),
                std::make_move_iterator(more.gaps.end()));
    ports.insert(ports.end(), more.ports.begin(), more.ports.end());
    islands.insert(islands.end(), more.islands.begin(), more.islands.end());
  }
};

}  // namespace waystone
