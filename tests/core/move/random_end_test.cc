// A start alone: a random end that is connected to it.
#include "core/move/random_end.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/core/move/move_scene.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

MoveAnswer FromStart(const MapView& view, const Vec3& start, uint64_t seed, MoveRule rule) {
  const Vec3 samples[] = {start};
  MoveQuery query;
  query.samples = samples;
  query.seed = seed;
  query.rule = rule;
  return Judge(view, query);
}

TEST(RandomEnd, LiesOnGroundThatIsConnectedByTheRule) {
  //  the main ground drops into a pit
  MoveScene scene({"......#..#.\n"});
  scene.AddLink(LinkKind::kDrop, {5.5, 0, 0.5}, {7.5, 0, 0.5}, {"drop"});
  const MapView view = scene.View({"drop"});
  const auto cells = [&](double x, MoveRule rule) {
    std::set<int> found;
    for (uint64_t seed = 0; seed < 300; ++seed) {
      const MoveAnswer answer = FromStart(view, scene.map.Abs(x, 0, 0.5), seed, rule);
      EXPECT_EQ(answer.verdict, MoveVerdict::kLegal);
      found.insert(static_cast<int>(answer.end->x - 1000));
    }
    return found;
  };
  EXPECT_EQ(cells(0.5, MoveRule::kExact), (std::set<int>{0, 1, 2, 3, 4, 5, 7, 8}));
  EXPECT_EQ(cells(7.5, MoveRule::kExact), (std::set<int>{7, 8}));
  EXPECT_EQ(cells(10.5, MoveRule::kExact), (std::set<int>{10}));
  EXPECT_EQ(cells(0.5, MoveRule::kSeed), (std::set<int>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(cells(7.5, MoveRule::kSeed), (std::set<int>{7, 8}));
}

TEST(RandomEnd, AnIsolatedStartIsIllegalByTheSeedsRule) {
  MoveScene scene({"......#.\n"});
  const MoveAnswer answer = FromStart(scene.View(), scene.map.Abs(7.5, 0, 0.5), 1, MoveRule::kSeed);
  EXPECT_EQ(answer.verdict, MoveVerdict::kIllegal);
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kUnreachable);
  EXPECT_EQ(answer.violation.sample, 1U);
}

TEST(RandomEnd, TheStartIsJudgedFirst) {
  MoveScene scene({"......\n"});
  EXPECT_EQ(FromStart(scene.View(), scene.map.Abs(20, 0, 0.5), 1, MoveRule::kExact).violation.kind,
            MoveViolationKind::kFromOffMesh);
}

TEST(RandomEnd, TheSameSeedGivesTheSameEnd) {
  MoveScene scene({"......\n......\n"});
  const MapView view = scene.View();
  std::set<double> ends;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const MoveAnswer once = FromStart(view, scene.map.Abs(0.5, 0, 0.5), seed, MoveRule::kExact);
    const MoveAnswer again = FromStart(view, scene.map.Abs(0.5, 0, 0.5), seed, MoveRule::kExact);
    EXPECT_EQ(once.end, again.end);
    ends.insert(once.end->x);
  }
  EXPECT_EQ(ends.size(), 20U);
}

// Ten per cent of a map are found by luck, a hundredth by the list: both uniform by area.
TEST(RandomEnd, IsUniformByAreaHoweverLittleIsAdmitted) {
  Random random(41);
  const NavmeshData data = AsciiNavmesh(RandomDrawing(40, 40, 0.2, random));
  const NavmeshView mesh = ViewOf(data);
  for (const uint32_t one_in : {3U, 250U}) {
    std::vector<uint32_t> hits(mesh.poly_count());
    size_t admitted = 0;
    for (uint32_t p = 0; p < mesh.poly_count(); p += one_in) ++admitted;
    constexpr uint32_t kDraws = 20'000;
    for (uint32_t i = 0; i < kDraws; ++i) {
      const auto place =
          RandomPlaceWhere(mesh, random, {}, [&](PolyId poly) { return poly.value() % one_in == 0; });
      ASSERT_TRUE(place.ok() && place->has_value());
      ASSERT_TRUE(IsOverPoly(mesh, (*place)->poly, (*place)->point.Plane()));
      ++hits[(*place)->poly.value()];
    }
    // Cells are equal; chi-square of about `admitted` degrees of freedom, five deviations away at most.
    const double expected = static_cast<double>(kDraws) / static_cast<double>(admitted);
    double chi_square = 0;
    for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
      if (p % one_in != 0) {
        ASSERT_EQ(hits[p], 0U);
        continue;
      }
      chi_square += (hits[p] - expected) * (hits[p] - expected) / expected;
    }
    const auto freedom = static_cast<double>(admitted - 1);
    EXPECT_LT(std::abs(chi_square - freedom), 5 * std::sqrt(2 * freedom) + 5) << one_in;
  }
}

TEST(RandomEnd, ThereIsNoneWhereNothingIsAdmitted) {
  Random random(1);
  const NavmeshData data = AsciiNavmesh("..\n");
  const auto none = RandomPlaceWhere(ViewOf(data), random, {}, [](PolyId) { return false; });
  EXPECT_TRUE(none.ok() && !none->has_value());
  const NavmeshData empty = AsciiNavmesh("#\n");
  const auto nothing = RandomPlaceWhere(ViewOf(empty), random, {}, [](PolyId) { return true; });
  EXPECT_TRUE(nothing.ok() && !nothing->has_value());
}

}  // namespace
}  // namespace waystone
