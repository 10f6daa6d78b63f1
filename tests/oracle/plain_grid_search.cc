#include "tests/oracle/plain_grid_search.h"

#include <algorithm>
#include <cstdlib>
#include <numbers>

namespace waystone {
namespace {

constexpr double kSqrt2 = std::numbers::sqrt2;

}  // namespace

PlainGridSearch::PlainGridSearch(const BitGrid& bits)
    : stride_(bits.columns + 2),
      is_free_(size_t{bits.columns + 2} * (bits.rows + 2), 0),
      nodes_(is_free_.size()) {
  for (uint32_t row = 0; row < bits.rows; ++row) {
    for (uint32_t column = 0; column < bits.columns; ++column) {
      const Cell cell{static_cast<int32_t>(column), static_cast<int32_t>(row)};
      is_free_[size_t{row + 1} * stride_ + column + 1] = bits.IsFree(cell) ? 1 : 0;
    }
  }
}

double PlainGridSearch::LeastLength(int32_t x, int32_t y) const {
  const int32_t dx = std::abs(x - goal_x_);
  const int32_t dy = std::abs(y - goal_y_);
  return std::max(dx, dy) + (kSqrt2 - 1) * std::min(dx, dy);
}

std::optional<GridSteps> PlainGridSearch::Find(Cell start, Cell goal) {
  generation_ += 2;
  expanded_ = 0;
  open_.clear();
  goal_x_ = goal.column + 1;
  goal_y_ = goal.row + 1;
  const auto id = [this](Cell c) {
    return static_cast<uint32_t>(c.row + 1) * stride_ + static_cast<uint32_t>(c.column + 1);
  };
  const uint32_t first = id(start);
  const uint32_t last = id(goal);
  nodes_[first] = {0, generation_, first};
  open_.push_back({LeastLength(start.column + 1, start.row + 1), 0, first});
  while (!open_.empty()) {
    const Open top = open_.front();
    std::pop_heap(open_.begin(), open_.end(), IsLater());
    open_.pop_back();
    if (nodes_[top.cell].stamp != generation_) continue;  // closed already
    nodes_[top.cell].stamp = generation_ + 1;
    if (top.cell == last) {
      GridSteps steps;
      for (uint32_t cell = last; cell != first; cell = nodes_[cell].parent) {
        const uint32_t parent = nodes_[cell].parent;
        const bool is_diagonal = parent % stride_ != cell % stride_ && parent / stride_ != cell / stride_;
        ++(is_diagonal ? steps.diagonal : steps.cardinal);
      }
      return steps;
    }
    ++expanded_;
    Expand(top.cell, nodes_[top.cell].length);
  }
  return std::nullopt;
}

void PlainGridSearch::Expand(uint32_t cell, double length) {
  const uint32_t north = cell - stride_;
  const uint32_t south = cell + stride_;
  const bool n = is_free_[north] != 0;
  const bool s = is_free_[south] != 0;
  const bool e = is_free_[cell + 1] != 0;
  const bool w = is_free_[cell - 1] != 0;
  const auto x = static_cast<int32_t>(cell % stride_);
  const auto y = static_cast<int32_t>(cell / stride_);
  const auto reach = [&](int32_t dx, int32_t dy, double step) {
    const uint32_t next = cell + static_cast<uint32_t>(dy) * stride_ + static_cast<uint32_t>(dx);
    Node& node = nodes_[next];
    const double next_length = length + step;
    if (node.stamp == generation_ + 1) return;
    if (node.stamp == generation_ && node.length <= next_length) return;
    node = {next_length, generation_, cell};
    open_.push_back({next_length + LeastLength(x + dx, y + dy), static_cast<float>(next_length), next});
    std::push_heap(open_.begin(), open_.end(), IsLater());
  };
  if (n) reach(0, -1, 1);
  if (s) reach(0, 1, 1);
  if (e) reach(1, 0, 1);
  if (w) reach(-1, 0, 1);
  if (n && e && is_free_[north + 1] != 0) reach(1, -1, kSqrt2);
  if (n && w && is_free_[north - 1] != 0) reach(-1, -1, kSqrt2);
  if (s && e && is_free_[south + 1] != 0) reach(1, 1, kSqrt2);
  if (s && w && is_free_[south - 1] != 0) reach(-1, 1, kSqrt2);
}

}  // namespace waystone
