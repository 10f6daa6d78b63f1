#include "tests/support/random_meshes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "core/base/check.h"

namespace waystone {
namespace {

Vec2 At(const PolygonSoup& soup, uint32_t vertex) { return Vec3(soup.vertices[vertex]).Plane(); }

bool IsConvex(const PolygonSoup& soup, const std::vector<uint32_t>& corners) {
  const size_t n = corners.size();
  double area = 0;
  for (size_t k = 0; k < n; ++k) {
    const Vec2 a = At(soup, corners[k]);
    const Vec2 b = At(soup, corners[(k + 1) % n]);
    const Vec2 c = At(soup, corners[(k + 2) % n]);
    if (Orient(a, b, c) < 0 || (Orient(a, b, c) == 0 && Dot(b - a, c - b) <= 0)) return false;
    area += Cross(a, b);
  }
  return area > 0;
}

void AddPolygon(PolygonSoup& soup, std::vector<uint32_t> corners) {
  SoupPolygon poly;
  poly.neighbours.assign(corners.size(), kNoNeighbour);
  poly.vertices = std::move(corners);
  soup.polygons.push_back(std::move(poly));
}

// The corners of `a` and `b` without their common side, which is side `k` of `a`. Empty where they do not
// make a convex polygon.
std::vector<uint32_t> Merged(const PolygonSoup& soup, const SoupPolygon& a, size_t k, const SoupPolygon& b) {
  const size_t n = a.vertices.size();
  const size_t m = b.vertices.size();
  const size_t other = static_cast<size_t>(std::find(b.vertices.begin(), b.vertices.end(), a.vertices[k]) -
                                           b.vertices.begin());
  WS_CHECK(other < m);
  std::vector<uint32_t> corners;
  for (size_t i = 1; i <= n; ++i) corners.push_back(a.vertices[(k + i) % n]);
  for (size_t i = 1; i + 1 < m; ++i) corners.push_back(b.vertices[(other + i) % m]);
  return IsConvex(soup, corners) ? corners : std::vector<uint32_t>();
}

}  // namespace

void JoinSides(PolygonSoup& soup) {
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> poly_of_side;
  for (uint32_t i = 0; i < soup.polygons.size(); ++i) {
    const std::vector<uint32_t>& v = soup.polygons[i].vertices;
    for (size_t k = 0; k < v.size(); ++k) poly_of_side[{v[k], v[(k + 1) % v.size()]}] = i;
  }
  for (SoupPolygon& poly : soup.polygons) {
    const std::vector<uint32_t>& v = poly.vertices;
    poly.neighbours.assign(v.size(), kNoNeighbour);
    for (size_t k = 0; k < v.size(); ++k) {
      const auto other = poly_of_side.find({v[(k + 1) % v.size()], v[k]});
      if (other != poly_of_side.end()) poly.neighbours[k] = other->second;
    }
  }
}

std::string RandomDrawing(int width, int height, double blocked_chance, Random& random) {
  std::string drawing;
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      drawing.push_back(random.NextUnit() < blocked_chance ? '#' : '.');
    }
    drawing.push_back('\n');
  }
  return drawing;
}

std::string DrawingOfBits(uint32_t bits, int width, int height) {
  std::string drawing;
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column, bits >>= 1) drawing.push_back((bits & 1) != 0 ? '#' : '.');
    drawing.push_back('\n');
  }
  return drawing;
}

PolygonSoup SharedCells(const std::string& drawing) {
  Random unused(0);
  return JitteredCells(drawing, 0, unused);
}

PolygonSoup JitteredCells(const std::string& drawing, double jitter, Random& random) {
  PolygonSoup soup;
  const size_t width = drawing.find('\n');
  const size_t height = drawing.size() / (width + 1);
  for (size_t z = 0; z <= height; ++z) {
    for (size_t x = 0; x <= width; ++x) {
      const auto moved = [&](size_t cell) {
        const double at = static_cast<double>(cell) + (jitter > 0 ? random.NextInRange(-jitter, jitter) : 0);
        return static_cast<float>(std::round(at * kMeshLattice) / kMeshLattice);
      };
      soup.vertices.push_back({moved(x), 0, moved(z)});
    }
  }
  for (size_t z = 0; z < height; ++z) {
    for (size_t x = 0; x < width; ++x) {
      if (drawing[z * (width + 1) + x] != '.') continue;
      const auto a = static_cast<uint32_t>(z * (width + 1) + x);
      const auto d = static_cast<uint32_t>(a + width + 1);
      const std::vector<uint32_t> quad = {a, a + 1, d + 1, d};
      if (IsConvex(soup, quad) && (jitter == 0 || random.NextBelow(2) == 0)) {
        AddPolygon(soup, quad);
        continue;
      }
      const uint32_t turn = Orient(At(soup, a), At(soup, a + 1), At(soup, d + 1)) > 0 &&
                                    Orient(At(soup, a), At(soup, d + 1), At(soup, d)) > 0
                                ? 0
                                : 1;
      for (const uint32_t half : {0U, 2U}) {
        const std::vector<uint32_t> triangle = {quad[(turn + half) % 4], quad[(turn + half + 1) % 4],
                                                quad[(turn + half + 2) % 4]};
        if (IsConvex(soup, triangle)) AddPolygon(soup, triangle);
      }
    }
  }
  JoinSides(soup);
  return soup;
}

void MergeSome(PolygonSoup& soup, int tries, Random& random) {
  for (; tries > 0 && soup.polygons.size() > 1; --tries) {
    const uint32_t i = random.NextBelow(static_cast<uint32_t>(soup.polygons.size()));
    const SoupPolygon& a = soup.polygons[i];
    const size_t k = random.NextBelow(static_cast<uint32_t>(a.vertices.size()));
    if (a.neighbours[k] == kNoNeighbour) continue;
    const std::vector<uint32_t> merged = Merged(soup, a, k, soup.polygons[a.neighbours[k]]);
    if (merged.empty()) continue;
    soup.polygons[i].vertices = merged;
    soup.polygons.erase(soup.polygons.begin() + a.neighbours[k]);
    JoinSides(soup);
  }
}

void CloseSome(PolygonSoup& soup, double chance, Random& random) {
  for (uint32_t i = 0; i < soup.polygons.size(); ++i) {
    for (uint32_t& neighbour : soup.polygons[i].neighbours) {
      if (neighbour == kNoNeighbour || random.NextUnit() >= chance) continue;
      const std::vector<uint32_t>& back = soup.polygons[neighbour].neighbours;
      if (std::find(back.begin(), back.end(), i) != back.end()) neighbour = kNoNeighbour;
    }
  }
}

NavLocation RandomLatticePlace(const NavmeshView& mesh, Random& random) {
  const PolyId poly(random.NextBelow(mesh.poly_count()));
  const std::span<const NavEdge> edges = mesh.edges(poly);
  const auto n = static_cast<uint32_t>(edges.size());
  const auto corner = [&](uint32_t k) { return Vec3(mesh.vertex(VertexId(edges[k % n].vertex))); };
  const uint32_t k = random.NextBelow(n);
  switch (random.NextBelow(4)) {
    case 0:
      return {poly, corner(k)};
    case 1:
      return {poly, (corner(k) + corner(k + 1)) * 0.5};
    case 2:
      return {poly, (corner(k) + corner(k + 1) + corner(k + 2) + corner(k + 1)) * 0.25};
    default:
      return {poly, corner(k) * 0.25 + corner(k + 1) * 0.5 + corner(k + 1 + n / 2) * 0.25};
  }
}

LinkData SortedLinks(const NavmeshView& mesh, const std::vector<NavLink>& links) {
  std::vector<uint32_t> order(links.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return links[a].start_poly < links[b].start_poly; });
  std::vector<uint32_t> number(links.size());
  for (uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
  LinkData data;
  data.rows.assign(mesh.poly_count() + 1U, 0);
  for (const uint32_t i : order) {
    data.links.push_back(links[i]);
    if (links[i].reverse != kNoLink) data.links.back().reverse = number[links[i].reverse];
    ++data.rows[links[i].start_poly + 1U];
  }
  std::partial_sum(data.rows.begin(), data.rows.end(), data.rows.begin());
  return data;
}

namespace {

void SetPoint(const Vec3& point, float (&out)[3]) {
  const Vec3f at = point.ToFloat();
  out[0] = at.x;
  out[1] = at.y;
  out[2] = at.z;
}

}  // namespace

LinkData RandomLinks(const NavmeshView& mesh, uint32_t count, bool shortcuts, Random& random) {
  std::vector<NavLink> links;
  for (uint32_t i = 0; i < count; ++i) {
    const NavLocation start = RandomLatticePlace(mesh, random);
    const NavLocation end = RandomLatticePlace(mesh, random);
    const double length_m = PlaneDistance(start.point, end.point);
    NavLink link{};
    SetPoint(start.point, link.start);
    SetPoint(end.point, link.end);
    link.start_poly = start.poly.value();
    link.end_poly = end.poly.value();
    const bool is_shortcut = shortcuts && random.NextBelow(2) == 0;
    link.cost_m = static_cast<float>(length_m * (is_shortcut ? random.NextUnit() : 1 + random.NextUnit()));
    link.abilities = random.NextBelow(3);
    link.reverse = kNoLink;
    link.name_offset = kNoLinkName;
    link.kind = static_cast<LinkKind>(1 + random.NextBelow(kLinkKindCount));
    links.push_back(link);
    if (random.NextBelow(3) != 0) continue;
    links.back().reverse = static_cast<uint32_t>(links.size());
    std::swap(link.start, link.end);
    std::swap(link.start_poly, link.end_poly);
    link.reverse = static_cast<uint32_t>(links.size() - 1);
    links.push_back(link);
  }
  return SortedLinks(mesh, links);
}

}  // namespace waystone
