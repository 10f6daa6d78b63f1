#include "bake/import/bake_limits.h"

#include <gtest/gtest.h>

namespace waystone {
namespace {

TEST(BakeLimits, CountsAreRough) {
  EXPECT_EQ(RoughCount(0), "0");
  EXPECT_EQ(RoughCount(999'999), "999999");
  EXPECT_EQ(RoughCount(1e6), "1.0e6");
  EXPECT_EQ(RoughCount(1.5e10), "1.5e10");
  EXPECT_EQ(RoughCount(1e100), "1.0e100");
}

TEST(BakeLimits, AValueAtTheLimitPassesAndOneAboveNamesAllThatHelps) {
  EXPECT_TRUE(CheckBakeLimit("--max-columns", 5, 5, "columns", "", "fewer").ok());
  const absl::Status over = CheckBakeLimit("--max-columns", 1e9, 200'000'000, "voxel columns",
                                           "16000 x 16000 m at 0.5 m", "a larger cell_size_m");
  EXPECT_EQ(over.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(over.message(),
            "1.0e9 voxel columns (16000 x 16000 m at 0.5 m), the limit is --max-columns 2.0e8: raise it, or "
            "a larger "
            "cell_size_m");
  EXPECT_EQ(CheckBakeLimit("--max-columns", 6, 5, "columns", "", "fewer").message(),
            "6 columns, the limit is --max-columns 5: raise it, or fewer");
}

}  // namespace
}  // namespace waystone
