#include "core/skeleton/connected_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "core/base/deadline_poll.h"
#include "core/graph/best_first.h"
#include "core/graph/union_find.h"
#include "core/skeleton/fork_chains.h"
#include "core/skeleton/length_order.h"

namespace waystone {
namespace {

constexpr uint32_t kMostSteps = 100;
constexpr uint64_t kMostLooks = 4'000'000;  // at chains, in all steps
constexpr uint32_t kLeastSteps = 10;
constexpr uint32_t kChainsPerLook = 2048;
// The first step, as a share of the mean length of a chain, and the last as a share of the first.
constexpr double kFirstStep = 0.4;
constexpr double kLastStep = 0.02;
constexpr double kMomentum = 0.3;

class PriceAscent {
 public:
  PriceAscent(uint32_t node_count, const std::vector<ForkChain>& chains)
      : chains_(chains),
        price_m_(node_count, 0),
        degree_(node_count, 0),
        taken_(node_count, 0),
        once_(node_count, 0),
        pull_(node_count, 0),
        weights_(chains.size()),
        parts_(node_count) {
    for (const ForkChain& chain : chains) {
      mean_m_ += chain.length_m / static_cast<double>(chains.size());
      longest_m_ = std::max(longest_m_, chain.length_m);
      if (chain.a == chain.b) continue;
      ++degree_[chain.a];
      ++degree_[chain.b];
    }
  }

  void Run(const Deadline& deadline) {
    const auto steps =
        static_cast<uint32_t>(std::clamp<uint64_t>(kMostLooks / chains_.size(), kLeastSteps, kMostSteps));
    double step_m = kFirstStep * mean_m_;
    const double shrink = std::pow(kLastStep, 1.0 / steps);
    DeadlinePoll poll(deadline, kChainsPerLook);
    for (uint32_t i = 0; i < steps && !poll.ExpiredNow(); ++i, step_m *= shrink) {
      Measure(deadline, poll);
      if (!poll.ExpiredNow()) Pull(step_m);
    }
  }

  // [m] of round walks.
  double best_m() const { return best_m_; }
  // [m] Walks that begin and end at any two places of a part between bridges are shorter there by at most
  // this.
  double end_loss_m() const { return end_loss_m_; }

 private:
  // The price at the ends of a chain that is taken once. Negative: a reward for taking an end, once or twice.
  double Once(const ForkChain& chain) const { return price_m_[chain.a] + price_m_[chain.b]; }
  double Reward(uint32_t node) const { return std::max(0.0, -price_m_[node]); }

  // Finds the lightest choice at the current prices, unless the deadline passes first.
  void Measure(const Deadline& deadline, DeadlinePoll& poll) {
    double sum_m = 0;
    for (uint32_t v = 0; v < price_m_.size(); ++v) {
      taken_[v] = once_[v] = 0;
      if (degree_[v] > 0) sum_m += price_m_[v] < 0 ? -2 * price_m_[v] : -price_m_[v] * (degree_[v] - 1);
    }
    parts_.Reset(static_cast<uint32_t>(price_m_.size()));
    for (uint32_t c = 0; c < chains_.size(); ++c) {
      if (poll.Expired()) return;
      const ForkChain& chain = chains_[c];
      sum_m += chain.Even();
      if (chain.a == chain.b) {
        sum_m += std::min(0.0, chain.length_m - chain.Even());
        continue;
      }
      const double weight_m = Weight(chain);
      weights_[c] = RoundedDown(std::max(0.0, weight_m));
      if (weight_m > 0) continue;
      sum_m += weight_m;
      Take(chain);
    }
    if (poll.ExpiredNow()) return;
    const std::vector<uint32_t> order = AscendingOrder(weights_, deadline);
    for (const uint32_t c : order) {
      if (poll.Expired()) return;
      const ForkChain& chain = chains_[c];
      if (chain.a == chain.b || parts_.AreJoined(chain.a, chain.b)) continue;
      sum_m += static_cast<double>(weights_[c]);
      Take(chain);
    }
    if (poll.ExpiredNow() || sum_m <= best_m_) return;
    best_m_ = sum_m;
    end_loss_m_ = LossOfEnd();
  }

  // Rounds down, so that no other order of nearly equal weights makes a lighter tree.
  static float RoundedDown(double weight_m) {
    const auto rounded = static_cast<float>(weight_m);
    return static_cast<double>(rounded) > weight_m ? std::nextafter(rounded, 0.0F) : rounded;
  }

  double WeightOfOnce(const ForkChain& chain) const { return chain.length_m - chain.Even() + Once(chain); }
  double WeightOfTwice(const ForkChain& chain) const {
    return 2 * chain.longest_m - 2 * (Reward(chain.a) + Reward(chain.b));
  }
  double Weight(const ForkChain& chain) const { return std::min(WeightOfOnce(chain), WeightOfTwice(chain)); }

  void Take(const ForkChain& chain) {
    parts_.Join(chain.a, chain.b);
    const bool is_once = WeightOfOnce(chain) <= WeightOfTwice(chain);
    for (const uint32_t v : {chain.a, chain.b}) {
      taken_[v] += is_once ? 1 : 2;
      once_[v] += is_once ? 1 : 0;
    }
  }

  // Raises prices at nodes where too much is taken, and lowers them where too little is.
  void Pull(double step_m) {
    for (uint32_t v = 0; v < price_m_.size(); ++v) {
      if (degree_[v] == 0) continue;
      double excess = static_cast<double>(taken_[v]) - 2;
      const bool has_price = degree_[v] % 2 == 1;  // otherwise only rewards are allowed
      if (excess >= 0 && price_m_[v] >= 0) {
        excess = has_price ? static_cast<double>(once_[v]) - static_cast<double>(degree_[v] - 1) : 0;
      }
      pull_[v] = (1 - kMomentum) * excess + kMomentum * pull_[v];
      price_m_[v] += step_m * pull_[v];
      if (!has_price) price_m_[v] = std::min(0.0, price_m_[v]);
    }
  }

  double LossOfEnd() const {
    double price_m = 0;
    for (const double p : price_m_) price_m = std::max(price_m, std::abs(p));
    return 2 * (price_m + longest_m_);
  }

  const std::vector<ForkChain>& chains_;
  double mean_m_ = 0;             // of the chains
  double longest_m_ = 0;          // of the chains
  std::vector<double> price_m_;   // [node]
  std::vector<uint32_t> degree_;  // [node] ends of chains that lead elsewhere
  std::vector<uint32_t> taken_;   // [node] ends, those taken twice counted twice
  std::vector<uint32_t> once_;    // [node] ends
  std::vector<double> pull_;      // [node]
  std::vector<float> weights_;    // [chain]
  UnionFind parts_;
  double best_m_ = 0;
  double end_loss_m_ = 0;
};

// [m] The longest path from node 0: `part_m` for each part between bridges, and each bridge once.
double LongestPath(const ContractedGraph& graph, double part_m) {
  std::vector<double> path_m(graph.node_count, part_m);
  double longest_m = part_m;
  for (size_t i = 1; i < graph.order.size(); ++i) {
    const uint32_t v = graph.order[i];
    const uint32_t edge = graph.parent_edge[v];
    path_m[v] = path_m[graph.parent[v]];
    if (graph.is_bridge[edge] != 0) path_m[v] += graph.edges[edge].again_m + part_m;
    longest_m = std::max(longest_m, path_m[v]);
  }
  return longest_m;
}

// [m] Upper bound of the cost of walking back to node 0 from anywhere.
double LongestPathBack(const ContractedGraph& graph) {
  std::vector<double> costs_m(graph.node_count, std::numeric_limits<double>::infinity());
  OpenNodes<double> open;
  costs_m[0] = 0;
  open.Push({0, 0});
  DeadlinePoll poll(graph.deadline, kChainsPerLook);
  SpreadCosts(std::span(costs_m), open, [&](uint32_t node, double cost_m, const auto& reach) {
    if (poll.Expired()) return;
    for (uint32_t k = graph.rows[node]; k < graph.rows[node + 1]; ++k) {
      const uint32_t e = graph.incident[k];
      reach(graph.Other(e, node), cost_m + graph.edges[e].again_m);
    }
  });
  double longest_m = 0;
  for (const ContractedGraph::Edge& edge : graph.edges) {
    longest_m = std::max(longest_m, (costs_m[edge.a] + costs_m[edge.b] + edge.again_m) / 2);
  }
  return longest_m;
}

}  // namespace

double ConnectedBound(const ContractedGraph& graph, uint32_t ends, const Deadline& deadline) {
  const std::vector<ForkChain> chains = FindForkChains(graph);
  if (chains.empty() || graph.deadline.Expired())
    return 0;  // a tree: the weight that joins it is the exact bound
  double sum_m = 0;
  for (size_t e = 0; e < graph.edges.size(); ++e) {
    if (graph.is_bridge[e] != 0) sum_m += graph.edges[e].once_m + graph.edges[e].again_m;
  }
  PriceAscent ascent(graph.node_count, chains);
  ascent.Run(deadline);
  sum_m += ascent.best_m();
  if (graph.deadline.Expired()) return 0;
  if (ends > 0) {
    sum_m -= ends * std::min(LongestPath(graph, ascent.end_loss_m()), LongestPathBack(graph));
  }
  return std::max(0.0, sum_m);
}

}  // namespace waystone
