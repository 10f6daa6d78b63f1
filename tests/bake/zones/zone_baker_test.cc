#include "bake/zones/zone_baker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bake/links/link_packer.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Vec3 kOrigin{1000, 0, -50};

// A large island, a pit in its middle that a ledge leads into, a small island.
NavmeshData Ground() {
  NavmeshData data = AsciiNavmesh(
      "......#..\n"
      ".####.#..\n"
      "....#.###\n"
      "......#..\n");
  const NavmeshView mesh = ViewOf(data);
  MakeOneWay(data, PolyAt(mesh, 0.5, 2.5), PolyAt(mesh, 1.5, 2.5));
  return data;
}

uint32_t ZoneAt(const NavmeshView& mesh, const ZoneData& zones, double x, double z) {
  return zones.components[zones.component_of_node[PolyAt(mesh, x, z).value()]].zone.value();
}

TEST(ZoneBaker, TheLargestIslandIsMainAndOthersAreIsolated) {
  const NavmeshData data = Ground();
  const NavmeshView mesh = ViewOf(data);
  const BakedZones baked = BakeZones(mesh, {}, 0, kOrigin, {});
  EXPECT_EQ(ZoneAt(mesh, baked.zones, 0.5, 0.5), 1U);
  EXPECT_EQ(ZoneAt(mesh, baked.zones, 7.5, 0.5), 0U);
  EXPECT_EQ(ZoneAt(mesh, baked.zones, 7.5, 3.5), 0U);
  EXPECT_TRUE(ZoneView::Create(baked.zones).ok());
}

TEST(ZoneBaker, ASpawnMakesItsIslandMain) {
  const NavmeshData data = Ground();
  const NavmeshView mesh = ViewOf(data);
  ZoneRules rules;
  rules.spawns = {kOrigin + Vec3{7.5, 0.3, 3.5}};
  const BakedZones baked = BakeZones(mesh, {}, 0, kOrigin, rules);
  EXPECT_THAT(baked.warnings, IsEmpty());
  EXPECT_EQ(ZoneAt(mesh, baked.zones, 7.5, 3.5), 1U);
  EXPECT_EQ(ZoneAt(mesh, baked.zones, 0.5, 0.5), 0U);
}

TEST(ZoneBaker, ASpawnOffTheSurfaceIsToldAndTheLargestIslandStaysMain) {
  const NavmeshData data = Ground();
  const NavmeshView mesh = ViewOf(data);
  ZoneRules rules;
  rules.spawns = {kOrigin + Vec3{50, 0, 50}};
  const BakedZones baked = BakeZones(mesh, {}, 0, kOrigin, rules);
  EXPECT_THAT(baked.warnings, ElementsAre("spawn 0 (1050, 0, 0) has no surface within 2 m"));
  EXPECT_EQ(ZoneAt(mesh, baked.zones, 0.5, 0.5), 1U);
}

TEST(ZoneBaker, ALinkJoinsIslandsOnlyForAgentsWithTheAbility) {
  const NavmeshData data = Ground();
  const NavmeshView mesh = ViewOf(data);
  OffMeshLink jump;
  jump.kind = LinkKind::kJump;
  jump.start = kOrigin + Vec3{5.5, 0, 0.5};
  jump.end = kOrigin + Vec3{7.5, 0, 0.5};
  jump.two_way = true;
  jump.abilities = {"jump"};
  const std::vector<OffMeshLink> source = {jump};
  const absl::StatusOr<PackedLinks> packed = PackLinks(source, {}, mesh, kOrigin);
  ASSERT_TRUE(packed.ok());
  const absl::StatusOr<LinkView> links = LinkView::Create(packed->data, mesh);
  ASSERT_TRUE(links.ok());
  EXPECT_EQ(ZoneAt(mesh, BakeZones(mesh, *links, 0, kOrigin, {}).zones, 7.5, 0.5), 0U);
  EXPECT_EQ(ZoneAt(mesh, BakeZones(mesh, *links, 1, kOrigin, {}).zones, 7.5, 0.5), 1U);
}

}  // namespace
}  // namespace waystone
