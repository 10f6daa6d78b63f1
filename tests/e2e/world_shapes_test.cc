// The shapes of routes over a world of grids and volumes at random, over a real socket: each line is tried against all cells.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "tests/bake/world/served_world.h"
#include "tests/e2e/running_server.h"
#include "tests/e2e/text_message.h"

namespace waystone {
namespace {

constexpr double kError = 1e-6;

struct Spot {
  int x = 0;
  int y = 0;
  int z = 0;
  friend bool operator==(const Spot&, const Spot&) = default;
};

// A grid (one level) or a volume: cells of 1 m from the origin on.
struct Space {
  std::string id;
  bool is_grid = false;
  int width = 0;
  int height = 1;
  int depth = 0;
  std::vector<bool> is_free = {};
  std::vector<bool> sets_off = {};  // walking in there does

  size_t IndexOf(const Spot& at) const { return static_cast<size_t>((at.z * height + at.y) * width + at.x); }
  bool Contains(const Spot& at) const {
    return at.x >= 0 && at.y >= 0 && at.z >= 0 && at.x < width && at.y < height && at.z < depth;
  }
  bool IsFree(const Spot& at) const { return Contains(at) && is_free[IndexOf(at)]; }
  Spot SpotAt(const Vec3& at) const {
    const auto number = [](double along) { return static_cast<int>(std::floor(along)); };
    return {number(at.x), is_grid ? 0 : number(at.y), number(at.z)};
  }
  Vec3 MiddleOf(const Spot& at) const { return Vec3(at.x + 0.5, is_grid ? 0 : at.y + 0.5, at.z + 0.5); }
};

class WorldShapesTest : public ::testing::Test {
 protected:
  Space Draw(const std::string& id, int width, int height, int depth, uint32_t blocked_percent) {
    Space space{id, height == 1, width, height, depth};
    const auto count = static_cast<size_t>(width * height * depth);
    for (size_t i = 0; i < count; ++i) space.is_free.push_back(random_.NextBelow(100) >= blocked_percent);
    space.sets_off.assign(count, false);
    return space;
  }
  Spot AnyFree(const Space& space) {
    for (;;) {
      const auto below = [&](int most) {
        return static_cast<int>(random_.NextBelow(static_cast<uint32_t>(most)));
      };
      const Spot at{below(space.width), below(space.height), below(space.depth)};
      if (space.IsFree(at)) return at;
    }
  }
  void Bake(const Space& space) {
    std::string text;
    if (space.is_grid) {
      text = StrCat("type octile\nheight ", space.depth, "\nwidth ", space.width, "\nmap\n");
      for (int z = 0; z < space.depth; ++z) {
        for (int x = 0; x < space.width; ++x) text += space.IsFree({x, 0, z}) ? "." : "@";
        text += "\n";
      }
      return world_->Bake(space.id, space.id + ".map", text);
    }
    text = StrCat("voxel ", space.width, " ", space.height, " ", space.depth, "\n");
    for (int z = 0; z < space.depth; ++z) {
      for (int y = 0; y < space.height; ++y) {
        for (int x = 0; x < space.width; ++x) {
          if (!space.IsFree({x, y, z})) StrAppend(text, x, " ", y, " ", z, "\n");
        }
      }
    }
    world_->Bake(space.id, space.id + ".3dmap", text);
  }
  // Two cells wide, into the next space.
  void Join(Space& from, const Space& to, PortalKind kind) {
    const Spot at = AnyFree(from);
    const Aabb box{Vec3(at.x, from.is_grid ? -1 : at.y, at.z), Vec3(at.x + 2, at.y + 1, at.z + 2)};
    world_->AddPortal(StrCat(from.id, "_", to.id, "_", ++portals_), kind, from.id, box, to.id,
                      to.MiddleOf(AnyFree(to)));
    if (kind != PortalKind::kWalkIn) return;
    for (const Spot cell :
         {at, Spot{at.x + 1, at.y, at.z}, Spot{at.x, at.y, at.z + 1}, Spot{at.x + 1, at.y, at.z + 1}}) {
      if (from.Contains(cell)) from.sets_off[from.IndexOf(cell)] = true;
    }
  }
  void Serve(uint64_t seed) {
    server_.reset();
    world_ = std::make_unique<ServedWorld>();
    random_ = Random(seed);
    spaces_ = {Draw("field", 24, 1, 20, 25), Draw("town", 30, 1, 30, 15), Draw("sky", 14, 6, 12, 12),
               Draw("lake", 10, 8, 14, 20)};
    for (const Space& space : spaces_) Bake(space);
    for (size_t i = 0; i < spaces_.size(); ++i) {
      for (int k = 0; k < 2; ++k) {
        Join(spaces_[i], spaces_[(i + 1) % spaces_.size()], PortalKind::kWalkIn);
        Join(spaces_[i], spaces_[(i + 3) % spaces_.size()], PortalKind::kUse);
      }
    }
    ASSERT_TRUE(world_->Serve().ok());
    changed_ = spaces_;
    const Spot rect{static_cast<int>(random_.NextBelow(20)), 0, static_cast<int>(random_.NextBelow(20))};
    for (int x = rect.x; x < rect.x + 8; ++x) {
      for (int z = rect.z; z < rect.z + 6; ++z) changed_[1].is_free[changed_[1].IndexOf({x, 0, z})] = false;
    }
    const Spot pillar{2 + static_cast<int>(random_.NextBelow(10)), 0,
                      2 + static_cast<int>(random_.NextBelow(8))};
    // It takes the voxels around, too, by the agent's radius.
    for (int y = 0; y < changed_[2].height; ++y) {
      for (int x = pillar.x - 1; x <= pillar.x + 1; ++x) {
        for (int z = pillar.z - 1; z <= pillar.z + 1; ++z)
          changed_[2].is_free[changed_[2].IndexOf({x, y, z})] = false;
      }
    }
    changes_ = StrCat("changes{maps{map_id:'town' blocked_rects:[", rect.x, ",", rect.z,
                      ",8,6]} maps{map_id:'sky' obstacles{cylinder{base{x:", pillar.x + 0.5,
                      " y:-1 z:", pillar.z + 0.5, "} radius_m:1 height_m:9}}}}");
    server_ = std::make_unique<RunningServer>(TestServerOptions(world_->folder()));
  }
  v1::PlanRouteResponse Plan(const std::string& text) {
    v1::PlanRouteResponse response;
    grpc::ClientContext context;
    const grpc::Status status =
        server_->planning().PlanRoute(&context, Parse<v1::PlanRouteRequest>(text), &response);
    EXPECT_TRUE(status.ok()) << text << "\n" << status.error_message();
    return response;
  }
  const Space& SpaceOf(const std::string& map, bool is_changed) const {
    for (const Space& space : is_changed ? changed_ : spaces_) {
      if (space.id == map) return space;
    }
    ADD_FAILURE() << map;
    return spaces_[0];
  }

  std::unique_ptr<ServedWorld> world_;
  Random random_{1};
  std::vector<Space> spaces_;
  std::vector<Space> changed_;  // with what changes_ closes
  std::string changes_;
  std::unique_ptr<RunningServer> server_;
  int portals_ = 0;
};

std::vector<Vec3> PointsOf(const v1::PointList& list) {
  std::vector<Vec3> points;
  for (int i = 0; i + 2 < list.xyz_size(); i += 3)
    points.emplace_back(list.xyz(i), list.xyz(i + 1), list.xyz(i + 2));
  for (int i = 0; i + 2 < list.local_xyz_size(); i += 3) {
    points.emplace_back(list.origin_x() + list.local_xyz(i), list.origin_y() + list.local_xyz(i + 1),
                        list.origin_z() + list.local_xyz(i + 2));
  }
  return points;
}

double LengthOf(const std::vector<Vec3>& points) {
  double length_m = 0;
  for (size_t i = 1; i < points.size(); ++i) length_m += Distance(points[i - 1], points[i]);
  return length_m;
}

// Whether a point (grids) or a cube of a cell around it (volumes) touches only what is free and, in that mode, sets nothing off; the
// cells of the walk's ends may.
bool IsFreeAt(const Space& space, const Vec3& at, bool teleports, const Spot& first, const Spot& last) {
  const auto may_be_in = [&](const Spot& spot) {
    if (!space.IsFree(spot)) return false;
    return !teleports || !space.sets_off[space.IndexOf(spot)] || spot == first || spot == last;
  };
  if (space.is_grid) {
    const auto off = [](double along) { return std::abs(along - std::round(along)); };
    return std::min(off(at.x), off(at.z)) < kError || may_be_in(space.SpotAt(at));
  }
  const double half = 0.5 - kError;
  const Spot low = space.SpotAt(at - Vec3(half, half, half));
  const Spot high = space.SpotAt(at + Vec3(half, half, half));
  for (int x = low.x; x <= high.x; ++x) {
    for (int y = low.y; y <= high.y; ++y) {
      for (int z = low.z; z <= high.z; ++z) {
        if (!may_be_in({x, y, z})) return false;
      }
    }
  }
  return true;
}

void ExpectFree(const Space& space, const std::vector<Vec3>& points, bool teleports,
                const std::string& asked) {
  const Spot first = space.SpotAt(points.front());
  const Spot last = space.SpotAt(points.back());
  for (size_t i = 1; i < points.size(); ++i) {
    const int count = static_cast<int>(std::ceil(Distance(points[i - 1], points[i]) * 64)) + 1;
    for (int k = 0; k <= count; ++k) {
      const Vec3 at = points[i - 1] + (points[i] - points[i - 1]) * (static_cast<double>(k) / count);
      ASSERT_TRUE(IsFreeAt(space, at, teleports, first, last))
          << asked << "\n"
          << space.id << " " << at.x << " " << at.y << " " << at.z;
    }
  }
}

TEST_F(WorldShapesTest, LinesAreShorterAndFreeAndCostsAndEndsStay) {
  size_t routes = 0;
  size_t between = 0;  // walks between portals that were pulled taut
  size_t shorter = 0;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(seed);
    ASSERT_NO_FATAL_FAILURE(Serve(seed));
    for (int i = 0; i < 60; ++i) {
      const bool is_changed = i % 4 >= 2;
      const std::vector<Space>& spaces = is_changed ? changed_ : spaces_;
      const Space& from = spaces[random_.NextBelow(4)];
      const Space& to = spaces[random_.NextBelow(4)];
      const Vec3 start = from.MiddleOf(AnyFree(from));
      const Vec3 goal = to.MiddleOf(AnyFree(to));
      const bool teleports = i % 2 == 0;
      const auto ask = [&](const std::string& shape) {
        return StrCat("start{position{map_id:'", from.id, "' x:", start.x, " y:", start.y, " z:", start.z,
                      "}} goals{position{map_id:'", to.id, "' x:", goal.x, " y:", goal.y, " z:", goal.z,
                      "}} portals{mode:", teleports ? "PORTAL_MODE_WALK_IN_TELEPORTS" : "PORTAL_MODE_MAY_USE",
                      "} detail{shape:ROUTE_SHAPE_", shape, "} ", is_changed ? changes_ : "");
      };
      const v1::PlanRouteResponse turns = Plan(ask("TURNING_POINTS"));
      for (const std::string shape : {"SMOOTHED", "ANY_ANGLE", "EVERY_CELL"}) {
        const std::string asked = ask(shape);
        const v1::PlanRouteResponse shaped = Plan(asked);
        ASSERT_EQ(shaped.status(), turns.status()) << asked;
        if (turns.status() != v1::ROUTE_STATUS_COMPLETE) continue;
        ++routes;
        const v1::Route& was = turns.routes(0);
        const v1::Route& is = shaped.routes(0);
        EXPECT_EQ(is.cost_m(), was.cost_m()) << asked;
        ASSERT_EQ(is.points_size(), was.points_size()) << asked;
        double length_m = 0;
        for (int map = 0; map < is.points_size(); ++map) {
          const Space& space = SpaceOf(shaped.maps(map).map_id(), is_changed);
          const std::vector<Vec3> before = PointsOf(was.points(map));
          const std::vector<Vec3> points = PointsOf(is.points(map));
          ASSERT_FALSE(points.empty());
          EXPECT_LT(Distance(points.front(), before.front()), kError) << asked;
          EXPECT_LT(Distance(points.back(), before.back()), kError) << asked;
          ASSERT_NO_FATAL_FAILURE(ExpectFree(space, points, teleports, asked));
          const double saved_m = LengthOf(before) - LengthOf(points);
          EXPECT_GT(saved_m, -kError) << asked;
          length_m += LengthOf(points);
          if (shape == "EVERY_CELL") {
            EXPECT_NEAR(saved_m, 0, kError) << asked;
            for (size_t k = 1; k < points.size(); ++k) EXPECT_LT(Distance(points[k - 1], points[k]), 1.733);
            continue;
          }
          const bool is_between = map > 0 && map + 1 < is.points_size();
          if (saved_m > 0.01) ++(is_between ? between : shorter);
        }
        EXPECT_NEAR(is.length_m(), length_m, 1e-4) << asked;
        double of_legs_m = 0;
        for (const v1::RouteLeg& leg : is.legs()) of_legs_m += leg.length_m();
        EXPECT_NEAR(of_legs_m, length_m, 1e-4) << asked;
      }
    }
  }
  EXPECT_GT(routes, 500U);
  EXPECT_GT(between, 100U);
  EXPECT_GT(shorter, 300U);
}

// One that the package keeps as a float is then of the voxel behind, which is blocked here.
TEST_F(WorldShapesTest, ArrivalsMayRoundOntoTheFacesOfVoxels) {
  world_ = std::make_unique<ServedWorld>();
  Space field{"field", true, 12, 1, 8};
  field.is_free.assign(96, true);
  Space town = field;
  town.id = "town";
  Space sea{"sea", false, 12, 6, 10};
  sea.is_free.assign(720, true);
  sea.is_free[sea.IndexOf({5, 3, 4})] = false;
  for (const Space& space : {field, sea, town}) Bake(space);
  world_->AddPortal("down", PortalKind::kUse, "field", {Vec3(0, -1, 0), Vec3(1, 1, 1)}, "sea",
                    Vec3(4.99999999, 3.5, 4.5));
  world_->AddPortal("up", PortalKind::kUse, "sea", {Vec3(9, 0, 0), Vec3(12, 6, 2)}, "town",
                    Vec3(8.5, 0, 6.5));
  ASSERT_TRUE(world_->Serve().ok());
  server_ = std::make_unique<RunningServer>(TestServerOptions(world_->folder()));
  for (const std::string shape : {"TURNING_POINTS", "EVERY_CELL", "SMOOTHED", "ANY_ANGLE"}) {
    const auto answer = Plan(StrCat(
        "start{position{map_id:'field' x:1.5 y:0 z:0.5}} goals{position{map_id:'town' x:9.5 y:0 z:6.5}} ",
        "portals{} detail{shape:ROUTE_SHAPE_", shape, "}"));
    EXPECT_EQ(answer.status(), v1::ROUTE_STATUS_COMPLETE) << shape << " " << answer.explanation();
  }
}

}  // namespace
}  // namespace waystone
