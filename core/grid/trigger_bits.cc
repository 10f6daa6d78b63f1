#include "core/grid/trigger_bits.h"

namespace waystone {

void TriggerBits::Clear() {
  for (const GridSpot spot : stops_) {
    const size_t word = size_t{spot.y} * row_stride_ + spot.x / 64;
    triggers_[word] = 0;
    row_stops_[word] = 0;
    column_stops_[size_t{spot.x} * column_stride_ + spot.y / 64] = 0;
  }
  stops_.clear();
}

void TriggerBits::SetStop(GridSpot spot) {
  row_stops_[size_t{spot.y} * row_stride_ + spot.x / 64] |= uint64_t{1} << (spot.x % 64);
  column_stops_[size_t{spot.x} * column_stride_ + spot.y / 64] |= uint64_t{1} << (spot.y % 64);
  stops_.push_back(spot);
}

void TriggerBits::Set(const BitGrid& bits, std::span<const uint32_t> triggers,
                      std::span<const uint32_t> looked_for) {
  Clear();
  if (columns_ != bits.columns || rows_ != bits.rows) {
    columns_ = bits.columns;
    rows_ = bits.rows;
    const BitLines by_rows{rows_, columns_};
    const BitLines by_columns{columns_, rows_};
    row_stride_ = by_rows.StrideWords();
    column_stride_ = by_columns.StrideWords();
    triggers_.assign(by_rows.WordCount(), 0);
    row_stops_.assign(by_rows.WordCount(), 0);
    column_stops_.assign(by_columns.WordCount(), 0);
  }
  const auto spot_of = [&](uint32_t cell) { return GridSpot{cell % columns_ + 1, cell / columns_ + 1}; };
  for (const uint32_t cell : triggers) {
    const GridSpot spot = spot_of(cell);
    triggers_[size_t{spot.y} * row_stride_ + spot.x / 64] |= uint64_t{1} << (spot.x % 64);
    SetStop(spot);
    // This may set cells of the border; no run comes there.
    SetStop({spot.x + 1, spot.y});
    SetStop({spot.x - 1, spot.y});
    SetStop({spot.x, spot.y + 1});
    SetStop({spot.x, spot.y - 1});
  }
  for (const uint32_t cell : looked_for) SetStop(spot_of(cell));
}

}  // namespace waystone
