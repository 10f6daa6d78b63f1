#include "core/world/grid_portals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/status/status.h"
#include "core/grid/grid_view.h"
#include "tests/core/grid/drawn_grid.h"

namespace waystone {
namespace {

using testing::HasSubstr;

// One exit and one arrival on a grid of five free cells.
class GridPortalsTest : public testing::Test {
 protected:
  GridPortalsTest() {
    map_.columns = 3;
    map_.rows = 2;
    map_.exit_count = 1;
    map_.arrival_count = 1;
    data_.trigger_rows = {0, 2};
    data_.triggers = {1, 2};
    data_.walk_in = {1, 2};
  }

  void AddTables() {
    data_.free_before = CountFreeBefore(grid_.bits());
    data_.tables = {0, 1, 0, 1};
    data_.steps.assign(2 * StepTableBytes(5), 0x88);
  }

  absl::StatusOr<GridPortals> Create() const {
    return GridPortals::Create(GridPortals::ArraysOf(data_), map_, grid_.bits());
  }
  std::string Error() const {
    const absl::Status status = Create().status();
    EXPECT_TRUE(absl::IsDataLoss(status)) << status;
    return std::string(status.message());
  }

  const GridData cells_ = DrawGrid({"...",  //
                                    ".#."});
  const GridView grid_ = *GridView::Create(cells_);
  WorldMap map_{};
  GridPortalsData data_;
};

TEST_F(GridPortalsTest, HaveTriggersWithAndWithoutTables) {
  ASSERT_TRUE(Create().ok()) << Create().status();
  EXPECT_FALSE(Create()->has_tables());
  EXPECT_TRUE(Create()->IsWalkIn(2));
  EXPECT_FALSE(Create()->IsWalkIn(0));
  AddTables();
  ASSERT_TRUE(Create().ok()) << Create().status();
  EXPECT_TRUE(Create()->has_tables());
  EXPECT_EQ(Create()->ToExit(WorldMode::kMayUse, MapExitId(0)).StepAt({0, 0}), kStepHere);
}

TEST_F(GridPortalsTest, AreRefusedWhereTheirTablesAreNotWhole) {
  AddTables();
  data_.tables.clear();
  EXPECT_THAT(Error(), HasSubstr("tables: none, but steps"));
  data_.tables = {0, 1, 0};
  EXPECT_THAT(Error(), HasSubstr("tables: not as many as exits and arrivals"));
  data_.tables = {0, 1, 0, 2};
  EXPECT_THAT(Error(), HasSubstr("tables: one lies outside of the steps"));
  data_.tables = {0, 1, 0, 1};
  ++data_.free_before.back();
  EXPECT_THAT(Error(), HasSubstr("free cells before"));
  data_.free_before.clear();
  EXPECT_THAT(Error(), HasSubstr("free cells before"));
}

TEST_F(GridPortalsTest, AreRefusedWhereTriggersAreNoFreeCells) {
  data_.triggers = {1, 4};
  EXPECT_THAT(Error(), HasSubstr("triggers[1]: no free cell"));
  data_.triggers = {1, 6};
  EXPECT_THAT(Error(), HasSubstr("triggers[1]: no free cell"));
  data_.triggers = {1, 2};
  data_.walk_in = {2, 1};
  EXPECT_THAT(Error(), HasSubstr("walk-in cells: not ascending"));
  data_.walk_in = {1, 2};
  data_.trigger_rows = {0, 1};
  EXPECT_THAT(Error(), HasSubstr("trigger rows"));
}

}  // namespace
}  // namespace waystone
