#include "bake/waypoint/waypoint_packer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "bake/waypoint/landmarks.h"
#include "core/base/str_cat.h"
#include "core/geom/aabb.h"

namespace waystone {
namespace {

constexpr double kHalfRoot = 0.70710678118654752;
constexpr std::array<Vec2, 8> kOctagon = {{{1, 0},
                                           {kHalfRoot, kHalfRoot},
                                           {0, 1},
                                           {-kHalfRoot, kHalfRoot},
                                           {-1, 0},
                                           {-kHalfRoot, -kHalfRoot},
                                           {0, -1},
                                           {kHalfRoot, -kHalfRoot}}};
constexpr size_t kMaxNameBytes = 0xffffffffU - 32;

// Which node of the graph is on which polygon.
struct NodeOrder {
  std::vector<uint32_t> node_of_poly;
  std::vector<PolyId> poly_of_node;
};

NodeOrder OrderOf(const WaypointGraph& graph, const NavmeshView& mesh) {
  std::vector<std::pair<uint32_t, uint32_t>> index;
  for (uint32_t i = 0; i < graph.nodes.size(); ++i) index.emplace_back(graph.nodes[i].id, i);
  std::ranges::sort(index);
  NodeOrder order;
  order.poly_of_node.resize(graph.nodes.size());
  for (PolyId p(0); p.value() < mesh.poly_count(); ++p) {
    const uint32_t id = mesh.poly(p).external_id;
    const uint32_t node = std::lower_bound(index.begin(), index.end(), std::pair(id, uint32_t{0}))->second;
    order.node_of_poly.push_back(node);
    order.poly_of_node[node] = p;
  }
  return order;
}

LinkKind KindOf(const WaypointGraph::Link& link) {
  if (link.ladder) return LinkKind::kLadder;
  return link.jump ? LinkKind::kJump : LinkKind::kWalk;
}

class Packer {
 public:
  Packer(const WaypointGraph& graph, const NavmeshView& mesh, const Vec3& origin)
      : graph_(graph), order_(OrderOf(graph, mesh)) {
    for (const uint32_t node : order_.node_of_poly) {
      const WaypointGraph::Node& n = graph.nodes[node];
      const Vec3f at = (n.at - origin).ToFloat();
      out_.data.nodes.push_back({at.x, at.y, at.z, static_cast<float>(n.radius), n.id, n.flags});
    }
    const auto any = [&](bool WaypointGraph::Link::*flag) {
      return std::ranges::any_of(graph.links, [&](const auto& link) { return link.*flag; });
    };
    if (any(&WaypointGraph::Link::jump)) out_.abilities.emplace_back("jump");
    if (any(&WaypointGraph::Link::ladder)) out_.abilities.emplace_back("ladder");
    // By what a link is marked with: nothing, jump, ladder, both. The bits are those of the abilities.
    const uint64_t jump = any(&WaypointGraph::Link::jump) ? 1 : 0;
    const uint64_t ladder = any(&WaypointGraph::Link::ladder) ? jump + 1 : 0;
    out_.data.needs = {0, jump, ladder, jump | ladder};
  }

  absl::Status AddLinks() {
    std::vector<uint32_t> order(graph_.links.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto key = [&](uint32_t i) {
      const WaypointGraph::Link& link = graph_.links[i];
      return std::tuple(order_.poly_of_node[link.from], KindOf(link), order_.poly_of_node[link.to]);
    };
    std::ranges::sort(order, {}, key);
    out_.data.rows.assign(graph_.nodes.size() + 1, 0);
    out_.links.links.reserve(order.size());
    out_.data.arcs.reserve(order.size());
    for (const uint32_t i : order) {
      AddLink(graph_.links[i]);
      if (out_.links.names.size() > kMaxNameBytes) {
        return absl::ResourceExhaustedError("the names of the links have more than 4 GiB");
      }
    }
    for (size_t n = 0; n < graph_.nodes.size(); ++n) out_.data.rows[n + 1] += out_.data.rows[n];
    out_.links.rows = out_.data.rows;
    return absl::OkStatus();
  }

  PackedWaypoints Finish(int thread_count) {
    WaypointData& data = out_.data;
    data.header.node_count = static_cast<uint32_t>(data.nodes.size());
    data.header.arc_count = static_cast<uint32_t>(data.arcs.size());
    data.header.least_cost_per_m = LeastCostPerMetre();
    data.boxes = MakeWaypointBoxes(data.nodes, data.rows, data.arcs);
    LayLandmarks(data, thread_count);
    return std::move(out_);
  }

 private:
  void AddLink(const WaypointGraph::Link& source) {
    const PolyId from = order_.poly_of_node[source.from];
    const PolyId to = order_.poly_of_node[source.to];
    const WaypointNode& a = out_.data.nodes[from.value()];
    const WaypointNode& b = out_.data.nodes[to.value()];
    NavLink link{};
    link.start[0] = a.x;
    link.start[1] = a.y;
    link.start[2] = a.z;
    link.end[0] = b.x;
    link.end[1] = b.y;
    link.end[2] = b.z;
    link.start_poly = from.value();
    link.end_poly = to.value();
    link.radius_m = a.radius_m;
    link.cost_m = static_cast<float>(source.cost_m >= 0 ? source.cost_m : Length_m(a, b));
    const int needs = (source.jump ? 1 : 0) + (source.ladder ? 2 : 0);
    link.abilities = out_.data.needs[static_cast<size_t>(needs)];
    link.reverse = kNoLink;
    link.kind = KindOf(source);
    link.name_offset = static_cast<uint32_t>(out_.links.names.size());
    const std::string name = StrCat(a.external_id, ">", b.external_id);
    out_.links.names.insert(out_.links.names.end(), name.c_str(), name.c_str() + name.size() + 1);
    out_.links.links.push_back(link);
    const bool is_walk = link.kind == LinkKind::kWalk;
    out_.data.arcs.push_back(
        {to, link.cost_m, static_cast<uint8_t>(needs), static_cast<uint8_t>(is_walk ? 1 : 0), {}});
    ++out_.data.rows[from.value() + size_t{1}];
  }

  static double Length_m(const WaypointNode& a, const WaypointNode& b) {
    return Distance(Vec3(a.x, a.y, a.z), Vec3(b.x, b.y, b.z));
  }

  // Rounded down.
  float LeastCostPerMetre() const {
    float least = 1;
    for (size_t n = 0; n < out_.data.nodes.size(); ++n) {
      for (size_t i = out_.data.rows[n]; i < out_.data.rows[n + 1]; ++i) {
        const WaypointArc& arc = out_.data.arcs[i];
        const double length_m = Length_m(out_.data.nodes[n], out_.data.nodes[arc.target.value()]);
        while (arc.cost_m < least * length_m) {
          const auto share = static_cast<float>(arc.cost_m / length_m);
          least = share < least ? share : std::nextafter(least, 0.0F);
        }
      }
    }
    return least;
  }

  const WaypointGraph& graph_;
  const NodeOrder order_;
  PackedWaypoints out_;
};

}  // namespace

Vec3 OriginOf(const WaypointGraph& graph) {
  Aabb bounds;
  for (const WaypointGraph::Node& node : graph.nodes) bounds.Extend(node.at);
  const Vec3 middle = (bounds.min + bounds.max) * 0.5;
  return {std::round(middle.x), std::round(middle.y), std::round(middle.z)};
}

PolygonSoup GroundOf(const WaypointGraph& graph, const Vec3& origin) {
  PolygonSoup soup;
  soup.vertices.reserve(graph.nodes.size() * kOctagon.size());
  soup.polygons.reserve(graph.nodes.size());
  for (const WaypointGraph::Node& node : graph.nodes) {
    SoupPolygon& polygon = soup.polygons.emplace_back();
    const double radius_m = std::max(node.radius, kLeastWaypointRadius_m);
    const Vec3 middle = node.at - origin;
    for (const Vec2& corner : kOctagon) {
      polygon.vertices.push_back(static_cast<uint32_t>(soup.vertices.size()));
      soup.vertices.push_back((middle + Vec3(corner.x * radius_m, 0, corner.z * radius_m)).ToFloat());
    }
    polygon.neighbours.assign(kOctagon.size(), kNoNeighbour);
    polygon.external_id = node.id;
  }
  return soup;
}

absl::StatusOr<PackedWaypoints> PackWaypoints(const WaypointGraph& graph, const NavmeshView& mesh,
                                              const Vec3& origin, int thread_count) {
  Packer packer(graph, mesh, origin);
  if (const absl::Status status = packer.AddLinks(); !status.ok()) return status;
  return packer.Finish(thread_count);
}

}  // namespace waystone
