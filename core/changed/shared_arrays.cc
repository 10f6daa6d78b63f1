#include "core/changed/shared_arrays.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/status/status.h"
#include "core/base/check.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

size_t RoundedUp(size_t bytes) {
  const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

absl::Status NoMemory(const char* what) {
  return absl::ResourceExhaustedError(StrCat("changes to a map: ", what, ": ", std::strerror(errno)));
}

}  // namespace

absl::StatusOr<std::unique_ptr<SharedArrays>> SharedArrays::Make() {
  const int file = ::memfd_create("waystone-map", MFD_CLOEXEC);
  if (file < 0) return NoMemory("memfd_create");
  return std::unique_ptr<SharedArrays>(new SharedArrays(file));
}

SharedArrays::~SharedArrays() { ::close(file_); }

absl::StatusOr<size_t> SharedArrays::Add(size_t bytes) {
  const size_t end = end_ + RoundedUp(bytes);
  if (::ftruncate(file_, static_cast<off_t>(end)) != 0) return NoMemory("ftruncate");
  parts_.push_back({end_, bytes});
  end_ = end;
  return parts_.size() - 1;
}

absl::Status SharedArrays::Write(size_t array, size_t offset, std::span<const std::byte> bytes) {
  WS_CHECK(offset + bytes.size() <= parts_[array].size);
  const size_t first = parts_[array].offset + offset;
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t written =
        ::pwrite(file_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(first + done));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return NoMemory("write");
    done += static_cast<size_t>(written);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<PrivateBytes>> PrivateBytes::MakeZeros(size_t size) {
  const size_t reserved = RoundedUp(size > 0 ? size : 1);
  void* const data =
      ::mmap(nullptr, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (data == MAP_FAILED) return NoMemory("mmap");
  return std::unique_ptr<PrivateBytes>(new PrivateBytes(static_cast<std::byte*>(data), reserved));
}

absl::StatusOr<std::unique_ptr<PrivateBytes>> PrivateBytes::Make(const SharedArrays& shared, size_t array,
                                                                 size_t most) {
  WS_ASSIGN_OR_RETURN(std::unique_ptr<PrivateBytes> bytes, MakeZeros(most));
  const SharedArrays::Part& part = shared.parts_[array];
  const size_t size = RoundedUp(part.size);
  if (size == 0) return bytes;
  WS_CHECK(size <= bytes->reserved_);
  void* const copied =
      ::mmap(bytes->data_, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE,
             shared.file_, static_cast<off_t>(part.offset));
  if (copied == MAP_FAILED) return NoMemory("mmap");
  return bytes;
}

void PrivateBytes::MapPages(size_t size) const {
#ifdef MADV_POPULATE_READ
  ::madvise(data_, std::min(RoundedUp(size), reserved_),
            MADV_POPULATE_READ);  // kernels before 5.14 do without
#else
  static_cast<void>(size);
#endif
}

PrivateBytes::~PrivateBytes() { WS_CHECK(::munmap(data_, reserved_) == 0); }

}  // namespace waystone
