#include "core/package/package_bytes.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <new>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"
#include "core/base/check.h"
#include "core/base/invalid_argument.h"
#include "core/base/str_cat.h"
#include "core/package/format.h"

namespace waystone {
namespace {

// Mappings that packages leave for all else: without one, malloc fails.
constexpr uint64_t kOtherMappings = 4096;
constexpr uint64_t kUsualMappings = 65'530;

// Of this process, for packages.
uint64_t MostMappings() {
  static const uint64_t kMost = [] {
    uint64_t most = kUsualMappings;
    std::ifstream("/proc/sys/vm/max_map_count") >> most;
    return most - std::min(most, kOtherMappings);
  }();
  return kMost;
}

std::atomic<uint64_t> mappings{0};

}  // namespace

absl::StatusOr<PackageBytes> PackageBytes::Map(const std::string& path) {
  // O_NONBLOCK: opening a FIFO must not wait for a writer.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return absl::ErrnoToStatus(errno, StrCat(path, ": open"));
  const absl::Cleanup close_fd = [fd] { ::close(fd); };
  struct stat info {};
  if (::fstat(fd, &info) != 0) return absl::ErrnoToStatus(errno, StrCat(path, ": fstat"));
  if (!S_ISREG(info.st_mode)) return InvalidArgument(path, ": not a regular file");
  if (info.st_size == 0) return PackageBytes(nullptr, 0, false);
  const auto size = static_cast<size_t>(info.st_size);
  if (mappings.fetch_add(1) >= MostMappings()) {
    mappings.fetch_sub(1);
    return absl::ResourceExhaustedError(StrCat(path, ": not mapped: ", MostMappings(),
                                               " packages are, which leaves ", kOtherMappings,
                                               " of the mappings of a process (sysctl vm.max_map_count)"));
  }
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd, 0);
  if (data == MAP_FAILED) {
    mappings.fetch_sub(1);
    return absl::ErrnoToStatus(errno, StrCat(path, ": mmap"));
  }
  return PackageBytes(static_cast<std::byte*>(data), size, true);
}

PackageBytes PackageBytes::Copy(std::span<const std::byte> bytes) {
  if (bytes.empty()) return PackageBytes(nullptr, 0, false);
  auto* data = static_cast<std::byte*>(::operator new(bytes.size(), std::align_val_t(kPackageAlignment)));
  std::memcpy(data, bytes.data(), bytes.size());
  return PackageBytes(data, bytes.size(), false);
}

PackageBytes::PackageBytes(PackageBytes&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      mapped_(std::exchange(other.mapped_, false)) {}

PackageBytes& PackageBytes::operator=(PackageBytes&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(mapped_, other.mapped_);
  return *this;
}

PackageBytes::~PackageBytes() {
  if (data_ == nullptr) return;
  if (mapped_) {
    WS_CHECK(::munmap(data_, size_) == 0);
    mappings.fetch_sub(1);
  } else {
    ::operator delete(data_, std::align_val_t(kPackageAlignment));
  }
}

void PackageBytes::Forget(size_t offset, size_t size) const {
  if (!mapped_) return;
  const size_t begin = (offset - std::min(offset, kFaultAroundBytes)) / kFaultAroundBytes * kFaultAroundBytes;
  const size_t end = std::min(size_, offset + size + kFaultAroundBytes);
  if (size == 0 || begin >= end) return;
  WS_CHECK(::madvise(data_ + begin, end - begin, MADV_DONTNEED) == 0);
}

}  // namespace waystone
