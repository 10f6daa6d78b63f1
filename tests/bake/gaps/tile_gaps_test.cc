#include "bake/gaps/tile_gaps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "bake/gaps/field_costs.h"
#include "core/base/random.h"

namespace waystone {
namespace {

// Floors drawn as characters: a digit is a floor so many cells high, ' ' is a hole, '#' a wall up to the sky, '/' steep
// ground at height 0, '_' a floor at 0 under a ceiling of 6 cells. Capitals of `islands` say where an agent stands.
struct Drawn {
  OpenField field;
  std::vector<uint32_t> island;
};

Drawn Draw(const std::vector<std::string_view>& floors, const std::vector<std::string_view>& islands) {
  Drawn drawn;
  drawn.field.side = static_cast<int>(floors.size());
  for (size_t z = 0; z < floors.size(); ++z) {
    for (size_t x = 0; x < floors.size(); ++x) {
      drawn.field.begin.push_back(static_cast<uint32_t>(drawn.field.spans.size()));
      const char at = floors[z][x];
      if (at == ' ' || at == '#') continue;
      OpenSpan span{.floor = 1, .ceiling = kOpenSky, .area = 1};
      if (at >= '0' && at <= '9') span.floor = static_cast<uint16_t>(1 + at - '0');
      if (at == '_') span.ceiling = 7;
      if (at == '/') span.area = kSteepArea;
      drawn.field.spans.push_back(span);
      const char island = islands[z][x];
      drawn.island.push_back(island >= 'A' && island <= 'Z' ? static_cast<uint32_t>(island - 'A' + 1) : 0);
    }
  }
  drawn.field.begin.push_back(static_cast<uint32_t>(drawn.field.spans.size()));
  return drawn;
}

// One cell of radius, 8 high, steps of 2.
constexpr GapRules kRules{.cell_size_m = 0.2,
                          .cell_height_m = 0.1,
                          .max_slope_deg = 45,
                          .radius_cells = 1,
                          .height_cells = 8,
                          .climb_cells = 2};

std::vector<FieldGap> Find(const std::vector<std::string_view>& floors,
                           const std::vector<std::string_view>& islands) {
  const Drawn drawn = Draw(floors, islands);
  return FindFieldGaps(drawn.field, drawn.island, kRules, 0).gaps;
}

TEST(FieldGaps, AStepHasItsHeightAndItsPlace) {
  const auto gaps = Find({"0000555", "0000555", "0000555", "0000555", "0000555", "0000555", "0000555"},
                         {".......", ".AA..B.", ".AA..B.", ".AA..B.", ".AA..B.", ".AA..B.", "......."});
  ASSERT_EQ(gaps.size(), 1U);
  ASSERT_EQ(gaps[0].fixes.size(), 1U);
  const FieldFix& fix = gaps[0].fixes[0];
  EXPECT_EQ(fix.kind, GapKind::kStep);
  EXPECT_DOUBLE_EQ(fix.measure, 0.5);
  EXPECT_EQ(fix.at.x, 3);
  EXPECT_EQ(fix.to.x, 4);
  EXPECT_EQ(fix.shape, StepShape::kOneWay);
}

TEST(FieldGaps, OfTwoWaysTheLessBadOneIsNamed) {
  const auto gaps = Find({"0009999", "0009999", "0009999", "0004999", "0004999", "0004999", "0004999"},
                         {".......", ".A...B.", ".A...B.", ".A...B.", ".A...B.", ".A...B.", "......."});
  ASSERT_EQ(gaps.size(), 1U);
  // Two steps, of 4 and of 5 cells, instead of one of 9.
  EXPECT_EQ(gaps[0].fixes[0].kind, GapKind::kStep);
  EXPECT_DOUBLE_EQ(gaps[0].fixes[0].measure, 0.5);
}

TEST(FieldGaps, AWallThatIsStoodOnLeadsUpAndDown) {
  const auto gaps = Find({"0005000", "0005000", "0005000", "0005000", "0005000", "0005000", "0005000"},
                         {".......", ".A...B.", ".A...B.", ".A...B.", ".A...B.", ".A...B.", "......."});
  ASSERT_EQ(gaps.size(), 1U);
  ASSERT_EQ(gaps[0].fixes.size(), 1U);
  EXPECT_EQ(gaps[0].fixes[0].shape, StepShape::kWall);
}

TEST(FieldGaps, ADitchLeadsDownAndUp) {
  const auto gaps = Find({"5550555", "5550555", "5550555", "5550555", "5550555", "5550555", "5550555"},
                         {".......", ".A...B.", ".A...B.", ".A...B.", ".A...B.", ".A...B.", "......."});
  ASSERT_EQ(gaps.size(), 1U);
  ASSERT_EQ(gaps[0].fixes.size(), 1U);
  EXPECT_EQ(gaps[0].fixes[0].shape, StepShape::kDitch);
}

TEST(FieldGaps, APassageHasItsWidth) {
  const auto gaps =
      Find({"###########", "#000###000#", "#000###000#", "#000###000#", "#000000000#", "#000###000#",
            "#000###000#", "#000###000#", "###########", "###########", "###########"},
           {"...........", "...........", "..A.....B..", "..A.....B..", "..A.....B..", "..A.....B..",
            "..A.....B..", "...........", "...........", "...........", "..........."});
  ASSERT_EQ(gaps.size(), 1U);
  ASSERT_EQ(gaps[0].fixes.size(), 1U);
  const FieldFix& fix = gaps[0].fixes[0];
  EXPECT_EQ(fix.kind, GapKind::kWidth);
  EXPECT_NEAR(fix.measure, 0.2, 1e-9);  // one column
  EXPECT_EQ(fix.at.z, 4);
  EXPECT_LE(fix.at.x, 5);
  EXPECT_GE(fix.to.x, 5);
}

TEST(FieldGaps, ALowCeilingHasItsHeadroom) {
  const auto gaps =
      Find({"000__000", "000__000", "000__000", "000__000", "000__000", "000__000", "000__000", "000__000"},
           {"........", ".A....B.", ".A....B.", ".A....B.", ".A....B.", ".A....B.", ".A....B.", "........"});
  ASSERT_EQ(gaps.size(), 1U);
  ASSERT_EQ(gaps[0].fixes.size(), 1U);
  EXPECT_EQ(gaps[0].fixes[0].kind, GapKind::kHeadroom);
  EXPECT_DOUBLE_EQ(gaps[0].fixes[0].measure, 0.6);
}

TEST(FieldGaps, SteepGroundIsASlope) {
  const auto gaps =
      Find({"000///00", "000///00", "000///00", "000///00", "000///00", "000///00", "000///00", "000///00"},
           {"........", ".A....B.", ".A....B.", ".A....B.", ".A....B.", ".A....B.", ".A....B.", "........"});
  ASSERT_EQ(gaps.size(), 1U);
  ASSERT_EQ(gaps[0].fixes.size(), 1U);
  EXPECT_EQ(gaps[0].fixes[0].kind, GapKind::kSlope);
  EXPECT_TRUE(gaps[0].fixes[0].is_by_area);
}

TEST(FieldGaps, NothingLeadsOverAHole) {
  EXPECT_TRUE(
      Find({"000  000", "000  000", "000  000", "000  000", "000  000", "000  000", "000  000", "000  000"},
           {"........", ".A....B.", ".A....B.", ".A....B.", ".A....B.", ".A....B.", ".A....B.", "........"})
          .empty());
}

// The least of the worst costs on any way between two islands over spans of none, by trying thresholds.
uint32_t SlowSeverity(const Drawn& drawn, uint32_t a, uint32_t b) {
  const FieldCosts costs(drawn.field, drawn.island, kRules);
  for (uint32_t at = 0; at <= kMostSeverity; ++at) {
    std::vector<bool> seen(drawn.island.size(), false);
    std::vector<uint32_t> open;
    for (uint32_t i = 0; i < seen.size(); ++i) {
      if (drawn.island[i] == a) open.push_back(i);
    }
    while (!open.empty()) {
      const uint32_t span = open.back();
      open.pop_back();
      if (drawn.island[span] == b) return at;
      if (seen[span]) continue;
      seen[span] = true;
      for (int d = 0; d < 4; ++d) {
        costs.ForEachJoin(span, d, [&](uint32_t n, const SpanJoin& join) {
          const bool is_free = drawn.island[n] == 0 || drawn.island[n] == b || drawn.island[n] == a;
          if (is_free && costs.CostOf(join) <= at && costs.CostOf(n) <= at) open.push_back(n);
        });
      }
    }
  }
  return kMostSeverity + 1;
}

TEST(FieldGaps, AreAsBadAsTheBestWayByThresholds) {
  uint32_t compared = 0;
  constexpr std::string_view kGround = "0001234569#_/ ";
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    Random random(seed);
    std::vector<std::string> floors(12, std::string(12, '0'));
    std::vector<std::string> islands(12, std::string(12, '.'));
    for (auto& row : floors) {
      for (char& at : row) at = kGround[random.NextBelow(static_cast<uint32_t>(kGround.size()))];
    }
    for (int i = 0; i < 3; ++i) {
      for (size_t k = 0; k < 2; ++k) {
        floors[5][1 + 4 * static_cast<size_t>(i) + k] = '0';
        islands[5][1 + 4 * static_cast<size_t>(i) + k] = static_cast<char>('A' + i);
      }
    }
    const Drawn drawn = Draw({floors.begin(), floors.end()}, {islands.begin(), islands.end()});
    // Two islands only, so that none is in the other's way.
    std::vector<uint32_t> two = drawn.island;
    std::ranges::replace(two, 3U, 0U);
    const Drawn pair{drawn.field, two};
    const auto gaps = FindFieldGaps(pair.field, pair.island, kRules, 0).gaps;
    const uint32_t slow = SlowSeverity(pair, 1, 2);
    if (slow > kMostSeverity) {
      EXPECT_TRUE(gaps.empty()) << seed;
    } else if (!gaps.empty()) {
      EXPECT_EQ(gaps[0].severity, slow) << seed;
      ++compared;
    }
  }
  EXPECT_GT(compared, 200U);
}

}  // namespace
}  // namespace waystone
