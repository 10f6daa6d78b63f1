// Clusters of a navmesh's polygons (S4.4) as stored in a package. docs/clusters.md draws them.
//
// A cluster is some hundred connected polygons. An entrance is a directed passage from one cluster into
// another: a half-edge, or a link. Its point is where one arrives: the middle of the edge, the end of the
// link. Each cluster stores the costs from every entrance that leads in to every one that leads out (S4.5),
// and the paths, by one of two methods. All data of a cluster is contiguous.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/base/ids.h"

namespace waystone {

// How the paths within a cluster are stored.
enum class ClusterMethod : uint32_t {
  // One tree of shortest paths for each entrance: towards those that lead out, from those that lead in.
  kEdges = 1,
  // The path between the points of every pair of entrances.
  kPoints = 2,
};

struct ClusterHeader {
  ClusterMethod method;
  uint32_t cluster_count;
  uint32_t entrance_count;
  uint32_t polygons;      // of a cluster, as requested
  uint32_t reserved[12];  // zero
};
static_assert(sizeof(ClusterHeader) == 64 && std::is_trivially_copyable_v<ClusterHeader>);

// The cluster of a polygon.
struct ClusterPlace {
  ClusterId cluster;
  uint32_t local;  // its number within the cluster
};
static_assert(sizeof(ClusterPlace) == 8 && std::is_trivially_copyable_v<ClusterPlace>);

struct ClusterRecord {
  uint32_t first_poly;  // of the polygons by cluster
  uint32_t poly_count;  // 1 to kMaxClusterPolys
  uint32_t first_out;   // the entrances that lead out are consecutive
  uint32_t out_count;
  uint32_t first_in;  // of the list of entrances that lead in
  uint32_t in_count;
  uint64_t first_cost;  // row by row: from an entrance in to each entrance out
  uint64_t first_step;
  uint64_t step_count;
};
static_assert(sizeof(ClusterRecord) == 48 && std::is_trivially_copyable_v<ClusterRecord>);

inline constexpr uint32_t kMaxClusterPolys = 0xfffe;
// A step is a polygon's number within the cluster.
inline constexpr uint16_t kNoClusterStep = 0xffff;

// A passage from polygon to polygon: a half-edge, or a link.
struct Passage {
  static constexpr uint32_t kLinkBit = 1U << 31;
  static constexpr uint32_t kNone = 0xffffffffU;

  uint32_t value = kNone;

  static Passage OfSide(uint32_t edge) { return {edge}; }
  static Passage OfLink(uint32_t link) { return {link | kLinkBit}; }
  bool IsNone() const { return value == kNone; }
  bool IsLink() const { return (value & kLinkBit) != 0; }
  uint32_t index() const { return value & ~kLinkBit; }
};

struct ClusterEntrance {
  Passage passage;
  ClusterId to;       // the cluster that it leads into
  uint32_t row;       // its number among the entrances that lead there
  uint32_t out_tree;  // number of its tree in the cluster that it leads out of; 0 if there are no trees
  uint32_t in_tree;   // in the cluster that it leads into; equal trees are stored once
  float x;            // [m] map-local: its point
  float z;
};
static_assert(sizeof(ClusterEntrance) == 28 && std::is_trivially_copyable_v<ClusterEntrance>);

}  // namespace waystone
