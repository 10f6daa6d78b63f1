// Two depth-first numberings with opposite child orders. In each, a node's subtree is a contiguous range of
// numbers (all reachable), and everything reachable lies at or above the lowest number reachable. Two ranges
// decide most pairs; a hub (the largest component) decides most of the rest, because maps have one big
// component that nearly everything drops into or out of.
#include "core/zones/reachability_index.h"

#include <algorithm>

namespace waystone {
namespace {

// Fills one interval per node. `reverse_rows` visits each row from its end.
void NumberDepthFirst(const CsrView& dag, bool reverse_rows, ReachInterval ReachRecord::*interval,
                      std::vector<ReachRecord>& records) {
  struct Step {
    uint32_t node;
    uint32_t arcs_done;
  };
  const uint32_t count = dag.node_count();
  std::vector<bool> entered(count, false);
  std::vector<Step> path;
  uint32_t next_post = 0;
  const auto enter = [&](uint32_t v) {
    entered[v] = true;
    (records[v].*interval).tree_low = next_post;
    (records[v].*interval).reach_low = 0xffffffffU;
    path.push_back({v, 0});
  };
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t start = reverse_rows ? count - 1 - i : i;
    if (!entered[start]) enter(start);
    while (!path.empty()) {
      Step& step = path.back();
      ReachInterval& own = records[step.node].*interval;
      const std::span<const uint32_t> row = dag.Targets(step.node);
      if (step.arcs_done == row.size()) {
        own.post = next_post++;
        own.reach_low = std::min(own.reach_low, own.tree_low);
        path.pop_back();
        continue;
      }
      const uint32_t target = row[reverse_rows ? row.size() - 1 - step.arcs_done : step.arcs_done];
      if (!entered[target]) {
        enter(target);  // this arc is read again once the target is done
        continue;
      }
      own.reach_low = std::min(own.reach_low, (records[target].*interval).reach_low);
      ++step.arcs_done;
    }
  }
}

bool CanHold(const ReachInterval& a, const ReachInterval& b) {
  return b.post <= a.post && b.reach_low >= a.reach_low;
}

bool SubtreeHolds(const ReachInterval& a, const ReachInterval& b) {
  return a.tree_low <= b.post && b.post <= a.post;
}

}  // namespace

std::vector<ReachRecord> BuildReachRecords(const CsrView& dag, uint32_t hub) {
  const uint32_t count = dag.node_count();
  std::vector<ReachRecord> records(count, ReachRecord{});
  if (count == 0) return records;
  NumberDepthFirst(dag, false, &ReachRecord::forward, records);
  NumberDepthFirst(dag, true, &ReachRecord::backward, records);
  records[hub].flags = kReachesHub | kReachedFromHub;
  for (uint32_t v = 0; v < count; ++v) {
    for (uint32_t target : dag.Targets(v)) {
      records[target].depth = std::max(records[target].depth, records[v].depth + 1);
      records[target].flags |= records[v].flags & kReachedFromHub;
    }
  }
  for (uint32_t v = count; v-- > 0;) {
    for (uint32_t target : dag.Targets(v)) records[v].flags |= records[target].flags & kReachesHub;
  }
  return records;
}

ReachabilityView::Verdict ReachabilityView::Decide(uint32_t a, uint32_t b) const {
  if (a == b) return Verdict::kYes;
  const ReachRecord& ra = records_[a];
  const ReachRecord& rb = records_[b];
  if (a > b || ra.depth >= rb.depth) return Verdict::kNo;
  if (!CanHold(ra.forward, rb.forward) || !CanHold(ra.backward, rb.backward)) return Verdict::kNo;
  if ((ra.flags & kReachesHub) != 0 && (rb.flags & kReachedFromHub) != 0) return Verdict::kYes;
  // Then the hub reaches everything that a reaches; b's record says that it does not reach b.
  if ((ra.flags & kReachedFromHub) != 0 && (rb.flags & kReachedFromHub) == 0) return Verdict::kNo;
  if ((rb.flags & kReachesHub) != 0 && (ra.flags & kReachesHub) == 0) return Verdict::kNo;
  if (SubtreeHolds(ra.forward, rb.forward) || SubtreeHolds(ra.backward, rb.backward)) return Verdict::kYes;
  return Verdict::kUnknown;
}

bool ReachabilityView::Reaches(uint32_t a, uint32_t b, ReachWorkspace& workspace) const {
  const Verdict direct = Decide(a, b);
  if (direct != Verdict::kUnknown) return direct == Verdict::kYes;
  ++workspace.searches;
  workspace.stack.assign(1, a);
  if (workspace.seen.size() < records_.size()) workspace.seen.resize(records_.size(), workspace.generation);
  if (++workspace.generation == 0) {
    std::fill(workspace.seen.begin(), workspace.seen.end(), 0U);
    workspace.generation = 1;
  }
  while (!workspace.stack.empty()) {
    const uint32_t v = workspace.stack.back();
    workspace.stack.pop_back();
    ++workspace.expansions;
    for (uint32_t target : dag_.Targets(v)) {
      const Verdict verdict = Decide(target, b);
      if (verdict == Verdict::kYes) return true;
      if (verdict == Verdict::kNo) continue;
      if (workspace.seen[target] == workspace.generation) continue;
      workspace.seen[target] = workspace.generation;
      workspace.stack.push_back(target);
    }
  }
  return false;
}

}  // namespace waystone
