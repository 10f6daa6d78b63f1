#include "tests/answers/truth_surface.h"

#include <algorithm>
#include <cmath>

#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "tests/answers/numbers.h"

namespace waystone::answers {
namespace {

constexpr double kBucket_m = 2.0;
constexpr double kAside_m = 0.05;  // how far beside a triangle it is still looked for

struct PlanePlace {
  double distance_m = kInfinity;  // in the plane
  double height_m = 0;
};

PlanePlace NearestOnSegment(const Vec3& a, const Vec3& b, Vec2 at) {
  const double dx = b.x - a.x;
  const double dz = b.z - a.z;
  const double length_sq = dx * dx + dz * dz;
  double t = length_sq > 0 ? ((at.x - a.x) * dx + (at.z - a.z) * dz) / length_sq : 0;
  t = std::clamp(t, 0.0, 1.0);
  return {std::hypot(a.x + t * dx - at.x, a.z + t * dz - at.z), a.y + t * (b.y - a.y)};
}

// The place of the triangle nearest in the plane.
PlanePlace NearestOnTriangle(const TruthTriangle& t, Vec2 at) {
  const Vec2 a = t.corner[0].Plane();
  const Vec2 b = t.corner[1].Plane();
  const Vec2 c = t.corner[2].Plane();
  const double area = Cross(b - a, c - a);
  if (area != 0) {
    const double wb = Cross(at - a, c - a) / area;
    const double wc = Cross(b - a, at - a) / area;
    if (wb >= 0 && wc >= 0 && wb + wc <= 1) {
      return {0, t.corner[0].y + wb * (t.corner[1].y - t.corner[0].y) + wc * (t.corner[2].y - t.corner[0].y)};
    }
  }
  PlanePlace best;
  for (int k = 0; k < 3; ++k) {
    const PlanePlace place = NearestOnSegment(t.corner[k], t.corner[(k + 1) % 3], at);
    if (place.distance_m < best.distance_m) best = place;
  }
  return best;
}

bool Holds(const TruthPoly& poly, Vec2 at) {
  for (size_t k = 0; k < poly.corners.size(); ++k) {
    const Vec2 from = poly.corners[k].Plane();
    const Vec2 to = poly.corners[(k + 1) % poly.corners.size()].Plane();
    if (Cross(to - from, at - from) < 0) return false;
  }
  return true;
}

bool IsNearer(const NearPlace& a, const NearPlace& b) {
  return a.counted_m != b.counted_m ? a.counted_m < b.counted_m : a.distance_m < b.distance_m;
}

double Beyond(double value, double min, double max) { return std::max({min - value, value - max, 0.0}); }

}  // namespace

TruthSurface::TruthSurface(const MapView& view) {
  const Vec3 origin = view.manifest->origin;
  const NavmeshView::Arrays& arrays = view.navmesh->arrays();
  max_climb_m_ = view.variant->agent.max_climb_m;
  constexpr double kRounding_m = 0.01;
  if (view.collision != nullptr) standing_reach_m_ = max_climb_m_ + kRounding_m;
  for (const NavPoly& record : arrays.polys) {
    TruthPoly& poly = polys_.emplace_back();
    poly.external_id = record.external_id;
    std::vector<Vec3> places;
    for (uint32_t k = 0; k < record.edge_count; ++k) {
      const NavEdge& edge = arrays.edges[record.first_edge + k];
      places.push_back(origin + Vec3(arrays.vertices[edge.vertex]));
      if (edge.twin != kNoEdge) poly.sides.push_back({k, arrays.edges[edge.twin].poly});
    }
    poly.corners = places;
    for (uint32_t k = 0; k < record.detail_vertex_count; ++k) {
      places.push_back(origin + Vec3(arrays.detail_vertices[record.first_detail_vertex + k]));
    }
    poly.first_triangle = static_cast<uint32_t>(triangles_.size());
    poly.triangle_count = record.detail_triangle_count;
    for (uint32_t k = 0; k < record.detail_triangle_count; ++k) {
      const NavDetailTriangle& t = arrays.detail_triangles[record.first_detail_triangle + k];
      triangles_.push_back({{places[t.corner[0]], places[t.corner[1]], places[t.corner[2]]}});
      poly_of_triangle_.push_back(static_cast<uint32_t>(polys_.size() - 1));
    }
    for (int axis = 0; axis < 3; ++axis) poly.min[axis] = kInfinity, poly.max[axis] = -kInfinity;
    for (const Vec3& place : places) {
      const double at[3] = {place.x, place.y, place.z};
      for (int axis = 0; axis < 3; ++axis) {
        poly.min[axis] = std::min(poly.min[axis], at[axis]);
        poly.max[axis] = std::max(poly.max[axis], at[axis]);
      }
    }
  }
  if (view.links != nullptr) {
    for (const NavLink& link : view.links->all()) {
      links_.push_back({link.start_poly, link.end_poly,
                        origin + Vec3{link.start[0], link.start[1], link.start[2]},
                        origin + Vec3{link.end[0], link.end[1], link.end[2]}, link.cost_m, link.abilities});
    }
  }
  FillBuckets();
}

void TruthSurface::FillBuckets() {
  double high_x = -kInfinity;
  double high_z = -kInfinity;
  low_x_ = low_z_ = kInfinity;
  for (const TruthPoly& poly : polys_) {
    low_x_ = std::min(low_x_, poly.min[0]);
    low_z_ = std::min(low_z_, poly.min[2]);
    high_x = std::max(high_x, poly.max[0]);
    high_z = std::max(high_z, poly.max[2]);
  }
  columns_ = static_cast<uint32_t>((high_x - low_x_) / kBucket_m) + 1;
  rows_ = static_cast<uint32_t>((high_z - low_z_) / kBucket_m) + 1;
  buckets_.resize(size_t{columns_} * rows_);
  const auto square = [](double value, double low, uint32_t count) {
    return static_cast<uint32_t>(std::clamp((value - low) / kBucket_m, 0.0, count - 1.0));
  };
  for (uint32_t i = 0; i < triangles_.size(); ++i) {
    const Vec3* const c = triangles_[i].corner;
    const uint32_t first_x = square(std::min({c[0].x, c[1].x, c[2].x}) - kAside_m, low_x_, columns_);
    const uint32_t last_x = square(std::max({c[0].x, c[1].x, c[2].x}) + kAside_m, low_x_, columns_);
    const uint32_t first_z = square(std::min({c[0].z, c[1].z, c[2].z}) - kAside_m, low_z_, rows_);
    const uint32_t last_z = square(std::max({c[0].z, c[1].z, c[2].z}) + kAside_m, low_z_, rows_);
    for (uint32_t z = first_z; z <= last_z; ++z) {
      for (uint32_t x = first_x; x <= last_x; ++x) buckets_[size_t{z} * columns_ + x].push_back(i);
    }
  }
}

const std::vector<uint32_t>& TruthSurface::Bucket(double x, double z) const {
  const auto column = static_cast<size_t>(std::clamp((x - low_x_) / kBucket_m, 0.0, columns_ - 1.0));
  const auto row = static_cast<size_t>(std::clamp((z - low_z_) / kBucket_m, 0.0, rows_ - 1.0));
  return buckets_[row * columns_ + column];
}

double TruthSurface::HeightOn(uint32_t poly, Vec2 at) const {
  PlanePlace best;
  for (uint32_t i = 0; i < polys_[poly].triangle_count; ++i) {
    const PlanePlace place = NearestOnTriangle(triangles_[polys_[poly].first_triangle + i], at);
    if (place.distance_m < best.distance_m) best = place;
  }
  return best.height_m;
}

NearPlace TruthSurface::Counted(double aside_m, double rise_m) const {
  const double distance_m = std::hypot(aside_m, rise_m);
  return {aside_m == 0 ? std::max(0.0, distance_m - max_climb_m_) : distance_m, distance_m};
}

bool TruthSurface::HasLink(const Vec3& start, const Vec3& end) const {
  return std::any_of(links_.begin(), links_.end(), [&](const TruthLink& link) {
    return Distance(link.start, start) < 2e-3 && Distance(link.end, end) < 2e-3;
  });
}

TruthSurface::Offset TruthSurface::OffsetOf(uint32_t poly, const Vec3& at) const {
  const std::vector<Vec3>& corners = polys_[poly].corners;
  Vec2 nearest = at.Plane();
  double aside_m = 0;
  if (!Holds(polys_[poly], nearest)) {
    aside_m = kInfinity;
    for (size_t k = 0; k < corners.size(); ++k) {
      const Vec2 from = corners[k].Plane();
      const Vec2 side = corners[(k + 1) % corners.size()].Plane() - from;
      const Vec2 place = from + side * std::clamp(Dot(at.Plane() - from, side) / Dot(side, side), 0.0, 1.0);
      if (Distance(place, at.Plane()) >= aside_m) continue;
      aside_m = Distance(place, at.Plane());
      nearest = place;
    }
  }
  return {aside_m, HeightOn(poly, nearest) - at.y};
}

double TruthSurface::NearestAmong_m(const Vec3& at, const std::vector<bool>& admits) const {
  double best_m = kInfinity;
  for (uint32_t id = 0; id < polys_.size(); ++id) {
    if (!admits[id]) continue;
    const auto [aside_m, rise_m] = OffsetOf(id, at);
    best_m = std::min(best_m, std::hypot(aside_m, rise_m));
  }
  return best_m;
}

SnapTruth TruthSurface::Nearest(const Vec3& at, const SnapLimits& snap, double slack_m) const {
  SnapTruth truth;
  for (uint32_t id = 0; id < polys_.size(); ++id) {
    const TruthPoly& poly = polys_[id];
    if (Beyond(at.x, poly.min[0], poly.max[0]) > snap.radius_m + slack_m ||
        Beyond(at.z, poly.min[2], poly.max[2]) > snap.radius_m + slack_m ||
        poly.min[1] > at.y + snap.max_above_m + slack_m || poly.max[1] < at.y - snap.max_below_m - slack_m) {
      continue;
    }
    const auto [aside_m, rise_m] = OffsetOf(id, at);
    if (aside_m > snap.radius_m + slack_m || rise_m > snap.max_above_m + slack_m ||
        -rise_m > snap.max_below_m + slack_m) {
      continue;
    }
    std::optional<NearPlace>& best = rise_m > max_climb_m_ + slack_m ? truth.higher : truth.step;
    const NearPlace place = Counted(aside_m, rise_m);
    if (!best.has_value() || IsNearer(place, *best)) best = place;
  }
  return truth;
}

double TruthSurface::HeightGap(const Vec3& at, double aside_m) const {
  double gap_m = kInfinity;
  for (const uint32_t i : Bucket(at.x, at.z)) {
    const PlanePlace place = NearestOnTriangle(triangles_[i], at.Plane());
    if (place.distance_m <= aside_m) gap_m = std::min(gap_m, std::abs(place.height_m - at.y));
  }
  return gap_m;
}

std::vector<uint32_t> TruthSurface::PolysAt(const Vec3& at, double aside_m, double height_m) const {
  std::vector<uint32_t> found;
  for (const uint32_t i : Bucket(at.x, at.z)) {
    const PlanePlace place = NearestOnTriangle(triangles_[i], at.Plane());
    if (place.distance_m <= aside_m && std::abs(place.height_m - at.y) <= height_m) {
      found.push_back(poly_of_triangle_[i]);
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<uint32_t> TruthSurface::JoinedNear(const std::vector<uint32_t>& polys, Vec2 a, Vec2 b,
                                               double aside_m) const {
  const auto is_near = [&](const TruthPoly& poly) {
    return poly.min[0] <= std::max(a.x, b.x) + aside_m && poly.max[0] >= std::min(a.x, b.x) - aside_m &&
           poly.min[2] <= std::max(a.z, b.z) + aside_m && poly.max[2] >= std::min(a.z, b.z) - aside_m;
  };
  std::vector<uint32_t> joined = polys;
  for (size_t i = 0; i < joined.size(); ++i) {
    for (const TruthPoly::Side& side : polys_[joined[i]].sides) {
      const bool is_new = std::find(joined.begin(), joined.end(), side.to) == joined.end();
      if (is_new && is_near(polys_[side.to])) joined.push_back(side.to);
    }
  }
  std::sort(joined.begin(), joined.end());
  return joined;
}

Vec3 TruthSurface::Draw(Random& random, uint32_t* poly) const {
  const uint32_t id = random.NextBelow(static_cast<uint32_t>(polys_.size()));
  if (poly != nullptr) *poly = id;
  const TruthPoly& drawn = polys_[id];
  const TruthTriangle& t = triangles_[drawn.first_triangle + random.NextBelow(drawn.triangle_count)];
  double b = random.NextUnit();
  double c = random.NextUnit();
  if (b + c > 1) b = 1 - b, c = 1 - c;
  return t.corner[0] + (t.corner[1] - t.corner[0]) * b + (t.corner[2] - t.corner[0]) * c;
}

}  // namespace waystone::answers
