#include "bench/grid/world_queries.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "core/base/invalid_argument.h"
#include "core/base/random.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/world_store.h"
#include "core/surface/grid/grid_of_map.h"
#include "core/world/world_view.h"

namespace waystone {
namespace {

constexpr size_t kColumns = 14;
constexpr size_t kFirstSteps[kWorldModes] = {8, 11};

std::optional<int32_t> Number(absl::string_view text) {
  int32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::optional<Cell> CellAt(const WorldMap& map, absl::string_view column, absl::string_view row) {
  const std::optional<int32_t> x = Number(column);
  const std::optional<int32_t> y = Number(row);
  const bool is_cell = x.has_value() && y.has_value() && *x >= 0 && *y >= 0 &&
                       static_cast<uint32_t>(*x) < map.columns && static_cast<uint32_t>(*y) < map.rows;
  return is_cell ? std::optional(Cell{*x, *y}) : std::nullopt;
}

bool ReadRow(const std::vector<absl::string_view>& fields, const WorldView& world, WorldQueryRow& row) {
  const std::optional<WorldMapIndex> from = world.FindMap({fields[1].data(), fields[1].size()});
  const std::optional<WorldMapIndex> to = world.FindMap({fields[4].data(), fields[4].size()});
  if (!from.has_value() || !to.has_value()) return false;
  const std::optional<Cell> start = CellAt(world.Map(*from), fields[2], fields[3]);
  const std::optional<Cell> goal = CellAt(world.Map(*to), fields[5], fields[6]);
  if (!start.has_value() || !goal.has_value()) return false;
  row = {.from_map = *from, .start = *start, .to_map = *to, .goal = *goal};
  for (uint32_t mode = 0; mode < kWorldModes; ++mode) {
    const std::optional<int32_t> cardinal = Number(fields[kFirstSteps[mode]]);
    const std::optional<int32_t> diagonal = Number(fields[kFirstSteps[mode] + 1]);
    if (!cardinal.has_value() || !diagonal.has_value()) return false;
    row.is_reachable[mode] = *cardinal >= 0;
    if (*cardinal >= 0)
      row.steps[mode] = {static_cast<uint32_t>(*cardinal), static_cast<uint32_t>(*diagonal)};
  }
  return true;
}

Cell DrawFreeCell(const BitGrid& bits, Random& random) {
  for (;;) {
    const Cell cell{static_cast<int32_t>(random.NextBelow(bits.columns)),
                    static_cast<int32_t>(random.NextBelow(bits.rows))};
    if (bits.IsFree(cell)) return cell;
  }
}

}  // namespace

absl::StatusOr<std::vector<WorldQueryRow>> ReadWorldQueries(const std::string& path, const WorldView& world) {
  std::ifstream file(path);
  if (!file) return absl::NotFoundError(StrCat(path, ": cannot be read"));
  std::vector<WorldQueryRow> rows;
  std::string line;
  std::getline(file, line);
  for (uint32_t number = 2; std::getline(file, line); ++number) {
    const std::vector<absl::string_view> fields = absl::StrSplit(line, ',');
    if (fields.size() != kColumns || !ReadRow(fields, world, rows.emplace_back())) {
      return InvalidArgument(path, ":", number,
                             ": needs 14 columns: maps of the world, cells of them, and numbers of steps");
    }
  }
  return rows;
}

absl::StatusOr<std::vector<WorldQueryRow>> DrawPairsOnOneMap(WorldStore& store, uint32_t count,
                                                             uint64_t seed) {
  const auto map_count = static_cast<uint32_t>(store.world().view().maps().size());
  std::vector<std::shared_ptr<const OpenedMap>> entries;
  std::vector<BitGrid> bits;
  std::vector<uint64_t> free_up_to;  // by map: free cells up to its last one
  for (uint32_t map = 0; map < map_count; ++map) {
    WS_ASSIGN_OR_RETURN(entries.emplace_back(), store.Open(WorldMapIndex(map)));
    WS_ASSIGN_OR_RETURN(const MapView view, entries[map]->map->View("", {}, ZonesNeed::kIfReady));
    if (FindGrid(view) == nullptr)
      return absl::InvalidArgumentError("pairs: not all maps of the world are grids");
    bits.push_back(FindGrid(view)->bits());
    free_up_to.push_back((map == 0 ? 0 : free_up_to[map - 1]) + FindGrid(view)->header().free_count);
  }
  Random random(seed);
  std::vector<WorldQueryRow> rows;
  while (rows.size() < count && free_up_to.back() > 0) {
    const auto at = static_cast<uint64_t>(random.NextUnit() * static_cast<double>(free_up_to.back()));
    const auto found = std::upper_bound(free_up_to.begin(), free_up_to.end(), at);
    const WorldMapIndex map(static_cast<uint32_t>(found - free_up_to.begin()));
    const BitGrid& of_map = bits[map.value()];
    const Cell start = DrawFreeCell(of_map, random);
    rows.push_back({.from_map = map, .start = start, .to_map = map, .goal = DrawFreeCell(of_map, random)});
  }
  return rows;
}

}  // namespace waystone
