#include "core/why/route_why.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "bake/program/world_job.h"
#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/route/route_planner.h"
#include "core/store/loaded_map.h"
#include "core/why/fix_path.h"
#include "core/why/fix_text.h"
#include "core/why/place_why.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

// A mesh of boxes and ramps, as an OBJ.
class Mesh {
 public:
  Mesh& Box(double x0, double x1, double y0, double y1, double z0, double z1) {
    Quad({x0, y1, z0}, {x0, y1, z1}, {x1, y1, z1}, {x1, y1, z0});
    Quad({x0, y0, z0}, {x1, y0, z0}, {x1, y0, z1}, {x0, y0, z1});
    Quad({x0, y0, z0}, {x0, y0, z1}, {x0, y1, z1}, {x0, y1, z0});
    Quad({x1, y0, z1}, {x1, y0, z0}, {x1, y1, z0}, {x1, y1, z1});
    Quad({x1, y0, z0}, {x0, y0, z0}, {x0, y1, z0}, {x1, y1, z0});
    Quad({x0, y0, z1}, {x1, y0, z1}, {x1, y1, z1}, {x0, y1, z1});
    return *this;
  }
  Mesh& Floor(double x0, double x1, double y, double z0 = 0, double z1 = 8) {
    return Box(x0, x1, y - 0.5, y, z0, z1);
  }
  Mesh& Ramp(double x0, double x1, double y0, double y1) {
    Quad({x0, y0, 0}, {x0, y0, 8}, {x1, y1, 8}, {x1, y1, 0});
    return *this;
  }
  const std::string& text() const { return text_; }

 private:
  void Quad(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    for (const Vec3& v : {a, b, c, d}) StrAppend(text_, "v ", v.x, " ", v.y, " ", v.z, "\n");
    StrAppend(text_, "f ", count_ + 1, " ", count_ + 2, " ", count_ + 3, " ", count_ + 4, "\n");
    count_ += 4;
  }
  std::string text_;
  int count_ = 0;
};

class Level {
 public:
  explicit Level(const Mesh& mesh, const std::string& settings = "") {
    std::ofstream(folder_.File("level.obj")) << mesh.text();
    std::ofstream(folder_.File("world.yaml"))
        << "world: w\nmaps:\n  - {id: level, source: level.obj, skeleton: false" << settings << "}\n";
    WorldBakeJob job;
    job.manifest_path = folder_.File("world.yaml");
    job.output_folder = folder_.path();
    EXPECT_EQ(RunWorldBake(job).status, absl::OkStatus());
    auto map = LoadedMap::Load(folder_.File("level.waymap"));
    EXPECT_EQ(map.status(), absl::OkStatus());
    map_ = *std::move(map);
  }

  MapView View(const std::vector<std::string>& abilities = {}) const { return *map_->View("", abilities); }
  std::vector<Fix> Why(const Vec3& from, const Vec3& to, const std::vector<std::string>& abilities = {}) {
    return ExplainWalk(View(abilities), from, to, SnapOptions(), nullptr, Deadline(), scratch_).fixes;
  }
  // Of a position, with tight limits.
  Fix WhyOff(const Vec3& at) {
    const SnapOptions snap{.radius_m = 0.1, .max_above_m = 0.1, .max_below_m = 0.1};
    const MapView view = View();
    EXPECT_FALSE(
        view.surface->SnapTo(view, at - view.manifest->origin, snap, PlaceRole::kArrive, nullptr, scratch_)
            .place);
    const std::vector<Fix> fixes =
        ExplainOffMesh(view, at - view.manifest->origin, snap.max_below_m, scratch_);
    return fixes.empty() ? Fix() : fixes[0];
  }
  Scratch& scratch() { return scratch_; }

 private:
  TempFolder folder_;
  std::shared_ptr<const LoadedMap> map_;
  Scratch scratch_;
};

// Between its ends and its breaks one can walk.
void ExpectBreaks(Level& level, const Vec3& from, const Vec3& to, size_t breaks) {
  const MendedPath path =
      ExplainWalk(level.View(), from, to, SnapOptions(), nullptr, Deadline(), level.scratch());
  ASSERT_EQ(path.breaks.size(), breaks);
  Vec3 begin = path.from.at;
  for (const PathBreak& at : path.breaks) {
    EXPECT_TRUE(level.Why(begin, at.from.at).empty());
    EXPECT_FALSE(level.Why(at.from.at, at.to.at).empty());
    begin = at.to.at;
  }
  EXPECT_TRUE(level.Why(begin, path.to.at).empty());
}

TEST(RouteWhy, BreaksPartThePathIntoWalks) {
  Level terraces(Mesh().Floor(0, 8, 0).Floor(8, 16, 0.8).Floor(16, 24, 1.7));
  ExpectBreaks(terraces, {4, 0, 4}, {20, 1.7, 4}, 2);
  ExpectBreaks(terraces, {20, 1.7, 4}, {4, 0, 4}, 2);
  Level wall(Mesh().Floor(0, 20, 0).Box(9.9, 10.1, 0, 0.9, 0, 8));
  ExpectBreaks(wall, {4, 0, 4}, {16, 0, 4}, 1);
  ExpectBreaks(wall, {16, 0, 4}, {4, 0, 4}, 1);
  Level ditch(Mesh().Floor(0, 8, 0).Floor(12, 20, 0));
  ExpectBreaks(ditch, {4, 0, 4}, {16, 0, 4}, 1);
  Level ladder(Mesh().Floor(0, 8, 0).Floor(8, 16, 2),
               ", links: [{kind: ladder, start: [6, 0, 4], end: [10, 2, 4], abilities: [climb], id: shaft}]");
  ExpectBreaks(ladder, {4, 0, 4}, {14, 2, 4}, 1);
}

TEST(RouteWhy, TerracesAreAStepEachInOrder) {
  Level level(Mesh().Floor(0, 8, 0).Floor(8, 16, 0.8).Floor(16, 24, 1.7));
  const std::vector<Fix> up = level.Why({4, 0, 4}, {20, 1.7, 4});
  ASSERT_EQ(up.size(), 2U);
  EXPECT_EQ(up[0].kind, FixKind::kStep);
  EXPECT_NEAR(up[0].measure, 0.8, 1e-3);
  EXPECT_NEAR(up[0].at->x, 8, 0.5);
  EXPECT_NEAR(up[1].measure, 0.9, 1e-3);
  EXPECT_FALSE(up[0].with_next);
  const std::vector<Fix> down = level.Why({20, 1.7, 4}, {4, 0, 4});
  ASSERT_EQ(down.size(), 2U);
  EXPECT_EQ(down[0].kind, FixKind::kDrop);
  EXPECT_NEAR(down[0].measure, 0.9, 1e-3);
  EXPECT_TRUE(level.Why({4, 0, 4}, {6, 0, 2}).empty());
}

TEST(RouteWhy, AWallIsAStepFromBothSides) {
  Level level(Mesh().Floor(0, 20, 0).Box(9.9, 10.1, 0, 0.9, 0, 8));
  for (const bool is_back : {false, true}) {
    const Vec3 a(4, 0, 4);
    const Vec3 b(16, 0, 4);
    const std::vector<Fix> fixes = is_back ? level.Why(b, a) : level.Why(a, b);
    ASSERT_EQ(fixes.size(), 1U);
    EXPECT_EQ(fixes[0].kind, FixKind::kStep);
    EXPECT_NEAR(fixes[0].measure, 0.9, 0.1);
  }
}

TEST(RouteWhy, OverNoGroundALinkIsMissing) {
  Level level(Mesh().Floor(0, 8, 0).Floor(12, 20, 0));
  const std::vector<Fix> fixes = level.Why({4, 0, 4}, {16, 0, 4});
  ASSERT_EQ(fixes.size(), 1U);
  EXPECT_EQ(fixes[0].kind, FixKind::kLink);
  EXPECT_NEAR(fixes[0].measure, 4 + 2 * 0.4, 0.8);
  EXPECT_THAT(fixes[0].sentence, HasSubstr("nothing that is nearly walkable leads"));
}

TEST(RouteWhy, OverGroundBetweenLinksAreShort) {
  // Rooms in a row with holes between them, a step in one of them.
  Level level(Mesh().Floor(0, 8, 0).Floor(12, 20, 0).Floor(24, 32, 0).Floor(32, 40, 0.9).Floor(44, 52, 0.9));
  const std::vector<Fix> fixes = level.Why({4, 0, 4}, {48, 0.9, 4});
  ASSERT_EQ(fixes.size(), 4U);
  const FixKind kinds[] = {FixKind::kLink, FixKind::kLink, FixKind::kStep, FixKind::kLink};
  double x = 0;
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(fixes[i].kind, kinds[i]) << i;
    EXPECT_LT(fixes[i].measure, 6) << i;
    EXPECT_GT(fixes[i].at->x, x) << "in their order";
    x = fixes[i].at->x;
  }
  ExpectBreaks(level, {4, 0, 4}, {48, 0.9, 4}, 4);
  const std::vector<Fix> back = level.Why({48, 0.9, 4}, {4, 0, 4});
  ASSERT_EQ(back.size(), 4U);
  EXPECT_EQ(back[1].kind, FixKind::kDrop);
  // A short way over two links is no better than one over the same hole.
  Level stone(Mesh().Floor(0, 8, 0).Floor(9.5, 11.5, 0, 3, 5).Floor(13, 20, 0));
  EXPECT_EQ(stone.Why({4, 0, 4}, {17, 0, 4}).size(), 1U);
}

// Of all orders of the grounds between, the one with the least sum.
double SlowLinkCost(const std::vector<std::array<double, 4>>& grounds, std::vector<bool>& used, size_t at) {
  if (at == 1) return 0;
  double least = std::numeric_limits<double>::infinity();
  used[at] = true;
  for (size_t next = 0; next < grounds.size(); ++next) {
    if (used[next]) continue;
    const auto apart = [&](size_t low, size_t high) {
      return std::max({grounds[next][low] - grounds[at][high], grounds[at][low] - grounds[next][high], 0.0});
    };
    const double length_m = std::hypot(apart(0, 1), apart(2, 3));
    least = std::min(least, GroundLinks::kCostOfLink_m + length_m + SlowLinkCost(grounds, used, next));
  }
  used[at] = false;
  return least;
}

TEST(RouteWhy, MissingLinksHaveTheLeastSumOfAllOrdersOfGrounds) {
  uint32_t chains = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    Mesh mesh;
    std::vector<std::array<double, 4>> grounds;  // x and z, of what can be walked on
    // On a lattice, so that no two are near enough for a gap.
    for (uint32_t cell = 0; cell < 9 && grounds.size() < 6; ++cell) {
      if (random.NextBelow(3) == 0) continue;
      const double x = 12.0 * (cell % 3) + random.NextBelow(4);
      const double z = 12.0 * (cell / 3) + random.NextBelow(4);
      const double width = 3 + random.NextBelow(5);
      const double depth = 3 + random.NextBelow(5);
      mesh.Floor(x, x + width, 0, z, z + depth);
      grounds.push_back({x + 0.4, x + width - 0.4, z + 0.4, z + depth - 0.4});
    }
    if (grounds.size() < 3) continue;
    std::swap(grounds[1], grounds.back());  // the goal
    Level level(mesh);
    const auto middle = [](const std::array<double, 4>& g) {
      return Vec3((g[0] + g[1]) / 2, 0, (g[2] + g[3]) / 2);
    };
    double cost = 0;
    const std::vector<Fix> fixes = level.Why(middle(grounds[0]), middle(grounds[1]));
    for (const Fix& fix : fixes) {
      EXPECT_EQ(fix.kind, FixKind::kLink);
      cost += GroundLinks::kCostOfLink_m + fix.measure;
    }
    std::vector<bool> used(grounds.size(), false);
    EXPECT_NEAR(cost, SlowLinkCost(grounds, used, 0), 0.6 * static_cast<double>(fixes.size())) << seed;
    chains += fixes.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(chains, 10U);
}

TEST(RouteWhy, ALinkForAnotherAbilityIsPreferredToBuilding) {
  Level level(Mesh().Floor(0, 8, 0).Floor(8, 16, 2),
              ", links: [{kind: ladder, start: [6, 0, 4], end: [10, 2, 4], abilities: [climb], id: shaft}]");
  const std::vector<Fix> fixes = level.Why({4, 0, 4}, {14, 2, 4});
  ASSERT_EQ(fixes.size(), 1U);
  EXPECT_EQ(fixes[0].kind, FixKind::kAbility);
  EXPECT_EQ(fixes[0].name, "shaft");
  EXPECT_EQ(fixes[0].abilities, std::vector<std::string>{"climb"});
  EXPECT_THAT(fixes[0].sentence, HasSubstr("the ladder \"shaft\" from (6, 0, 4)"));
  EXPECT_TRUE(level.Why({4, 0, 4}, {14, 2, 4}, {"climb"}).empty());
  EXPECT_EQ(level.Why({14, 2, 4}, {4, 0, 4})[0].kind, FixKind::kDrop);
}

TEST(RouteWhy, APositionOffTheMeshIsExplainedByItsGround) {
  // A ramp of 60 degrees, a table 1.2 m high, a plank 0.4 m wide.
  Level level(
      Mesh().Floor(0, 20, 0).Ramp(20, 22, 0, 3.464).Box(4, 8, 1.2, 1.3, 2, 6).Box(-6, 0, 0.4, 0.5, 3.8, 4.2));
  const Fix steep = level.WhyOff({21, 1.732, 4});
  EXPECT_EQ(steep.kind, FixKind::kSlope);
  EXPECT_NEAR(steep.measure, 60, 0.1);
  const Fix low = level.WhyOff({6, 0, 4});
  EXPECT_EQ(low.kind, FixKind::kHeadroom);
  EXPECT_NEAR(low.measure, 1.2, 0.01);
  const Fix narrow = level.WhyOff({-4, 0.5, 4});
  EXPECT_EQ(narrow.kind, FixKind::kWidth);
  EXPECT_NEAR(narrow.measure, 0.4, 0.05);
  const Fix high = level.WhyOff({15, 9, 4});
  EXPECT_EQ(high.kind, FixKind::kGroundless);
  EXPECT_NEAR(high.measure, 9, 0.01);
  EXPECT_EQ(level.WhyOff({60, 0, 4}).kind, FixKind::kGroundless);
}

TEST(PlaceWhy, ExplainsBothWays) {
  Level level(Mesh().Floor(0, 8, 0).Floor(8, 16, 0.8));
  const std::vector<Vec3> anchors = {{2, 0, 2}};
  PlaceWhyQuery query;
  query.places = {{{14, 0.8, 4}, PlaceReason::kUnreachable}, {{14, 0.8, 2}, PlaceReason::kNoReturn}};
  query.anchors = anchors;
  const std::vector<MendedPath> why = ExplainPlaces(level.View(), query, level.scratch());
  ASSERT_EQ(why.size(), 2U);
  EXPECT_EQ(why[0].fixes.at(0).kind, FixKind::kStep);
  EXPECT_EQ(why[1].fixes.at(0).kind, FixKind::kDrop);
}

TEST(FixText, SaysSoIfVoxelsAreTooCoarse) {
  Level level(Mesh().Floor(0, 8, 0));
  Fix fix;
  fix.kind = FixKind::kWidth;
  fix.at = Vec3(1, 0, 2.5);
  fix.measure = 0.9;
  fix.limit = 0.8;
  EXPECT_EQ(GroundFixText(fix, *level.View().navmesh),
            "a passage 0.9 m wide at (1, 0, 2.5), wide enough for the agent's 0.8 m, but voxels of 0.2 x 0.1 "
            "m close it: "
            "bake with a cell_size_m of 0.02 or less");
  fix.measure = 0.81;
  EXPECT_THAT(GroundFixText(fix, *level.View().navmesh),
              HasSubstr("close it: it takes a few centimetres more"));
  fix.measure = 2;  // voxels that would do are larger than the map's
  EXPECT_THAT(GroundFixText(fix, *level.View().navmesh),
              HasSubstr("close it: bake with a smaller cell_size_m"));
  fix.measure = 0.5;
  EXPECT_EQ(GroundFixText(fix, *level.View().navmesh),
            "a passage 0.5 m wide at (1, 0, 2.5), narrower than the agent's 0.8 m");
}

TEST(FixText, APassageThatIsHardlyOneHasNoWidthOfZero) {
  Level level(Mesh().Floor(0, 8, 0));
  Fix fix;
  fix.kind = FixKind::kWidth;
  fix.at = Vec3(1, 0, 2.5);
  fix.limit = 0.8;
  for (const double measure_m : {0.0, 0.004}) {
    fix.measure = measure_m;
    EXPECT_EQ(GroundFixText(fix, *level.View().navmesh),
              "a passage less than 0.01 m wide at (1, 0, 2.5), narrower than the agent's 0.8 m");
  }
  fix.measure = 0.006;
  EXPECT_THAT(GroundFixText(fix, *level.View().navmesh), HasSubstr("a passage 0.01 m wide"));
}

}  // namespace
}  // namespace waystone
