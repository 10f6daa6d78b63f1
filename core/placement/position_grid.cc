#include "core/placement/position_grid.h"

#include <algorithm>
#include <cmath>

namespace waystone {
namespace {

constexpr uint32_t kEnd = 0xffffffffU;
constexpr size_t kFirstBuckets = 64;

}  // namespace

PositionGrid::PositionGrid(double radius_m) : radius_m_(radius_m), first_(kFirstBuckets, kEnd) {}

PositionGrid::Column PositionGrid::ColumnOf(Vec2 at) const {
  // Positions are within 1e8 m of zero; columns narrower than a micrometre would overflow without any gain.
  const double width_m = std::max(radius_m_, 1e-6);
  return {static_cast<int64_t>(std::floor(at.x / width_m)), static_cast<int64_t>(std::floor(at.z / width_m))};
}

size_t PositionGrid::BucketOf(Column column) const {
  uint64_t mixed = static_cast<uint64_t>(column.x) * 0x9e3779b97f4a7c15ULL +
                   static_cast<uint64_t>(column.z) * 0xc2b2ae3d27d4eb4fULL;
  mixed = (mixed ^ (mixed >> 32)) * 0xd6e8feb86659fd93ULL;
  return (mixed ^ (mixed >> 32)) & (first_.size() - 1);
}

void PositionGrid::Rehash(size_t bucket_count) {
  first_.assign(bucket_count, kEnd);
  for (uint32_t i = 0; i < positions_.size(); ++i) {
    uint32_t& first = first_[BucketOf(ColumnOf(positions_[i].Plane()))];
    next_[i] = first;
    first = i;
  }
}

void PositionGrid::Add(const Vec3& position) {
  positions_.push_back(position);
  next_.push_back(kEnd);
  if (positions_.size() > first_.size()) {
    Rehash(2 * first_.size());
    return;
  }
  uint32_t& first = first_[BucketOf(ColumnOf(position.Plane()))];
  next_.back() = first;
  first = static_cast<uint32_t>(positions_.size() - 1);
}

template <typename Test>
bool PositionGrid::AnyAround(Vec2 at, const Test& test) const {
  const Column middle = ColumnOf(at);
  for (int64_t z = middle.z - 1; z <= middle.z + 1; ++z) {
    for (int64_t x = middle.x - 1; x <= middle.x + 1; ++x) {
      for (uint32_t i = first_[BucketOf({x, z})]; i != kEnd; i = next_[i]) {
        if (test(i)) return true;
      }
    }
  }
  return false;
}

bool PositionGrid::HasNear(const Vec3& at) const {
  const double radius_sq_m2 = radius_m_ * radius_m_;
  return AnyAround(at.Plane(), [&](uint32_t i) {
    const Vec3 off = positions_[i] - at;
    return Dot(off, off) < radius_sq_m2;
  });
}

void PositionGrid::FindAround(Vec2 at, std::vector<uint32_t>& found) const {
  found.clear();
  AnyAround(at, [&](uint32_t i) {
    if (Distance(positions_[i].Plane(), at) < radius_m_) found.push_back(i);
    return false;
  });
}

bool PositionGrid::Covers(const GroundBounds& ground, const Vec2* corners, size_t corner_count) const {
  const double radius_sq_m2 = radius_m_ * radius_m_;
  // A position that covers the ground covers the middle of its bounds if that lies over the ground; if not,
  // the cover may go unnoticed until the ground is split.
  return AnyAround(ground.centre, [&](uint32_t i) {
    const Vec3& position = positions_[i];
    const double rise_m = std::max(std::abs(position.y - ground.low), std::abs(position.y - ground.high));
    const double left_sq_m2 = radius_sq_m2 - rise_m * rise_m;
    return std::all_of(corners, corners + corner_count, [&](Vec2 corner) {
      const Vec2 off = corner - position.Plane();
      return Dot(off, off) < left_sq_m2;
    });
  });
}

}  // namespace waystone
