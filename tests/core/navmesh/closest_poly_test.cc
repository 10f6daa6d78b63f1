#include "core/navmesh/closest_poly.h"

#include <gtest/gtest.h>

#include <optional>

#include "tests/support/ascii_navmesh.h"
#include "tests/support/asked_clock.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

TEST(ClosestPolySearch, AgreesWithTryingAll) {
  Random random(1);
  ClosestPolySearch search;
  for (int i = 0; i < 200; ++i) {
    const std::string lower = RandomDrawing(12, 9, 0.3, random);
    const std::string upper = RandomDrawing(12, 9, 0.7, random);
    const NavmeshData data = AsciiStoreys({lower, upper});
    const NavmeshView mesh = ViewOf(data);
    const auto admit = [&](PolyId poly) { return poly.value() % 3 != 1; };
    const Vec3 point{random.NextInRange(-3, 15), random.NextInRange(-2, 8), random.NextInRange(-3, 12)};
    PolyId best;
    double best_m = 1e9;
    for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
      const double distance_m = Distance(ClosestPointOnPoly(mesh, PolyId(p), point), point);
      if (!admit(PolyId(p)) || distance_m >= best_m) continue;
      best = PolyId(p);
      best_m = distance_m;
    }
    const std::optional<NavLocation> found = search.Find(mesh, point, admit);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->poly, best);
    EXPECT_EQ(found->point, ClosestPointOnPoly(mesh, best, point));
    EXPECT_TRUE(search.Find(mesh, point, admit, best_m + 1e-9));
    EXPECT_FALSE(search.Find(mesh, point, admit, best_m - 1e-9));
  }
}

TEST(ClosestPolySearch, FindsNothingWhereNothingIsAdmitted) {
  const NavmeshData data = AsciiNavmesh("..\n");
  ClosestPolySearch search;
  EXPECT_FALSE(search.Find(ViewOf(data), {0, 0, 0}, [](PolyId) { return false; }));
  const NavmeshData empty = AsciiNavmesh("#\n");
  EXPECT_FALSE(search.Find(ViewOf(empty), {0, 0, 0}, [](PolyId) { return true; }));
}

TEST(ClosestPolySearch, GivesUpWhenTheDeadlinePasses) {
  const NavmeshData data = AsciiNavmesh("..\n");
  ClosestPolySearch search;
  const auto all = [](PolyId) { return true; };
  EXPECT_TRUE(search.Find(ViewOf(data), {0, 0, 0}, all, 100, AskedClock::OverAt(2)));
  EXPECT_FALSE(search.Find(ViewOf(data), {0, 0, 0}, all, 100, AskedClock::OverAt(1)));
}

}  // namespace
}  // namespace waystone
