// Rules of sight, against trying every triangle.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "bake/collision/collision_builder.h"
#include "core/placement/scatter.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

constexpr int kSide_m = 12;
constexpr double kEye_m = 1.5;

// A square of open ground with walls of no effect on walking: some at all heights, one that eyes see over,
// one that hangs above them.
class Court {
 public:
  Court() : data_(AsciiNavmesh(Drawing(), {.merge_rows = true})), mesh_(ViewOf(data_)) {
    AddBox({3, 0, 3}, {4, 3, 8});
    AddBox({7, 0, 2}, {10, 3, 2.5F});
    AddBox({8, 0, 8}, {9, 3, 9});
    AddBox({5, 0, 10}, {8, 0.5F, 10.5F});
    AddBox({0, 2.5F, 6}, {12, 3, 6.2F});
    tree_ = *BuildCollision(vertices_, triangles_);
    collision_.emplace(*CollisionView::Create(tree_.vertices, tree_.triangles, tree_.nodes));
  }

  ScatterResult Draw(const PlaceRules& rules, uint32_t count) {
    PlaceJudge judge({.mesh = &mesh_, .collision = &*collision_}, rules, {}, {}, surface_);
    return Scatter(judge, {.count = count, .seed = 5, .max_candidates = 100'000'000, .deadline = {}});
  }

  // By every triangle that was put in.
  bool IsGood(double x, double z, const PlaceRules& rules) const {
    return std::all_of(rules.sight.begin(), rules.sight.end(), [&](const SightRule& rule) {
      const Vec3 eye(x, rule.eye_height_m, z);
      const bool is_blocked =
          std::any_of(triangles_.begin(), triangles_.end(), [&](const CollisionTriangle& triangle) {
            return Meets(rule.point, eye, vertices_[triangle.vertex[0]], vertices_[triangle.vertex[1]],
                         vertices_[triangle.vertex[2]]);
          });
      return is_blocked == rule.hidden;
    });
  }

 private:
  static std::string Drawing() {
    std::string drawing;
    for (int row = 0; row < kSide_m; ++row) drawing += std::string(kSide_m, '.') + "\n";
    return drawing;
  }

  // The segment's ends lie on different sides of the plane, and its line passes all edges on one side.
  static bool Meets(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
    const auto volume = [](const Vec3& o, const Vec3& x, const Vec3& y, const Vec3& z) {
      return Dot(Cross(x - o, y - o), z - o);
    };
    if ((volume(a, b, c, p) > 0) == (volume(a, b, c, q) > 0)) return false;
    const bool s1 = volume(p, q, a, b) > 0, s2 = volume(p, q, b, c) > 0, s3 = volume(p, q, c, a) > 0;
    return s1 == s2 && s2 == s3;
  }

  void AddBox(const Vec3f& low, const Vec3f& high) {
    const auto first = static_cast<uint32_t>(vertices_.size());
    for (uint32_t corner = 0; corner < 8; ++corner) {
      vertices_.push_back({(corner & 1) != 0 ? high.x : low.x, (corner & 2) != 0 ? high.y : low.y,
                           (corner & 4) != 0 ? high.z : low.z});
    }
    constexpr uint32_t kFaces[6][4] = {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                       {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}};
    for (const auto& face : kFaces) {
      triangles_.push_back({{first + face[0], first + face[1], first + face[2]}});
      triangles_.push_back({{first + face[0], first + face[2], first + face[3]}});
    }
  }

  NavmeshData data_;
  NavmeshView mesh_;
  std::vector<Vec3f> vertices_;
  std::vector<CollisionTriangle> triangles_;
  CollisionData tree_;
  std::optional<CollisionView> collision_;
  SurfaceWorkspace surface_;
};

// Seen from a corner; hidden from a corner; seen by one and hidden from another, at different heights.
std::vector<PlaceRules> Rules() {
  std::vector<PlaceRules> all(3);
  for (PlaceRules& rules : all) rules.reachability = Reachability::kAny;
  const Vec3 guard(0.7, 1.6, 5.3);
  const Vec3 sniper(11.2, 1.4, 11.6);
  all[0].sight = {{guard, false, kEye_m}};
  all[1].sight = {{guard, true, 0.3}};
  all[2].sight = {{guard, true, kEye_m}, {sniper, false, 0.2}};
  return all;
}

// Probes in a square metre.
constexpr int kProbes = 20;

TEST(Sight, PlacesAreUniformOverTheGroundThatEveryTriangleAllows) {
  Court court;
  for (const PlaceRules& rules : Rules()) {
    constexpr uint32_t kCount = 20'000;
    const ScatterResult result = court.Draw(rules, kCount);
    ASSERT_EQ(result.places.size(), kCount);
    std::map<std::pair<int, int>, int> hits;
    for (const NavLocation& place : result.places) {
      ASSERT_TRUE(court.IsGood(place.point.x, place.point.z, rules)) << place.point.x << " " << place.point.z;
      ++hits[{static_cast<int>(place.point.x), static_cast<int>(place.point.z)}];
    }
    std::map<std::pair<int, int>, int> good;
    int total = 0;
    for (int i = 0; i < kSide_m * kProbes; ++i) {
      for (int j = 0; j < kSide_m * kProbes; ++j) {
        if (!court.IsGood((i + 0.503) / kProbes, (j + 0.497) / kProbes, rules)) continue;
        ++good[{i / kProbes, j / kProbes}];
        ++total;
      }
    }
    EXPECT_GT(total, kSide_m * kProbes * kProbes) << "a twelfth of the court";
    EXPECT_LT(total, kSide_m * (kSide_m - 1) * kProbes * kProbes);
    for (int cell = 0; cell < kSide_m * kSide_m; ++cell) {
      const std::pair<int, int> at(cell / kSide_m, cell % kSide_m);
      const double share = static_cast<double>(good[at]) / total;
      // Six standard deviations, and a line of probes that may lie on either side of a shadow's edge.
      const double slack = 6 * std::sqrt(kCount * share) + kCount * 1.5 * kProbes / total;
      EXPECT_NEAR(hits[at], kCount * share, slack) << at.first << " " << at.second;
    }
  }
}

TEST(Sight, AsManyAsFitLeaveNoGoodPlaceFree) {
  Court court;
  constexpr double kSpacing_m = 0.8;
  for (PlaceRules& rules : Rules()) {
    rules.between_m = kSpacing_m;
    const ScatterResult result = court.Draw(rules, 5000);
    ASSERT_GT(result.places.size(), 20U);
    ASSERT_GT(result.rejections[static_cast<size_t>(PlaceReason::kNoRoom)], 0U);
    const auto is_free = [&](double x, double z) {
      return court.IsGood(x, z, rules) &&
             std::none_of(result.places.begin(), result.places.end(), [&](const NavLocation& place) {
               return Distance(place.point, Vec3(x, 0, z)) < kSpacing_m;
             });
    };
    for (double x = 0.01; x < kSide_m; x += 0.05) {
      for (double z = 0.01; z < kSide_m; z += 0.05) {
        if (!is_free(x, z)) continue;
        // Free places lie within 5 cm of a bad one: of eight around, that far away, some are bad.
        int bad = 0;
        for (int k = 0; k < 16; ++k) {
          const double reach_m = kSmallestSightPiece_m * (k % 2 == 0 ? 1 : 0.5);
          bad += is_free(x + reach_m * std::cos(k * 0.3927), z + reach_m * std::sin(k * 0.3927)) ? 0 : 1;
        }
        EXPECT_GT(bad, 0) << x << " " << z;
      }
    }
  }
}

}  // namespace
}  // namespace waystone
