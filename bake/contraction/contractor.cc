// In rounds: of the cheapest nodes those that are cheaper than all their neighbours go together. No two of
// them are neighbours, and no witness passes any of them, so that their order does not matter; the threads
// only look for witnesses, and what they find is added in the order of the nodes.
//
// A node's price is how many arcs its contraction would add for each one it removes, and how deep the
// hierarchy below it is already. Prices are estimated anew only for nodes that changed and may be next.
#include "bake/contraction/contractor.h"

#include <algorithm>
#include <atomic>
#include <limits>

#include "bake/contraction/witness_search.h"
#include "core/base/parallel_for.h"

namespace waystone {
namespace {

constexpr float kArcQuotient = 3000;  // the price of one arc added for each one removed
constexpr float kLevel = 500;         // of one level
constexpr double kShareLookedAt = 0.3;
// A price is estimated anew when more than one in so many of the node's neighbours have gone.
constexpr uint32_t kNeighboursPerChange = 8;
constexpr size_t kMaxArcs = 96;  // of a node that is contracted
constexpr size_t kChunk = 256;   // nodes

class Contractor {
 public:
  Contractor(const NavmeshView& mesh, const GroundCosts& costs, ContractionGraph& graph, int thread_count)
      : graph_(graph),
        is_leaving_(graph.node_count(), 0),
        changes_(graph.node_count(), 0),
        level_(graph.node_count(), 0),
        price_(graph.node_count(), 0),
        threads_(static_cast<size_t>(std::max(1, thread_count))) {
    for (size_t t = 0; t < threads_; ++t) searches_.emplace_back(mesh, costs, graph, is_leaving_);
  }

  std::vector<RouteNodeId> Run(const ContractionProgress& progress) {
    const uint32_t total = graph_.node_count();
    for (uint32_t i = 0; i < total; ++i) left_.emplace_back(i);
    Estimate(left_);
    for (KeepCore(); !left_.empty(); KeepCore()) {
      ChooseRound(RefreshCheapest());
      ContractRound();
      if (progress && !round_.empty()) progress(order_.size() + core_.size(), total);
    }
    order_.insert(order_.end(), core_.begin(), core_.end());
    return std::move(order_);
  }

 private:
  // Runs body(search, index) for all indices, in chunks.
  template <typename Body>
  void ForAll(size_t count, const Body& body) {
    const size_t chunks = (count + kChunk - 1) / kChunk;
    std::atomic<size_t> next{0};
    ParallelFor(threads_, static_cast<int>(threads_), [&](size_t t) {
      for (size_t c = next.fetch_add(1); c < chunks; c = next.fetch_add(1)) {
        for (size_t i = c * kChunk; i < std::min(count, (c + 1) * kChunk); ++i) body(searches_[t], i);
      }
    });
  }

  void Estimate(const std::vector<RouteNodeId>& nodes) {
    ForAll(nodes.size(), [&](WitnessSearch& search, size_t i) {
      const uint32_t node = nodes[i].value();
      const auto removed = static_cast<float>(std::max<size_t>(1, graph_.row(nodes[i]).size()));
      price_[node] =
          kArcQuotient * search.Estimate(nodes[i]) / removed + kLevel * static_cast<float>(level_[node]);
      changes_[node] = 0;
    });
  }

  bool IsCheaper(RouteNodeId a, RouteNodeId b) const {
    const float price_a = price_[a.value()];
    const float price_b = price_[b.value()];
    return price_a != price_b ? price_a < price_b : a < b;
  }

  // Moves nodes that have grown too many arcs to the core. They stay as neighbours and
  // witnesses.
  void KeepCore() {
    std::erase_if(left_, [this](RouteNodeId node) {
      if (graph_.row(node).size() <= kMaxArcs) return false;
      core_.push_back(node);
      price_[node.value()] = std::numeric_limits<float>::infinity();
      return true;
    });
  }

  // The cheapest share of what is left, with up-to-date prices.
  std::vector<RouteNodeId> RefreshCheapest() {
    const size_t share =
        std::max<size_t>(1, static_cast<size_t>(static_cast<double>(left_.size()) * kShareLookedAt));
    std::vector<RouteNodeId> cheap = left_;
    const auto less = [this](RouteNodeId a, RouteNodeId b) { return IsCheaper(a, b); };
    std::nth_element(cheap.begin(), cheap.begin() + static_cast<ptrdiff_t>(share - 1), cheap.end(), less);
    cheap.resize(share);
    std::ranges::sort(cheap);
    std::vector<RouteNodeId> stale;
    std::copy_if(cheap.begin(), cheap.end(), std::back_inserter(stale), [this](RouteNodeId node) {
      return changes_[node.value()] * kNeighboursPerChange > graph_.row(node).size();
    });
    Estimate(stale);
    return cheap;
  }

  void ChooseRound(const std::vector<RouteNodeId>& cheap) {
    round_.clear();
    for (const RouteNodeId node : cheap) {
      const auto& row = graph_.row(node);
      const bool is_least =
          std::ranges::all_of(row, [&](const LiveArc& arc) { return IsCheaper(node, arc.target); });
      if (is_least) round_.push_back(node);
    }
  }

  void ContractRound() {
    for (const RouteNodeId node : round_) is_leaving_[node.value()] = 1;
    std::vector<NewArcs> added((round_.size() + kChunk - 1) / kChunk);
    ForAll(round_.size(),
           [&](WitnessSearch& search, size_t i) { search.Contract(round_[i], added[i / kChunk]); });
    for (const RouteNodeId node : round_) {
      graph_.Remove(node);
      for (const LiveArc& arc : graph_.row(node)) {
        uint32_t& level = level_[arc.target.value()];
        level = std::max(level, level_[node.value()] + 1);
        ++changes_[arc.target.value()];
      }
      order_.push_back(node);
    }
    for (const NewArcs& chunk : added) {
      for (const NewArc& arc : chunk.arcs) graph_.Add(arc, chunk);
    }
    std::erase_if(left_, [this](RouteNodeId node) { return is_leaving_[node.value()] != 0; });
  }

  ContractionGraph& graph_;
  std::vector<uint8_t> is_leaving_;  // also: has left
  std::vector<uint32_t> changes_;    // neighbours gone since the price was estimated
  std::vector<uint32_t> level_;
  std::vector<float> price_;
  const size_t threads_;
  std::vector<WitnessSearch> searches_;
  std::vector<RouteNodeId> left_;
  std::vector<RouteNodeId> core_;
  std::vector<RouteNodeId> round_;
  std::vector<RouteNodeId> order_;
};

}  // namespace

std::vector<RouteNodeId> ContractAll(const NavmeshView& mesh, const GroundCosts& costs,
                                     ContractionGraph& graph, int thread_count,
                                     const ContractionProgress& progress) {
  return Contractor(mesh, costs, graph, thread_count).Run(progress);
}

}  // namespace waystone
