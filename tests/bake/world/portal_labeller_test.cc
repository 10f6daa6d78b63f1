#include "bake/world/portal_labeller.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "tests/oracle/slow_portals.h"
#include "tests/support/portal_world.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// The least sum over the hubs that both labels name.
double CostByLabels(const PortalLabels& labels, uint32_t from, uint32_t to) {
  double best_m = kInfinite;
  for (uint64_t i = labels.out_rows[from]; i < labels.out_rows[from + 1]; ++i) {
    for (uint64_t k = labels.in_rows[to]; k < labels.in_rows[to + 1]; ++k) {
      if (labels.out[i].hub != labels.in[k].hub) continue;
      best_m = std::min(best_m, labels.out[i].cost_m + labels.in[k].cost_m);
    }
  }
  return best_m;
}

void ExpectCheapest(const PortalWorld& world, WorldMode mode) {
  const auto count = static_cast<uint32_t>(world.nodes.size());
  const std::vector<double> costs = CostsBetweenPortals(world.graph(), mode, {});
  const PortalLabels& labels = world.labels[static_cast<uint32_t>(mode)];
  for (uint32_t a = 0; a < count; ++a) {
    for (uint32_t b = 0; b < count; ++b) {
      const double expected_m = costs[a * count + b];
      const double cost_m = CostByLabels(labels, a, b);
      if (expected_m == kInfinite) {
        EXPECT_EQ(cost_m, kInfinite) << a << " to " << b;
      } else {
        EXPECT_NEAR(cost_m, expected_m, 1e-11 * expected_m) << a << " to " << b;
      }
    }
  }
}

// One-way, disconnected, with ties and walks for nothing.
TEST(PortalLabeller, TellsWhatEveryPairOfPortalsCosts) {
  Random random(1);
  for (uint32_t round = 0; round < 200; ++round) {
    SCOPED_TRACE(round);
    const PortalWorld world = MakeRandomPortals({.maps = 1 + random.NextBelow(6),
                                                 .portals = random.NextBelow(25),
                                                 .walk_chance = random.NextUnit(),
                                                 .most_cost = random.NextBelow(5),
                                                 .cost_unit = round % 2 == 0 ? 1 : 0.1},
                                                random);
    ExpectCheapest(world, WorldMode::kMayUse);
    ExpectCheapest(world, WorldMode::kWalkInTeleports);
  }
  PortalWorld square = MakePortalsOfSquare(5, 6, 2);
  square.MakeLabels();
  ExpectCheapest(square, WorldMode::kMayUse);
}

TEST(PortalLabeller, MakesTheSameBytesAgain) {
  PortalWorld world = MakePortalsOfSquare(5, 6, 3);
  world.MakeLabels();
  const PortalLabels first = world.labels[0];
  world.MakeLabels();
  const PortalLabels& again = world.labels[0];
  EXPECT_EQ(first.out_rows, again.out_rows);
  EXPECT_EQ(first.in_rows, again.in_rows);
  ASSERT_EQ(first.out.size(), again.out.size());
  ASSERT_EQ(first.in.size(), again.in.size());
  EXPECT_EQ(std::memcmp(first.out.data(), again.out.data(), first.out.size() * sizeof(PortalLabel)), 0);
  EXPECT_EQ(std::memcmp(first.in.data(), again.in.data(), first.in.size() * sizeof(PortalLabel)), 0);
}

TEST(PortalLabeller, KeepsLabelsShort) {
  PortalWorld world = MakePortalsOfSquare(10, 8, 4);
  world.MakeLabels();
  const size_t portals = world.nodes.size();
  EXPECT_LT(world.labels[0].out.size(), portals * 45);
  EXPECT_LT(world.labels[0].in.size(), portals * 45);
}

}  // namespace
}  // namespace waystone
