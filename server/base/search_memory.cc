#include "server/base/search_memory.h"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace waystone {

namespace {

// Null stays null.
void* Counted(void* memory) {
  if (memory != nullptr) CountTaken(static_cast<int64_t>(malloc_usable_size(memory)));
  return memory;
}

void* Alloc(std::size_t bytes) { return Counted(std::malloc(bytes == 0 ? 1 : bytes)); }
void* Alloc(std::size_t bytes, std::align_val_t alignment) {
  const auto align = static_cast<std::size_t>(alignment);
  return Counted(std::aligned_alloc(align, (bytes + align - 1) / align * align));
}

void* OrThrow(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void Free(void* memory) {
  if (memory == nullptr) return;
  CountTaken(-static_cast<int64_t>(malloc_usable_size(memory)));
  std::free(memory);
}

}  // namespace

SearchMemory::Running::Running(SearchMemory& memory, std::atomic<bool>& cancelled)
    : memory_(memory),
      call_{.thread_bytes = &TakenMemory(),
            .begun_bytes = TakenMemory().load(std::memory_order_relaxed),
            .cancelled = &cancelled},
      watch_([](void* of) { static_cast<SearchMemory*>(of)->Look(); }, &memory) {
  const std::lock_guard lock(memory_.mutex_);
  memory_.calls_.push_back(&call_);
}

SearchMemory::Running::~Running() {
  const std::lock_guard lock(memory_.mutex_);
  memory_.calls_.erase(std::find(memory_.calls_.begin(), memory_.calls_.end(), &call_));
}

uint64_t SearchMemory::TakenBytes() const {
  const std::lock_guard lock(mutex_);
  int64_t bytes = 0;
  for (const Call* call : calls_) bytes += std::max<int64_t>(call->TakenBytes(), 0);
  return static_cast<uint64_t>(bytes);
}

void SearchMemory::Look() {
  const std::lock_guard lock(mutex_);
  const auto end = [](Call& call) {
    call.is_over.store(true, std::memory_order_relaxed);
    call.cancelled->store(true, std::memory_order_relaxed);
  };
  Call* largest = nullptr;
  int64_t all_bytes = 0;
  for (Call* call : calls_) {
    const int64_t bytes = call->TakenBytes();
    all_bytes += bytes;
    if (bytes > max_bytes_) end(*call);
    if (largest == nullptr || bytes > largest->TakenBytes()) largest = call;
  }
  if (all_bytes <= 2 * max_bytes_ || largest->is_over.load(std::memory_order_relaxed)) return;
  largest->is_over_all.store(true, std::memory_order_relaxed);
  end(*largest);
}

}  // namespace waystone

// The process's own, as the language allows; arrays come down to these.
void* operator new(std::size_t bytes) { return waystone::OrThrow(waystone::Alloc(bytes)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return waystone::OrThrow(waystone::Alloc(bytes, alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t& /*tag*/) noexcept {
  return waystone::Alloc(bytes);
}
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t& /*tag*/) noexcept {
  return waystone::Alloc(bytes, alignment);
}
void operator delete(void* memory) noexcept { waystone::Free(memory); }
void operator delete(void* memory, std::size_t /*bytes*/) noexcept { waystone::Free(memory); }
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept { waystone::Free(memory); }
void operator delete(void* memory, std::size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept {
  waystone::Free(memory);
}
