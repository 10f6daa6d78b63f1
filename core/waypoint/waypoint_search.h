// The cheapest path over a graph of waypoints.
//
//   WaypointWorkspace scratch;  // one per thread, kept
//   const WaypointPath path = FindWaypointPath(graph, {.starts = starts, .goals = goals}, scratch);
//   if (path.outcome == SearchOutcome::kFound) Follow(path.arcs);
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/base/deadline.h"
#include "core/base/heap_bytes.h"
#include "core/graph/dary_heap.h"
#include "core/path/search_outcome.h"
#include "core/waypoint/waypoint_view.h"

namespace waystone {

// A node where a path may begin or end, and its cost there.
struct WaypointEnd {
  PolyId node;
  double cost_m = 0;  // [m, >= 0] of the path to the node, or on from it
};

struct WaypointQuery {
  std::span<const WaypointEnd> starts;  // one or more
  std::span<const WaypointEnd> goals;   // none: finds everything reachable from the starts
  uint64_t abilities = 0;               // bit k: ability k of the manifest
  // Arcs that may not be used; null: none.
  const absl::FunctionRef<bool(LinkId arc)>* is_closed = nullptr;
  double max_cost_m = std::numeric_limits<double>::infinity();  // ignores paths that cost more
  uint32_t max_expansions = 100'000'000;                        // [nodes]
  Deadline deadline = {};
};

struct WaypointPath {
  SearchOutcome outcome = SearchOutcome::kExhausted;
  double cost_m = 0;         // including both ends
  size_t start = 0;          // index in the query
  size_t goal = 0;           // index in the query
  std::vector<LinkId> arcs;  // from starts[start].node to goals[goal].node
  uint64_t expanded = 0;

  // A path to a goal is known; if a limit ended the search, it may not be the cheapest.
  bool arrives = false;
};

// Scratch. Owned by one worker; never shared between threads. Reusable across graphs; grows to the largest
// search so far: 24 bytes per node.
class WaypointWorkspace {
 public:
  // Whether the last search reached the node.
  bool Reached(PolyId node) const {
    const State& state = states_[node.value()];
    return state.generation == generation_ && std::isfinite(state.cost_m);
  }
  // [m] The cheapest path to the node that the last search found; infinite if it did not reach the node.
  double CostTo(PolyId node) const {
    return Reached(node) ? states_[node.value()].cost_m : std::numeric_limits<double>::infinity();
  }
  // The path by which the last search reached a node: cost_m, start and arcs. REQUIRES: Reached(node).
  WaypointPath PathTo(PolyId node) const;

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(states_, heap_); }

 private:
  friend class WaypointSearch;
  struct State {
    double cost_m = 0;
    uint32_t by = 0;  // id of the last arc; at a start its index, with is_start set
    PolyId before;
    uint32_t generation = 0;
    bool is_start = false;
    bool is_goal = false;
  };
  struct Open {
    double least_m;  // of a path through the node to a goal
    double cost_m;
    PolyId node;
  };
  struct IsSooner {
    bool operator()(const Open& a, const Open& b) const {
      if (a.least_m != b.least_m) return a.least_m < b.least_m;
      return a.cost_m != b.cost_m ? a.cost_m > b.cost_m : a.node < b.node;
    }
  };
  std::vector<State> states_;
  uint32_t generation_ = 0;
  DaryHeap<Open, IsSooner> heap_;
};

// A* by landmarks and the straight line (landmark_bound.h). kFound: the cheapest path from any start to any
// goal, exact to rounding; the choice among equals depends on the graph and the query alone. One-way arcs are
// used in their direction only. Without goals: kNoPath, and the workspace has reached everything that the
// starts lead to. Polls the deadline every 256 expansions.
WaypointPath FindWaypointPath(const WaypointView& graph, const WaypointQuery& query,
                              WaypointWorkspace& scratch);

}  // namespace waystone
