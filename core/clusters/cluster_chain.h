// A chain of polygons over clusters, put together from trees, paths and entrances.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/base/ids.h"
#include "core/clusters/cluster_format.h"
#include "core/clusters/passage.h"
#include "core/geom/vec.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/corridor_pull.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Grows at its end. The view's arrays must outlive it. One thread. Keeps its memory.
class ClusterChain {
 public:
  // Clears the chain.
  void Begin(const ClusterGround& ground, PolyId start);

  // Each appends passages and ends in the named polygon. False if two consecutive polygons are not
  // neighbours, as in damaged data: the chain is then invalid. O(passages x edges).
  //
  // To the root of a tree of Direction::kToRoot. REQUIRES: the chain ends in the cluster, at `local`.
  bool FollowToRoot(std::span<const uint32_t> polys, std::span<const uint16_t> tree, uint32_t local);
  // From the root of a tree of Direction::kFromRoot, where the chain ends, to `local`.
  bool FollowFromRoot(std::span<const uint32_t> polys, std::span<const uint16_t> tree, uint32_t local);
  // Along a path; the chain must end in its first polygon.
  bool FollowPath(std::span<const uint32_t> polys, std::span<const uint16_t> path);
  // Over a passage that leads out of the polygon in which the chain ends.
  bool Pass(Passage passage);

  // Leaves out the stretch between two visits to a polygon if no link was used between them. O(passages).
  void DropLoops();

  // [m] The shortest path through the chain, with the costs of links.
  double TautCost_m(Vec2 from, Vec2 to, PullScratch& scratch) const;

  PolyId end() const { return end_; }
  size_t size() const { return crossed_.size(); }
  // The half-edges crossed, and the links used (without `turn`), as in SurfacePath.
  std::vector<EdgeId>& crossed() { return crossed_; }
  std::vector<LinkUse>& links() { return links_; }

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(crossed_, links_, back_, last_visit_); }

 private:
  bool Step(uint32_t to);
  size_t DropLoops(size_t begin, size_t end, size_t kept);

  std::optional<ClusterGround> ground_;
  PolyId end_;
  std::vector<EdgeId> crossed_;
  std::vector<LinkUse> links_;
  std::vector<uint16_t> back_;        // of FollowFromRoot
  std::vector<uint32_t> last_visit_;  // [polygon], of DropLoops
};

}  // namespace waystone
