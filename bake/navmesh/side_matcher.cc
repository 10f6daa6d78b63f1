// Candidates come from the soup's list of passages, or else from a sweep along a slanted axis, so that sides
// parallel to x or z never all begin at once. They are then taken greedily, closest in height first; each
// takes what is left free of both sides. An end of a taken stretch is always a corner of one of the two
// polygons or an earlier cut, so that every cut names a vertex; a vertex meeting a corner or a cut of the
// other side is welded to it.
#include "bake/navmesh/side_matcher.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "core/geom/triangle.h"
#include "core/graph/union_find.h"
#include "core/navmesh/navmesh_format.h"

namespace waystone {
namespace {

constexpr Vec2 kSweepAxis = {0.8191520442889918, 0.5735764363510461};  // 35 degrees

// A place on a side: `at` metres from its start, at a soup vertex.
struct Cut {
  double at_m = 0;
  uint32_t vertex = 0;
};

struct Stretch {
  Cut begin;
  Cut end;
  uint32_t link = kUnlinked;
};

struct Side {
  uint32_t poly = 0;
  Vec2 start;
  Vec2 direction;  // unit
  double length_m = 0;
  double sweep_min = 0;
  double sweep_max = 0;
  uint32_t start_vertex = 0;
  uint32_t end_vertex = 0;
  std::vector<Stretch> taken;  // by begin, disjoint

  double Along(Vec2 p) const { return Dot(p - start, direction); }
  Vec2 At(double at_m) const { return start + direction * at_m; }
};

// Sides a and b (a < b) share a stretch; heights differ by rise_m at the closest place.
struct Candidate {
  double rise_m = 0;
  uint32_t a = 0;
  uint32_t b = 0;
};

double SurfaceHeight(const PolygonSoup& soup, const SoupPolygon& poly, Vec2 at) {
  const uint32_t n = static_cast<uint32_t>(poly.vertices.size());
  const auto corner = [&](uint32_t k) {
    return Vec3(k < n ? soup.vertices[poly.vertices[k]] : poly.detail_vertices[k - n]);
  };
  PlaneHit best{{}, INFINITY};
  const auto consider = [&](uint32_t a, uint32_t b, uint32_t c) {
    const PlaneHit hit = ClosestOnTriangle(corner(a), corner(b), corner(c), at);
    if (hit.distance_sq_m2 < best.distance_sq_m2) best = hit;
  };
  const std::vector<uint16_t>& t = poly.detail_triangles;
  for (size_t i = 0; i < t.size() && best.distance_sq_m2 > 0; i += 3) consider(t[i], t[i + 1], t[i + 2]);
  for (uint32_t k = 2; t.empty() && k < n; ++k) consider(0, k - 1, k);
  return best.point.y;
}

class Matcher {
 public:
  explicit Matcher(const PolygonSoup& soup)
      : soup_(soup), weld_(static_cast<uint32_t>(soup.vertices.size())) {
    double max_coordinate_m = 0;
    for (const Vec3f& v : soup.vertices) {
      max_coordinate_m = std::max<double>({max_coordinate_m, std::abs(v.x), std::abs(v.z)});
    }
    tolerance_m_ = NavTolerance_m(max_coordinate_m);
  }

  SideMatches Run() {
    CollectSides();
    if (soup_.passages.has_value()) {
      FindListed();
    } else {
      FindMeeting();
    }
    std::ranges::sort(candidates_, {}, [](const Candidate& a) { return std::tuple(a.rise_m, a.a, a.b); });
    for (const Candidate& candidate : candidates_) Take(sides_[candidate.a], sides_[candidate.b]);
    return Result();
  }

 private:
  void CollectSides() {
    first_side_.reserve(soup_.polygons.size() + 1);
    for (uint32_t i = 0; i < soup_.polygons.size(); ++i) {
      first_side_.push_back(static_cast<uint32_t>(sides_.size()));
      const SoupPolygon& p = soup_.polygons[i];
      for (uint32_t k = 0; k < p.vertices.size() && k < 32; ++k) {
        if ((p.loose_sides >> k & 1U) != 0)
          AddSide(i, p.vertices[k], p.vertices[(k + 1) % p.vertices.size()]);
      }
    }
    first_side_.push_back(static_cast<uint32_t>(sides_.size()));
  }

  void AddSide(uint32_t poly, uint32_t start_vertex, uint32_t end_vertex) {
    Side side;
    side.poly = poly;
    side.start_vertex = start_vertex;
    side.end_vertex = end_vertex;
    side.start = Vec3(soup_.vertices[start_vertex]).Plane();
    const Vec2 end = Vec3(soup_.vertices[end_vertex]).Plane();
    side.length_m = Distance(side.start, end);
    if (side.length_m > 0) side.direction = (end - side.start) * (1 / side.length_m);
    std::tie(side.sweep_min, side.sweep_max) =
        std::minmax({Dot(side.start, kSweepAxis), Dot(end, kSweepAxis)});
    sides_.push_back(std::move(side));
  }

  // Sides of polygons with a passage between them.
  void FindListed() {
    const std::vector<SoupPassage>& passages = *soup_.passages;
    for (const SoupPassage& passage : passages) {
      const bool has_twin = std::ranges::binary_search(passages, SoupPassage{passage.to, passage.from});
      if (has_twin && passage.from > passage.to) continue;  // seen from the other end
      const uint32_t low = std::min(passage.from, passage.to);
      const uint32_t high = std::max(passage.from, passage.to);
      for (uint32_t a = first_side_[low]; a < first_side_[low + 1]; ++a) {
        for (uint32_t b = first_side_[high]; b < first_side_[high + 1]; ++b) Consider(a, b);
      }
    }
  }

  // Sides that come near each other.
  void FindMeeting() {
    std::vector<uint32_t> order(sides_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](uint32_t a) { return std::tuple(sides_[a].sweep_min, a); });
    std::vector<uint32_t> open;
    for (uint32_t side : order) {
      std::erase_if(open, [&](uint32_t other) {
        return sides_[other].sweep_max < sides_[side].sweep_min - tolerance_m_;
      });
      for (uint32_t other : open) Consider(std::min(side, other), std::max(side, other));
      open.push_back(side);
    }
  }

  void Consider(uint32_t a, uint32_t b) {
    const Side& side = sides_[a];
    const Side& other = sides_[b];
    if (side.poly == other.poly || Dot(side.direction, other.direction) > -0.5) return;
    const auto [lo, hi] = Overlap(side, other);
    if (hi - lo <= 4 * tolerance_m_) return;
    // Both ends of the shared stretch lie on both lines.
    for (double at : {lo, hi}) {
      const Vec2 p = side.At(at);
      if (Distance(p, other.At(other.Along(p))) > tolerance_m_) return;
    }
    double rise_m = INFINITY;
    for (double at : {lo, (lo + hi) / 2, hi}) {
      const double height_a = SurfaceHeight(soup_, soup_.polygons[side.poly], side.At(at));
      const double height_b = SurfaceHeight(soup_, soup_.polygons[other.poly], side.At(at));
      rise_m = std::min(rise_m, std::abs(height_a - height_b));
    }
    // Heights are sums of float32 steps: half a millimetre of grace for a rise of exactly max_climb_m.
    if (rise_m <= double{soup_.max_climb_m} + 0.0005) candidates_.push_back({rise_m, a, b});
  }

  static std::pair<double, double> Overlap(const Side& a, const Side& b) {
    return {std::max(0.0, a.Along(b.At(b.length_m))), std::min(a.length_m, a.Along(b.start))};
  }

  // The corner or cut of `side` at `at_m`, or `otherwise`.
  uint32_t VertexAt(const Side& side, double at_m, uint32_t otherwise) const {
    if (std::abs(at_m) <= 2 * tolerance_m_) return side.start_vertex;
    if (std::abs(at_m - side.length_m) <= 2 * tolerance_m_) return side.end_vertex;
    for (const Stretch& s : side.taken) {
      for (const Cut& cut : {s.begin, s.end}) {
        if (std::abs(cut.at_m - at_m) <= 2 * tolerance_m_) return cut.vertex;
      }
    }
    return otherwise;
  }

  // Links whatever is free on both sides of the stretch they share.
  void Take(Side& a, Side& b) {
    const auto [lo, hi] = Overlap(a, b);
    std::vector<std::pair<double, double>> free = {{lo, hi}};
    for (const Stretch& s : a.taken) Subtract(free, s.begin.at_m, s.end.at_m);
    for (const Stretch& s : b.taken) Subtract(free, a.Along(b.At(s.end.at_m)), a.Along(b.At(s.begin.at_m)));
    for (const auto& [begin, end] : free) {
      const Cut cut_begin = MakeCut(a, b, begin);
      const Cut cut_end = MakeCut(a, b, end);
      const double b_begin = b.Along(a.At(end));
      const double b_end = b.Along(a.At(begin));
      const auto link = static_cast<uint32_t>(links_.size());
      Insert(a, {cut_begin, cut_end, link});
      Insert(b, {{b_begin, cut_end.vertex}, {b_end, cut_begin.vertex}, link});
      links_.push_back({a.poly, b.poly});
    }
  }

  void Subtract(std::vector<std::pair<double, double>>& free, double begin, double end) const {
    std::vector<std::pair<double, double>> rest;
    const double least_m = 4 * tolerance_m_;
    for (const auto& [lo, hi] : free) {
      if (std::min(hi, begin) - lo > least_m) rest.emplace_back(lo, std::min(hi, begin));
      if (hi - std::max(lo, end) > least_m) rest.emplace_back(std::max(lo, end), hi);
    }
    free = std::move(rest);
  }

  // The vertex of both sides at `at_m` of side a. One of them has a corner or a cut there.
  Cut MakeCut(const Side& a, const Side& b, double at_m) {
    const uint32_t on_a = VertexAt(a, at_m, kNoNeighbour);
    const uint32_t on_b = VertexAt(b, b.Along(a.At(at_m)), kNoNeighbour);
    if (on_a != kNoNeighbour && on_b != kNoNeighbour) weld_.Join(on_a, on_b);
    return {at_m, on_a != kNoNeighbour ? on_a : on_b};
  }

  static void Insert(Side& side, const Stretch& stretch) {
    const auto later =
        std::ranges::find_if(side.taken, [&](const Stretch& s) { return s.begin.at_m > stretch.begin.at_m; });
    side.taken.insert(later, stretch);
  }

  SideMatches Result() {
    SideMatches result;
    result.first_side = std::move(first_side_);
    result.sides.reserve(sides_.size());
    for (const Side& side : sides_) result.sides.push_back(Pieces(side));
    result.weld.reserve(weld_.size());
    for (uint32_t v = 0; v < weld_.size(); ++v) result.weld.push_back(weld_.Root(v));
    result.links = std::move(links_);
    return result;
  }

  std::vector<SidePiece> Pieces(const Side& side) {
    std::vector<SidePiece> pieces;
    uint32_t vertex = side.start_vertex;
    for (const Stretch& s : side.taken) {
      if (!weld_.AreJoined(s.begin.vertex, vertex)) pieces.push_back({vertex, kUnlinked});
      pieces.push_back({s.begin.vertex, s.link});
      vertex = s.end.vertex;
    }
    if (!weld_.AreJoined(vertex, side.end_vertex)) pieces.push_back({vertex, kUnlinked});
    return pieces;
  }

  const PolygonSoup& soup_;
  double tolerance_m_ = 0;
  std::vector<uint32_t> first_side_;
  std::vector<Side> sides_;
  std::vector<Candidate> candidates_;
  UnionFind weld_;  // vertices
  std::vector<SideJoin> links_;
};

}  // namespace

SideMatches MatchSides(const PolygonSoup& soup) { return Matcher(soup).Run(); }

}  // namespace waystone
