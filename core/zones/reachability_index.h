// Answers "can one get from component a to component b" on a directed acyclic graph, mostly from two records.
//
//   const std::vector<ReachRecord> records = BuildReachRecords(labels.dag, hub);
//   ReachabilityView(records, labels.dag).Reaches(a, b, scratch);
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/graph/csr_graph.h"

namespace waystone {

// A node's numbers in one depth-first numbering of the acyclic graph.
struct ReachInterval {
  uint32_t post;       // the node's number, in order of leaving
  uint32_t tree_low;   // lowest number in its subtree: every number in [tree_low, post] can be reached
  uint32_t reach_low;  // lowest number that can be reached at all: outside [reach_low, post] none can
};

inline constexpr uint32_t kReachesHub = 1U << 0;
inline constexpr uint32_t kReachedFromHub = 1U << 1;

// The baked record of a component.
struct ReachRecord {
  ReachInterval forward;   // children in row order
  ReachInterval backward;  // children in reverse row order
  uint32_t depth;          // arcs on the longest path to here
  uint32_t flags;          // kReachesHub, kReachedFromHub
};
static_assert(sizeof(ReachRecord) == 32 && std::is_trivially_copyable_v<ReachRecord>);

// Builds the records. After H. Yildirim, V. Chaoji, M. Zaki, "GRAIL" (VLDB 2010), with the tree intervals of
// Agrawal, Borgida, Jagadish (SIGMOD 1989) as a positive cut and one hub as a landmark.
// REQUIRES: arcs lead from lower to higher numbers; hub is a node, or the graph is empty. O(nodes + arcs).
std::vector<ReachRecord> BuildReachRecords(const CsrView& dag, uint32_t hub);

// Scratch of a query; one thread at a time.
struct ReachWorkspace {
  std::vector<uint32_t> stack;
  std::vector<uint32_t> seen;  // [component] generation of the last search that saw it
  uint32_t generation = 0;
  uint64_t searches = 0;    // queries that the records did not decide
  uint64_t expansions = 0;  // components that these queries expanded

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(stack, seen); }
};

// Const view over baked records and the graph. Trivially copied; any thread, each with its own workspace.
class ReachabilityView {
 public:
  // REQUIRES: records[i] belongs to node i of `dag`.
  ReachabilityView(std::span<const ReachRecord> records, const CsrView& dag) : records_(records), dag_(dag) {}

  // Exact. O(1) if two records decide; otherwise a depth-first search cut by the records, which expands at
  // most the components numbered between a and b that neither reach the hub from a nor are reached from it.
  bool Reaches(uint32_t a, uint32_t b, ReachWorkspace& scratch) const;

 private:
  enum class Verdict { kYes, kNo, kUnknown };
  Verdict Decide(uint32_t a, uint32_t b) const;

  std::span<const ReachRecord> records_;
  CsrView dag_;
};

}  // namespace waystone
