// Packed points of messages: coordinates on the wire, Vec3 to the caller.
#pragma once

#include <google/protobuf/repeated_field.h>

#include <cstddef>
#include <iterator>
#include <span>

#include "core/geom/vec.h"
#include "waystone/v1/position.pb.h"

namespace waystone::client {

// Points in place: three numbers each, relative to an origin. Like a span of Vec3 that converts on access.
// Trivially copied; the numbers must outlive it. Any thread.
template <typename Number>
class PackedPoints {
 public:
  class Iterator {
   public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = Vec3;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = Vec3;

    Iterator() = default;
    Iterator(const PackedPoints& view, size_t index)
        : origin_(view.origin_), xyz_(view.xyz_), index_(index) {}

    Vec3 operator*() const { return PackedPoints(origin_, xyz_)[index_]; }
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
    std::span<const Number> xyz_;
    size_t index_ = 0;
  };

  PackedPoints() = default;
  // REQUIRES: the number of numbers is a multiple of 3.
  PackedPoints(const Vec3& origin, std::span<const Number> xyz) : origin_(origin), xyz_(xyz) {}

  size_t size() const { return xyz_.size() / 3; }
  bool empty() const { return xyz_.empty(); }
  // [m] absolute. REQUIRES: index < size().
  Vec3 operator[](size_t index) const {
    const Number* at = xyz_.data() + 3 * index;
    return origin_ + Vec3(at[0], at[1], at[2]);
  }
  Vec3 front() const { return (*this)[0]; }
  Vec3 back() const { return (*this)[size() - 1]; }
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }
  // REQUIRES: first + count <= size().
  PackedPoints subview(size_t first, size_t count) const {
    return {origin_, xyz_.subspan(3 * first, 3 * count)};
  }

 private:
  Vec3 origin_;
  std::span<const Number> xyz_;
};

// The points of an answer. REQUIRES (both): the number of coordinates is a multiple of 3.
using PointView = PackedPoints<float>;
inline PointView PointsOf(const v1::PointList& list) {
  return {Vec3(list.origin_x(), list.origin_y(), list.origin_z()),
          std::span(list.xyz().data(), static_cast<size_t>(list.xyz_size()))};
}
// The points of a request.
inline PackedPoints<double> PointsOf(const google::protobuf::RepeatedField<double>& xyz) {
  return {Vec3(), std::span(xyz.data(), static_cast<size_t>(xyz.size()))};
}

}  // namespace waystone::client
