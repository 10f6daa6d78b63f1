// GetSkeleton by boxes and through squares, over a real socket: held against the whole skeleton, on every kind of surface.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "client/waystone_client.h"
#include "core/base/random.h"
#include "core/geom/aabb.h"
#include "tests/e2e/running_server.h"
#include "tests/e2e/text_message.h"
#include "tests/oracle/slow_squares.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr uint32_t kNoMore = 0xffffffffU;

using Ids = std::vector<uint32_t>;
// From, to, kind, link, direction and direction back.
using Arc = std::tuple<uint32_t, uint32_t, int, uint32_t, uint32_t, uint32_t>;

template <typename List>
std::vector<typename List::value_type> ToVector(const List& list) {
  return {list.begin(), list.end()};
}

std::vector<Vec3> LocalPoints(const v1::PointList& list) {
  std::vector<Vec3> points;
  for (int i = 0; i + 2 < list.local_xyz_size(); i += 3)
    points.push_back({list.local_xyz(i), list.local_xyz(i + 1), list.local_xyz(i + 2)});
  return points;
}

std::vector<Arc> ArcsOf(const v1::GetSkeletonResponse& part) {
  std::vector<Arc> arcs;
  for (int i = 0; i < part.arc_from_size(); ++i) {
    arcs.push_back({part.arc_from(i), part.arc_to(i), part.arc_kinds(i), part.arc_links(i),
                    part.arc_directions(i), part.arc_back_directions(i)});
  }
  return arcs;
}

// The whole skeleton of a map, and what its surface says of its polygons.
struct Whole {
  Vec3 origin;
  std::vector<Vec3> points;  // map-local
  Ids polys;
  std::vector<Arc> arcs;
  std::map<uint32_t, std::tuple<uint32_t, uint32_t, uint32_t>> poly_of;  // area, zone, cluster or none
};

class SkeletonPartsTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TempFolder>();
    const auto file = [](const std::string& name) { return folder_->File(name); };
    for (const std::string sample : {"town", "dungeon", "waypoints", "island"})
      EXPECT_EQ(RunProgram({WAYSTONE_SAMPLES, sample, "-o", file("source")}).exit_code, 0);
    std::string reef = "voxel 24 8 8\n";
    for (int i = 0; i < 128; ++i) reef += "12 " + std::to_string(i / 16) + " " + std::to_string(i % 8) + "\n";
    std::ofstream(file("source/reef.3dmap"), std::ios::binary) << reef;
    std::ofstream(file("source/reef.3dmap.bake.yaml")) << "volume: {medium: water}\nskeleton: {reach_m: 4}\n";
    for (const std::string source :
         {"town.obj", "dungeon.map", "patrol.nodes.csv", "island.obj", "reef.3dmap"}) {
      const ProgramRun run = RunProgram({WAYSTONE_BAKE, file("source/" + source), "-o", file("packages")});
      EXPECT_EQ(run.exit_code, 0) << run.err;
    }
    server_ = std::make_unique<RunningServer>(TestServerOptions(file("packages")));
  }
  static void TearDownTestSuite() {
    server_.reset();
    folder_.reset();
  }

  static grpc::Status Ask(v1::GetSkeletonRequest request, v1::GetSkeletonResponse& response) {
    request.set_point_format(v1::POINT_FORMAT_LOCAL_FLOATS);
    grpc::ClientContext context;
    return server_->catalog().GetSkeleton(&context, request, &response);
  }
  static std::unique_ptr<client::WaystoneClient> Client() {
    return client::WaystoneClient::OverChannel(server_->channel(), std::chrono::seconds(10));
  }
  static Whole LoadWhole(const std::string& map_id) {
    Whole whole;
    v1::GetSkeletonRequest request;
    request.set_map_id(map_id);
    request.set_point_format(v1::POINT_FORMAT_LOCAL_FLOATS);
    const auto skeleton = Client()->GetSkeleton(request);
    EXPECT_TRUE(skeleton.ok()) << skeleton.status();
    EXPECT_THAT(skeleton->key_points(), IsEmpty());
    EXPECT_THAT(skeleton->outer_key_points(), IsEmpty());
    const v1::PointList& points = skeleton->points();
    whole.origin = {points.origin_x(), points.origin_y(), points.origin_z()};
    whole.points = LocalPoints(points);
    whole.polys = ToVector(skeleton->polys());
    whole.arcs = ArcsOf(*skeleton);
    EXPECT_GE(whole.points.size(), 10U) << map_id;
    v1::GetSurfaceRequest ask;
    ask.set_map_id(map_id);
    const auto surface = Client()->GetSurface(ask);
    EXPECT_TRUE(surface.ok()) << surface.status();
    for (int i = 0; i < surface->polys_size(); ++i) {
      const uint32_t cluster = surface->clusters().empty() ? kNoMore : surface->clusters(i);
      whole.poly_of[surface->polys(i)] = {surface->areas(i), surface->zones(i), cluster};
    }
    ExpectPolys(whole, *skeleton);
    return whole;
  }
  static v1::GetSkeletonRequest BoxRequest(const std::string& map_id, const Vec3& origin, const Aabb& box) {
    v1::GetSkeletonRequest request;
    request.set_map_id(map_id);
    const auto set = [&](const Vec3& local, v1::Position& out) {
      const Vec3 at = local + origin;
      out.set_x(at.x);
      out.set_y(at.y);
      out.set_z(at.z);
    };
    if (std::isfinite(box.min.x)) set(box.min, *request.mutable_min());
    if (std::isfinite(box.max.x)) set(box.max, *request.mutable_max());
    return request;
  }

  static void ExpectPolys(const Whole& whole, const v1::GetSkeletonResponse& part) {
    ASSERT_EQ(part.areas_size(), part.polys_size());
    ASSERT_EQ(part.zones_size(), part.polys_size());
    for (int i = 0; i < part.polys_size(); ++i) {
      const uint32_t cluster = part.clusters().empty() ? kNoMore : part.clusters(i);
      EXPECT_EQ(std::tuple(part.areas(i), part.zones(i), cluster), whole.poly_of.at(part.polys(i)));
    }
  }
  // Page by page it has those of the candidates that are in the box, and of the arcs those that leave them.
  static void ExpectBox(const Whole& whole, const v1::GetSkeletonRequest& asked, const Aabb& local,
                        const Ids& candidates, const std::vector<Arc>& arcs) {
    Ids expected;
    for (const uint32_t id : candidates) {
      if (local.Contains(whole.points[id])) expected.push_back(id);
    }
    std::vector<Arc> expected_arcs;
    for (const Arc& arc : arcs) {
      if (std::ranges::binary_search(expected, std::get<0>(arc))) expected_arcs.push_back(arc);
    }
    Ids ids;
    std::vector<Arc> found;
    v1::GetSkeletonRequest request = asked;
    do {
      v1::GetSkeletonResponse part;
      const grpc::Status status = Ask(request, part);
      ASSERT_TRUE(status.ok()) << status.error_message();
      ASSERT_EQ(part.key_points_size(), part.polys_size());
      ASSERT_LE(part.key_points_size(), static_cast<int>(std::max(1U, request.max_key_points())));
      EXPECT_EQ(part.key_point_count(), whole.points.size());
      const std::vector<Vec3> points = LocalPoints(part.points());
      ASSERT_EQ(points.size(), static_cast<size_t>(part.key_points_size()));
      for (size_t i = 0; i < points.size(); ++i) {
        const uint32_t id = part.key_points(static_cast<int>(i));
        ids.push_back(id);
        EXPECT_EQ(points[i], whole.points[id]);
        EXPECT_EQ(part.polys(static_cast<int>(i)), whole.polys[id]);
      }
      ExpectPolys(whole, part);
      const std::vector<Arc> part_arcs = ArcsOf(part);
      found.insert(found.end(), part_arcs.begin(), part_arcs.end());
      std::set<uint32_t> outer;
      for (const Arc& arc : part_arcs) {
        if (!local.Contains(whole.points[std::get<1>(arc)])) outer.insert(std::get<1>(arc));
      }
      EXPECT_THAT(part.outer_key_points(), ElementsAreArray(outer));
      const std::vector<Vec3> outer_points = LocalPoints(part.outer_points());
      ASSERT_EQ(outer_points.size(), outer.size());
      size_t at = 0;
      for (const uint32_t id : outer) EXPECT_EQ(outer_points[at++], whole.points[id]);
      outer_seen_ += outer.size();
      request.set_first_key_point(part.next_key_point());
    } while (request.first_key_point() != kNoMore);
    EXPECT_EQ(ids, expected);
    EXPECT_EQ(found, expected_arcs);
  }

  static const std::vector<std::string> kMaps;
  static std::unique_ptr<TempFolder> folder_;
  static std::unique_ptr<RunningServer> server_;
  static size_t outer_seen_;
};

const std::vector<std::string> SkeletonPartsTest::kMaps = {"town", "dungeon", "patrol", "island", "reef"};
std::unique_ptr<TempFolder> SkeletonPartsTest::folder_;
std::unique_ptr<RunningServer> SkeletonPartsTest::server_;
size_t SkeletonPartsTest::outer_seen_ = 0;

Ids AllOf(const Whole& whole) {
  Ids ids;
  for (uint32_t id = 0; id < whole.points.size(); ++id) ids.push_back(id);
  return ids;
}

constexpr double kEverywhere_m = 1e5;

TEST_F(SkeletonPartsTest, ABoxHoldsItsKeyPointsAndWhatLeavesThem) {
  Random random(7);
  for (const std::string& map_id : kMaps) {
    SCOPED_TRACE(map_id);
    const Whole whole = LoadWhole(map_id);
    const Ids all = AllOf(whole);
    outer_seen_ = 0;
    // Its corners are key points, so that its sides pass through some.
    for (int round = 0; round < 40; ++round) {
      Aabb box;
      box.Extend(whole.points[random.NextBelow(whole.points.size())]);
      box.Extend(whole.points[random.NextBelow(whole.points.size())]);
      v1::GetSkeletonRequest request = BoxRequest(map_id, whole.origin, box);
      request.set_max_key_points(1 + static_cast<uint32_t>(random.NextBelow(40)));
      ExpectBox(whole, request, box, all, whole.arcs);
      if (HasFatalFailure()) return;
    }
    EXPECT_GT(outer_seen_, 20U);
  }
}

TEST_F(SkeletonPartsTest, BoxesOfEverythingOfOnePointAndOfNothing) {
  for (const std::string& map_id : kMaps) {
    SCOPED_TRACE(map_id);
    const Whole whole = LoadWhole(map_id);
    const Ids all = AllOf(whole);
    const Vec3 far = Vec3{1, 1, 1} * kEverywhere_m;
    const auto expect = [&](const Aabb& box) {
      v1::GetSkeletonRequest request = BoxRequest(map_id, whole.origin, box);
      request.set_max_key_points(100'000);
      ExpectBox(whole, request, box, all, whole.arcs);
    };
    const Vec3 infinitely = Vec3{1, 1, 1} * INFINITY;
    const Vec3& one = whole.points[whole.points.size() / 2];
    expect({far * -1, far});
    expect({far * -1, infinitely});
    expect({infinitely * -1, far});
    expect({one, infinitely});
    expect({infinitely * -1, one});
    expect({one, one});
    expect({far, far});
    v1::GetSkeletonResponse nothing;
    ASSERT_TRUE(Ask(BoxRequest(map_id, whole.origin, {far, far}), nothing).ok());
    EXPECT_EQ(nothing.points().local_xyz_size() + nothing.arc_from_size() + nothing.polys_size(), 0);
    EXPECT_EQ(nothing.next_key_point(), kNoMore);
    v1::GetSkeletonResponse alone;
    ASSERT_TRUE(Ask(BoxRequest(map_id, whole.origin, {one, one}), alone).ok());
    EXPECT_THAT(alone.key_points(), ElementsAre(whole.points.size() / 2));
  }
}

// The arcs between squares, by what a slow search keeps of them.
std::vector<Arc> ArcsBetween(const Whole& whole, const std::vector<SlowSquare>& squares) {
  std::map<uint32_t, uint32_t> kept;
  for (const SlowSquare& square : squares) {
    for (const uint32_t id : square.members) kept[id] = square.kept;
  }
  std::set<Arc> arcs;
  for (const auto& [from, to, kind, link, direction, back] : whole.arcs) {
    if (kept[from] == kept[to]) continue;
    const Vec3 path = whole.points[kept[to]] - whole.points[kept[from]];
    const double turn = path.Plane() == Vec2{} ? 0 : std::atan2(path.x, -path.z) / (M_PI / 4);
    const auto seen = static_cast<uint32_t>(std::lround(turn) + 8) % 8;
    arcs.insert({kept[from], kept[to], kind, kNoMore, seen, (seen + 4) % 8});
  }
  return ToVector(arcs);
}

TEST_F(SkeletonPartsTest, SquaresKeepOneKeyPointEachAndAreJoinedAsTheirsAre) {
  Random random(8);
  for (const std::string& map_id : kMaps) {
    const Whole whole = LoadWhole(map_id);
    const auto description = Client()->DescribeMap(map_id);
    ASSERT_TRUE(description.ok()) << description.status();
    const double floor_m = description->variants(0).height_m();
    for (const double cell_m : {0.05, 0.7, 3.1, 20.3, 1e4}) {
      SCOPED_TRACE(map_id + " " + std::to_string(cell_m));
      const std::vector<SlowSquare> squares = SlowSquares(whole.points, cell_m, floor_m);
      const std::vector<Arc> arcs = ArcsBetween(whole, squares);
      Ids kept;
      for (const SlowSquare& square : squares) kept.push_back(square.kept);
      Aabb box = Aabb::Around({}, Vec3{1, 1, 1} * INFINITY);
      for (int round = 0; round < 8; ++round) {
        v1::GetSkeletonRequest request = BoxRequest(map_id, whole.origin, box);
        request.set_cell_m(cell_m);
        const auto in_box = static_cast<uint32_t>(
            std::ranges::count_if(kept, [&](uint32_t id) { return box.Contains(whole.points[id]); }));
        request.set_max_key_points(std::max(1U, in_box));
        ExpectBox(whole, request, box, kept, arcs);
        if (HasFatalFailure()) return;
        if (in_box > 1) {
          request.set_max_key_points(in_box - 1);
          v1::GetSkeletonResponse none;
          const grpc::Status status = Ask(request, none);
          EXPECT_EQ(status.error_code(), grpc::StatusCode::OUT_OF_RANGE);
          EXPECT_THAT(status.error_message(),
                      HasSubstr("cell_m: there are more than " + std::to_string(in_box - 1)));
        }
        box = {};
        box.Extend(whole.points[random.NextBelow(whole.points.size())]);
        box.Extend(whole.points[random.NextBelow(whole.points.size())]);
      }
    }
  }
}

TEST_F(SkeletonPartsTest, TheClientReadsAllPartsOfABox) {
  const Whole whole = LoadWhole("town");
  Aabb box;
  for (const Vec3& point : whole.points) box.Extend(point);
  box.max.x = (box.min.x + box.max.x) / 2;
  v1::GetSkeletonRequest request = BoxRequest("town", whole.origin, box);
  request.set_max_key_points(7);
  const auto half = Client()->GetSkeleton(request);
  ASSERT_TRUE(half.ok()) << half.status();
  EXPECT_GT(half->key_points_size(), 14);
  EXPECT_LT(half->key_points_size(), static_cast<int>(whole.points.size()));
  std::set<uint32_t> known(half->key_points().begin(), half->key_points().end());
  known.insert(half->outer_key_points().begin(), half->outer_key_points().end());
  for (const uint32_t id : half->arc_to()) EXPECT_TRUE(known.contains(id));
}

}  // namespace
}  // namespace waystone
