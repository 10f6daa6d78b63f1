// Gaps between the islands of a surface, as stored in a package. docs/why.md draws them.
//
// An island is a part of the navmesh whose polygons are joined over their sides. What parts two islands, and is the
// least of all that does, is a gap; each place where the path over it breaks a rule of the agent is a fix.
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

// Whether the path over a gap goes back from a step, at least half as far. Their numbers are stored.
enum class StepShape : uint8_t {
  kOneWay = 0,
  kWall = 1,   // up and down again
  kDitch = 2,  // down and up again
};

inline constexpr uint32_t kMaxGaps = 65'536;
inline constexpr uint32_t kMostPlacesOfRule = 8;                   // at which the path over a gap breaks it
inline constexpr uint32_t kMaxFixesOfGap = 4 * kMostPlacesOfRule;  // steps, headroom, ground and width

// Between the islands of two polygons. Can be mended for walks in both directions.
struct Gap {
  uint32_t poly[2];    // at its two ends, of different islands
  uint32_t first_fix;  // those of a gap follow each other, in the order from poly[0] to poly[1]
  uint32_t fix_count;  // [1-kMaxFixesOfGap]
};
static_assert(sizeof(Gap) == 16 && std::is_trivially_copyable_v<Gap>);

// A place where the path over a gap breaks a rule.
struct GapFix {
  float at[3];    // [m] map-local, on the side of Gap::poly[0]
  float to[3];    // [m] likewise, on that of poly[1]
  float measure;  // [m or degrees, >= 0] by the source's triangles
  float limit;    // [m or degrees, >= 0] the agent's
  GapKind kind;
  StepShape shape;       // of a step; of others kOneWay
  uint16_t more_places;  // of its kind on the path that are no fixes; none is worse than those that are
};
static_assert(sizeof(GapFix) == 36 && std::is_trivially_copyable_v<GapFix>);

}  // namespace waystone
