#include "bake/world/portal_contractor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string_view>

#include "core/world/head_bound.h"
#include "core/world/portal_climb.h"
#include "core/world/tail_bound.h"
#include "tests/oracle/slow_portals.h"
#include "tests/support/portal_world.h"

namespace waystone {
namespace {

using testing::HasSubstr;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Between every two portals, by both bounds, which follow all entries there are.
void ExpectCheapest(const PortalWorld& world, WorldMode mode) {
  const auto count = static_cast<uint32_t>(world.nodes.size());
  const PortalGraph graph = world.graph();
  EXPECT_EQ(CheckHierarchy(graph, mode), absl::OkStatus());
  const std::vector<double> costs = CostsBetweenPortals(graph, mode, {});
  HeadBound from;
  TailBound to;
  for (uint32_t a = 0; a < count; ++a) {
    from.Prepare(graph, mode, std::vector<PortalHead>{{PortalId(a), 2 - graph.nodes[a].cost_m}});
    to.Prepare(graph, mode, std::vector<PortalTail>{{PortalId(a), 3, 0}});
    for (uint32_t b = 0; b < count; ++b) {
      const double there_m = costs[a * count + b];
      const double back_m = costs[b * count + a];
      ASSERT_EQ(from.To(PortalId(b)) == kInfinite, there_m == kInfinite) << a << " to " << b;
      ASSERT_EQ(to.From(b) == kInfinite, back_m == kInfinite) << b << " to " << a;
      if (there_m < kInfinite) {
        EXPECT_NEAR(from.To(PortalId(b)), there_m + 2, 1e-11 * (there_m + 2)) << a << " to " << b;
      }
      if (back_m < kInfinite) {
        EXPECT_NEAR(to.From(b), back_m + 3, 1e-11 * (back_m + 3)) << b << " to " << a;
      }
    }
  }
}

// One-way, disconnected, with ties and walks for nothing.
TEST(PortalContractor, KeepsWhatEveryPairOfPortalsCosts) {
  Random random(1);
  for (uint32_t round = 0; round < 200; ++round) {
    SCOPED_TRACE(round);
    PortalWorld world = MakeRandomPortals({.maps = 1 + random.NextBelow(6),
                                           .portals = random.NextBelow(25),
                                           .walk_chance = random.NextUnit(),
                                           .most_cost = random.NextBelow(5),
                                           .cost_unit = round % 2 == 0 ? 1 : 0.1},
                                          random);
    world.MakeHierarchy();
    ExpectCheapest(world, WorldMode::kMayUse);
    ExpectCheapest(world, WorldMode::kWalkInTeleports);
  }
  PortalWorld square = MakePortalsOfSquare(5, 6, 2);
  square.MakeHierarchy();
  ExpectCheapest(square, WorldMode::kMayUse);
}

TEST(PortalContractor, MakesTheSameBytesAgain) {
  PortalWorld world = MakePortalsOfSquare(5, 6, 3);
  world.MakeHierarchy();
  const PortalLabels first = world.labels[0];
  world.MakeHierarchy();
  const PortalLabels& again = world.labels[0];
  EXPECT_EQ(first.out_rows, again.out_rows);
  ASSERT_EQ(first.out.size(), again.out.size());
  EXPECT_EQ(std::memcmp(first.out.data(), again.out.data(), first.out.size() * sizeof(PortalLabel)), 0);
  EXPECT_EQ(first.in_rows, again.in_rows);
}

// Where labels have some 40 entries.
TEST(PortalContractor, KeepsFewArcs) {
  PortalWorld world = MakePortalsOfSquare(10, 8, 4);
  world.MakeHierarchy();
  EXPECT_LT(world.labels[0].out.size() + world.labels[0].in.size(), world.nodes.size() * 30);
}

class BrokenHierarchy : public testing::Test {
 protected:
  BrokenHierarchy() : world_(MakePortalsOfSquare(4, 6, 5)) { world_.MakeHierarchy(); }

  void ExpectRefused(std::string_view why) {
    const absl::Status status = CheckHierarchy(world_.graph(), WorldMode::kMayUse);
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
    EXPECT_THAT(std::string(status.message()), HasSubstr(std::string(why)));
    world_.MakeHierarchy();
  }
  std::vector<PortalLabel>& out() { return world_.labels[0].out; }
  // The first entry that is a walk, or one that is none.
  PortalLabel& Entry(bool is_walk) {
    for (PortalLabel& entry : out()) {
      if ((entry.next == UINT32_MAX) == is_walk) return entry;
    }
    return out().front();
  }

  PortalWorld world_;
};

TEST_F(BrokenHierarchy, IsRefusedByTheRuleThatItBreaks) {
  const auto count = static_cast<uint32_t>(world_.nodes.size());
  Entry(true).cost_m += 1;
  ExpectRefused("the cost is not that of the walk");
  Entry(false).cost_m += 1;
  ExpectRefused("the cost is not that of its halves");
  Entry(false).next = count;
  ExpectRefused("there is no such portal between");
  Entry(true).hub = PortalHubId(count);
  ExpectRefused("out labels[");
  Entry(true).cost_m = -1;
  ExpectRefused("the cost is negative or not finite");
  world_.labels[0].out_rows.pop_back();
  ExpectRefused("out label rows: do not cover the labels");
  world_.labels[0].in.pop_back();
  ExpectRefused("in label rows: do not cover the labels");
  Entry(false).next = UINT32_MAX;
  ExpectRefused("walk");
}

// Two portals, each of which is above the other.
TEST(PortalClimb, AHierarchyInCirclesIsRefused) {
  PortalWorld world;
  world.nodes = {{.arrival_map = WorldMapIndex(1), .first_cost = 0},
                 {.arrival_map = WorldMapIndex(0), .first_cost = 1}};
  world.exits = {{0, 1}, {1, 1}};
  for (std::vector<double>& costs : world.costs) costs = {1, 1};
  world.MakeHierarchy();
  EXPECT_EQ(CheckHierarchy(world.graph(), WorldMode::kMayUse), absl::OkStatus());
  world.labels[0] = {
      {0, 1, 2}, {{PortalHubId(1), UINT32_MAX, 1}, {PortalHubId(0), UINT32_MAX, 1}}, {0, 0, 0}, {}};
  const absl::Status status = CheckHierarchy(world.graph(), WorldMode::kMayUse);
  EXPECT_THAT(std::string(status.message()), HasSubstr("2 portals are above themselves"));
}

// Portals 0 to n on one map that all lead back to it for nothing: from and to the last two, each arc is twice the one before.
TEST(PortalClimb, AHierarchyWhoseArcsStandForMorePortalsThanThereAreIsRefused) {
  constexpr uint32_t kPortals = 24;
  PortalWorld world;
  world.exits = {{0, kPortals}};
  for (uint32_t i = 0; i < kPortals; ++i)
    world.nodes.push_back({.arrival_map = WorldMapIndex(0), .first_cost = uint64_t{i} * kPortals});
  for (std::vector<double>& costs : world.costs) costs.assign(size_t{kPortals} * kPortals, 0);
  PortalLabels& made = world.labels[0];
  made.out_rows = made.in_rows = {0};
  for (uint32_t i = 0; i < kPortals; ++i) {
    for (uint32_t above = i + 1; above < kPortals; ++above) {
      const uint32_t between = i == 0 ? UINT32_MAX : i - 1;
      made.out.push_back({PortalHubId(above), between, 0});
      made.in.push_back({PortalHubId(above), between, 0});
    }
    made.out_rows.push_back(made.out.size());
    made.in_rows.push_back(made.in.size());
  }
  world.labels[1] = made;
  world.has_hierarchy = true;
  const absl::Status status = CheckHierarchy(world.graph(), WorldMode::kMayUse);
  EXPECT_THAT(std::string(status.message()), HasSubstr("stands for too many portals"));
}

}  // namespace
}  // namespace waystone
