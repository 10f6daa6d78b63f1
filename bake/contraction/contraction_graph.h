// The graph while it is being contracted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bake/contraction/route_graph.h"
#include "core/base/ids.h"
#include "core/navmesh/hierarchy_format.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/route_corridor.h"

namespace waystone {

// An arc between nodes that are still there, as one of its ends has it.
struct LiveArc {
  RouteNodeId target;
  float cost_m;
  uint32_t path;       // HierarchyArc::way: kPoly or kVia
  uint32_t corridor;   // into the graph's corridors; kNoCorridor if it has none
  uint8_t side_count;  // of the corridor
  uint8_t directions;  // kArcOut | kArcIn
  bool is_reversed;    // the corridor leads from the target to here
};

inline constexpr uint32_t kNoCorridor = 0xffffffffU;

// A corridor from node to node.
struct Corridor {
  uint32_t first_poly = 0;
  uint32_t last_poly = 0;
  std::vector<EdgeId> crossed;
};

// A shortcut that is about to be added, as `from` has it.
struct NewArc {
  RouteNodeId from;
  RouteNodeId to;
  RouteNodeId via;
  float cost_m;
  uint8_t directions;
  bool has_corridor;
  uint32_t first_side;  // into NewArcs::sides
  uint8_t side_count;
  uint32_t first_poly;
};

// The outcome of one contraction.
struct NewArcs {
  std::vector<NewArc> arcs;
  std::vector<EdgeId> sides;
};

// Rows of live arcs. Reading is free for all threads between changes.
class ContractionGraph {
 public:
  ContractionGraph(const NavmeshView& mesh, const RouteGraph& graph);

  uint32_t node_count() const { return static_cast<uint32_t>(rows_.size()); }
  const RouteNode& node(RouteNodeId id) const { return nodes_[id.value()]; }
  Vec2 At(RouteNodeId id) const { return {node(id).x, node(id).z}; }
  const std::vector<LiveArc>& row(RouteNodeId id) const { return rows_[id.value()]; }

  // The corridor of an arc, away from its row's node or towards it. False if it has none.
  bool Read(const LiveArc& arc, bool away, Corridor& out) const;

  // The corridor from the target of `in` over node `via` to the target of `out`, both arcs of the node's row.
  // False if it has none or would cross more than `max_sides`.
  bool Join(RouteNodeId via, const LiveArc& in, const LiveArc& out, size_t max_sides, Corridor& scratch,
            Corridor& joined) const;

  // Takes the node out of its neighbours' rows; its own row stays as it is.
  void Remove(RouteNodeId id);
  // Adds a shortcut to both its ends; arcs that it beats in all their directions go.
  void Add(const NewArc& arc, const NewArcs& owner);

  const CorridorJoiner& joiner() const { return joiner_; }

 private:
  void AddHalf(RouteNodeId id, LiveArc arc);

  const NavmeshView& mesh_;
  const CorridorJoiner joiner_;
  std::span<const RouteNode> nodes_;
  std::vector<std::vector<LiveArc>> rows_;
  std::vector<uint32_t> corridors_;  // the first polygon, then the sides
};

}  // namespace waystone
