// A polygon's detail triangles are cut along the leg: each gives a slope, straight from where the leg enters
// the triangle to where it leaves it. In order, and cut to the part of the leg that lies over the polygon,
// their ends are the stations. Each corner is put left or right of the leg once, with the mesh's tolerance,
// so that a leg through a vertex or along a side meets the triangles on it and does not slip between them.
#include "core/surface/ground/ground_leg.h"

#include <algorithm>
#include <cmath>

#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

using Slope = GroundLegWorkspace::Slope;

double HeightOn(const Slope& slope, double along_m) {
  const double run_m = slope.to.along_m - slope.from.along_m;
  const double share = run_m > 0 ? std::clamp((along_m - slope.from.along_m) / run_m, 0.0, 1.0) : 0;
  return slope.from.before_m + (slope.to.before_m - slope.from.before_m) * share;
}

// Where a leg passes over a triangle: empty if it does not.
class SlopeOverTriangle {
 public:
  SlopeOverTriangle(const GroundCorner& a, const GroundCorner& b, const GroundCorner& c) {
    AddSide(a, b);
    AddSide(b, c);
    AddSide(c, a);
  }
  bool IsEmpty() const { return !(slope_.from.along_m < slope_.to.along_m); }
  const Slope& slope() const { return slope_; }

 private:
  void AddSide(const GroundCorner& a, const GroundCorner& b) {
    if (a.offset_m == 0) {
      Add(a.along_m, a.height_m);
    } else if ((a.offset_m < 0 && b.offset_m > 0) || (a.offset_m > 0 && b.offset_m < 0)) {
      const double share = a.offset_m / (a.offset_m - b.offset_m);
      Add(a.along_m + (b.along_m - a.along_m) * share, a.height_m + (b.height_m - a.height_m) * share);
    }
  }
  void Add(double along_m, double height_m) {
    if (along_m < slope_.from.along_m) slope_.from = {along_m, height_m, height_m};
    if (along_m > slope_.to.along_m) slope_.to = {along_m, height_m, height_m};
  }

  Slope slope_{{INFINITY, 0, 0}, {-INFINITY, 0, 0}};
};

}  // namespace

GroundLeg::GroundLeg(const NavmeshView& mesh, const NavLocation& from, const NavLocation& to,
                     GroundLegWorkspace& workspace)
    : mesh_(mesh),
      ws_(workspace),
      from_(from.point),
      to_(to),
      length_m_(PlaneDistance(from.point, to.point)),
      ahead_(length_m_ > 0 ? (to.point.Plane() - from.point.Plane()) * (1 / length_m_) : Vec2{}) {}

GroundCorner GroundLeg::See(const Vec3& corner) const {
  const Vec2 off = corner.Plane() - from_.Plane();
  const double offset_m = Cross(ahead_, off);
  return {Dot(ahead_, off), std::abs(offset_m) <= mesh_.tolerance_m() ? 0 : offset_m, corner.y};
}

// Along the leg, the place where it passes from the polygon of a half-edge to the next one. A leg along the
// side may pass anywhere on it; it passes as early as it can, so that it does not miss a later side.
double GroundLeg::CrossingAlong(EdgeId side, PolyId next, double earliest_m) const {
  const EdgeId twin(mesh_.edge(side).twin);
  const GroundCorner a = See(mesh_.EdgeStart(side));
  double along_m = a.along_m;
  // A walk that turned about a corner names a half-edge that starts there.
  const bool is_corner = twin.IsNone() || PolyId(mesh_.edge(twin).poly) != next;
  if (!is_corner) {
    const GroundCorner b = See(mesh_.EdgeEnd(side));
    if (a.offset_m == 0 && b.offset_m == 0) {
      along_m = std::clamp(earliest_m, std::min(a.along_m, b.along_m), std::max(a.along_m, b.along_m));
    } else if (a.offset_m * b.offset_m <= 0) {
      along_m += (b.along_m - a.along_m) * (a.offset_m / (a.offset_m - b.offset_m));
    } else if (std::abs(b.offset_m) < std::abs(a.offset_m)) {
      along_m = b.along_m;
    }
  }
  return std::clamp(along_m, earliest_m, std::max(earliest_m, length_m_));
}

void GroundLeg::FindPassages(std::span<const EdgeId> crossed) {
  ws_.passages.clear();
  double entered_m = 0;
  for (size_t k = 0; k < crossed.size(); ++k) {
    const bool is_last = k + 1 == crossed.size();
    const PolyId next = is_last ? to_.poly : PolyId(mesh_.edge(crossed[k + 1]).poly);
    const double left_m = CrossingAlong(crossed[k], next, entered_m);
    ws_.passages.push_back({PolyId(mesh_.edge(crossed[k]).poly), entered_m, left_m});
    entered_m = left_m;
  }
  ws_.passages.push_back({to_.poly, entered_m, length_m_});
}

void GroundLeg::FindStations() {
  ws_.stations.assign(1, {0, from_.y, from_.y});
  for (const GroundPassage& passage : ws_.passages) AddPassage(passage);
  AddStation(length_m_, to_.point.y);
  ws_.stations.back().along_m = length_m_;
}

void GroundLeg::SeeCorners(const NavPoly& poly) {
  ws_.corners.clear();
  for (uint32_t k = 0; k < uint32_t{poly.edge_count} + poly.detail_vertex_count; ++k) {
    ws_.corners.push_back(See(DetailCorner(mesh_, poly, k)));
  }
}

void GroundLeg::FindSlopes(const GroundPassage& passage) {
  const NavPoly& poly = mesh_.poly(passage.poly);
  SeeCorners(poly);
  ws_.slopes.clear();
  for (uint32_t t = 0; t < poly.detail_triangle_count; ++t) {
    const uint16_t(&corner)[3] = mesh_.arrays().detail_triangles[poly.first_detail_triangle + t].corner;
    const SlopeOverTriangle over(ws_.corners[corner[0]], ws_.corners[corner[1]], ws_.corners[corner[2]]);
    if (over.IsEmpty() || over.slope().to.along_m <= passage.from_m) continue;
    if (over.slope().from.along_m < passage.to_m) ws_.slopes.push_back(over.slope());
  }
  std::sort(ws_.slopes.begin(), ws_.slopes.end(), [](const Slope& a, const Slope& b) {
    if (a.from.along_m != b.from.along_m) return a.from.along_m < b.from.along_m;
    return a.to.along_m > b.to.along_m;
  });
}

void GroundLeg::AddPassage(const GroundPassage& passage) {
  const double tolerance_m = mesh_.tolerance_m();
  if (passage.to_m - passage.from_m <= tolerance_m) return;
  FindSlopes(passage);
  double known_to_m = passage.from_m;
  // Rounding may leave a margin of the passage outside all triangles.
  if (ws_.slopes.empty() || ws_.slopes.front().from.along_m > known_to_m + tolerance_m) {
    AddStation(known_to_m, HeightAt(passage.poly, known_to_m));
  }
  for (const Slope& slope : ws_.slopes) {
    const double to_m = std::min(slope.to.along_m, passage.to_m);
    if (to_m <= known_to_m) continue;  // two triangles meet in a side along the leg
    const double from_m = std::max(slope.from.along_m, known_to_m);
    AddStation(from_m, HeightOn(slope, from_m));
    AddStation(to_m, HeightOn(slope, to_m));
    known_to_m = to_m;
  }
  if (known_to_m < passage.to_m - tolerance_m) AddStation(passage.to_m, HeightAt(passage.poly, passage.to_m));
}

void GroundLeg::AddStation(double along_m, double height_m) {
  GroundStation& last = ws_.stations.back();
  if (along_m - last.along_m <= mesh_.tolerance_m()) {
    last.behind_m = height_m;
  } else {
    ws_.stations.push_back({along_m, height_m, height_m});
  }
}

double GroundLeg::HeightAt(PolyId poly, double along_m) const {
  return HeightOnPoly(mesh_, poly, At(along_m));
}

}  // namespace waystone
