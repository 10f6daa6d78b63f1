#include "bake/links/link_generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

// Half-metre cells; a border lies one cell inside the rim of what it stands on, as a bake for this agent
// leaves it.
constexpr AsciiOptions kHalfMetres = {.cell_m = 0.5, .step_m = 0.5, .floor_m = 20, .merge_rows = false};
const AgentProfile kAgent{
    .name = "a", .radius_m = 0.4, .height_m = 1.8, .max_climb_m = 0.5, .max_slope_deg = 45};

struct Solid {
  std::vector<Vec3f> vertices;
  std::vector<CollisionTriangle> triangles;

  // A closed axis-parallel box.
  Solid& Box(const Vec3& lo, const Vec3& hi) {
    const auto first = static_cast<uint32_t>(vertices.size());
    for (uint32_t k = 0; k < 8; ++k) {
      vertices.push_back(
          Vec3((k & 1U) != 0 ? hi.x : lo.x, (k & 2U) != 0 ? hi.y : lo.y, (k & 4U) != 0 ? hi.z : lo.z)
              .ToFloat());
    }
    const uint32_t quads[6][4] = {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                  {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}};
    for (const auto& q : quads) {
      triangles.push_back({{first + q[0], first + q[1], first + q[2]}});
      triangles.push_back({{first + q[0], first + q[2], first + q[3]}});
    }
    return *this;
  }
};

std::vector<GeneratedLink> Generate(const NavmeshData& data, const Solid& solid,
                                    const LinkGenOptions& options, int threads = 1) {
  const NavmeshView mesh = ViewOf(data);
  const absl::StatusOr<RayScene> scene = RayScene::Build(solid.vertices, solid.triangles);
  EXPECT_TRUE(scene.ok()) << scene.status();
  return GenerateLinks(mesh, *scene, kAgent, options, threads);
}

int Count(const std::vector<GeneratedLink>& links, LinkKind kind) {
  return static_cast<int>(
      std::count_if(links.begin(), links.end(), [&](const auto& l) { return l.kind == kind; }));
}

// Ground at 0 in the west, a plateau at 2 m in the east; its face stands at x = 2.5.
const std::vector<std::string_view> kPlateau = {
    "0000##4444\n"
    "0000##4444\n"
    "0000##4444\n"
    "0000##4444\n"};
Solid PlateauSolid() { return Solid().Box({-1, -1, -1}, {6, 0, 3}).Box({2.5, 0, -1}, {6, 2, 3}); }

TEST(LinkGenerator, APlateauIsDroppedFromAndNeverClimbed) {
  const NavmeshData data = AsciiStoreys(kPlateau, kHalfMetres);
  const auto links = Generate(data, PlateauSolid(), {.drop_height_m = 3, .spacing_m = 0.5});
  ASSERT_GE(Count(links, LinkKind::kDrop), 2);
  EXPECT_EQ(Count(links, LinkKind::kJump), 0);
  for (const GeneratedLink& link : links) {
    EXPECT_DOUBLE_EQ(link.start.y, 2.0);
    EXPECT_DOUBLE_EQ(link.end.y, 0.0);
    EXPECT_GE(link.start.x, 3.0);
    EXPECT_LE(link.end.x, 2.5 - kAgent.radius_m + 0.01);
    EXPECT_NEAR(link.cost_m, Distance(link.start, link.end), 1e-12);
  }
}

TEST(LinkGenerator, NothingIsDroppedDeeperThanAllowed) {
  const NavmeshData data = AsciiStoreys(kPlateau, kHalfMetres);
  EXPECT_TRUE(Generate(data, PlateauSolid(), {.drop_height_m = 1.9, .spacing_m = 0.5}).empty());
}

TEST(LinkGenerator, AThinRailingStopsDrops) {
  const NavmeshData data = AsciiStoreys(kPlateau, kHalfMetres);
  const Solid fenced = PlateauSolid().Box({2.55, 2, -1}, {2.56, 3, 3});
  EXPECT_TRUE(Generate(data, fenced, {.drop_height_m = 3, .spacing_m = 0.5}).empty());
}

TEST(LinkGenerator, AShelfBelowCatchesTheBody) {
  const NavmeshData data = AsciiStoreys(kPlateau, kHalfMetres);
  // Half-way down a beam runs along the face, where the falling body would pass.
  const Solid beam = PlateauSolid().Box({2.0, 0.9, -1}, {2.5, 1.0, 3});
  for (const GeneratedLink& link : Generate(data, beam, {.drop_height_m = 3, .spacing_m = 0.5})) {
    EXPECT_LE(link.end.x, 2.0 - kAgent.radius_m + 0.1);
  }
}

// Two banks with a ditch, walls at x = 1.5 and x = 3: 1.5 m to fly, 2.5 m from border to border.
const std::vector<std::string_view> kDitch = {
    "00#####00\n"
    "00#####00\n"
    "00#####00\n"
    "00#####00\n"};
Solid DitchSolid() {
  return Solid().Box({-1, -3, -1}, {1.5, 0, 3}).Box({3, -3, -1}, {6, 0, 3}).Box({-1, -4, -1}, {6, -3, 3});
}
constexpr LinkGenOptions kJumper = {
    .jump_distance_m = 3, .jump_height_m = 1, .drop_height_m = 2, .spacing_m = 0.5};

TEST(LinkGenerator, ADitchIsJumpedBothWays) {
  const NavmeshData data = AsciiStoreys(kDitch, kHalfMetres);
  const auto links = Generate(data, DitchSolid(), kJumper);
  const auto eastward =
      std::count_if(links.begin(), links.end(), [](const auto& l) { return l.end.x > l.start.x; });
  EXPECT_GE(eastward, 2);
  EXPECT_GE(static_cast<long>(links.size()) - eastward, 2);
  EXPECT_EQ(Count(links, LinkKind::kJump), static_cast<int>(links.size()));
}

TEST(LinkGenerator, ADitchWiderThanTheJumpIsNotJumped) {
  const NavmeshData data = AsciiStoreys(kDitch, kHalfMetres);
  LinkGenOptions weak = kJumper;
  weak.jump_distance_m = 2.3;
  EXPECT_TRUE(Generate(data, DitchSolid(), weak).empty());
}

TEST(LinkGenerator, NoJumpPassesThroughAWallOrUnderALowBeam) {
  const NavmeshData data = AsciiStoreys(kDitch, kHalfMetres);
  EXPECT_TRUE(Generate(data, DitchSolid().Box({2.2, -3, -1}, {2.3, 4, 3}), kJumper).empty());
  EXPECT_TRUE(Generate(data, DitchSolid().Box({2.2, 1.9, -1}, {2.3, 2.2, 3}), kJumper).empty());
}

TEST(LinkGenerator, UnderALowCeilingTheJumpIsFlatter) {
  const NavmeshData data = AsciiStoreys(kDitch, kHalfMetres);
  // Too low for the arc of 1 m, high enough for one of half a metre.
  const Solid roofed = DitchSolid().Box({1.5, 2.4, -1}, {3, 2.6, 3});
  EXPECT_EQ(Generate(data, roofed, kJumper).size(), Generate(data, DitchSolid(), kJumper).size());
}

TEST(LinkGenerator, TheFarBankIsJumpedToOverGroundDeepInTheDitch) {
  const NavmeshData data = AsciiStoreys({"44##000##44\n"
                                         "44##000##44\n"
                                         "44##000##44\n"},
                                        kHalfMetres);
  Solid solid;
  solid.Box({-1, -1, -1}, {7, 0, 3}).Box({-1, 0, -1}, {1.5, 2, 3}).Box({4, 0, -1}, {7, 2, 3});
  LinkGenOptions far = kJumper;
  far.jump_distance_m = 4;
  const auto links = Generate(data, solid, far);
  EXPECT_TRUE(std::any_of(links.begin(), links.end(),
                          [](const auto& l) { return l.start.x < 2 && l.end.x > 4 && l.end.y > 1; }));
}

TEST(LinkGenerator, AnAgentDoesNotSlipThroughASlitNarrowerThanItself) {
  const NavmeshData data = AsciiStoreys(kDitch, kHalfMetres);
  // A wall over the ditch with a slit of 0.4 m; the agent is 0.8 m wide.
  const Solid slit = DitchSolid().Box({2.2, -3, -1}, {2.3, 4, 0.8}).Box({2.2, -3, 1.2}, {2.3, 4, 3});
  LinkGenOptions dense = kJumper;
  dense.spacing_m = 0.1;
  EXPECT_TRUE(Generate(data, slit, dense).empty());
}

TEST(LinkGenerator, TheThreadCountDoesNotMatter) {
  const NavmeshData data = AsciiStoreys(kDitch, kHalfMetres);
  const auto one = Generate(data, DitchSolid(), kJumper, 1);
  const auto three = Generate(data, DitchSolid(), kJumper, 3);
  ASSERT_EQ(one.size(), three.size());
  for (size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].start, three[i].start);
    EXPECT_EQ(one[i].end, three[i].end);
    EXPECT_EQ(one[i].end_poly, three[i].end_poly);
  }
}

TEST(LinkGenerator, NothingIsTriedWhereAllKindsAreOff) {
  EXPECT_TRUE(Generate(AsciiStoreys(kDitch, kHalfMetres), DitchSolid(), {}).empty());
}

}  // namespace
}  // namespace waystone
