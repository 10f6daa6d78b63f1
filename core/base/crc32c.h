// CRC32C (Castagnoli), the checksum of packages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace waystone {

// The CRC32C of `bytes`, continuing from `crc` (0 to begin). Uses the CPU's instruction if it has one.
// Thread-safe.
uint32_t Crc32c(std::span<const std::byte> bytes, uint32_t crc = 0);

namespace internal {
// The table-driven fallback, exposed so that a test can compare both.
uint32_t Crc32cPortable(std::span<const std::byte> bytes, uint32_t crc);
}  // namespace internal

}  // namespace waystone
