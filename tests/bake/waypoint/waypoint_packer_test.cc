#include "bake/waypoint/waypoint_packer.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "core/base/str_cat.h"
#include "core/navmesh/surface_queries.h"
#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

TEST(WaypointPacker, NodesLieOnTheirPolygonsAndArcsAreLinks) {
  Random random(2);
  const WaypointGraph graph = RandomWaypoints(200, 4, random);
  const Vec3 origin = OriginOf(graph);
  const absl::StatusOr<NavmeshData> ground = BuildNavmesh(GroundOf(graph, origin));
  ASSERT_TRUE(ground.ok()) << ground.status();
  const absl::StatusOr<NavmeshView> mesh = NavmeshView::Create(*ground);
  ASSERT_TRUE(mesh.ok());
  const absl::StatusOr<PackedWaypoints> packed = PackWaypoints(graph, *mesh, origin, 1);
  ASSERT_TRUE(packed.ok());
  const absl::StatusOr<LinkView> links = LinkView::Create(packed->links, *mesh);
  ASSERT_TRUE(links.ok()) << links.status();
  ASSERT_EQ(packed->data.nodes.size(), graph.nodes.size());
  ASSERT_EQ(links->size(), graph.links.size());
  for (uint32_t p = 0; p < mesh->poly_count(); ++p) {
    const WaypointNode& node = packed->data.nodes[p];
    EXPECT_EQ(node.external_id, mesh->poly(PolyId(p)).external_id);
    const Vec3 at(node.x, node.y, node.z);
    EXPECT_NEAR(Distance(ClosestPointOnPoly(*mesh, PolyId(p), at), at), 0, 1e-5);
  }
  std::map<std::string, const WaypointGraph::Link*> by_name;
  for (const WaypointGraph::Link& link : graph.links) {
    by_name[StrCat(graph.nodes[link.from].id, ">", graph.nodes[link.to].id)] = &link;
  }
  for (uint32_t i = 0; i < links->size(); ++i) {
    const NavLink& link = links->link(LinkId(i));
    const WaypointGraph::Link& source = *by_name.at(std::string(links->ExternalId(LinkId(i))));
    EXPECT_EQ(packed->data.arcs[i].target.value(), link.end_poly);
    EXPECT_EQ(packed->data.nodes[link.start_poly].external_id, graph.nodes[source.from].id);
    EXPECT_EQ(packed->data.nodes[link.end_poly].external_id, graph.nodes[source.to].id);
    EXPECT_EQ(link.abilities, uint64_t{source.jump} | uint64_t{source.ladder} << 1);
  }
}

TEST(WaypointPacker, AbilitiesAreThoseThatLinksNeed) {
  EXPECT_TRUE(Packed(DrawnWaypoints("a.b\n", {"ab"})).abilities.empty());
  EXPECT_EQ(Packed(DrawnWaypoints("a.b\n", {"^ab"})).abilities, std::vector<std::string>{"jump"});
  const PackedWaypoints ladder = Packed(DrawnWaypoints("a.b\n", {"#ab"}));
  EXPECT_EQ(ladder.abilities, std::vector<std::string>{"ladder"});
  EXPECT_EQ(ladder.links.links[0].abilities, 1U);
}

}  // namespace
}  // namespace waystone
