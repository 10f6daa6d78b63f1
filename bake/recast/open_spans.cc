#include "bake/recast/open_spans.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace waystone {
namespace {

// Calls visit(span of the ground, span of the field) for each floor that both have. Spans of a column ascend in both.
template <typename Visit>
void ForEachFloor(const rcCompactHeightfield& ground, const OpenField& field, const Visit& visit) {
  for (uint32_t column = 0; column < field.column_count(); ++column) {
    const rcCompactCell& cell = ground.cells[column];
    uint32_t s = field.begin[column];
    for (uint32_t g = cell.index; g < uint32_t{cell.index} + cell.count; ++g) {
      while (s < field.begin[column + 1] && field.spans[s].floor < ground.spans[g].y) ++s;
      if (s == field.begin[column + 1]) break;
      if (field.spans[s].floor == ground.spans[g].y) visit(g, s);
    }
  }
}

}  // namespace

OpenField MakeOpenField(const rcHeightfield& solid, int least_air_cells) {
  OpenField field;
  field.side = solid.width;
  field.begin.reserve(field.column_count() + 1);
  for (uint32_t column = 0; column < field.column_count(); ++column) {
    field.begin.push_back(static_cast<uint32_t>(field.spans.size()));
    for (const rcSpan* span = solid.spans[column]; span != nullptr; span = span->next) {
      OpenSpan open;
      open.floor = static_cast<uint16_t>(span->smax);
      if (span->next != nullptr) open.ceiling = static_cast<uint16_t>(span->next->smin);
      open.area = static_cast<uint8_t>(span->area);
      if (open.ceiling - open.floor >= least_air_cells) field.spans.push_back(open);
    }
  }
  field.begin.push_back(static_cast<uint32_t>(field.spans.size()));
  return field;
}

void CloseTaken(const rcCompactHeightfield& ground, std::span<const unsigned char> before, OpenField& field) {
  ForEachFloor(ground, field, [&](uint32_t g, uint32_t s) {
    if (before[g] != RC_NULL_AREA && ground.areas[g] == RC_NULL_AREA) field.spans[s].area = kForbiddenArea;
  });
}

FieldIslands FindFieldIslands(const rcCompactHeightfield& ground, const OpenField& field) {
  const auto count = static_cast<uint32_t>(ground.spanCount);
  std::vector<uint32_t> column(count);
  for (uint32_t c = 0; c < field.column_count(); ++c) {
    const rcCompactCell& cell = ground.cells[c];
    for (uint32_t g = cell.index; g < uint32_t{cell.index} + cell.count; ++g) column[g] = c;
  }
  FieldIslands islands;
  std::vector<uint32_t> island(count, 0);
  std::vector<uint32_t> open;
  for (uint32_t first = 0; first < count; ++first) {
    if (ground.spans[first].reg == 0 || island[first] != 0) continue;
    island[first] = ++islands.count;
    open.push_back(first);
    while (!open.empty()) {
      const uint32_t g = open.back();
      open.pop_back();
      for (int d = 0; d < 4; ++d) {
        const int layer = rcGetCon(ground.spans[g], d);
        if (layer == RC_NOT_CONNECTED) continue;
        const auto next_column = static_cast<uint32_t>(static_cast<int>(column[g]) + rcGetDirOffsetX(d) +
                                                       rcGetDirOffsetY(d) * field.side);
        const uint32_t next = ground.cells[next_column].index + static_cast<uint32_t>(layer);
        if (ground.spans[next].reg == 0 || island[next] != 0) continue;
        island[next] = islands.count;
        open.push_back(next);
      }
    }
  }
  islands.of_span.assign(field.spans.size(), 0);
  ForEachFloor(ground, field, [&](uint32_t g, uint32_t s) { islands.of_span[s] = island[g]; });
  return islands;
}

GapRules GapRulesOf(const VoxelSettings& settings) {
  GapRules rules;
  rules.cell_size_m = settings.cell_size_m;
  rules.cell_height_m = settings.cell_height_m;
  rules.max_slope_deg = std::acos(settings.min_floor_cosine) * 180 / std::numbers::pi;
  rules.radius_cells = settings.radius_cells;
  rules.height_cells = settings.height_cells;
  rules.climb_cells = settings.climb_cells;
  return rules;
}

TileFindings PlaceFindings(const FieldFindings& found, const TileGrid& grid, uint32_t tile_x, uint32_t tile_z,
                           int64_t base_cell, const VoxelSettings& settings) {
  const int64_t first_x = grid.first_cell_x + int64_t{tile_x} * settings.tile_cells - settings.margin_cells;
  const int64_t first_z = grid.first_cell_z + int64_t{tile_z} * settings.tile_cells - settings.margin_cells;
  const auto place = [&](const FieldPlace& at) {
    const auto middle = [&](int64_t cell) {
      return (static_cast<double>(cell) + 0.5) * settings.cell_size_m;
    };
    const auto floor_cell = static_cast<double>(base_cell + at.floor - 1);
    return Vec3(middle(first_x + at.x), floor_cell * settings.cell_height_m, middle(first_z + at.z))
        .ToFloat();
  };
  TileFindings placed;
  for (const FieldGap& gap : found.gaps) {
    TileGap& out = placed.gaps.emplace_back();
    for (int end : {0, 1}) out.end[end] = place(gap.end[end]);
    out.severity = gap.severity;
    for (const FieldFix& fix : gap.fixes) {
      out.fixes.push_back(
          {fix.kind, place(fix.at), place(fix.to), fix.measure, fix.more_places, fix.shape, fix.is_by_area});
    }
  }
  for (const FieldPort& port : found.ports) {
    placed.ports.push_back({first_x + port.at.x, first_z + port.at.z, base_cell + port.at.floor,
                            port.island - 1, port.severity});
  }
  for (const FieldPlace& at : found.islands) placed.islands.push_back(place(at));
  return placed;
}

}  // namespace waystone
