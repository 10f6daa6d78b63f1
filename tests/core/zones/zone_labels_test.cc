#include "core/zones/zone_labels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "core/base/random.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;

std::vector<uint32_t> Zones(const ZoneLabels& labels) {
  std::vector<uint32_t> zones;
  for (uint32_t v = 0; v < labels.component.size(); ++v) zones.push_back(labels.ZoneOf(v).value());
  return zones;
}

CsrGraph Graph(uint32_t node_count, const std::vector<Arc>& arcs) {
  return CsrGraph::FromArcs(node_count, arcs);
}

//   0 <-> 1 <-> 2 -> 3 <-> 4     5 <-> 6     7
//                ledge    pit     island
const std::vector<Arc> kLedge = {{0, 1}, {1, 0}, {1, 2}, {2, 1}, {2, 3}, {3, 4}, {4, 3}, {5, 6}, {6, 5}};

TEST(ZoneLabels, RanksStrongComponentsOfTheLargestWeakOneAndIsolatesTheRest) {
  const ZoneLabels labels = LabelZones(Graph(8, kLedge), {});
  EXPECT_THAT(Zones(labels), ElementsAre(1, 1, 1, 2, 2, 0, 0, 0));
  EXPECT_EQ(labels.weak_count, 3U);
  EXPECT_EQ(labels.isolated_node_count, 3U);
}

TEST(ZoneLabels, OneWayDropIsReachedFromMainButDoesNotReachIt) {
  const ZoneLabels labels = LabelZones(Graph(8, kLedge), {});
  const ZoneComponent& pit = labels.components[labels.component[3]];
  EXPECT_TRUE(pit.reached_from_main());
  EXPECT_FALSE(pit.reaches_main());
  const ZoneComponent& island = labels.components[labels.component[5]];
  EXPECT_FALSE(island.reached_from_main());
  EXPECT_FALSE(island.reaches_main());
}

TEST(ZoneLabels, MoreMainWeakComponentsKeepMoreIslands) {
  EXPECT_THAT(Zones(LabelZones(Graph(8, kLedge), {.main_weak_count = 2})),
              ElementsAre(1, 1, 1, 2, 2, 3, 3, 0));
}

TEST(ZoneLabels, EqualSizesAreRankedByTheLowestNode) {
  EXPECT_THAT(Zones(LabelZones(Graph(4, {{3, 2}, {2, 1}, {1, 0}}), {})), ElementsAre(1, 2, 3, 4));
}

TEST(ZoneLabels, EqualSizesAreRankedByTheSourcesLowestId) {
  // Three components of one size, weak or strong, named by their second, first and last node.
  const std::vector<uint32_t> ids = {50, 40, 60, 45, 70, 10};
  const std::vector<Arc> pairs = {{0, 1}, {1, 0}, {2, 3}, {3, 2}, {4, 5}, {5, 4}};
  EXPECT_THAT(Zones(LabelZones(Graph(6, pairs), {.source_ids = ids})), ElementsAre(0, 0, 0, 0, 1, 1));
  EXPECT_THAT(Zones(LabelZones(Graph(6, pairs), {.main_weak_count = 2, .source_ids = ids})),
              ElementsAre(2, 2, 0, 0, 1, 1));
  std::vector<Arc> chain = pairs;
  chain.push_back({1, 2});
  chain.push_back({3, 4});
  EXPECT_THAT(Zones(LabelZones(Graph(6, chain), {.source_ids = ids})), ElementsAre(2, 2, 3, 3, 1, 1));
  const std::vector<uint32_t> same(6, 7);
  EXPECT_THAT(Zones(LabelZones(Graph(6, chain), {.source_ids = same})), ElementsAre(1, 1, 2, 2, 3, 3));
}

TEST(ZoneLabels, SpawnDecidesTheMainZoneEvenWhenTheOutsideIsLarger) {
  const std::vector<uint32_t> spawns = {5};
  EXPECT_THAT(Zones(LabelZones(Graph(8, kLedge), {.spawns = spawns})), ElementsAre(0, 0, 0, 0, 0, 1, 1, 0));
}

TEST(ZoneLabels, ComponentsAreNumberedAlongTheArcs) {
  Random random(5);
  for (int round = 0; round < 200; ++round) {
    const uint32_t n = 1 + random.NextBelow(30);
    std::vector<Arc> arcs(random.NextBelow(2 * n));
    for (Arc& arc : arcs) arc = {random.NextBelow(n), random.NextBelow(n)};
    const ZoneLabels labels = LabelZones(Graph(n, arcs), {.main_weak_count = 3});
    for (const Arc& arc : arcs) ASSERT_LE(labels.component[arc.source], labels.component[arc.target]);
    uint32_t nodes = 0;
    for (const ZoneComponent& component : labels.components) nodes += component.node_count;
    ASSERT_EQ(nodes, n);
  }
}

TEST(ZoneLabels, AnEmptyGraphHasNoZones) {
  const ZoneLabels labels = LabelZones(CsrGraph(), {});
  EXPECT_TRUE(labels.components.empty());
  EXPECT_EQ(labels.weak_count, 0U);
}

}  // namespace
}  // namespace waystone
