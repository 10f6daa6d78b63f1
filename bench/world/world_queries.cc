#include "bench/world/world_queries.h"

#include <charconv>
#include <fstream>
#include <optional>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "core/base/str_cat.h"
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
  const std::optional<uint32_t> from = world.FindMap({fields[1].data(), fields[1].size()});
  const std::optional<uint32_t> to = world.FindMap({fields[4].data(), fields[4].size()});
  if (!from.has_value() || !to.has_value()) return false;
  const std::optional<Cell> start = CellAt(world.maps()[*from], fields[2], fields[3]);
  const std::optional<Cell> goal = CellAt(world.maps()[*to], fields[5], fields[6]);
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
      return absl::InvalidArgumentError(StrCat(
          path, ":", number, ": needs 14 columns: maps of the world, cells of them, and numbers of steps"));
    }
  }
  return rows;
}

}  // namespace waystone
