// Which zones a view has: the baked ones, or ones computed for the agent's abilities.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "bake/links/link_packer.h"
#include "bake/zones/zone_baker.h"
#include "core/store/loaded_map.h"
#include "core/store/map_encoder.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

// Three islands; the largest is not where players enter. One drops from the left one to the middle one, and
// jumps between the middle one and the right one.
class ViewZones : public ::testing::Test {
 protected:
  ViewZones() {
    OffMeshLink drop;
    drop.kind = LinkKind::kDrop;
    drop.start = {1.5, 0, 0.5};
    drop.end = {3.5, 0, 0.5};
    drop.abilities = {"drop"};
    OffMeshLink jump;
    jump.kind = LinkKind::kJump;
    jump.start = {4.5, 0, 0.5};
    jump.end = {6.5, 0, 0.5};
    jump.two_way = true;
    jump.abilities = {"jump"};
    const std::vector<OffMeshLink> source = {drop, jump};
    const absl::StatusOr<PackedLinks> packed = PackLinks(source, {}, mesh_, {});
    EXPECT_TRUE(packed.ok());
    links_ = packed->data;
    manifest_.map_id = "islands";
    manifest_.areas = {{1, "ground"}};
    manifest_.link_abilities = packed->abilities;
    EXPECT_THAT(manifest_.link_abilities, ::testing::ElementsAre("drop", "jump"));
  }

  // A package with the sets of abilities, the first given with baked zones.
  std::shared_ptr<const LoadedMap> Load(const std::vector<std::vector<std::string>>& sets,
                                        size_t with_zones) {
    std::vector<VariantContent> contents;
    std::vector<ZoneData> zones(sets.size());
    manifest_.variants.clear();
    for (size_t i = 0; i < sets.size(); ++i) {
      MapVariant variant;
      variant.abilities = sets[i];
      manifest_.variants.push_back(variant);
      uint64_t bits = 0;
      for (const std::string& name : sets[i]) bits |= name == "drop" ? 1 : 2;
      ZoneRules rules;
      rules.spawns = {{0.5, 0, 0.5}};
      zones[i] = BakeZones(mesh_, *LinkView::Create(links_, mesh_), bits, {}, rules).zones;
      VariantContent content;
      if (i == 0) content = {&data_, &links_, nullptr};
      if (i < with_zones) content.zones = &zones[i];
      contents.push_back(content);
    }
    const auto bytes = EncodeMap(manifest_, contents);
    EXPECT_TRUE(bytes.ok()) << bytes.status();
    return *LoadedMap::FromPackage(*PackageReader::FromBytes(*bytes, "islands.waymap"));
  }

  PolyId Poly(double x) const { return PolyAt(mesh_, x, 0.5); }

  const NavmeshData data_ = AsciiNavmesh("..#..#.....\n");
  const NavmeshView mesh_ = ViewOf(data_);
  LinkData links_;
  MapManifest manifest_;
  ReachWorkspace reach_;
};

TEST_F(ViewZones, ABakedSetIsLookedUp) {
  const auto map = Load({{}, {"drop"}}, 2);
  const auto view = map->View("", {"drop"});
  ASSERT_TRUE(view.ok());
  EXPECT_EQ(view->zones_basis, ZonesBasis::kBaked);
  EXPECT_EQ(view->zones_owner, nullptr);
  EXPECT_EQ(view->abilities, 1U);
  EXPECT_TRUE(view->zones->Reaches(Poly(0.5), Poly(4.5), reach_));
  EXPECT_FALSE(view->zones->Reaches(Poly(4.5), Poly(0.5), reach_));
  EXPECT_FALSE(map->View("")->zones->Reaches(Poly(0.5), Poly(4.5), reach_));
}

TEST_F(ViewZones, NamesThatNoLinkNeedsChangeNothing) {
  const auto map = Load({{}, {"drop"}}, 2);
  const auto view = map->View("", {"swim", "drop", "drop", ""});
  ASSERT_TRUE(view.ok());
  EXPECT_EQ(view->zones, map->View("", {"drop"})->zones);
  EXPECT_EQ(view->zones_basis, ZonesBasis::kBaked);
}

TEST_F(ViewZones, AnotherSetIsComputedOnceAndKeepsTheBakedMainGround) {
  const auto map = Load({{}, {"drop"}}, 2);
  const auto view = map->View("", {"drop", "jump"});
  ASSERT_TRUE(view.ok());
  EXPECT_EQ(view->zones_basis, ZonesBasis::kComputed);
  EXPECT_EQ(view->abilities, 3U);
  EXPECT_TRUE(view->zones->Reaches(Poly(0.5), Poly(8.5), reach_));
  EXPECT_TRUE(view->zones->Reaches(Poly(8.5), Poly(3.5), reach_));
  EXPECT_FALSE(view->zones->Reaches(Poly(8.5), Poly(0.5), reach_));
  EXPECT_TRUE(view->zones->IsMain(Poly(0.5)));  // the spawn's, though the rest is larger
  EXPECT_FALSE(view->zones->IsMain(Poly(8.5)));
  EXPECT_EQ(map->View("", {"jump", "drop"})->zones, view->zones);
  EXPECT_EQ(map->View("", {"jump"})->zones_basis, ZonesBasis::kComputed);
  EXPECT_EQ(map->View("", {"jump"})->zones->ZoneOf(Poly(8.5)), kIsolatedZone);
}

TEST_F(ViewZones, FewerAbilitiesThanBakedKeepTheLargestPartOfTheMainGround) {
  const auto map = Load({{"drop", "jump"}}, 1);  // its main ground: the spawn's two cells
  const auto view = map->View("");
  EXPECT_EQ(view->abilities, 0U);
  EXPECT_EQ(view->zones_basis, ZonesBasis::kComputed);
  EXPECT_TRUE(view->zones->IsMain(Poly(0.5)));
  EXPECT_TRUE(view->zones->IsMain(Poly(1.5)));
  EXPECT_FALSE(view->zones->IsMain(Poly(8.5)));
}

TEST_F(ViewZones, APackageWithoutZonesGetsThem) {
  const auto map = Load({{}}, 0);
  EXPECT_EQ(map->View("", {}, ZonesNeed::kIfReady)->zones, nullptr);
  const auto view = map->View("");
  EXPECT_EQ(view->zones_basis, ZonesBasis::kComputed);
  EXPECT_TRUE(view->zones->IsMain(Poly(8.5)));  // the largest
  EXPECT_EQ(map->View("", {}, ZonesNeed::kIfReady)->zones, view->zones);
}

}  // namespace
}  // namespace waystone
