// Arrays of which many owners change a little, each for itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "absl/status/statusor.h"

namespace waystone {

// Bytes in a file of the kernel's memory. A copy of it costs a page table: a page is copied when it is first written
// to. Any thread.
class SharedBytes {
 public:
  // ResourceExhausted if there is no memory. O(bytes).
  static absl::StatusOr<std::unique_ptr<const SharedBytes>> Make(std::span<const std::byte> bytes);
  ~SharedBytes();
  SharedBytes(const SharedBytes&) = delete;
  SharedBytes& operator=(const SharedBytes&) = delete;

  size_t size() const { return size_; }

 private:
  friend class PrivateBytes;
  SharedBytes(int file, size_t size) : file_(file), size_(size) {}

  const int file_;
  const size_t size_;
};

// A copy of shared bytes that can be written to, and made longer in place. One thread until it is no longer written
// to, then any.
class PrivateBytes {
 public:
  // `most` is the size that it can grow to. ResourceExhausted if there are no addresses. The shared bytes may end
  // before it.
  static absl::StatusOr<std::unique_ptr<PrivateBytes>> Make(const SharedBytes& shared, size_t most);
  // Zeros, which take no memory before they are written to.
  static absl::StatusOr<std::unique_ptr<PrivateBytes>> MakeZeros(size_t size);
  ~PrivateBytes();
  PrivateBytes(const PrivateBytes&) = delete;
  PrivateBytes& operator=(const PrivateBytes&) = delete;

  std::byte* data() const { return data_; }

 private:
  PrivateBytes(std::byte* data, size_t reserved) : data_(data), reserved_(reserved) {}

  std::byte* const data_;
  const size_t reserved_;
};

}  // namespace waystone
