// What a search for hub labels asks of each node that it comes to: do hubs that are known already tell a path
// that is as short? (Akiba, Iwata, Yoshida: Fast exact shortest-path distance queries on large networks by
// pruned landmark labeling, SIGMOD 2013)
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace waystone {

// Labels are ranges of records with a `hub`, an id; `cost_of(label)`: what the path to it costs. One thread.
//
//   cover.Begin(labels[source], cost_of);
//   for each node that a search from `source` settles at `cost`:
//     if (cover.Find(labels[node], cost, cost_of) != labels[node].end()) continue;  // pruned
//   cover.End(labels[source]);
template <typename Cost>
class HubCover {
 public:
  // Hubs are numbered below `hub_count`.
  explicit HubCover(size_t hub_count) : cost_to_(hub_count, kFar) {}

  // O(labels), both.
  template <typename Labels, typename CostOf>
  void Begin(const Labels& of_source, const CostOf& cost_of) {
    for (const auto& label : of_source) cost_to_[label.hub.value()] = cost_of(label);
  }
  template <typename Labels>
  void End(const Labels& of_source) {
    for (const auto& label : of_source) cost_to_[label.hub.value()] = kFar;
  }

  // The first label whose hub the source knows too, so that the path over it costs at most `cost`; the end if
  // there is none. O(labels).
  template <typename Labels, typename CostOf>
  auto Find(const Labels& of_node, Cost cost, const CostOf& cost_of) const {
    return std::find_if(of_node.begin(), of_node.end(),
                        [&](const auto& at) { return cost_to_[at.hub.value()] + cost_of(at) <= cost; });
  }

 private:
  // Sums of two do not overflow.
  static constexpr Cost kFar = std::numeric_limits<Cost>::has_infinity ? std::numeric_limits<Cost>::infinity()
                                                                       : std::numeric_limits<Cost>::max() / 2;
  std::vector<Cost> cost_to_;  // from the source, by hub
};

}  // namespace waystone
