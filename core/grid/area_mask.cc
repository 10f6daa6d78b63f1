#include "core/grid/area_mask.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

namespace waystone {
namespace {

constexpr uint32_t kRowsBetweenPolls = 32;

// Bit i: cell i is of one of the areas. REQUIRES: 1 to 64 cells.
uint64_t BitsOfAreas(std::span<const uint8_t> cells, uint64_t areas) {
  const bool is_one_area = std::memcmp(cells.data(), cells.data() + 1, cells.size() - 1) == 0;
  if (is_one_area) return (areas >> cells[0] & 1) != 0 ? ~uint64_t{0} : 0;
  uint64_t bits = 0;
  for (size_t i = 0; i < cells.size(); ++i) bits |= (areas >> cells[i] & 1) << i;
  return bits;
}

}  // namespace

std::optional<std::vector<uint64_t>> LeaveOutAreas(const GridView& map, uint64_t areas,
                                                   const Deadline& deadline) {
  const BitLines shape{map.rows(), map.columns()};
  const uint32_t stride = shape.StrideWords();
  const uint64_t* const free = map.bits().row_words;
  if (map.areas().empty()) {
    const bool is_left_out = (areas >> 1 & 1) != 0;  // all cells have area 1
    return is_left_out ? std::vector<uint64_t>(shape.WordCount())
                       : std::vector<uint64_t>(free, free + shape.WordCount());
  }
  std::vector<uint64_t> left(shape.WordCount());
  for (uint32_t row = 0; row < map.rows(); ++row) {
    if (row % kRowsBetweenPolls == kRowsBetweenPolls - 1 && deadline.Expired()) return std::nullopt;
    const auto line = map.areas().subspan(size_t{row} * map.columns(), map.columns());
    for (uint32_t word = 0; word < stride; ++word) {
      const size_t index = size_t{row + 1} * stride + word;
      if (free[index] == 0) continue;
      // The border's bit comes before the first cell.
      const uint32_t shift = word == 0 ? 1 : 0;
      const uint32_t first = word * 64 + shift - 1;
      const uint32_t end = std::min(word * 64 + 63, map.columns());
      left[index] = free[index] & ~(BitsOfAreas(line.subspan(first, end - first), areas) << shift);
    }
  }
  return left;
}

}  // namespace waystone
