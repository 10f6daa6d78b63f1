#include "bake/clusters/cluster_builder.h"

#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "bake/clusters/cluster_paths.h"
#include "bake/clusters/partition.h"
#include "core/base/parallel_for.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr uint32_t kMaxIndex = std::numeric_limits<uint32_t>::max();

class ClusterBuilder {
 public:
  ClusterBuilder(const ClusterGround& ground, const ClusterRules& rules) : ground_(ground), rules_(rules) {
    data_.header.method = rules.method;
    data_.header.polygons = rules.polygons;
  }

  absl::StatusOr<ClusterData> Build(int thread_count) {
    WS_RETURN_IF_ERROR(PlacePolygons());
    FindEntrances();
    ListEntering();
    std::vector<ClusterPaths> paths(data_.clusters.size());
    ParallelFor(paths.size(), thread_count, [&](size_t i) { paths[i] = PathsOf(i); });
    for (size_t i = 0; i < paths.size(); ++i) {
      WS_RETURN_IF_ERROR(Append(i, paths[i]));
      paths[i] = {};
    }
    data_.header.cluster_count = static_cast<uint32_t>(data_.clusters.size());
    data_.header.entrance_count = static_cast<uint32_t>(data_.entrances.size());
    return std::move(data_);
  }

 private:
  absl::Status PlacePolygons() {
    WS_ASSIGN_OR_RETURN(const std::vector<uint32_t> cluster_of,
                        PartitionPolygons(ground_.mesh, rules_.polygons));
    for (const uint32_t cluster : cluster_of) {
      if (cluster >= data_.clusters.size()) data_.clusters.resize(cluster + 1);
      data_.places.push_back({ClusterId(cluster), data_.clusters[cluster].poly_count++});
    }
    uint32_t first = 0;
    for (ClusterRecord& cluster : data_.clusters) {
      if (cluster.poly_count > kMaxClusterPolys) {
        return absl::ResourceExhaustedError(StrCat("clusters: one of ", cluster.poly_count, " polygons"));
      }
      cluster.first_poly = first;
      first += cluster.poly_count;
    }
    data_.polys.resize(cluster_of.size());
    for (uint32_t poly = 0; poly < cluster_of.size(); ++poly) {
      const ClusterPlace& place = data_.places[poly];
      data_.polys[data_.clusters[place.cluster.value()].first_poly + place.local] = poly;
    }
    return absl::OkStatus();
  }

  void AddEntrance(Passage passage) {
    const PassageEnds ends = EndsOf(ground_.mesh, ground_.links, passage);
    const ClusterId from = data_.places[ends.from_poly].cluster;
    const ClusterId to = data_.places[ends.to_poly].cluster;
    if (from == to) return;
    ClusterEntrance& entrance = data_.entrances.emplace_back();
    entrance.passage = passage;
    entrance.to = to;
    entrance.row = data_.clusters[to.value()].in_count++;
    entrance.x = static_cast<float>(ends.to.x);
    entrance.z = static_cast<float>(ends.to.z);
    ++data_.clusters[from.value()].out_count;
  }

  void FindEntrances() {
    for (ClusterRecord& cluster : data_.clusters) {
      cluster.first_out = static_cast<uint32_t>(data_.entrances.size());
      for (uint32_t i = 0; i < cluster.poly_count; ++i) {
        const PolyId poly(data_.polys[cluster.first_poly + i]);
        const NavPoly& record = ground_.mesh.poly(poly);
        for (uint32_t side = record.first_edge; side < record.first_edge + record.edge_count; ++side) {
          if (ground_.mesh.edge(EdgeId(side)).twin != kNoEdge) AddEntrance(Passage::OfSide(side));
        }
        uint32_t link = ground_.links.FirstOf(poly).value();
        for (const NavLink& used : ground_.links.Of(poly)) {
          if (MayUse(used, ground_.abilities)) AddEntrance(Passage::OfLink(link));
          ++link;
        }
      }
    }
  }

  void ListEntering() {
    uint32_t first = 0;
    for (ClusterRecord& cluster : data_.clusters) {
      cluster.first_in = first;
      first += cluster.in_count;
    }
    data_.entering.resize(data_.entrances.size());
    for (uint32_t id = 0; id < data_.entrances.size(); ++id) {
      const ClusterEntrance& entrance = data_.entrances[id];
      data_.entering[data_.clusters[entrance.to.value()].first_in + entrance.row] = id;
    }
  }

  std::span<uint32_t> EnteringOf(const ClusterRecord& cluster) {
    return std::span(data_.entering).subspan(cluster.first_in, cluster.in_count);
  }

  ClusterPaths PathsOf(size_t i) {
    const ClusterRecord& cluster = data_.clusters[i];
    const auto ends_of = [&](uint32_t id) {
      return EndsOf(ground_.mesh, ground_.links, data_.entrances[id].passage);
    };
    std::vector<PassageEnds> in;
    for (const uint32_t id : EnteringOf(cluster)) in.push_back(ends_of(id));
    std::vector<PassageEnds> out;
    for (uint32_t k = 0; k < cluster.out_count; ++k) out.push_back(ends_of(cluster.first_out + k));
    const ClusterPolys polys{ClusterId(static_cast<uint32_t>(i)),
                             std::span(data_.polys).subspan(cluster.first_poly, cluster.poly_count),
                             data_.places};
    return ClusterPathFinder(ground_, rules_.method).Find(polys, in, out);
  }

  absl::Status Append(size_t i, const ClusterPaths& paths) {
    ClusterRecord& cluster = data_.clusters[i];
    cluster.first_cost = data_.costs.size();
    cluster.first_step = data_.steps.size();
    cluster.step_count = paths.steps.size();
    if (paths.steps.size() > kMaxIndex) {
      return absl::ResourceExhaustedError("clusters: more than 2^32 steps in one");
    }
    data_.costs.insert(data_.costs.end(), paths.costs.begin(), paths.costs.end());
    data_.steps.insert(data_.steps.end(), paths.steps.begin(), paths.steps.end());
    data_.path_ends.insert(data_.path_ends.end(), paths.path_ends.begin(), paths.path_ends.end());
    for (size_t k = 0; k < paths.out_tree.size(); ++k) {
      data_.entrances[cluster.first_out + k].out_tree = paths.out_tree[k];
    }
    const std::span<const uint32_t> entering = EnteringOf(cluster);
    for (size_t row = 0; row < paths.in_tree.size(); ++row) {
      data_.entrances[entering[row]].in_tree = paths.in_tree[row];
    }
    return absl::OkStatus();
  }

  const ClusterGround ground_;
  const ClusterRules rules_;
  ClusterData data_;
};

}  // namespace

absl::StatusOr<ClusterData> BuildClusters(const ClusterGround& ground, const ClusterRules& rules,
                                          int thread_count) {
  return ClusterBuilder(ground, rules).Build(thread_count);
}

}  // namespace waystone
