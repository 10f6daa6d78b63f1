#include "core/surface/grid/rect_cover.h"

#include <algorithm>
#include <bit>

namespace waystone {
namespace {

constexpr uint32_t kMostSide = 63;  // [cells]

class BitCover {
 public:
  BitCover(BitLines shape, const CellRect& part, std::vector<uint64_t>& left)
      : stride_(shape.StrideWords()),
        end_column_(part.column + part.columns),
        end_row_(part.row + part.rows),
        left_(left) {}

  void CoverRow(uint32_t row, uint32_t first_column, std::vector<CellRect>& rects) {
    const uint32_t last = end_column_;  // the border's bit comes first
    for (uint32_t bit = first_column + 1; bit <= last; bit = (bit / 64 + 1) * 64) {
      const uint32_t end = std::min(last + 1, (bit / 64 + 1) * 64);
      const uint64_t within = ~uint64_t{0} << bit % 64 & ~uint64_t{0} >> (63 - (end - 1) % 64);
      while ((Word(row, bit) & within) != 0) {
        const auto found = static_cast<uint32_t>(std::countr_zero(Word(row, bit) & within));
        rects.push_back(Take(bit / 64 * 64 + found - 1, row));
      }
    }
  }

 private:
  uint64_t& Word(uint32_t row, uint32_t bit) { return left_[size_t{row + 1} * stride_ + bit / 64]; }
  bool IsSet(uint32_t column, uint32_t row) { return (Word(row, column + 1) >> (column + 1) % 64 & 1) != 0; }
  uint32_t WidthOf(uint32_t column, uint32_t row, uint32_t most) {
    uint32_t width = 0;
    while (width < most && IsSet(column + width, row)) ++width;
    return width;
  }

  CellRect Take(uint32_t column, uint32_t row) {
    const uint32_t width = WidthOf(column, row, std::min(kMostSide, end_column_ - column));
    const uint32_t most = std::min(kMostSide, end_row_ - row);
    uint32_t height = 1;
    while (height < most && WidthOf(column, row + height, width) == width) ++height;
    for (uint32_t r = row; r < row + height; ++r) {
      for (uint32_t c = column; c < column + width; ++c) Word(r, c + 1) &= ~(uint64_t{1} << (c + 1) % 64);
    }
    return {column, row, width, height};
  }

  const uint32_t stride_;
  const uint32_t end_column_;
  const uint32_t end_row_;
  std::vector<uint64_t>& left_;
};

}  // namespace

void CoverBits(BitLines shape, const CellRect& part, std::vector<uint64_t>& left,
               std::vector<CellRect>& rects) {
  BitCover cover(shape, part, left);
  for (uint32_t row = part.row; row < part.row + part.rows; ++row) cover.CoverRow(row, part.column, rects);
}

}  // namespace waystone
