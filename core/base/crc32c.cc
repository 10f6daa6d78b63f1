#include "core/base/crc32c.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace waystone {
namespace {

constexpr uint32_t kReversedPolynomial = 0x82f63b78U;

constexpr std::array<uint32_t, 256> MakeTable() {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1U) != 0 ? kReversedPolynomial : 0U);
    table[i] = crc;
  }
  return table;
}
constexpr std::array<uint32_t, 256> kTable = MakeTable();

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) uint32_t Crc32cHardware(std::span<const std::byte> bytes, uint32_t crc) {
  uint64_t state = ~crc;
  const std::byte* at = bytes.data();
  size_t left = bytes.size();
  for (; left >= 8; left -= 8, at += 8) {
    uint64_t word;
    std::memcpy(&word, at, 8);
    state = _mm_crc32_u64(state, word);
  }
  auto state32 = static_cast<uint32_t>(state);
  for (; left > 0; --left, ++at) state32 = _mm_crc32_u8(state32, static_cast<uint8_t>(*at));
  return ~state32;
}
#endif

}  // namespace

namespace internal {
uint32_t Crc32cPortable(std::span<const std::byte> bytes, uint32_t crc) {
  uint32_t state = ~crc;
  for (std::byte b : bytes) state = (state >> 8) ^ kTable[(state ^ static_cast<uint32_t>(b)) & 0xffU];
  return ~state;
}
}  // namespace internal

uint32_t Crc32c(std::span<const std::byte> bytes, uint32_t crc) {
#if defined(__x86_64__)
  static const bool kHasInstruction = __builtin_cpu_supports("sse4.2") != 0;
  if (kHasInstruction) return Crc32cHardware(bytes, crc);
#endif
  return internal::Crc32cPortable(bytes, crc);
}

}  // namespace waystone
