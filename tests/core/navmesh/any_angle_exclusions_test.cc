// A search that leaves out polygons, areas and links against one on a mesh that never had them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

#include "tests/core/navmesh/any_angle_check.h"
#include "tests/core/navmesh/changed_scene.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/mesh_without.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

struct Tally {
  int meshes = 0;
  int found = 0;
  int closed = 0;   // no path left where there was one
  int longer = 0;   // a path round
  int oracles = 0;  // compared with the oracle too
};

class ExclusionCheck {
 public:
  // `soup` as a mesh, some of it blocked. With an oracle: every corner is on its lattice.
  void Compare(PolygonSoup soup, const std::string& drawing, bool with_oracle, Random& random) {
    if (soup.polygons.empty()) return;
    const ChangedScene scene(std::move(soup), 4, random);
    const NavmeshView& mesh = scene.mesh();
    const LinkView& links = scene.links();
    const TakenAway& taken = scene.taken();
    const MeshWithout without = BuildWithout(scene.soup(), mesh, links, taken);
    if (without.data.polys.empty()) return;
    const NavmeshView left = ViewOf(without.data);
    const LinkView left_links = *LinkView::Create(without.links, left);
    taken.Fill(mesh, links, exclusions_);
    ++tally_.meshes;
    const uint64_t abilities = random.NextBelow(4);
    std::optional<PathOracle> oracle;
    if (with_oracle) oracle.emplace(left, kCheckScale, left_links, abilities);
    for (int i = 0; i < 10 && !::testing::Test::HasFailure(); ++i) {
      const NavLocation start = RandomLatticePlace(mesh, random);
      const NavLocation goal = RandomLatticePlace(mesh, random);
      if (taken.blocked[start.poly.value()] || taken.blocked[goal.poly.value()]) continue;
      SCOPED_TRACE(TextOf(drawing, start, goal));
      AnyAngleOptions options;
      options.links = &links;
      options.abilities = abilities;
      const SurfacePath open = FindAnyAngle(mesh, start, goal, options, workspace_);
      options.exclusions = &exclusions_;
      options.is_reachable = false;
      const SurfacePath got = FindAnyAngle(mesh, start, goal, options, workspace_);
      AnyAngleOptions plain;
      plain.links = &left_links;
      plain.abilities = abilities;
      const NavLocation from{without.poly_of[start.poly.value()], start.point};
      const NavLocation to{without.poly_of[goal.poly.value()], goal.point};
      const SurfacePath want = FindAnyAngle(left, from, to, plain, workspace_);
      ExpectSame(got, want, goal, without);
      ExpectCorridor(mesh, start, got, options);
      ExpectAvoids(mesh, got, taken);
      if (oracle) ExpectExact(*oracle, from, to, got);
      tally_.found += got.outcome == SearchOutcome::kFound ? 1 : 0;
      tally_.closed += open.outcome == SearchOutcome::kFound && got.outcome != open.outcome ? 1 : 0;
      tally_.longer += got.outcome == SearchOutcome::kFound && got.cost_m > open.cost_m * 1.001 ? 1 : 0;
    }
  }

  const Tally& tally() const { return tally_; }

 private:
  // Of places as near to a goal out of reach, the two meshes' orders may choose different ones.
  static void ExpectSame(const SurfacePath& got, const SurfacePath& want, const NavLocation& goal,
                         const MeshWithout& without) {
    ASSERT_EQ(got.outcome, want.outcome);
    EXPECT_NEAR(Distance(got.end.point, goal.point), Distance(want.end.point, goal.point), 1e-9);
    if (without.poly_of[got.end.poly.value()] == want.end.poly && got.end.point == want.end.point) {
      EXPECT_NEAR(got.cost_m, want.cost_m, 1e-9 * (1 + want.cost_m));
    }
  }
  static void ExpectAvoids(const NavmeshView& mesh, const SurfacePath& got, const TakenAway& taken) {
    for (const EdgeId edge : got.crossed) {
      EXPECT_FALSE(taken.blocked[mesh.edge(EdgeId(mesh.edge(edge).twin)).poly]);
    }
    for (const LinkUse& use : got.links) {
      EXPECT_EQ(std::count(taken.links.begin(), taken.links.end(), use.link), 0);
    }
    EXPECT_FALSE(taken.blocked[got.end.poly.value()]);
  }
  void ExpectExact(const PathOracle& oracle, const NavLocation& from, const NavLocation& to,
                   const SurfacePath& got) {
    const double exact_m = oracle.Length(from, to);
    ASSERT_EQ(got.outcome == SearchOutcome::kFound, !std::isinf(exact_m));
    ++tally_.oracles;
    if (std::isinf(exact_m)) return;
    EXPECT_NEAR(got.cost_m, exact_m, 1e-9 * (1 + exact_m));
  }

  AnyAngleWorkspace workspace_;
  Exclusions exclusions_;
  Tally tally_;
};

TEST(AnyAngleExclusions, LeaveWhatAMeshWithoutThemHas) {
  Random random(1);
  ExclusionCheck check;
  for (int i = 0; i < 3000 && !HasFailure(); ++i) {
    const std::string drawing =
        RandomDrawing(3 + static_cast<int>(random.NextBelow(6)), 3 + static_cast<int>(random.NextBelow(6)),
                      random.NextInRange(0, 0.4), random);
    check.Compare(SoupOfSeries(i, drawing, random), drawing, i % 3 == 0, random);
  }
  EXPECT_GT(check.tally().meshes, 2000);
  EXPECT_GT(check.tally().found, 5000);
  EXPECT_GT(check.tally().closed, 500);
  EXPECT_GT(check.tally().longer, 500);
  EXPECT_GT(check.tally().oracles, 2000);
}

TEST(AnyAngleExclusions, HoldWhereSidesMeetAlongParts) {
  Random random(2);
  ExclusionCheck check;
  for (int i = 0; i < 500 && !HasFailure(); ++i) {
    const std::string drawing = RandomDrawing(7, 6, random.NextInRange(0, 0.4), random);
    AsciiOptions options;
    options.merge_rows = true;
    check.Compare(AsciiSoup({drawing}, options), drawing, true, random);
  }
  EXPECT_GT(check.tally().found, 500);
  EXPECT_GT(check.tally().closed, 100);
}

// Triangles about a hub and a ring of quads around them: blocked ones leave fans that touch in the hub only.
PolygonSoup HubAndRing(uint32_t rim) {
  PolygonSoup soup;
  soup.vertices.push_back({0, 0, 0});
  for (const double radius : {4.0, 8.0}) {
    for (uint32_t k = 0; k < rim; ++k) {
      const double angle = 2 * std::numbers::pi * k / rim;
      const auto on_lattice = [](double v) {
        return static_cast<float>(std::round(v * kMeshLattice) / kMeshLattice);
      };
      soup.vertices.push_back(
          {on_lattice(radius * std::cos(angle)), 0, on_lattice(radius * std::sin(angle))});
    }
  }
  for (uint32_t k = 0; k < rim; ++k) {
    const uint32_t next = (k + 1) % rim;
    SoupPolygon triangle;
    triangle.vertices = {0, 1 + k, 1 + next};
    SoupPolygon quad;
    quad.vertices = {1 + k, 1 + rim + k, 1 + rim + next, 1 + next};
    soup.polygons.push_back(triangle);
    soup.polygons.push_back(quad);
  }
  JoinSides(soup);
  return soup;
}

TEST(AnyAngleExclusions, HoldWhereFansTouchInAPoint) {
  Random random(4);
  ExclusionCheck check;
  for (int i = 0; i < 1000 && !HasFailure(); ++i) {
    check.Compare(HubAndRing(10), "a hub and a ring", true, random);
  }
  EXPECT_GT(check.tally().longer, 500);
}

// Blocked polygons and one-way sides at one vertex: having arrived there in one polygon is not having arrived
// in all.
TEST(AnyAngleExclusions, HoldBesideOneWaySides) {
  Random random(5);
  ExclusionCheck check;
  for (int i = 0; i < 3000 && !HasFailure(); ++i) {
    const std::string drawing = RandomDrawing(5, 5, random.NextInRange(0.0, 0.2), random);
    PolygonSoup soup = JitteredCells(drawing, 0.4, random);
    if (i % 4 < 2) MergeSome(soup, 40, random);
    CloseSome(soup, 0.25, random);
    check.Compare(soup, drawing, true, random);
  }
  EXPECT_GT(check.tally().longer, 500);
}

// 60 x 60 cells: long enough for the flood beside the search to say that there is no path.
TEST(AnyAngleExclusions, ProveLargeGoalsOutOfReach) {
  Random random(3);
  ExclusionCheck check;
  for (int i = 0; i < 20 && !HasFailure(); ++i) {
    const std::string drawing = RandomDrawing(60, 60, 0.25, random);
    check.Compare(SharedCells(drawing), drawing, false, random);
  }
  EXPECT_GT(check.tally().closed, 20);
}

TEST(AnyAngleExclusions, AreForgottenByTheNextBegin) {
  const NavmeshData data = AsciiNavmesh("...\n");
  const NavmeshView mesh = ViewOf(data);
  Exclusions exclusions;
  exclusions.Begin(mesh, {});
  exclusions.BlockPoly(PolyId(1));
  exclusions.BlockAreas(2);
  EXPECT_TRUE(exclusions.IsBlocked(PolyId(1)));
  EXPECT_TRUE(exclusions.IsBlocked(PolyId(0)));
  exclusions.Begin(mesh, {});
  for (uint32_t p = 0; p < 3; ++p) EXPECT_FALSE(exclusions.IsBlocked(PolyId(p)));
}

}  // namespace
}  // namespace waystone
