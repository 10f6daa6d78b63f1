#include "bake/skeleton/grid_launch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <queue>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

struct Cells {
  uint32_t width = 0;
  uint32_t height = 0;
  std::vector<uint8_t> free;

  GridSource Source() const { return {width, height, free}; }
  bool At(int64_t i, int64_t j) const {
    return i >= 0 && j >= 0 && i < width && j < height &&
           free[static_cast<size_t>(j) * width + static_cast<size_t>(i)] != 0;
  }
};

// '.' is free.
Cells DrawnCells(std::string_view drawing) {
  Cells cells;
  cells.width = static_cast<uint32_t>(drawing.find('\n'));
  for (const char c : drawing) {
    if (c != '\n') cells.free.push_back(c == '.' ? 1 : 0);
  }
  cells.height = static_cast<uint32_t>(cells.free.size()) / cells.width;
  return cells;
}

// The file format of the MovingAI benchmarks.
Cells ReadMap(const std::string& path) {
  std::istringstream text(ReadTestFile(path));
  Cells cells;
  std::string word;
  while (text >> word && word != "map") {
    if (word == "width") text >> cells.width;
    if (word == "height") text >> cells.height;
  }
  for (char c = 0; text >> c;) cells.free.push_back(c == '.' || c == 'G' ? 1 : 0);
  return cells;
}

// Numbers the parts of the cells of one kind; the rest is -1.
std::vector<int> PartsOfCells(const Cells& cells, bool is_free, bool over_corners, int& count) {
  std::vector<int> part(cells.free.size(), -1);
  count = 0;
  for (size_t start = 0; start < part.size(); ++start) {
    if (part[start] >= 0 || (cells.free[start] != 0) != is_free) continue;
    std::vector<size_t> open = {start};
    part[start] = count;
    while (!open.empty()) {
      const auto i = static_cast<int64_t>(open.back() % cells.width);
      const auto j = static_cast<int64_t>(open.back() / cells.width);
      open.pop_back();
      for (uint32_t d = 0; d < kDirectionCount; d += over_corners ? 1 : 2) {
        const int64_t x = i + kCompass[d][0];
        const int64_t z = j + kCompass[d][1];
        if (x < 0 || z < 0 || x >= cells.width || z >= cells.height || cells.At(x, z) != is_free) continue;
        const size_t next = static_cast<size_t>(z) * cells.width + static_cast<size_t>(x);
        if (part[next] < 0) open.push_back(next);
        part[next] = count;
      }
    }
    ++count;
  }
  return part;
}

// Enclosed parts of the blocked cells, joined over corners: one cannot pass between two that touch there.
int HolesOf(const Cells& cells) {
  Cells framed{cells.width + 2, cells.height + 2, {}};
  for (int64_t j = -1; j <= cells.height; ++j) {
    for (int64_t i = -1; i <= cells.width; ++i) framed.free.push_back(cells.At(i, j) ? 1 : 0);
  }
  int count = 0;
  PartsOfCells(framed, false, true, count);
  return count - 1;
}

// All cells that the line between the middles of two cells has a point in common with, borders included: a
// square is apart from a line where all its corners lie on one side.
std::vector<size_t> CellsTouched(const Cells& cells, size_t from, size_t to) {
  const auto width = static_cast<int64_t>(cells.width);
  const int64_t i0 = static_cast<int64_t>(from) % width;
  const int64_t j0 = static_cast<int64_t>(from) / width;
  const int64_t i1 = static_cast<int64_t>(to) % width;
  const int64_t j1 = static_cast<int64_t>(to) / width;
  std::vector<size_t> touched;
  for (int64_t j = std::min(j0, j1); j <= std::max(j0, j1); ++j) {
    for (int64_t i = std::min(i0, i1); i <= std::max(i0, i1); ++i) {
      const int64_t apart = 2 * ((i1 - i0) * (j - j0) - (j1 - j0) * (i - i0));
      if (std::abs(apart) <= std::abs(i1 - i0) + std::abs(j1 - j0)) {
        touched.push_back(static_cast<size_t>(j * width + i));
      }
    }
  }
  return touched;
}

// How far the farthest free cell is from the nearest of `starts`, walking as a grid is walked.
double FarthestCell(const Cells& cells, const std::vector<size_t>& starts) {
  using Open = std::pair<double, size_t>;
  std::vector<double> cost(cells.free.size(), std::numeric_limits<double>::infinity());
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
  for (const size_t start : starts) {
    cost[start] = 0;
    open.emplace(0, start);
  }
  while (!open.empty()) {
    const auto [at, cell] = open.top();
    open.pop();
    if (at > cost[cell]) continue;
    const auto i = static_cast<int64_t>(cell % cells.width);
    const auto j = static_cast<int64_t>(cell / cells.width);
    for (const auto& [di, dj] : kCompass) {
      if (!cells.At(i + di, j) || !cells.At(i, j + dj) || !cells.At(i + di, j + dj)) continue;
      const size_t next = static_cast<size_t>(j + dj) * cells.width + static_cast<size_t>(i + di);
      const double next_cost = at + std::hypot(di, dj);
      if (next_cost >= cost[next]) continue;
      cost[next] = next_cost;
      open.emplace(next_cost, next);
    }
  }
  double farthest = 0;
  for (size_t cell = 0; cell < cost.size(); ++cell) {
    if (cells.free[cell] != 0) farthest = std::max(farthest, cost[cell]);
  }
  return farthest;
}

constexpr SkeletonOptions kCells{.prune_m = 2, .max_arc_m = 12, .tolerance_m = 0.5};

void ExpectFaithful(const Cells& cells, const SkeletonOptions& options = kCells) {
  const absl::StatusOr<FinishedSkeleton> built = BuildGridSkeleton(cells.Source(), options);
  ASSERT_TRUE(built.ok()) << built.status();
  const absl::StatusOr<SkeletonView> view =
      SkeletonView::Create(built->data, static_cast<uint32_t>(cells.free.size()), 0);
  ASSERT_TRUE(view.ok()) << view.status();
  int parts = 0;
  const std::vector<int> part = PartsOfCells(cells, true, false, parts);
  EXPECT_EQ(static_cast<int>(view->header().component_count), parts);
  EXPECT_EQ(static_cast<int>(view->header().cycle_rank), HolesOf(cells));
  std::vector<size_t> near;
  std::vector<bool> has_key(static_cast<size_t>(parts), false);
  for (uint32_t k = 0; k < view->size(); ++k) {
    const uint32_t cell = view->key_points()[k].poly;
    ASSERT_TRUE(cells.free[cell] != 0);
    const uint32_t i = cell % cells.width;
    const uint32_t j = cell / cells.width;
    ASSERT_EQ(view->Position(KeyPointId(k)), Vec3(i + 0.5, 0, j + 0.5));
    has_key[static_cast<size_t>(part[cell])] = true;
    near.push_back(cell);
    for (const SkeletonArc& arc : view->ArcsOf(KeyPointId(k))) {
      ASSERT_LE(arc.length_m, options.max_arc_m);
      for (const size_t touched : CellsTouched(cells, cell, view->key_points()[arc.target].poly)) {
        ASSERT_TRUE(cells.free[touched] != 0) << "from " << cell << " over " << touched;
        near.push_back(touched);
      }
    }
  }
  // With as many components as the free cells have, each of them is in one piece.
  EXPECT_EQ(std::count(has_key.begin(), has_key.end(), true), parts);
  const double farthest_m = FarthestCell(cells, near);
  EXPECT_LE(farthest_m, view->header().reach_m);
  EXPECT_GE(farthest_m + 3, view->header().reach_m);
}

TEST(GridSkeleton, ARingKeepsItsLoopAndADeadEnd) {
  const Cells cells = DrawnCells(
      "###################\n"
      "#........#........#\n"
      "#........#........#\n"
      "#..####......##...#\n"
      "#..####..#...##...#\n"
      "#........#........#\n"
      "#........##########\n"
      "####..#############\n"
      "####..#############\n"
      "####..#############\n"
      "####..#############\n");
  ExpectFaithful(cells);
  const SkeletonData data = BuildGridSkeleton(cells.Source(), kCells)->data;
  EXPECT_EQ(data.header.cycle_rank, 2U);
  const auto is_low = [&](const KeyPoint& k) { return k.poly / cells.width >= 9; };
  EXPECT_TRUE(std::any_of(data.key_points.begin(), data.key_points.end(), is_low));
}

// A round walk comes to every key point that arcs lead from, and leaves each as often as it comes.
TEST(GridSkeleton, HasARoundWalk) {
  const Cells cells = DrawnCells(
      "..............\n"
      ".#####.######.\n"
      ".#####.######.\n"
      "..............\n"
      ".####...#####.\n"
      ".####...#####.\n"
      "..............\n");
  const SkeletonData data = BuildGridSkeleton(cells.Source(), kCells)->data;
  std::vector<int> leaves(data.key_points.size(), 0);
  std::vector<int> comes(data.key_points.size(), 0);
  for (uint32_t k = 0; k < data.key_points.size(); ++k) {
    for (uint32_t a = data.rows[k]; a < data.rows[k + 1]; ++a) {
      leaves[k] += data.arcs[a].uses;
      comes[data.arcs[a].target] += data.arcs[a].uses;
    }
  }
  EXPECT_GT(leaves.size(), 8U);
  EXPECT_EQ(leaves, comes);
  EXPECT_EQ(std::count(leaves.begin(), leaves.end(), 0), 0);
}

TEST(GridSkeleton, CellsThatTouchInACornerAreNotJoined) {
  const Cells cells = DrawnCells(
      "..##\n"
      "..##\n"
      "##..\n"
      "##..\n");
  ExpectFaithful(cells);
  EXPECT_EQ(BuildGridSkeleton(cells.Source(), kCells)->data.header.component_count, 2U);
}

TEST(GridSkeleton, LoneCellsHaveAKeyPointEach) {
  const Cells cells = DrawnCells(
      ".#.#...\n"
      "#.#####\n"
      ".#.#.#.\n");
  ExpectFaithful(cells);
  EXPECT_EQ(BuildGridSkeleton(cells.Source(), kCells)->data.header.component_count, 8U);
}

TEST(GridSkeleton, ArcsAreStraightenedAndNeverCutACorner) {
  const Cells cells = DrawnCells(
      ".............\n"
      "............#\n"
      "...........##\n"
      "..........###\n"
      ".........####\n"
      "........#####\n");
  for (const double tolerance_m : {0.0, 0.5, 3.0}) {
    SkeletonOptions options = kCells;
    options.tolerance_m = tolerance_m;
    const SkeletonData data = BuildGridSkeleton(cells.Source(), options)->data;
    EXPECT_LT(data.key_points.size(), tolerance_m > 0 ? 12U : 20U);
    for (uint32_t k = 0; k < data.key_points.size(); ++k) {
      for (uint32_t a = data.rows[k]; a < data.rows[k + 1]; ++a) {
        for (const size_t cell :
             CellsTouched(cells, data.key_points[k].poly, data.key_points[data.arcs[a].target].poly)) {
          EXPECT_TRUE(cells.free[cell] != 0);
        }
      }
    }
  }
}

TEST(GridSkeleton, OneSeesACellWhereAllThatTheLineTouchesIsFree) {
  Random random(3);
  int seen = 0;
  for (int round = 0; round < 20000; ++round) {
    Cells cells{7, 6, {}};
    for (int k = 0; k < 42; ++k) cells.free.push_back(random.NextUnit() < 0.85 ? 1 : 0);
    const uint32_t from = random.NextBelow(42);
    const uint32_t to = random.NextBelow(42);
    if (cells.free[from] == 0 || cells.free[to] == 0) continue;
    const std::vector<size_t> touched = CellsTouched(cells, from, to);
    const bool sees =
        std::all_of(touched.begin(), touched.end(), [&](size_t cell) { return cells.free[cell] != 0; });
    ASSERT_EQ(SeesCell(cells.Source(), from, to), sees) << from << " to " << to;
    seen += sees ? 1 : 0;
  }
  EXPECT_GT(seen, 3000);
}

TEST(GridSkeleton, RandomGridsKeepTheirPartsAndLoops) {
  Random random(31);
  for (int round = 0; round < 2000 && !HasFailure(); ++round) {
    Cells cells{1 + random.NextBelow(24), 1 + random.NextBelow(24), {}};
    const double chance = 0.4 + 0.55 * random.NextUnit();
    for (uint32_t k = 0; k < cells.width * cells.height; ++k) {
      cells.free.push_back(random.NextUnit() < chance ? 1 : 0);
    }
    ExpectFaithful(cells);
  }
}

TEST(GridSkeleton, SizesThatDoNotFitAreRefused) {
  const std::vector<uint8_t> cells(12, 1);
  EXPECT_EQ(BuildGridSkeleton({4, 4, cells}, {}).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(BuildGridSkeleton({4, 3, cells, 0}, {}).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(BuildGridSkeleton({4, 3, cells, std::nan("")}, {}).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(BuildGridSkeleton({4, 3, cells, 0.25}, {}).ok());
  const absl::StatusOr<FinishedSkeleton> empty = BuildGridSkeleton({}, {});
  ASSERT_TRUE(empty.ok());
  EXPECT_TRUE(empty->data.key_points.empty());
}

TEST(GridSkeleton, SizesAndPlacesFollowTheGrid) {
  const std::vector<uint8_t> cells(5, 1);
  const SkeletonData data = BuildGridSkeleton({5, 1, cells, 0.5, {10, 3, -2}}, kCells)->data;
  ASSERT_EQ(data.key_points.size(), 2U);
  EXPECT_EQ(data.key_points[0].x, 10.25F);
  EXPECT_EQ(data.key_points[0].y, 3.0F);
  EXPECT_EQ(data.key_points[1].z, -1.75F);
  EXPECT_EQ(data.arcs[0].length_m, 2.0F);
}

class RealGrids : public ::testing::TestWithParam<const char*> {};

TEST_P(RealGrids, HaveAFaithfulSkeleton) {
  WS_TEST_DATA_OR_SKIP(path, std::string("movingai/") + GetParam() + ".map");
  const Cells cells = ReadMap(path);
  ASSERT_EQ(cells.free.size(), size_t{cells.width} * cells.height);
  ExpectFaithful(cells);
}

INSTANTIATE_TEST_SUITE_P(MovingAi, RealGrids,
                         ::testing::Values("dao/arena2", "dao/brc501d", "dao/orz900d", "da2/w_woundedcoast",
                                           "bg512/AR0072SR", "sc1/Caldera", "wc3maps512/darkforest",
                                           "rooms/32room_000", "random/random512-35-0", "mazes/maze512-4-0",
                                           "cities/Berlin_1_1024"));

}  // namespace
}  // namespace waystone
