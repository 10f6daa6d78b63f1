#include "core/collision/collision_view.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "bake/collision/collision_builder.h"
#include "core/base/random.h"

namespace waystone {
namespace {

struct Scene {
  std::vector<Vec3f> vertices;
  std::vector<CollisionTriangle> triangles;

  void Add(const Vec3f& a, const Vec3f& b, const Vec3f& c) {
    const auto first = static_cast<uint32_t>(vertices.size());
    vertices.insert(vertices.end(), {a, b, c});
    triangles.push_back({{first, first + 1, first + 2}});
  }
};

Scene RandomScene(Random& random, int count, double size_m) {
  Scene scene;
  const auto coordinate = [&](double around) {
    return static_cast<float>(around + random.NextInRange(-size_m, size_m));
  };
  for (int i = 0; i < count; ++i) {
    const double x = random.NextInRange(-10, 10), y = random.NextInRange(-10, 10),
                 z = random.NextInRange(-10, 10);
    const auto corner = [&] { return Vec3f{coordinate(x), coordinate(y), coordinate(z)}; };
    const Vec3f a = corner(), b = corner(), c = corner();
    scene.Add(a, b, c);
  }
  return scene;
}

// The signed volume test: the segment meets the triangle where its ends lie on different sides of the plane
// and the line passes all three edges on the same side. Slow, and blind only to touching exactly.
bool MeetsSlowly(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
  const auto volume = [](const Vec3& o, const Vec3& x, const Vec3& y, const Vec3& z) {
    return Dot(Cross(x - o, y - o), z - o);
  };
  if ((volume(a, b, c, p) > 0) == (volume(a, b, c, q) > 0)) return false;
  const bool s1 = volume(p, q, a, b) > 0, s2 = volume(p, q, b, c) > 0, s3 = volume(p, q, c, a) > 0;
  return s1 == s2 && s2 == s3;
}

TEST(CollisionView, FindsEveryTriangleInABox) {
  Random random(2);
  for (int round = 0; round < 200; ++round) {
    const Scene scene = RandomScene(random, 1 + static_cast<int>(random.NextBelow(300)), 1);
    const auto data = BuildCollision(scene.vertices, scene.triangles);
    ASSERT_TRUE(data.ok());
    const auto view = CollisionView::Create(data->vertices, data->triangles, data->nodes);
    ASSERT_TRUE(view.ok());
    Aabb box;
    for (int k = 0; k < 2; ++k) {
      box.Extend({random.NextInRange(-9, 9), random.NextInRange(-9, 9), random.NextInRange(-9, 9)});
    }
    const auto is_in = [&box](const Vec3& a, const Vec3& b, const Vec3& c) {
      Aabb around;
      for (const Vec3& corner : {a, b, c}) around.Extend(corner);
      return box.Overlaps(around);
    };
    size_t expected = 0;
    for (const CollisionTriangle& t : scene.triangles) {
      expected += is_in(scene.vertices[t.vertex[0]], scene.vertices[t.vertex[1]], scene.vertices[t.vertex[2]])
                      ? 1
                      : 0;
    }
    size_t found = 0;
    view->AnyInBox(box, [&](const Vec3& a, const Vec3& b, const Vec3& c) {
      found += is_in(a, b, c) ? 1 : 0;
      return false;
    });
    EXPECT_EQ(found, expected);
  }
}

TEST(CollisionView, AgreesWithTryingEveryTriangle) {
  Random random(1);
  int hits = 0;
  for (int round = 0; round < 40; ++round) {
    const Scene scene = RandomScene(random, 1 + static_cast<int>(random.NextBelow(300)), 2);
    const auto data = BuildCollision(scene.vertices, scene.triangles);
    ASSERT_TRUE(data.ok());
    const auto view = CollisionView::Create(data->vertices, data->triangles, data->nodes);
    ASSERT_TRUE(view.ok()) << view.status();
    for (int k = 0; k < 200; ++k) {
      const auto point = [&] {
        return Vec3(random.NextInRange(-12, 12), random.NextInRange(-12, 12), random.NextInRange(-12, 12));
      };
      const Vec3 p = point(), q = point();
      bool met = false;
      for (const CollisionTriangle& t : data->triangles) {
        met |= MeetsSlowly(p, q, data->vertices[t.vertex[0]], data->vertices[t.vertex[1]],
                           data->vertices[t.vertex[2]]);
      }
      ASSERT_EQ(view->Blocked(p, q), met);
      const std::optional<CollisionHit> hit = view->FirstHit(p, q);
      ASSERT_EQ(hit.has_value(), met);
      if (!met) continue;
      ++hits;
      // Nothing lies before the first hit, and something lies at it.
      EXPECT_FALSE(view->Blocked(p, p + (q - p) * (hit->fraction * (1 - 1e-9))));
      EXPECT_TRUE(view->Blocked(p, p + (q - p) * (hit->fraction * (1 + 1e-9))));
    }
  }
  EXPECT_GT(hits, 1000);
}

TEST(CollisionView, NoRaySlipsThroughAFanOfTrianglesAtItsEdgesAndCorner) {
  Scene wall;
  for (int i = 0; i < 12; ++i) {
    const auto rim = [](int k) {
      return Vec3f{static_cast<float>(3 * std::cos(k * 0.5235987755982988)),
                   static_cast<float>(3 * std::sin(k * 0.5235987755982988)), 0.7F};
    };
    wall.Add({0.1F, 0.2F, 0.7F}, rim(i), rim(i + 1));
  }
  const auto data = BuildCollision(wall.vertices, wall.triangles);
  const auto view = CollisionView::Create(data->vertices, data->triangles, data->nodes);
  Random random(2);
  for (int k = 0; k < 20000; ++k) {
    const CollisionTriangle& t = data->triangles[random.NextBelow(12)];
    const Vec3 a = data->vertices[t.vertex[0]], b = data->vertices[t.vertex[1]];
    const Vec3 on_edge = a + (b - a) * (k % 10 == 0 ? 0.0 : random.NextInRange(0, 0.99));
    const Vec3 direction(random.NextInRange(-1, 1), random.NextInRange(-1, 1), random.NextInRange(0.2, 1));
    ASSERT_TRUE(view->Blocked(on_edge - direction, on_edge + direction));
  }
}

TEST(CollisionView, AxisParallelRaysAlongAFloorMeetOnlyWhatTheyTouch) {
  Scene floor;
  floor.Add({0, 0, 0}, {4, 0, 0}, {0, 0, 4});
  floor.Add({4, 0, 0}, {4, 0, 4}, {0, 0, 4});
  const auto data = BuildCollision(floor.vertices, floor.triangles);
  const auto view = CollisionView::Create(data->vertices, data->triangles, data->nodes);
  EXPECT_TRUE(view->Blocked({2, 1, 2}, {2, -1, 2}));
  EXPECT_FALSE(view->Blocked({2, 1, 2}, {2, 0.001, 2}));
  EXPECT_FALSE(view->Blocked({-1, 0.5, 2}, {5, 0.5, 2}));
  EXPECT_FALSE(view->Blocked({5, 1, 2}, {5, -1, 2}));
}

TEST(CollisionView, IdenticalTrianglesStayWithinTheDepthOfTheFormat) {
  Scene heap;
  for (int i = 0; i < 5000; ++i) heap.Add({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  const auto data = BuildCollision(heap.vertices, heap.triangles);
  const auto view = CollisionView::Create(data->vertices, data->triangles, data->nodes);
  ASSERT_TRUE(view.ok()) << view.status();
  EXPECT_EQ(view->FirstHit({0.2, 0.2, 1}, {0.2, 0.2, -1})->triangle, 0U);
}

TEST(CollisionView, AnEmptySceneBlocksNothing) {
  const auto data = BuildCollision({}, {});
  ASSERT_TRUE(data.ok());
  EXPECT_FALSE(
      CollisionView::Create(data->vertices, data->triangles, data->nodes)->Blocked({0, 0, 0}, {1, 1, 1}));
}

TEST(CollisionView, EveryBrokenFieldOfASmallTreeIsRefusedOrHarmless) {
  Random random(4);
  const Scene scene = RandomScene(random, 20, 2);
  const auto good = BuildCollision(scene.vertices, scene.triangles);
  ASSERT_TRUE(good.ok());
  int refused = 0;
  for (size_t node = 0; node < good->nodes.size(); ++node) {
    for (uint32_t value : {0U, 1U, 2U, 19U, 20U, 1000U, 0xffffffffU}) {
      for (bool first : {true, false}) {
        CollisionData bad = *good;
        (first ? bad.nodes[node].first : bad.nodes[node].count) = value;
        const auto view = CollisionView::Create(bad.vertices, bad.triangles, bad.nodes);
        if (!view.ok()) {
          ++refused;
          EXPECT_EQ(view.status().code(), absl::StatusCode::kDataLoss);
        } else {
          view->FirstHit({-12, -12, -12}, {12, 12, 12});
        }
      }
    }
  }
  EXPECT_GT(refused, 100);
  CollisionData bad = *good;
  bad.vertices[7].y = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(CollisionView::Create(bad.vertices, bad.triangles, bad.nodes).status().message(),
            "collision vertices[7]: not finite");
  EXPECT_EQ(BuildCollision(bad.vertices, bad.triangles).status().message(),
            "collision: vertex 7 is not finite");
}

}  // namespace
}  // namespace waystone
