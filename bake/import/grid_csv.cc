#include "bake/import/grid_csv.h"

#include <map>
#include <optional>

#include "bake/import/csv_rows.h"
#include "bake/import/parse_number.h"
#include "bake/import/source_file.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/grid/cell.h"
#include "core/map/map_id.h"
#include "waystone/field_limits.h"

namespace waystone {
namespace {

constexpr size_t kMaxAreaNameBytes = limits::AreaCost::area.max_bytes;
constexpr size_t kMaxKnownFields = 4096;  // spellings that are remembered

// Before any row is taken apart, which takes 16 times the memory of its commas.
absl::Status CheckWidth(std::string_view text) {
  uint32_t line = 1;
  uint32_t commas = 0;
  for (const char c : text) {
    commas = c == '\n' ? 0 : commas + (c == ',' ? 1 : 0);
    if (c == '\n') ++line;
    if (commas < kMaxGridSide) continue;
    return InvalidArgument("line ", line, ": more than ", kMaxGridSide, " cells");
  }
  return absl::OkStatus();
}

// Other beginnings are those of mistakes: other separators, quotes, other number formats.
bool MayBeginName(char first) {
  const auto c = static_cast<unsigned char>(first);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
}

class TableReader {
 public:
  TableReader(std::string_view text, CellAreas& areas) : rows_(text), areas_(areas) {}

  absl::StatusOr<GridCells> Read() {
    GridCells cells;
    uint32_t last_line = 0;
    while (rows_.Next()) {
      // Left out, it would move all rows below it.
      if (cells.rows > 0 && rows_.line() != last_line + 1) {
        return InvalidArgument("line ", last_line + 1, ": is empty, and more rows follow");
      }
      last_line = rows_.line();
      const size_t columns = rows_.fields().size();
      if (cells.rows == 0) cells.columns = static_cast<uint32_t>(columns);
      if (columns != cells.columns) return rows_.Error(StrCat(columns, " cells, not ", cells.columns));
      if (++cells.rows > kMaxGridSide) return rows_.Error(StrCat("more than ", kMaxGridSide, " rows"));
      for (size_t column = 0; column < columns; ++column) {
        WS_ASSIGN_OR_RETURN(const uint8_t area, AreaOf(column));
        cells.areas.push_back(area);
      }
    }
    if (cells.rows == 0) return absl::InvalidArgumentError("line 1: there are no cells");
    return cells;
  }

 private:
  absl::Status Error(size_t column, std::string_view what) const {
    return rows_.Error(StrCat("column ", column + 1, ": '", Printable(rows_.fields()[column]), "' ", what));
  }

  absl::StatusOr<uint8_t> AreaOf(size_t column) {
    const std::string_view field = rows_.fields()[column];
    const auto known = known_.find(field);
    if (known != known_.end()) return known->second;
    WS_ASSIGN_OR_RETURN(const uint8_t area, NewArea(field, column));
    if (known_.size() < kMaxKnownFields) known_.emplace(field, area);
    return area;
  }

  absl::StatusOr<uint8_t> NewArea(std::string_view field, size_t column) {
    const std::optional<double> cost = ParseNumber(field);
    if (!cost.has_value()) {
      if (field.empty() || !MayBeginName(field.front()) || !IsPlainText(field, kMaxAreaNameBytes)) {
        return Error(column, "is neither a cost nor the name of an area");
      }
      return InPlace(column, areas_.IndexOf(field));
    }
    if (*cost == 0) return uint8_t{0};
    if (*cost == 1) return AreaType{}.index;
    if (*cost >= kMinAreaCost && *cost <= kMaxAreaCost) {
      return InPlace(column, areas_.IndexOf(StrCat("cost ", *cost), *cost));
    }
    return Error(column,
                 StrCat("is not a cost: 0 where it is blocked, or ", kMinAreaCost, " to ", kMaxAreaCost));
  }

  absl::StatusOr<uint8_t> InPlace(size_t column, const absl::StatusOr<uint8_t>& area) const {
    return area.ok() ? area : Error(column, StrCat("cannot be: ", area.status().message()));
  }

  CsvRows rows_;
  CellAreas& areas_;
  std::map<std::string_view, uint8_t> known_;
};

}  // namespace

absl::StatusOr<GridCells> ReadGridCsv(std::string_view text, CellAreas& areas) {
  WS_RETURN_IF_ERROR(CheckWidth(text));
  return TableReader(text, areas).Read();
}

}  // namespace waystone
