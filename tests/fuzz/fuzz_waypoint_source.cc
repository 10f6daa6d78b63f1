// Sources of waypoints: after 'j' comes JSON; after any other byte rows of nodes, a zero byte, and rows of
// links. What is read has links between different nodes of its own, at places that a package takes.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>

#include "bake/waypoint/waypoint_importer.h"
#include "core/base/check.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

absl::StatusOr<ImportedWaypoints> Import(std::string_view bytes) {
  static const TempFolder kFolder;
  const auto write = [](const std::string& name, std::string_view text) {
    std::ofstream(kFolder.File(name), std::ios::binary | std::ios::trunc) << text;
    return kFolder.File(name);
  };
  const std::string_view rest = bytes.substr(1);
  if (bytes.front() == 'j') return ImportWaypoints(write("m.waypoints.json", rest), {});
  const size_t nodes_end = rest.find('\0');
  write("m.links.csv", nodes_end == std::string_view::npos ? "" : rest.substr(nodes_end + 1));
  return ImportWaypoints(write("m.nodes.csv", rest.substr(0, nodes_end)), {});
}

void Try(std::string_view bytes) {
  const absl::StatusOr<ImportedWaypoints> source = Import(bytes);
  if (!source.ok()) {
    WS_CHECK(!source.status().message().empty());
    return;
  }
  const WaypointGraph& graph = source->graph;
  WS_CHECK(!graph.nodes.empty());
  for (const WaypointGraph::Node& node : graph.nodes) {
    WS_CHECK(node.at.IsFinite() && node.radius >= 0 && node.radius <= kMaxWaypointRadius_m);
  }
  for (const WaypointGraph::Link& link : graph.links) {
    WS_CHECK(link.from < graph.nodes.size() && link.to < graph.nodes.size() && link.from != link.to);
    WS_CHECK(std::isfinite(link.cost_m) && link.cost_m <= kMaxWaypointCost_m);
  }
}

}  // namespace
}  // namespace waystone

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size != 0) waystone::Try(std::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
