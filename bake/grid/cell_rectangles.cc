#include "bake/grid/cell_rectangles.h"

#include <algorithm>
#include <cstddef>

namespace waystone {
namespace {

class Cover {
 public:
  explicit Cover(const GridCells& cells) : columns_(cells.columns), rows_(cells.rows), open_(cells.areas) {}

  std::vector<CellRectangle> Run() {
    std::vector<CellRectangle> rectangles;
    for (uint32_t row = 0; row < rows_; ++row) {
      for (uint32_t column = 0; column < columns_; ++column) {
        if (At(column, row) == 0) continue;
        rectangles.push_back(Largest(column, row));
        Take(rectangles.back());
      }
    }
    return rectangles;
  }

 private:
  uint8_t At(uint32_t column, uint32_t row) const { return open_[size_t{row} * columns_ + column]; }

  CellRectangle Largest(uint32_t column, uint32_t row) const {
    const uint8_t area = At(column, row);
    const uint32_t width = WidthOf(column, row, area, kMaxRectangleSide);
    uint32_t height = 1;
    while (height < kMaxRectangleSide && WidthOf(column, row + height, area, width) == width) ++height;
    CellRectangle wide{column, row, width, height, area};
    uint32_t high_width = width;
    uint32_t high_height = 1;
    for (; high_height < kMaxRectangleSide; ++high_height) {
      const uint32_t next = WidthOf(column, row + high_height, area, high_width);
      if (next == 0) break;
      high_width = next;
    }
    if (high_width * high_height > width * height) return {column, row, high_width, high_height, area};
    return wide;
  }

  // How many cells from there on are open and of the area.
  uint32_t WidthOf(uint32_t column, uint32_t row, uint8_t area, uint32_t most) const {
    if (row >= rows_) return 0;
    uint32_t width = 0;
    while (width < most && column + width < columns_ && At(column + width, row) == area) ++width;
    return width;
  }

  void Take(const CellRectangle& r) {
    for (uint32_t row = r.row; row < r.row + r.rows; ++row) {
      std::fill_n(open_.begin() + static_cast<ptrdiff_t>(size_t{row} * columns_ + r.column), r.columns, 0);
    }
  }

  const uint32_t columns_;
  const uint32_t rows_;
  std::vector<uint8_t> open_;  // the areas of cells that no rectangle covers yet
};

}  // namespace

std::vector<CellRectangle> CoverCells(const GridCells& cells) { return Cover(cells).Run(); }

}  // namespace waystone
