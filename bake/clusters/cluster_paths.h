// The paths that one cluster keeps.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/clusters/cluster_chain.h"
#include "core/clusters/cluster_tree.h"
#include "core/clusters/passage.h"

namespace waystone {

struct ClusterPaths {
  std::vector<float> costs;         // [m] from each passage that leads in to each that leads out
  std::vector<uint16_t> steps;      // as ClusterData
  std::vector<uint32_t> path_ends;  // kPoints: one per cost
  std::vector<uint32_t> in_tree;    // kEdges: of each passage
  std::vector<uint32_t> out_tree;   // as in_tree
};

// Scratch, reused from cluster to cluster. One thread.
class ClusterPathFinder {
 public:
  ClusterPathFinder(const ClusterGround& ground, ClusterMethod method) : ground_(ground), method_(method) {}

  // `in` and `out` lead into and out of the cluster. O(passages x polygons log polygons).
  ClusterPaths Find(const ClusterPolys& cluster, std::span<const PassageEnds> in,
                    std::span<const PassageEnds> out);

 private:
  void FindEdges(const ClusterPolys& cluster, std::span<const PassageEnds> in,
                 std::span<const PassageEnds> out, ClusterPaths& paths);
  void FindPoints(const ClusterPolys& cluster, std::span<const PassageEnds> in,
                  std::span<const PassageEnds> out, ClusterPaths& paths);

  const ClusterGround ground_;
  const ClusterMethod method_;
  ClusterTree tree_;
  ClusterChain chain_;
  PullScratch pull_;
};

}  // namespace waystone
