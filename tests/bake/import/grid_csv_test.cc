#include "bake/import/grid_csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/base/str_cat.h"

namespace waystone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

absl::StatusOr<GridCells> Read(std::string_view text) {
  const CellRules rules;
  CellAreas areas({}, rules);
  return ReadGridCsv(text, areas);
}

TEST(GridCsv, NumbersAreCostsAndWordsAreAreas) {
  CellRules rules;
  rules.costs = {{"swamp", 4}};
  const std::vector<AreaRule> settings = {{{7, "road"}, {}}};
  CellAreas areas(settings, rules);
  const absl::StatusOr<GridCells> cells = ReadGridCsv(
      "\xef\xbb\xbf"
      "0,1, 2.5 ,blocked\r\nground,swamp,2.50,road\r\n1.0,0.0,-0,3",
      areas);
  ASSERT_TRUE(cells.ok()) << cells.status();
  EXPECT_EQ(cells->columns, 4U);
  EXPECT_EQ(cells->rows, 3U);
  EXPECT_THAT(cells->areas, ElementsAre(0, 1, 2, 0, 1, 3, 2, 7, 1, 0, 0, 4));
  EXPECT_EQ(areas.costs()[2], 2.5F);
  EXPECT_EQ(areas.costs()[3], 4.0F);
  EXPECT_EQ(areas.costs()[4], 3.0F);
  EXPECT_EQ(areas.costs()[7], 1.0F);
  const std::vector<AreaType> types = areas.Types();
  ASSERT_EQ(types.size(), 5U);
  EXPECT_EQ(types[1].name, "cost 2.5");
  EXPECT_EQ(types[2].name, "swamp");
}

TEST(GridCsv, EmptyLinesAroundTheTableSayNothing) {
  const absl::StatusOr<GridCells> cells = Read("\n1,0\r\n_a,\xc3\xa9t\xc3\xa9\n\n \n");
  ASSERT_TRUE(cells.ok()) << cells.status();
  EXPECT_EQ(cells->rows, 2U);
  EXPECT_THAT(cells->areas, ElementsAre(1, 0, 2, 3));
}

TEST(GridCsv, OneIsPlainGroundWhateverTheSettingsCallIt) {
  const CellRules rules;
  const std::vector<AreaRule> settings = {{{1, "floor"}, {}}, {{5, "ground"}, {}}};
  CellAreas areas(settings, rules);
  const absl::StatusOr<GridCells> cells = ReadGridCsv("1,floor,ground,0", areas);
  ASSERT_TRUE(cells.ok()) << cells.status();
  EXPECT_THAT(cells->areas, ElementsAre(1, 1, 5, 0));
  const std::vector<AreaRule> elsewhere = {{{5, "ground"}, {}}};
  EXPECT_EQ(CellAreas(elsewhere, rules).Types().front().index, 1);
}

TEST(GridCsv, SixtyTwoDifferentCostsFitBesideGround) {
  std::string row = "1";
  for (int i = 2; i <= 63; ++i) StrAppend(row, ",", i);
  EXPECT_TRUE(Read(row).ok());
  EXPECT_THAT(std::string(Read(StrCat(row, ",64")).status().message()),
              HasSubstr("line 1: column 64: '64' cannot be: the area \"cost 64\" is one more than the 63"));
}

TEST(GridCsv, WhatIsNoTableOfCellsIsRefusedByLineAndColumn) {
  std::string wide = "1";
  for (int i = 0; i < 8192; ++i) wide += ",1";
  std::string high;
  for (int i = 0; i < 8193; ++i) high += "1\n";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"\n\n", "line 1: there are no cells"},
      {"1,1\n1\n", "line 2: 1 cells, not 2"},
      {"1,1\n1,1,1\n", "line 2: 3 cells, not 2"},
      {"1,1\n\n1,1\n", "line 2: is empty, and more rows follow"},
      {"\n1,1\n \n\n1,1\n", "line 3: is empty, and more rows follow"},
      {"1;1\n", "line 1: column 1: '1;1' is neither a cost nor the name of an area"},
      {"1,0x1\n", "line 1: column 2: '0x1' is neither"},
      {"\"1\",1\n", "line 1: column 1: '\"1\"' is neither"},
      {"1,#\n", "line 1: column 2: '#' is neither"},
      {"1,1\n1,\n", "line 2: column 2: '' is neither a cost nor the name of an area"},
      {"1,nan\n", "line 1: column 2: 'nan' is not a cost"},
      {"1,inf\n", "line 1: column 2: 'inf' is not a cost"},
      {"1,1e999\n", "line 1: column 2: '1e999' is not a cost"},
      {"-1\n", "line 1: column 1: '-1' is not a cost"},
      {"0.001\n", "line 1: column 1: '0.001' is not a cost: 0 where it is blocked, or 0.01 to 1000"},
      {"1001\n", "line 1: column 1: '1001' is not a cost"},
      {std::string("1,\xff\n"), "line 1: column 2: '\\xff' is neither"},
      {wide, "line 1: more than 8192 cells"},
      {high, "line 8193: more than 8192 rows"},
  };
  for (const auto& [text, message] : cases) {
    const absl::StatusOr<GridCells> cells = Read(text);
    ASSERT_EQ(cells.status().code(), absl::StatusCode::kInvalidArgument) << message;
    EXPECT_THAT(std::string(cells.status().message()), HasSubstr(message));
  }
}

}  // namespace
}  // namespace waystone
