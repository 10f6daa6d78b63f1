// The order that visits the smallest pocket first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/skeleton/walk_state.h"

namespace waystone {

// Without the key point just visited, the wanted nodes fall into pockets that no arc joins; the pocket with
// the fewest key points comes first. Pockets are told apart by parallel searches from the neighbours, which
// end when all but one have: O(n log n) over a walk on a tree. One owner; the state must outlive it.
class PocketOrder {
 public:
  explicit PocketOrder(WalkState& state);

  // Continues until the current strong component has no wanted node left, at most `enough` are wanted at all,
  // or time is up. Does not leave the component.
  void Run(uint32_t enough);

 private:
  struct Front {
    uint32_t group = 0;    // the front it was merged into, or itself
    uint32_t size = 0;     // key points of the group, if `group` is itself
    bool is_open = false;  // of the group
    size_t next = 0;
    std::vector<WalkNodeId> queue;
  };

  bool IsRest(WalkNodeId node) const {
    return state_.IsWanted(node) && graph_.ComponentOf(node) == component_;
  }
  template <typename Do>
  void ForEachNeighbour(WalkNodeId node, Do visit) const;
  bool Go(uint32_t pocket);
  void Arrive(WalkNodeId node);
  void BeginPockets(WalkNodeId node);
  void PushLargestFirst(std::vector<uint32_t>& labels, size_t at);
  void Split(WalkNodeId node);
  bool IsOwned(WalkNodeId v) const { return owner_[v.value()] >> 32 == generation_; }
  void Own(WalkNodeId v, uint32_t front) { owner_[v.value()] = generation_ << 32 | front; }
  uint32_t GroupOf(uint32_t front) const;
  uint32_t OpenGroups();
  void Advance(uint32_t front, uint32_t label);
  uint32_t Relabel(uint32_t group, uint32_t old_label);

  WalkState& state_;
  const WalkGraph& graph_;
  uint32_t component_ = 0;
  std::vector<uint32_t> pocket_;  // [node] label
  std::vector<uint32_t> sizes_;   // [label] wanted key points
  std::vector<uint32_t> stack_;   // labels
  std::vector<uint64_t> owner_;   // [node] generation and front of the last split that saw it
  uint64_t generation_ = 0;
  uint32_t front_count_ = 0;
  std::vector<Front> fronts_;  // of the last split, with spare capacity of earlier ones
  std::vector<WalkNodeId> path_;
};

}  // namespace waystone
