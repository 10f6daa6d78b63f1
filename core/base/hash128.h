// A 128-bit hash (XXH3) that names content: package generations, shortened file names. Not for secrets, and
// no guard against forgery.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

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
  // Of everything added so far.
  Hash128 Finish() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// 32 lower-case hex digits.
std::string ToHex(const Hash128& hash);

}  // namespace waystone
