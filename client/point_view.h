// The points of an answer: packed floats on the wire, Vec3 to the caller.
#pragma once

#include <cstddef>
#include <iterator>
#include <span>
#include <vector>

#include "core/geom/vec.h"

namespace waystone::client {

// Points in place: three floats each, relative to an origin. Like a span of Vec3 that converts on access.
// Trivially copied; the floats must outlive it. Any thread.
class PointView {
 public:
  class Iterator {
   public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = Vec3;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = Vec3;

    Iterator() = default;
    Iterator(const PointView& view, size_t index) : origin_(view.origin_), xyz_(view.xyz_), index_(index) {}

    Vec3 operator*() const { return PointView(origin_, xyz_)[index_]; }
    Vec3 operator[](difference_type n) const { return *(*this + n); }
    Iterator& operator++() { return *this += 1; }
    Iterator& operator--() { return *this += -1; }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    Iterator operator--(int) {
      const Iterator before = *this;
      --*this;
      return before;
    }
    Iterator& operator+=(difference_type n) {
      index_ += static_cast<size_t>(n);
      return *this;
    }
    Iterator& operator-=(difference_type n) { return *this += -n; }
    friend Iterator operator+(Iterator it, difference_type n) { return it += n; }
    friend Iterator operator+(difference_type n, Iterator it) { return it += n; }
    friend Iterator operator-(Iterator it, difference_type n) { return it -= n; }
    friend difference_type operator-(const Iterator& a, const Iterator& b) {
      return static_cast<difference_type>(a.index_) - static_cast<difference_type>(b.index_);
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.index_ == b.index_; }
    friend auto operator<=>(const Iterator& a, const Iterator& b) { return a.index_ <=> b.index_; }

   private:
    Vec3 origin_;
    std::span<const float> xyz_;
    size_t index_ = 0;
  };

  PointView() = default;
  // REQUIRES: the number of floats is a multiple of 3.
  PointView(const Vec3& origin, std::span<const float> xyz) : origin_(origin), xyz_(xyz) {}

  size_t size() const { return xyz_.size() / 3; }
  bool empty() const { return xyz_.empty(); }
  // [m] absolute. REQUIRES: index < size().
  Vec3 operator[](size_t index) const {
    const float* at = xyz_.data() + 3 * index;
    return origin_ + Vec3(at[0], at[1], at[2]);
  }
  Vec3 front() const { return (*this)[0]; }
  Vec3 back() const { return (*this)[size() - 1]; }
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }
  // REQUIRES: first + count <= size().
  PointView subview(size_t first, size_t count) const {
    return {origin_, xyz_.subspan(3 * first, 3 * count)};
  }

 private:
  Vec3 origin_;
  std::span<const float> xyz_;
};

// Owns the floats of a view.
struct PointList {
  Vec3 origin;             // [m]
  std::vector<float> xyz;  // [m] x, y, z of each point, relative to the origin

  PointView view() const { return {origin, xyz}; }
};

}  // namespace waystone::client
