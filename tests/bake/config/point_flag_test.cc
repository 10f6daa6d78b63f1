#include "bake/config/point_flag.h"

#include <gtest/gtest.h>

namespace waystone {
namespace {

TEST(PointFlag, ThreeNumbersAreAPoint) {
  const absl::StatusOr<Vec3> point = ParsePointFlag("--spawn", "1.5,-2,3e1");
  ASSERT_TRUE(point.ok()) << point.status();
  EXPECT_EQ(*point, Vec3(1.5, -2, 30));
}

TEST(PointFlag, AnythingElseIsRefusedWithTheTextQuoted) {
  for (const char* text :
       {"", "1", "1,2", "1,2,", "1,2,3,4", "1,2,x", "1;2;3", "1, 2,3", "nan,0,0", "0,inf,0", "1,2,3 "}) {
    const absl::StatusOr<Vec3> point = ParsePointFlag("--spawn", text);
    ASSERT_FALSE(point.ok()) << text;
    EXPECT_NE(point.status().message().find(text), absl::string_view::npos) << point.status();
  }
}

}  // namespace
}  // namespace waystone
