// Outlines by cancelling sides: a side walked both ways lies between two polygons. What is left is chained
// into loops, at a corner of several ways on with the first unused one; any choice encloses the same region.
#include "client/draw/region.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace waystone::draw {
namespace {

using Side = std::pair<PagePoint, PagePoint>;

// Sides without their opposites, sorted.
std::vector<Side> CancelOpposites(std::vector<Side> sides) {
  const auto undirected = [](const Side& side) {
    return std::pair(std::min(side.first, side.second), std::max(side.first, side.second));
  };
  std::ranges::sort(sides, {}, undirected);
  std::vector<Side> left;
  for (size_t begin = 0, end = 0; begin < sides.size(); begin = end) {
    int balance = 0;
    const auto key = undirected(sides[begin]);
    for (end = begin; end < sides.size() && undirected(sides[end]) == key; ++end) {
      balance += sides[end].first == key.first ? 1 : -1;
    }
    for (; balance > 0; --balance) left.emplace_back(key.first, key.second);
    for (; balance < 0; ++balance) left.emplace_back(key.second, key.first);
  }
  std::ranges::sort(left);
  return left;
}

// Cuts a loop that touches itself into loops that do not.
void SplitWhereTouching(const PageLoop& loop, std::vector<PageLoop>& simple) {
  PageLoop open;
  std::map<PagePoint, size_t> position;
  for (const PagePoint& point : loop) {
    const auto [found, is_new] = position.emplace(point, open.size());
    if (!is_new) {
      const auto begin = open.begin() + static_cast<ptrdiff_t>(found->second);
      simple.emplace_back(begin, open.end());
      for (auto cut = begin + 1; cut != open.end(); ++cut) position.erase(*cut);
      open.erase(begin + 1, open.end());
      continue;
    }
    open.push_back(point);
  }
  simple.push_back(std::move(open));
}

// Without corners on straight lines and spikes, in one pass with a stack.
PageLoop Straightened(const PageLoop& loop) {
  PageLoop kept;
  for (const PagePoint& point : loop) {
    while (kept.size() >= 2 && Cross(kept[kept.size() - 2], kept.back(), point) == 0) kept.pop_back();
    if (kept.empty() || kept.back() != point) kept.push_back(point);
  }
  while (kept.size() >= 3 && Cross(kept[kept.size() - 2], kept.back(), kept.front()) == 0) kept.pop_back();
  return kept;
}

}  // namespace

int64_t DoubleArea(std::span<const PagePoint> loop) {
  int64_t sum = 0;
  for (size_t i = 0; i < loop.size(); ++i) {
    const PagePoint a = loop[i];
    const PagePoint b = loop[i + 1 == loop.size() ? 0 : i + 1];
    sum += static_cast<int64_t>(a.x) * b.y - static_cast<int64_t>(b.x) * a.y;
  }
  return sum;
}

bool Contains(const PageLoop& loop, PagePoint at) {
  bool inside = false;
  for (size_t i = 0, j = loop.size() - 1; i < loop.size(); j = i++) {
    const PagePoint a = loop[i];
    const PagePoint b = loop[j];
    if ((a.y > at.y) == (b.y > at.y)) continue;
    if ((Cross(a, b, at) > 0) == (b.y > a.y)) inside = !inside;
  }
  return inside;
}

void Region::Add(std::span<const PagePoint> corners) {
  const int64_t area = DoubleArea(corners);
  if (area == 0) return;
  for (size_t i = 0; i < corners.size(); ++i) {
    const PagePoint a = corners[i];
    const PagePoint b = corners[i + 1 == corners.size() ? 0 : i + 1];
    if (a == b) continue;
    sides_.push_back(area > 0 ? Side(a, b) : Side(b, a));
  }
}

std::vector<PageLoop> Region::Outline() const {
  const std::vector<Side> sides = CancelOpposites(sides_);
  std::vector<bool> used(sides.size(), false);
  std::vector<PageLoop> loops;
  for (size_t first = 0; first < sides.size(); ++first) {
    if (used[first]) continue;
    PageLoop loop;
    for (size_t at = first; at < sides.size() && !used[at];) {
      used[at] = true;
      loop.push_back(sides[at].first);
      const PagePoint next = sides[at].second;
      const auto less = [](const Side& side, PagePoint point) { return side.first < point; };
      at = static_cast<size_t>(std::lower_bound(sides.begin(), sides.end(), next, less) - sides.begin());
      while (at < sides.size() && sides[at].first == next && used[at]) ++at;
      if (at < sides.size() && sides[at].first != next) break;
    }
    SplitWhereTouching(loop, loops);
  }
  for (PageLoop& loop : loops) loop = Straightened(loop);
  std::erase_if(loops, [](const PageLoop& loop) { return loop.size() < 3; });
  return loops;
}

}  // namespace waystone::draw
