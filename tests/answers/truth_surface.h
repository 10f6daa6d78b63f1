// A map's surface as plain lists of triangles, and slow, obvious answers about it.
//
// It is copied from the arrays of a package; nothing of what answers requests is used.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/random.h"
#include "core/geom/vec.h"
#include "core/surface/map_view.h"

namespace waystone::answers {

// How far from the surface a position may lie.
struct SnapLimits {
  double radius_m = 2;     // [m, 0-100, 2] horizontally
  double max_above_m = 2;  // [m, 0-100, 2] the surface may lie this far above the position
  double max_below_m = 4;  // [m, 0-100, 4] and this far below
};

// Positions are absolute metres.
struct TruthPoly {
  std::vector<Vec3> corners;  // in the order of the package
  uint32_t first_triangle = 0;
  uint32_t triangle_count = 0;
  double min[3];
  double max[3];
  uint32_t external_id = 0;
  // Sides that lead on: side k from corners[k] to the next, to polygon `to`.
  struct Side {
    uint32_t side;
    uint32_t to;
  };
  std::vector<Side> sides;
};

struct TruthTriangle {
  Vec3 corner[3];
};

struct TruthLink {
  uint32_t from = 0;
  uint32_t to = 0;
  Vec3 start;
  Vec3 end;
  double cost_m = 0;
  uint64_t abilities = 0;
};

// A place near a position.
struct NearPlace {
  // [m] By which places are compared: ground straight above or below counts as a step nearer than it is.
  double counted_m = 0;
  double distance_m = 0;  // which decides between equals
};

// The best places within the limits.
struct SnapTruth {
  std::optional<NearPlace> step;    // of those not above the position by more than a step
  std::optional<NearPlace> higher;  // of all others
};

class TruthSurface {
 public:
  explicit TruthSurface(const MapView& view);

  const std::vector<TruthPoly>& polys() const { return polys_; }
  const std::vector<TruthLink>& links() const { return links_; }
  std::span<const TruthTriangle> TrianglesOf(uint32_t poly) const {
    return {triangles_.data() + polys_[poly].first_triangle, polys_[poly].triangle_count};
  }
  double max_climb_m() const { return max_climb_m_; }
  // Placements stand on the source's ground, if the package has it: at most this far above or below the
  // surface.
  double standing_reach_m() const { return standing_reach_m_; }

  // How far a place counts as from a position, given both distances.
  NearPlace Counted(double aside_m, double rise_m) const;
  // By a look at every polygon: its place nearest in the plane, at the surface's height there. The limits
  // are widened by `slack_m`, which may be negative.
  SnapTruth Nearest(const Vec3& at, const SnapLimits& snap, double slack_m) const;

  // [m] How near the polygons that `admits` names come, each by its place nearest in the plane; infinite if
  // it names none.
  double NearestAmong_m(const Vec3& at, const std::vector<bool>& admits) const;

  // Whether a link leads from the one place to the other.
  bool HasLink(const Vec3& start, const Vec3& end) const;

  // [m] How far the surface straight above or below lies; infinite where there is none within `aside_m` in
  // the plane.
  double HeightGap(const Vec3& at, double aside_m) const;
  // The polygons over or under which the place lies within both distances.
  std::vector<uint32_t> PolysAt(const Vec3& at, double aside_m, double height_m) const;
  // [m] The height of a polygon, or of its nearest place in the plane.
  double HeightOn(uint32_t poly, Vec2 at) const;
  // The polygons that sides lead to from `polys`, these among them, over polygons whose boxes in the plane
  // come within `aside_m` of the box of both places. Sorted.
  std::vector<uint32_t> JoinedNear(const std::vector<uint32_t>& polys, Vec2 a, Vec2 b, double aside_m) const;

  // A place inside a polygon chosen by number (not by area), at the surface's height.
  Vec3 Draw(Random& random, uint32_t* poly = nullptr) const;

 private:
  // How far the polygon's place nearest in the plane is aside, and how much higher.
  struct Offset {
    double aside_m = 0;
    double rise_m = 0;
  };
  Offset OffsetOf(uint32_t poly, const Vec3& at) const;
  void FillBuckets();
  const std::vector<uint32_t>& Bucket(double x, double z) const;

  std::vector<TruthPoly> polys_;
  std::vector<TruthTriangle> triangles_;
  std::vector<uint32_t> poly_of_triangle_;
  std::vector<TruthLink> links_;
  double max_climb_m_ = 0;
  double standing_reach_m_ = 0;
  // Triangles by square of the plane, each square widened by kAside_m.
  double low_x_ = 0;
  double low_z_ = 0;
  uint32_t columns_ = 1;
  uint32_t rows_ = 1;
  std::vector<std::vector<uint32_t>> buckets_;
};

}  // namespace waystone::answers
