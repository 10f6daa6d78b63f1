// Arrays of which many owners change a little, each for itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "absl/status/statusor.h"

namespace waystone {

// Arrays in one file of the kernel's memory, so that a map takes one descriptor. A copy of one costs a page table: a page
// is copied when it is first written to. Any thread.
class SharedArrays {
 public:
  // ResourceExhausted if there is no memory or no descriptor left.
  static absl::StatusOr<std::unique_ptr<SharedArrays>> Make();
  ~SharedArrays();
  SharedArrays(const SharedArrays&) = delete;
  SharedArrays& operator=(const SharedArrays&) = delete;

  // Adds an array of so many bytes, all zero, and returns its number: 0, 1, ... ResourceExhausted if there is no memory.
  // One thread.
  absl::StatusOr<size_t> Add(size_t bytes);
  // Writes into an array, from an offset on. ResourceExhausted if there is no memory. O(bytes). REQUIRES: they fit. One
  // thread.
  absl::Status Write(size_t array, size_t offset, std::span<const std::byte> bytes);

 private:
  friend class PrivateBytes;
  struct Part {
    size_t offset;  // a multiple of the size of a page
    size_t size;
  };
  explicit SharedArrays(int file) : file_(file) {}

  const int file_;
  size_t end_ = 0;
  std::vector<Part> parts_;
};

// A copy of a shared array that can be written to, and made longer in place. One thread until it is no longer written
// to, then any.
class PrivateBytes {
 public:
  // Of one array. It can grow to `most` bytes. ResourceExhausted if there are no addresses. The shared arrays may end
  // before it.
  static absl::StatusOr<std::unique_ptr<PrivateBytes>> Make(const SharedArrays& shared, size_t array,
                                                            size_t most);
  // Zeros, which take no memory before they are written to.
  static absl::StatusOr<std::unique_ptr<PrivateBytes>> MakeZeros(size_t size);
  ~PrivateBytes();
  PrivateBytes(const PrivateBytes&) = delete;
  PrivateBytes& operator=(const PrivateBytes&) = delete;

  std::byte* data() const { return data_; }
  // Lets the kernel note where the first bytes lie, so that reading them for the first time does not wait for it. O(pages).
  void MapPages(size_t size) const;

 private:
  PrivateBytes(std::byte* data, size_t reserved) : data_(data), reserved_(reserved) {}

  std::byte* const data_;
  const size_t reserved_;
};

}  // namespace waystone
