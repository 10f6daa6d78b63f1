#include "core/why/cell_walls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <string>

#include "bake/program/world_job.h"
#include "core/store/loaded_map.h"
#include "core/why/route_why.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

// Explains a walk between two cells of a drawn map.
std::vector<Fix> Why(const std::vector<std::string>& rows, const Vec3& from, const Vec3& to) {
  TempFolder folder;
  std::ofstream map(folder.File("level.map"));
  map << "type octile\nheight " << rows.size() << "\nwidth " << rows[0].size() << "\nmap\n";
  for (const std::string& row : rows) map << row << "\n";
  map.close();
  std::ofstream(folder.File("world.yaml")) << "world: w\nmaps:\n  - {id: level, source: level.map, "
                                              "cell_size_m: 2, origin: [10, 1, 20], skeleton: false}\n";
  WorldBakeJob job;
  job.manifest_path = folder.File("world.yaml");
  job.output_folder = folder.path();
  EXPECT_EQ(RunWorldBake(job).status, absl::OkStatus());
  const auto loaded = LoadedMap::Load(folder.File("level.waymap"));
  EXPECT_EQ(loaded.status(), absl::OkStatus());
  const auto view = (*loaded)->View("");
  Scratch scratch;
  const auto at = [](const Vec3& cell) { return Vec3(11 + 2 * cell.x, 1, 21 + 2 * cell.z); };
  const SnapOptions snap{.radius_m = 0.5};
  return ExplainWalk(*view, at(from), at(to), snap, nullptr, Deadline(), scratch).fixes;
}

TEST(CellWalls, TheThinnestWallIsNamed) {
  const std::vector<Fix> fixes = Why({"...@@@...",  //
                                      "...@@@...",  //
                                      "...@@@...",  //
                                      "....@@...",  //
                                      "...@@@..."},
                                     {0, 0, 0}, {8, 0, 0});
  ASSERT_EQ(fixes.size(), 1U);
  EXPECT_EQ(fixes[0].kind, FixKind::kCells);
  EXPECT_EQ(fixes[0].measure, 2);
  EXPECT_EQ(fixes[0].unit, FixUnit::kCells);
  EXPECT_EQ(*fixes[0].at, Vec3(10 + 7, 1, 20 + 7));
  EXPECT_EQ(*fixes[0].to, Vec3(10 + 13, 1, 20 + 7));
  EXPECT_THAT(fixes[0].sentence, HasSubstr("column and row 4 3, 5 3"));
}

TEST(CellWalls, SeveralWallsAreAFixEach) {
  const std::vector<Fix> fixes = Why({"..@..@@.."}, {0, 0, 0}, {8, 0, 0});
  ASSERT_EQ(fixes.size(), 2U);
  EXPECT_EQ(fixes[0].measure, 1);
  EXPECT_EQ(fixes[1].measure, 2);
}

TEST(CellWalls, NothingIsWrongWithGroundThatIsOne) {
  EXPECT_TRUE(Why({"...", ".@.", "..."}, {0, 0, 0}, {2, 0, 2}).empty());
}

TEST(CellWalls, ADiagonalGapIsAWallOfOneCell) {
  const std::vector<Fix> fixes = Why({".@", "@."}, {0, 0, 0}, {1, 0, 1});
  ASSERT_EQ(fixes.size(), 1U);
  EXPECT_EQ(fixes[0].measure, 1);
}

}  // namespace
}  // namespace waystone
