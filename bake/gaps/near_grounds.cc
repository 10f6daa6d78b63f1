#include "bake/gaps/near_grounds.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "bake/gaps/field_costs.h"
#include "bake/gaps/gap_places.h"
#include "core/geom/aabb.h"
#include "core/graph/union_find.h"
#include "core/navmesh/islands.h"

namespace waystone {
namespace {

constexpr double kBins = 3;             // along the side of a window
constexpr size_t kMostInBin = 8;        // grounds
constexpr size_t kMostPairs = 4096;     // of grounds, and squares of each
constexpr double kLeastGround_m2 = 10;  // smaller ones are tops of crates

// A box of the world, so long and wide and high.
struct Bin {
  int32_t x = 0;
  int32_t y = 0;
  int32_t z = 0;

  bool operator==(const Bin&) const = default;
  struct Hash {
    size_t operator()(const Bin& bin) const {
      uint64_t hash = 0;
      for (const int32_t part : {bin.x, bin.y, bin.z})
        hash = (hash ^ static_cast<uint32_t>(part)) * 0x9e3779b97f4a7c15U;
      return static_cast<size_t>(hash ^ (hash >> 32U));
    }
  };
};

// A place on a grid of squares.
using Square = std::pair<int64_t, int64_t>;

// A window for a pair of grounds.
struct Choice {
  size_t rank = 0;     // among those of the pair
  double area_m2 = 0;  // of the smaller ground
  Square square;
};

// Islands that are joined by gaps that are hardly bad.
struct Grounds {
  std::vector<uint32_t> of_poly;
  std::vector<double> area_m2;
  uint32_t largest = 0;
};

Grounds JoinIslands(const NavmeshView& mesh, std::span<const TileGap> gaps, const GapRules& rules) {
  const Islands islands = FindIslands(mesh);
  GapPlaces places(mesh, islands, rules);
  UnionFind joined(islands.count);
  for (const TileGap& gap : gaps) {
    if (gap.severity > kSeverityUnit) continue;
    const uint32_t a = places.IslandAt(gap.end[0]);
    const uint32_t b = places.IslandAt(gap.end[1]);
    if (a != kNoIsland && b != kNoIsland) joined.Join(a, b);
  }
  Grounds grounds;
  grounds.area_m2.assign(islands.count, 0);
  for (uint32_t i = 0; i < islands.count; ++i) grounds.area_m2[joined.Root(i)] += islands.area_m2[i];
  grounds.of_poly.reserve(islands.of_poly.size());
  for (const uint32_t island : islands.of_poly) grounds.of_poly.push_back(joined.Root(island));
  grounds.largest =
      static_cast<uint32_t>(std::ranges::max_element(grounds.area_m2) - grounds.area_m2.begin());
  return grounds;
}

class Bins {
 public:
  Bins(const NavmeshView& mesh, double side_m, double height_m)
      : mesh_(mesh), side_m_(side_m), height_m_(height_m) {}

  // Calls visit(bin) for each bin that the polygon's box reaches, and `around` more to each side.
  template <typename Visit>
  void ForEach(uint32_t poly, int around, const Visit& visit) const {
    Aabb box;
    for (const NavEdge& edge : mesh_.edges(PolyId(poly)))
      box.Extend(Vec3(mesh_.vertex(VertexId(edge.vertex))));
    const Bin low = At(box.min, -around);
    const Bin high = At(box.max, around);
    for (int32_t x = low.x; x <= high.x; ++x) {
      for (int32_t y = low.y; y <= high.y; ++y) {
        for (int32_t z = low.z; z <= high.z; ++z) visit(Bin{x, y, z});
      }
    }
  }
  Vec2 MiddleOf(const Bin& bin) const { return {(bin.x + 0.5) * side_m_, (bin.z + 0.5) * side_m_}; }

 private:
  Bin At(const Vec3& place, int off) const {
    const auto cell = [off](double at, double size) {
      return static_cast<int32_t>(std::floor(at / size)) + off;
    };
    return {cell(place.x, side_m_), cell(place.y, height_m_), cell(place.z, side_m_)};
  }

  const NavmeshView& mesh_;
  const double side_m_;
  const double height_m_;
};

// The grounds beside each bin, but the largest.
using Beside = std::unordered_map<Bin, std::vector<uint32_t>, Bin::Hash>;

Beside FindBeside(const NavmeshView& mesh, const Grounds& grounds, const Bins& bins) {
  Beside beside;
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    const uint32_t ground = grounds.of_poly[p];
    if (ground == grounds.largest || grounds.area_m2[ground] < kLeastGround_m2) continue;
    bins.ForEach(p, 1, [&](const Bin& bin) {
      std::vector<uint32_t>& there = beside[bin];
      if (there.size() < kMostInBin && std::ranges::find(there, ground) == there.end())
        there.push_back(ground);
    });
  }
  return beside;
}

// Of each pair of grounds the squares in which they lie beside each other, and in how many places.
using Pairs = std::map<std::pair<uint32_t, uint32_t>, std::map<Square, uint32_t>>;

Pairs FindPairs(const NavmeshView& mesh, const Grounds& grounds, const Bins& bins, double square_m) {
  const Beside beside = FindBeside(mesh, grounds, bins);
  Pairs pairs;
  for (uint32_t p = 0; p < mesh.poly_count() && !beside.empty(); ++p) {
    const uint32_t ground = grounds.of_poly[p];
    if (grounds.area_m2[ground] < kLeastGround_m2) continue;
    bins.ForEach(p, 0, [&](const Bin& bin) {
      const auto found = beside.find(bin);
      if (found == beside.end()) return;
      const Vec2 middle = bins.MiddleOf(bin);
      const Square square{static_cast<int64_t>(std::floor(middle.x / square_m)),
                          static_cast<int64_t>(std::floor(middle.z / square_m))};
      for (const uint32_t other : found->second) {
        if (other == ground) continue;
        const std::pair<uint32_t, uint32_t> key = std::minmax(ground, other);
        if (pairs.size() == kMostPairs && !pairs.contains(key)) continue;
        std::map<Square, uint32_t>& of_pair = pairs[key];
        if (of_pair.size() < kMostPairs || of_pair.contains(square)) ++of_pair[square];
      }
    });
  }
  return pairs;
}

// The first ones first.
std::vector<Choice> ChoicesOf(const Pairs& pairs, const Grounds& grounds) {
  std::vector<Choice> choices;
  for (const auto& [pair, squares] : pairs) {
    std::vector<std::pair<uint32_t, Square>> by_places;
    for (const auto& [square, places] : squares) by_places.emplace_back(places, square);
    std::ranges::stable_sort(by_places, std::ranges::greater(), &std::pair<uint32_t, Square>::first);
    const double area_m2 = std::min(grounds.area_m2[pair.first], grounds.area_m2[pair.second]);
    for (size_t rank = 0; rank < by_places.size(); ++rank)
      choices.push_back({rank, area_m2, by_places[rank].second});
  }
  std::ranges::stable_sort(choices, [](const Choice& a, const Choice& b) {
    return a.rank != b.rank ? a.rank < b.rank : a.area_m2 > b.area_m2;
  });
  return choices;
}

}  // namespace

std::vector<Vec2> FindNearGrounds(const NavmeshView& mesh, std::span<const TileGap> gaps,
                                  const GapRules& rules, double side_m, size_t most) {
  if (mesh.poly_count() == 0) return {};
  const Grounds grounds = JoinIslands(mesh, gaps, rules);
  const double height_m = std::max(2.0 * rules.climb_cells, rules.height_cells / 2.0) * rules.cell_height_m;
  const Bins bins(mesh, side_m / kBins, height_m);
  const double square_m = side_m / 2;  // a window around its middle has all of it
  std::vector<Vec2> middles;
  std::set<Square> taken;
  for (const Choice& choice : ChoicesOf(FindPairs(mesh, grounds, bins, square_m), grounds)) {
    if (middles.size() == most) break;
    if (!taken.insert(choice.square).second) continue;
    const auto middle = [&](int64_t at) { return (static_cast<double>(at) + 0.5) * square_m; };
    middles.push_back({middle(choice.square.first), middle(choice.square.second)});
  }
  return middles;
}

}  // namespace waystone
