// The places that searches take up, for pictures of how they went.
//
//   SearchTrace trace(10'000);
//   FindPath(...);
//   Draw(trace.places());
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/geom/vec.h"

namespace waystone {

// While it lives, the searches of its thread write to it: routes by any method but labels and tables, which search nothing. One at a
// time; searches beneath it may be many, one after the other. A search without one pays a look for each place.
class SearchTrace {
 public:
  // Of more than `most` places only the first ones are kept.
  explicit SearchTrace(size_t most) : most_(most) { current_ = this; }
  ~SearchTrace() { current_ = nullptr; }
  SearchTrace(const SearchTrace&) = delete;
  SearchTrace& operator=(const SearchTrace&) = delete;

  // A place is taken up: map-local; at no height of its own where the search knows none.
  static void Add(const Vec3& place) {
    if (current_ != nullptr) current_->Take(place);
  }
  static void Add(Vec2 place) { Add(Vec3(place.x, 0, place.z)); }
  // A cell of a grid is.
  static void AddCell(int32_t column, int32_t row) {
    if (current_ != nullptr) current_->TakeCell(column, row);
  }
  static bool IsOn() { return current_ != nullptr; }

  // In the order in which they were taken up; cells as (column, 0, row).
  const std::vector<Vec3>& places() const { return places_; }
  bool has_cells() const { return has_cells_; }
  bool is_cut() const { return is_cut_; }

 private:
  void Take(const Vec3& place) {
    is_cut_ = is_cut_ || places_.size() == most_;
    if (!is_cut_) places_.push_back(place);
  }
  void TakeCell(int32_t column, int32_t row) {
    has_cells_ = true;
    Take(Vec3(column, 0, row));
  }

  static inline constinit thread_local SearchTrace* current_ = nullptr;
  const size_t most_;
  std::vector<Vec3> places_;
  bool has_cells_ = false;
  bool is_cut_ = false;
};

}  // namespace waystone
