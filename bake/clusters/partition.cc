// METIS needs a connected graph to give connected parts, so each connected piece of the surface is divided
// separately. If a part still falls into pieces, each piece becomes a cluster.
#include "bake/clusters/partition.h"

#include <metis.h>

#include <algorithm>
#include <mutex>
#include <span>
#include <string_view>
#include <utility>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/graph/components.h"
#include "core/graph/csr_graph.h"
#include "core/graph/union_find.h"

namespace waystone {
namespace {

constexpr idx_t kSeed = 1;

// Which polygons share a side, whatever its direction: both ways, each once, no polygon with itself.
CsrGraph SharedSides(const NavmeshView& mesh) {
  std::vector<Arc> arcs;
  for (const NavEdge& edge : mesh.arrays().edges) {
    if (edge.twin == kNoEdge) continue;
    const uint32_t other = mesh.edge(EdgeId(edge.twin)).poly;
    if (other == edge.poly) continue;
    arcs.push_back({edge.poly, other});
    arcs.push_back({other, edge.poly});
  }
  std::ranges::sort(arcs);
  arcs.erase(std::unique(arcs.begin(), arcs.end()), arcs.end());
  return CsrGraph::FromArcs(mesh.poly_count(), arcs);
}

std::string_view NameOf(int metis_code) {
  switch (metis_code) {
    case METIS_ERROR_INPUT:
      return "bad input";
    case METIS_ERROR_MEMORY:
      return "out of memory";
    default:
      return "failed";
  }
}

// A connected graph as METIS takes it.
struct MetisGraph {
  std::vector<idx_t> rows{0};
  std::vector<idx_t> targets;
};

MetisGraph SubgraphOf(const CsrGraph& graph, std::span<const uint32_t> nodes, std::vector<idx_t>& number) {
  MetisGraph piece;
  for (size_t i = 0; i < nodes.size(); ++i) number[nodes[i]] = static_cast<idx_t>(i);
  for (const uint32_t node : nodes) {
    for (const uint32_t target : graph.Targets(node)) piece.targets.push_back(number[target]);
    piece.rows.push_back(static_cast<idx_t>(piece.targets.size()));
  }
  return piece;
}

absl::Status Divide(MetisGraph& graph, idx_t part_count, std::vector<idx_t>& parts) {
  // METIS draws from the process's one generator.
  static std::mutex one_at_a_time;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  auto node_count = static_cast<idx_t>(graph.rows.size() - 1);
  idx_t constraint_count = 1;
  idx_t cut = 0;
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = kSeed;
  options[METIS_OPTION_CONTIG] = 1;
  options[METIS_OPTION_NUMBERING] = 0;
  parts.assign(static_cast<size_t>(node_count), 0);
  const int code =
      METIS_PartGraphKway(&node_count, &constraint_count, graph.rows.data(), graph.targets.data(), nullptr,
                          nullptr, nullptr, &part_count, nullptr, nullptr, options, &cut, parts.data());
  if (code == METIS_OK) return absl::OkStatus();
  return absl::InternalError(StrCat("clusters: METIS on ", node_count, " polygons: ", NameOf(code)));
}

// [component] -> its polygons, ascending.
std::vector<std::vector<uint32_t>> NodesOf(const Components& components) {
  std::vector<std::vector<uint32_t>> nodes(components.count);
  for (uint32_t node = 0; node < components.of_node.size(); ++node) {
    nodes[components.of_node[node]].push_back(node);
  }
  return nodes;
}

// The connected pieces of the parts, numbered by their lowest polygons.
std::vector<uint32_t> PiecesOf(const CsrGraph& graph, std::span<const idx_t> part) {
  UnionFind pieces(graph.node_count());
  for (uint32_t node = 0; node < graph.node_count(); ++node) {
    for (const uint32_t target : graph.Targets(node)) {
      if (part[node] == part[target]) pieces.Join(node, target);
    }
  }
  return std::move(pieces).Labels();
}

}  // namespace

absl::StatusOr<std::vector<uint32_t>> PartitionPolygons(const NavmeshView& mesh, uint32_t polygons) {
  const CsrGraph graph = SharedSides(mesh);
  const Components components = WeakComponents(graph);
  std::vector<idx_t> number(mesh.poly_count());
  std::vector<idx_t> part(mesh.poly_count(), 0);  // within the component
  std::vector<idx_t> divided;
  for (const std::vector<uint32_t>& nodes : NodesOf(components)) {
    const size_t part_count = (nodes.size() + polygons - 1) / polygons;
    if (part_count == 1) continue;
    MetisGraph piece = SubgraphOf(graph, nodes, number);
    WS_RETURN_IF_ERROR(Divide(piece, static_cast<idx_t>(part_count), divided));
    for (size_t i = 0; i < nodes.size(); ++i) part[nodes[i]] = divided[i];
  }
  return PiecesOf(graph, part);
}

}  // namespace waystone
