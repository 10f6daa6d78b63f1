// A border keeps off all places within the clearance: a capsule, which is convex. On each side of a polygon it covers one
// stretch, and what no capsule covers are the gaps. Two gaps are in different parts of the polygon if capsules that overlap in it
// make a chain from the boundary on one way round between them to the boundary on the other way. Capsules that overlap do so
// at the boundary, where both cover the same place, or their overlap, convex as well, lies within the polygon, and with it the
// middle between the nearest places of the two borders.
#include "bake/contraction/clear_ground.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "core/base/parallel_for.h"
#include "core/geom/segment.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

constexpr size_t kChunkPolys = 1024;
constexpr double kRounding = 1e-9;  // of fractions

struct Border {
  Vec2 a;
  Vec2 b;
};

// A stretch of a line: of from + (to - from) * t.
struct Stretch {
  double from = 1;
  double to = 0;

  bool IsEmpty() const { return from >= to; }
  void Cover(const Stretch& other) {
    if (other.IsEmpty()) return;
    *this = IsEmpty() ? other : Stretch{std::min(from, other.from), std::max(to, other.to)};
  }
  void CutTo(const Stretch& other) { *this = {std::max(from, other.from), std::min(to, other.to)}; }
};

// Where a value that is `at_0` for t = 0 and `at_1` for t = 1 is between two others.
Stretch Between(double at_0, double at_1, double least, double most) {
  constexpr double kAll = 1e30;
  const double slope = at_1 - at_0;
  if (slope == 0) return at_0 > least && at_0 < most ? Stretch{-kAll, kAll} : Stretch{};
  const double first = (least - at_0) / slope;
  const double second = (most - at_0) / slope;
  return {std::min(first, second), std::max(first, second)};
}

Stretch InDisc(Vec2 from, Vec2 to, Vec2 middle, double radius_m) {
  const Vec2 along = to - from;
  const Vec2 off = from - middle;
  const double a = Dot(along, along);
  const double b = Dot(off, along);
  const double discriminant = b * b - a * (Dot(off, off) - radius_m * radius_m);
  if (a == 0 || discriminant <= 0) return {};
  const double root = std::sqrt(discriminant);
  return {(-b - root) / a, (-b + root) / a};
}

// Where the side is nearer to the border than that, within 0 to 1.
Stretch CoveredOf(Vec2 from, Vec2 to, const Border& border, double within_m) {
  Stretch covered = InDisc(from, to, border.a, within_m);
  covered.Cover(InDisc(from, to, border.b, within_m));
  const double length_m = Distance(border.a, border.b);
  if (length_m > 0) {
    const Vec2 along = (border.b - border.a) * (1 / length_m);
    Stretch beside = Between(Dot(from - border.a, along), Dot(to - border.a, along), 0, length_m);
    beside.CutTo(Between(Cross(along, from - border.a), Cross(along, to - border.a), -within_m, within_m));
    covered.Cover(beside);
  }
  covered.CutTo({0, 1});
  return covered;
}

// The middle between the places of two segments that are nearest to each other. They do not cross.
Vec2 MiddleBetween(const Border& one, const Border& other) {
  std::array<std::pair<Vec2, Vec2>, 4> pairs;
  const auto to = [](const Border& line, Vec2 at) {
    return std::pair(at, line.a + (line.b - line.a) * NearestFraction(line.a, line.b, at));
  };
  pairs = {to(one, other.a), to(one, other.b), to(other, one.a), to(other, one.b)};
  const auto nearest =
      std::ranges::min_element(pairs, {}, [](const auto& pair) { return Distance(pair.first, pair.second); });
  return (nearest->first + nearest->second) * 0.5;
}

class Classes {
 public:
  void Begin(size_t count) {
    parent_.resize(count);
    std::iota(parent_.begin(), parent_.end(), 0U);
  }
  uint32_t Of(uint32_t item) {
    while (parent_[item] != item) item = parent_[item] = parent_[parent_[item]];
    return item;
  }
  void Join(uint32_t a, uint32_t b) { parent_[Of(a)] = Of(b); }

 private:
  std::vector<uint32_t> parent_;
};

// The gaps of one polygon after the other. One thread.
class PolyGround {
 public:
  PolyGround(const NavmeshView& mesh, double clearance_m)
      : mesh_(mesh), within_m_(clearance_m - mesh.tolerance_m()) {}

  // Appends the gaps of the polygon's half-edges, and how many each has.
  void Add(PolyId poly, std::vector<ClearGap>& gaps, std::vector<uint32_t>& counts) {
    FindCorners(poly);
    gaps_.clear();
    if (!FindBorders(poly)) {
      counts.insert(counts.end(), corners_.size(), 0);
      return;
    }
    FindArcs();
    JoinBorders(poly);
    FindParts();
    const std::span<const NavEdge> sides = mesh_.edges(poly);
    size_t gap = 0;
    for (uint32_t k = 0; k < sides.size(); ++k) {
      const size_t before = gaps.size();
      for (; gap < gaps_.size() && gaps_[gap].side == k; ++gap) {
        if (sides[k].twin != kNoEdge)
          gaps.push_back(
              {static_cast<float>(gaps_[gap].from), static_cast<float>(gaps_[gap].to), gaps_[gap].part});
      }
      counts.push_back(static_cast<uint32_t>(gaps.size() - before));
    }
  }

 private:
  struct Gap {
    uint32_t side;
    double from;
    double to;
    uint32_t arcs_before;
    uint32_t part = 0;
  };
  struct Covered {
    Stretch stretch;
    uint32_t border;
  };

  void FindCorners(PolyId poly) {
    corners_.clear();
    for (const NavEdge& edge : mesh_.edges(poly))
      corners_.push_back(Vec3(mesh_.vertex(VertexId(edge.vertex))).Plane());
  }
  Vec2 Corner(size_t k) const { return corners_[k == corners_.size() ? 0 : k]; }

  bool IsNear(Vec2 a, Vec2 b) const {
    for (size_t k = 0; k < corners_.size(); ++k)
      if (SegmentsDistance(a, b, corners_[k], Corner(k + 1)) < within_m_) return true;
    return false;
  }

  // Those that keep off some of the polygon, met over sides that are as near. False if one keeps off all of it.
  bool FindBorders(PolyId poly) {
    borders_.clear();
    visited_.BeginVisits(mesh_.poly_count());
    visited_.VisitOnce(poly.value());
    for (size_t next = 0; next < visited_.stack.size(); ++next) {
      const NavPoly& p = mesh_.poly(PolyId(visited_.stack[next]));
      for (uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; ++e) {
        const Vec2 a = Vec3(mesh_.EdgeStart(EdgeId(e))).Plane();
        const Vec2 b = Vec3(mesh_.EdgeEnd(EdgeId(e))).Plane();
        if (!IsNear(a, b)) continue;
        const uint32_t twin = mesh_.edge(EdgeId(e)).twin;
        if (twin != kNoEdge) {
          visited_.VisitOnce(mesh_.edge(EdgeId(twin)).poly);
          continue;
        }
        const auto is_kept_off = [&](Vec2 corner) { return SegmentDistance(a, b, corner) < within_m_; };
        if (std::ranges::all_of(corners_, is_kept_off)) return false;
        borders_.push_back({a, b});
      }
    }
    return true;
  }

  // Arcs of the boundary that are covered, one after the other, and the gaps between.
  void FindArcs() {
    classes_.Begin(borders_.size());
    arc_borders_.clear();
    bool is_open = true;  // no arc reaches the corner
    for (uint32_t k = 0; k < corners_.size(); ++k) {
      covered_.clear();
      for (uint32_t i = 0; i < borders_.size(); ++i) {
        const Stretch stretch = CoveredOf(corners_[k], Corner(k + 1), borders_[i], within_m_);
        if (!stretch.IsEmpty()) covered_.push_back({stretch, i});
      }
      std::ranges::sort(covered_, {}, [](const Covered& one) { return one.stretch.from; });
      double end = 0;
      for (const Covered& one : covered_) {
        const bool is_apart = one.stretch.from > end + kRounding;
        if (is_apart) AddGap(k, end, one.stretch.from);
        const bool is_new = is_apart || (end == 0 && is_open) || arc_borders_.empty();
        if (is_new)
          arc_borders_.push_back(one.border);
        else
          classes_.Join(one.border, arc_borders_.back());
        is_open = false;
        end = std::max(end, one.stretch.to);
      }
      if (end < 1 - kRounding) {
        AddGap(k, end, 1);
        is_open = true;
      }
    }
    // The last arc may reach the first one's beginning.
    const bool starts_covered = gaps_.empty() || gaps_.front().arcs_before > 0;
    if (!is_open && starts_covered && !arc_borders_.empty())
      classes_.Join(arc_borders_.front(), arc_borders_.back());
  }
  void AddGap(uint32_t side, double from, double to) {
    gaps_.push_back({side, from, to, static_cast<uint32_t>(arc_borders_.size())});
  }

  void JoinBorders(PolyId poly) {
    if (gaps_.size() < 2) return;
    for (uint32_t i = 0; i < borders_.size(); ++i) {
      for (uint32_t j = 0; j < i; ++j) {
        if (classes_.Of(i) == classes_.Of(j)) continue;
        const Border& one = borders_[i];
        const Border& other = borders_[j];
        if (SegmentsDistance(one.a, one.b, other.a, other.b) < 2 * within_m_ &&
            IsOverPoly(mesh_, poly, MiddleBetween(one, other)))
          classes_.Join(i, j);
      }
    }
  }

  // Each class of borders parts the gaps by which two of its arcs they lie between.
  void FindParts() {
    if (gaps_.size() < 2) return;
    std::map<uint32_t, std::vector<uint32_t>> arcs_of;  // by class
    for (uint32_t arc = 0; arc < arc_borders_.size(); ++arc)
      arcs_of[classes_.Of(arc_borders_[arc])].push_back(arc);
    for (const auto& [unused, arcs] : arcs_of) {
      if (arcs.size() < 2) continue;
      std::map<std::pair<uint32_t, uint32_t>, uint32_t> parts;
      for (Gap& gap : gaps_) {
        const auto before =
            static_cast<uint32_t>(std::ranges::lower_bound(arcs, gap.arcs_before) - arcs.begin());
        const std::pair key(gap.part, before % static_cast<uint32_t>(arcs.size()));
        gap.part = parts.emplace(key, static_cast<uint32_t>(parts.size())).first->second;
      }
    }
  }

  const NavmeshView& mesh_;
  const double within_m_;
  SurfaceWorkspace visited_;
  std::vector<Vec2> corners_;
  std::vector<Border> borders_;
  std::vector<Covered> covered_;       // of one side
  std::vector<uint32_t> arc_borders_;  // [arc] one of the borders that cover it
  Classes classes_;                    // of borders
  std::vector<Gap> gaps_;
};

}  // namespace

ClearGround ClearGround::Of(const NavmeshView& mesh, double clearance_m, int thread_count) {
  struct Chunk {
    std::vector<ClearGap> gaps;
    std::vector<uint32_t> counts;
  };
  std::vector<Chunk> chunks((mesh.poly_count() + kChunkPolys - 1) / kChunkPolys);
  ParallelFor(chunks.size(), thread_count, [&](size_t chunk) {
    PolyGround ground(mesh, clearance_m);
    const size_t end = std::min<size_t>((chunk + 1) * kChunkPolys, mesh.poly_count());
    for (size_t p = chunk * kChunkPolys; p < end; ++p)
      ground.Add(PolyId(static_cast<uint32_t>(p)), chunks[chunk].gaps, chunks[chunk].counts);
  });
  ClearGround all;
  all.rows_.push_back(0);
  for (const Chunk& chunk : chunks) {
    for (const uint32_t count : chunk.counts) all.rows_.push_back(all.rows_.back() + count);
    all.gaps_.insert(all.gaps_.end(), chunk.gaps.begin(), chunk.gaps.end());
  }
  return all;
}

}  // namespace waystone
