#include "core/base/crc32c.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "core/base/random.h"

namespace waystone {
namespace {

std::span<const std::byte> BytesOf(std::string_view text) { return std::as_bytes(std::span(text)); }

TEST(Crc32c, MatchesTheCheckValueOfRfc3720) {
  EXPECT_EQ(Crc32c(BytesOf("123456789")), 0xe3069283U);
  EXPECT_EQ(internal::Crc32cPortable(BytesOf("123456789"), 0), 0xe3069283U);
}

TEST(Crc32c, HardwareAndPortableAgreeAtEveryLengthAndOffset) {
  Random random(7);
  std::vector<std::byte> bytes(300);
  for (std::byte& b : bytes) b = static_cast<std::byte>(random.NextU64());
  for (size_t offset = 0; offset < 9; ++offset) {
    for (size_t size = 0; offset + size <= bytes.size(); ++size) {
      const auto part = std::span<const std::byte>(bytes).subspan(offset, size);
      ASSERT_EQ(Crc32c(part, 5), internal::Crc32cPortable(part, 5)) << offset << " " << size;
    }
  }
}

TEST(Crc32c, ContinuesOverPieces) {
  EXPECT_EQ(Crc32c(BytesOf("56789"), Crc32c(BytesOf("1234"))), Crc32c(BytesOf("123456789")));
}

}  // namespace
}  // namespace waystone
