#include "bake/grid/jump_baker.h"

#include "core/base/str_cat.h"
#include "core/grid/jump_table.h"

namespace waystone {

std::string BakeJumps(const JumpBakeOptions& options, GridData& data) {
  data.jumps.clear();
  const GridHeader& h = data.header;
  const uint64_t cells = uint64_t{h.columns} * h.rows;
  if (cells > options.max_cells) {
    return StrCat(cells, " cells are more than the ", options.max_cells, " that jumps are baked for");
  }
  for (const uint8_t area : data.areas) {
    if (area != 0 && h.area_cost[area] != h.area_cost[1]) return "cells differ in cost";
  }
  data.jumps.assign(cells * kJumpsPerCell, 0);
  const BitGrid bits{h.columns, h.rows, data.row_words.data(), data.column_words.data()};
  int16_t* const jumps = data.jumps.data();
  SweepJumps(bits, jumps, [jumps](size_t index, int16_t value) {
    jumps[index] = value;
    return true;
  });
  return "";
}

}  // namespace waystone
