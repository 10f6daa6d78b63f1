#include "bake/waypoint/waypoint_importer.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "bake/import/source_check.h"
#include "bake/import/source_digest.h"
#include "bake/import/source_file.h"
#include "bake/waypoint/waypoint_csv.h"
#include "bake/waypoint/waypoint_json.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr std::string_view kNodesEnding = ".nodes.csv";

absl::Status InFile(const std::string& path, const absl::Status& status) {
  return absl::Status(status.code(), StrCat(PrintablePath(path), ": ", status.message()));
}

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

absl::StatusOr<WaypointGraph> ReadRows(const std::string& path, const std::string& links,
                                       const ImportOptions& options, SourceDigest& digest) {
  WaypointGraph graph;
  std::vector<std::pair<uint32_t, uint32_t>> index;
  {
    WS_ASSIGN_OR_RETURN(const std::string bytes, ReadSourceFile(path));
    digest.AddFile(FileName(path), bytes);
    absl::Status status = ParseWaypointNodes(bytes, graph);
    if (status.ok()) status = TakeNodes(options, graph);
    if (!status.ok()) return InFile(path, status);
    absl::StatusOr<std::vector<std::pair<uint32_t, uint32_t>>> found = IndexNodes(graph);
    if (!found.ok()) return InFile(path, found.status());
    index = *std::move(found);
  }
  WS_ASSIGN_OR_RETURN(const std::string bytes, ReadSourceFile(links));
  digest.AddFile(FileName(links), bytes);
  absl::Status status = ParseWaypointLinks(bytes, graph);
  if (status.ok()) status = ResolveLinks(index, graph);
  if (!status.ok()) return InFile(links, status);
  return graph;
}

absl::StatusOr<WaypointGraph> ReadJson(const std::string& bytes, const ImportOptions& options) {
  WS_ASSIGN_OR_RETURN(WaypointGraph graph, ParseWaypointJson(bytes));
  WS_RETURN_IF_ERROR(TakeNodes(options, graph));
  WS_ASSIGN_OR_RETURN(const auto index, IndexNodes(graph));
  WS_RETURN_IF_ERROR(ResolveLinks(index, graph));
  return graph;
}

}  // namespace

absl::StatusOr<ImportedWaypoints> ImportWaypoints(const std::string& path, const ImportOptions& options) {
  SourceDigest digest;
  ImportedWaypoints out;
  if (path.ends_with(kNodesEnding)) {
    const std::string links = StrCat(path.substr(0, path.size() - kNodesEnding.size()), ".links.csv");
    WS_ASSIGN_OR_RETURN(out.graph, ReadRows(path, links, options, digest));
  } else {
    WS_ASSIGN_OR_RETURN(const std::string bytes, ReadSourceFile(path));
    digest.AddFile(FileName(path), bytes);
    absl::StatusOr<WaypointGraph> graph = ReadJson(bytes, options);
    if (!graph.ok()) return InFile(path, graph.status());
    out.graph = *std::move(graph);
  }
  out.size_bytes = digest.size_bytes();
  out.files = digest.files();
  out.sha256 = digest.Hex();
  return out;
}

}  // namespace waystone
