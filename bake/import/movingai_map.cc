#include "bake/import/movingai_map.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "bake/import/source_file.h"
#include "bake/import/text_lines.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/grid/cell.h"

namespace waystone {
namespace {

constexpr int kNoMeaning = -1;

class MapReader {
 public:
  explicit MapReader(std::string_view text) : lines_(text) {}

  absl::StatusOr<GridCells> Read(const CellRules& rules, CellAreas& areas) {
    GridCells cells;
    WS_RETURN_IF_ERROR(FindMeanings(rules, areas));
    WS_RETURN_IF_ERROR(ReadHeader(cells));
    cells.areas.reserve(size_t{cells.columns} * cells.rows);
    for (uint32_t row = 0; row < cells.rows; ++row) {
      if (!lines_.Next())
        return lines_.Error(StrCat("the map ends after ", row, " of ", cells.rows, " rows"));
      WS_RETURN_IF_ERROR(ReadRow(cells));
    }
    while (lines_.Next()) {
      if (!lines_.line().empty())
        return lines_.Error(StrCat("more than the ", cells.rows, " rows of the header"));
    }
    return cells;
  }

 private:
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
    while (lines_.Next()) {
      if (lines_.line() == "map") {
        if (cells.columns > 0 && cells.rows > 0 && has_type) return absl::OkStatus();
        return lines_.Error("'map' comes before type, height and width are known");
      }
      if (lines_.line() == "type octile" && !has_type) {
        has_type = true;
        continue;
      }
      uint32_t* const side = lines_.line().starts_with("height ")  ? &cells.rows
                             : lines_.line().starts_with("width ") ? &cells.columns
                                                                   : nullptr;
      if (side == nullptr || *side != 0) {
        return lines_.Error(
            StrCat("'", Printable(lines_.line()), "' is not type octile, height, width or map, each once"));
      }
      const std::string_view word = lines_.line().substr(lines_.line().find(' ') + 1);
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), *side);
      if (error != std::errc() || end != word.data() + word.size() || *side < 1 || *side > kMaxGridSide) {
        return lines_.Error(
            StrCat("'", Printable(lines_.line()), "' is not a number of cells from 1 to ", kMaxGridSide));
      }
    }
    return lines_.Error("the map ends before 'map' and the cells");
  }

  absl::Status ReadRow(GridCells& cells) const {
    const size_t columns = std::min<size_t>(lines_.line().size(), cells.columns);
    for (size_t column = 0; column < columns; ++column) {
      const int area = meaning_[static_cast<uint8_t>(lines_.line()[column])];
      if (area == kNoMeaning) {
        return lines_.Error(StrCat("column ", column + 1, ": nothing says what a cell '",
                                   Printable(lines_.line().substr(column, 1)), "' is"));
      }
      cells.areas.push_back(static_cast<uint8_t>(area));
    }
    if (lines_.line().size() == cells.columns) return absl::OkStatus();
    return lines_.Error(StrCat(lines_.line().size(), " cells, not ", cells.columns));
  }

  TextLines lines_;
  std::array<int, 256> meaning_{};
};

}  // namespace

absl::StatusOr<GridCells> ReadMovingAiMap(std::string_view text, const CellRules& rules, CellAreas& areas) {
  return MapReader(text).Read(rules, areas);
}

}  // namespace waystone
