// Pockets lie on a stack: the pockets that a key point splits off lie above the pocket they come from, the
// smallest on top. When a pocket is split, the part whose search did not end keeps its label; only the
// others, each no larger than a search got in the same number of steps, get new labels.
#include "core/skeleton/pocket_order.h"

#include <algorithm>

namespace waystone {
namespace {

constexpr uint32_t kNoPocket = 0xffffffffU;

}  // namespace

PocketOrder::PocketOrder(WalkState& state)
    : state_(state), graph_(state.graph()), pocket_(graph_.size(), kNoPocket), owner_(graph_.size(), 0) {}

void PocketOrder::Run(uint32_t enough) {
  component_ = graph_.ComponentOf(state_.at());
  stack_.clear();
  BeginPockets(state_.at());
  while (state_.WantedIn(component_) != 0 && state_.wanted_count() > enough && !state_.pacer().Expired()) {
    while (!stack_.empty() && sizes_[stack_.back()] == 0) stack_.pop_back();
    if (!Go(stack_.empty() ? kNoPocket : stack_.back())) return;
  }
}

// Goes to the nearest key point of the pocket, or of any. The path may cross others.
bool PocketOrder::Go(uint32_t pocket) {
  const WalkNodeId node = state_.search().Nearest(
      state_.at(),
      [this, pocket](WalkNodeId v) {
        return IsRest(v) && (pocket == kNoPocket || pocket_[v.value()] == pocket);
      },
      [this](WalkNodeId v) { return graph_.ComponentOf(v) == component_; }, state_.pacer());
  if (node.IsNone()) return false;
  path_.clear();
  state_.search().AppendPath(node, path_);
  for (const WalkNodeId v : path_) Arrive(v);
  return true;
}

void PocketOrder::Arrive(WalkNodeId node) {
  const bool is_first = IsRest(node);
  state_.StepTo(node);
  if (!is_first) return;
  if (pocket_[node.value()] == kNoPocket) {
    BeginPockets(node);
    return;
  }
  --sizes_[pocket_[node.value()]];
  Split(node);
}

template <typename Do>
void PocketOrder::ForEachNeighbour(WalkNodeId node, Do visit) const {
  for (uint32_t i = graph_.FirstArc(node); i < graph_.EndArc(node); ++i) visit(graph_.targets[i]);
  if (graph_.is_two_way) return;
  const uint32_t end = graph_.back_rows[node.value() + 1];
  for (uint32_t i = graph_.back_rows[node.value()]; i < end; ++i) visit(graph_.sources[i]);
}

// Labels the pockets around a node with no known pockets; connected ones get one label.
void PocketOrder::BeginPockets(WalkNodeId node) {
  std::vector<uint32_t> begun;
  ForEachNeighbour(node, [this, &begun](WalkNodeId first) {
    if (!IsRest(first) || pocket_[first.value()] != kNoPocket) return;
    const auto label = static_cast<uint32_t>(sizes_.size());
    begun.push_back(label);
    std::vector<WalkNodeId> queue = {first};
    pocket_[first.value()] = label;
    for (size_t i = 0; i < queue.size() && !state_.pacer().Expired(); ++i) {
      ForEachNeighbour(queue[i], [this, label, &queue](WalkNodeId v) {
        if (!IsRest(v) || pocket_[v.value()] != kNoPocket) return;
        pocket_[v.value()] = label;
        queue.push_back(v);
      });
    }
    sizes_.push_back(static_cast<uint32_t>(queue.size()));
  });
  PushLargestFirst(begun, stack_.size());
}

void PocketOrder::PushLargestFirst(std::vector<uint32_t>& labels, size_t at) {
  std::ranges::stable_sort(labels, [this](uint32_t a, uint32_t b) { return sizes_[a] > sizes_[b]; });
  stack_.insert(stack_.begin() + static_cast<std::ptrdiff_t>(at), labels.begin(), labels.end());
}

// Splits the pocket that `node` has left.
void PocketOrder::Split(WalkNodeId node) {
  const uint32_t label = pocket_[node.value()];
  front_count_ = 0;
  ++generation_;
  ForEachNeighbour(node, [this, label](WalkNodeId v) {
    if (!IsRest(v) || pocket_[v.value()] != label || IsOwned(v)) return;
    Own(v, front_count_);
    if (front_count_ == fronts_.size()) fronts_.emplace_back();
    Front& front = fronts_[front_count_];
    front.group = front_count_++;
    front.size = 1;
    front.next = 0;
    front.queue.assign(1, v);
  });
  if (front_count_ < 2) return;
  while (OpenGroups() > 1) {
    if (state_.pacer().Expired(front_count_)) return;
    for (uint32_t i = 0; i < front_count_; ++i) Advance(i, label);
  }
  std::vector<uint32_t> split;
  for (uint32_t i = 0; i < front_count_; ++i) {
    if (fronts_[i].group == i && !fronts_[i].is_open) split.push_back(Relabel(i, label));
  }
  if (split.empty()) return;
  const auto place = std::find(stack_.rbegin(), stack_.rend(), label);
  const auto at = static_cast<size_t>(stack_.rend() - place) - 1;
  stack_.erase(stack_.begin() + static_cast<std::ptrdiff_t>(at));
  if (sizes_[label] > 0) split.insert(split.begin(), label);
  PushLargestFirst(split, at);
}

uint32_t PocketOrder::GroupOf(uint32_t front) const {
  while (fronts_[front].group != front) front = fronts_[front].group;
  return front;
}

// Counts groups whose search has not ended; marks those that have.
uint32_t PocketOrder::OpenGroups() {
  for (uint32_t i = 0; i < front_count_; ++i) fronts_[i].is_open = false;
  for (uint32_t i = 0; i < front_count_; ++i) {
    if (fronts_[i].next < fronts_[i].queue.size()) fronts_[GroupOf(i)].is_open = true;
  }
  uint32_t open = 0;
  for (uint32_t i = 0; i < front_count_; ++i) open += fronts_[i].group == i && fronts_[i].is_open ? 1 : 0;
  return open;
}

// Expands one node of a front.
void PocketOrder::Advance(uint32_t i, uint32_t label) {
  if (fronts_[i].next == fronts_[i].queue.size()) return;
  const WalkNodeId node = fronts_[i].queue[fronts_[i].next++];
  ForEachNeighbour(node, [this, i, label](WalkNodeId v) {
    if (!IsRest(v) || pocket_[v.value()] != label) return;
    const uint32_t group = GroupOf(i);
    if (!IsOwned(v)) {
      Own(v, i);
      ++fronts_[group].size;
      fronts_[i].queue.push_back(v);
      return;
    }
    const uint32_t other = GroupOf(static_cast<uint32_t>(owner_[v.value()]));
    if (other == group) return;
    fronts_[std::max(group, other)].group = std::min(group, other);
    fronts_[std::min(group, other)].size += fronts_[std::max(group, other)].size;
  });
}

// Gives its own label to a group whose search has ended.
uint32_t PocketOrder::Relabel(uint32_t group, uint32_t old_label) {
  const auto label = static_cast<uint32_t>(sizes_.size());
  sizes_.push_back(fronts_[group].size);
  sizes_[old_label] -= fronts_[group].size;
  for (uint32_t i = 0; i < front_count_; ++i) {
    if (GroupOf(i) != group) continue;
    for (const WalkNodeId v : fronts_[i].queue) pocket_[v.value()] = label;
  }
  return label;
}

}  // namespace waystone
