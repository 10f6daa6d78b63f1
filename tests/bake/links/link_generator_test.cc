#include "bake/links/link_generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "core/base/random.h"
#include "tests/bake/links/solid_boxes.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

// Half-metre cells; a border lies one cell inside the rim of what it stands on, as a bake for this agent
// leaves it.
constexpr AsciiOptions kHalfMetres = {.cell_m = 0.5, .step_m = 0.5, .floor_m = 20, .merge_rows = false};
const AgentProfile kAgent{
    .name = "a", .radius_m = 0.4, .height_m = 1.8, .max_climb_m = 0.5, .max_slope_deg = 45};

std::vector<GeneratedLink> Generate(const NavmeshData& data, const Solid& solid,
                                    const LinkGenOptions& options, int threads = 1) {
  return FindLinks(data, solid, kAgent, options, threads).links;
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

TEST(LinkGenerator, TheFarBankIsReachedThoughThereIsGroundBetween) {
  // The ditch's bed is ground, too: two metres down.
  const NavmeshData data = AsciiStoreys({"4400044\n"
                                         "4400044\n"
                                         "4400044\n"},
                                        kHalfMetres);
  const Solid banks =
      Solid().Box({-1, -1, -1}, {1.0, 2, 3}).Box({2.5, -1, -1}, {5, 2, 3}).Box({-1, -1, -1}, {5, 0, 3});
  const auto links = Generate(data, banks, kJumper);
  EXPECT_TRUE(std::any_of(links.begin(), links.end(), [](const auto& l) {
    return l.kind == LinkKind::kJump && l.start.x <= 1 && l.end.x >= 2.5 && l.end.y == 2;
  }));
}

TEST(LinkGenerator, AJumpDownPassesOverABeamUnderItsArc) {
  const NavmeshData data = AsciiStoreys({"66###########00\n"
                                         "66###########00\n"
                                         "66###########00\n"},
                                        {.cell_m = 0.5, .step_m = 1, .floor_m = 20, .merge_rows = true});
  const Solid banks = Solid().Box({-1, -1, -1}, {1.4, 6, 3}).Box({6.1, -1, -1}, {9, 0, 3});
  const LinkGenOptions options = {
      .jump_distance_m = 6, .jump_height_m = 1, .drop_height_m = 7, .spacing_m = 0.5};
  EXPECT_GE(Count(Generate(data, banks, options), LinkKind::kJump), 1);
  // The straight line from the highest place to the landing would meet the beam, the body does not.
  const Solid under = Solid(banks).Box({4.5, 4.5, -1}, {4.6, 4.85, 3});
  EXPECT_GE(Count(Generate(data, under, options), LinkKind::kJump), 1);
  const Solid higher = Solid(banks).Box({4.5, 4.5, -1}, {4.6, 5.85, 3});
  EXPECT_EQ(Count(Generate(data, higher, options), LinkKind::kJump), 0);
}

// Two banks of one polygon each, 4 m apart, and a wall between with two doors that do not face each other.
TEST(LinkGenerator, ASlantingJumpIsFoundWhereTheStraightOneIsBlocked) {
  const NavmeshData data = AsciiStoreys({"00##00\n"
                                         "00##00\n"
                                         "00##00\n"
                                         "00##00\n"
                                         "00##00\n"},
                                        {.cell_m = 2, .step_m = 1, .floor_m = 20, .merge_rows = true});
  Solid solid;
  solid.Box({-1, -3, -1}, {4.4, 0, 11}).Box({7.6, -3, -1}, {13, 0, 11});
  // Free are z below 4 on the near side and z above 6 on the far side.
  solid.Box({4.6, -3, 4}, {4.8, 5, 12}).Box({7.2, -3, -2}, {7.4, 5, 6}).Box({4.6, -3, -2}, {7.4, 5, -1.5});
  solid.Box({4.6, -3, 11.5}, {7.4, 5, 12});
  const LinkGenOptions options = {.jump_distance_m = 8, .jump_height_m = 1, .drop_height_m = 2};
  const auto links = Generate(data, solid, options);
  const auto slanting = std::count_if(links.begin(), links.end(), [](const auto& l) {
    return l.start.x < 4.5 && l.end.x > 7.5 && l.end.z > l.start.z + 3;
  });
  EXPECT_GE(slanting, 1);
  EXPECT_GT(static_cast<long>(links.size()), slanting);  // and back
  EXPECT_LE(links.size(), 8U);
}

TEST(LinkGenerator, AStoneAsideOfTheStraightPathIsJumpedTo) {
  // The stone is 1.5 m east of the bank, and 1.5 m south of the last place on its border.
  const NavmeshData data = AsciiStoreys({"00######\n"
                                         "00######\n"
                                         "########\n"
                                         "########\n"
                                         "#####00#\n"
                                         "#####00#\n"},
                                        kHalfMetres);
  const Solid solid = Solid().Box({-1, -3, -1}, {1.2, 0, 1.2}).Box({2.3, -3, 1.8}, {3.7, 0, 3.2});
  const auto links = Generate(data, solid, kJumper);
  const auto eastward =
      std::count_if(links.begin(), links.end(), [](const auto& l) { return l.end.x > l.start.x; });
  EXPECT_GE(eastward, 1);
  EXPECT_GT(static_cast<long>(links.size()), eastward);
}

TEST(LinkGenerator, ACrateAsHighAsTheJumpIsHoppedOnto) {
  const NavmeshData data = AsciiStoreys({"0000#222\n"
                                         "0000#222\n"},
                                        {.cell_m = 0.5, .step_m = 0.5, .floor_m = 20, .merge_rows = false});
  const Solid crate = Solid().Box({-1, -1, -1}, {6, 0, 3}).Box({2.4, 0, -1}, {6, 1, 3});
  const auto ups = [&](const Solid& solid) {
    const auto links = Generate(data, solid, {.jump_distance_m = 2, .jump_height_m = 1, .spacing_m = 0.5});
    return std::count_if(links.begin(), links.end(), [](const auto& l) { return l.end.y > l.start.y; });
  };
  EXPECT_GE(ups(crate), 1);
  // Under a ceiling too low for the head on the way up, and onto a crate under a roof, there is no hop.
  EXPECT_EQ(ups(Solid(crate).Box({-1, 1.9, -1}, {6, 2.1, 3})), 0);
  EXPECT_EQ(ups(Solid(crate).Box({2.4, 2.0, -1}, {6, 2.1, 3})), 0);
}

TEST(LinkGenerator, AStepThatVoxelsTookForAGapIsWalked) {
  const NavmeshData data = AsciiStoreys({"000##111\n"
                                         "000##111\n"},
                                        {.cell_m = 0.5, .step_m = 0.4, .floor_m = 20, .merge_rows = false});
  const Solid step = Solid().Box({-1, -1, -1}, {6, 0, 3}).Box({2.0, 0, -1}, {6, 0.4, 3});
  const LinkGenOptions options = {.drop_height_m = 2, .spacing_m = 0.5};
  const auto links = Generate(data, step, options);
  EXPECT_GE(Count(links, LinkKind::kWalk), 2);  // there and back
  EXPECT_EQ(Count(links, LinkKind::kWalk), static_cast<int>(links.size()));
  // Not over a gap in the ground, and not through a pane.
  const Solid gap = Solid().Box({-1, -1, -1}, {1.8, 0, 3}).Box({2.2, -1, -1}, {6, 0.4, 3});
  EXPECT_EQ(Generate(data, gap, options).size(), 0U);
  EXPECT_EQ(Generate(data, Solid(step).Box({2.0, 0, -1}, {2.01, 3, 3}), options).size(), 0U);
}

TEST(LinkGenerator, NoJumpReplacesAWalkRoundAPost) {
  const NavmeshData data = AsciiStoreys({"00000\n"
                                         "00#00\n"
                                         "00000\n"},
                                        kHalfMetres);
  const Solid stump = Solid().Box({-1, -1, -1}, {4, 0, 3}).Box({1.2, 0, 0.7}, {1.3, 0.45, 0.8});
  const FoundLinks found = FindLinks(data, stump, kAgent, kJumper);
  EXPECT_TRUE(found.links.empty());
  EXPECT_GT(found.near_walks, 0U);
}

// Whether a body at `feet` has a point inside a box, by points all over it.
bool BodyHits(const Vec3& feet, const std::vector<Aabb>& boxes) {
  for (double y = kAgent.max_climb_m + 0.02; y < kAgent.height_m - 0.06; y += 0.08) {
    for (int k = 0; k < 24; ++k) {
      const double angle = k * std::numbers::pi / 12;
      for (const double share : {0.0, 0.5, 0.99}) {
        const double r = share * kFlightBodyShare * kAgent.radius_m;
        const Vec3 p = feet + Vec3{r * std::cos(angle), y, r * std::sin(angle)};
        for (const Aabb& box : boxes) {
          if (box.Contains(p)) return true;
        }
      }
    }
  }
  return false;
}

// The feet's path as docs/links.md tells it, as functions of time from 0 to 1.
std::vector<std::function<Vec3(double)>> PathsOf(const GeneratedLink& link, const LinkGenOptions& options) {
  const Vec3 a = link.start;
  const Vec3 b = link.end;
  const auto along = [=](double t, double y) {
    return Vec3{a.x + (b.x - a.x) * t, y, a.z + (b.z - a.z) * t};
  };
  if (link.kind == LinkKind::kDrop) {
    return {
        [=](double t) { return t < 0.5 ? along(2 * t, a.y) : along(1, a.y + (b.y - a.y) * (2 * t - 1)); }};
  }
  const auto arc = [=](double rise) {
    const double v = std::sqrt(2 * 9.81 * rise);
    const double total = (v + std::sqrt(v * v - 2 * 9.81 * (b.y - a.y))) / 9.81;
    return [=](double t) { return along(t, a.y + v * t * total - 0.5 * 9.81 * t * total * t * total); };
  };
  return {arc(options.jump_height_m), arc(std::max(0.0, b.y - a.y) + 0.25),
          [=](double t) { return t < 0.5 ? along(0, a.y + (b.y - a.y) * 2 * t) : along(2 * t - 1, b.y); }};
}

TEST(LinkGenerator, NoBodyOnItsWayEverTouchesARandomBox) {
  Random random(7);
  int checked = 0;
  for (int scene = 0; scene < 24; ++scene) {
    Solid solid = scene % 2 == 0 ? DitchSolid() : PlateauSolid();
    const NavmeshData data = AsciiStoreys(scene % 2 == 0 ? kDitch : kPlateau, kHalfMetres);
    for (int i = 0; i < 4; ++i) {
      const Vec3 lo{random.NextInRange(0.0, 5.0), random.NextInRange(0.0, 3.5),
                    random.NextInRange(-0.5, 2.0)};
      solid.Box(lo, lo + Vec3{random.NextInRange(0.01, 0.6), random.NextInRange(0.01, 0.8),
                              random.NextInRange(0.01, 0.8)});
    }
    LinkGenOptions options = kJumper;
    options.drop_height_m = 3;
    for (const GeneratedLink& link : Generate(data, solid, options)) {
      if (link.kind == LinkKind::kWalk) continue;
      const auto paths = PathsOf(link, options);
      ++checked;
      EXPECT_TRUE(std::any_of(paths.begin(), paths.end(),
                              [&](const auto& feet) {
                                for (int i = 0; i <= 150; ++i) {
                                  if (BodyHits(feet(i / 150.0), solid.boxes)) return false;
                                }
                                return true;
                              }))
          << "scene " << scene << ", from (" << link.start.x << ", " << link.start.y << ", " << link.start.z
          << ")";
    }
  }
  EXPECT_GT(checked, 24);
}

TEST(LinkGenerator, NothingIsTriedWhereAllKindsAreOff) {
  EXPECT_TRUE(Generate(AsciiStoreys(kDitch, kHalfMetres), DitchSolid(), {}).empty());
}

}  // namespace
}  // namespace waystone
