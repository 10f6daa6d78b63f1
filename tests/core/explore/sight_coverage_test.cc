#include "core/explore/sight_coverage.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/asked_clock.h"
#include "tests/support/drawn_map.h"

namespace waystone {
namespace {

constexpr double kPi = 3.141592653589793;

// One walk over these places, straight.
std::vector<ExplorationWalk> WalkOver(const DrawnMap& map, const std::vector<Vec3>& places) {
  std::vector<ExplorationWalk> walks(1);
  for (const Vec3& at : places) walks[0].route.points.push_back(map.Abs(at.x, at.y, at.z));
  RouteLeg leg;
  leg.point_count = static_cast<uint32_t>(places.size());
  walks[0].route.legs.push_back(leg);
  return walks;
}

double Seen(const DrawnMap& map, const std::vector<Vec3>& places, double radius_m,
            const Deadline& deadline = {}) {
  const PolyId start = PolyAt(map.mesh(), places[0].x, places[0].z, places[0].y);
  return SeenShare(map.view(), start, nullptr, WalkOver(map, places), radius_m, deadline);
}

std::string Square(int side) {
  std::string drawing;
  for (int row = 0; row < side; ++row) drawing += std::string(static_cast<size_t>(side), '.') + "\n";
  return drawing;
}

TEST(SeenShare, IsTheCircleAroundWhoStandsStill) {
  const std::string drawing = Square(30);
  const DrawnMap map({drawing});
  for (const double radius_m : {3.0, 7.0, 14.0}) {
    EXPECT_NEAR(Seen(map, {{15, 0, 15}, {15, 0, 15}}, radius_m), kPi * radius_m * radius_m / 900, 0.016);
  }
}

TEST(SeenShare, IsTheBandAlongAWalk) {
  const std::string drawing = Square(30);
  const DrawnMap map({drawing});
  EXPECT_NEAR(Seen(map, {{0, 0, 15}, {30, 0, 15}}, 4), 8.0 / 30, 0.016);
}

TEST(SeenShare, EndsAtWalls) {
  const DrawnMap map(
      {"...#...\n"
       "...#...\n"
       "...#...\n"
       "......."});
  // From the middle of the left room nothing of the right one is seen but through the door.
  const double seen = Seen(map, {{1.5, 0, 0.5}, {1.5, 0, 0.5}}, 50);
  EXPECT_GT(seen, 12.0 / 25);
  EXPECT_LT(seen, 16.0 / 25);
}

TEST(SeenShare, CountsOnlyGroundThatCanBeReached) {
  const DrawnMap map({"..#....................\n"});
  EXPECT_DOUBLE_EQ(Seen(map, {{1, 0, 0.5}, {1, 0, 0.5}}, 5), 1);
}

TEST(SeenShare, DoesNotSeeOtherFloors) {
  // A floor above the walk, and a ramp up to it beside, of which the foot is seen.
  const DrawnMap map(
      {"..........\n"
       " 987654321\n",
       "..........\n"});
  const double seen = Seen(map, {{0, 0, 0.5}, {10, 0, 0.5}}, 6);
  EXPECT_GT(seen, 10.0 / 29);
  EXPECT_LT(seen, 15.0 / 29);
}

TEST(SeenShare, TheLeastOfRadiiTakesNoMoreMemoryThanOthers) {
  const std::string drawing = Square(30);
  const DrawnMap map({drawing});
  EXPECT_LT(Seen(map, {{0, 0, 15}, {30, 0, 15}}, 1e-300), 0.001);
  EXPECT_NEAR(Seen(map, {{0, 0, 15}, {30, 0, 15}}, 0.25), 0.5 / 30, 0.016);
}

// Rooms with doors, past which a walk leads: from few places of it one sees into them.
TEST(SeenShare, NeverFallsAsTheRadiusGrows) {
  std::string drawing;
  for (int room = 0; room < 6; ++room) {
    drawing += "..........#..........\n..........#..........\n";
    drawing += "#####.#########.#####\n.....................\n#####.#########.#####\n";
  }
  const DrawnMap map({drawing});
  std::vector<Vec3> places;
  for (int room = 0; room < 6; ++room) {
    const double z = 5.0 * room + 3.5;
    places.push_back({room % 2 == 0 ? 0.5 : 20.5, 0, z});
    places.push_back({room % 2 == 0 ? 20.5 : 0.5, 0, z});
  }
  double before = Seen(map, places, 2.5);
  for (const double radius_m : {3.0, 4.0, 4.1, 6.0, 9.0, 15.0, 30.0, 100.0, 300.0, 1000.0}) {
    const double seen = Seen(map, places, radius_m);
    EXPECT_GE(seen, before) << radius_m;
    before = seen;
  }
  EXPECT_GT(before, 0.7);
}

// However long the walks are together, as damaged packages may have them.
TEST(SeenShare, IsKnownSoonOfWalksOfThousandsOfKilometres) {
  const std::string drawing = Square(30);
  const DrawnMap map({drawing});
  std::vector<Vec3> places;
  places.reserve(500);
  for (int i = 0; i < 500; ++i) places.push_back({i % 2 == 0 ? -1e5 : 1e5, 0, 15.0 + 30 * i});
  std::vector<ExplorationWalk> walks = WalkOver(map, places);
  walks[0].route.length_m = 1;  // whatever it says
  const double seen = SeenShare(map.view(), PolyAt(map.mesh(), 0.5, 0.5), nullptr, walks, 1, {});
  EXPECT_LE(seen, 0.1);
}

TEST(SeenShare, AsksForTheTimeWhilePlacesOfTheWalkAreMade) {
  const std::string drawing = Square(30);
  const DrawnMap map({drawing});
  const std::vector<Vec3> places = {{0, 0, 15}, {1e5, 0, 15}};
  EXPECT_EQ(Seen(map, places, 1e-3, AskedClock::OverAt(1'000'000)), 0);
  EXPECT_GT(AskedClock::seconds, 50);  // 16 of samples, 48 of 200,000 places
}

TEST(SeenShare, IsKnownRoughlyWhereTheTimeIsOver) {
  const std::string drawing = Square(30);
  const DrawnMap map({drawing});
  const std::vector<Vec3> places = {{15, 0, 15}, {15, 0, 15}};
  Seen(map, places, 14, AskedClock::OverAt(1'000'000));
  const int looks = AskedClock::seconds;
  EXPECT_NEAR(Seen(map, places, 14, AskedClock::OverAt(looks - 1)), kPi * 196 / 900, 0.15);
  EXPECT_EQ(AskedClock::seconds, looks - 1);
  EXPECT_EQ(Seen(map, places, 14, AskedClock::OverAt(1)), 0) << "no time for any place";
}

}  // namespace
}  // namespace waystone
