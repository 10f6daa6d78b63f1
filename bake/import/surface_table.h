// Which triangles are floor, wall or air: names of materials and groups against rules.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/map/map_manifest.h"
#include "core/map/source_map.h"

namespace waystone {

// Exact names, as the source spells them.
struct NameRule {
  std::vector<std::string> materials;
  std::vector<std::string> groups;
};

struct AreaRule {
  AreaType type;
  NameRule names;
};

// A triangle that no rule names is solid ground of area 1. If several rules name it, `ignored` comes before
// `not_solid`, before `not_walkable`, before `areas`; there the group's rule before the material's.
struct SurfaceTable {
  std::vector<AreaRule> areas;
  NameRule not_walkable;  // solid, but never walked on
  NameRule not_solid;     // agents pass through it and do not stand on it
  NameRule ignored;       // as if it were not in the source: not even its extent counts
};

// Whether any material or group has a rule.
bool HasNameRules(const SurfaceTable& table);

// What a triangle is to the baker: kNotWalkable, an area index 1-63, kNotSolid or kIgnored.
using TriangleClass = uint8_t;
inline constexpr TriangleClass kNotWalkable = 0;
inline constexpr TriangleClass kMaxAreaIndex = 63;
inline constexpr TriangleClass kNotSolid = 254;
inline constexpr TriangleClass kIgnored = 255;

inline bool IsSolid(TriangleClass c) { return c <= kMaxAreaIndex; }

// A name that rules have and the source does not.
struct UnknownName {
  std::string name;
  std::string message;
};

// One class per triangle. Adds the names in the table that the source does not have to `unknown`.
// O(triangles).
std::vector<TriangleClass> ClassifyTriangles(const SourceMap& map, const SurfaceTable& table,
                                             std::vector<UnknownName>& unknown);

}  // namespace waystone
