// The any-angle search with off-mesh links against the visibility graph with the same links.
#include <gtest/gtest.h>

#include <string>

#include "tests/core/navmesh/any_angle_check.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

void TryDrawings(int count, bool shortcuts, uint64_t seed, AnyAngleCheck& check) {
  Random random(seed);
  for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
    const std::string drawing =
        RandomDrawing(3 + static_cast<int>(random.NextBelow(5)), 3 + static_cast<int>(random.NextBelow(5)),
                      random.NextInRange(0.1, 0.6), random);
    PolygonSoup soup = i % 2 == 0 ? SharedCells(drawing) : JitteredCells(drawing, 0.4, random);
    if (i % 4 < 2) MergeSome(soup, 60, random);
    if (i % 8 == 7) CloseSome(soup, 0.25, random);
    const CheckLinks links{1 + random.NextBelow(6), shortcuts, random.NextBelow(4)};
    check.Compare(soup, drawing, 20, random, links);
  }
}

TEST(AnyAngleLinks, AreExactWhereTheyCostNoLessThanTheyAreLong) {
  AnyAngleCheck check;
  TryDrawings(1200, false, 1, check);
  EXPECT_GT(check.tally().links, 2000);
  EXPECT_GT(check.tally().turns, 5000);
  EXPECT_GT(check.tally().unreachable, 1000);
}

TEST(AnyAngleLinks, AreExactWithShortcuts) {
  AnyAngleCheck check;
  TryDrawings(1200, true, 2, check);
  EXPECT_GT(check.tally().links, 2000);
}

TEST(AnyAngleLinks, AreExactInOnePolygonFullOfThem) {
  Random random(3);
  AnyAngleCheck check;
  for (int i = 0; i < 300 && !HasFailure(); ++i) {
    AsciiOptions options;
    options.merge_rows = true;
    check.Compare(AsciiSoup({"......\n"}, options), "one row", 20, random, {12, true, 3});
  }
  EXPECT_GT(check.tally().links, 1000);
}

TEST(AnyAngleLinks, GiveUpWithAPathThatUsesThem) {
  Random random(4);
  AnyAngleWorkspace workspace;
  int used = 0;
  for (int i = 0; i < 100; ++i) {
    const NavmeshData data = AsciiNavmesh("....#....#....\n....#.##.#....\n....#....#....\n");
    const NavmeshView mesh = ViewOf(data);
    const LinkData link_data = RandomLinks(mesh, 6, true, random);
    const LinkView links = *LinkView::Create(link_data, mesh);
    AnyAngleOptions options;
    options.links = &links;
    options.abilities = 3;
    options.max_expansions = 1 + random.NextBelow(20);
    const NavLocation start = RandomLatticePlace(mesh, random);
    const NavLocation goal = RandomLatticePlace(mesh, random);
    const SurfacePath result = FindAnyAngle(mesh, start, goal, options, workspace);
    ExpectCorridor(mesh, start, result, options);
    used += result.outcome == SearchOutcome::kExpansionLimit ? static_cast<int>(result.links.size()) : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(used, 3);
}

}  // namespace
}  // namespace waystone
