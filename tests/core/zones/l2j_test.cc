// Labels against the component sizes that were sampled from real game regions.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "bench/zones/l2j_region.h"
#include "core/graph/components.h"
#include "core/zones/zone_labels.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

class L2jRegions : public ::testing::TestWithParam<const char*> {};

TEST_P(L2jRegions, SampledComponentSizesAreExact) {
  WS_TEST_DATA_OR_SKIP(folder, "l2j");
  const absl::StatusOr<L2jRegion> region = ReadL2j(folder + "/" + GetParam() + ".l2j.xz");
  ASSERT_TRUE(region.ok()) << region.status();
  const CsrGraph graph = region->MakeGraph();
  const ZoneLabels labels = LabelZones(graph, {});
  const Components weak = WeakComponents(graph);
  const std::vector<uint32_t> weak_sizes = weak.Sizes();

  std::istringstream samples(ReadTestFile(folder + "/" + GetParam() + ".samples.csv"));
  std::string line;
  std::getline(samples, line);
  int count = 0;
  while (std::getline(samples, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    uint32_t x = 0, y = 0, weak_size = 0, strong_size = 0;
    int height = 0, exits = 0;
    std::istringstream(line) >> x >> y >> height >> exits >> weak_size >> strong_size;
    const uint32_t node = region->NodeAt(x, y, height, exits);
    ASSERT_NE(node, 0xffffffffU) << line;
    EXPECT_EQ(weak_sizes[weak.of_node[node]], weak_size) << line;
    EXPECT_EQ(labels.components[labels.component[node]].node_count, strong_size) << line;
    ++count;
  }
  EXPECT_EQ(count, 1000);
}

INSTANTIATE_TEST_SUITE_P(All, L2jRegions, ::testing::Values("16_21", "17_21", "18_21"));

}  // namespace
}  // namespace waystone
