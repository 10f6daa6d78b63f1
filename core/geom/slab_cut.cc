#include "core/geom/slab_cut.h"

namespace waystone {

SlabCut::SlabCut(const Vec3& a, const Vec3& b, const Vec3& c, double low, double high) {
  SlabCut triangle;
  for (const Vec3& corner : {a, b, c}) triangle.Add(corner);
  *this = triangle.Above(low, 1).Above(high, -1);
}

// I. Sutherland, G. Hodgman, "Reentrant polygon clipping" (1974), for one plane.
SlabCut SlabCut::Above(double height, double sign) const {
  SlabCut kept;
  for (size_t i = 0; i < size_; ++i) {
    const Vec3& p = corners_[i];
    const Vec3& q = corners_[i + 1 == size_ ? 0 : i + 1];
    const double at_p = sign * (p.y - height);
    const double at_q = sign * (q.y - height);
    if (at_p >= 0) kept.Add(p);
    if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0)) kept.Add(p + (q - p) * (at_p / (at_p - at_q)));
  }
  return kept;
}

bool SlabCut::Holds(Vec2 at) const {
  bool left = false;
  bool right = false;
  for (size_t k = 0; k < size_; ++k) {
    const double side = Orient(From(k), To(k), at);
    left |= side > 0;
    right |= side < 0;
  }
  return left != right;
}

}  // namespace waystone
