#include "bake/skeleton/chain_graph.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace waystone {

ChainGraph::ChainGraph(size_t point_count, const std::vector<ThinArc>& arcs) {
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  pairs.reserve(2 * arcs.size());
  for (const ThinArc& arc : arcs) {
    pairs.emplace_back(arc.from, arc.to);
    pairs.emplace_back(arc.to, arc.from);
  }
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  rows_.assign(point_count + 1, 0);
  for (const auto& pair : pairs) {
    ++rows_[pair.first + size_t{1}];
    targets_.push_back(pair.second);
  }
  std::partial_sum(rows_.begin(), rows_.end(), rows_.begin());
  sizes_.resize(point_count);
  for (size_t p = 0; p < point_count; ++p) sizes_[p] = rows_[p + 1] - rows_[p];
}

void ChainGraph::Remove(uint32_t point) {
  for (const uint32_t neighbour : Neighbours(point)) {
    const auto first = targets_.begin() + static_cast<ptrdiff_t>(rows_[neighbour]);
    const auto end = first + static_cast<ptrdiff_t>(sizes_[neighbour]);
    std::rotate(std::find(first, end, point), std::find(first, end, point) + 1, end);
    --sizes_[neighbour];
  }
  sizes_[point] = 0;
}

}  // namespace waystone
