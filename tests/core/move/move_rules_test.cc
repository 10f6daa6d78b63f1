// The two rules against what they say, worked out slowly, on random meshes with one-way sides and links that
// need abilities.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "core/base/random.h"
#include "core/base/scratch.h"
#include "core/move/track_judge.h"
#include "core/navmesh/surface_queries.h"
#include "tests/core/move/move_scene.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

const std::vector<std::string> kAbilities = {"climb", "jump", "swim"};

NavmeshData RandomMesh(Random& random) {
  PolygonSoup soup = JitteredCells(RandomDrawing(7, 6, 0.45, random), 0.2, random);
  MergeSome(soup, 6, random);
  CloseSome(soup, 0.2, random);
  return *BuildNavmesh(soup);
}

Vec3 CentreOf(const NavmeshView& mesh, uint32_t poly) {
  Vec3 sum;
  for (const NavEdge& edge : mesh.edges(PolyId(poly))) sum = sum + Vec3(mesh.vertex(VertexId(edge.vertex)));
  return sum * (1.0 / static_cast<double>(mesh.edges(PolyId(poly)).size()));
}

// Polygons reached, breadth first over shared sides and the links drawn.
class SlowGraph {
 public:
  SlowGraph(const NavmeshView& mesh, const MapView& view) : next_(mesh.poly_count()) {
    for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
      for (const NavEdge& edge : mesh.edges(PolyId(p))) {
        if (edge.twin != kNoEdge) next_[p].push_back(mesh.edge(EdgeId(edge.twin)).poly);
      }
    }
    for (const NavLink& link : view.links->all()) {
      if ((link.abilities & ~view.abilities) == 0) next_[link.start_poly].push_back(link.end_poly);
    }
    for (uint32_t p = 0; p < next_.size(); ++p) reached_.push_back(ReachedFrom(p));
  }

  bool Reaches(uint32_t a, uint32_t b) const { return reached_[a][b]; }

  // S1.6 by S1.2 and S1.3: the largest weak component stays; its strong components are ranked by polygons;
  // one may come to the first of them from anywhere, and within each.
  bool LegalBySeed(uint32_t a, uint32_t b) const {
    if (!InLargestWeak(b)) return false;
    return BestIn(b) || (Reaches(a, b) && Reaches(b, a));
  }

 private:
  std::vector<bool> ReachedFrom(uint32_t start) const {
    std::vector<bool> seen(next_.size());
    std::vector<uint32_t> open = {start};
    seen[start] = true;
    for (size_t i = 0; i < open.size(); ++i) {
      for (const uint32_t p : next_[open[i]]) {
        if (!seen[p]) open.push_back(p);
        seen[p] = true;
      }
    }
    return seen;
  }
  size_t StrongSize(uint32_t p) const {
    size_t size = 0;
    for (uint32_t q = 0; q < next_.size(); ++q) size += Reaches(p, q) && Reaches(q, p) ? 1 : 0;
    return size;
  }
  // Whether the strong component of p is the largest of its weak component, ties to the lowest polygon.
  bool BestIn(uint32_t p) const {
    size_t best = 0;
    uint32_t first = 0;
    for (uint32_t q = 0; q < next_.size(); ++q) {
      if (InLargestWeak(q) && StrongSize(q) > best) {
        best = StrongSize(q);
        first = q;
      }
    }
    return Reaches(p, first) && Reaches(first, p);
  }
  bool InLargestWeak(uint32_t p) const {
    if (weak_.empty()) Weaken();
    return weak_[p] == largest_;
  }
  void Weaken() const {
    weak_.resize(next_.size());
    for (uint32_t p = 0; p < next_.size(); ++p) weak_[p] = p;
    for (size_t round = 0; round < next_.size(); ++round) {
      for (uint32_t p = 0; p < next_.size(); ++p) {
        for (const uint32_t q : next_[p]) weak_[p] = weak_[q] = std::min(weak_[p], weak_[q]);
      }
    }
    for (const uint32_t w : weak_) {
      const auto size = [&](uint32_t name) { return std::count(weak_.begin(), weak_.end(), name); };
      if (size(w) > size(largest_) || (size(w) == size(largest_) && w < largest_)) largest_ = w;
    }
  }

  std::vector<std::vector<uint32_t>> next_;
  std::vector<std::vector<bool>> reached_;
  mutable std::vector<uint32_t> weak_;
  mutable uint32_t largest_ = 0;
};

TEST(MoveRules, AgreeWithSlowSearchesForEveryPairAndAbilitySet) {
  Random random(17);
  Scratch scratch;
  int legal = 0;
  int illegal = 0;
  int differ = 0;
  for (int round = 0; round < 150; ++round) {
    MoveScene scene(RandomMesh(random));
    const NavmeshView& mesh = scene.map.mesh();
    if (mesh.poly_count() < 2) continue;
    for (int k = 0; k < 5; ++k) {
      const NavLocation a = RandomLatticePlace(mesh, random);
      const NavLocation b = RandomLatticePlace(mesh, random);
      std::vector<std::string> needs;
      for (const std::string& ability : kAbilities) {
        if (random.NextBelow(3) == 0) needs.push_back(ability);
      }
      scene.AddLink(LinkKind::kJump, a.point, b.point, needs, random.NextBelow(3) == 0);
    }
    std::vector<std::vector<uint32_t>> others(mesh.poly_count());  // [polygon] that come near its middle
    for (uint32_t a = 0; a < mesh.poly_count(); ++a) {
      for (uint32_t b = 0; b < mesh.poly_count(); ++b) {
        const Vec3 centre = CentreOf(mesh, b);
        const double far_m = Distance(ClosestPointOnPoly(mesh, PolyId(a), centre), centre);
        if (a != b && far_m <= kSampleError_m + 1e-6) others[b].push_back(a);
      }
    }
    for (uint32_t set = 0; set < 8; ++set) {
      std::vector<std::string> abilities;
      for (uint32_t bit = 0; bit < 3; ++bit) {
        if ((set >> bit & 1U) != 0) abilities.push_back(kAbilities[bit]);
      }
      const MapView view = scene.View(abilities);
      const SlowGraph slow(mesh, view);
      // Samples may be off: the middle of a small polygon may be of another one.
      const auto differs = [&](uint32_t a, uint32_t b) {
        return std::any_of(others[b].begin(), others[b].end(), [&](uint32_t other) {
          return slow.Reaches(a, other) != slow.Reaches(a, b) ||
                 slow.LegalBySeed(a, other) != slow.LegalBySeed(a, b);
        });
      };
      MoveQuery query;
      query.skipped = {MoveCheck::kWalk};
      for (uint32_t a = 0; a < mesh.poly_count(); ++a) {
        for (uint32_t b = 0; b < mesh.poly_count(); ++b) {
          if (differs(a, b)) continue;
          const Vec3 ends[] = {CentreOf(mesh, a) + scene.map.manifest().origin,
                               CentreOf(mesh, b) + scene.map.manifest().origin};
          query.samples = ends;
          query.rule = MoveRule::kExact;
          const bool exact = Judge(view, query).verdict == MoveVerdict::kLegal;
          ASSERT_EQ(exact, slow.Reaches(a, b)) << round << ": " << a << " to " << b;
          query.rule = MoveRule::kSeed;
          const bool seed = Judge(view, query).verdict == MoveVerdict::kLegal;
          ASSERT_TRUE(set != 7 || seed == slow.LegalBySeed(a, b)) << round << ": " << a << " to " << b;
          ++(exact ? legal : illegal);
          differ += exact != seed ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(legal, 50'000);
  EXPECT_GT(illegal, 50'000);
  EXPECT_GT(differ, 10'000);
}

// A random place inside a polygon, on no side of it.
Vec3 RandomInside(const NavmeshView& mesh, Random& random) {
  const NavLocation place = RandomLatticePlace(mesh, random);
  return place.point * 0.98 + CentreOf(mesh, place.poly.value()) * 0.02;
}

// What was walked can be reached. (Samples in the middle of a jump need not be.)
TEST(MoveRules, NoWalkIsLegalWhoseEndCannotBeReached) {
  Random random(23);
  for (int round = 0; round < 300; ++round) {
    MoveScene scene(RandomMesh(random));
    const NavmeshView& mesh = scene.map.mesh();
    if (mesh.poly_count() < 2) continue;
    for (int k = 0; k < 3; ++k) {
      scene.AddLink(LinkKind::kTeleport, RandomLatticePlace(mesh, random).point,
                    RandomLatticePlace(mesh, random).point, {});
    }
    const MapView view = scene.View();
    for (int k = 0; k < 30; ++k) {
      const Vec3 ends[] = {RandomInside(mesh, random) + scene.map.manifest().origin,
                           RandomInside(mesh, random) + scene.map.manifest().origin};
      MoveQuery query;
      query.samples = ends;
      query.skipped = {MoveCheck::kReachability};
      const bool walked = Judge(view, query).verdict == MoveVerdict::kLegal;
      query.skipped = {MoveCheck::kWalk};
      ASSERT_TRUE(!walked || Judge(view, query).verdict == MoveVerdict::kLegal);
    }
  }
}

TEST(MoveRules, APlaceOnTheLineBetweenTwoGroundsBelongsToTheOneWalkedOn) {
  MoveScene scene({"..\n"});
  const PolyId left = PolyAt(scene.map.mesh(), 0.5, 0.5);
  const PolyId right = PolyAt(scene.map.mesh(), 1.5, 0.5);
  for (const auto& [from, to] : {std::pair(left, right), std::pair(right, left)}) {
    MoveScene one_way({"..\n"});
    MakeOneWay(one_way.map.data(), from, to);
    const MapView view = one_way.View();
    for (const double x : {0.5, 1.5}) {
      const Vec3 ends[] = {one_way.map.Abs(x, 0, 0.5), one_way.map.Abs(1, 0, 0.5)};
      MoveQuery query;
      query.samples = ends;
      EXPECT_EQ(Judge(view, query).verdict, MoveVerdict::kLegal);
    }
  }
}

}  // namespace
}  // namespace waystone
