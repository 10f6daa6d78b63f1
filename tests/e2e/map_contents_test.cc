// What a baked source holds, as the server tells it over a real socket: zones, skeletons and the source's
// ids.
#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "client/waystone_client.h"
#include "core/package/package_reader.h"
#include "core/store/loaded_map.h"
#include "core/store/package_report.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "tests/e2e/running_server.h"
#include "tests/e2e/text_message.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr uint32_t kNoMore = 0xffffffffU;

// Two rows of five squares, listed out of order with ids that fall along x: the first row is walked both
// paths, the second only towards +x, and a square stands apart.
struct Squares {
  std::string polygons = "polygon,x,y,z\n";
  std::string links = "from,to\n";

  Squares() {
    for (const uint32_t row : {1U, 0U}) {
      for (uint32_t k = 0; k < 5; ++k) {
        Add(IdOf(row, k), 4.0 * k, 10.0 * row);
        if (k == 4) continue;
        Connect(IdOf(row, k), IdOf(row, k + 1));
        if (row == 0) Connect(IdOf(row, k + 1), IdOf(row, k));
      }
    }
    Add(7, 0, 40);
  }
  static uint32_t IdOf(uint32_t row, uint32_t k) { return 1000 * (row + 1) - 10 * k; }
  void Add(uint32_t id, double x, double z) {
    for (const auto& [dx, dz] : {std::pair(0, 0), {4, 0}, {4, 4}, {0, 4}}) {
      polygons += std::to_string(id) + "," + std::to_string(x + dx) + ",0," + std::to_string(z + dz) + "\n";
    }
  }
  void Connect(uint32_t from, uint32_t to) {
    links += std::to_string(from) + "," + std::to_string(to) + "\n";
  }
};

class MapContents : public ::testing::Test {
 protected:
  void Write(const std::string& name, const std::string& text) {
    std::ofstream(folder_.File(name), std::ios::binary) << text;
  }
  // Bakes, loads the package beside the server, and serves it.
  void BakeAndServe(const std::string& source) {
    const ProgramRun run = RunProgram({WAYSTONE_BAKE, folder_.File(source), "-o", folder_.File("packages")});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::string name = source.substr(0, source.find('.'));
    auto reader = PackageReader::OpenFile(folder_.File("packages/" + name + ".waymap"));
    ASSERT_TRUE(reader.ok()) << reader.status();
    auto map = LoadedMap::FromPackage(*std::move(reader));
    ASSERT_TRUE(map.ok()) << map.status();
    map_ = *map;
    server_ = std::make_unique<RunningServer>(TestServerOptions(folder_.File("packages")));
  }
  MapView ViewFor(const std::vector<std::string>& abilities) { return *map_->View("", abilities); }
  v1::GetSurfaceResponse Surface(const std::string& text) {
    grpc::ClientContext context;
    v1::GetSurfaceResponse response;
    const grpc::Status status =
        server_->catalog().GetSurface(&context, Parse<v1::GetSurfaceRequest>(text), &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  v1::GetSkeletonResponse Skeleton(const std::string& text) {
    grpc::ClientContext context;
    v1::GetSkeletonResponse response;
    const grpc::Status status =
        server_->catalog().GetSkeleton(&context, Parse<v1::GetSkeletonRequest>(text), &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  v1::PlanRouteResponse Plan(const std::string& text) {
    grpc::ClientContext context;
    v1::PlanRouteResponse response;
    const grpc::Status status =
        server_->planning().PlanRoute(&context, Parse<v1::PlanRouteRequest>(text), &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }

  // All parts of `per_part` polygons are what the package holds.
  void ExpectSurface(const std::vector<std::string>& abilities, uint32_t per_part) {
    const MapView view = ViewFor(abilities);
    std::string ask = "map_id:'" + view.manifest->map_id + "' max_polys:" + std::to_string(per_part);
    for (const std::string& ability : abilities) ask += " abilities:'" + ability + "'";
    uint32_t poly = 0;
    for (uint32_t next = 0; next != kNoMore;) {
      const v1::GetSurfaceResponse part = Surface(ask + " first_poly:" + std::to_string(next));
      ASSERT_GT(part.polys_size(), 0);
      ASSERT_EQ(part.zones_size(), part.polys_size());
      ASSERT_EQ(part.external_ids_size(), part.polys_size());
      for (int i = 0; i < part.polys_size(); ++i, ++poly) {
        EXPECT_EQ(part.polys(i), poly);
        EXPECT_EQ(part.zones(i), view.zones->ZoneOf(PolyId(poly)).value());
        EXPECT_EQ(part.external_ids(i), view.navmesh->poly(PolyId(poly)).external_id);
      }
      next = part.next_poly();
    }
    EXPECT_EQ(poly, view.navmesh->poly_count());
  }

  void ExpectSkeleton(const std::vector<std::string>& abilities, uint32_t per_part) {
    const MapView view = ViewFor(abilities);
    const SkeletonView& skeleton = *view.skeleton;
    std::string ask = "map_id:'" + view.manifest->map_id + "' max_key_points:" + std::to_string(per_part) +
                      " point_format:POINT_FORMAT_LOCAL_FLOATS";
    for (const std::string& ability : abilities) ask += " abilities:'" + ability + "'";
    uint32_t id = 0;
    uint32_t arc = 0;
    for (uint32_t next = 0; next != kNoMore;) {
      const v1::GetSkeletonResponse part = Skeleton(ask + " first_key_point:" + std::to_string(next));
      ASSERT_GT(part.polys_size(), 0);
      EXPECT_LE(part.polys_size(), static_cast<int>(per_part));
      EXPECT_EQ(part.key_point_count(), skeleton.size());
      EXPECT_EQ(part.points().origin_x(), view.manifest->origin.x);
      for (int i = 0; i < part.polys_size(); ++i, ++id) {
        const KeyPoint& key_point = skeleton.key_point(KeyPointId(id));
        EXPECT_EQ(part.polys(i), key_point.poly);
        EXPECT_THAT(std::vector<float>(part.points().local_xyz().begin() + 3 * i,
                                       part.points().local_xyz().begin() + 3 * i + 3),
                    ElementsAre(key_point.x, key_point.y, key_point.z));
        if (FindWaypoints(view) != nullptr) {
          EXPECT_EQ(part.external_ids(i), FindWaypoints(view)->node(PolyId(id)).external_id);
        }
      }
      for (int i = 0; i < part.arc_from_size(); ++i, ++arc) ExpectArc(skeleton, arc, part, i);
      next = part.next_key_point();
    }
    EXPECT_EQ(id, skeleton.size());
    EXPECT_EQ(arc, skeleton.arcs().size());
  }

  static void ExpectArc(const SkeletonView& skeleton, uint32_t arc, const v1::GetSkeletonResponse& part,
                        int i) {
    const SkeletonArc& record = skeleton.arc(arc);
    const uint32_t from = part.arc_from(i);
    EXPECT_GE(arc, skeleton.FirstArc(KeyPointId(from)));
    EXPECT_LT(arc, skeleton.FirstArc(KeyPointId(from)) + skeleton.ArcsOf(KeyPointId(from)).size());
    EXPECT_EQ(part.arc_to(i), record.target);
    EXPECT_EQ(part.arc_lengths_m(i), record.length_m);
    EXPECT_EQ(part.arc_links(i), record.link);
    EXPECT_EQ(part.arc_kinds(i), static_cast<int>(record.kind) + 1);
    EXPECT_EQ(part.arc_directions(i), record.direction);
    EXPECT_EQ(part.arc_back_directions(i), record.back);
    // Seen from one end and from the other: within a compass point of the straight line, and opposite.
    const Vec3 path = skeleton.Position(KeyPointId(record.target)) - skeleton.Position(KeyPointId(from));
    const double turn = std::atan2(path.x, -path.z) / (M_PI / 4);
    const double off = std::remainder(turn - part.arc_directions(i), 8);
    EXPECT_LE(std::abs(off), 1);
    EXPECT_EQ((part.arc_directions(i) + 4) % 8, part.arc_back_directions(i));
  }

  TempFolder folder_;
  std::shared_ptr<const LoadedMap> map_;
  std::unique_ptr<RunningServer> server_;
};

TEST_F(MapContents, ZonesSkeletonAndIdsOfImportedPolygonsAreThePackages) {
  const Squares squares;
  Write("field.polys.csv", squares.polygons);
  Write("field.links.csv", squares.links);
  BakeAndServe("field.polys.csv");
  ExpectSurface({}, 3);
  ExpectSurface({}, 100);
  ExpectSurface({"fly"}, 4);
  ExpectSkeleton({}, 2);
  ExpectSkeleton({}, 1000);
  const v1::GetSurfaceResponse whole = Surface("map_id:'field'");
  std::map<uint32_t, uint32_t> zone_of;
  for (int i = 0; i < whole.polys_size(); ++i) zone_of[whole.external_ids(i)] = whole.zones(i);
  EXPECT_EQ(zone_of.at(1000), 1U);
  EXPECT_EQ(zone_of.at(7), 0U);
}

TEST_F(MapContents, AnswersNamePolygonsByTheSourcesIdsToo) {
  const Squares squares;
  Write("field.polys.csv", squares.polygons);
  Write("field.links.csv", squares.links);
  BakeAndServe("field.polys.csv");
  const v1::PlanRouteResponse route = Plan(
      "start{position{map_id:'field' x:2 y:0 z:2}} goals{position{map_id:'field' x:10 y:0 z:2}} "
      "detail{polys:true}");
  ASSERT_EQ(route.routes_size(), 1);
  EXPECT_THAT(route.routes(0).poly_external_ids(), ElementsAre(1000, 990, 980));
  const v1::PlanRouteResponse unnamed =
      Plan("start{position{map_id:'field' x:2 y:0 z:2}} goals{position{map_id:'field' x:10 y:0 z:2}}");
  EXPECT_THAT(unnamed.routes(0).poly_external_ids(), IsEmpty());
  grpc::ClientContext context;
  v1::PlaceResourceResponse places;
  ASSERT_TRUE(server_->planning()
                  .PlaceResource(&context,
                                 Parse<v1::PlaceResourceRequest>("map_id:'field' scatter{count:50 seed:3}"),
                                 &places)
                  .ok());
  ASSERT_EQ(places.poly_external_ids_size(), places.polys_size());
  for (int i = 0; i < places.polys_size(); ++i) {
    EXPECT_EQ(places.poly_external_ids(i), ViewFor({}).navmesh->poly(PolyId(places.polys(i))).external_id);
  }
}

TEST_F(MapContents, OfTwoPartsOfOneSizeTheLowestIdOfTheSourceIsTheMainZone) {
  // Each of the two rows alone, walked both ways; the lowest id is in the row at the greater z.
  Squares squares;
  for (uint32_t k = 4; k > 0; --k) squares.Connect(Squares::IdOf(1, k), Squares::IdOf(1, k - 1));
  squares.links += "960,7\n7,960\n";
  squares.Add(2, 30, 40);
  squares.links += "1960,2\n2,1960\n";
  Write("field.polys.csv", squares.polygons);
  Write("field.links.csv", squares.links);
  BakeAndServe("field.polys.csv");
  const v1::GetSurfaceResponse whole = Surface("map_id:'field'");
  for (int i = 0; i < whole.polys_size(); ++i) {
    const bool has_lowest = whole.external_ids(i) == 2 || whole.external_ids(i) > 1000;
    EXPECT_EQ(whole.zones(i), has_lowest ? 1U : 0U) << whole.external_ids(i);
  }
}

// The seed's example (S0.9), 1-2-3-4-5-6-8 with 5-7, with its nodes so placed that the baker numbers them
// otherwise.
TEST_F(MapContents, ABreadthFirstWalkGoesByTheSourcesIdsWhateverTheBakerNumbers) {
  const std::vector<std::pair<uint32_t, std::pair<int, int>>> places = {
      {8, {30, 30}}, {7, {0, 10}}, {6, {20, 20}}, {5, {10, 10}},
      {4, {20, 0}},  {3, {30, 0}}, {2, {40, 0}},  {1, {50, 0}}};
  int baked_otherwise = 0;  // maps on which the baker's numbers would take 7 before 6
  for (const int mirror : {0, 1, 2, 3}) {
    std::string nodes = "id,x,y,z,radius\n";
    for (const auto& [id, at] : places) {
      const int x = (mirror & 1) != 0 ? -at.first : at.first;
      const int z = (mirror & 2) != 0 ? -at.second : at.second;
      nodes += std::to_string(id) + "," + std::to_string(x) + ",0," + std::to_string(z) + ",0.5\n";
    }
    std::string links = "from,to\n";
    for (const auto& [a, b] : {std::pair(1, 2), {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 8}, {5, 7}}) {
      links += std::to_string(a) + "," + std::to_string(b) + "\n" + std::to_string(b) + "," +
               std::to_string(a) + "\n";
    }
    Write("seed.nodes.csv", nodes);
    Write("seed.links.csv", links);
    BakeAndServe("seed.nodes.csv");
    const std::string x = (mirror & 1) != 0 ? "-50" : "50";
    const v1::PlanRouteResponse walk = Plan("start{position{map_id:'seed' x:" + x +
                                            " y:0 z:0}} exploration{order:WALK_ORDER_BREADTH_FIRST}");
    ASSERT_EQ(walk.routes_size(), 1);
    EXPECT_THAT(walk.routes(0).key_point_external_ids(), ElementsAre(1, 2, 3, 4, 5, 6, 8, 6, 5, 7));
    ExpectSurface({}, 3);
    ExpectSkeleton({}, 3);
    const auto baked = [&](uint32_t id) {
      const auto listed = FindWaypoints(ViewFor({}))->nodes();
      return std::find_if(listed.begin(), listed.end(), [&](const auto& n) { return n.external_id == id; });
    };
    baked_otherwise += baked(7) < baked(6) ? 1 : 0;
  }
  EXPECT_GT(baked_otherwise, 0);
}

TEST_F(MapContents, ADumpNamesTheSourcesIds) {
  const Squares squares;
  Write("field.polys.csv", squares.polygons);
  Write("field.links.csv", squares.links);
  BakeAndServe("field.polys.csv");
  const PackageReport dump = DumpPackage(folder_.File("packages/field.waymap"), ReportFormat::kJson);
  ASSERT_EQ(dump.exit_code, 0) << dump.text;
  const auto json = nlohmann::json::parse(dump.text);
  const auto& ids = json["surfaces"][0]["external_ids"];
  const NavmeshView& mesh = *ViewFor({}).navmesh;
  ASSERT_EQ(ids.size(), mesh.poly_count());
  for (uint32_t poly = 0; poly < mesh.poly_count(); ++poly) {
    EXPECT_EQ(ids[poly].get<uint32_t>(), mesh.poly(PolyId(poly)).external_id);
  }
}

TEST_F(MapContents, TheClientReadsAllParts) {
  const Squares squares;
  Write("field.polys.csv", squares.polygons);
  Write("field.links.csv", squares.links);
  BakeAndServe("field.polys.csv");
  const auto client = client::WaystoneClient::OverChannel(server_->channel(), std::chrono::seconds(10));
  const MapView view = ViewFor({});
  v1::GetSurfaceRequest ask_surface;
  ask_surface.set_map_id("field");
  ask_surface.set_max_polys(4);
  const auto surface = client->GetSurface(ask_surface);
  ASSERT_TRUE(surface.ok()) << surface.status();
  ASSERT_EQ(static_cast<uint32_t>(surface->zones_size()), view.navmesh->poly_count());
  EXPECT_EQ(surface->map().generation(), map_->generation());
  const client::PointView corners = client::PointsOf(surface->corners());
  size_t corner = 0;
  for (uint32_t poly = 0; poly < view.navmesh->poly_count(); ++poly) {
    const auto i = static_cast<int>(poly);
    EXPECT_EQ(surface->zones(i), view.zones->ZoneOf(PolyId(poly)).value());
    EXPECT_EQ(surface->external_ids(i), view.navmesh->poly(PolyId(poly)).external_id);
    for (const NavEdge& edge : view.navmesh->edges(PolyId(poly))) {
      EXPECT_EQ(corners[corner++] - view.manifest->origin, Vec3(view.navmesh->vertex(VertexId(edge.vertex))));
    }
  }
  v1::GetSkeletonRequest ask_skeleton;
  ask_skeleton.set_map_id("field");
  ask_skeleton.set_max_key_points(3);
  const auto skeleton = client->GetSkeleton(ask_skeleton);
  ASSERT_TRUE(skeleton.ok()) << skeleton.status();
  EXPECT_EQ(static_cast<uint32_t>(skeleton->polys_size()), view.skeleton->size());
  ASSERT_EQ(static_cast<size_t>(skeleton->arc_to_size()), view.skeleton->arcs().size());
  for (int arc = 0; arc < skeleton->arc_to_size(); ++arc)
    ExpectArc(*view.skeleton, static_cast<uint32_t>(arc), *skeleton, arc);
}

TEST_F(MapContents, AMapWithoutSkeletonSaysSo) {
  const Squares squares;
  Write("field.polys.csv", squares.polygons);
  Write("field.links.csv", squares.links);
  const ProgramRun run = RunProgram(
      {WAYSTONE_BAKE, folder_.File("field.polys.csv"), "-o", folder_.File("packages"), "--no-skeleton"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  server_ = std::make_unique<RunningServer>(TestServerOptions(folder_.File("packages")));
  grpc::ClientContext context;
  v1::GetSkeletonResponse response;
  const grpc::Status status =
      server_->catalog().GetSkeleton(&context, Parse<v1::GetSkeletonRequest>("map_id:'field'"), &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(status.error_message(), HasSubstr("without a skeleton"));
}

}  // namespace
}  // namespace waystone
