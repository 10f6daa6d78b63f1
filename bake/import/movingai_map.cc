#include "bake/import/movingai_map.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "bake/import/source_file.h"
#include "core/base/byte_order_mark.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/grid/cell.h"

namespace waystone {
namespace {

constexpr int kNoMeaning = -1;

class MapReader {
 public:
  explicit MapReader(std::string_view text) : rest_(WithoutByteOrderMark(text)) {}

  absl::StatusOr<GridCells> Read(const CellRules& rules, CellAreas& areas) {
    GridCells cells;
    WS_RETURN_IF_ERROR(FindMeanings(rules, areas));
    WS_RETURN_IF_ERROR(ReadHeader(cells));
    cells.areas.reserve(size_t{cells.columns} * cells.rows);
    for (uint32_t row = 0; row < cells.rows; ++row) {
      if (!NextLine()) return Error(StrCat("the map ends after ", row, " of ", cells.rows, " rows"));
      WS_RETURN_IF_ERROR(ReadRow(cells));
    }
    while (NextLine()) {
      if (!line_.empty()) return Error(StrCat("more than the ", cells.rows, " rows of the header"));
    }
    return cells;
  }

 private:
  absl::Status Error(std::string_view what) const { return InvalidArgument("line ", number_, ": ", what); }

  bool NextLine() {
    ++number_;
    if (rest_.empty()) return false;
    const size_t end = std::min(rest_.find('\n'), rest_.size());
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
    return true;
  }

  absl::Status FindMeanings(const CellRules& rules, CellAreas& areas) {
    meaning_.fill(kNoMeaning);
    for (const char letter : {'.', 'G', 'S'}) meaning_[static_cast<uint8_t>(letter)] = 1;
    for (const char letter : {'@', 'O', 'T', 'W'}) meaning_[static_cast<uint8_t>(letter)] = 0;
    for (const auto& [letter, name] : rules.letters) {
      WS_ASSIGN_OR_RETURN(meaning_[static_cast<uint8_t>(letter)], areas.IndexOf(name));
    }
    return absl::OkStatus();
  }

  // The lines before the cells, in any order, each once.
  absl::Status ReadHeader(GridCells& cells) {
    bool has_type = false;
    while (NextLine()) {
      if (line_ == "map") {
        if (cells.columns > 0 && cells.rows > 0 && has_type) return absl::OkStatus();
        return Error("'map' comes before type, height and width are known");
      }
      if (line_ == "type octile" && !has_type) {
        has_type = true;
        continue;
      }
      uint32_t* const side = line_.starts_with("height ")  ? &cells.rows
                             : line_.starts_with("width ") ? &cells.columns
                                                           : nullptr;
      if (side == nullptr || *side != 0) {
        return Error(StrCat("'", Printable(line_), "' is not type octile, height, width or map, each once"));
      }
      const std::string_view word = line_.substr(line_.find(' ') + 1);
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), *side);
      if (error != std::errc() || end != word.data() + word.size() || *side < 1 || *side > kMaxGridSide) {
        return Error(StrCat("'", Printable(line_), "' is not a number of cells from 1 to ", kMaxGridSide));
      }
    }
    return Error("the map ends before 'map' and the cells");
  }

  absl::Status ReadRow(GridCells& cells) const {
    const size_t columns = std::min<size_t>(line_.size(), cells.columns);
    for (size_t column = 0; column < columns; ++column) {
      const int area = meaning_[static_cast<uint8_t>(line_[column])];
      if (area == kNoMeaning) {
        return Error(StrCat("column ", column + 1, ": nothing says what a cell '",
                            Printable(line_.substr(column, 1)), "' is"));
      }
      cells.areas.push_back(static_cast<uint8_t>(area));
    }
    if (line_.size() == cells.columns) return absl::OkStatus();
    return Error(StrCat(line_.size(), " cells, not ", cells.columns));
  }

  std::string_view rest_;
  std::string_view line_;
  uint32_t number_ = 0;
  std::array<int, 256> meaning_{};
};

}  // namespace

absl::StatusOr<GridCells> ReadMovingAiMap(std::string_view text, const CellRules& rules, CellAreas& areas) {
  return MapReader(text).Read(rules, areas);
}

}  // namespace waystone
