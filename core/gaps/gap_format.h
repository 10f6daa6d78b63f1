// Gaps between the islands of a surface, as stored in a package. docs/why.md draws them.
//
// An island is a part of the navmesh whose polygons are joined over their sides. What parts two islands, and is the
// least of all that does, is a gap; each rule of the agent that it breaks is a fix.
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace waystone {

// The rule that a fix would have to mend. Their numbers are stored.
enum class GapKind : uint8_t {
  kStep = 1,       // [m] a difference of heights, more than max_climb_m
  kWidth = 2,      // [m] a passage, narrower than the agent
  kSlope = 3,      // [degrees] ground, steeper than max_slope_deg
  kHeadroom = 4,   // [m] under a ceiling, lower than height_m
  kForbidden = 5,  // ground that the settings call not walkable; no measure
};
inline constexpr uint8_t kLastGapKind = 5;

inline constexpr uint32_t kMaxGaps = 65'536;
inline constexpr uint32_t kMaxFixesOfGap = 5;

// Between the islands of two polygons. Can be mended for walks in both directions.
struct Gap {
  uint32_t poly[2];    // at its two ends, of different islands
  uint32_t first_fix;  // those of a gap follow each other, in the order from poly[0] to poly[1]
  uint32_t fix_count;  // [1-kMaxFixesOfGap]
};
static_assert(sizeof(Gap) == 16 && std::is_trivially_copyable_v<Gap>);

// Where a gap breaks a rule most.
struct GapFix {
  float at[3];    // [m] map-local, on the side of Gap::poly[0]
  float to[3];    // [m] likewise, on that of poly[1]
  float measure;  // [m or degrees, >= 0] by the source's triangles
  float limit;    // [m or degrees, >= 0] the agent's
  GapKind kind;
  uint8_t
      is_both_ways;  // 1: of a step, on the way over the gap there is one the other way, at least half as high
  uint8_t reserved[2];  // zero
};
static_assert(sizeof(GapFix) == 36 && std::is_trivially_copyable_v<GapFix>);

}  // namespace waystone
