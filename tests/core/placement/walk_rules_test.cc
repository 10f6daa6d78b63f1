#include "core/placement/walk_rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

// Notes how far floods are told to grow.
class NotedFlood final : public WalkFlood {
 public:
  NotedFlood(std::unique_ptr<WalkFlood> flood, double& grown_m)
      : flood_(std::move(flood)), grown_m_(grown_m) {}

  void Begin(const NavLocation& from) override {
    grown_m_ = 0;
    flood_->Begin(from);
  }
  SearchOutcome GrowTo(double limit_m, const FloodOptions& options) override {
    grown_m_ = limit_m;
    return flood_->GrowTo(limit_m, options);
  }
  double DistanceTo(const NavLocation& place) override { return flood_->DistanceTo(place); }
  double grown_to_m() const override { return flood_->grown_to_m(); }
  uint32_t expansions() const override { return flood_->expansions(); }

 private:
  const std::unique_ptr<WalkFlood> flood_;
  double& grown_m_;
};

class NotedGround final : public WalkGround {
 public:
  explicit NotedGround(const WalkGround& ground) : ground_(ground) {}

  std::unique_ptr<WalkFlood> MakeFlood() const override {
    return std::make_unique<NotedFlood>(ground_.MakeFlood(), grown_m);
  }
  Effort MostEffort() const override { return ground_.MostEffort(); }
  double PlaneReach_m(double walk_m) const override { return ground_.PlaneReach_m(walk_m); }
  void Cover(const NavLocation& place, double radius_m, std::vector<WalkSample>& samples) const override {
    ground_.Cover(place, radius_m, samples);
  }

  mutable double grown_m = 0;  // of the last flood

 private:
  const WalkGround& ground_;
};

TEST(WalkSpacing, IsTheWalkToTheNearestPositionAndLooksLittleFarther) {
  constexpr double kRadius_m = 16;
  Random random(61);
  int near = 0;
  int none = 0;
  for (int round = 0; round < 40 && !HasFailure(); ++round) {
    const NavmeshData data = AsciiStoreys({RandomDrawing(24, 24, 0.3, random)}, {});
    const NavmeshView mesh = ViewOf(data);
    const LinkView no_links;
    const MeshWalkGround walk(mesh, no_links, 0);
    const NotedGround ground(walk);
    WalkSpacing spacing(ground, kRadius_m, {});
    std::vector<NavLocation> positions;
    const uint32_t count = 1 + random.NextBelow(6);
    while (positions.size() < count) {
      positions.push_back(RandomLatticePlace(mesh, random));
      spacing.Add(positions.back());
    }
    const std::unique_ptr<WalkFlood> whole = walk.MakeFlood();
    for (int i = 0; i < 20; ++i) {
      const NavLocation place = RandomLatticePlace(mesh, random);
      whole->Begin(place);
      whole->GrowTo(INFINITY, {});
      double nearest_m = INFINITY;
      for (const NavLocation& other : positions) nearest_m = std::min(nearest_m, whole->DistanceTo(other));
      const std::optional<double> walk_m = spacing.DistanceFrom(place);
      ASSERT_TRUE(walk_m);
      EXPECT_LE(ground.grown_m, std::max(kRadius_m / 8, std::min(2 * nearest_m, kRadius_m)));
      EXPECT_NEAR(std::min(*walk_m, kRadius_m), std::min(nearest_m, kRadius_m), 1e-9);
      ++(nearest_m < kRadius_m ? near : none);
    }
  }
  EXPECT_GT(near, 100);
  EXPECT_GT(none, 50);
}

}  // namespace
}  // namespace waystone
