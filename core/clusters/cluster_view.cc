#include "core/clusters/cluster_view.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/clusters/passage.h"

namespace waystone {
namespace {

absl::Status Broken(std::string_view array, size_t index, std::string_view rule) {
  return absl::DataLossError(StrCat("cluster ", array, "[", index, "]: ", rule));
}

absl::Status CheckHeader(const ClusterView::Arrays& a, const NavmeshView& mesh) {
  const ClusterHeader& h = a.header;
  if (h.method != ClusterMethod::kEdges && h.method != ClusterMethod::kPoints) {
    return absl::DataLossError("cluster header: unknown method");
  }
  if (h.cluster_count != a.clusters.size() || h.entrance_count != a.entrances.size() ||
      a.entering.size() != a.entrances.size()) {
    return absl::DataLossError("cluster header: counts differ from the arrays");
  }
  if (a.places.size() != mesh.poly_count() || a.polys.size() != mesh.poly_count()) {
    return absl::DataLossError("cluster header: not one place per polygon");
  }
  const size_t path_count = h.method == ClusterMethod::kPoints ? a.costs.size() : 0;
  if (a.path_ends.size() != path_count) return absl::DataLossError("cluster header: not one path per cost");
  for (const uint32_t word : h.reserved) {
    if (word != 0) return absl::DataLossError("cluster header: reserved words are not zero");
  }
  return absl::OkStatus();
}

// Checks that the polygons of the clusters are those of the mesh, each once.
absl::Status CheckPolys(const ClusterView::Arrays& a, size_t i) {
  const ClusterRecord& cluster = a.clusters[i];
  for (uint32_t local = 0; local < cluster.poly_count; ++local) {
    const uint32_t poly = a.polys[cluster.first_poly + local];
    if (poly >= a.places.size()) return Broken("polygons", cluster.first_poly + local, "out of range");
    const ClusterPlace& place = a.places[poly];
    if (place.cluster.value() != i || place.local != local)
      return Broken("places", poly, "of another cluster");
  }
  return absl::OkStatus();
}

absl::Status CheckPaths(const ClusterView::Arrays& a, size_t i) {
  const ClusterRecord& cluster = a.clusters[i];
  const uint64_t cost_count = uint64_t{cluster.in_count} * cluster.out_count;
  uint32_t end = 0;
  for (uint64_t cost = cluster.first_cost; cost < cluster.first_cost + cost_count; ++cost) {
    if (a.path_ends[cost] < end) return Broken("path ends", cost, "not monotone");
    end = a.path_ends[cost];
  }
  if (end != cluster.step_count) return Broken("records", i, "its paths do not cover its steps");
  return absl::OkStatus();
}

absl::Status CheckSteps(const ClusterView::Arrays& a, size_t i) {
  const ClusterRecord& cluster = a.clusters[i];
  for (uint64_t step = cluster.first_step; step < cluster.first_step + cluster.step_count; ++step) {
    if (a.steps[step] >= cluster.poly_count && a.steps[step] != kNoClusterStep) {
      return Broken("steps", step, "out of range");
    }
  }
  if (a.header.method == ClusterMethod::kPoints) return CheckPaths(a, i);
  if (cluster.step_count % cluster.poly_count != 0) return Broken("records", i, "part of a tree");
  return absl::OkStatus();
}

// Checks that the records are consecutive and cover the arrays.
absl::Status CheckRecords(const ClusterView::Arrays& a) {
  ClusterRecord next{};
  for (size_t i = 0; i < a.clusters.size(); ++i) {
    const ClusterRecord& cluster = a.clusters[i];
    if (cluster.poly_count == 0 || cluster.poly_count > kMaxClusterPolys) {
      return Broken("records", i, "bad number of polygons");
    }
    if (cluster.first_poly != next.first_poly || cluster.first_out != next.first_out ||
        cluster.first_in != next.first_in || cluster.first_cost != next.first_cost ||
        cluster.first_step != next.first_step) {
      return Broken("records", i, "does not follow the one before");
    }
    const uint64_t cost_count = uint64_t{cluster.in_count} * cluster.out_count;
    if (cluster.poly_count > a.polys.size() - next.first_poly ||
        cluster.out_count > a.entrances.size() - next.first_out ||
        cluster.in_count > a.entering.size() - next.first_in ||
        cost_count > a.costs.size() - next.first_cost ||
        cluster.step_count > a.steps.size() - next.first_step) {
      return Broken("records", i, "out of range");
    }
    next.first_poly += cluster.poly_count;
    next.first_out += cluster.out_count;
    next.first_in += cluster.in_count;
    next.first_cost += cost_count;
    next.first_step += cluster.step_count;
    WS_RETURN_IF_ERROR(CheckPolys(a, i));
    WS_RETURN_IF_ERROR(CheckSteps(a, i));
  }
  const bool is_covered = next.first_poly == a.polys.size() && next.first_out == a.entrances.size() &&
                          next.first_in == a.entering.size() && next.first_cost == a.costs.size() &&
                          next.first_step == a.steps.size();
  return is_covered ? absl::OkStatus() : absl::DataLossError("cluster records: do not cover the arrays");
}

absl::Status CheckEntrance(const ClusterView::Arrays& a, const ClusterEntrance& entrance, size_t from,
                           size_t id, const NavmeshView& mesh, const LinkView& links) {
  if (!std::isfinite(entrance.x) || !std::isfinite(entrance.z)) return Broken("entrances", id, "not finite");
  const uint32_t index = entrance.passage.index();
  if (index >= (entrance.passage.IsLink() ? links.size() : mesh.arrays().edges.size())) {
    return Broken("entrances", id, "passage out of range");
  }
  if (!entrance.passage.IsLink() && mesh.edge(EdgeId(index)).twin == kNoEdge) {
    return Broken("entrances", id, "on a border");
  }
  const PassageEnds ends = EndsOf(mesh, links, entrance.passage);
  if (a.places[ends.from_poly].cluster.value() != from) {
    return Broken("entrances", id, "leads out of another cluster");
  }
  if (a.places[ends.to_poly].cluster != entrance.to) return Broken("entrances", id, "leads elsewhere");
  const ClusterRecord& to = a.clusters[entrance.to.value()];
  if (entrance.row >= to.in_count || a.entering[to.first_in + entrance.row] != id) {
    return Broken("entrances", id, "not in its row");
  }
  if (a.header.method == ClusterMethod::kPoints) return absl::OkStatus();
  const ClusterRecord& left = a.clusters[from];
  if (entrance.out_tree >= left.step_count / left.poly_count ||
      entrance.in_tree >= to.step_count / to.poly_count) {
    return Broken("entrances", id, "tree out of range");
  }
  return absl::OkStatus();
}

absl::Status CheckEntrances(const ClusterView::Arrays& a, const NavmeshView& mesh, const LinkView& links) {
  for (size_t i = 0; i < a.clusters.size(); ++i) {
    const ClusterRecord& cluster = a.clusters[i];
    for (size_t id = cluster.first_out; id < size_t{cluster.first_out} + cluster.out_count; ++id) {
      WS_RETURN_IF_ERROR(CheckEntrance(a, a.entrances[id], i, id, mesh, links));
    }
  }
  for (size_t i = 0; i < a.costs.size(); ++i) {
    if (!(a.costs[i] >= 0)) return Broken("costs", i, "negative or no number");
  }
  return absl::OkStatus();
}

}  // namespace

std::span<const uint16_t> ClusterView::Path(const ClusterRecord& cluster, uint32_t row,
                                            uint32_t column) const {
  const uint64_t cost = uint64_t{row} * cluster.out_count + column;
  const uint32_t begin = cost == 0 ? 0 : arrays_.path_ends[cluster.first_cost + cost - 1];
  const uint32_t end = arrays_.path_ends[cluster.first_cost + cost];
  return arrays_.steps.subspan(cluster.first_step + begin, end - begin);
}

absl::StatusOr<ClusterView> ClusterView::Create(const Arrays& arrays, const NavmeshView& mesh,
                                                const LinkView& links) {
  WS_RETURN_IF_ERROR(CheckHeader(arrays, mesh));
  WS_RETURN_IF_ERROR(CheckRecords(arrays));
  WS_RETURN_IF_ERROR(CheckEntrances(arrays, mesh, links));
  return ClusterView(arrays);
}

absl::StatusOr<ClusterView> ClusterView::Create(const ClusterData& data, const NavmeshView& mesh,
                                                const LinkView& links) {
  return Create(Arrays{data.header, data.places, data.polys, data.clusters, data.entrances, data.entering,
                       data.costs, data.steps, data.path_ends},
                mesh, links);
}

}  // namespace waystone
