#include "tests/support/waypoint_map.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include "bake/navmesh/navmesh_builder.h"
#include "bake/waypoint/waypoint_skeleton.h"
#include "bake/zones/zone_baker.h"
#include "core/base/check.h"
#include "core/store/map_encoder.h"

namespace waystone {
namespace {

NavmeshData GroundMesh(const WaypointGraph& graph) {
  absl::StatusOr<NavmeshData> mesh = BuildNavmesh(GroundOf(graph, OriginOf(graph)));
  WS_CHECK(mesh.ok());
  return *std::move(mesh);
}

PackedWaypoints PackOver(const WaypointGraph& graph, const NavmeshData& mesh) {
  const absl::StatusOr<NavmeshView> view = NavmeshView::Create(mesh);
  WS_CHECK(view.ok());
  absl::StatusOr<PackedWaypoints> packed = PackWaypoints(graph, *view, OriginOf(graph), 1);
  WS_CHECK(packed.ok());
  return *std::move(packed);
}

}  // namespace

WaypointGraph DrawnWaypoints(const std::string& drawing, std::initializer_list<const char*> links) {
  WaypointGraph graph;
  std::vector<std::pair<char, Vec3>> places;
  Vec3 at(0.5, 0, 0.5);
  for (const char c : drawing) {
    if (c >= 'a' && c <= 'z') places.emplace_back(c, at);
    at = c == '\n' ? Vec3(0.5, 0, at.z + 1) : Vec3(at.x + 1, 0, at.z);
  }
  std::sort(places.begin(), places.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [letter, place] : places) {
    graph.nodes.push_back({.id = static_cast<uint32_t>(letter - 'a'), .at = place, .radius = 0.3});
  }
  for (std::string_view text : links) {
    WaypointGraph::Link link;
    link.jump = text.front() == '^';
    link.ladder = text.front() == '#';
    if (link.jump || link.ladder) text.remove_prefix(1);
    link.from = static_cast<uint32_t>(text.front() - 'a');
    link.to = static_cast<uint32_t>(text.back() - 'a');
    graph.links.push_back(link);
    if (text.size() == 3) continue;
    std::swap(link.from, link.to);
    graph.links.push_back(link);
  }
  return graph;
}

WaypointGraph RandomWaypoints(uint32_t nodes, double degree, Random& random) {
  WaypointGraph graph;
  for (uint32_t i = 0; i < nodes; ++i) {
    const double x = random.NextInRange(0, 100);
    const double y = random.NextInRange(0, 5);
    const double z = random.NextInRange(0, 100);
    graph.nodes.push_back({.id = 3 * i + 1, .at = {x, y, z}, .radius = random.NextInRange(0, 2)});
  }
  std::set<std::pair<uint32_t, uint32_t>> seen;
  const auto links = static_cast<uint32_t>(degree * nodes / 2);
  for (uint32_t i = 0; i < links && nodes > 1; ++i) {
    const uint32_t from = random.NextBelow(nodes);
    const uint32_t to = random.NextBelow(nodes);
    // Halves that are joined one way only.
    if (from == to || (from % 2 == 1 && to % 2 == 0)) continue;
    WaypointGraph::Link link{.from = from, .to = to};
    link.jump = random.NextBelow(6) == 0;
    link.ladder = random.NextBelow(8) == 0;
    const double length_m = Distance(graph.nodes[from].at, graph.nodes[to].at);
    if (random.NextBelow(5) == 0) link.cost_m = length_m * random.NextInRange(0.5, 3);
    if (seen.emplace(from, to).second) graph.links.push_back(link);
    std::swap(link.from, link.to);
    const bool is_back = random.NextBelow(3) != 0 && from % 2 == to % 2;
    if (is_back && seen.emplace(to, from).second) graph.links.push_back(link);
  }
  return graph;
}

PackedWaypoints Packed(const WaypointGraph& graph) { return PackOver(graph, GroundMesh(graph)); }

PackageFile WaypointPackage(const WaypointGraph& graph, const std::string& map_id) {
  const NavmeshData mesh = GroundMesh(graph);
  const PackedWaypoints packed = PackOver(graph, mesh);
  const absl::StatusOr<NavmeshView> view = NavmeshView::Create(mesh);
  const absl::StatusOr<LinkView> links = LinkView::Create(packed.links, *view);
  const absl::StatusOr<WaypointView> waypoints = WaypointView::Create(packed.data);
  WS_CHECK(links.ok() && waypoints.ok());
  MapManifest manifest;
  manifest.map_id = map_id;
  manifest.surface = SurfaceKind::kWaypoint;
  manifest.origin = OriginOf(graph);
  manifest.areas = {AreaType{}};
  manifest.link_abilities = packed.abilities;
  manifest.variants.resize(packed.abilities.empty() ? 1 : 2);
  manifest.variants.back().abilities = packed.abilities;
  std::vector<ZoneData> zones;
  std::vector<SkeletonData> skeletons;
  for (size_t i = 0; i < manifest.variants.size(); ++i) {
    const uint64_t bits = i == 0 ? 0 : (uint64_t{1} << packed.abilities.size()) - 1;
    zones.push_back(BakeZones(*view, *links, bits, manifest.origin, {}).zones);
    skeletons.push_back(SkeletonOf(*waypoints, bits));
  }
  std::vector<VariantContent> contents(manifest.variants.size());
  contents[0].navmesh = &mesh;
  contents[0].waypoints = &packed.data;
  if (!packed.links.links.empty()) contents[0].links = &packed.links;
  for (size_t i = 0; i < contents.size(); ++i) {
    contents[i].zones = &zones[i];
    contents[i].skeleton = &skeletons[i];
  }
  absl::StatusOr<std::vector<std::byte>> bytes = EncodeMap(manifest, contents);
  WS_CHECK(bytes.ok());
  return *std::move(bytes);
}

std::shared_ptr<const LoadedMap> WaypointMap(const WaypointGraph& graph) {
  auto reader = PackageReader::FromBytes(WaypointPackage(graph), "patrol.waymap");
  WS_CHECK(reader.ok());
  auto map = LoadedMap::FromPackage(*std::move(reader));
  WS_CHECK(map.ok());
  return *map;
}

std::vector<double> SlowCosts(const WaypointView& graph, const std::vector<WaypointEnd>& starts,
                              uint64_t abilities, const std::vector<bool>& is_closed) {
  std::vector<double> costs(graph.size(), std::numeric_limits<double>::infinity());
  std::set<std::pair<double, PolyId>> open;
  const auto reach = [&](PolyId node, double cost_m) {
    double& least_m = costs[node.value()];
    if (cost_m >= least_m) return;
    open.erase({least_m, node});
    least_m = cost_m;
    open.emplace(cost_m, node);
  };
  for (const auto& [node, cost_m] : starts) reach(node, cost_m);
  while (!open.empty()) {
    const auto [cost_m, node] = *open.begin();
    open.erase(open.begin());
    for (LinkId i = graph.FirstArc(node); i < graph.EndArc(node); ++i) {
      if (!graph.MayUse(graph.arc(i), abilities) || (!is_closed.empty() && is_closed[i.value()])) continue;
      reach(graph.arc(i).target, cost_m + static_cast<double>(graph.arc(i).cost_m));
    }
  }
  return costs;
}

}  // namespace waystone
