// Positions in columns of the plane, to find those near a place.
#pragma once

#include <cstdint>
#include <vector>

#include "core/geom/vec.h"
#include "core/placement/place_region.h"

namespace waystone {

// A hash grid whose columns are as wide as the query distance. Grows; one thread at a time.
class PositionGrid {
 public:
  // [m] The query distance. REQUIRES: > 0.
  explicit PositionGrid(double radius_m);

  // Expected O(1).
  void Add(const Vec3& position);
  // Whether a position lies nearer to `at` than the radius (3D). O(positions in nine columns).
  bool HasNear(const Vec3& at) const;
  // True only if every point of a ground lies nearer than the radius to one and the same position: the ground
  // of heights [low, high] over the hull of `corners`. O(positions in nine columns).
  bool Covers(const GroundBounds& ground, const Vec2* corners, size_t corner_count) const;

  // The positions, by order of Add, nearer to `at` than the radius in the plane; unsorted.
  void FindAround(Vec2 at, std::vector<uint32_t>& found) const;

  size_t size() const { return positions_.size(); }

 private:
  struct Column {
    int64_t x;
    int64_t z;
  };
  Column ColumnOf(Vec2 at) const;
  size_t BucketOf(Column column) const;
  void Rehash(size_t bucket_count);
  // Calls test(index) for the positions in the columns around `at` until it is true.
  template <typename Test>
  bool AnyAround(Vec2 at, const Test& test) const;

  double radius_m_;
  std::vector<Vec3> positions_;
  std::vector<uint32_t> next_;   // [position] the next one of its bucket
  std::vector<uint32_t> first_;  // [bucket]; a power of two of them
};

}  // namespace waystone
