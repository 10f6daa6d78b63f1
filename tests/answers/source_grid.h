// A drawn map of cells, read from its source, and Dijkstra's algorithm over it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/geom/vec.h"

namespace waystone::answers {

// "octile" text. '.', 'G' and 'S' cost 1; if `is_weighted`, 'T' costs 2.5 and 'W' 4, as answer_sources.py
// says; all else is blocked. Cells are metres; the first corner is the origin.
class SourceGrid {
 public:
  static absl::StatusOr<SourceGrid> Read(const std::string& path, bool is_weighted);

  uint32_t columns() const { return columns_; }
  uint32_t rows() const { return rows_; }
  const std::vector<uint32_t>& free_cells() const { return free_; }
  bool IsFree(int64_t column, int64_t row) const { return CostAt(column, row) > 0; }
  Vec3 MiddleOf(uint32_t cell) const {
    const uint32_t row = cell / columns_;
    return {cell % columns_ + 0.5, 0, row + 0.5};
  }
  // [cells] Of a step to one of the eight neighbours; infinite if it is none. A diagonal step needs both
  // cells beside it.
  double StepCost(int64_t column, int64_t row, int dx, int dz) const;
  // [cells] By cell id; infinite if no path leads there.
  std::vector<double> CostsFrom(uint32_t start) const;

 private:
  double CostAt(int64_t column, int64_t row) const {
    const bool is_inside = column >= 0 && row >= 0 && column < columns_ && row < rows_;
    return is_inside ? costs_[static_cast<size_t>(row * columns_ + column)] : 0;
  }

  uint32_t columns_ = 0;
  uint32_t rows_ = 0;
  std::vector<float> costs_;  // 0: blocked
  std::vector<uint32_t> free_;
};

}  // namespace waystone::answers
