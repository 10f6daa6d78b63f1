// The bytes of a package: a mapped file, or aligned memory.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "absl/status/statusor.h"

namespace waystone {

// On a page fault, Linux maps the cached pages of the 64 KiB around it. A multiple of the page size.
inline constexpr size_t kFaultAroundBytes = size_t{64} << 10;

// Owns read-only bytes that begin at a multiple of kPackageAlignment. Any thread may read them.
//
// A mapping stays intact if its file is replaced or removed. It does not survive a file that is truncated or
// written in place (SIGBUS, or bytes that change after they were checked). Packages are only ever replaced by
// rename: see docs/package_format.md.
class PackageBytes {
 public:
  // Maps a regular file. NotFound if it does not exist, InvalidArgument if it is not a regular file, ResourceExhausted if too
  // many are mapped (vm.max_map_count: some are left for all else), else the system's error; messages name the path.
  static absl::StatusOr<PackageBytes> Map(const std::string& path);
  static PackageBytes Copy(std::span<const std::byte> bytes);

  PackageBytes(PackageBytes&& other) noexcept;
  PackageBytes& operator=(PackageBytes&& other) noexcept;
  ~PackageBytes();

  std::span<const std::byte> span() const { return {data_, size_}; }

  // Returns the pages of these bytes, and those mapped around them, to the system, which reads them again
  // from the file if they are needed. Does nothing if the bytes are not a mapped file.
  void Forget(size_t offset, size_t size) const;

 private:
  PackageBytes(std::byte* data, size_t size, bool mapped) : data_(data), size_(size), mapped_(mapped) {}

  std::byte* data_ = nullptr;
  size_t size_ = 0;
  bool mapped_ = false;
};

}  // namespace waystone
