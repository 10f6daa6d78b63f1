#include "bake/world/hub_order.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace waystone {
namespace {

constexpr uint32_t kNone = UINT32_MAX;
constexpr uint64_t kMostSampled = 4'000'000;  // portals of all trees: 20 bytes each
constexpr uint64_t kMostTrees = 1024;         // of each direction
constexpr uint64_t kFewestTrees = 16;

// A tree of cheapest paths; its portals in preorder, so that what hangs on one stands behind it.
struct SampledTree {
  std::vector<uint32_t> portals;
  std::vector<uint32_t> before;     // place of the one before; the root's is its own
  std::vector<uint32_t> end;        // of what hangs on it, with it
  std::vector<uint32_t> uncovered;  // how many ways from the root pass here on which no hub lies
  std::vector<uint32_t> place_of;   // by portal; kNone: not in the tree
};

class HubOrder {
 public:
  explicit HubOrder(uint32_t portals) : count_(portals), uncovered_(portals, 0) {}

  void Sample(const PortalArcs& arcs, uint32_t root) {
    std::vector<std::pair<uint32_t, uint32_t>> settled;  // and the one before
    GrowPortalTree(arcs, root, search_, [&](uint32_t portal, uint32_t before, double /*cost_m*/) {
      settled.emplace_back(portal, before);
      return true;
    });
    trees_.push_back(InPreorder(settled));
    const SampledTree& tree = trees_.back();
    for (size_t i = 0; i < tree.portals.size(); ++i) uncovered_[tree.portals[i]] += tree.uncovered[i];
  }

  std::vector<uint32_t> Order() {
    const std::vector<uint64_t> at_all = uncovered_;
    // What is uncovered only falls: a portal whose count has not changed since it was put there is the next.
    struct Waiting {
      uint64_t uncovered;
      uint64_t at_all;
      uint32_t portal;
    };
    const auto is_later = [](const Waiting& a, const Waiting& b) {
      if (a.uncovered != b.uncovered) return a.uncovered < b.uncovered;
      return a.at_all != b.at_all ? a.at_all < b.at_all : a.portal > b.portal;
    };
    std::priority_queue<Waiting, std::vector<Waiting>, decltype(is_later)> waiting(is_later);
    for (uint32_t i = 0; i < count_; ++i) waiting.push({uncovered_[i], at_all[i], i});
    std::vector<uint32_t> order;
    while (!waiting.empty()) {
      Waiting next = waiting.top();
      waiting.pop();
      if (next.uncovered != uncovered_[next.portal]) {
        next.uncovered = uncovered_[next.portal];
        waiting.push(next);
        continue;
      }
      order.push_back(next.portal);
      for (SampledTree& tree : trees_) Cover(next.portal, tree);
    }
    return order;
  }

 private:
  SampledTree InPreorder(const std::vector<std::pair<uint32_t, uint32_t>>& settled) const {
    SampledTree tree;
    const size_t size = settled.size();
    std::vector<uint32_t> hanging(count_, 1);
    for (size_t i = size; i-- > 1;) hanging[settled[i].second] += hanging[settled[i].first];
    tree.place_of.assign(count_, kNone);
    tree.portals.resize(size);
    tree.before.resize(size);
    tree.end.resize(size);
    tree.uncovered.resize(size);
    std::vector<uint32_t> next_child(size);  // by place
    for (const auto& [portal, before] : settled) {
      const bool is_root = portal == before;
      const uint32_t above = is_root ? 0 : tree.place_of[before];
      const uint32_t place = is_root ? 0 : next_child[above];
      if (!is_root) next_child[above] += hanging[portal];
      next_child[place] = place + 1;
      tree.place_of[portal] = place;
      tree.portals[place] = portal;
      tree.before[place] = above;
      tree.end[place] = place + hanging[portal];
      tree.uncovered[place] = hanging[portal];
    }
    return tree;
  }

  // Takes the paths that pass the portal from all that they pass.
  void Cover(uint32_t portal, SampledTree& tree) {
    const uint32_t place = tree.place_of[portal];
    if (place == kNone || tree.uncovered[place] == 0) return;
    const uint32_t paths = tree.uncovered[place];
    for (uint32_t i = place; i != 0;) {
      i = tree.before[i];
      tree.uncovered[i] -= paths;
      uncovered_[tree.portals[i]] -= paths;
    }
    for (uint32_t i = place; i < tree.end[place];) {
      const uint32_t here = tree.uncovered[i];
      uncovered_[tree.portals[i]] -= here;
      tree.uncovered[i] = 0;
      i = here == 0 ? tree.end[i] : i + 1;  // covered before: all that hangs there too
    }
  }

  const uint32_t count_;
  BestFirst<double> search_;
  std::vector<uint64_t> uncovered_;  // by portal, in all trees
  std::vector<SampledTree> trees_;
};

}  // namespace

std::vector<uint32_t> OrderHubs(const PortalArcsBothWays& arcs) {
  const auto count = static_cast<uint32_t>(arcs.from.rows.size() - 1);
  HubOrder order(count);
  if (count == 0) return {};
  const auto trees = static_cast<uint32_t>(
      std::min<uint64_t>(count, std::clamp(kMostSampled / count / 2, kFewestTrees, kMostTrees)));
  for (uint32_t i = 0; i < trees; ++i) {
    // Portals of a map stand next to each other: so every part of the world has its share of roots.
    const auto root = static_cast<uint32_t>(uint64_t{i} * count / trees);
    order.Sample(arcs.from, root);
    order.Sample(arcs.to, root);
  }
  return order.Order();
}

}  // namespace waystone
