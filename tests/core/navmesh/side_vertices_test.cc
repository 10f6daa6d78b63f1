#include "core/navmesh/side_vertices.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "core/base/random.h"

namespace waystone {
namespace {

std::vector<uint32_t> VerticesOf(const SideVertices& sides, uint64_t key) {
  std::vector<uint32_t> vertices;
  for (uint32_t entry = sides.First(key); entry != SideVertices::kNone; entry = sides.Next(entry))
    vertices.push_back(sides.vertex(entry));
  return vertices;
}

TEST(SideVertices, HasNoneBeforeSomeAreAdded) { EXPECT_TRUE(VerticesOf(SideVertices(), 7).empty()); }

TEST(SideVertices, KeepsTheOrderOfEachSideHoweverManyThereAre) {
  SideVertices sides;
  std::map<uint64_t, std::vector<uint32_t>> expected;
  Random random(3);
  for (uint32_t vertex = 0; vertex < 20'000; ++vertex) {
    // Few sides with many, many with few; keys that differ in high bits only.
    const uint64_t key = vertex % 2 == 0 ? random.NextBelow(50) : uint64_t{random.NextBelow(8000)} << 40;
    sides.Add(key, vertex);
    expected[key].push_back(vertex);
    if (vertex % 4999 != 0) continue;
    for (const auto& [known, vertices] : expected) ASSERT_EQ(VerticesOf(sides, known), vertices) << known;
  }
  EXPECT_TRUE(VerticesOf(sides, 51).empty());
}

}  // namespace
}  // namespace waystone
