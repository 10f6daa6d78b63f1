// The bytes of a package: a mapped file, or aligned memory.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "absl/status/statusor.h"

namespace waystone {

// Linux maps what it has of the 64 KiB around a page that is looked at. A multiple of the page size.
inline constexpr size_t kFaultAroundBytes = size_t{64} << 10;

// Owns read-only bytes that begin at a multiple of kPackageAlignment. Any thread may read them.
//
// A mapping stays whole when its file is replaced or removed; a file cut short or written in place under a
// mapping is not survived (SIGBUS, or bytes that change after they were checked). Packages are only ever
// replaced by rename: see docs/package_format.md.
class PackageBytes {
 public:
  // Maps a regular file. NotFound where it does not exist, InvalidArgument where it is no regular file, else
  // the system's error; messages name the path.
  static absl::StatusOr<PackageBytes> Map(const std::string& path);
  static PackageBytes Copy(std::span<const std::byte> bytes);

  PackageBytes(PackageBytes&& other) noexcept;
  PackageBytes& operator=(PackageBytes&& other) noexcept;
  ~PackageBytes();

  std::span<const std::byte> span() const { return {data_, size_}; }

  // Gives the pages of these bytes, and those that reading them mapped around them, back to the system, which
  // reads them again from the file where they are needed. Nothing where they are no mapped file.
  void Forget(size_t offset, size_t size) const;

 private:
  PackageBytes(std::byte* data, size_t size, bool mapped) : data_(data), size_(size), mapped_(mapped) {}

  std::byte* data_ = nullptr;
  size_t size_ = 0;
  bool mapped_ = false;
};

}  // namespace waystone
