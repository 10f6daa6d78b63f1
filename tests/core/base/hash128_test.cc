#include "core/base/hash128.h"

#include <gtest/gtest.h>

#include <string_view>

namespace waystone {
namespace {

Hash128 HashOf(std::string_view text, size_t piece) {
  Hasher128 hasher;
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
    hasher.Add(std::as_bytes(std::span(text.substr(0, piece))));
  }
  return hasher.Finish();
}

// The value of XXH3_128bits for no input, as printed by xxhsum -H2.
TEST(Hash128, OfNothingIsThePublishedValue) {
  EXPECT_EQ(ToHex(Hasher128().Finish()), "99aa06d3014798d86001c324468d497f");
}

TEST(Hash128, DoesNotDependOnThePieces) {
  const std::string text(5000, 'w');
  const Hash128 whole = HashOf(text, text.size());
  for (const size_t piece : {1U, 7U, 64U, 1000U}) EXPECT_EQ(HashOf(text, piece), whole);
  EXPECT_NE(HashOf(text.substr(1), 64), whole);
}

}  // namespace
}  // namespace waystone
