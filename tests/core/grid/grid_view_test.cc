#include "core/grid/grid_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/grid/drawn_grid.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

std::string Refusal(const GridData& data) { return GridView::Create(data).status().ToString(); }

TEST(GridViewTest, CellsHaveAreasCentersAndIds) {
  GridData data = DrawGrid({"..#", "3.."});
  data.header.cell_size_m = 2;
  data.header.corner_x_m = 10;
  data.header.corner_z_m = -4;
  data.header.height_m = 5;
  const auto view = GridView::Create(data);
  ASSERT_TRUE(view.ok()) << view.status();
  EXPECT_FALSE(view->is_uniform());
  EXPECT_EQ(view->used_areas(), 0b1010U);
  EXPECT_EQ(view->AreaOf({2, 0}), 0);
  EXPECT_EQ(view->AreaOf({0, 1}), 3);
  EXPECT_EQ(view->AreaOf({1, 1}), 1);
  EXPECT_EQ(view->CellOf(view->IdOf({2, 1})), (Cell{2, 1}));
  EXPECT_EQ(view->CenterOf({1, 1}), Vec3(13, 5, -1));
  EXPECT_EQ(view->CellAt({12, 0, -2}), (Cell{1, 1}));
  EXPECT_EQ(view->CellAt({15.99, 0, -2.01}), (Cell{2, 0}));
  EXPECT_EQ(view->CellAt({16, 0, -2}), std::nullopt);
  EXPECT_EQ(view->CellAt({9.99, 0, -2}), std::nullopt);
}

TEST(GridViewTest, AGridOfOneCostIsUniformHoweverManyAreasItHas) {
  GridData data = DrawGrid({".2"});
  EXPECT_FALSE(GridView::Create(data)->is_uniform());
  data.header.area_cost[2] = 1;
  EXPECT_TRUE(GridView::Create(data)->is_uniform());
}

TEST(GridViewTest, WhatBreaksARuleIsNamed) {
  const GridData good = DrawGrid({"..#", "3.."});
  GridData bad = good;
  bad.header.columns = kMaxGridSide + 1;
  EXPECT_THAT(Refusal(bad), HasSubstr("8193 x 2 cells"));
  bad = good;
  bad.header.cell_size_m = 0;
  EXPECT_THAT(Refusal(bad), HasSubstr("bad cell size"));
  bad = good;
  bad.header.area_cost[3] = 0;
  EXPECT_THAT(Refusal(bad), HasSubstr("cost of area 3"));
  bad = good;
  bad.header.free_count = 4;
  EXPECT_THAT(Refusal(bad), HasSubstr("4 free cells, not 5"));
  bad = good;
  bad.row_words[0] = 2;
  EXPECT_THAT(Refusal(bad), HasSubstr("rows[0]: a free cell outside"));
  bad = good;
  bad.row_words[1] |= 1U << 4;
  EXPECT_THAT(Refusal(bad), HasSubstr("rows[1]: a free cell outside"));
  bad = good;
  bad.row_words.pop_back();
  EXPECT_THAT(Refusal(bad), HasSubstr("rows: 3 words"));
  bad = good;
  bad.column_words[1] ^= 2;
  EXPECT_THAT(Refusal(bad), HasSubstr("columns: differ"));
  bad = good;
  bad.column_words.clear();
  EXPECT_THAT(Refusal(bad), HasSubstr("columns: differ"));
  bad = good;
  bad.areas[2] = 1;
  EXPECT_THAT(Refusal(bad), HasSubstr("areas[2]: differs from the rows"));
  bad = good;
  bad.areas[0] = 64;
  EXPECT_THAT(Refusal(bad), HasSubstr("areas[0]: must be below 64"));
  bad = good;
  bad.areas.pop_back();
  EXPECT_THAT(Refusal(bad), HasSubstr("areas: 5 of 6"));
}

}  // namespace
}  // namespace waystone
