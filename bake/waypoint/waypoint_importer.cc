#include "bake/waypoint/waypoint_importer.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "bake/import/source_check.h"
#include "bake/import/source_file.h"
#include "bake/import/source_formats.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"

namespace waystone {
namespace {

template <typename Placed, typename... Parts>
absl::Status Invalid(std::string_view prefix, const WaypointGraph& graph, const Placed& at,
                     const Parts&... rule) {
  return InvalidArgument(prefix, at.place, graph.place_end, ": ", rule...);
}

absl::Status TakeNodes(const ImportOptions& options, WaypointGraph& graph) {
  const auto broken = [&](const WaypointGraph::Node& node, const auto&... rule) {
    return Invalid(graph.node_place, graph, node, "node ", node.id, rule...);
  };
  if (graph.nodes.empty()) return absl::InvalidArgumentError("there is no node");
  for (WaypointGraph::Node& node : graph.nodes) {
    node.at = InMetres(node.at, options);
    node.radius *= options.scale;
    const double most_m = std::max({std::abs(node.at.x), std::abs(node.at.y), std::abs(node.at.z)});
    if (!(most_m <= kMaxSourceCoordinateM)) {
      return broken(node, " lies more than ", kMaxSourceCoordinateM, " m from the origin along an axis");
    }
    if (!(node.radius <= kMaxWaypointRadius_m)) {
      return broken(node, " has a radius of more than ", kMaxWaypointRadius_m, " m");
    }
  }
  return absl::OkStatus();
}

// The nodes by id: pairs of id and index, sorted.
absl::StatusOr<std::vector<std::pair<uint32_t, uint32_t>>> IndexNodes(const WaypointGraph& graph) {
  std::vector<std::pair<uint32_t, uint32_t>> index;
  index.reserve(graph.nodes.size());
  for (uint32_t i = 0; i < graph.nodes.size(); ++i) index.emplace_back(graph.nodes[i].id, i);
  std::ranges::sort(index);
  for (size_t i = 1; i < index.size(); ++i) {
    if (index[i].first != index[i - 1].first) continue;
    const WaypointGraph::Node& second = graph.nodes[index[i].second];
    return Invalid(graph.node_place, graph, second, "id ", second.id, " was given before (", graph.node_place,
                   graph.nodes[index[i - 1].second].place, graph.place_end, ")");
  }
  return index;
}

absl::Status ResolveLinks(const std::vector<std::pair<uint32_t, uint32_t>>& index, WaypointGraph& graph) {
  const auto resolve = [&](const WaypointGraph::Link& link, std::string_view end,
                           uint32_t id) -> absl::StatusOr<uint32_t> {
    const auto at = std::lower_bound(index.begin(), index.end(), std::pair(id, uint32_t{0}));
    if (at != index.end() && at->first == id) return at->second;
    return Invalid(graph.link_place, graph, link, end, " ", id, " is no node");
  };
  for (WaypointGraph::Link& link : graph.links) {
    if (link.from == link.to) {
      return Invalid(graph.link_place, graph, link, "the link leads from node ", link.from, " to itself");
    }
    WS_ASSIGN_OR_RETURN(link.from, resolve(link, "from", link.from));
    WS_ASSIGN_OR_RETURN(link.to, resolve(link, "to", link.to));
  }
  std::vector<uint32_t> order(graph.links.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto key = [&](uint32_t i) {
    return std::tuple(graph.links[i].from, graph.links[i].to, graph.links[i].place);
  };
  std::ranges::sort(order, {}, key);
  for (size_t i = 1; i < order.size(); ++i) {
    const WaypointGraph::Link& first = graph.links[order[i - 1]];
    const WaypointGraph::Link& second = graph.links[order[i]];
    if (first.from != second.from || first.to != second.to) continue;
    return Invalid(graph.link_place, graph, second, "the link from ", graph.nodes[second.from].id, " to ",
                   graph.nodes[second.to].id, " was given before (", graph.link_place, first.place,
                   graph.place_end, ")");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ImportedWaypoints> ImportWaypoints(const std::string& path, const ImportOptions& options) {
  SourceText source{path};
  WS_ASSIGN_OR_RETURN(source.bytes, source.digest.ReadFile(path));
  absl::StatusOr<WaypointGraph> graph = FormatReader<NodeReader>(path)(source);
  if (!graph.ok()) return InFile(path, graph.status());
  WS_RETURN_IF_ERROR(InFile(path, TakeNodes(options, *graph)));
  const auto index = IndexNodes(*graph);
  if (!index.ok()) return InFile(path, index.status());
  WS_RETURN_IF_ERROR(
      InFile(source.link_path.empty() ? path : source.link_path, ResolveLinks(*index, *graph)));
  return ImportedWaypoints{source.digest.Record(), *std::move(graph)};
}

}  // namespace waystone
