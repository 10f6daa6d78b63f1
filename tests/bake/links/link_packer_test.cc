#include "bake/links/link_packer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "core/base/str_cat.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const Vec3 kOrigin{100, 20, -300};

// Two islands.
NavmeshData Islands() { return AsciiNavmesh("...##...\n"); }

OffMeshLink Ladder(double from_x, double to_x) {
  OffMeshLink link;
  link.kind = LinkKind::kLadder;
  link.start = kOrigin + Vec3{from_x, 0.1, 0.5};
  link.end = kOrigin + Vec3{to_x, 0.1, 0.5};
  link.abilities = {"ladder", "strong"};
  link.external_id = "shaft 7";
  return link;
}

TEST(LinkPacker, ATwoWayLinkIsTwoRecordsThatNameEachOther) {
  const NavmeshData data = Islands();
  const NavmeshView mesh = ViewOf(data);
  OffMeshLink ladder = Ladder(2.5, 5.5);
  ladder.two_way = true;
  const std::vector<OffMeshLink> source = {ladder, Ladder(0.5, 7.5)};
  const std::vector<std::string> abilities = CollectAbilities(source, {}).value();
  EXPECT_THAT(abilities, ElementsAre("ladder", "strong"));
  const PackedLinks packed = PackLinks(source, {}, mesh, kOrigin, abilities);
  EXPECT_THAT(packed.warnings, IsEmpty());
  const absl::StatusOr<LinkView> view = LinkView::Create(packed.data, mesh);
  ASSERT_TRUE(view.ok()) << view.status();
  ASSERT_EQ(view->size(), 3U);
  int with_way_back = 0;
  for (uint32_t i = 0; i < view->size(); ++i) {
    const NavLink& link = view->link(LinkId(i));
    EXPECT_EQ(view->ExternalId(LinkId(i)), "shaft 7");
    EXPECT_EQ(PolyAt(mesh, link.start[0], link.start[2]), PolyId(link.start_poly));
    EXPECT_EQ(PolyAt(mesh, link.end[0], link.end[2]), PolyId(link.end_poly));
    EXPECT_FALSE(MayUse(link, 1));
    EXPECT_TRUE(MayUse(link, 3));
    if (link.reverse == kNoLink) continue;
    ++with_way_back;
    EXPECT_EQ(view->link(LinkId(link.reverse)).reverse, i);
    EXPECT_FLOAT_EQ(link.cost_m, 3);
  }
  EXPECT_EQ(with_way_back, 2);
}

TEST(LinkPacker, ALinkWhoseEndIsOffTheSurfaceIsLeftOutAloud) {
  const NavmeshData data = Islands();
  std::vector<OffMeshLink> source = {Ladder(2.5, 40), Ladder(40, 2.5)};
  source[0].place = "town.links.csv:2";
  source[1].external_id.clear();
  const std::vector<std::string> abilities = CollectAbilities(source, {}).value();
  const PackedLinks packed = PackLinks(source, {}, ViewOf(data), kOrigin, abilities);
  EXPECT_THAT(packed.data.links, IsEmpty());
  EXPECT_THAT(packed.warnings,
              ElementsAre("town.links.csv:2: link \"shaft 7\": its end is not on the surface within 0.5 m; "
                          "left out",
                          "link 1: its start is not on the surface within 0.5 m; left out"));
}

TEST(LinkPacker, ARadiusIsOneOfACircle) {
  const NavmeshData data = Islands();
  const NavmeshView mesh = ViewOf(data);
  OffMeshLink ladder = Ladder(2.5, 5.5);
  ladder.radius_m = 0.5;
  ladder.start = kOrigin + Vec3{-0.3, 0, -0.3};  // 0.42 m from the surface's corner
  EXPECT_THAT(PackLinks({&ladder, 1}, {}, mesh, kOrigin, ladder.abilities).warnings, IsEmpty());
  ladder.start = kOrigin + Vec3{-0.4, 0, -0.4};  // 0.57 m
  EXPECT_THAT(PackLinks({&ladder, 1}, {}, mesh, kOrigin, ladder.abilities).warnings, testing::SizeIs(1));
}

TEST(LinkPacker, AGeneratedLinkNeedsTheAbilityOfItsKind) {
  const NavmeshData data = Islands();
  const NavmeshView mesh = ViewOf(data);
  const GeneratedLink drop{LinkKind::kDrop, PolyAt(mesh, 2.5, 0.5), PolyAt(mesh, 5.5, 0.5),
                           {2.9, 0, 0.5},   {5.1, 0, 0.5},          2.2};
  const std::vector<GeneratedLink> generated = {drop};
  // Another agent's links need another ability: bits are the map's, not the agent's.
  GeneratedLink jump = drop;
  jump.kind = LinkKind::kJump;
  const std::vector<std::vector<GeneratedLink>> of_agents = {{jump}, generated};
  const std::vector<std::string> abilities = CollectAbilities(std::vector{Ladder(0, 1)}, of_agents).value();
  EXPECT_THAT(abilities, ElementsAre("drop", "jump", "ladder", "strong"));
  const PackedLinks packed = PackLinks({}, generated, mesh, kOrigin, abilities);
  const absl::StatusOr<LinkView> view = LinkView::Create(packed.data, mesh);
  ASSERT_TRUE(view.ok()) << view.status();
  ASSERT_EQ(view->Of(drop.start_poly).size(), 1U);
  EXPECT_EQ(view->Of(drop.start_poly)[0].flags, kLinkGenerated);
  EXPECT_EQ(view->Of(drop.start_poly)[0].abilities, 1U);
  EXPECT_EQ(view->ExternalId(view->FirstOf(drop.start_poly)), "");
  EXPECT_THAT(view->Of(drop.end_poly), IsEmpty());
}

TEST(LinkPacker, MoreThanSixtyFourAbilitiesAreRefused) {
  const NavmeshData data = Islands();
  OffMeshLink link = Ladder(2.5, 5.5);
  for (int i = 0; i < 63; ++i) link.abilities.push_back(StrCat("a", i));
  const std::vector<OffMeshLink> source = {link};
  EXPECT_THAT(std::string(CollectAbilities(source, {}).status().message()), HasSubstr("65 abilities"));
}

TEST(LinkView, BrokenRecordsAreRefusedByNameIndexAndRule) {
  const NavmeshData data = Islands();
  const NavmeshView mesh = ViewOf(data);
  OffMeshLink ladder = Ladder(2.5, 5.5);
  ladder.two_way = true;
  const std::vector<OffMeshLink> source = {ladder};
  const LinkData good = PackLinks(source, {}, mesh, kOrigin)->data;
  const auto refusal = [&](auto&& change) {
    LinkData bad = good;
    change(bad);
    return std::string(LinkView::Create(bad, mesh).status().message());
  };
  EXPECT_EQ(refusal([](LinkData& d) { d.links[0].end_poly = 999; }), "link records[0]: polygon out of range");
  EXPECT_EQ(refusal([](LinkData& d) { d.links[1].start[1] = std::numeric_limits<float>::quiet_NaN(); }),
            "link records[1]: an end is not finite");
  EXPECT_EQ(refusal([](LinkData& d) { d.links[0].cost_m = -1; }), "link records[0]: bad cost");
  EXPECT_EQ(refusal([](LinkData& d) { d.links[0].radius_m = std::numeric_limits<float>::infinity(); }),
            "link records[0]: bad radius");
  EXPECT_EQ(refusal([](LinkData& d) { d.links[0].kind = static_cast<LinkKind>(9); }),
            "link records[0]: unknown kind");
  EXPECT_EQ(refusal([](LinkData& d) { d.links[0].reverse = 0; }),
            "link records[0]: its path back is another link's");
  EXPECT_EQ(refusal([](LinkData& d) { d.links[0].reverse = 5; }), "link records[0]: path back out of range");
  EXPECT_EQ(refusal([](LinkData& d) { d.links[0].name_offset = 1000; }),
            "link records[0]: name out of range");
  EXPECT_EQ(refusal([](LinkData& d) { d.names.back() = 'x'; }), "link names: the last one does not end");
  EXPECT_EQ(refusal([](LinkData& d) { d.rows.pop_back(); }), "link rows: not one per polygon");
  EXPECT_EQ(refusal([](LinkData& d) {
              d.rows[1] = 2;
              d.rows[2] = 1;
            }),
            "link rows[2]: not monotone");
  EXPECT_THAT(refusal([](LinkData& d) { std::swap(d.links[0], d.links[1]); }), HasSubstr("link records[0]"));
}

}  // namespace
}  // namespace waystone
