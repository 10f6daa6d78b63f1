// A walk in progress: the nodes visited, and those still wanted.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/skeleton/walk_graph.h"
#include "core/skeleton/walk_search.h"

namespace waystone {

// One owner, one thread; the graph must outlive it.
class WalkState {
 public:
  // Begins at the graph's start, which counts as visited. `is_wanted` [node] 1 if a visit is wanted. Its
  // searches end when `pacer` expires.
  WalkState(const WalkGraph& graph, std::vector<uint8_t> is_wanted, const Pacer& pacer);

  const WalkGraph& graph() const { return graph_; }
  const std::vector<WalkNodeId>& nodes() const { return nodes_; }
  std::vector<WalkNodeId> TakeNodes() { return std::move(nodes_); }
  const std::vector<uint8_t>& wanted() const { return is_wanted_; }
  WalkNodeId at() const { return nodes_.back(); }
  bool IsWanted(WalkNodeId node) const { return is_wanted_[node.value()] != 0; }
  // The number of wanted nodes in a strong component.
  uint32_t WantedIn(uint32_t component) const { return wanted_in_[component]; }
  uint32_t wanted_count() const { return wanted_count_; }
  Pacer& pacer() { return pacer_; }
  WalkSearch& search() { return search_; }

  // Goes to a node over an arc.
  void StepTo(WalkNodeId node) {
    nodes_.push_back(node);
    Visit(node);
  }
  // Walks the path that the last search found.
  void GoTo(WalkNodeId node);
  // Goes to the nearest wanted node of the current component. False if none is left, or time is up.
  bool GoToNearestWanted();
  // Goes to the next component by the shortest path. REQUIRES: an arc of the condensation leads there.
  bool GoToComponent(uint32_t component);
  // Continues along `nodes`, the first of which is the current one.
  void Follow(std::span<const WalkNodeId> nodes);

 private:
  void Visit(WalkNodeId node) {
    if (!IsWanted(node)) return;
    is_wanted_[node.value()] = 0;
    --wanted_count_;
    --wanted_in_[graph_.ComponentOf(node)];
  }

  const WalkGraph& graph_;
  std::vector<uint8_t> is_wanted_;
  std::vector<uint32_t> wanted_in_;  // [strong component]
  uint32_t wanted_count_ = 0;
  std::vector<WalkNodeId> nodes_;
  Pacer pacer_;
  WalkSearch search_;
};

}  // namespace waystone
