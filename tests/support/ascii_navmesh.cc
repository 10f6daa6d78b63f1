#include "tests/support/ascii_navmesh.h"

#include <cmath>
#include <string>

#include "bake/navmesh/navmesh_builder.h"
#include "core/base/check.h"
#include "core/navmesh/vertex_fans.h"

namespace waystone {
namespace {

constexpr int kBlocked = -1;

int LevelOf(char c) {
  if (c == '.') return 0;
  if (c >= '0' && c <= '9') return c - '0';
  WS_CHECK(c == '#' || c == ' ');
  return kBlocked;
}

std::vector<std::string> Rows(std::string_view drawing) {
  std::vector<std::string> rows;
  for (char c : drawing) {
    if (rows.empty() || c == '\n') rows.emplace_back();
    if (c != '\n') rows.back().push_back(c);
  }
  return rows;
}

// The rectangle [x0, x1] x [z, z + 1] in cells, with its own corners; joining is left to portals.
void AddRectangle(PolygonSoup& soup, size_t x0, size_t x1, size_t z, double height_m, double cell_m) {
  SoupPolygon poly;
  const auto corner = [&](size_t x, size_t row) {
    poly.vertices.push_back(static_cast<uint32_t>(soup.vertices.size()));
    poly.neighbours.push_back(kNoNeighbour);
    soup.vertices.push_back(
        Vec3(static_cast<double>(x) * cell_m, height_m, static_cast<double>(row) * cell_m).ToFloat());
  };
  corner(x0, z);
  corner(x1, z);
  corner(x1, z + 1);
  corner(x0, z + 1);
  poly.loose_sides = 0xf;
  soup.polygons.push_back(poly);
}

}  // namespace

PolygonSoup AsciiSoup(const std::vector<std::string_view>& storeys, const AsciiOptions& options) {
  PolygonSoup soup;
  soup.max_climb_m = static_cast<float>(options.step_m);
  for (size_t storey = 0; storey < storeys.size(); ++storey) {
    const std::vector<std::string> rows = Rows(storeys[storey]);
    for (size_t z = 0; z < rows.size(); ++z) {
      for (size_t x = 0; x < rows[z].size();) {
        size_t end = x + 1;
        while (options.merge_rows && end < rows[z].size() && rows[z][end] == rows[z][x]) ++end;
        const int level = LevelOf(rows[z][x]);
        const double height_m = static_cast<double>(storey) * options.floor_m + level * options.step_m;
        if (level != kBlocked) AddRectangle(soup, x, end, z, height_m, options.cell_m);
        x = end;
      }
    }
  }
  return soup;
}

NavmeshData AsciiStoreys(const std::vector<std::string_view>& storeys, const AsciiOptions& options) {
  absl::StatusOr<NavmeshData> data = BuildNavmesh(AsciiSoup(storeys, options));
  if (!data.ok()) std::fprintf(stderr, "%s\n", data.status().ToString().c_str());
  WS_CHECK(data.ok());
  return *std::move(data);
}

NavmeshData AsciiNavmesh(std::string_view drawing, const AsciiOptions& options) {
  return AsciiStoreys({drawing}, options);
}

NavmeshView ViewOf(const NavmeshData& data) {
  absl::StatusOr<NavmeshView> view = NavmeshView::Create(data);
  if (!view.ok()) std::fprintf(stderr, "%s\n", view.status().ToString().c_str());
  WS_CHECK(view.ok());
  return *view;
}

namespace {

// Mean height of the corners of a polygon's detail triangles.
double MeanHeight(const NavmeshView& mesh, const NavPoly& poly) {
  double sum = 0;
  for (uint32_t t = 0; t < poly.detail_triangle_count; ++t) {
    for (uint16_t k : mesh.arrays().detail_triangles[poly.first_detail_triangle + t].corner) {
      sum += k < poly.edge_count
                 ? mesh.EdgeStart(EdgeId(poly.first_edge + k)).y
                 : mesh.arrays().detail_vertices[poly.first_detail_vertex + k - poly.edge_count].y;
    }
  }
  return sum / (3.0 * poly.detail_triangle_count);
}

}  // namespace

PolyId PolyAt(const NavmeshView& mesh, double x, double z, double y) {
  PolyId best;
  double best_gap_m = INFINITY;
  for (uint32_t i = 0; i < mesh.poly_count(); ++i) {
    const NavPoly& poly = mesh.poly(PolyId(i));
    bool inside = true;
    for (uint32_t e = poly.first_edge; e < poly.first_edge + poly.edge_count; ++e) {
      const Vec2 a = Vec3(mesh.EdgeStart(EdgeId(e))).Plane();
      inside = inside && Orient(a, Vec3(mesh.EdgeEnd(EdgeId(e))).Plane(), {x, z}) >= 0;
    }
    const double gap_m = std::abs(MeanHeight(mesh, poly) - y);
    if (inside && gap_m < best_gap_m) {
      best = PolyId(i);
      best_gap_m = gap_m;
    }
  }
  return best;
}

void MakeOneWay(NavmeshData& data, PolyId from, PolyId to) {
  for (NavEdge& edge : data.edges) {
    if (edge.poly != from.value() || edge.twin == kNoEdge || data.edges[edge.twin].poly != to.value())
      continue;
    NavEdge& back = data.edges[edge.twin];
    back.twin = kNoEdge;
    for (NavEdge& leaving : data.edges) {
      if (leaving.vertex == edge.vertex || leaving.vertex == back.vertex)
        leaving.flags |= kNavEdgeStartsAtBorder;
    }
    const std::vector<uint8_t> pinched =
        PinchedVertices(data.edges, data.polys, static_cast<uint32_t>(data.vertices.size()));
    for (NavEdge& leaving : data.edges) {
      if (pinched[leaving.vertex] != 0) leaving.flags |= kNavEdgeStartIsPinched;
    }
    return;
  }
  WS_CHECK(false);
}

}  // namespace waystone
