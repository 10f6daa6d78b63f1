#include "bake/import/detour_importer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "bake/import/detour_tile_reader.h"
#include "bake/navmesh/navmesh_builder.h"
#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/navmesh/navmesh_view.h"
#include "tests/oracle/detour_mesh.h"
#include "tests/oracle/detour_tile_set.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Bytes = std::vector<std::byte>;

NavmeshData LatticeMesh() {
  PolygonSoup soup =
      AsciiSoup({"......#...\n"
                 ".##...#.1.\n"
                 ".##.....1.\n"
                 "......#...\n"});
  soup.cell_size_m = 0.25F;
  soup.cell_height_m = 0.25F;
  absl::StatusOr<NavmeshData> data = BuildNavmesh(soup);
  EXPECT_TRUE(data.ok()) << data.status();
  return *std::move(data);
}

Bytes SampleTileSet() {
  const NavmeshData data = LatticeMesh();
  absl::StatusOr<DetourMesh> detour = DetourMesh::Create(ViewOf(data));
  EXPECT_TRUE(detour.ok()) << detour.status();
  return SaveTileSet(detour->nav());
}

// Refused, or good enough to make a navmesh of or be refused there. Returns whether it was accepted.
bool RefusedOrHarmless(const Bytes& bytes) {
  const absl::StatusOr<NavmeshImport> import = ImportDetourTiles(bytes);
  if (!import.ok()) {
    EXPECT_EQ(import.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_FALSE(import.status().message().empty());
    return false;
  }
  const absl::StatusOr<NavmeshData> data = BuildNavmesh(import->soup);
  if (!data.ok()) return false;
  EXPECT_TRUE(NavmeshView::Create(*data).ok());
  return true;
}

TEST(DetourImporter, AMeshSavedByDetourComesBackWithTheSamePolygonsAndJoins) {
  const NavmeshData before = LatticeMesh();
  const absl::StatusOr<NavmeshImport> import = ImportDetourTiles(SampleTileSet());
  ASSERT_TRUE(import.ok()) << import.status();
  const absl::StatusOr<NavmeshData> after = BuildNavmesh(import->soup);
  ASSERT_TRUE(after.ok()) << after.status();
  ASSERT_EQ(after->polys.size(), before.polys.size());
  EXPECT_NEAR(after->area_prefix_m2.back(), before.area_prefix_m2.back(), 1e-6);
  const auto joins = [](const NavmeshData& data) {
    int count = 0;
    for (const NavEdge& edge : data.edges) count += edge.twin != kNoEdge;
    return count;
  };
  EXPECT_EQ(joins(*after), joins(before));
  EXPECT_EQ(import->areas.size(), 1U);
}

TEST(DetourImporter, PolygonsWithoutAreaAreLeftOutWithOneWarning) {
  Bytes bytes = SampleTileSet();
  constexpr size_t kTile = 40 + 8;
  DetourTileHeader header;
  std::memcpy(&header, bytes.data() + kTile, sizeof(header));
  for (const int32_t index : {1, 2}) {
    const size_t at = kTile + sizeof(header) + static_cast<size_t>(header.vertex_count) * sizeof(Vec3f) +
                      static_cast<size_t>(index) * sizeof(DetourPoly);
    DetourPoly poly;
    std::memcpy(&poly, bytes.data() + at, sizeof(poly));
    for (int k = 2; k < poly.vertex_count; ++k) poly.vertices[k] = poly.vertices[k % 2];
    std::memcpy(bytes.data() + at, &poly, sizeof(poly));
  }
  const absl::StatusOr<NavmeshImport> import = ImportDetourTiles(bytes);
  ASSERT_TRUE(import.ok()) << import.status();
  EXPECT_THAT(import->warnings,
              ElementsAre(StrCat("2 of ", header.poly_count,
                                 " polygons have no area and were left out; the first one is polygon 1")));
  const absl::StatusOr<NavmeshData> data = BuildNavmesh(import->soup);
  ASSERT_TRUE(data.ok()) << data.status();
  EXPECT_EQ(data->polys.size() + 2, LatticeMesh().polys.size());
  // What was next to them is joined with what is there now by its place.
  uint32_t open_sides = 0;
  for (const SoupPolygon& polygon : import->soup.polygons) open_sides += polygon.loose_sides != 0;
  EXPECT_GT(open_sides, 0U);
  EXPECT_THAT(ImportDetourTiles(SampleTileSet())->warnings, IsEmpty());
}

TEST(DetourImporter, EveryTruncationIsRefused) {
  const Bytes whole = SampleTileSet();
  for (size_t size = 0; size < whole.size(); ++size) {
    ASSERT_FALSE(ImportDetourTiles(std::span(whole).first(size)).ok()) << size;
  }
}

TEST(DetourImporter, FlippedBitsAreRefusedOrHarmless) {
  const Bytes whole = SampleTileSet();
  Random random(1);
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    Bytes bytes = whole;
    bytes[random.NextBelow(static_cast<uint32_t>(bytes.size()))] ^=
        static_cast<std::byte>(1U << random.NextBelow(8));
    if (!RefusedOrHarmless(bytes)) ++refused;
  }
  EXPECT_GT(refused, 300);
}

TEST(DetourImporter, OverwrittenWordsAreRefusedOrHarmless) {
  const Bytes whole = SampleTileSet();
  constexpr uint32_t kValues[] = {0,          1,          0x7fffffff, 0x80000000,
                                  0xffffffff, 0x7fc00000, 0x7f800000, 0x7149f2ca};
  for (size_t at = 0; at + 4 <= whole.size(); at += 4) {
    for (uint32_t value : kValues) {
      Bytes bytes = whole;
      std::memcpy(bytes.data() + at, &value, sizeof(value));
      RefusedOrHarmless(bytes);
    }
  }
}

TEST(DetourImporter, MessagesNameTheTileTheArrayAndTheRule) {
  Bytes bytes = SampleTileSet();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr size_t kFirstVertex = 40 + 8 + 100;
  std::memcpy(bytes.data() + kFirstVertex + 4, &nan, sizeof(nan));
  EXPECT_EQ(ImportDetourTiles(bytes).status().message(),
            "tile 0: vertices[0]: a coordinate is not finite or beyond 1e6 m");
  EXPECT_THAT(std::string(ImportDetourTiles({}).status().message()), HasSubstr("header"));
}

}  // namespace
}  // namespace waystone
