// The cheapest way over a graph of waypoints.
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

// Where a way may begin or end, and what it pays there.
struct WaypointEnd {
  uint32_t node = 0;
  double cost_m = 0;  // [m, >= 0] of the way to the node, or on from it
};

struct WaypointQuery {
  std::span<const WaypointEnd> starts;  // one or more
  std::span<const WaypointEnd> goals;   // none: everything that the starts lead to is wanted
  uint64_t abilities = 0;               // bit k: ability k of the manifest
  // Arcs that may not be used; null: none.
  const absl::FunctionRef<bool(uint32_t arc)>* is_closed = nullptr;
  double max_cost_m = std::numeric_limits<double>::infinity();  // no way that costs more is wanted
  uint32_t max_expansions = 100'000'000;                        // [nodes]
  Deadline deadline = {};
};

struct WaypointPath {
  SearchOutcome outcome = SearchOutcome::kExhausted;
  double cost_m = 0;           // with what is paid at both ends
  size_t start = 0;            // of the query's
  size_t goal = 0;             // of the query's
  std::vector<uint32_t> arcs;  // from starts[start].node to goals[goal].node
  uint64_t expanded = 0;

  // A way to a goal is known; where a limit ended the search, maybe not the cheapest.
  bool arrives = false;
};

// Scratch. Owned by one worker; never shared between threads. Works for any number of graphs in turn and
// grows to the largest search seen: 24 bytes a node.
class WaypointWorkspace {
 public:
  // Whether the last search came to the node.
  bool Reached(uint32_t node) const {
    return states_[node].generation == generation_ && std::isfinite(states_[node].cost_m);
  }
  // [m] What the last search knows of the cheapest path to the node; infinite if it did not come there.
  double CostTo(uint32_t node) const {
    return Reached(node) ? states_[node].cost_m : std::numeric_limits<double>::infinity();
  }
  // The way by which the last search came to a node: cost_m, start and arcs. REQUIRES: Reached(node).
  WaypointPath WayTo(uint32_t node) const;

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(states_, heap_); }

 private:
  friend class WaypointSearch;
  struct State {
    double cost_m = 0;
    uint32_t arc = 0;  // taken last; at a start its index, is_start set
    uint32_t before = 0;
    uint32_t generation = 0;
    bool is_start = false;
    bool is_goal = false;
  };
  struct Open {
    double least_m;  // of a way through the node to a goal
    double cost_m;
    uint32_t node;
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

// A* by landmarks and the straight line (landmark_bound.h). kFound: the cheapest way from any start to any
// goal, exact to rounding, of equals one that depends on the graph and the query alone; one-way arcs are used
// in their direction only. Without goals: kNoWay, and the workspace has reached all that the starts lead to.
// Polls the deadline every 256 expansions.
WaypointPath FindWaypointPath(const WaypointView& graph, const WaypointQuery& query,
                              WaypointWorkspace& scratch);

}  // namespace waystone
