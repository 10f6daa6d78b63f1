// A walk in the making: where it has been, and what it still wants to visit.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/skeleton/walk_graph.h"
#include "core/skeleton/walk_search.h"

namespace waystone {

// One owner, one thread; the graph outlives it.
class WalkState {
 public:
  // Begins at the graph's start, which counts as visited. `is_wanted` [node] 1 where a visit is wanted.
  // Its searches end when `pacer` says so.
  WalkState(const WalkGraph& graph, std::vector<uint8_t> is_wanted, const Pacer& pacer);

  const WalkGraph& graph() const { return graph_; }
  const std::vector<uint32_t>& nodes() const { return nodes_; }
  std::vector<uint32_t> TakeNodes() { return std::move(nodes_); }
  const std::vector<uint8_t>& wanted() const { return is_wanted_; }
  uint32_t at() const { return nodes_.back(); }
  bool IsWanted(uint32_t node) const { return is_wanted_[node] != 0; }
  // How many in a strong component.
  uint32_t WantedIn(uint32_t component) const { return wanted_in_[component]; }
  uint32_t wanted_count() const { return wanted_count_; }
  Pacer& pacer() { return pacer_; }
  WalkSearch& search() { return search_; }

  // Goes to a node to which an arc leads.
  void StepTo(uint32_t node) {
    nodes_.push_back(node);
    Visit(node);
  }
  // Walks the path that the last search found.
  void GoTo(uint32_t node);
  // To the nearest wanted node of the component the walk is in. False where none is left, or time is up.
  bool GoToNearestWanted();
  // Into the next component by the shortest path, in which an arc of the condensation leads.
  bool GoToComponent(uint32_t component);
  // Goes on as `nodes` do, the first of which is where the walk is.
  void Follow(std::span<const uint32_t> nodes);

 private:
  void Visit(uint32_t node) {
    if (is_wanted_[node] == 0) return;
    is_wanted_[node] = 0;
    --wanted_count_;
    --wanted_in_[graph_.ComponentOf(node)];
  }

  const WalkGraph& graph_;
  std::vector<uint8_t> is_wanted_;
  std::vector<uint32_t> wanted_in_;  // [strong component]
  uint32_t wanted_count_ = 0;
  std::vector<uint32_t> nodes_;
  Pacer pacer_;
  WalkSearch search_;
};

}  // namespace waystone
