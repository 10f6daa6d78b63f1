// How far is it to walk from one place to all others, over ground of different costs or with room to keep?
//
//   const Scratch::Lease<EdgePointFlood> flood = scratch.Borrow<EdgePointFlood>();
//   flood->Begin(mesh, links, abilities, costs, clearance_m, start);
//   if (flood->GrowTo(100, {}) == SearchOutcome::kExhausted) use(flood->DistanceTo(place));
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

#include "core/navmesh/distance_flood.h"
#include "core/navmesh/edge_point_graph.h"
#include "core/navmesh/ground_costs.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/path/search_outcome.h"

namespace waystone {

// The search over points on sides (edge_point_search.h) without a goal: every place within a limit gets the cost of
// the path that FindEdgePoints finds without a guide, or of one as cheap. Keeps its memory from flood to flood. One
// thread at a time.
class EdgePointFlood {
 public:
  EdgePointFlood() = default;
  EdgePointFlood(const EdgePointFlood&) = delete;
  EdgePointFlood& operator=(const EdgePointFlood&) = delete;

  // Forgets the last flood. Mesh and links must outlive the flood. Walks keep the clearance [m, >= 0] from borders
  // (ClearanceCheck), and of places with less room only the start is reached.
  void Begin(const NavmeshView& mesh, const LinkView& links, uint64_t abilities, const GroundCosts& costs,
             double clearance_m, const NavLocation& start);

  // As DistanceFlood::GrowTo; nodes are points.
  SearchOutcome GrowTo(double limit_m, const FloodOptions& options);

  // [m of plain ground] Known if at most grown_to_m(); infinite if it is not known, or no path leads there. O(points
  // of the polygon and its neighbours + sides crossed); a clearance is looked for point by point, the best first.
  double DistanceTo(const NavLocation& place);

  // Whether that is finite. As long.
  bool Reaches(const NavLocation& place) const { return LastOf(place).point != EdgePointGraph::kNoPoint; }

  double grown_to_m() const { return grown_to_m_; }
  uint32_t expansions() const { return expansions_; }

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(ws_, crossed_before_); }

 private:
  struct Last {
    double cost_m = std::numeric_limits<double>::infinity();
    uint32_t point = EdgePointGraph::kNoPoint;
    uint32_t side = kNoEdge;  // crossed behind the point, at `at`; none: the point is in the place's polygon
    Vec2 at;

    bool operator<(const Last& other) const {
      return std::tie(cost_m, point, side) < std::tie(other.cost_m, other.point, other.side);
    }
  };

  void Expand(uint32_t index);
  Last LastOf(const NavLocation& place) const;
  Last NextLast(const NavLocation& place, const Last& after) const;
  bool KeepsClear(const Last& last, const NavLocation& place) const;
  double CostBy(const Last& last, const NavLocation& place);

  const NavmeshView* mesh_ = nullptr;
  const LinkView* links_ = nullptr;
  EdgePointOptions options_;
  NavLocation start_;
  EdgePointWorkspace ws_;
  std::optional<EdgePointGraph> graph_;
  std::vector<uint32_t> crossed_before_;
  double grown_to_m_ = 0;
  uint32_t expansions_ = 0;
  uint64_t steps_ = 0;  // looked at
};

}  // namespace waystone
