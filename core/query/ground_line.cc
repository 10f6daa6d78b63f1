// Each leg is sampled wherever the surface can bend under it; then a swing filter (Elmeleegy et al., Online
// piece-wise linear approximation, VLDB 2009) keeps the samples that matter: from the last point kept, the
// slopes that pass all later samples within the tolerance form an interval, and a sample outside it makes its
// predecessor a point.
#include "core/query/ground_line.h"

#include <algorithm>
#include <cmath>

#include "core/geom/segment.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

constexpr double kSamePlace_m = 1e-9;

using Sample = GroundLineWorkspace::Sample;

class LegSampler {
 public:
  LegSampler(const NavmeshView& mesh, const Vec3& from, const Vec3& to, std::vector<Sample>& samples)
      : mesh_(mesh),
        from_(from.Plane()),
        way_(to.Plane() - from_),
        length_m_(Length(way_)),
        samples_(samples) {
    samples_.clear();
  }

  // Where the leg leaves the half-edge's polygon through it.
  void AddCrossing(EdgeId edge) {
    const Vec2 a = Vec3(mesh_.EdgeStart(edge)).Plane();
    const Vec2 b = Vec3(mesh_.EdgeEnd(edge)).Plane();
    const Vec2 at = a + (b - a) * CrossingFraction(from_, from_ + way_, a, b);
    const double height_m = HeightOnPoly(mesh_, PolyId(mesh_.edge(edge).poly), at);
    Add(Dot(at - from_, way_) / std::max(length_m_, kSamePlace_m), {at.x, height_m, at.z});
  }

  // Where the leg crosses sides of the polygon's detail triangles, in order.
  void AddDetail(PolyId poly) {
    const size_t first = samples_.size();
    const NavPoly& p = mesh_.poly(poly);
    if (length_m_ <= kSamePlace_m || p.detail_triangle_count < 2) return;
    for (uint32_t t = 0; t < p.detail_triangle_count; ++t) {
      const uint16_t(&corner)[3] = mesh_.arrays().detail_triangles[p.first_detail_triangle + t].corner;
      for (int k = 0; k < 3; ++k) {
        // Inner sides belong to two triangles, once each way: either will do.
        AddDetailSide(DetailCorner(p, corner[k]), DetailCorner(p, corner[(k + 1) % 3]));
      }
    }
    std::sort(samples_.begin() + static_cast<ptrdiff_t>(first), samples_.end(),
              [](const Sample& a, const Sample& b) { return a.along_m < b.along_m; });
  }

  double length_m() const { return length_m_; }

 private:
  Vec3 DetailCorner(const NavPoly& poly, uint32_t k) const {
    if (k < poly.edge_count) return mesh_.EdgeStart(EdgeId(poly.first_edge + k));
    return mesh_.arrays().detail_vertices[poly.first_detail_vertex + k - poly.edge_count];
  }

  void AddDetailSide(const Vec3& a, const Vec3& b) {
    const double side_a = Cross(way_, a.Plane() - from_);
    const double side_b = Cross(way_, b.Plane() - from_);
    if (side_a > 0 || side_b <= 0) return;
    const Vec3 at = a + (b - a) * (side_a / (side_a - side_b));
    Add(Dot(at.Plane() - from_, way_) / length_m_, at);
  }

  void Add(double along_m, const Vec3& point) {
    if (along_m > kSamePlace_m && along_m < length_m_ - kSamePlace_m) samples_.push_back({along_m, point});
  }

  const NavmeshView& mesh_;
  const Vec2 from_;
  const Vec2 way_;
  const double length_m_;
  std::vector<Sample>& samples_;
};

// Appends the samples that matter, and the last one always. points.back() is where the leg starts.
void AppendFiltered(const std::vector<Sample>& samples, double tolerance_m, std::vector<Vec3>& points) {
  Sample anchor{0, points.back()};
  double steepest_down = -INFINITY;
  double steepest_up = INFINITY;
  const Sample* previous = nullptr;
  for (const Sample& sample : samples) {
    double run_m = sample.along_m - anchor.along_m;
    if (run_m <= kSamePlace_m) continue;
    const double slope = (sample.point.y - anchor.point.y) / run_m;
    if (slope < steepest_down || slope > steepest_up) {
      points.push_back(previous->point);
      anchor = *previous;
      steepest_down = -INFINITY;
      steepest_up = INFINITY;
      run_m = std::max(sample.along_m - anchor.along_m, kSamePlace_m);
    }
    steepest_down = std::max(steepest_down, (sample.point.y - tolerance_m - anchor.point.y) / run_m);
    steepest_up = std::min(steepest_up, (sample.point.y + tolerance_m - anchor.point.y) / run_m);
    previous = &sample;
  }
  points.push_back(samples.back().point);
}

}  // namespace

void AppendGroundLine(const NavmeshView& mesh, std::span<const NavLocation> turns,
                      std::span<const EdgeId> crossed, double tolerance_m, GroundLineWorkspace& workspace,
                      std::vector<Vec3>& points) {
  points.push_back(turns.front().point);
  size_t next = 0;
  for (size_t leg = 1; leg < turns.size(); ++leg) {
    const NavLocation& to = turns[leg];
    LegSampler sampler(mesh, turns[leg - 1].point, to.point, workspace.samples);
    // The leg ends in the polygon of its turn; sides at the turn itself belong to the next leg.
    for (; next < crossed.size(); ++next) {
      const EdgeId edge = crossed[next];
      const PolyId poly(mesh.edge(edge).poly);
      if (poly == to.poly) break;
      sampler.AddDetail(poly);
      sampler.AddCrossing(edge);
    }
    sampler.AddDetail(to.poly);
    workspace.samples.push_back({sampler.length_m(), to.point});
    AppendFiltered(workspace.samples, tolerance_m, points);
  }
}

}  // namespace waystone
