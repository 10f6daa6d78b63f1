#include "bake/world/portal_labeller.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "core/base/random.h"
#include "core/graph/dary_heap.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr uint32_t kSampledTrees = 256;
constexpr uint64_t kSeed = 1;

struct PortalArc {
  uint32_t target;
  double cost_m;
};

struct PortalArcs {
  std::vector<uint64_t> rows;
  std::vector<PortalArc> arcs;
};

class PortalLabeller {
 public:
  PortalLabeller(const PortalGraph& graph, WorldMode mode)
      : graph_(graph), count_(static_cast<uint32_t>(graph.nodes.size())) {
    ListArcs(mode);
    cost_.assign(count_, kInfinite);
    before_.assign(count_, 0);
    hub_cost_.assign(count_, kInfinite);
    out_.resize(count_);
    in_.resize(count_);
  }

  PortalLabels Make() {
    const std::vector<uint32_t> order = Order();
    for (uint32_t rank = 0; rank < count_; ++rank) {
      Spread(order[rank], rank, out_, forward_, in_);
      Spread(order[rank], rank, in_, backward_, out_);
    }
    PortalLabels labels;
    Pack(out_, labels.out_rows, labels.out);
    Pack(in_, labels.in_rows, labels.in);
    return labels;
  }

 private:
  struct Open {
    double cost_m;
    uint32_t portal;
  };
  struct Sooner {
    bool operator()(const Open& a, const Open& b) const {
      return a.cost_m != b.cost_m ? a.cost_m < b.cost_m : a.portal < b.portal;
    }
  };
  using Labels = std::vector<std::vector<PortalLabel>>;  // by portal

  void ListArcs(WorldMode mode) {
    std::vector<uint32_t> sources;
    forward_.rows.push_back(0);
    for (uint32_t portal = 0; portal < count_; ++portal) {
      const std::span<const double> walks_m = graph_.WalkCosts(PortalId(portal), mode);
      const uint32_t first = graph_.exits[graph_.nodes[portal].arrival_map].first;
      for (uint32_t i = 0; i < walks_m.size(); ++i) {
        if (walks_m[i] == kInfinite) continue;
        forward_.arcs.push_back({first + i, walks_m[i] + graph_.nodes[first + i].cost_m});
        sources.push_back(portal);
      }
      forward_.rows.push_back(forward_.arcs.size());
    }
    backward_.rows.assign(count_ + size_t{1}, 0);
    for (const PortalArc& arc : forward_.arcs) ++backward_.rows[arc.target + size_t{1}];
    std::partial_sum(backward_.rows.begin(), backward_.rows.end(), backward_.rows.begin());
    backward_.arcs.resize(forward_.arcs.size());
    std::vector<uint64_t> next = backward_.rows;
    for (size_t i = 0; i < sources.size(); ++i) {
      backward_.arcs[next[forward_.arcs[i].target]++] = {sources[i], forward_.arcs[i].cost_m};
    }
  }

  // Settles portals from a source, cheapest first, until there are none; goes on from those for which
  // `settle` says so.
  template <typename Settle>
  void Search(uint32_t source, const PortalArcs& graph, const Settle& settle) {
    for (const uint32_t portal : reached_) cost_[portal] = kInfinite;
    reached_.assign(1, source);
    cost_[source] = 0;
    before_[source] = source;
    open_.Push({0, source});
    while (!open_.empty()) {
      const Open next = open_.top();
      open_.Pop();
      if (next.cost_m > cost_[next.portal] || !settle(next.portal, next.cost_m)) continue;
      for (uint64_t i = graph.rows[next.portal]; i < graph.rows[next.portal + size_t{1}]; ++i) {
        const PortalArc& arc = graph.arcs[i];
        const double cost_m = next.cost_m + arc.cost_m;
        if (!(cost_m < cost_[arc.target])) continue;
        if (cost_[arc.target] == kInfinite) reached_.push_back(arc.target);
        cost_[arc.target] = cost_m;
        before_[arc.target] = next.portal;
        open_.Push({cost_m, arc.target});
      }
    }
  }

  // By how many cheapest ways of sampled trees pass a portal; of equals the one of less id first.
  std::vector<uint32_t> Order() {
    std::vector<uint64_t> passed(count_, 0);
    std::vector<uint64_t> below(count_, 0);
    std::vector<uint32_t> settled;
    Random random(kSeed);
    for (uint32_t i = 0; i < std::min(kSampledTrees, count_); ++i) {
      settled.clear();
      const uint32_t source = random.NextBelow(count_);
      Search(source, forward_, [&](uint32_t portal, double /*cost_m*/) {
        settled.push_back(portal);
        below[portal] = 1;
        return true;
      });
      for (auto portal = settled.rbegin(); portal != settled.rend(); ++portal) {
        passed[*portal] += below[*portal];
        if (*portal != source) below[before_[*portal]] += below[*portal];
      }
    }
    std::vector<uint32_t> order(count_);
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return passed[a] > passed[b]; });
    return order;
  }

  // Tells the hub to every portal whose cheapest way to or from it passes no hub told before.
  void Spread(uint32_t hub, uint32_t rank, const Labels& of_hub, const PortalArcs& graph, Labels& labels) {
    for (const PortalLabel& label : of_hub[hub]) hub_cost_[label.hub] = label.cost_m;
    Search(hub, graph, [&](uint32_t portal, double cost_m) {
      for (const PortalLabel& label : labels[portal]) {
        if (hub_cost_[label.hub] + label.cost_m <= cost_m) return false;
      }
      labels[portal].push_back({rank, before_[portal], cost_m});
      return true;
    });
    for (const PortalLabel& label : of_hub[hub]) hub_cost_[label.hub] = kInfinite;
  }

  static void Pack(const Labels& labels, std::vector<uint64_t>& rows, std::vector<PortalLabel>& packed) {
    rows.push_back(0);
    for (const std::vector<PortalLabel>& of_portal : labels) {
      packed.insert(packed.end(), of_portal.begin(), of_portal.end());
      rows.push_back(packed.size());
    }
  }

  const PortalGraph& graph_;
  const uint32_t count_;
  PortalArcs forward_;
  PortalArcs backward_;
  std::vector<double> cost_;
  std::vector<uint32_t> before_;
  std::vector<uint32_t> reached_;
  std::vector<double> hub_cost_;
  DaryHeap<Open, Sooner> open_;
  Labels out_;
  Labels in_;
};

}  // namespace

PortalLabels MakePortalLabels(const PortalGraph& graph, WorldMode mode) {
  return PortalLabeller(graph, mode).Make();
}

}  // namespace waystone
