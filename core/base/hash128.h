// A 128-bit hash (XXH3) that names content: package generations, shortened file names. Not for secrets, and
// no guard against forgery.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace waystone {

// In canonical (big-endian) byte order: equal on every machine.
using Hash128 = std::array<uint8_t, 16>;

// Hashes bytes given in pieces. One thread.
class Hasher128 {
 public:
  Hasher128();
  ~Hasher128();
  Hasher128(const Hasher128&) = delete;
  Hasher128& operator=(const Hasher128&) = delete;

  void Add(std::span<const std::byte> bytes);
  // Adds how many there are, and their bytes. REQUIRES: no padding, no zeros of two signs that are the same.
  template <typename Item>
  void AddItems(const std::vector<Item>& items) {
    static_assert(std::is_trivially_copyable_v<Item>);
    const uint64_t count = items.size();
    Add(std::as_bytes(std::span(&count, 1)));
    Add(std::as_bytes(std::span(items)));
  }
  // Of everything added so far.
  Hash128 Finish() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// 32 lower-case hex digits.
std::string ToHex(const Hash128& hash);

}  // namespace waystone
