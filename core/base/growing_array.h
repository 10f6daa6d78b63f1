// An array that grows in place: no element is copied, and new memory is zero without being written to.
//
//   GrowingArray<Label> labels;        // as a table: only grows, new elements are zero
//   labels.GrowTo(graph.size());
//   GrowingArray<Node> nodes;          // as a stack
//   nodes.push_back(start);
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace waystone {

// Memory for `bytes` bytes of which the first are those of `old`, and the others zero. Takes the time of `old_bytes` only if
// these are few (256 KiB): larger memory is moved as whole pages, and the system gives new pages when they are first
// used. So a search on a large map, or one that has grown large, never waits for its memory. `old` may be null.
void* GrowZeroed(void* old, size_t old_bytes, size_t bytes);
// Makes all of it zero.
void ZeroAll(void* memory, size_t bytes);
void FreeZeroed(void* memory, size_t bytes);

// A table or a stack, as above, never both. Items are plain data, for which all bytes zero is a valid value. One owner.
template <typename Item>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<Item> && std::is_trivially_destructible_v<Item>);

 public:
  GrowingArray() = default;
  GrowingArray(GrowingArray&& other) noexcept { Swap(other); }
  GrowingArray& operator=(GrowingArray&& other) noexcept {
    Swap(other);
    return *this;
  }
  ~GrowingArray() { FreeZeroed(items_, capacity_ * sizeof(Item)); }

  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }
  Item& operator[](size_t i) { return items_[i]; }
  const Item& operator[](size_t i) const { return items_[i]; }
  Item* begin() { return items_; }
  Item* end() { return items_ + size_; }
  const Item* begin() const { return items_; }
  const Item* end() const { return items_ + size_; }
  Item& front() { return items_[0]; }
  const Item& front() const { return items_[0]; }
  Item& back() { return items_[size_ - 1]; }
  const Item& back() const { return items_[size_ - 1]; }

  // Stacks.
  void push_back(const Item& item) {
    if (size_ == capacity_) {
      const Item copy = item;  // it may be one of ours
      Reserve(2 * capacity_ + kFirst);
      items_[size_++] = copy;
      return;
    }
    items_[size_++] = item;
  }
  void pop_back() { --size_; }
  void clear() { size_ = 0; }

  // Tables: grows to `count` items, unless there are as many. O(1) pages of memory.
  void GrowTo(size_t count) {
    if (count > capacity_) Reserve(count);
    if (count > size_) size_ = count;
  }
  // Tables: makes all items zero.
  void Zero() { ZeroAll(items_, capacity_ * sizeof(Item)); }

  // [bytes]
  uint64_t HeapBytes() const { return capacity_ * sizeof(Item); }

 private:
  static constexpr size_t kFirst = 16;

  void Reserve(size_t capacity) {
    items_ = static_cast<Item*>(GrowZeroed(items_, capacity_ * sizeof(Item), capacity * sizeof(Item)));
    capacity_ = capacity;
  }
  void Swap(GrowingArray& other) noexcept {
    std::swap(items_, other.items_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  Item* items_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace waystone
