// Costs of ways from places to many others by a contraction hierarchy, without the ways.
//
//   HierarchyDistances distances;  // one per thread, kept
//   distances.Begin(hierarchy);
//   for (each target) {
//     FindSeeds(mesh, links, hierarchy, target, true, seeds);
//     distances.AddTarget(seeds, limit_m, {});
//   }
//   FindSeeds(mesh, links, hierarchy, source, false, seeds);
//   distances.Measure(seeds, limit_m, {}, costs_m);
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/navmesh/hierarchy_climb.h"
#include "core/navmesh/hierarchy_view.h"

namespace waystone {

// Knopp, Sanders, Schultes, Schulz, Wagner, "Computing many-to-many shortest paths using highway hierarchies"
// (2007): each target leaves its cost at the nodes that its own search climbs to, where a source's search
// finds them. One thread. Keeps its memory: 12 bytes for each node that a target's search settles, some
// thousand a target.
class HierarchyDistances {
 public:
  // So many targets may be added: they and what they leave are then some tens of megabytes.
  static constexpr size_t kMaxTargets = 1024;

  // Forgets all targets. The hierarchy must outlive the use.
  void Begin(const HierarchyView& hierarchy);
  // `seeds`: from nodes to the target (FindSeeds, backwards). Ways that cost `limit_m` or more are not looked
  // for. False where a limit ended the climb: the target is then of no use. O(nodes climbed to).
  // REQUIRES: fewer than kMaxTargets so far.
  bool AddTarget(std::span<const HierarchySeed> seeds, float limit_m, const HierarchyLimits& limits);
  // costs_m[k]: to the k-th target; infinite where no way leads there for less than `limit_m`. `seeds`: from
  // the source to nodes. Ways within one polygon that pass no node are not known here. False where a limit
  // ended the climb: other ways may cost less. REQUIRES: one cost per target. O(nodes climbed to x targets
  // that left costs there).
  bool Measure(std::span<const HierarchySeed> seeds, float limit_m, const HierarchyLimits& limits,
               std::span<float> costs_m);

  // Nodes, by all searches since Begin.
  uint64_t settled() const { return settled_; }

 private:
  // Climbs from the seeds and calls visit(node, cost) at every node that a cheapest way may pass.
  template <typename Visit>
  bool Climb(uint32_t direction, std::span<const HierarchySeed> seeds, float limit_m,
             const HierarchyLimits& limits, const Visit& visit);

  struct Entry {
    uint32_t target;
    float cost_m;
    uint32_t next;  // of the same node
  };

  std::optional<HierarchyView> hierarchy_;
  HierarchyClimb climb_;
  std::vector<Entry> entries_;
  HierarchyLabels newest_;  // of a node; the label's parent is the entry's index
  uint32_t target_count_ = 0;
  uint64_t settled_ = 0;
};

}  // namespace waystone
