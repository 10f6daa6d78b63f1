// Scratch memory that outlives the query that used it: algorithms borrow what they need and give it back.
//
//   SurfacePath FindIt(const NavmeshView& mesh, Scratch& scratch) {
//     return FindAnyAngle(mesh, start, goal, {}, *scratch.Borrow<AnyAngleWorkspace>());
//   }
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/heap_bytes.h"

namespace waystone {

// Objects of any default-constructible type, made on first use and kept from query to query, so that searches
// allocate nothing once the objects have grown. An object has one borrower at a time: two searches of one
// kind may run together, each with its own memory. A borrowed object holds whatever the last borrower left. A
// type reports its memory by `uint64_t HeapBytes(const T&)`. Owned by one query at a time; never shared
// between threads. Leases must not outlive it.
class Scratch {
  struct Box {
    Box() = default;
    Box(const Box&) = delete;
    Box& operator=(const Box&) = delete;
    virtual ~Box() = default;
    virtual uint64_t Bytes() const = 0;
  };
  template <typename T>
  struct BoxOf final : Box {
    uint64_t Bytes() const override { return sizeof(T) + HeapBytes(value); }
    T value;
  };

 public:
  template <typename T>
  class Lease {
   public:
    Lease(Lease&& other) noexcept = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (box_ != nullptr) scratch_->free_[TypeIndex<T>()].push_back(std::move(box_));
    }
    T& operator*() const { return box_->value; }
    T* operator->() const { return &box_->value; }

   private:
    friend class Scratch;
    Lease(Scratch* scratch, std::unique_ptr<BoxOf<T>> box) : scratch_(scratch), box_(std::move(box)) {}
    Scratch* scratch_;
    std::unique_ptr<BoxOf<T>> box_;
  };

  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  // The object of this type that was given back last, or a new one. O(1).
  template <typename T>
  Lease<T> Borrow() {
    const size_t type = TypeIndex<T>();
    if (free_.size() <= type) free_.resize(type + 1);
    std::vector<std::unique_ptr<Box>>& free = free_[type];
    if (free.empty()) return Lease<T>(this, std::make_unique<BoxOf<T>>());
    std::unique_ptr<BoxOf<T>> box(static_cast<BoxOf<T>*>(free.back().release()));
    free.pop_back();
    return Lease<T>(this, std::move(box));
  }

  // [bytes] Of all objects that were given back. O(objects).
  uint64_t bytes() const {
    uint64_t bytes = 0;
    for (const auto& of_type : free_) {
      for (const std::unique_ptr<Box>& box : of_type) bytes += box->Bytes();
    }
    return bytes;
  }

  // Frees all objects that were given back.
  void Clear() {
    for (auto& of_type : free_) of_type.clear();
  }

 private:
  static size_t NextIndex() {
    static std::atomic<size_t> next{0};
    return next++;
  }
  template <typename T>
  static size_t TypeIndex() {
    static const size_t kIndex = NextIndex();
    return kIndex;
  }

  std::vector<std::vector<std::unique_ptr<Box>>> free_;  // by TypeIndex; the last was given back last
};

}  // namespace waystone
