#include "core/zones/zone_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/random.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

ZoneData Pack(uint32_t node_count, const std::vector<Arc>& arcs, const ZoneOptions& options = {}) {
  return PackZones(LabelZones(CsrGraph::FromArcs(node_count, arcs), options));
}

//   0 <-> 1 -> 2 <-> 3     4 <-> 5
const std::vector<Arc> kPitAndIsland = {{0, 1}, {1, 0}, {1, 2}, {2, 3}, {3, 2}, {4, 5}, {5, 4}};

TEST(ZoneView, ExactRuleLetsAPitBeEnteredAndNotLeft) {
  const ZoneData data = Pack(6, kPitAndIsland);
  const absl::StatusOr<ZoneView> zones = ZoneView::Create(data);
  ASSERT_TRUE(zones.ok()) << zones.status();
  ReachWorkspace workspace;
  EXPECT_TRUE(zones->Reaches(PolyId(0), PolyId(3), workspace));
  EXPECT_FALSE(zones->Reaches(PolyId(3), PolyId(0), workspace));
  EXPECT_FALSE(zones->Reaches(PolyId(0), PolyId(4), workspace));
  EXPECT_TRUE(zones->Reaches(PolyId(4), PolyId(5), workspace));
}

TEST(ZoneView, SeedsRuleCallsAnyPathIntoTheMainZoneLegalAndIsolatedGroundNever) {
  const ZoneData data = Pack(6, kPitAndIsland);
  const absl::StatusOr<ZoneView> zones = ZoneView::Create(data);
  ASSERT_TRUE(zones.ok()) << zones.status();
  EXPECT_TRUE(zones->LegalBySeed(PolyId(3), PolyId(0)));   // out of the pit: legal by the seed only
  EXPECT_TRUE(zones->LegalBySeed(PolyId(4), PolyId(0)));   // from the island likewise
  EXPECT_TRUE(zones->LegalBySeed(PolyId(2), PolyId(3)));   // the same zone
  EXPECT_FALSE(zones->LegalBySeed(PolyId(0), PolyId(3)));  // into the pit: illegal by the seed only
  EXPECT_FALSE(zones->LegalBySeed(PolyId(4), PolyId(5)));  // isolated: 0 = 0 says nothing
}

TEST(ZoneView, ReachesAgreesWithAFloodOnRandomGraphs) {
  Random random(9);
  for (int round = 0; round < 100; ++round) {
    const uint32_t n = 1 + random.NextBelow(40);
    std::vector<Arc> arcs(random.NextBelow(2 * n));
    for (Arc& arc : arcs) arc = {random.NextBelow(n), random.NextBelow(n)};
    const CsrGraph graph = CsrGraph::FromArcs(n, arcs);
    const ZoneData data = Pack(n, arcs);
    const absl::StatusOr<ZoneView> zones = ZoneView::Create(data);
    ASSERT_TRUE(zones.ok()) << zones.status();
    ReachWorkspace workspace;
    for (uint32_t from = 0; from < n; ++from) {
      std::vector<bool> reached(n, false);
      std::vector<uint32_t> open = {from};
      reached[from] = true;
      while (!open.empty()) {
        const uint32_t v = open.back();
        open.pop_back();
        for (uint32_t t : graph.Targets(v)) {
          if (!reached[t]) open.push_back(t);
          reached[t] = true;
        }
      }
      for (uint32_t to = 0; to < n; ++to)
        ASSERT_EQ(zones->Reaches(PolyId(from), PolyId(to), workspace), reached[to]);
    }
  }
}

TEST(ZoneView, BrokenArraysAreRefusedByNameIndexAndRule) {
  const ZoneData good = Pack(6, kPitAndIsland);
  const auto refusal = [](const ZoneData& bad) {
    return std::string(ZoneView::Create(bad).status().message());
  };
  ZoneData bad = good;
  bad.component_of_node[2] = 9;
  EXPECT_EQ(refusal(bad), "zone component of node[2]: out of range");
  bad = good;
  bad.dag_targets[0] = 0;
  EXPECT_EQ(refusal(bad), "zone dag targets[0]: it does not lead upwards to a component");
  bad = good;
  bad.components[1].node_count = 3;
  EXPECT_EQ(refusal(bad), "zone components[1]: wrong node count");
  bad = good;
  bad.components[1].lowest_node = 5;
  EXPECT_THAT(refusal(bad), HasSubstr("its lowest node is another one"));
  bad = good;
  bad.dag_offsets[1] = 0xffffffffU;
  EXPECT_THAT(refusal(bad), HasSubstr("dag offsets"));
  bad = good;
  bad.reach.pop_back();
  EXPECT_THAT(refusal(bad), HasSubstr("counts"));
  bad = good;
  bad.header.main_zone_count = 0;
  EXPECT_THAT(refusal(bad), HasSubstr("no zone is main"));
  bad = good;
  bad.components[0].zone = ZoneId(100);
  EXPECT_THAT(refusal(bad), HasSubstr("beyond their number"));
}

TEST(ZoneView, AnEmptyGraphHasAView) {
  const ZoneData data = Pack(0, {});
  EXPECT_TRUE(ZoneView::Create(data).ok());
}

}  // namespace
}  // namespace waystone
