#include "samples/generator/dungeon.h"

#include <array>
#include <set>

#include "gtest/gtest.h"

namespace waystone::samples {
namespace {

bool IsWalkable(const Dungeon& dungeon, Cell cell) {
  if (cell.column < 0 || cell.row < 0 || cell.column >= dungeon.width() || cell.row >= dungeon.height())
    return false;
  const char letter = dungeon.rows[static_cast<size_t>(cell.row)][static_cast<size_t>(cell.column)];
  return letter == '.' || letter == 'S';
}

// By row and column, over sides.
std::set<std::pair<int, int>> Flood(const Dungeon& dungeon, Cell start) {
  std::set<std::pair<int, int>> seen = {{start.row, start.column}};
  std::vector<Cell> open = {start};
  while (!open.empty()) {
    const Cell cell = open.back();
    open.pop_back();
    for (const auto& [dc, dr] : std::array<std::pair<int, int>, 4>{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}}) {
      const Cell next{cell.column + dc, cell.row + dr};
      if (IsWalkable(dungeon, next) && seen.emplace(next.row, next.column).second) open.push_back(next);
    }
  }
  return seen;
}

TEST(Dungeon, AllButTheSecretRoomIsOnePiece) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const Dungeon dungeon = MakeDungeon(seed);
    ASSERT_EQ(dungeon.width(), 96);
    ASSERT_EQ(dungeon.height(), 64);
    size_t walkable = 0;
    for (int row = 0; row < dungeon.height(); ++row) {
      for (int column = 0; column < dungeon.width(); ++column)
        walkable += IsWalkable(dungeon, {column, row}) ? 1 : 0;
    }
    const auto main = Flood(dungeon, dungeon.entry);
    const auto secret = Flood(dungeon, dungeon.secret);
    EXPECT_EQ(secret.size(), 8U * 7U) << seed;
    EXPECT_EQ(main.size() + secret.size(), walkable) << seed;
    EXPECT_TRUE(main.contains({dungeon.exit.row, dungeon.exit.column})) << seed;
  }
}

TEST(Dungeon, TheBorderIsRock) {
  const Dungeon dungeon = MakeDungeon(kDungeonSeed);
  EXPECT_EQ(dungeon.rows.front(), std::string(96, '@'));
  EXPECT_EQ(dungeon.rows.back(), std::string(96, '@'));
  for (const std::string& row : dungeon.rows) EXPECT_TRUE(row.front() == '@' && row.back() == '@');
}

TEST(Dungeon, TextIsMovingAiOctile) {
  const std::string text = MapText(MakeDungeon(kDungeonSeed));
  EXPECT_EQ(text.substr(0, 38), "type octile\nheight 64\nwidth 96\nmap\n@@@");
  EXPECT_EQ(text.size(), 35 + 64 * 97U);
}

}  // namespace
}  // namespace waystone::samples
