// Packed points of messages: numbers on the wire, Vec3 to the caller.
#pragma once

#include <google/protobuf/repeated_field.h>

#include <cstddef>
#include <iterator>

#include "core/geom/vec.h"
#include "waystone/v1/position.pb.h"

namespace waystone::client {

// Points in place: three doubles each, absolute, or three floats each, relative to an origin. Like a span of
// Vec3 that converts on access. Trivially copied; the numbers must outlive it. Any thread.
class PointView {
  struct Numbers {
    const double* xyz = nullptr;
    const float* local_xyz = nullptr;  // if not null, instead of xyz
    Vec3 origin;

    Vec3 At(size_t index) const {
      if (local_xyz == nullptr) return {xyz[3 * index], xyz[3 * index + 1], xyz[3 * index + 2]};
      const float* at = local_xyz + 3 * index;
      return origin + Vec3(at[0], at[1], at[2]);
    }
  };

 public:
  class Iterator {
   public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = Vec3;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = Vec3;

    Iterator() = default;
    Iterator(const Numbers& numbers, size_t index) : numbers_(numbers), index_(index) {}

    Vec3 operator*() const { return numbers_.At(index_); }
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
    Numbers numbers_;
    size_t index_ = 0;
  };

  PointView() = default;
  // REQUIRES (both): there are 3 * size numbers, or more.
  PointView(const double* xyz, size_t size)
      : numbers_{.xyz = xyz, .local_xyz = nullptr, .origin = {}}, size_(size) {}
  PointView(const Vec3& origin, const float* local_xyz, size_t size)
      : numbers_{.xyz = nullptr, .local_xyz = local_xyz, .origin = origin}, size_(size) {}

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  // [m] absolute. REQUIRES: index < size().
  Vec3 operator[](size_t index) const { return numbers_.At(index); }
  Vec3 front() const { return (*this)[0]; }
  Vec3 back() const { return (*this)[size_ - 1]; }
  Iterator begin() const { return {numbers_, 0}; }
  Iterator end() const { return {numbers_, size_}; }
  // REQUIRES: first + count <= size().
  PointView subview(size_t first, size_t count) const {
    PointView part = *this;
    if (part.numbers_.xyz != nullptr) part.numbers_.xyz += 3 * first;
    if (part.numbers_.local_xyz != nullptr) part.numbers_.local_xyz += 3 * first;
    part.size_ = count;
    return part;
  }

 private:
  Numbers numbers_;
  size_t size_ = 0;
};

// The points of a request, and of an answer. Numbers that are no whole point are left out.
inline PointView PointsOf(const google::protobuf::RepeatedField<double>& xyz) {
  return {xyz.data(), static_cast<size_t>(xyz.size()) / 3};
}
inline PointView PointsOf(const v1::PointList& list) {
  if (list.local_xyz().empty()) return PointsOf(list.xyz());
  return {Vec3(list.origin_x(), list.origin_y(), list.origin_z()), list.local_xyz().data(),
          static_cast<size_t>(list.local_xyz_size()) / 3};
}

}  // namespace waystone::client
