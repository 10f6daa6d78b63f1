// The any-angle search against a visibility graph found by walking, on thousands of random meshes.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include "tests/core/navmesh/any_angle_check.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

TEST(AnyAngleOracle, IsExactOnRandomDrawings) {
  Random random(1);
  AnyAngleCheck check;
  for (int i = 0; i < 1000 && !HasFailure(); ++i) {
    const std::string drawing =
        RandomDrawing(3 + static_cast<int>(random.NextBelow(5)), 3 + static_cast<int>(random.NextBelow(5)),
                      random.NextInRange(0.1, 0.5), random);
    check.Compare(SharedCells(drawing), drawing, 20, random);
  }
  EXPECT_GT(check.tally().turns, 5000);
  EXPECT_GT(check.tally().unreachable, 1000);
}

// Each 17th drawing of 4 x 4 cells; any_angle_exhaustive_test.cc tries them all.
TEST(AnyAngleOracle, IsExactOnASampleOfAllDrawingsOfSixteenCells) {
  Random random(7);
  AnyAngleCheck check;
  for (uint32_t bits = 0; bits < 0xffff && !HasFailure(); bits += 17) {
    const std::string drawing = DrawingOfBits(bits, 4, 4);
    check.Compare(SharedCells(drawing), drawing, 8, random);
  }
  EXPECT_GT(check.tally().turns, 3000);
}

TEST(AnyAngleOracle, IsExactWhereSidesMeetAlongParts) {
  Random random(2);
  AnyAngleCheck check;
  for (int i = 0; i < 500 && !HasFailure(); ++i) {
    const std::string drawing = RandomDrawing(7, 6, random.NextInRange(0.1, 0.5), random);
    AsciiOptions options;
    options.merge_rows = true;
    check.Compare(AsciiSoup({drawing}, options), drawing, 20, random);
  }
  EXPECT_GT(check.tally().turns, 2000);
}

TEST(AnyAngleOracle, IsExactOnCrookedPolygons) {
  Random random(3);
  AnyAngleCheck check;
  for (int i = 0; i < 1000 && !HasFailure(); ++i) {
    const std::string drawing = RandomDrawing(6, 6, random.NextInRange(0.1, 0.5), random);
    PolygonSoup soup = JitteredCells(drawing, 0.4, random);
    MergeSome(soup, 60, random);
    check.Compare(soup, drawing, 20, random);
  }
  EXPECT_GT(check.tally().turns, 5000);
}

// Storeys over each other, joined by stairs that lead up to the right in one row and to the left in another.
std::vector<std::string> RandomStoreys(int count, Random& random) {
  constexpr int kWidth = 12;
  std::vector<std::string> storeys;
  for (int i = 0; i < count; ++i) {
    std::string floor = RandomDrawing(kWidth, 7, random.NextInRange(0.0, 0.4), random);
    const auto cell = [&](int x, int z) -> char& {
      const int at = z * (kWidth + 1) + x;
      return floor[static_cast<size_t>(at)];
    };
    const bool up = i + 1 < count;
    for (int x = 0; x < 10; ++x) {
      if (up) cell(x, 2) = cell(kWidth - 1 - x, 5) = static_cast<char>('0' + x);
    }
    for (int x = 7; x < 10 && i > 0; ++x) cell(x, 2) = cell(kWidth - 1 - x, 5) = '#';
    for (int x = 10; x < kWidth; ++x) cell(x, 2) = cell(kWidth - 1 - x, 5) = '.';
    storeys.push_back(floor);
  }
  return storeys;
}

TEST(AnyAngleOracle, IsExactOverManyFloors) {
  Random random(5);
  AnyAngleCheck check;
  for (int i = 0; i < 60 && !HasFailure(); ++i) {
    const std::vector<std::string> floors = RandomStoreys(2 + i % 2, random);
    std::string drawing;
    for (const std::string& floor : floors) drawing += floor + "\n";
    AsciiOptions options;
    options.merge_rows = i % 3 == 0;
    const std::vector<std::string_view> storeys(floors.begin(), floors.end());
    check.Compare(AsciiSoup(storeys, options), drawing, 30, random);
  }
  EXPECT_GT(check.tally().turns, 2000);
}

// Triangles about a hub, some of them missing.
TEST(AnyAngleOracle, IsExactAboutAHubOfManyTriangles) {
  Random random(6);
  AnyAngleCheck check;
  for (int i = 0; i < 200 && !HasFailure(); ++i) {
    PolygonSoup soup;
    soup.vertices.push_back({0, 0, 0});
    constexpr uint32_t kRim = 48;
    std::string drawing;
    for (uint32_t k = 0; k < kRim; ++k) {
      const double angle = 2 * std::numbers::pi * k / kRim;
      const double radius = random.NextInRange(8, 16);
      const auto on_lattice = [](double v) {
        return static_cast<float>(std::round(v * kMeshLattice) / kMeshLattice);
      };
      soup.vertices.push_back(
          {on_lattice(radius * std::cos(angle)), 0, on_lattice(radius * std::sin(angle))});
      drawing += random.NextBelow(24) == 0 ? '#' : '.';
    }
    for (uint32_t k = 0; k < kRim; ++k) {
      if (drawing[k] == '#') continue;
      SoupPolygon triangle;
      triangle.vertices = {0, 1 + k, 1 + (k + 1) % kRim};
      triangle.neighbours.assign(3, kNoNeighbour);
      triangle.loose_sides = 7;
      soup.polygons.push_back(triangle);
    }
    check.Compare(soup, drawing, 20, random);
  }
  EXPECT_GT(check.tally().turns, 400);
}

TEST(AnyAngleOracle, IsExactThroughOneWaySides) {
  Random random(4);
  AnyAngleCheck check;
  for (int i = 0; i < 1000 && !HasFailure(); ++i) {
    const std::string drawing = RandomDrawing(5, 5, random.NextInRange(0.0, 0.4), random);
    PolygonSoup soup = i % 2 == 0 ? SharedCells(drawing) : JitteredCells(drawing, 0.4, random);
    if (i % 4 < 2) MergeSome(soup, 40, random);
    CloseSome(soup, 0.25, random);
    check.Compare(soup, drawing, 20, random);
  }
  EXPECT_GT(check.tally().turns, 5000);
}

}  // namespace
}  // namespace waystone
