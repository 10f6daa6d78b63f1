// A corner's score is the sum of its subtrees' sizes without the largest of eight parts of the sum: near the
// root of a tree the subtrees are large wherever the root lies. Scores count to four bits, so that few of the
// candidates have to be moved when paths are removed.
#include "bake/grid/hub_order.h"

#include <algorithm>
#include <bit>

namespace waystone {
namespace {

constexpr uint64_t kTreesAtFirst = 16;
constexpr uint64_t kLiveNodesPerCorner = 8;
constexpr uint32_t kTreesPerHub = 1;

}  // namespace

HubOrder::HubOrder(const CornerGraph& graph, PrunedSearch& search)
    : graph_(graph),
      search_(search),
      is_taken_(graph.size(), 0),
      places_(graph.size()),
      counters_(graph.size()),
      level_(graph.size(), 0) {
  for (uint32_t corner = graph.size(); corner > 0; --corner) Enqueue(CornerId(corner - 1), 0);
  for (uint64_t i = 0; i < kTreesAtFirst && graph.size() > 0; ++i)
    GrowTree(CornerId(random_.NextBelow(graph.size())));
}

void HubOrder::Enqueue(CornerId corner, uint32_t level) {
  level_[corner.value()] = level;
  if (levels_.size() <= level) levels_.resize(level + 1);
  levels_[level].push_back(corner);
}

uint32_t HubOrder::LevelOf(CornerId corner) const {
  uint64_t sum = 0;
  uint64_t most = 0;
  for (const uint64_t part : counters_[corner.value()]) {
    sum += part;
    most = std::max(most, part);
  }
  // If one part holds everything it still counts, but less than any other score.
  const uint64_t score = (sum - most) * 1024 + std::min<uint64_t>(most, 1023);
  if (score < 16) return static_cast<uint32_t>(score);
  const auto shift = static_cast<uint32_t>(std::bit_width(score)) - 5;
  return (shift + 1) * 16 + (static_cast<uint32_t>(score >> shift) & 15);
}

void HubOrder::GrowTree(CornerId root) {
  const auto reached = search_.Run(root);
  if (reached.size() <= 1) return;
  const auto id = static_cast<uint32_t>(trees_.size());
  Tree tree{id % kCounters, {}};
  for (const ReachedCorner& at : reached) tree.nodes.push_back({at.corner, at.parent, kNone, kNone, 1});
  for (auto i = static_cast<uint32_t>(tree.nodes.size() - 1); i > 0; --i) {
    TreeNode& node = tree.nodes[i];
    TreeNode& parent = tree.nodes[node.parent];
    parent.size += node.size;
    node.next_sibling = parent.first_child;
    parent.first_child = i;
  }
  for (uint32_t i = 0; i < tree.nodes.size(); ++i) {
    const TreeNode& node = tree.nodes[i];
    places_[node.corner.value()].push_back({id, i});
    counters_[node.corner.value()][tree.counter] += node.size;
    const uint32_t level = LevelOf(node.corner);
    if (level > level_[node.corner.value()]) Enqueue(node.corner, level);
  }
  live_nodes_ += tree.nodes.size();
  trees_.push_back(std::move(tree));
}

void HubOrder::GrowTrees() {
  const uint64_t wanted = kLiveNodesPerCorner * (graph_.size() - taken_count_);
  for (uint32_t i = 0; i < kTreesPerHub && live_nodes_ < wanted; ++i) {
    const CornerId root(random_.NextBelow(graph_.size()));
    if (is_taken_[root.value()] == 0) GrowTree(root);
  }
}

CornerId HubOrder::TakeNext() {
  for (;;) {
    while (levels_.back().empty()) levels_.pop_back();
    const auto level = static_cast<uint32_t>(levels_.size() - 1);
    const CornerId corner = levels_.back().back();
    levels_.back().pop_back();
    if (is_taken_[corner.value()] != 0 || level_[corner.value()] != level) continue;
    if (const uint32_t now = LevelOf(corner); now < level) {
      Enqueue(corner, now);
      continue;
    }
    is_taken_[corner.value()] = 1;
    ++taken_count_;
    return corner;
  }
}

void HubOrder::RemoveSubtree(Tree& tree, uint32_t node) {
  const uint32_t size = tree.nodes[node].size;
  for (uint32_t up = tree.nodes[node].parent; up != kNone; up = tree.nodes[up].parent) {
    tree.nodes[up].size -= size;
    counters_[tree.nodes[up].corner.value()][tree.counter] -= size;
  }
  live_nodes_ -= size;
  stack_.assign(1, node);
  while (!stack_.empty()) {
    TreeNode& at = tree.nodes[stack_.back()];
    stack_.pop_back();
    counters_[at.corner.value()][tree.counter] -= at.size;
    at.size = 0;
    for (uint32_t child = at.first_child; child != kNone; child = tree.nodes[child].next_sibling) {
      if (tree.nodes[child].size != 0) stack_.push_back(child);
    }
  }
}

void HubOrder::Cover(CornerId corner) {
  for (const Place& place : places_[corner.value()]) {
    if (trees_[place.tree].nodes[place.node].size != 0) RemoveSubtree(trees_[place.tree], place.node);
  }
  places_[corner.value()] = {};
  GrowTrees();
}

}  // namespace waystone
