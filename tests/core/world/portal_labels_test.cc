// What is told of labels that were not made of the world they are of.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "core/base/str_cat.h"
#include "core/world/portal_graph.h"
#include "core/world/portal_search.h"
#include "tests/oracle/slow_portals.h"
#include "tests/support/portal_world.h"

namespace waystone {
namespace {

using testing::HasSubstr;

PortalWorld Square() {
  PortalWorld world = MakePortalsOfSquare(3, 4, 1);
  world.MakeLabels();
  return world;
}

// An entry that is not of the hub itself.
PortalLabel& SomeStep(std::vector<PortalLabel>& labels) {
  for (PortalLabel& label : labels) {
    if (label.cost_m > 0) return label;
  }
  return labels.front();
}

void ExpectRefused(const PortalWorld& world, const std::string& because) {
  const absl::Status status = CheckLabels(world.graph(), WorldMode::kMayUse);
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(std::string(status.message()), HasSubstr(because));
}

TEST(CheckLabels, AcceptsWhatTheBakerMakes) {
  Random random(1);
  for (uint32_t round = 0; round < 50; ++round) {
    const PortalWorld world = MakeRandomPortals(
        {.maps = 3, .portals = random.NextBelow(12), .most_cost = random.NextBelow(4)}, random);
    EXPECT_EQ(CheckLabels(world.graph(), WorldMode::kMayUse), absl::OkStatus());
    EXPECT_EQ(CheckLabels(world.graph(), WorldMode::kWalkInTeleports), absl::OkStatus());
  }
  EXPECT_EQ(CheckLabels(Square().graph(), WorldMode::kMayUse), absl::OkStatus());
}

TEST(CheckLabels, RefusesRowsThatDoNotCoverTheLabels) {
  PortalWorld world = Square();
  world.labels[0].out_rows.pop_back();
  ExpectRefused(world, "out label rows");
  world = Square();
  world.labels[0].in.pop_back();
  ExpectRefused(world, "in label rows");
  world = Square();
  world.labels[0].in_rows[1] = world.labels[0].in_rows[2] + 1;
  ExpectRefused(world, "in label rows[1]");
}

TEST(CheckLabels, RefusesEntriesOutOfRange) {
  for (const double cost_m : {-1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    PortalWorld world = Square();
    world.labels[0].out[5].cost_m = cost_m;
    ExpectRefused(world, "out labels[5]");
  }
  PortalWorld world = Square();
  world.labels[0].in[0].hub = PortalHubId(static_cast<uint32_t>(world.nodes.size()));
  ExpectRefused(world, "in labels[0]");
  world = Square();
  world.labels[0].in[0].next = static_cast<uint32_t>(world.nodes.size());
  ExpectRefused(world, "in labels[0]");
  world = Square();
  const uint64_t row = world.labels[0].out_rows[3];
  world.labels[0].out[row + 1].hub = world.labels[0].out[row].hub;
  ExpectRefused(world, StrCat("out labels[", row + 1, "]"));
}

TEST(CheckLabels, RefusesCostsThatAreNotThoseOfTheWalks) {
  PortalWorld world = Square();
  SomeStep(world.labels[0].out).cost_m += 1;
  ExpectRefused(world, "out labels[");
  world = Square();
  SomeStep(world.labels[0].in).cost_m *= 0.5;
  ExpectRefused(world, "in labels[");
}

// Two portals between which one walks for nothing, each the next of the other towards a hub that neither is.
TEST(CheckLabels, RefusesWaysRoundAndRound) {
  PortalWorld world;
  world.nodes = {{.arrival_map = WorldMapIndex(1), .first_cost = 0},
                 {.arrival_map = WorldMapIndex(0), .first_cost = 1}};
  world.exits = {{0, 1}, {1, 1}};
  for (std::vector<double>& costs : world.costs) costs = {0, 0};
  world.MakeLabels();
  world.labels[0].out_rows = {0, 1, 2};
  world.labels[0].out = {{PortalHubId(0), 1, 0}, {PortalHubId(0), 0, 0}};
  ExpectRefused(world, "out labels[");
}

TEST(CheckLabels, RefusesHubsThatAreTwoPortals) {
  PortalWorld world = Square();
  const uint32_t last = static_cast<uint32_t>(world.nodes.size() - 1);
  world.labels[0].in_rows = world.labels[0].out_rows;
  world.labels[0].in.assign(world.labels[0].out_rows.back(), {});
  for (uint32_t portal = 0; portal <= last; ++portal) {
    world.labels[0].out_rows[portal + 1] = world.labels[0].in_rows[portal + 1] = portal + 1;
    world.labels[0].out.resize(last + 1);
    world.labels[0].in.resize(last + 1);
    world.labels[0].out[portal] = {PortalHubId(portal), portal, 0};
    world.labels[0].in[portal] = {PortalHubId(last - portal), portal, 0};
  }
  ExpectRefused(world, "in labels[");
}

// Whatever is damaged: refused, or every path that is told can be walked and costs what it says.
TEST(CheckLabels, LeavesNothingThatTellsPathsThatAreNot) {
  Random random(2);
  const PortalWorld sound = MakeRandomPortals({.maps = 3, .portals = 9, .most_cost = 2}, random);
  PortalSearch search;
  uint32_t accepted = 0;
  for (uint32_t round = 0; round < 2000; ++round) {
    PortalWorld world = sound;
    std::vector<PortalLabel>& side = round % 2 == 0 ? world.labels[0].out : world.labels[0].in;
    PortalLabel& label = side[random.NextBelow(static_cast<uint32_t>(side.size()))];
    const uint32_t other = random.NextBelow(9);
    if (random.NextBelow(2) == 0) {
      label.hub = PortalHubId(other);
    } else {
      label.next = other;
    }
    if (random.NextBelow(2) == 0) label.cost_m = random.NextBelow(3);
    const PortalGraph graph = world.graph();
    if (!CheckLabels(graph, WorldMode::kMayUse).ok()) continue;
    ++accepted;
    for (uint32_t from = 0; from < 9; ++from) {
      const std::vector<PortalHead> heads = {{PortalId(from), 0}};
      const std::vector<PortalTail> tails = {{PortalId(random.NextBelow(9)), 0, 0}};
      const PortalQuery query{.heads = heads, .tails = tails};
      PortalPath path;
      search.Find(graph, query, path);
      if (path.outcome != SearchOutcome::kFound) continue;
      EXPECT_EQ(SlowCostToArrival(graph, query, path.portals), path.cost_m);
      EXPECT_EQ(path.portals.back(), tails[0].portal);
    }
  }
  EXPECT_GT(accepted, 10U);
}

}  // namespace
}  // namespace waystone
