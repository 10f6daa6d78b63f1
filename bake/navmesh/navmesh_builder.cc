// Stages: match portal sides; lay out each polygon's loop of sides (its own, cut where matches end); order
// polygons; number vertices by first use; emit records; resolve twins; mark borders; sum areas; box tree.
#include "bake/navmesh/navmesh_builder.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "bake/navmesh/hilbert.h"
#include "bake/navmesh/side_matcher.h"
#include "bake/navmesh/soup_check.h"
#include "core/base/status_macros.h"
#include "core/navmesh/box_tree.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/polygon_shape.h"
#include "core/navmesh/vertex_fans.h"

namespace waystone {
namespace {

constexpr uint32_t kUnset = 0xffffffffU;

// Soup polygons in the order they are stored: along a Hilbert curve over their centroids, lower floors first.
std::vector<uint32_t> SpatialOrder(const PolygonSoup& soup) {
  struct Key {
    uint32_t hilbert;
    double height;
    uint32_t poly;
  };
  std::vector<Vec3> centre(soup.polygons.size());
  Vec2 min{INFINITY, INFINITY};
  Vec2 max{-INFINITY, -INFINITY};
  for (size_t i = 0; i < centre.size(); ++i) {
    const std::vector<uint32_t>& vertices = soup.polygons[i].vertices;
    for (uint32_t v : vertices) centre[i] = centre[i] + Vec3(soup.vertices[v]);
    centre[i] = centre[i] * (1.0 / static_cast<double>(vertices.size()));
    min = {std::min(min.x, centre[i].x), std::min(min.z, centre[i].z)};
    max = {std::max(max.x, centre[i].x), std::max(max.z, centre[i].z)};
  }
  const double extent_m = std::max({max.x - min.x, max.z - min.z, 1e-3});
  const auto cell = [&](double offset_m) { return static_cast<uint32_t>(offset_m / extent_m * 65535.0); };
  std::vector<Key> keys(centre.size());
  for (uint32_t i = 0; i < keys.size(); ++i) {
    keys[i] = {HilbertIndex(cell(centre[i].x - min.x), cell(centre[i].z - min.z)), centre[i].y, i};
  }
  std::ranges::sort(keys, {}, [](const Key& a) { return std::tuple(a.hilbert, a.height, a.poly); });
  std::vector<uint32_t> order(keys.size());
  std::transform(keys.begin(), keys.end(), order.begin(), [](const Key& key) { return key.poly; });
  return order;
}

class Builder {
 public:
  explicit Builder(const PolygonSoup& soup) : soup_(soup), matches_(MatchSides(soup)) {}

  absl::StatusOr<NavmeshData> Build() {
    WS_RETURN_IF_ERROR(EmitLoops());
    WS_RETURN_IF_ERROR(JoinNeighbours());
    JoinLinks();
    EmitDetails();
    MarkBorders();
    SumAreas();
    FillHeader();
    FillBoxTree(data_);
    return std::move(data_);
  }

 private:
  absl::Status EmitLoops() {
    order_ = SpatialOrder(soup_);
    poly_of_soup_.resize(order_.size());
    vertex_of_soup_.assign(soup_.vertices.size(), kUnset);
    links_.assign(matches_.links.size(), {kNoEdge, kNoEdge});
    for (uint32_t i = 0; i < order_.size(); ++i) {
      const SoupPolygon& p = soup_.polygons[order_[i]];
      poly_of_soup_[order_[i]] = i;
      NavPoly record{};
      record.first_edge = static_cast<uint32_t>(data_.edges.size());
      record.external_id = p.external_id;
      record.area = p.area;
      record.tile_x = p.tile_x;
      record.tile_z = p.tile_z;
      uint32_t portal = matches_.first_side[order_[i]];
      for (uint32_t k = 0; k < p.vertices.size(); ++k) {
        if (k >= 32 || (p.loose_sides >> k & 1U) == 0) {
          EmitEdge(i, p.vertices[k], false);
          continue;
        }
        bool split = false;
        for (const SidePiece& piece : matches_.sides[portal++]) {
          if (piece.link != kUnlinked) AddToLink(piece.link);
          EmitEdge(i, piece.start_vertex, split);
          split = true;
        }
      }
      const size_t count = data_.edges.size() - record.first_edge;
      if (count > kNavMaxPolyEdges) {
        return absl::InvalidArgumentError(absl::StrCat(
            "polygon ", order_[i], ": more than 255 sides once split at its neighbours' corners"));
      }
      record.edge_count = static_cast<uint16_t>(count);
      data_.polys.push_back(record);
    }
    return absl::OkStatus();
  }

  void EmitEdge(uint32_t poly, uint32_t soup_vertex, bool split) {
    uint32_t& vertex = vertex_of_soup_[matches_.weld[soup_vertex]];
    if (vertex == kUnset) {
      vertex = static_cast<uint32_t>(data_.vertices.size());
      data_.vertices.push_back(soup_.vertices[matches_.weld[soup_vertex]]);
    }
    const uint16_t flags = split ? kNavEdgeStartIsSplit : 0;
    data_.edges.push_back({.vertex = vertex, .twin = kNoEdge, .poly = poly, .flags = flags, .reserved = 0});
  }

  void AddToLink(uint32_t link) {
    auto& [first, second] = links_[link];
    (first == kNoEdge ? first : second) = static_cast<uint32_t>(data_.edges.size());
  }

  void JoinLinks() {
    for (const auto& [first, second] : links_) {
      if (MayCross(first, second)) data_.edges[first].twin = second;
      if (MayCross(second, first)) data_.edges[second].twin = first;
    }
  }

  // Whether an agent may cross half-edge `edge` to the polygon of `twin`.
  bool MayCross(uint32_t edge, uint32_t twin) const {
    if (!soup_.passages.has_value()) return true;
    const SoupPassage path{order_[data_.edges[edge].poly], order_[data_.edges[twin].poly]};
    return std::ranges::binary_search(*soup_.passages, path);
  }

  uint32_t EndVertex(uint32_t poly, uint32_t edge) const {
    const NavPoly& p = data_.polys[poly];
    const uint32_t next = edge + 1 == p.first_edge + p.edge_count ? p.first_edge : edge + 1;
    return data_.edges[next].vertex;
  }

  // The neighbours that the soup names, found by the two vertices of the side.
  absl::Status JoinNeighbours() {
    for (uint32_t i = 0; i < order_.size(); ++i) {
      const SoupPolygon& p = soup_.polygons[order_[i]];
      uint32_t edge = data_.polys[i].first_edge;
      for (uint32_t k = 0; k < p.vertices.size(); ++k) {
        const uint32_t neighbour = p.neighbours[k];
        if (neighbour != kNoNeighbour) {
          data_.edges[edge].twin =
              FindSide(poly_of_soup_[neighbour], EndVertex(i, edge), data_.edges[edge].vertex);
          if (data_.edges[edge].twin == kNoEdge) {
            return absl::InvalidArgumentError(absl::StrCat("polygon ", order_[i], ": side ", k,
                                                           " is not a side of its neighbour ", neighbour));
          }
        }
        // On to the next corner of the soup's polygon.
        ++edge;
        while (edge < data_.edges.size() && (data_.edges[edge].flags & kNavEdgeStartIsSplit) != 0) ++edge;
      }
    }
    return absl::OkStatus();
  }

  uint32_t FindSide(uint32_t poly, uint32_t start, uint32_t end) const {
    const NavPoly& p = data_.polys[poly];
    for (uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; ++e) {
      if (data_.edges[e].vertex == start && EndVertex(poly, e) == end) return e;
    }
    return kNoEdge;
  }

  void EmitDetails() {
    for (uint32_t i = 0; i < order_.size(); ++i) EmitDetail(soup_.polygons[order_[i]], data_.polys[i]);
  }

  // Corners keep their place in the split loop. If welding raised or lowered a corner, a detail vertex keeps
  // the surface at its height, unless the polygon already has as many of them as it may.
  void EmitDetail(const SoupPolygon& p, NavPoly& record) {
    record.first_detail_vertex = static_cast<uint32_t>(data_.detail_vertices.size());
    record.first_detail_triangle = static_cast<uint32_t>(data_.detail_triangles.size());
    std::vector<Vec3f> extra = p.detail_vertices;
    std::vector<uint16_t> corner(p.vertices.size());
    uint16_t next = 0;
    for (uint32_t k = 0; k < p.vertices.size(); ++k) {
      corner[k] = next;
      const float height = soup_.vertices[p.vertices[k]].y;
      const float welded_height = data_.vertices[data_.edges[record.first_edge + next].vertex].y;
      if (height != welded_height && extra.size() < kNavMaxDetailVertices) {
        corner[k] = static_cast<uint16_t>(record.edge_count + extra.size());
        extra.push_back(soup_.vertices[p.vertices[k]]);
      }
      ++next;
      while (next < record.edge_count &&
             (data_.edges[record.first_edge + next].flags & kNavEdgeStartIsSplit) != 0) {
        ++next;
      }
    }
    const auto add = [&](uint32_t a, uint32_t b, uint32_t c) {
      NavDetailTriangle triangle{};
      const uint32_t from[3] = {a, b, c};
      for (int k = 0; k < 3; ++k) {
        triangle.corner[k] = from[k] < p.vertices.size()
                                 ? corner[from[k]]
                                 : static_cast<uint16_t>(from[k] - p.vertices.size() + record.edge_count);
      }
      data_.detail_triangles.push_back(triangle);
    };
    const std::vector<uint16_t>& t = p.detail_triangles;
    for (size_t k = 0; k < t.size(); k += 3) add(t[k], t[k + 1], t[k + 2]);
    for (uint32_t k = 2; t.empty() && k < p.vertices.size(); ++k) add(0, k - 1, k);
    record.detail_vertex_count = static_cast<uint16_t>(extra.size());
    record.detail_triangle_count =
        static_cast<uint16_t>(data_.detail_triangles.size() - record.first_detail_triangle);
    data_.detail_vertices.insert(data_.detail_vertices.end(), extra.begin(), extra.end());
  }

  // Also vertices at which floors touch in a point, or round which a surface winds more than once.
  void MarkBorders() {
    std::vector<double> angle(data_.vertices.size(), 0);
    std::vector<uint8_t> open(data_.vertices.size(), 0);
    for (uint32_t i = 0; i < data_.polys.size(); ++i) {
      const NavPoly& p = data_.polys[i];
      uint32_t previous = p.first_edge + p.edge_count - 1;
      for (uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; previous = e++) {
        const uint32_t v = data_.edges[e].vertex;
        const Vec2 at = Vec3(data_.vertices[v]).Plane();
        const Vec2 out = Vec3(data_.vertices[EndVertex(i, e)]).Plane() - at;
        const Vec2 in = Vec3(data_.vertices[data_.edges[previous].vertex]).Plane() - at;
        angle[v] += std::atan2(Cross(out, in), Dot(out, in));
        if (data_.edges[e].twin == kNoEdge) open[v] = open[EndVertex(i, e)] = 1;
      }
    }
    const std::vector<uint8_t> pinched =
        PinchedVertices(data_.edges, data_.polys, static_cast<uint32_t>(data_.vertices.size()));
    for (NavEdge& edge : data_.edges) {
      if (pinched[edge.vertex] != 0) edge.flags |= kNavEdgeStartIsPinched;
      const bool closed = std::abs(angle[edge.vertex] - 2 * std::numbers::pi) < 0.01;
      if (open[edge.vertex] != 0 || !closed) edge.flags |= kNavEdgeStartsAtBorder;
    }
  }

  void SumAreas() {
    double sum_m2 = 0;
    std::vector<Vec2> corners;
    data_.area_prefix_m2.reserve(data_.polys.size());
    for (const NavPoly& p : data_.polys) {
      corners.clear();
      for (uint32_t k = 0; k < p.edge_count; ++k) {
        corners.push_back(Vec3(data_.vertices[data_.edges[p.first_edge + k].vertex]).Plane());
      }
      sum_m2 += 0.5 * TwiceArea(corners);
      data_.area_prefix_m2.push_back(sum_m2);
    }
  }

  void FillHeader() {
    NavmeshHeader& h = data_.header;
    h.poly_count = static_cast<uint32_t>(data_.polys.size());
    h.edge_count = static_cast<uint32_t>(data_.edges.size());
    h.vertex_count = static_cast<uint32_t>(data_.vertices.size());
    h.detail_vertex_count = static_cast<uint32_t>(data_.detail_vertices.size());
    h.detail_triangle_count = static_cast<uint32_t>(data_.detail_triangles.size());
    h.cell_size_m = soup_.cell_size_m;
    h.cell_height_m = soup_.cell_height_m;
    h.tile_size_m = soup_.tile_size_m;
    h.tile_origin[0] = soup_.tile_origin.x;
    h.tile_origin[1] = soup_.tile_origin.y;
    h.tile_origin[2] = soup_.tile_origin.z;
    h.max_climb_m = soup_.max_climb_m;
  }

  const PolygonSoup& soup_;
  const SideMatches matches_;
  NavmeshData data_;
  std::vector<uint32_t> order_;         // soup polygon of each polygon
  std::vector<uint32_t> poly_of_soup_;  // and back
  std::vector<uint32_t> vertex_of_soup_;
  std::vector<std::pair<uint32_t, uint32_t>> links_;  // the two half-edges of each link
};

}  // namespace

absl::StatusOr<NavmeshData> BuildNavmesh(const PolygonSoup& soup) {
  WS_RETURN_IF_ERROR(CheckSoup(soup));
  WS_ASSIGN_OR_RETURN(NavmeshData data, Builder(soup).Build());
  // Sides that contradict each other, or corners that welding moved into each other, show here.
  const absl::Status status = NavmeshView::Create(data).status();
  if (!status.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the polygons do not join to a navmesh: ", status.message()));
  }
  return data;
}

}  // namespace waystone
