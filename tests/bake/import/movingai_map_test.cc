#include "bake/import/movingai_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace waystone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

absl::StatusOr<GridCells> Read(std::string_view text, const CellRules& rules = {}) {
  CellAreas areas({}, rules);
  return ReadMovingAiMap(text, rules, areas);
}

TEST(MovingAiMap, EveryLetterOfTheFormatHasItsMeaning) {
  const absl::StatusOr<GridCells> cells = Read("type octile\nheight 2\nwidth 4\nmap\n.GS@\nOTW.\n");
  ASSERT_TRUE(cells.ok()) << cells.status();
  EXPECT_EQ(cells->columns, 4U);
  EXPECT_EQ(cells->rows, 2U);
  EXPECT_THAT(cells->areas, ElementsAre(1, 1, 1, 0, 0, 0, 0, 1));
}

TEST(MovingAiMap, RulesGiveLettersOtherMeanings) {
  CellRules rules;
  rules.letters = {{'S', "swamp"}, {'W', "water"}, {'G', "blocked"}, {'T', "swamp"}, {'x', "ground"}};
  rules.costs = {{"swamp", 3}, {"ground", 0.5}};
  const std::vector<AreaRule> settings = {{{2, "water"}, {}}};
  CellAreas areas(settings, rules);
  const absl::StatusOr<GridCells> cells =
      ReadMovingAiMap("type octile\nheight 1\nwidth 6\nmap\n.SWGTx\n", rules, areas);
  ASSERT_TRUE(cells.ok()) << cells.status();
  EXPECT_THAT(cells->areas, ElementsAre(1, 3, 2, 0, 3, 1));
  EXPECT_EQ(areas.costs()[1], 0.5F);
  EXPECT_EQ(areas.costs()[2], 1.0F);
  EXPECT_EQ(areas.costs()[3], 3.0F);
  ASSERT_EQ(areas.Types().size(), 3U);
  EXPECT_EQ(areas.Types()[2].name, "swamp");
}

TEST(MovingAiMap, LinesMayEndInCarriageReturnsAndTheLastWithout) {
  const absl::StatusOr<GridCells> cells =
      Read("\xef\xbb\xbftype octile\r\nwidth 2\r\nheight 2\r\nmap\r\n.@\r\n@.");
  ASSERT_TRUE(cells.ok()) << cells.status();
  EXPECT_THAT(cells->areas, ElementsAre(1, 0, 0, 1));
  EXPECT_TRUE(Read("type octile\nwidth 1\nheight 1\nmap\n.\n\n\n").ok());
}

TEST(MovingAiMap, WhatIsNotOneIsRefusedByLineAndColumn) {
  const std::string head = "type octile\nheight 2\nwidth 3\nmap\n";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "line 1: the map ends before 'map'"},
      {"type hexagon\n", "line 1: 'type hexagon' is not"},
      {"type octile\ntype octile\n", "line 2: 'type octile' is not"},
      {"type octile\nheight 2\nheight 2\n", "line 3: 'height 2' is not type octile, height, width or map"},
      {"type octile\nheight 0\n", "line 2: 'height 0' is not a number of cells from 1 to 8192"},
      {"type octile\nwidth 8193\n", "line 2: 'width 8193' is not a number"},
      {"type octile\nwidth 99999999999999999999\n", "line 2:"},
      {"type octile\nwidth -1\n", "line 2:"},
      {"type octile\nwidth 3 \n", "line 2:"},
      {"type octile\nheight 2\nmap\n...\n", "line 3: 'map' comes before"},
      {"height 2\nwidth 3\nmap\n", "line 3: 'map' comes before"},
      {head, "line 5: the map ends after 0 of 2 rows"},
      {head + "...\n", "line 6: the map ends after 1 of 2 rows"},
      {head + "...\n..\n", "line 6: 2 cells, not 3"},
      {head + "....\n...\n", "line 5: 4 cells, not 3"},
      {head + "...\n..x\n", "line 6: column 3: nothing says what a cell 'x' is"},
      {head + "...\n. .\n", "line 6: column 2: nothing says"},
      {head + std::string("...\n.\0.\n", 8), "line 6: column 2: nothing says what a cell '\\x00' is"},
      {head + "...\n...\n...\n", "line 7: more than the 2 rows"},
  };
  for (const auto& [text, message] : cases) {
    const absl::StatusOr<GridCells> cells = Read(text);
    ASSERT_EQ(cells.status().code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_THAT(std::string(cells.status().message()), HasSubstr(message));
  }
}

TEST(CellAreas, SixtyFourAreOneTooMany) {
  const CellRules rules;
  CellAreas areas({}, rules);
  for (int i = 0; i < 62; ++i) EXPECT_EQ(*areas.IndexOf("area " + std::to_string(i), 2), 2 + i);
  EXPECT_EQ(*areas.IndexOf("ground"), 1);
  EXPECT_EQ(*areas.IndexOf("blocked"), 0);
  EXPECT_EQ(*areas.IndexOf("area 61"), 63);
  EXPECT_FALSE(areas.IndexOf("one more").ok());
}

}  // namespace
}  // namespace waystone
