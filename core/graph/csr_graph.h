// A directed graph as compressed sparse rows.
//
//   const std::vector<Arc> arcs = {{0, 1}, {1, 2}};
//   const CsrGraph graph = CsrGraph::FromArcs(3, arcs);
//   for (uint32_t target : graph.Targets(1)) ...
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace waystone {

struct Arc {
  uint32_t source;
  uint32_t target;
  friend constexpr auto operator<=>(const Arc&, const Arc&) = default;
};

// Borrowed rows: arcs of node v are targets[offsets[v] .. offsets[v + 1]). Trivially copied; any thread.
// REQUIRES: offsets has node_count + 1 monotone entries that end at targets.size(); targets are < node_count.
struct CsrView {
  std::span<const uint32_t> offsets;
  std::span<const uint32_t> targets;

  uint32_t node_count() const { return static_cast<uint32_t>(offsets.size() - 1); }
  uint32_t arc_count() const { return static_cast<uint32_t>(targets.size()); }
  std::span<const uint32_t> Targets(uint32_t node) const {
    return targets.subspan(offsets[node], offsets[node + 1] - offsets[node]);
  }
};

// Owns its rows. Immutable; any thread.
class CsrGraph {
 public:
  // The empty graph.
  CsrGraph() : offsets_{0} {}
  // Arcs of a node keep the order in which they are given. REQUIRES: ends < node_count, fewer than 2^32 arcs.
  // O(nodes + arcs).
  static CsrGraph FromArcs(uint32_t node_count, std::span<const Arc> arcs);
  // Takes rows that meet the requirements of CsrView.
  static CsrGraph FromRows(std::vector<uint32_t> offsets, std::vector<uint32_t> targets);

  CsrView view() const { return {offsets_, targets_}; }
  operator CsrView() const { return view(); }  // NOLINT: a view of itself
  uint32_t node_count() const { return view().node_count(); }
  uint32_t arc_count() const { return view().arc_count(); }
  std::span<const uint32_t> Targets(uint32_t node) const { return view().Targets(node); }

 private:
  std::vector<uint32_t> offsets_;
  std::vector<uint32_t> targets_;
};

}  // namespace waystone
