#include "tests/answers/source_grid.h"

#include <cmath>
#include <fstream>
#include <functional>
#include <queue>
#include <utility>

#include "core/base/str_cat.h"
#include "tests/answers/numbers.h"

namespace waystone::answers {
namespace {

float CostOf(char letter, bool is_weighted) {
  if (letter == '.' || letter == 'G' || letter == 'S') return 1;
  if (is_weighted && letter == 'T') return 2.5F;
  if (is_weighted && letter == 'W') return 4;
  return 0;
}

}  // namespace

absl::StatusOr<SourceGrid> SourceGrid::Read(const std::string& path, bool is_weighted) {
  std::ifstream file(path);
  SourceGrid grid;
  std::string word;
  std::string line;
  while (file >> word && word != "map") {
    if (word == "height") file >> grid.rows_;
    if (word == "width") file >> grid.columns_;
  }
  std::getline(file, line);
  while (std::getline(file, line) && grid.costs_.size() < size_t{grid.rows_} * grid.columns_) {
    for (const char letter : line) {
      if (letter == '\r') continue;
      if (CostOf(letter, is_weighted) > 0) grid.free_.push_back(static_cast<uint32_t>(grid.costs_.size()));
      grid.costs_.push_back(CostOf(letter, is_weighted));
    }
  }
  if (grid.costs_.size() != size_t{grid.rows_} * grid.columns_ || grid.free_.empty()) {
    return absl::InvalidArgumentError(StrCat(path, ": is no map of cells"));
  }
  return grid;
}

double SourceGrid::StepCost(int64_t column, int64_t row, int dx, int dz) const {
  const double from = CostAt(column, row);
  const double to = CostAt(column + dx, row + dz);
  if (from == 0 || to == 0) return kInfinity;
  if (dx == 0 || dz == 0) return (from + to) / 2;
  const double beside = CostAt(column + dx, row);
  const double below = CostAt(column, row + dz);
  if (beside == 0 || below == 0) return kInfinity;
  return std::sqrt(2.0) * (from + to + beside + below) / 4;
}

std::vector<double> SourceGrid::CostsFrom(uint32_t start) const {
  using Waiting = std::pair<double, uint32_t>;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> open;
  std::vector<double> costs(costs_.size(), kInfinity);
  costs[start] = 0;
  open.emplace(0.0, start);
  while (!open.empty()) {
    const auto [cost, cell] = open.top();
    open.pop();
    if (cost > costs[cell]) continue;
    const int64_t column = cell % columns_;
    const int64_t row = cell / columns_;
    for (int dz = -1; dz <= 1; ++dz) {
      for (int dx = -1; dx <= 1; ++dx) {
        if (dx == 0 && dz == 0) continue;
        const double there = cost + StepCost(column, row, dx, dz);
        if (there == kInfinity) continue;
        const auto next = static_cast<uint32_t>((row + dz) * columns_ + column + dx);
        if (there >= costs[next] - 1e-9) continue;
        costs[next] = there;
        open.emplace(there, next);
      }
    }
  }
  return costs;
}

}  // namespace waystone::answers
