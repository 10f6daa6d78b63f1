// The voxels of a tile before any rule of an agent has been applied: all floors with some air above them.
#pragma once

#include <cstdint>
#include <vector>

namespace waystone {

inline constexpr uint16_t kOpenSky = 0xffff;
inline constexpr uint8_t kSteepArea = 0;       // too steep, or not walkable by its name
inline constexpr uint8_t kForbiddenArea = 64;  // a volume closes it

// Air over a floor. In cells of height from the field's base.
struct OpenSpan {
  uint16_t floor = 0;
  uint16_t ceiling = kOpenSky;
  uint8_t area = kSteepArea;  // 1-63: ground that may be walked on
};

// A square of columns; those of a row follow each other, and the spans of a column go upwards.
struct OpenField {
  int side = 0;
  std::vector<uint32_t> begin;  // one per column and one more
  std::vector<OpenSpan> spans;

  uint32_t column_count() const { return static_cast<uint32_t>(side) * static_cast<uint32_t>(side); }
};

// An agent's measures in cells, as VoxelSettings has them.
struct GapRules {
  double cell_size_m = 0.2;
  double cell_height_m = 0.1;
  double max_slope_deg = 45;
  int radius_cells = 2;
  int height_cells = 18;
  int climb_cells = 5;

  // [cells] Air that is lower is as good as solid.
  int least_air_cells() const { return height_cells / 4 > 1 ? height_cells / 4 : 1; }
};

}  // namespace waystone
