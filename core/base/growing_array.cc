#include "core/base/growing_array.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "core/base/taken_memory.h"

namespace waystone {
namespace {

constexpr size_t kPaged = size_t{1} << 18;  // [bytes] from there on memory is pages of its own

void* MapPages(size_t bytes) {
  void* const pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  return pages;
}

}  // namespace

void* GrowZeroed(void* old, size_t old_bytes, size_t bytes) {
  CountTaken(static_cast<int64_t>(bytes) - static_cast<int64_t>(old_bytes));
  if (old_bytes >= kPaged) {
    void* const moved = mremap(old, old_bytes, bytes, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) throw std::bad_alloc();
    return moved;
  }
  void* const memory = bytes >= kPaged ? MapPages(bytes) : std::calloc(bytes, 1);
  if (memory == nullptr) throw std::bad_alloc();
  if (old_bytes > 0) std::memcpy(memory, old, old_bytes);
  std::free(old);
  return memory;
}

void ZeroAll(void* memory, size_t bytes) {
  if (bytes >= kPaged && madvise(memory, bytes, MADV_DONTNEED) == 0) return;
  if (bytes > 0) std::memset(memory, 0, bytes);
}

void FreeZeroed(void* memory, size_t bytes) {
  CountTaken(-static_cast<int64_t>(bytes));
  if (bytes >= kPaged) {
    munmap(memory, bytes);
  } else {
    std::free(memory);
  }
}

}  // namespace waystone
