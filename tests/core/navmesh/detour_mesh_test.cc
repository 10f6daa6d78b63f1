#include "tests/oracle/detour_mesh.h"

#include <gtest/gtest.h>

#include "tests/oracle/slow_walks.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

TEST(DetourMesh, FindsAPathOnAHandMadeMesh) {
  const NavmeshData data = AsciiNavmesh(
      "....\n"
      ".##.\n"
      "....\n",
      {.merge_rows = true});
  const NavmeshView mesh = ViewOf(data);
  const absl::StatusOr<DetourMesh> detour = DetourMesh::Create(mesh);
  ASSERT_TRUE(detour.ok()) << detour.status();
  const DetourMesh::Query query = detour->NewQuery(256);
  const dtQueryFilter filter;
  const float from[3] = {0.5F, 0, 0.5F};
  const float to[3] = {3.5F, 0, 2.5F};
  dtPolyRef path[16];
  int count = 0;
  const dtStatus status =
      query->findPath(detour->Ref(PolyAt(mesh, 0.5, 0.5)), detour->Ref(PolyAt(mesh, 3.5, 2.5)), from, to,
                      &filter, path, &count, 16);
  ASSERT_TRUE(dtStatusSucceed(status));
  ASSERT_EQ(count, 3);
  EXPECT_EQ(detour->Poly(path[0]), PolyAt(mesh, 0.5, 0.5));
  EXPECT_EQ(detour->Poly(path[2]), PolyAt(mesh, 3.5, 2.5));
}

TEST(DetourMesh, KeepsOneWayPassages) {
  NavmeshData data = AsciiNavmesh("..\n");
  const PolyId left = PolyAt(ViewOf(data), 0.5, 0.5);
  const PolyId right = PolyAt(ViewOf(data), 1.5, 0.5);
  MakeOneWay(data, left, right);
  const absl::StatusOr<DetourMesh> detour = DetourMesh::Create(ViewOf(data));
  ASSERT_TRUE(detour.ok()) << detour.status();
  const DetourMesh::Query query = detour->NewQuery(16);
  const dtQueryFilter filter;
  const float at[2][3] = {{0.5F, 0, 0.5F}, {1.5F, 0, 0.5F}};
  dtPolyRef path[4];
  int count = 0;
  query->findPath(detour->Ref(left), detour->Ref(right), at[0], at[1], &filter, path, &count, 4);
  EXPECT_EQ(count, 2);
  query->findPath(detour->Ref(right), detour->Ref(left), at[1], at[0], &filter, path, &count, 4);
  EXPECT_EQ(count, 1);
}

TEST(DetourMesh, RefusesWhatDetourCannotHold) {
  const NavmeshData wide = AsciiNavmesh(
      ".......\n"
      ".#.#.#.\n",
      {.merge_rows = true});
  EXPECT_EQ(DetourMesh::Create(ViewOf(wide)).status().code(), absl::StatusCode::kInvalidArgument);
  std::string drawing;
  for (int row = 0; row < 200; ++row) drawing += std::string(200, '.') + "\n";
  const NavmeshData many = AsciiNavmesh(drawing);
  EXPECT_EQ(DetourMesh::Create(ViewOf(many)).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(SlowWalks, SeeTheWall) {
  const NavmeshData data = AsciiNavmesh("...#.\n");
  const NavmeshView mesh = ViewOf(data);
  const NavLocation start{PolyAt(mesh, 0.5, 0.5), {0.5, 0, 0.5}};
  EXPECT_NEAR(WalkFractionBySteps(mesh, start, {4.5, 0.5}, 0.01), 2.5 / 4, 0.01);
  EXPECT_EQ(WalkFractionBySteps(mesh, start, {2.5, 0.5}, 0.01), 1);
  EXPECT_NEAR(SlideDistanceByRounds(mesh, start, {4.5, 0.5}), 1.5, 1e-9);
}

}  // namespace
}  // namespace waystone
