// The part of a skeleton that a start can reach, with rows of its own: walks are planned on it.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/graph/components.h"
#include "core/graph/csr_graph.h"
#include "core/skeleton/skeleton_changes.h"
#include "core/skeleton/skeleton_view.h"

namespace waystone {

// A node of a WalkGraph.
using WalkNodeId = StrongId<struct WalkNodeIdTag>;

inline constexpr uint32_t kNoNode = 0xffffffffU;

// Nodes are the key points that the start can reach, numbered in the order of their ids (the source's, if it
// has any), so that a tie by node is a tie by id. Of arcs with the same ends the shortest is kept. Const once
// made; any thread.
struct WalkGraph {
  WalkNodeId start{0};
  std::vector<KeyPointId> key_points;  // [node] by rising id
  std::vector<uint32_t> rows;          // [node] first arc; one more than nodes
  std::vector<WalkNodeId> targets;     // [arc] ascending within a row
  std::vector<float> lengths;          // [arc] [m] costs, if changes give the ground some
  std::vector<uint32_t> arcs;          // [arc] of the skeleton and its changes
  std::vector<uint8_t> uses;           // [arc] by the baked round walk
  std::vector<uint32_t> back_rows;     // [node] the arcs that lead here
  std::vector<WalkNodeId> sources;     // [back arc] ascending within a row
  std::vector<float> back_lengths;     // [back arc] [m]
  std::vector<uint8_t> back_uses;      // [back arc]
  bool is_two_way = false;             // every arc has one that leads back
  // Whatever passes over the graph looks at it, and ends early: its result is then of no use, but can be handed on. Never
  // passes on small graphs, over which nothing takes long.
  Deadline deadline;
  Components strong;
  CsrGraph dag;  // of the strong components

  uint32_t size() const { return static_cast<uint32_t>(key_points.size()); }
  uint32_t ComponentOf(WalkNodeId node) const { return strong.of_node[node.value()]; }
  // The arcs of a node: from the first up to the end.
  uint32_t FirstArc(WalkNodeId node) const { return rows[node.value()]; }
  uint32_t EndArc(WalkNodeId node) const { return rows[node.value() + 1]; }
  // The arc between two nodes; kNoNode if there is none. O(log row).
  uint32_t ArcBetween(WalkNodeId source, WalkNodeId target) const;
};

// `source_ids` [key point]: each once; empty: key points go by their own ids.
// REQUIRES: `start` is a key point. O(n log n) in key points and arcs. Only the start is in it if the deadline passes
// first.
WalkGraph MakeWalkGraph(const SkeletonView& skeleton, KeyPointId start, const SkeletonChanges& changes,
                        std::span<const uint32_t> source_ids = {}, const Deadline& deadline = {});
// All key points, the start being the first. O(key points + arcs).
WalkGraph MakeWholeWalkGraph(const SkeletonView& skeleton);

// Two nodes with an arc in at least one direction; a < b.
struct WalkEdge {
  WalkNodeId a;
  WalkNodeId b;
  float there_m;  // a to b; infinite if there is no arc
  float back_m;   // b to a
  uint32_t uses;  // of both by the baked round walk
  float Least() const { return there_m < back_m ? there_m : back_m; }
  bool IsTwoWay() const;
};

// The edges with `node` as the lower end, ascending. O(row).
template <typename Do>
void ForEachEdgeAbove(const WalkGraph& graph, WalkNodeId node, Do visit);

// Each pair once, ascending by (a, b). O(arcs).
std::vector<WalkEdge> EdgesOf(const WalkGraph& graph);
// How many that are. O(arcs).
uint32_t CountEdges(const WalkGraph& graph);

template <typename Do>
void ForEachEdgeAbove(const WalkGraph& graph, WalkNodeId node, Do visit) {
  constexpr float kNever_m = std::numeric_limits<float>::infinity();
  // Both rows ascend: they are merged.
  uint32_t out = graph.FirstArc(node);
  uint32_t in = graph.back_rows[node.value()];
  const uint32_t out_end = graph.EndArc(node);
  const uint32_t in_end = graph.back_rows[node.value() + 1];
  while (out < out_end || in < in_end) {
    const WalkNodeId next_out = out < out_end ? graph.targets[out] : WalkNodeId::None();
    const WalkNodeId next_in = in < in_end ? graph.sources[in] : WalkNodeId::None();
    WalkEdge edge{node, next_out < next_in ? next_out : next_in, kNever_m, kNever_m, 0};
    if (next_out == edge.b) {
      edge.there_m = graph.lengths[out];
      edge.uses += graph.uses[out++];
    }
    if (next_in == edge.b) {
      edge.back_m = graph.back_lengths[in];
      edge.uses += graph.back_uses[in++];
    }
    if (edge.b > node) visit(edge);
  }
}

// Polls a deadline now and then; once it has passed, it stays so. One owner.
class Pacer {
 public:
  explicit Pacer(const Deadline& deadline) : deadline_(deadline) {}
  // A cancelled deadline has passed at once; one that has run out passes `grace` after that was first seen, or with
  // `last` if that is sooner.
  Pacer(const Deadline& deadline, std::chrono::nanoseconds grace, const Deadline& last)
      : deadline_(deadline), last_(last), grace_(grace) {}
  // Counts `steps` of work; looks at the clock every few hundred.
  bool Expired(uint32_t steps = 1) {
    steps_ += steps;
    if (steps_ >= kStepsPerLook) {
      steps_ = 0;
      if (!is_expired_ && deadline_.Expired()) SeeItOver();
    }
    return is_expired_;
  }

 private:
  void SeeItOver() {
    const Deadline::Clock::time_point now = Deadline::Clock::now();
    if (!is_late_) grace_end_ = now + grace_;
    is_late_ = true;
    is_expired_ = deadline_.Cancelled() || now >= grace_end_ || last_.Expired();
  }

  static constexpr uint32_t kStepsPerLook = 512;
  Deadline deadline_;
  Deadline last_;
  std::chrono::nanoseconds grace_{0};
  bool is_late_ = false;  // the deadline was seen to be over
  Deadline::Clock::time_point grace_end_;
  uint32_t steps_ = kStepsPerLook;  // the first call looks
  bool is_expired_ = false;
};

}  // namespace waystone
