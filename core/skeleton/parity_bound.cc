#include "core/skeleton/parity_bound.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "core/base/deadline_poll.h"
#include "core/graph/best_first.h"
#include "core/graph/dary_heap.h"
#include "core/skeleton/edge_rows.h"
#include "core/skeleton/fork_chains.h"

namespace waystone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr uint64_t kLooksPerChain = 16;
constexpr uint32_t kChainsPerLook = 2048;

// Grows sets of forks that contain an odd number of odd forks.
class CutPacking {
 public:
  CutPacking(uint32_t node_count, const std::vector<ForkChain>& chains, const Deadline& deadline)
      : chains_(chains),
        poll_(deadline, kChainsPerLook),
        set_(node_count),
        next_(node_count, kNoNode),
        last_(node_count),
        size_(node_count, 1),
        paid_m_(node_count, 0),
        is_odd_(node_count, 0) {
    std::iota(set_.begin(), set_.end(), 0U);
    std::iota(last_.begin(), last_.end(), 0U);
    for (const ForkChain& chain : chains) {
      if (poll_.Expired()) break;
      if (chain.length_m >= chain.Even()) continue;
      is_odd_[chain.a] ^= 1;
      is_odd_[chain.b] ^= 1;
    }
    FillEdgeRows(node_count, chains, rows_, incident_, deadline);
  }

  // [m] The sum that all sets pay.
  double Grow() {
    for (uint32_t v = 0; v < set_.size() && !poll_.Expired(); ++v) {
      if (is_odd_[v] != 0) Push(v);
    }
    double sum_m = 0;
    while (!heap_.empty() && looks_ < kLooksPerChain * chains_.size() && !poll_.is_late()) {
      const Item item = heap_.top();
      heap_.Pop();
      if (set_[item.set] != item.set || is_odd_[item.set] == 0 || size_[item.set] != item.size) continue;
      uint32_t chain = kNoNode;
      const double slack_m = Slack(item.set, chain);
      if (chain == kNoNode) continue;
      for (uint32_t v = item.set; v != kNoNode; v = next_[v]) paid_m_[v] += slack_m;
      sum_m += slack_m;
      Merge(set_[chains_[chain].a], set_[chains_[chain].b]);
    }
    return sum_m;
  }

 private:
  struct Item {
    double slack_m;
    uint32_t set;
    uint32_t size;  // when pushed
  };
  struct Less {
    bool operator()(const Item& a, const Item& b) const {
      return a.slack_m != b.slack_m ? a.slack_m < b.slack_m : a.set < b.set;
    }
  };

  // The least remainder of a chain that leaves the set.
  double Slack(uint32_t set, uint32_t& tightest) {
    double least_m = kInfinity;
    for (uint32_t v = set; v != kNoNode; v = next_[v]) {
      poll_.Expired();
      for (uint32_t k = rows_[v]; k < rows_[v + 1]; ++k) {
        ++looks_;
        const ForkChain& chain = chains_[incident_[k]];
        if (set_[chain.a] == set_[chain.b]) continue;
        const double slack_m = std::max(0.0, chain.Flip() - paid_m_[chain.a] - paid_m_[chain.b]);
        if (slack_m >= least_m) continue;
        least_m = slack_m;
        tightest = incident_[k];
      }
    }
    return least_m;
  }

  void Push(uint32_t set) {
    uint32_t chain = kNoNode;
    const double slack_m = Slack(set, chain);
    if (chain != kNoNode) heap_.Push({slack_m, set, size_[set]});
  }

  void Merge(uint32_t a, uint32_t b) {
    if (size_[a] < size_[b]) std::swap(a, b);
    for (uint32_t v = b; v != kNoNode; v = next_[v]) set_[v] = a;
    next_[last_[a]] = b;
    last_[a] = last_[b];
    size_[a] += size_[b];
    is_odd_[a] ^= is_odd_[b];
    if (is_odd_[a] != 0) Push(a);
  }

  const std::vector<ForkChain>& chains_;
  DeadlinePoll poll_;
  std::vector<uint32_t> set_;    // [node] the set's name, which is its first node
  std::vector<uint32_t> next_;   // [node] of the set
  std::vector<uint32_t> last_;   // [set] node
  std::vector<uint32_t> size_;   // [set]
  std::vector<double> paid_m_;   // [node] by all sets that it was in
  std::vector<uint8_t> is_odd_;  // [set] contains an odd number of odd forks
  std::vector<uint32_t> rows_;
  std::vector<uint32_t> incident_;  // chains
  uint64_t looks_ = 0;
  DaryHeap<Item, Less> heap_;
};

// [m] Upper bound of the cost of flipping a path from anywhere to node 0.
double DearestFlip(const ContractedGraph& graph, const std::vector<ForkChain>& chains) {
  std::vector<uint32_t> rows;
  std::vector<uint32_t> chains_at;
  FillEdgeRows(graph.node_count, chains, rows, chains_at, graph.deadline);
  if (graph.deadline.Expired()) return 0;
  std::vector<double> costs(graph.node_count, kInfinity);
  OpenNodes<double> open;
  costs[0] = 0;
  open.Push({0, 0});
  DeadlinePoll poll(graph.deadline, kChainsPerLook);
  SpreadCosts(std::span(costs), open, [&](uint32_t node, double cost_m, const auto& reach) {
    if (poll.Expired()) return;
    // Flipping a part of a chain costs at most its length; a whole chain often less.
    for (uint32_t k = graph.rows[node]; k < graph.rows[node + 1]; ++k) {
      const uint32_t e = graph.incident[k];
      reach(graph.Other(e, node), cost_m + graph.edges[e].again_m);
    }
    for (uint32_t k = rows[node]; k < rows[node + 1]; ++k) {
      const ForkChain& chain = chains[chains_at[k]];
      reach(chain.a == node ? chain.b : chain.a, cost_m + chain.Flip());
    }
  });
  double dearest_m = 0;
  for (const ContractedGraph::Edge& edge : graph.edges) {  // from its dearest point to the nearer end
    dearest_m = std::max(dearest_m, (costs[edge.a] + costs[edge.b] + edge.again_m) / 2);
  }
  return dearest_m;
}

}  // namespace

double ParityBound(const ContractedGraph& graph, uint32_t ends) {
  const std::vector<ForkChain> chains = FindForkChains(graph);
  double sum_m = 0;
  DeadlinePoll poll(graph.deadline, kChainsPerLook);
  for (size_t e = 0; e < graph.edges.size() && !poll.Expired(); ++e) {
    if (graph.is_bridge[e] != 0) sum_m += graph.edges[e].once_m + graph.edges[e].again_m;
  }
  if (graph.deadline.Expired()) return 0;
  for (const ForkChain& chain : chains) {
    if (poll.Expired()) return 0;
    sum_m += std::min(chain.length_m, chain.Even());
  }
  sum_m += CutPacking(graph.node_count, chains, graph.deadline).Grow();
  if (graph.deadline.Expired()) return 0;
  if (ends > 0) sum_m -= ends * DearestFlip(graph, chains);
  return std::max(0.0, sum_m);
}

}  // namespace waystone
