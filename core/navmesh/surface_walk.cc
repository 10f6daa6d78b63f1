// The ray walk decides once per corner whether it lies left or right of the whole ray, always by the same
// sum, so the two polygons at a side never disagree. A corner within the tolerance of the ray is neither: the
// walk then stops at the corner and turns about it, over shared sides, until a polygon lies ahead. So it
// cannot slip between two polygons, and needs no luck at corners of a lattice.
#include "core/navmesh/surface_walk.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/geom/triangle.h"

namespace waystone {
namespace {

constexpr double kNoPath_m = 1e-9;  // a walk shorter than this has no direction

class RayWalk {
 public:
  RayWalk(const NavmeshView& mesh, const NavLocation& start, Vec2 target, std::vector<EdgeId>* crossed)
      : mesh_(mesh),
        crossed_(crossed),
        poly_(start.poly),
        from_(start.point.Plane()),
        path_(target - from_),
        length_m_(Length(path_)) {}

  RaycastResult Run() {
    const bool reached = Walk();
    const double fraction = reached ? 1.0 : std::clamp(walked_m_ / length_m_, 0.0, 1.0);
    const Vec2 end = from_ + path_ * fraction;
    return {reached, fraction, {poly_, ClosestPointOnPoly(mesh_, poly_, {end.x, 0, end.z})}, hit_};
  }

  // Whether the target is reached, on poly().
  bool Walk() {
    if (length_m_ <= kNoPath_m) return true;
    double walked_m = 0;
    // A sound mesh is crossed in far fewer steps; the limit is for one that leads in circles.
    for (uint64_t step = 0; step <= 4 * uint64_t{mesh_.poly_count()}; ++step) {
      const Exit exit = FindExit();
      if (exit.edge.IsNone()) return Blocked(walked_m, EdgeId());
      if (exit.along_m >= length_m_ - mesh_.tolerance_m()) return true;
      if (exit.along_m < walked_m - 4 * mesh_.tolerance_m()) return Blocked(walked_m, exit.edge);
      walked_m = std::max(walked_m, exit.along_m);
      const EdgeId next = exit.at_corner ? TurnAbout(exit.edge) : EdgeId(mesh_.edge(exit.edge).twin);
      if (next.IsNone()) return Blocked(walked_m, exit.at_corner ? BorderAt(exit.edge) : exit.edge);
      if (crossed_ != nullptr) crossed_->push_back(exit.edge);
      poly_ = PolyId(mesh_.edge(next).poly);
    }
    return Blocked(walked_m, EdgeId());
  }

  PolyId poly() const { return poly_; }

 private:
  // Where the ray leaves a polygon: through a side, or at the corner where `edge` starts.
  struct Exit {
    EdgeId edge;
    bool at_corner = false;
    double along_m = -INFINITY;
  };

  Vec2 At(EdgeId edge) const { return Vec3(mesh_.EdgeStart(edge)).Plane(); }
  // [m] left of the ray (positive) or right; exactly 0 within the tolerance.
  double Offset(Vec2 p) const {
    const double offset_m = Cross(path_, p - from_) / length_m_;
    return std::abs(offset_m) <= mesh_.tolerance_m() ? 0 : offset_m;
  }
  double Along(Vec2 p) const { return Dot(path_, p - from_) / length_m_; }

  // Around a polygon counter-clockwise, the far side runs from the right of the ray to its left.
  Exit FindExit() const {
    const NavPoly& poly = mesh_.poly(poly_);
    Exit through;
    Exit corner;
    EdgeId edge(poly.first_edge + poly.edge_count - 1);
    Vec2 a = At(edge);
    double offset_a = Offset(a);
    for (uint32_t k = 0; k < poly.edge_count; ++k) {
      const EdgeId next(poly.first_edge + k);
      const Vec2 b = At(next);
      const double offset_b = Offset(b);
      if (offset_a < 0 && offset_b > 0) {
        const double along_m = Along(a + (b - a) * (offset_a / (offset_a - offset_b)));
        if (along_m > through.along_m) through = {edge, false, along_m};
      }
      if (offset_b == 0 && Along(b) > corner.along_m) corner = {next, true, Along(b)};
      edge = next;
      a = b;
      offset_a = offset_b;
    }
    return through.edge.IsNone() ? corner : through;
  }

  // Whether the ray goes on into the polygon of `corner`, or along a side of it, from the vertex where that
  // half-edge starts. One of the sides there may lead straight back: the corner of a row of them.
  bool LeadsOn(EdgeId corner) const {
    const double along_m = Along(At(corner));
    const Vec2 right = At(mesh_.Next(corner));
    const Vec2 left = At(mesh_.Previous(corner));
    const double offset_right = Offset(right);
    const double offset_left = Offset(left);
    const bool right_is_ahead = Along(right) > along_m;
    const bool left_is_ahead = Along(left) > along_m;
    if (offset_right == 0 && offset_left == 0) return right_is_ahead || left_is_ahead;
    if (offset_right == 0) return right_is_ahead || (offset_left > 0 && left_is_ahead);
    if (offset_left == 0) return left_is_ahead || (offset_right < 0 && right_is_ahead);
    return offset_right < 0 && offset_left > 0;
  }

  // The half-edge leaving the same vertex in the next polygon clockwise or counter-clockwise; none at a
  // border.
  EdgeId Clockwise(EdgeId corner) const {
    const EdgeId twin(mesh_.edge(corner).twin);
    return twin.IsNone() ? twin : mesh_.Next(twin);
  }
  EdgeId CounterClockwise(EdgeId corner) const { return EdgeId(mesh_.edge(mesh_.Previous(corner)).twin); }

  // From `corner`, a half-edge leaving the same vertex in a polygon in which the ray goes on; none if a
  // border is met on both sides first.
  EdgeId TurnAbout(EdgeId corner) const {
    EdgeId at = Clockwise(corner);
    for (int turns = 0; turns < kMaxTurns && !at.IsNone() && at != corner; ++turns) {
      if (LeadsOn(at)) return at;
      at = Clockwise(at);
    }
    if (at == corner) return EdgeId();
    at = CounterClockwise(corner);
    for (int turns = 0; turns < kMaxTurns && !at.IsNone() && at != corner; ++turns) {
      if (LeadsOn(at)) return at;
      at = CounterClockwise(at);
    }
    return EdgeId();
  }

  // A border side at the vertex where `corner` starts; `corner` if there is none.
  EdgeId BorderAt(EdgeId corner) const {
    EdgeId at = corner;
    for (int turns = 0; turns < kMaxTurns; ++turns) {
      const EdgeId next = Clockwise(at);
      if (next.IsNone()) return at;
      if (next == corner) break;
      at = next;
    }
    return corner;
  }

  bool Blocked(double along_m, EdgeId hit) {
    walked_m_ = along_m;
    hit_ = hit;
    return false;
  }

  static constexpr int kMaxTurns = 1024;  // polygons about one vertex

  const NavmeshView& mesh_;
  std::vector<EdgeId>* const crossed_;
  PolyId poly_;
  const Vec2 from_;
  const Vec2 path_;
  const double length_m_;
  double walked_m_ = 0;  // if blocked
  EdgeId hit_;
};

// Where a slide may go: the circle over its start and target, at about the start's height.
class SlideRoom {
 public:
  SlideRoom(const NavmeshView& mesh, const NavLocation& start, Vec2 target, double max_rise_m)
      : mesh_(mesh),
        start_(start),
        max_rise_m_(max_rise_m),
        centre_((start.point.Plane() + target) * 0.5),
        radius_m_(Distance(start.point.Plane(), target) * 0.5 + mesh.tolerance_m()) {}

  // Visits the polygons across the sides that touch the room.
  void VisitNeighbours(PolyId poly, SurfaceWorkspace& workspace) const {
    const uint32_t first_edge = mesh_.poly(poly).first_edge;
    for (uint32_t e = first_edge; e < first_edge + mesh_.poly(poly).edge_count; ++e) {
      const EdgeId twin(mesh_.edge(EdgeId(e)).twin);
      if (twin.IsNone()) continue;
      const Vec3 a = mesh_.EdgeStart(EdgeId(e));
      const Vec3 b = mesh_.EdgeEnd(EdgeId(e));
      const double side_rise_m =
          std::max(std::min(a.y, b.y) - start_.point.y, start_.point.y - std::max(a.y, b.y));
      if (side_rise_m > max_rise_m_) continue;
      const PlaneHit side = ClosestOnSegment(a, b, centre_);
      if (side.distance_sq_m2 <= radius_m_ * radius_m_) workspace.VisitOnce(mesh_.edge(twin).poly);
    }
  }

  bool MayEndAt(PolyId poly, Vec2 at) const {
    if (poly == start_.poly || std::isinf(max_rise_m_)) return true;
    return std::abs(HeightOnPoly(mesh_, poly, at) - start_.point.y) <= max_rise_m_;
  }

 private:
  const NavmeshView& mesh_;
  const NavLocation& start_;
  const double max_rise_m_;
  const Vec2 centre_;
  const double radius_m_;
};

}  // namespace

RaycastResult Raycast(const NavmeshView& mesh, const NavLocation& start, Vec2 target,
                      std::vector<EdgeId>* crossed) {
  return RayWalk(mesh, start, target, crossed).Run();
}

std::optional<PolyId> PolyStraightOn(const NavmeshView& mesh, const NavLocation& start, Vec2 target,
                                     std::vector<EdgeId>* crossed) {
  RayWalk walk(mesh, start, target, crossed);
  if (!walk.Walk()) return std::nullopt;
  return walk.poly();
}

NavLocation MoveAlongSurface(const NavmeshView& mesh, const NavLocation& start, Vec2 target,
                             SurfaceWorkspace& workspace, double max_rise_m) {
  const SlideRoom room(mesh, start, target, max_rise_m);
  PolyId best_poly = start.poly;
  Vec2 best = start.point.Plane();
  double best_sq_m2 = INFINITY;
  workspace.BeginVisits(mesh.poly_count());
  workspace.VisitOnce(start.poly.value());
  // The stack serves as a queue: breadth first, polygons near the start first.
  for (size_t i = 0; i < workspace.stack.size() && i < kMaxSlidePolys && best_sq_m2 > 0; ++i) {
    const PolyId poly(workspace.stack[i]);
    const PlaneHit nearest = ClosestInPlane(mesh, poly, target, best_sq_m2);
    if (nearest.distance_sq_m2 < best_sq_m2 && room.MayEndAt(poly, nearest.point.Plane())) {
      best_sq_m2 = nearest.distance_sq_m2;
      best = nearest.point.Plane();
      best_poly = poly;
    }
    if (best_sq_m2 > 0) room.VisitNeighbours(poly, workspace);
  }
  return {best_poly, {best.x, HeightOnPoly(mesh, best_poly, best), best.z}};
}

}  // namespace waystone
