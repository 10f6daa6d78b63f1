// Clusters that break the rules of their format are refused, and those that keep them but do not fit the mesh
// find no path or one over the mesh; none is followed out of its arrays, or for ever.
#include "core/clusters/cluster_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "bake/clusters/cluster_builder.h"
#include "bake/navmesh/navmesh_builder.h"
#include "core/clusters/cluster_route.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

class ClusterViewTest : public ::testing::Test {
 protected:
  ClusterViewTest()
      : data_(*BuildNavmesh(SharedCells(MakeDrawing()))), mesh_(ViewOf(data_)), ground_{mesh_, links_, 0} {}

  static std::string MakeDrawing() {
    Random random(1);
    return RandomDrawing(24, 24, 0.25, random);
  }

  ClusterData Build(ClusterMethod method) const { return *BuildClusters(ground_, {method, 16}, 1); }

  std::string ErrorAfter(ClusterMethod method, const std::function<void(ClusterData&)>& change) const {
    ClusterData data = Build(method);
    change(data);
    return std::string(ClusterView::Create(data, mesh_, links_).status().message());
  }
  std::string ErrorAfter(const std::function<void(ClusterData&)>& change) const {
    return ErrorAfter(ClusterMethod::kEdges, change);
  }

  const NavmeshData data_;
  const NavmeshView mesh_;
  const LinkView links_;
  const ClusterGround ground_;
};

TEST_F(ClusterViewTest, NamesWhatIsBroken) {
  EXPECT_EQ(ErrorAfter([](auto&) {}), "");
  EXPECT_THAT(ErrorAfter([](auto& d) { d.header.method = ClusterMethod(3); }), HasSubstr("unknown method"));
  EXPECT_THAT(ErrorAfter([](auto& d) { ++d.header.cluster_count; }), HasSubstr("counts differ"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.places.pop_back(); }), HasSubstr("not one place per polygon"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.header.reserved[3] = 1; }), HasSubstr("reserved words"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.path_ends.push_back(0); }), HasSubstr("not one path per cost"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.clusters[2].poly_count = 0; }),
              HasSubstr("records[2]: bad number of polygons"));
  EXPECT_THAT(ErrorAfter([](auto& d) { ++d.clusters[2].first_cost; }),
              HasSubstr("records[2]: does not follow the one before"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.clusters[2].step_count = ~0ULL; }),
              HasSubstr("records[2]: out of range"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.steps.push_back(0); }), HasSubstr("do not cover the arrays"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.polys[1] = 1U << 30; }), HasSubstr("polygons[1]: out of range"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.places[d.polys[1]].local = 0; }), HasSubstr("of another cluster"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.steps[5] = 1000; }), HasSubstr("steps[5]: out of range"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.costs[5] = NAN; }), HasSubstr("costs[5]"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.costs[5] = -1; }), HasSubstr("costs[5]"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.entrances[5].x = NAN; }), HasSubstr("entrances[5]: not finite"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.entrances[5].passage = Passage::OfLink(0); }),
              HasSubstr("entrances[5]: passage out of range"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.entrances[5].passage = {}; }),
              HasSubstr("entrances[5]: passage out of range"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.entrances[0].passage = d.entrances.back().passage; }),
              HasSubstr("entrances[0]: leads out of another cluster"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.entrances[5].to = ClusterId(1U << 30); }),
              HasSubstr("entrances[5]: leads elsewhere"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.entrances[5].row ^= 1U; }),
              HasSubstr("entrances[5]: not in its row"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.entrances[5].in_tree = 1U << 30; }),
              HasSubstr("entrances[5]: tree out of range"));
}

TEST_F(ClusterViewTest, NamesWhatIsBrokenOfPaths) {
  const auto error = [&](const std::function<void(ClusterData&)>& change) {
    return ErrorAfter(ClusterMethod::kPoints, change);
  };
  EXPECT_EQ(error([](auto&) {}), "");
  EXPECT_THAT(error([](auto& d) { d.path_ends[1] = d.path_ends[3] + 1; }),
              HasSubstr("path ends[2]: not monotone"));
  EXPECT_THAT(error([](auto& d) {
                const ClusterRecord& first = d.clusters.front();
                ++d.path_ends[first.in_count * first.out_count - 1];
              }),
              HasSubstr("records[0]: its paths do not cover its steps"));
}

TEST_F(ClusterViewTest, StepsThatDoNotFitTheMeshFindNoPathOrOneOverTheMesh) {
  Random random(2);
  ClusterWorkspace workspace;
  for (const ClusterMethod method : {ClusterMethod::kEdges, ClusterMethod::kPoints}) {
    const ClusterData whole = Build(method);
    int found = 0;
    int lost = 0;
    for (int round = 0; round < 1000; ++round) {
      ClusterData data = whole;
      for (int k = 0; k < 300; ++k) {
        data.steps[random.NextBelow(static_cast<uint32_t>(data.steps.size()))] =
            static_cast<uint16_t>(random.NextBelow(8));
        data.costs[random.NextBelow(static_cast<uint32_t>(data.costs.size()))] =
            static_cast<float>(random.NextInRange(0, 5));
      }
      const absl::StatusOr<ClusterView> view = ClusterView::Create(data, mesh_, links_);
      if (!view.ok()) continue;
      for (int pair = 0; pair < 3; ++pair) {
        const NavLocation start = RandomLatticePlace(mesh_, random);
        const NavLocation goal = RandomLatticePlace(mesh_, random);
        const SurfacePath result = FindByClusters(ground_, *view, start, goal, {}, workspace);
        const bool is_found = result.outcome == SearchOutcome::kFound;
        (is_found ? found : lost) += 1;
        uint32_t at = start.poly.value();
        for (const EdgeId side : result.crossed) {
          ASSERT_EQ(mesh_.edge(side).poly, at);
          at = mesh_.edge(EdgeId(mesh_.edge(side).twin)).poly;
        }
        if (is_found) {
          EXPECT_EQ(at, goal.poly.value());
        }
      }
    }
    EXPECT_GT(found, 100);
    EXPECT_GT(lost, 100);
  }
}

}  // namespace
}  // namespace waystone
