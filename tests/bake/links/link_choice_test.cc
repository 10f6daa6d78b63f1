#include "bake/links/link_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/random.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

constexpr AsciiOptions kCells{.cell_m = 2.0, .step_m = 0.25, .merge_rows = true};
constexpr uint32_t kSide = 6;

NavmeshData RandomMesh(Random& random) {
  std::string drawing;
  for (uint32_t row = 0; row < kSide; ++row) {
    for (uint32_t column = 0; column < kSide; ++column) {
      const uint32_t draw = random.NextBelow(8);
      drawing += draw < 3 ? '#' : draw < 7 ? '0' : '2';
    }
    drawing += '\n';
  }
  drawing[0] = '0';  // no mesh without ground
  NavmeshData data = AsciiNavmesh(drawing, kCells);
  for (uint32_t e = 0; e < data.edges.size(); ++e) {
    const uint32_t twin = data.edges[e].twin;
    if (twin == kNoEdge || data.edges[twin].twin != e || random.NextBelow(8) != 0) continue;
    MakeOneWay(data, PolyId(data.edges[e].poly), PolyId(data.edges[twin].poly));
  }
  return data;
}

NavLocation RandomPlace(const NavmeshView& mesh, Random& random) {
  for (;;) {
    const double x = random.NextInRange(0, 2 * kSide);
    const double z = random.NextInRange(0, 2 * kSide);
    const PolyId poly = PolyAt(mesh, x, z);
    if (!poly.IsNone()) return {poly, {x, HeightOnPoly(mesh, poly, {x, z}), z}};
  }
}

std::vector<GeneratedLink> RandomLinks(const NavmeshView& mesh, uint32_t count, Random& random) {
  std::vector<GeneratedLink> links;
  for (uint32_t i = 0; i < count; ++i) {
    const NavLocation start = RandomPlace(mesh, random);
    const NavLocation end = RandomPlace(mesh, random);
    const LinkKind kind = random.NextBelow(3) == 0 ? LinkKind::kDrop : LinkKind::kJump;
    links.push_back({kind, start.poly, end.poly, start.point, end.point, Distance(start.point, end.point)});
  }
  return links;
}

double DistanceTo(Vec2 at, Vec2 a, Vec2 b) {
  const Vec2 side = b - a;
  const double length_sq = Dot(side, side);
  const double share = length_sq > 0 ? std::clamp(Dot(at - a, side) / length_sq, 0.0, 1.0) : 0;
  return Distance(at, a + side * share);
}

double DistanceOf(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const bool is_crossed =
      Cross(b - a, c - a) * Cross(b - a, d - a) < 0 && Cross(d - c, a - c) * Cross(d - c, b - c) < 0;
  if (is_crossed) return 0;
  return std::min({DistanceTo(a, c, d), DistanceTo(b, c, d), DistanceTo(c, a, b), DistanceTo(d, a, b)});
}

// Rounds over all sides that come near the straight line until no polygon is added.
bool CanWalkByRounds(const NavmeshView& mesh, PolyId from, const Vec3& start, PolyId to, const Vec3& end) {
  std::vector<bool> is_reached(mesh.poly_count());
  is_reached[from.value()] = true;
  for (bool is_more = true; is_more;) {
    is_more = false;
    for (uint32_t e = 0; e < mesh.arrays().edges.size(); ++e) {
      const NavEdge& edge = mesh.edge(EdgeId(e));
      if (edge.twin == kNoEdge || !is_reached[edge.poly]) continue;
      const uint32_t next = mesh.edge(EdgeId(edge.twin)).poly;
      const Vec2 a = Vec3(mesh.EdgeStart(EdgeId(e))).Plane();
      const Vec2 b = Vec3(mesh.EdgeEnd(EdgeId(e))).Plane();
      if (is_reached[next] || DistanceOf(start.Plane(), end.Plane(), a, b) > kNearWalk_m) continue;
      is_reached[next] = is_more = true;
    }
  }
  return is_reached[to.value()];
}

bool ReplacesByRounds(const NavmeshView& mesh, const GeneratedLink& link, const GeneratedLink& other) {
  const double detour_m = Distance(other.start, link.start) + link.cost_m + Distance(link.end, other.end);
  return detour_m <= kDetourShare * other.cost_m + kDetour_m &&
         CanWalkByRounds(mesh, other.start_poly, other.start, link.start_poly, link.start) &&
         CanWalkByRounds(mesh, link.end_poly, link.end, other.end_poly, other.end);
}

bool AreOneOrBeside(const NavmeshView& mesh, PolyId a, PolyId b) {
  const auto leads = [&](PolyId from, PolyId to) {
    for (uint32_t e = 0; e < mesh.arrays().edges.size(); ++e) {
      const NavEdge& edge = mesh.edge(EdgeId(e));
      if (edge.poly == from.value() && edge.twin != kNoEdge &&
          mesh.edge(EdgeId(edge.twin)).poly == to.value())
        return true;
    }
    return false;
  };
  return a == b || (leads(a, b) && leads(b, a));
}

// Shortest first: each one that none of those before replaces.
std::vector<GeneratedLink> ChooseSlowly(const NavmeshView& mesh, std::vector<GeneratedLink> links) {
  std::sort(links.begin(), links.end(),
            [](const GeneratedLink& a, const GeneratedLink& b) { return a.cost_m < b.cost_m; });
  std::vector<GeneratedLink> kept;
  for (const GeneratedLink& link : links) {
    const bool is_replaced = std::any_of(kept.begin(), kept.end(), [&](const GeneratedLink& other) {
      return other.kind == link.kind && AreOneOrBeside(mesh, other.start_poly, link.start_poly) &&
             ReplacesByRounds(mesh, other, link);
    });
    if (!is_replaced) kept.push_back(link);
  }
  return kept;
}

// By pairs of polygons: whether walks and links lead from one to the other.
std::vector<std::vector<bool>> Reached(const NavmeshView& mesh, const std::vector<GeneratedLink>& links) {
  const uint32_t count = mesh.poly_count();
  std::vector<std::vector<bool>> reached(count, std::vector<bool>(count));
  for (uint32_t p = 0; p < count; ++p) reached[p][p] = true;
  for (const NavEdge& edge : mesh.arrays().edges) {
    if (edge.twin != kNoEdge) reached[edge.poly][mesh.edge(EdgeId(edge.twin)).poly] = true;
  }
  for (const GeneratedLink& link : links) reached[link.start_poly.value()][link.end_poly.value()] = true;
  for (uint32_t via = 0; via < count; ++via) {
    for (uint32_t a = 0; a < count; ++a) {
      for (uint32_t b = 0; b < count; ++b)
        reached[a][b] = reached[a][b] || (reached[a][via] && reached[via][b]);
    }
  }
  return reached;
}

auto KeyOf(const GeneratedLink& link) {
  return std::tuple(link.start_poly, link.kind, link.end_poly, link.cost_m);
}

std::vector<decltype(KeyOf({}))> KeysOf(const std::vector<GeneratedLink>& links) {
  std::vector<decltype(KeyOf({}))> keys;
  keys.reserve(links.size());
  for (const GeneratedLink& link : links) keys.push_back(KeyOf(link));
  return keys;
}

TEST(LinkChoice, ALinkReplacesAnotherIfTheDetourIsShortAndBothWalksStayNear) {
  Random random(1);
  SurfaceWorkspace workspace;
  int replacing = 0;
  int barred = 0;
  for (int round = 0; round < 40; ++round) {
    const NavmeshData data = RandomMesh(random);
    const NavmeshView mesh = ViewOf(data);
    const std::vector<GeneratedLink> links = RandomLinks(mesh, 40, random);
    for (const GeneratedLink& link : links) {
      for (const GeneratedLink& other : links) {
        const bool is_replaced = Replaces(mesh, link, other, workspace);
        ASSERT_EQ(is_replaced, ReplacesByRounds(mesh, link, other)) << round;
        const double detour_m =
            Distance(other.start, link.start) + link.cost_m + Distance(link.end, other.end);
        const bool is_short = detour_m <= kDetourShare * other.cost_m + kDetour_m;
        replacing += is_replaced && &link != &other ? 1 : 0;
        barred += is_short && !is_replaced ? 1 : 0;
      }
    }
  }
  EXPECT_GT(replacing, 500);
  EXPECT_GT(barred, 500);
}

TEST(LinkChoice, KeepsThoseThatNoShorterOneReplacesInWhateverOrderTheyCome) {
  Random random(2);
  size_t given = 0;
  size_t kept = 0;
  for (int round = 0; round < 60; ++round) {
    const NavmeshData data = RandomMesh(random);
    const NavmeshView mesh = ViewOf(data);
    std::vector<GeneratedLink> links = RandomLinks(mesh, 60, random);
    const std::vector<GeneratedLink> chosen = ChooseLinks(mesh, links);
    const auto keys = KeysOf(chosen);
    ASSERT_TRUE(std::is_sorted(keys.begin(), keys.end()));
    auto expected = KeysOf(ChooseSlowly(mesh, links));
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(keys, expected) << round;
    ASSERT_EQ(Reached(mesh, chosen), Reached(mesh, links)) << round;
    std::reverse(links.begin(), links.end());
    ASSERT_EQ(KeysOf(ChooseLinks(mesh, links)), keys) << round;
    given += links.size();
    kept += chosen.size();
  }
  EXPECT_LT(kept, given * 9 / 10);
  EXPECT_GT(kept, given / 10);
}

}  // namespace
}  // namespace waystone
