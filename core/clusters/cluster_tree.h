// Shortest paths over the polygons of one cluster.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/clusters/cluster_format.h"
#include "core/clusters/passage.h"
#include "core/geom/vec.h"
#include "core/graph/best_first.h"

namespace waystone {

// The polygons of a cluster. Does not own.
struct ClusterPolys {
  ClusterId cluster;
  std::span<const uint32_t> polys;       // by their numbers within the cluster
  std::span<const ClusterPlace> places;  // of all polygons
};

// A tree of short paths from one place of a cluster to all its polygons, or from all of them to the place.
// Paths lead through the middles of edges and over links. Which polygons can be reached within the cluster is
// exact; costs are those through the middles. Deterministic: ties go by the numbers of the polygons, so that
// over two-way edges both directions give the same tree. Keeps its memory. One thread.
class ClusterTree {
 public:
  enum class Direction : uint8_t { kFromRoot, kToRoot };

  // Reads the passages within the cluster; they hold for any number of trees. O(edges + links).
  void Read(const ClusterGround& ground, const ClusterPolys& cluster, Direction direction);

  // Grows the tree of a place in a polygon of the cluster. O(passages log polygons).
  void Grow(uint32_t root, Vec2 place);

  // [polygon] -> the next one on the path to the root (by Direction, the path is walked from or to it); the
  // root's own number at the root; kNoClusterStep if there is no path.
  std::span<const uint16_t> steps() const { return steps_; }

  // [bytes]
  uint64_t HeapBytes() const {
    return waystone::HeapBytes(rows_, arcs_, read_, next_, targets_, places_, steps_, search_);
  }

 private:
  struct Arc {
    uint32_t target;
    Vec2 from;
    Vec2 to;
    double cost_m;
  };
  struct RowArc {
    uint32_t row;
    Arc arc;
  };
  std::vector<uint32_t> rows_;
  std::vector<Arc> arcs_;
  std::vector<RowArc> read_;  // in the order of the polygons
  std::vector<uint32_t> next_;
  std::vector<uint32_t> targets_;
  std::vector<Vec2> places_;  // [polygon] where the path enters it
  std::vector<uint16_t> steps_;
  BestFirst<double> search_;
};

}  // namespace waystone
