#include "bake/skeleton/thinning.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include "bake/skeleton/skeleton_graph.h"
#include "tests/bake/skeleton/bitmap_graph.h"

namespace waystone {
namespace {

struct ThinBitmap {
  Bitmap bitmap;
  uint32_t rounds = 0;
};

// The paper's algorithm as textbooks print it, on an image.
ThinBitmap ZhangSuen(Bitmap image, uint32_t max_rounds = 1'000'000) {
  ThinBitmap thin;
  bool has_changed = true;
  while (has_changed && thin.rounds < max_rounds) {
    has_changed = false;
    for (const bool is_first : {true, false}) {
      std::vector<size_t> deleted;
      for (int j = 0; j < image.height; ++j) {
        for (int i = 0; i < image.width; ++i) {
          if (!image.At(i, j)) continue;
          const std::array<int, 9> p = {
              image.At(i, j - 1),     image.At(i + 1, j - 1), image.At(i + 1, j),
              image.At(i + 1, j + 1), image.At(i, j + 1),     image.At(i - 1, j + 1),
              image.At(i - 1, j),     image.At(i - 1, j - 1), image.At(i, j - 1)};
          int black = 0;
          int changes = 0;
          for (size_t k = 0; k < 8; ++k) {
            black += p[k];
            changes += p[k] == 0 && p[k + 1] == 1 ? 1 : 0;
          }
          const int p2 = p[0];
          const int p4 = p[2];
          const int p6 = p[4];
          const int p8 = p[6];
          const bool has_white =
              is_first ? p2 * p4 * p6 == 0 && p4 * p6 * p8 == 0 : p2 * p4 * p8 == 0 && p2 * p6 * p8 == 0;
          if (black >= 2 && black <= 6 && changes == 1 && has_white) {
            deleted.push_back(image.Index(i, j));
          }
        }
      }
      for (const size_t cell : deleted) image.cells[cell] = 0;
      has_changed = has_changed || !deleted.empty();
    }
    ++thin.rounds;
  }
  thin.bitmap = image;
  return thin;
}

ThinBitmap ThinnedBitmap(const Bitmap& bitmap, const ThinningOptions& options) {
  const Thinned thinned = Thin(GraphOf(bitmap), options);
  return {KeptBitmap(bitmap, thinned.is_kept), thinned.rounds};
}

void ExpectAsInThePaper(const Bitmap& bitmap) {
  const ThinBitmap expected = ZhangSuen(bitmap);
  const ThinBitmap thin = ThinnedBitmap(bitmap, {.rule = ThinningRule::kSeed});
  ASSERT_EQ(thin.bitmap, expected.bitmap) << Drawing(bitmap) << "\n" << Drawing(thin.bitmap);
  ASSERT_EQ(thin.rounds, expected.rounds) << Drawing(bitmap);
}

// What the sound rule promises where all neighbours are joined.
void ExpectSound(const Bitmap& bitmap) {
  const LaunchGraph graph = GraphOf(bitmap);
  const Thinned thinned = Thin(graph, {});
  const Bitmap kept = KeptBitmap(bitmap, thinned.is_kept);
  const std::string drawings = Drawing(bitmap) + "\n" + Drawing(kept);
  ASSERT_EQ(BlackParts(kept), BlackParts(bitmap)) << drawings;
  ASSERT_EQ(Holes(kept), Holes(bitmap)) << drawings;
  const ArcLists arcs = ArcListsOf(graph, KeptArcs(graph, thinned.is_kept));
  ASSERT_EQ(PartsOf(arcs, thinned.is_kept), BlackParts(bitmap)) << drawings;
  ASSERT_EQ(LoopsOf(arcs, thinned.is_kept), Holes(bitmap)) << drawings;
  ASSERT_EQ(ThinnedBitmap(kept, {}).bitmap, kept) << drawings << "\n"
                                                  << Drawing(ThinnedBitmap(kept, {}).bitmap);
}

// Calls check(bitmap) for bitmaps of many sizes and densities.
template <typename Check>
void ForRandomBitmaps(int count, int max_side, const Check& check) {
  Random random(11);
  for (int round = 0; round < count && !testing::Test::HasFatalFailure(); ++round) {
    const double chance = std::array{0.3, 0.5, 0.7, 0.9, 0.97}[static_cast<size_t>(round) % 5];
    const auto side = [&] { return 1 + static_cast<int>(random.NextBelow(static_cast<uint32_t>(max_side))); };
    const int width = side();
    check(RandomBitmap(width, side(), chance, random));
  }
}

constexpr std::array<std::string_view, 5> kShapes = {
    // A thick H, a frame with two holes, a disc, a comb, a spiral.
    "####....####\n"
    "####....####\n"
    "####....####\n"
    "############\n"
    "############\n"
    "####....####\n"
    "####....####\n"
    "####....####\n",
    "#############\n"
    "#############\n"
    "##...###...##\n"
    "##...###...##\n"
    "##...###...##\n"
    "#############\n"
    "#############\n",
    "...#####...\n"
    "..#######..\n"
    ".#########.\n"
    "###########\n"
    "###########\n"
    "###########\n"
    ".#########.\n"
    "..#######..\n"
    "...#####...\n",
    "###..###..###\n"
    "###..###..###\n"
    "###..###..###\n"
    "###..###..###\n"
    "#############\n"
    "#############\n"
    "#############\n",
    "############\n"
    "############\n"
    "..........##\n"
    "########..##\n"
    "########..##\n"
    "##....##..##\n"
    "##........##\n"
    "############\n"
    "############\n",
};

template <typename Check>
void ForEveryFourByFour(const Check& check) {
  for (uint32_t bits = 0; bits < 1U << 16 && !testing::Test::HasFatalFailure(); ++bits) {
    check(BitmapOfBits(bits, 4, 4));
  }
}

template <typename Check>
void ForShapes(const Check& check) {
  for (const std::string_view shape : kShapes) check(DrawnBitmap(shape));
}

TEST(SeedThinning, EveryBitmapOfFourByFourIsThinnedAsInThePaper) { ForEveryFourByFour(ExpectAsInThePaper); }

TEST(SeedThinning, RandomBitmapsAreThinnedAsInThePaper) { ForRandomBitmaps(4000, 40, ExpectAsInThePaper); }

TEST(SeedThinning, ShapesAreThinnedAsInThePaper) { ForShapes(ExpectAsInThePaper); }

TEST(SeedThinning, ASquareOfFourVanishes) {
  const Bitmap square = DrawnBitmap(
      "##\n"
      "##\n");
  EXPECT_EQ(BlackParts(ThinnedBitmap(square, {.rule = ThinningRule::kSeed}).bitmap), 0);
  EXPECT_EQ(BlackParts(ThinnedBitmap(square, {}).bitmap), 1);
}

TEST(SeedThinning, ADiagonalLineTwoWideIsTakenWhole) {
  const Bitmap line = DrawnBitmap(
      "##......\n"
      ".##.....\n"
      "..##....\n"
      "...##...\n"
      "....##..\n"
      ".....##.\n");
  const auto blacks = [](const Bitmap& b) { return std::count(b.cells.begin(), b.cells.end(), 1); };
  EXPECT_LE(blacks(ThinnedBitmap(line, {.rule = ThinningRule::kSeed}).bitmap), 2);
  EXPECT_GE(blacks(ThinnedBitmap(line, {}).bitmap), 5);
}

TEST(SeedThinning, EndsAfterTheRoundsAllowed) {
  ForRandomBitmaps(300, 30, [](const Bitmap& bitmap) {
    for (const uint32_t rounds : {1U, 2U, 3U}) {
      const ThinBitmap expected = ZhangSuen(bitmap, rounds);
      const ThinBitmap thin = ThinnedBitmap(bitmap, {.rule = ThinningRule::kSeed, .max_rounds = rounds});
      ASSERT_EQ(thin.bitmap, expected.bitmap) << Drawing(bitmap);
      ASSERT_EQ(thin.rounds, expected.rounds);
    }
  });
}

TEST(SoundThinning, EveryBitmapOfFourByFourKeepsItsPartsAndHoles) { ForEveryFourByFour(ExpectSound); }

TEST(SoundThinning, RandomBitmapsKeepTheirPartsAndHoles) { ForRandomBitmaps(3000, 40, ExpectSound); }

TEST(SoundThinning, ShapesKeepTheirPartsAndHoles) { ForShapes(ExpectSound); }

TEST(SoundThinning, ABandOfThreeBecomesItsMiddleLine) {
  const Bitmap band = DrawnBitmap(
      "##########\n"
      "##########\n"
      "##########\n");
  const Bitmap kept = ThinnedBitmap(band, {}).bitmap;
  for (int i = 2; i < 8; ++i) {
    EXPECT_FALSE(kept.At(i, 0)) << Drawing(kept);
    EXPECT_TRUE(kept.At(i, 1)) << Drawing(kept);
    EXPECT_FALSE(kept.At(i, 2)) << Drawing(kept);
  }
}

// What a walker sees from the skeleton must not depend on how a corridor lies on the lattice.
TEST(SoundThinning, ACorridorKeepsItsLengthAtEveryAngle) {
  for (int degrees = 0; degrees < 180; degrees += 3) {
    for (const double width : {1.5, 2.0, 2.5, 3.0, 4.5, 7.0}) {
      const double angle = degrees * std::numbers::pi / 180;
      Bitmap bitmap{50, 50, {}};
      for (double y = -24.6; y < 25; ++y) {
        for (double x = -24.7; x < 25; ++x) {
          const double along = x * std::cos(angle) + y * std::sin(angle);
          const double across = y * std::cos(angle) - x * std::sin(angle);
          bitmap.cells.push_back(std::abs(along) < 20 && std::abs(across) < width / 2 ? 1 : 0);
        }
      }
      const LaunchGraph graph = GraphOf(bitmap);
      const std::vector<bool> is_kept = Thin(graph, {}).is_kept;
      EXPECT_LE(FarthestFrom(graph, is_kept), width / 2 + 3) << Drawing(bitmap) << "\n"
                                                             << Drawing(KeptBitmap(bitmap, is_kept));
    }
  }
}

TEST(SoundThinning, EndsAfterTheRoundsAllowed) {
  const Bitmap disc = DrawnBitmap(kShapes[2]);
  uint32_t blacks = static_cast<uint32_t>(disc.cells.size());
  for (const uint32_t rounds : {1U, 2U, 3U}) {
    const ThinBitmap thin = ThinnedBitmap(disc, {.max_rounds = rounds});
    EXPECT_EQ(thin.rounds, rounds);
    const auto left =
        static_cast<uint32_t>(std::count(thin.bitmap.cells.begin(), thin.bitmap.cells.end(), 1));
    EXPECT_LT(left, blacks);
    blacks = left;
  }
}

TEST(SoundThinning, FixedPointsStay) {
  Random random(5);
  for (int round = 0; round < 300; ++round) {
    const Bitmap bitmap = RandomBitmap(12, 12, 0.9, random);
    LaunchGraph graph = GraphOf(bitmap);
    for (LaunchPoint& point : graph.points) point.is_fixed = random.NextBelow(10) == 0 ? 1 : 0;
    for (const ThinningRule rule : {ThinningRule::kSound, ThinningRule::kSeed}) {
      const Thinned thinned = Thin(graph, {.rule = rule});
      for (uint32_t p = 0; p < graph.points.size(); ++p) {
        EXPECT_TRUE(graph.points[p].is_fixed == 0 || thinned.is_kept[p]);
      }
      if (rule == ThinningRule::kSeed) continue;
      const ArcLists arcs = ArcListsOf(graph, KeptArcs(graph, thinned.is_kept));
      ASSERT_EQ(LoopsOf(arcs, thinned.is_kept), Holes(bitmap)) << Drawing(bitmap);
    }
  }
}

using Reach = std::vector<std::vector<bool>>;

// Kept points reach each other as ever, and every strong component has one.
void ExpectSameReach(const Reach& could, const Reach& can, const std::vector<bool>& is_kept) {
  for (uint32_t a = 0; a < could.size(); ++a) {
    bool has_kept = false;
    for (uint32_t b = 0; b < could.size(); ++b) {
      has_kept = has_kept || (is_kept[b] && could[a][b] && could[b][a]);
      if (!is_kept[a] || !is_kept[b]) continue;
      ASSERT_EQ(can[a][b], could[a][b]) << a << " to " << b;
    }
    ASSERT_TRUE(has_kept) << a;
  }
}

// Arcs that are missing both ways: what lies between such points is a hole too.
TEST(SoundThinning, GraphsWithArcsMissingKeepTheirPartsAndLoops) {
  Random random(23);
  for (int round = 0; round < 4000 && !HasFatalFailure(); ++round) {
    const Bitmap bitmap = RandomBitmap(8, 8, 0.9, random);
    const uint32_t missing = 1 + random.NextBelow(40);
    const LaunchGraph graph = GraphOf(bitmap, [&] { return random.NextBelow(100) < missing ? 0U : 3U; });
    const std::vector<bool> all(graph.points.size(), true);
    const ArcLists before = ArcListsOf(graph, all);
    const Thinned thinned = Thin(graph, {});
    const ArcLists after = ArcListsOf(graph, KeptArcs(graph, thinned.is_kept));
    ASSERT_EQ(PartsOf(after, thinned.is_kept), PartsOf(before, all)) << Drawing(bitmap) << round;
    ASSERT_EQ(LoopsOf(after, thinned.is_kept), OpenLoopsOf(before)) << Drawing(bitmap) << round;
  }
}

TEST(SoundThinning, WhatLedSomewhereInGraphsWithOneWayArcsStillDoes) {
  Random random(29);
  for (int round = 0; round < 4000 && !HasFatalFailure(); ++round) {
    const Bitmap bitmap = RandomBitmap(7, 7, 0.9, random);
    const uint32_t missing = random.NextBelow(20);
    const uint32_t one_way = 1 + random.NextBelow(60);
    const LaunchGraph graph = GraphOf(bitmap, [&] {
      if (random.NextBelow(100) < missing) return 0U;
      if (random.NextBelow(100) >= one_way) return 3U;
      return 1U + random.NextBelow(2) + (random.NextBelow(3) == 0 ? 4U : 0U);
    });
    const std::vector<bool> all(graph.points.size(), true);
    const ArcLists before = ArcListsOf(graph, all);
    Thinned thinned = Thin(graph, {});
    const ArcLists after = ArcListsOf(graph, KeptArcs(graph, thinned.is_kept));
    ASSERT_EQ(PartsOf(after, thinned.is_kept), PartsOf(before, all)) << Drawing(bitmap) << round;
    const auto could = ReachOf(before);
    ExpectSameReach(could, ReachOf(after), thinned.is_kept);
    const int loops = LoopsOf(after, thinned.is_kept);
    // Nor do dead ends take such paths with them.
    std::vector<ThinArc> arcs = KeptArcs(graph, thinned.is_kept);
    PruneSpurs(graph, 2.5, thinned.is_kept, arcs);
    const ArcLists pruned = ArcListsOf(graph, arcs);
    ASSERT_EQ(PartsOf(pruned, thinned.is_kept), PartsOf(before, all)) << Drawing(bitmap) << round;
    ASSERT_EQ(LoopsOf(pruned, thinned.is_kept), loops);
    ExpectSameReach(could, ReachOf(pruned), thinned.is_kept);
  }
}

TEST(PruneSpurs, CutsShortDeadEndsAndLeavesLongOnes) {
  const Bitmap comb = DrawnBitmap(
      ".......#.......\n"
      ".......#.......\n"
      ".......#.......\n"
      "###############\n"
      "....#.....#....\n"
      "..........#....\n");
  const LaunchGraph graph = GraphOf(comb);
  std::vector<bool> is_kept(graph.points.size(), true);
  std::vector<ThinArc> arcs = KeptArcs(graph, is_kept);
  PruneSpurs(graph, 3, is_kept, arcs);
  EXPECT_EQ(Drawing(KeptBitmap(comb, is_kept)),
            ".......#.......\n"
            ".......#.......\n"
            ".......#.......\n"
            "###############\n"
            "...............\n"
            "...............\n");
}

}  // namespace
}  // namespace waystone
