// What parts the islands of one tile: the narrowest places between them, by the tile's own voxels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bake/gaps/field_fix.h"
#include "bake/gaps/open_field.h"

namespace waystone {

struct FieldGap {
  FieldPlace end[2];      // on the two islands
  uint32_t severity = 0;  // how much the worst of its rules is broken; 64: by as much as the agent can do
  std::vector<FieldFix> fixes;  // in the order of the path
};

// Where the flood of an island leaves the tile, or enters it: a span of the first row or column of the tile or of the next one.
struct FieldPort {
  FieldPlace at;
  uint32_t island = 0;
  uint32_t severity = 0;  // of the worst place between the island and this one
};

struct FieldFindings {
  std::vector<FieldGap> gaps;
  std::vector<FieldPort> ports;
  std::vector<FieldPlace> islands;  // a place on each; island k + 1 has islands[k]
};

// `island`: one per span: 0, or the island of the tile that an agent stands on there. For each pair of islands that are
// next to each other, the rules that the best path from one to the other breaks. It leads over spans of no island, and its
// worst place is the least bad. Pairs in ascending order. And the ports of the tile, which is all of the field but `margin_cells` on each side.
// Deterministic. O(spans * log).
//
// The places where an agent cannot stand are flooded from all islands at once, the least bad first (Prim 1957); where two
// floods meet is the narrowest place between their islands. How bad a span is: how much too low, too steep; or how near a
// border that is as bad (a step, a wall), within the agent's radius: as bad as the border, or as the nearness, whichever is
// less.
FieldFindings FindFieldGaps(const OpenField& field, std::span<const uint32_t> island, const GapRules& rules,
                            int margin_cells);

}  // namespace waystone
