// Sutherland and Hodgman, Reentrant polygon clipping, 1974: one side of the piece and the box after the
// other.
#include "core/navmesh/ground_clip.h"

#include <algorithm>
#include <cmath>

#include "core/geom/segment.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

// The place nearest to `at` in the plane of a polygon with either winding; `at` itself if it lies inside.
Vec3 NearestOf(std::span<const Vec3> corners, Vec2 at, bool& is_inside) {
  Vec3 nearest = corners[0];
  bool has_left = false;
  bool has_right = false;
  for (size_t k = 0; k < corners.size(); ++k) {
    const Vec3& a = corners[k];
    const Vec3& b = corners[(k + 1) % corners.size()];
    const double turn = Orient(a.Plane(), b.Plane(), at);
    has_left = has_left || turn > 0;
    has_right = has_right || turn < 0;
    const Vec3 on_side = a + (b - a) * NearestFraction(a.Plane(), b.Plane(), at);
    if (Distance(on_side.Plane(), at) < Distance(nearest.Plane(), at)) nearest = on_side;
  }
  is_inside = has_left != has_right;
  return nearest;
}

}  // namespace

// Keeps the part of corners_ in which inside(corner), which is linear, is not negative. Added corners are
// passed to place().
template <typename Height, typename Place>
void GroundClip::Keep(const Height& inside, const Place& place) {
  before_.swap(corners_);
  corners_.clear();
  for (size_t k = 0; k < before_.size(); ++k) {
    const Vec3& a = before_[k];
    const Vec3& b = before_[(k + 1) % before_.size()];
    const double at_a = inside(a);
    const double at_b = inside(b);
    if (at_a >= 0) corners_.push_back(a);
    if ((at_a >= 0) == (at_b >= 0)) continue;
    corners_.push_back(a + (b - a) * (at_a / (at_a - at_b)));
    place(corners_.back());
  }
}

// Keeps one side of a plane across an axis: 1 for greater coordinates, -1 for smaller ones. Added corners lie
// on that plane to the bit: both sides of a flat box are the same plane.
void GroundClip::KeepBeside(double Vec3::*axis, double at_m, int side) {
  Keep([&](const Vec3& at) { return side * (at.*axis - at_m); }, [&](Vec3& at) { at.*axis = at_m; });
}

bool GroundClip::ClipTriangle(const NavmeshView& mesh, const NavPoly& poly, uint32_t triangle,
                              std::span<const Vec2> piece, const Aabb& box) {
  corners_.clear();
  for (const uint16_t corner : mesh.arrays().detail_triangles[poly.first_detail_triangle + triangle].corner) {
    corners_.push_back(DetailCorner(mesh, poly, corner));
  }
  for (size_t k = 0; k < piece.size() && !corners_.empty(); ++k) {
    const Vec2 from = piece[k];
    const Vec2 to = piece[(k + 1) % piece.size()];
    Keep([&](const Vec3& at) { return Orient(from, to, at.Plane()); }, [](Vec3&) {});
  }
  KeepBeside(&Vec3::x, box.min.x, 1);
  KeepBeside(&Vec3::x, box.max.x, -1);
  KeepBeside(&Vec3::z, box.min.z, 1);
  KeepBeside(&Vec3::z, box.max.z, -1);
  KeepBeside(&Vec3::y, box.min.y, 1);
  KeepBeside(&Vec3::y, box.max.y, -1);
  return !corners_.empty();
}

bool GroundClip::Meets(const NavmeshView& mesh, PolyId poly, std::span<const Vec2> piece, const Aabb& box) {
  const NavPoly& record = mesh.poly(poly);
  for (uint32_t t = 0; t < record.detail_triangle_count; ++t) {
    if (ClipTriangle(mesh, record, t, piece, box)) return true;
  }
  return false;
}

std::optional<Vec3> GroundClip::Nearest(const NavmeshView& mesh, PolyId poly, std::span<const Vec2> piece,
                                        const Aabb& box, Vec2 at) {
  const NavPoly& record = mesh.poly(poly);
  std::optional<Vec3> nearest;
  for (uint32_t t = 0; t < record.detail_triangle_count; ++t) {
    if (!ClipTriangle(mesh, record, t, piece, box)) continue;
    bool is_inside = false;
    const Vec3 place = NearestOf(corners_, at, is_inside);
    if (is_inside) return Vec3(at.x, HeightOnPoly(mesh, poly, at), at.z);
    const bool is_nearer =
        !nearest.has_value() || Distance(place.Plane(), at) < Distance(nearest->Plane(), at);
    if (is_nearer) nearest = place;
  }
  return nearest;
}

std::vector<std::pair<double, double>> GroundClip::ShadowsOn(const NavmeshView& mesh, PolyId poly,
                                                             std::span<const Vec2> piece, const Aabb& box,
                                                             Vec2 a, Vec2 b, double within_m) {
  const NavPoly& record = mesh.poly(poly);
  const Vec2 along = b - a;
  std::vector<std::pair<double, double>> shadows;
  for (uint32_t t = 0; t < record.detail_triangle_count; ++t) {
    if (!ClipTriangle(mesh, record, t, piece, box)) continue;
    double first = 1;
    double last = 0;
    bool is_near = false;
    for (const Vec3& corner : corners_) {
      if (std::abs(Orient(a, b, corner.Plane())) > within_m * Length(along)) continue;
      const double share = std::clamp(Dot(corner.Plane() - a, along) / Dot(along, along), 0.0, 1.0);
      is_near = true;
      first = std::min(first, share);
      last = std::max(last, share);
    }
    if (is_near) shadows.emplace_back(first, last);
  }
  return shadows;
}

}  // namespace waystone
