// The table in docs/routing.md of which change is served in which request on which kind of map: written by asking all.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "tests/e2e/running_server.h"
#include "tests/e2e/text_message.h"
#include "tests/support/program_run.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

constexpr char kBegin[] = "<!-- which changes are served: written by tests/e2e/changes_table_test.cc -->\n";
constexpr char kEnd[] = "<!-- end -->\n";

// A source with a door, a cost profile and, where the kind has them, areas and links.
struct Kind {
  std::string map_id;
  std::string letter;
  std::vector<std::pair<std::string, std::string>> files;  // the first one is baked
  std::string area;
  std::string link;  // empty: there is none
  std::string from;  // "x:1 y:0 z:1"
  std::string to;
};

std::string Floor() {
  return "v 0 0 0\nv 20 0 0\nv 20 0 10\nv 0 0 10\nv 20 0 20\nv 0 0 20\nusemtl stone\nf 4 3 2 1\nusemtl "
         "mud\nf 6 5 3 4\n";
}

std::vector<Kind> Kinds() {
  const std::string mesh_settings =
      "areas: [{name: mud, index: 2, materials: [mud]}]\n"
      "links: [{kind: jump, start: [2, 0, 2], end: [18, 0, 2], id: hop}]\n"
      "doors: [{name: gate, areas: [mud]}]\ncost_profiles: [{name: cart, costs: {mud: 2}}]\n";
  return {
      {"mesh",
       "M",
       {{"mesh.obj", Floor()}, {"mesh.obj.bake.yaml", mesh_settings}},
       "mud",
       "hop",
       "x:2 y:0 z:4",
       "x:18 y:0 z:4"},
      {"grid",
       "G",
       {{"grid.map", "type octile\nheight 4\nwidth 6\nmap\n......\n..SS..\n......\n......\n"},
        {"grid.map.bake.yaml",
         "areas: [{name: mud, index: 2}]\ngrid: {letters: {S: mud}}\ndoors: [{name: gate, cells: [[3, 3, 1, "
         "1]]}]\n"
         "cost_profiles: [{name: cart, costs: {mud: 2}, min_clearance_m: 0.2}]\n"}},
       "mud",
       "",
       "x:0.5 y:0 z:0.5",
       "x:5.5 y:0 z:2.5"},
      {"way",
       "W",
       {{"way.nodes.csv", "id,x,y,z,radius\n1,0,0,0,1\n2,10,0,0,1\n3,10,0,10,1\n"},
        {"way.links.csv", "from,to\n1,2\n2,1\n2,3\n3,2\n"},
        {"way.nodes.csv.bake.yaml",
         "doors: [{name: gate, links: ['2>3']}]\n"
         "cost_profiles: [{name: cart, excluded: [ground]}]\n"}},
       "ground",
       "2>3",
       "x:0 y:0 z:0",
       "x:10 y:0 z:0"},
      {"scenes",
       "S",
       {{"scenes.obj", Floor()},
        {"scenes.obj.bake.yaml", mesh_settings +
                                     "agents: [{name: diver, ability_sets: [[], [fly]]}]\n"
                                     "scenes: [{name: sky, box: [[1, 1, 1], [19, 6, 19]], medium: air}]\n"}},
       "mud",
       "hop",
       "x:2 y:0 z:4",
       "x:18 y:0 z:4"},
      {"volume",
       "V",
       {{"volume.3dmap", "voxel 7 4 5\n1 0 0\n"},
        {"volume.3dmap.bake.yaml",
         "doors: [{name: gate, volumes: [{box: [[3, 0, 0], [4, 1, 1]]}]}]\n"
         "cost_profiles: [{name: cart, min_clearance_m: 0.5}]\n"}},
       "ground",
       "",
       "x:0.5 y:2.5 z:0.5",
       "x:5.5 y:2.5 z:2.5"},
  };
}

constexpr char kWorld[] =
    "world: kinds\n"
    "maps:\n"
    "  - {id: mesh, source: mesh.obj}\n"
    "  - {id: grid, source: grid.map}\n"
    "  - {id: way, source: way.nodes.csv}\n"
    "  - {id: scenes, source: scenes.obj}\n"
    "  - {id: volume, source: volume.3dmap}\n"
    "portals:\n"
    "  - {id: a, from: {map: mesh, trigger: {min: [10, -1, 3], max: [11, 1, 5]}}, to: {map: grid, cell: [3, "
    "3]}}\n"
    "  - {id: b, from: {map: grid, trigger: {cells: [5, 3, 5, 3]}}, to: {map: way, point: [0, 0, 0]}}\n"
    "  - {id: c, from: {map: way, trigger: {min: [4, -1, -1], max: [5, 1, 1]}}, to: {map: scenes, point: [3, "
    "0, 4]}}\n"
    "  - {id: d, from: {map: scenes, trigger: {min: [10, -1, 3], max: [11, 1, 5]}}, to: {map: mesh, point: "
    "[3, 0, 4]}}\n"
    "  - {id: e, from: {map: volume, trigger: {min: [4, 0, 0], max: [5, 4, 5]}}, to: {map: volume, point: "
    "[1.5, 1.5, 1.5]}}\n";

struct Field {
  std::string name;
  std::function<std::string(const Kind&)> text;  // of MapChanges, or of the agent if it begins with "agent"
};

std::vector<Field> Fields() {
  const auto same = [](const std::string& text) { return [text](const Kind&) { return text; }; };
  return {
      {"`closed_doors`, `opened_doors`", same("closed_doors:'gate'")},
      {"`obstacles`", same("obstacles{cylinder{base{x:3.5 y:0 z:3.5} radius_m:0.2 height_m:1}}")},
      {"`blocked_polys`", same("blocked_polys:0")},
      {"`blocked_cells`, `opened_cells`", same("blocked_cells:12 opened_cells:13")},
      {"`blocked_rects`, `opened_rects`", same("blocked_rects:[1,3,1,1] opened_rects:[2,3,1,1]")},
      {"`closed_links`", [](const Kind& kind) { return "closed_links:'" + kind.link + "'"; }},
      {"`closed_link_ids`", same("closed_link_ids:0")},
      {"`area_costs`, excluded",
       [](const Kind& kind) { return "area_costs{area:'" + kind.area + "' excluded:true}"; }},
      {"`area_costs`, factor",
       [](const Kind& kind) { return "area_costs{area:'" + kind.area + "' factor:2}"; }},
      {"`cost_profile`", same("cost_profile:'cart'")},
      {"`agent.min_clearance_m`", same("agent")},
  };
}

class ChangesTable : public ::testing::Test {
 protected:
  ChangesTable() {
    for (const Kind& kind : kinds_) {
      for (const auto& [name, text] : kind.files) std::ofstream(folder_.File(name), std::ios::binary) << text;
    }
    std::ofstream(folder_.File("world.yaml"), std::ios::binary) << kWorld;
    const ProgramRun run =
        RunProgram({WAYSTONE_BAKE, folder_.File("world.yaml"), "-o", folder_.File("packages")});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    server_ = std::make_unique<RunningServer>(TestServerOptions(folder_.File("packages")));
    for (const Kind& kind : kinds_) {
      v1::DescribeMapRequest request;
      request.set_map_id(kind.map_id);
      v1::DescribeMapResponse response;
      grpc::ClientContext context;
      EXPECT_TRUE(server_->catalog().DescribeMap(&context, request, &response).ok());
      pins_[kind.map_id] =
          "pinned{map_id:'" + kind.map_id + "' generation:'" + response.summary().generation() + "'} ";
    }
  }

  template <typename Request, typename Response>
  bool Serves(grpc::Status (v1::PathPlanning::Stub::*call)(grpc::ClientContext*, const Request&, Response*),
              const std::string& text) {
    Response response;
    grpc::ClientContext context;
    const grpc::Status status = (server_->planning().*call)(&context, Parse<Request>(text), &response);
    const bool is_refusal = status.ok() || status.error_code() == grpc::StatusCode::UNIMPLEMENTED ||
                            status.error_code() == grpc::StatusCode::INVALID_ARGUMENT ||
                            status.error_code() == grpc::StatusCode::FAILED_PRECONDITION;
    EXPECT_TRUE(is_refusal) << text << status.error_message();
    return status.ok();
  }

  // Whether a request with the changes is answered.
  bool Serves(size_t request, const Kind& kind, const std::string& changes) {
    const std::string map = "map_id:'" + kind.map_id + "' ";
    const std::string start = "start{position{" + map + kind.from + "}} ";
    const std::string goal = "goals{position{" + kind.to + "}} ";
    const auto numbers = [](const std::string& place) {
      std::string list = "[";
      for (const char letter : place) {
        if (std::string("xyz:").find(letter) == std::string::npos) list += letter == ' ' ? ',' : letter;
      }
      return list + "]";
    };
    // Placements measure walks, so that it matters what ground costs.
    const std::string walks = "rules{spacing{metric:DISTANCE_METRIC_WALKING between_m:1}} ";
    switch (request) {
      case 0:
        return Serves(&v1::PathPlanning::Stub::PlanRoute, start + goal + changes);
      case 1:
        return Serves(&v1::PathPlanning::Stub::PlanRoute, start + goal + "portals{} " + changes);
      case 2:
        return Serves(&v1::PathPlanning::Stub::PlanRoute, start + "exploration{} " + changes);
      case 3:
        return Serves(&v1::PathPlanning::Stub::PlaceResource, map + walks + "scatter{count:1} " + changes);
      case 4:
        return Serves(&v1::PathPlanning::Stub::PlaceResource,
                      map + walks + "audit{xyz:" + numbers(kind.from) + "} " + changes);
      case 5:
        return Serves(
            &v1::PathPlanning::Stub::MeasureDistances,
            map + "source_xyz:" + numbers(kind.from) + " target_xyz:" + numbers(kind.to) + " " + changes);
      default:
        return Serves(&v1::PathPlanning::Stub::ValidateMove,
                      "from{" + map + kind.from + "} to{" + map + kind.from + "} " + changes);
    }
  }

  const std::vector<Kind> kinds_ = Kinds();
  std::map<std::string, std::string> pins_;
  TempFolder folder_;
  std::unique_ptr<RunningServer> server_;
};

TEST_F(ChangesTable, IsTheOneInTheDocs) {
  constexpr size_t kRequests = 7;
  std::string table =
      "| | PlanRoute | over maps | exploration | PlaceResource: scatter | audit, nearest | MeasureDistances "
      "| "
      "ValidateMove |\n"
      "|---|---|---|---|---|---|---|---|\n";
  for (const Kind& kind : kinds_) {
    for (size_t request = 0; request < kRequests; ++request) {
      EXPECT_TRUE(Serves(request, kind, "")) << kind.map_id << " " << request << ": not even without changes";
    }
  }
  for (const Field& field : Fields()) {
    table += "| " + field.name + " |";
    for (size_t request = 0; request < kRequests; ++request) {
      std::string served;
      for (const Kind& kind : kinds_) {
        const std::string text = field.text(kind);
        const std::string asked = text == "agent"
                                      ? "agent{min_clearance_m:0.1}"
                                      : "changes{maps{map_id:'" + kind.map_id + "' " + text + "}} ";
        if (Serves(request, kind, pins_[kind.map_id] + asked))
          served += (served.empty() ? "" : " ") + kind.letter;
      }
      table += " " + (served.empty() ? "-" : served) + " |";
    }
    table += "\n";
  }
  std::ostringstream text;
  text << std::ifstream(WAYSTONE_SOURCE_DIR "/docs/routing.md").rdbuf();
  const std::string docs = text.str();
  const size_t begin = docs.find(kBegin);
  const size_t end = docs.find(kEnd);
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  const size_t first = begin + std::string(kBegin).size();
  EXPECT_EQ(docs.substr(first, end - first), table) << "write this into docs/routing.md:\n" << table;
}

// From one part of a hall to the next through a gate that is closed by default, on to a grid, and back beyond the gate.
class WorldDoors : public ::testing::Test {
 protected:
  WorldDoors() {
    const auto write = [&](const std::string& name, const std::string& text) {
      std::ofstream(folder_.File(name), std::ios::binary) << text;
    };
    write("hall.obj", Floor());
    write("hall.obj.bake.yaml",
          "doors: [{name: gate, closed: true, volumes: [{box: [[9, -1, -1], [11, 2, 21]]}]}]\n");
    write("cave.map", "type octile\nheight 1\nwidth 8\nmap\n........\n");
    write("cave.map.bake.yaml", "doors: [{name: rock, closed: true, cells: [[4, 0, 1, 1]]}]\n");
    write("world.yaml",
          "world: doors\nmaps: [{id: hall, source: hall.obj}, {id: cave, source: cave.map}]\n"
          "portals:\n"
          "  - {id: down, from: {map: hall, trigger: {min: [16, -1, 4], max: [17, 1, 5]}}, to: {map: cave, "
          "cell: [0, "
          "0]}}\n"
          "  - {id: up, from: {map: cave, trigger: {cells: [7, 0, 7, 0]}}, to: {map: hall, point: [15, 0, "
          "15]}}\n");
    const ProgramRun run =
        RunProgram({WAYSTONE_BAKE, folder_.File("world.yaml"), "-o", folder_.File("packages"), "--strict"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    server_ = std::make_unique<RunningServer>(TestServerOptions(folder_.File("packages")));
  }

  v1::PlanRouteResponse Plan(const std::string& goal, const std::string& changes) {
    v1::PlanRouteResponse response;
    grpc::ClientContext context;
    const std::string text =
        "start{position{map_id:'hall' x:3 y:0 z:5}} goals{position{" + goal + "}} portals{} " + changes;
    const grpc::Status status =
        server_->planning().PlanRoute(&context, Parse<v1::PlanRouteRequest>(text), &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }

  TempFolder folder_;
  std::unique_ptr<RunningServer> server_;
};

TEST_F(WorldDoors, AreClosedUnlessTheRequestOpensThem) {
  const std::string cave = "map_id:'cave' x:1.5 y:0 z:0.5";
  EXPECT_EQ(Plan(cave, "").reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES);
  const std::string gate = "maps{map_id:'hall' opened_doors:'gate'} ";
  const std::string rock = "maps{map_id:'cave' opened_doors:'rock'} ";
  const v1::PlanRouteResponse answer = Plan(cave, "changes{" + gate + "}");
  ASSERT_EQ(answer.status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_NEAR(answer.routes(0).cost_m(), 13 + 1, 0.1);
  const std::string beyond_rock = "map_id:'cave' x:6.5 y:0 z:0.5";
  EXPECT_EQ(Plan(beyond_rock, "changes{" + gate + "}").reason(), v1::ROUTE_REASON_CLOSED_BY_CHANGES);
  EXPECT_EQ(Plan(beyond_rock, "changes{" + gate + rock + "}").status(), v1::ROUTE_STATUS_COMPLETE);
  EXPECT_EQ(Plan("map_id:'hall' x:17 y:0 z:15", "").status(), v1::ROUTE_STATUS_UNREACHABLE);
  EXPECT_EQ(Plan("map_id:'hall' x:3 y:0 z:15", "").status(), v1::ROUTE_STATUS_COMPLETE);
}

}  // namespace
}  // namespace waystone
