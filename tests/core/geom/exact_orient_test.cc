#include "core/geom/exact_orient.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "core/base/random.h"

namespace waystone {
namespace {

__extension__ using Wide = __int128;

int Sign(Wide v) { return v > 0 ? 1 : (v < 0 ? -1 : 0); }

// Exact for integers below 2^53.
int WideOrientSign(Vec2 a, Vec2 b, Vec2 c) {
  const auto wide = [](double v) { return static_cast<Wide>(static_cast<int64_t>(v)); };
  return Sign((wide(b.x) - wide(a.x)) * (wide(c.z) - wide(a.z)) -
              (wide(b.z) - wide(a.z)) * (wide(c.x) - wide(a.x)));
}

TEST(OrientSign, TellsLeftFromRight) {
  EXPECT_EQ(OrientSign({0, 0}, {1, 0}, {0.5, 1}), 1);
  EXPECT_EQ(OrientSign({0, 0}, {1, 0}, {0.5, -1}), -1);
  EXPECT_EQ(OrientSign({0, 0}, {1, 0}, {7, 0}), 0);
  EXPECT_EQ(OrientSign({1, 1}, {1, 1}, {7, 0}), 0);
}

TEST(OrientSign, AgreesWithWideIntegersNearALine) {
  Random random(1);
  int on_line = 0;
  int decided_by_rounding = 0;
  for (int i = 0; i < 200'000; ++i) {
    const double reach = std::ldexp(1.0, 10 + static_cast<int>(random.NextBelow(40)));
    const auto any = [&] { return std::floor(random.NextInRange(-reach, reach)); };
    const Vec2 a{any(), any()};
    const Vec2 step{std::floor(any() / 4), std::floor(any() / 4)};
    const Vec2 b = a + step;
    Vec2 c = a + step * static_cast<double>(random.NextBelow(5));
    if (random.NextBelow(3) != 0) c.x += static_cast<double>(random.NextBelow(3)) - 1;
    if (random.NextBelow(3) != 0) c.z += static_cast<double>(random.NextBelow(3)) - 1;
    const int exact = WideOrientSign(a, b, c);
    ASSERT_EQ(OrientSign(a, b, c), exact);
    ASSERT_EQ(OrientSign(b, c, a), exact);
    ASSERT_EQ(OrientSign(c, b, a), -exact);
    on_line += exact == 0 ? 1 : 0;
    const double rounded = Orient(a, b, c);
    decided_by_rounding += (rounded > 0 ? 1 : (rounded < 0 ? -1 : 0)) != exact ? 1 : 0;
  }
  EXPECT_GT(on_line, 10'000);
  EXPECT_GT(decided_by_rounding, 5);  // where plain arithmetic is wrong
}

TEST(OrientSign, SeesTheLastBit) {
  const Vec2 a{0.1, 0.1};
  const Vec2 b{0.3, 0.3};
  const Vec2 on{0.2, 0.2};
  EXPECT_EQ(OrientSign(a, b, on), 0);
  EXPECT_EQ(OrientSign(a, b, {0.2, std::nextafter(0.2, 1.0)}), 1);
  EXPECT_EQ(OrientSign(a, b, {0.2, std::nextafter(0.2, 0.0)}), -1);
  EXPECT_EQ(OrientSign({1e-30, 0}, {0, 1e20}, {0, 1e20}), 0);
}

}  // namespace
}  // namespace waystone
