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

constexpr SnapOptions kSnap{.radius_m = 0.5};

// A drawn map, baked, with cells of 2 m.
class DrawnGrid {
 public:
  explicit DrawnGrid(const std::vector<std::string>& rows) {
    std::ofstream map(folder_.File("level.map"));
    map << "type octile\nheight " << rows.size() << "\nwidth " << rows[0].size() << "\nmap\n";
    for (const std::string& row : rows) map << row << "\n";
    map.close();
    std::ofstream(folder_.File("world.yaml")) << "world: w\nmaps:\n  - {id: level, source: level.map, "
                                                 "cell_size_m: 2, origin: [10, 1, 20], skeleton: false}\n";
    WorldBakeJob job;
    job.manifest_path = folder_.File("world.yaml");
    job.output_folder = folder_.path();
    EXPECT_EQ(RunWorldBake(job).status, absl::OkStatus());
    auto loaded = LoadedMap::Load(folder_.File("level.waymap"));
    EXPECT_EQ(loaded.status(), absl::OkStatus());
    map_ = *std::move(loaded);
    view_ = *map_->View("");
  }

  const MapView& view() const { return view_; }
  // The middle of a cell, absolute.
  static Vec3 MiddleOf(const Vec3& cell) { return {11 + 2 * cell.x, 1 + cell.y, 21 + 2 * cell.z}; }
  NavLocation At(const Vec3& cell) const {
    Scratch scratch;
    return *view_.surface->SnapToGround(view_, MiddleOf(cell) - view_.manifest->origin, kSnap, scratch).place;
  }

 private:
  TempFolder folder_;
  std::shared_ptr<const LoadedMap> map_;
  MapView view_;
};

// Explains a walk between two cells of a drawn map. `changes`: null for none.
std::vector<Fix> Why(const std::vector<std::string>& rows, const Vec3& from, const Vec3& to,
                     const GridChanges* changes = nullptr) {
  const DrawnGrid grid(rows);
  Scratch scratch;
  return ExplainWalk(grid.view(), DrawnGrid::MiddleOf(from), DrawnGrid::MiddleOf(to), kSnap, changes,
                     Deadline(), scratch)
      .fixes;
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

TEST(CellWalls, OneSearchKnowsTheWallsToAllPlaces) {
  const DrawnGrid grid({"..@..@@..",  //
                        "..@..@@@@"});
  const Deadline never;
  CellWallFinder finder(grid.view(), nullptr, never);
  finder.Start(grid.At({0, 0, 0}));
  for (const double column : {1.0, 3.0, 8.0}) {
    const NavLocation goal = grid.At({column, 0, 0});
    const std::vector<Fix> alone = FindCellWalls(grid.view(), grid.At({0, 0, 0}), goal, nullptr, never).fixes;
    const std::vector<Fix> together = finder.To(goal).fixes;
    ASSERT_EQ(together.size(), alone.size()) << column;
    for (size_t i = 0; i < alone.size(); ++i) EXPECT_EQ(together[i].sentence, alone[i].sentence) << column;
  }
  EXPECT_EQ(finder.To(grid.At({8, 0, 0})).fixes.size(), 2U);
}

TEST(CellWalls, EachIsABreakOfThePathBetweenItsFreeCells) {
  const DrawnGrid grid({"..@..@@.."});
  const MendedPath path =
      FindCellWalls(grid.view(), grid.At({0, 0, 0}), grid.At({8, 0, 0}), nullptr, Deadline());
  EXPECT_EQ(path.from.at, DrawnGrid::MiddleOf({0, 0, 0}));
  EXPECT_EQ(path.to.at, DrawnGrid::MiddleOf({8, 0, 0}));
  ASSERT_EQ(path.breaks.size(), 2U);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(path.breaks[i].first_fix, i);
    EXPECT_EQ(path.breaks[i].from.at, *path.fixes[i].at);
    EXPECT_EQ(path.breaks[i].to.at, *path.fixes[i].to);
  }
  EXPECT_EQ(path.breaks[1].from.at, DrawnGrid::MiddleOf({4, 0, 0}));
  EXPECT_EQ(path.breaks[1].to.at, DrawnGrid::MiddleOf({7, 0, 0}));
}

TEST(CellWalls, CellsThatAreOpenedAreNone) {
  const DrawnGrid grid({"..@..@@..",  //
                        "@@@@@@@@."});
  GridChanges changes;
  changes.opened_cells = {2};
  GridChanges beneath;
  beneath.opened_rects = {{.column = 6, .row = 0, .columns = 9, .rows = 9}};
  changes.beneath = std::make_shared<const GridChanges>(beneath);
  const MendedPath path =
      FindCellWalls(grid.view(), grid.At({0, 0, 0}), grid.At({8, 0, 0}), &changes, Deadline());
  ASSERT_EQ(path.fixes.size(), 1U);
  EXPECT_THAT(path.fixes[0].sentence, HasSubstr("column and row 5 0"));
  EXPECT_EQ(path.fixes[0].measure, 1);
}

TEST(CellWalls, NothingIsWrongWithGroundThatIsOne) {
  EXPECT_TRUE(Why({"...", ".@.", "..."}, {0, 0, 0}, {2, 0, 2}).empty());
}

TEST(CellWalls, ADiagonalGapIsAWallOfOneCell) {
  const std::vector<Fix> fixes = Why({".@", "@."}, {0, 0, 0}, {1, 0, 1});
  ASSERT_EQ(fixes.size(), 1U);
  EXPECT_EQ(fixes[0].measure, 1);
}

TEST(CellWalls, AnEndBesideTheGroundIsOnTheGround) {
  const std::vector<Fix> fixes = Why({"..@@.."}, {1.6, 0, 0}, {4, 0, 0});
  ASSERT_EQ(fixes.size(), 1U);
  EXPECT_EQ(fixes[0].measure, 2);
}

TEST(CellWalls, OpenedCellsAreGroundWhereverAnEndLies) {
  GridChanges set;
  set.opened_cells = {2};
  GridChanges changes;
  changes.opened_rects = {{.column = 5, .row = 0, .columns = 2, .rows = 1}};
  changes.beneath = std::make_shared<GridChanges>(set);
  const std::vector<std::string> rows = {"..@@@@@@@.."};
  const std::vector<Fix> through = Why(rows, {0, 0, 0}, {10, 0, 0}, &changes);
  ASSERT_EQ(through.size(), 2U);
  EXPECT_EQ(through[0].measure, 2) << "columns 3 and 4";
  EXPECT_EQ(through[1].measure, 2) << "columns 7 and 8";
  const std::vector<Fix> to_opened = Why(rows, {0, 0, 0}, {6, 0, 0}, &changes);
  ASSERT_EQ(to_opened.size(), 1U);
  EXPECT_EQ(to_opened[0].kind, FixKind::kCells);
  EXPECT_EQ(to_opened[0].measure, 2);
  const std::vector<Fix> back = Why(rows, {6, 0, 0}, {2, 0, 0}, &changes);
  ASSERT_EQ(back.size(), 1U);
  EXPECT_EQ(back[0].measure, 2);
  EXPECT_EQ(Why(rows, {0, 0, 0}, {4, 0, 0}, &changes).at(0).kind, FixKind::kGroundless) << "is not opened";
  EXPECT_EQ(Why(rows, {0, 0, 0}, {6, 9, 0}, &changes).at(0).kind, FixKind::kGroundless) << "is far above";
}

}  // namespace
}  // namespace waystone
