#include "bake/clusters/partition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

std::vector<uint32_t> SizesOf(const std::vector<uint32_t>& cluster_of) {
  std::vector<uint32_t> sizes;
  for (const uint32_t cluster : cluster_of) {
    if (cluster >= sizes.size()) sizes.resize(cluster + 1);
    ++sizes[cluster];
  }
  return sizes;
}

// How many polygons of its cluster the flood from a polygon reaches.
uint32_t ReachedWithin(const NavmeshView& mesh, const std::vector<uint32_t>& cluster_of, uint32_t from) {
  std::vector<uint32_t> open{from};
  std::vector<bool> seen(mesh.poly_count());
  seen[from] = true;
  uint32_t count = 0;
  while (!open.empty()) {
    const uint32_t poly = open.back();
    open.pop_back();
    ++count;
    for (const NavEdge& edge : mesh.edges(PolyId(poly))) {
      if (edge.twin == kNoEdge) continue;
      const uint32_t next = mesh.edge(EdgeId(edge.twin)).poly;
      if (cluster_of[next] != cluster_of[from] || seen[next]) continue;
      seen[next] = true;
      open.push_back(next);
    }
  }
  return count;
}

TEST(Partition, ClustersAreBalancedAndHangTogether) {
  Random random(1);
  const NavmeshData data = *BuildNavmesh(JitteredCells(RandomDrawing(90, 90, 0.15, random), 0.4, random));
  const NavmeshView mesh = ViewOf(data);
  const size_t islands = SizesOf(*PartitionPolygons(mesh, mesh.poly_count())).size();
  for (const uint32_t polygons : {16U, 100U, 1000U}) {
    const std::vector<uint32_t> cluster_of = *PartitionPolygons(mesh, polygons);
    const std::vector<uint32_t> sizes = SizesOf(cluster_of);
    EXPECT_GT(sizes.size() * polygons, mesh.poly_count());
    EXPECT_LT((sizes.size() - islands) * polygons, mesh.poly_count() * 1.1);
    EXPECT_LE(*std::max_element(sizes.begin(), sizes.end()), polygons * 1.25);
    std::vector<bool> is_checked(sizes.size());
    for (uint32_t poly = 0; poly < mesh.poly_count(); ++poly) {
      if (is_checked[cluster_of[poly]]) continue;
      is_checked[cluster_of[poly]] = true;
      EXPECT_EQ(ReachedWithin(mesh, cluster_of, poly), sizes[cluster_of[poly]]);
    }
  }
}

TEST(Partition, IslandsAreClustersOfTheirOwn) {
  const NavmeshData data = AsciiNavmesh(
      ".#..\n"
      "##..\n"
      ".#..\n");
  const std::vector<uint32_t> cluster_of = *PartitionPolygons(ViewOf(data), 100);
  std::vector<uint32_t> sizes = SizesOf(cluster_of);
  std::sort(sizes.begin(), sizes.end());
  EXPECT_EQ(sizes, (std::vector<uint32_t>{1, 1, 6}));
}

TEST(Partition, IsTheSameEachTime) {
  Random random(2);
  const NavmeshData data = *BuildNavmesh(JitteredCells(RandomDrawing(40, 40, 0.3, random), 0.4, random));
  const NavmeshView mesh = ViewOf(data);
  EXPECT_EQ(*PartitionPolygons(mesh, 32), *PartitionPolygons(mesh, 32));
}

TEST(Partition, ASurfaceWithoutPolygonsHasNone) {
  const NavmeshData data = AsciiNavmesh("##\n##\n");
  EXPECT_TRUE(PartitionPolygons(ViewOf(data), 32)->empty());
}

}  // namespace
}  // namespace waystone
