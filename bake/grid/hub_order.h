// Chooses the next hub: the corner on most of the shortest paths that have no hub yet.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bake/grid/corner_graph.h"
#include "bake/grid/pruned_search.h"
#include "core/base/random.h"
#include "core/grid/hub_labels.h"

namespace waystone {

// Estimates the number of paths by trees of shortest paths from sampled corners. Grows new trees, by
// `search`, while little is left of the others. One thread.
class HubOrder {
 public:
  HubOrder(const CornerGraph& graph, PrunedSearch& search);

  // REQUIRES: called at most once for each corner of the graph.
  CornerId TakeNext();
  // Removes the paths over the corner. REQUIRES: the labels that `search` looks at have it as a hub.
  void Cover(CornerId corner);

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr uint32_t kCounters = 8;
  struct TreeNode {
    CornerId corner;
    uint32_t parent;  // kNone at the root
    uint32_t first_child;
    uint32_t next_sibling;
    uint32_t size;  // nodes of the subtree; 0 if it was removed
  };
  struct Tree {
    uint32_t counter;
    std::vector<TreeNode> nodes;
  };
  struct Place {
    uint32_t tree;
    uint32_t node;
  };
  void GrowTree(CornerId root);
  void GrowTrees();
  void RemoveSubtree(Tree& tree, uint32_t node);
  uint32_t LevelOf(CornerId corner) const;
  void Enqueue(CornerId corner, uint32_t level);

  const CornerGraph& graph_;
  PrunedSearch& search_;
  Random random_{1};
  std::vector<uint8_t> is_taken_;
  std::vector<Tree> trees_;
  std::vector<std::vector<Place>> places_;                 // by corner
  std::vector<std::array<uint64_t, kCounters>> counters_;  // by corner: sizes of subtrees
  // Candidates by level of their score, which may have fallen since; only the entry at a corner's level
  // counts.
  std::vector<std::vector<CornerId>> levels_;
  std::vector<uint32_t> level_;  // by corner
  std::vector<uint32_t> stack_;
  uint64_t live_nodes_ = 0;
  uint32_t taken_count_ = 0;
};

}  // namespace waystone
