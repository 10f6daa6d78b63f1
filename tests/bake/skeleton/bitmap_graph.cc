#include "tests/bake/skeleton/bitmap_graph.h"

#include <algorithm>
#include <string>

#include "core/base/check.h"

namespace waystone {
namespace {

// Parts of the cells of one colour, joined over sides, or over corners too.
int CountParts(const Bitmap& bitmap, bool is_black, bool over_corners) {
  std::vector<bool> seen(bitmap.cells.size(), false);
  int parts = 0;
  for (size_t start = 0; start < seen.size(); ++start) {
    if (seen[start] || (bitmap.cells[start] != 0) != is_black) continue;
    ++parts;
    std::vector<size_t> open = {start};
    seen[start] = true;
    while (!open.empty()) {
      const int i = static_cast<int>(open.back()) % bitmap.width;
      const int j = static_cast<int>(open.back()) / bitmap.width;
      open.pop_back();
      for (uint32_t d = 0; d < kDirectionCount; d += over_corners ? 1 : 2) {
        const int x = i + kCompass[d][0];
        const int y = j + kCompass[d][1];
        if (x < 0 || y < 0 || x >= bitmap.width || y >= bitmap.height) continue;
        const auto next = bitmap.Index(x, y);
        if (seen[next] || (bitmap.cells[next] != 0) != is_black) continue;
        seen[next] = true;
        open.push_back(next);
      }
    }
  }
  return parts;
}

ArcLists BothWays(const ArcLists& arcs) {
  ArcLists both = arcs;
  for (uint32_t p = 0; p < arcs.size(); ++p) {
    for (const uint32_t to : arcs[p]) both[to].push_back(p);
  }
  for (std::vector<uint32_t>& list : both) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return both;
}

}  // namespace

Bitmap DrawnBitmap(std::string_view drawing) {
  Bitmap bitmap;
  bitmap.width = static_cast<int>(drawing.find('\n'));
  for (const char c : drawing) {
    if (c != '\n') bitmap.cells.push_back(c == '#' ? 1 : 0);
  }
  bitmap.height = static_cast<int>(bitmap.cells.size()) / bitmap.width;
  WS_CHECK(bitmap.cells.size() == static_cast<size_t>(bitmap.width * bitmap.height));
  return bitmap;
}

std::string Drawing(const Bitmap& bitmap) {
  std::string drawing;
  for (int j = 0; j < bitmap.height; ++j) {
    for (int i = 0; i < bitmap.width; ++i) drawing.push_back(bitmap.At(i, j) ? '#' : '.');
    drawing.push_back('\n');
  }
  return drawing;
}

Bitmap BitmapOfBits(uint32_t bits, int width, int height) {
  Bitmap bitmap{width, height, {}};
  for (int k = 0; k < width * height; ++k) bitmap.cells.push_back(static_cast<uint8_t>(bits >> k & 1U));
  return bitmap;
}

Bitmap RandomBitmap(int width, int height, double black_chance, Random& random) {
  Bitmap bitmap{width, height, {}};
  for (int k = 0; k < width * height; ++k) bitmap.cells.push_back(random.NextUnit() < black_chance ? 1 : 0);
  return bitmap;
}

int BlackParts(const Bitmap& bitmap) { return CountParts(bitmap, true, true); }

int Holes(const Bitmap& bitmap) {
  Bitmap framed{bitmap.width + 2, bitmap.height + 2, {}};
  for (int j = -1; j <= bitmap.height; ++j) {
    for (int i = -1; i <= bitmap.width; ++i) framed.cells.push_back(bitmap.At(i, j) ? 1 : 0);
  }
  return CountParts(framed, false, false) - 1;
}

LaunchGraph GraphOf(const Bitmap& bitmap, ArcChoice choose) {
  LaunchGraph graph;
  graph.spacing_m = 1;
  std::vector<uint32_t> point_of(bitmap.cells.size(), kNoLaunchPoint);
  for (int j = 0; j < bitmap.height; ++j) {
    for (int i = 0; i < bitmap.width; ++i) {
      if (!bitmap.At(i, j)) continue;
      const auto cell = static_cast<uint32_t>(bitmap.Index(i, j));
      point_of[cell] = static_cast<uint32_t>(graph.points.size());
      graph.points.push_back({.at = {static_cast<float>(i), 0, static_cast<float>(j)}, .poly = cell});
    }
  }
  for (int j = 0; j < bitmap.height; ++j) {
    for (int i = 0; i < bitmap.width; ++i) {
      // East, south-east, south, south-west: every pair once.
      for (const uint32_t d : {2U, 3U, 4U, 5U}) {
        const int x = i + kCompass[d][0];
        const int y = j + kCompass[d][1];
        if (!bitmap.At(i, j) || !bitmap.At(x, y)) continue;
        const uint32_t from = point_of[bitmap.Index(i, j)];
        const uint32_t to = point_of[bitmap.Index(x, y)];
        const uint32_t choice = choose();
        const bool is_leap = (choice & 4U) != 0;
        if ((choice & 1U) != 0) graph.Connect(from, d, to, is_leap);
        if ((choice & 2U) != 0) graph.Connect(to, Opposite(d), from, is_leap);
      }
    }
  }
  return graph;
}

LaunchGraph GraphOf(const Bitmap& bitmap) {
  return GraphOf(bitmap, [] { return 3U; });
}

Bitmap KeptBitmap(const Bitmap& bitmap, const std::vector<bool>& is_kept) {
  Bitmap kept = bitmap;
  size_t point = 0;
  for (uint8_t& cell : kept.cells) {
    if (cell != 0) cell = is_kept[point++] ? 1 : 0;
  }
  return kept;
}

ArcLists ArcListsOf(const LaunchGraph& graph, const std::vector<bool>& is_kept) {
  ArcLists arcs(graph.points.size());
  for (uint32_t p = 0; p < graph.points.size(); ++p) {
    for (uint32_t d = 0; d < kDirectionCount; ++d) {
      const uint32_t to = graph.points[p].neighbours[d];
      const bool leads = (graph.points[p].out & 1U << d) != 0;
      if (leads && is_kept[p] && is_kept[to]) arcs[p].push_back(to);
    }
  }
  return arcs;
}

ArcLists ArcListsOf(const LaunchGraph& graph, const std::vector<ThinArc>& arcs) {
  ArcLists lists(graph.points.size());
  for (const ThinArc& arc : arcs) lists[arc.from].push_back(arc.to);
  return lists;
}

std::vector<std::vector<bool>> ReachOf(const ArcLists& arcs) {
  std::vector<std::vector<bool>> reach(arcs.size(), std::vector<bool>(arcs.size(), false));
  for (uint32_t start = 0; start < arcs.size(); ++start) {
    std::vector<uint32_t> open = {start};
    reach[start][start] = true;
    while (!open.empty()) {
      const uint32_t p = open.back();
      open.pop_back();
      for (const uint32_t to : arcs[p]) {
        if (!reach[start][to]) open.push_back(to);
        reach[start][to] = true;
      }
    }
  }
  return reach;
}

int PartsOf(const ArcLists& arcs, const std::vector<bool>& is_kept) {
  const ArcLists both = BothWays(arcs);
  std::vector<bool> seen(arcs.size(), false);
  int parts = 0;
  for (uint32_t start = 0; start < arcs.size(); ++start) {
    if (seen[start] || !is_kept[start]) continue;
    ++parts;
    std::vector<uint32_t> open = {start};
    seen[start] = true;
    while (!open.empty()) {
      const uint32_t p = open.back();
      open.pop_back();
      for (const uint32_t to : both[p]) {
        if (!seen[to]) open.push_back(to);
        seen[to] = true;
      }
    }
  }
  return parts;
}

int LoopsOf(const ArcLists& arcs, const std::vector<bool>& is_kept) {
  int ends = 0;
  for (const std::vector<uint32_t>& list : BothWays(arcs)) ends += static_cast<int>(list.size());
  const auto points = static_cast<int>(std::count(is_kept.begin(), is_kept.end(), true));
  return ends / 2 - points + PartsOf(arcs, is_kept);
}

int OpenLoopsOf(const ArcLists& arcs) {
  const auto joined = [&](uint32_t a, uint32_t b) {
    return std::find(arcs[a].begin(), arcs[a].end(), b) != arcs[a].end();
  };
  int pairs = 0;
  int triangles = 0;
  int squares = 0;  // of which the diagonals are joined too: solid bodies with four corners
  for (uint32_t a = 0; a < arcs.size(); ++a) {
    for (const uint32_t b : arcs[a]) {
      if (b < a) continue;
      ++pairs;
      for (const uint32_t c : arcs[a]) {
        if (c < b || c == b || !joined(b, c)) continue;
        ++triangles;
        for (const uint32_t d : arcs[a]) squares += d > c && joined(b, d) && joined(c, d) ? 1 : 0;
      }
    }
  }
  const std::vector<bool> all(arcs.size(), true);
  return PartsOf(arcs, all) - (static_cast<int>(arcs.size()) - pairs + triangles - squares);
}

}  // namespace waystone
