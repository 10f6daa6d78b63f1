#include "bake/scene/place_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/random.h"

namespace waystone {
namespace {

// Places on a lattice, so that many are equally far away, and some twice.
std::vector<PlaceTree::Place> RandomPlaces(Random& random, size_t count) {
  std::vector<PlaceTree::Place> places;
  for (size_t i = 0; i < count; ++i) {
    const auto number = [&] { return static_cast<double>(random.NextBelow(9)); };
    places.push_back({{number(), number(), number() * 0.5}, 3 * i + 1});
  }
  return places;
}

TEST(PlaceTree, FindsAllPlacesByDistanceAndId) {
  Random random(3);
  NearestPlaces nearest;
  for (size_t count = 1; count < 300; count += 13) {
    const std::vector<PlaceTree::Place> places = RandomPlaces(random, count);
    const PlaceTree tree(places);
    for (int k = 0; k < 5; ++k) {
      const Vec3 at(random.NextInRange(-2, 10), random.NextInRange(-2, 10),
                    static_cast<double>(random.NextBelow(5)));
      std::vector<std::pair<double, size_t>> expected;
      for (const PlaceTree::Place& place : places) expected.emplace_back(Distance(at, place.at), place.id);
      std::ranges::sort(expected);
      nearest.Begin(tree, at);
      for (const auto& [apart_m, id] : expected) {
        const auto found = nearest.Next(std::numeric_limits<double>::infinity());
        ASSERT_TRUE(found.has_value());
        EXPECT_EQ(found->apart_m, apart_m);
        EXPECT_EQ(found->id, id);
      }
      EXPECT_FALSE(nearest.Next(std::numeric_limits<double>::infinity()).has_value());
    }
  }
}

TEST(PlaceTree, StopsAtTheGreatestDistance) {
  const PlaceTree tree({{{0, 0, 0}, 0}, {{0, 3, 0}, 1}, {{0, 5, 0}, 2}});
  NearestPlaces nearest;
  nearest.Begin(tree, {0, 1, 0});
  EXPECT_EQ(nearest.Next(1)->id, 0U);
  EXPECT_FALSE(nearest.Next(1.5).has_value());
  EXPECT_EQ(nearest.Next(2)->id, 1U);
  EXPECT_FALSE(nearest.Next(3).has_value());
}

}  // namespace
}  // namespace waystone
