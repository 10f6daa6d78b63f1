// The clusters of a loaded navmesh.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/ids.h"
#include "core/clusters/cluster_format.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Owned data, as the baker writes it.
struct ClusterData {
  ClusterHeader header{};
  std::vector<ClusterPlace> places;        // one per polygon
  std::vector<uint32_t> polys;             // by cluster, ascending
  std::vector<ClusterRecord> clusters;     // by their first polygon
  std::vector<ClusterEntrance> entrances;  // by the cluster that they lead out of
  std::vector<uint32_t> entering;          // entrances by the cluster that they lead into, ascending
  std::vector<float> costs;                // [m] infinite: no path within the cluster
  // kEdges: trees, each a step per polygon of the cluster: the next polygon towards the root; the root's is
  // itself. kPoints: paths in the order of the costs, each the polygons walked over, both ends included.
  std::vector<uint16_t> steps;
  std::vector<uint32_t> path_ends;  // kPoints: end of each cost's path among its cluster's steps
};

// A const view over the sections, or over a ClusterData. Trivially copied; does not own; any thread. Only
// Create makes one. It checks that every index is in range and that entrances join the clusters that they
// name; that steps lead from neighbour to neighbour is checked as they are followed.
class ClusterView {
 public:
  struct Arrays {
    ClusterHeader header{};
    std::span<const ClusterPlace> places;
    std::span<const uint32_t> polys;
    std::span<const ClusterRecord> clusters;
    std::span<const ClusterEntrance> entrances;
    std::span<const uint32_t> entering;
    std::span<const float> costs;
    std::span<const uint16_t> steps;
    std::span<const uint32_t> path_ends;
  };

  // DataLoss naming the array, the index and the rule broken. O(n).
  static absl::StatusOr<ClusterView> Create(const Arrays& arrays, const NavmeshView& mesh,
                                            const LinkView& links);
  static absl::StatusOr<ClusterView> Create(const ClusterData& data, const NavmeshView& mesh,
                                            const LinkView& links);

  const ClusterHeader& header() const { return arrays_.header; }
  std::span<const ClusterPlace> places() const { return arrays_.places; }
  std::span<const ClusterRecord> clusters() const { return arrays_.clusters; }
  std::span<const ClusterEntrance> entrances() const { return arrays_.entrances; }

  // REQUIRES (all below): indices in range.
  const ClusterPlace& PlaceOf(PolyId poly) const { return arrays_.places[poly.value()]; }
  const ClusterRecord& cluster(ClusterId id) const { return arrays_.clusters[id.value()]; }
  const ClusterEntrance& entrance(EntranceId id) const { return arrays_.entrances[id.value()]; }
  // A cluster's polygons by their numbers within it.
  std::span<const uint32_t> PolysOf(const ClusterRecord& cluster) const {
    return arrays_.polys.subspan(cluster.first_poly, cluster.poly_count);
  }
  // The entrances that lead in, by rows.
  std::span<const uint32_t> Entering(const ClusterRecord& cluster) const {
    return arrays_.entering.subspan(cluster.first_in, cluster.in_count);
  }
  // [m] From an entrance that leads in to each one that leads out.
  std::span<const float> CostsFrom(const ClusterRecord& cluster, uint32_t row) const {
    return arrays_.costs.subspan(cluster.first_cost + uint64_t{row} * cluster.out_count, cluster.out_count);
  }
  // REQUIRES: kEdges.
  std::span<const uint16_t> Tree(const ClusterRecord& cluster, uint32_t tree) const {
    return arrays_.steps.subspan(cluster.first_step + uint64_t{tree} * cluster.poly_count,
                                 cluster.poly_count);
  }
  // REQUIRES: kPoints.
  std::span<const uint16_t> Path(const ClusterRecord& cluster, uint32_t row, uint32_t column) const;

 private:
  explicit ClusterView(const Arrays& arrays) : arrays_(arrays) {}
  Arrays arrays_;
};

}  // namespace waystone
