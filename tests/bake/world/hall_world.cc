#include "tests/bake/world/hall_world.h"

#include <utility>

#include "core/base/check.h"
#include "core/package/package_reader.h"
#include "core/package/package_writer.h"
#include "core/store/map_store.h"
#include "tests/bake/world/baked_source.h"

namespace waystone {
namespace {

constexpr const char* kPorch = "v 0 0 0\nv 10 0 0\nv 10 0 10\nv 0 0 10\nf 1 4 3 2\n";
constexpr const char* kHall =
    "v 0 0 0\nv 40 0 0\nv 40 0 40\nv 0 0 40\n"
    "v 0 0 19\nv 38.5 0 19\nv 38.5 0 21\nv 0 0 21\nv 0 3 19\nv 38.5 3 19\nv 38.5 3 21\nv 0 3 21\n"
    "f 1 4 3 2\nf 5 9 10 6\nf 6 10 11 7\nf 7 11 12 8\nf 8 12 9 5\nf 9 12 11 10\n";
constexpr const char* kYard =
    "v 0 0 0\nv 10 0 0\nv 10 0 10\nv 0 0 10\nf 1 4 3 2\n"
    "v 50 0 0\nv 51.6 0 0\nv 51.6 0 10\nv 50 0 10\nf 5 8 7 6\n";
constexpr const char* kDen = "type octile\nheight 2\nwidth 10\nmap\n..........\n..........\n";

AgentConfig AgentOf(const std::string& name, double radius_m) {
  AgentConfig agent;
  agent.profile = {.name = name, .radius_m = radius_m};
  return agent;
}

OffMeshLink LinkOf(LinkKind kind, double x_m, const std::string& ability) {
  OffMeshLink link;
  link.kind = kind;
  link.start = {x_m, 0, 17.5};
  link.end = {x_m, 0, 22.5};
  link.abilities = {ability};
  return link;
}

PortalSpec PortalOf(const std::string& name, const std::string& from, const Aabb& box, const std::string& to,
                    const Vec3& point, PortalKind kind = PortalKind::kUse, double cost_m = 0) {
  PortalSpec portal;
  portal.name = name;
  portal.trigger.map_id = from;
  portal.trigger.box = box;
  portal.to.map_id = to;
  portal.to.point = point;
  portal.cost_m = cost_m;
  portal.kind = kind;
  portal.place = "halls:" + name;
  return portal;
}

}  // namespace

std::vector<TravellerSpec> FourTravellers() {
  return {{}, {"human", {"jump"}, "halls:2"}, {"ogre", {}, "halls:3"}, {"ogre", {"jump"}, "halls:4"}};
}

HallWorld::HallWorld(std::vector<TravellerSpec> travellers) {
  manifest_.name = "halls";
  manifest_.travellers = std::move(travellers);
  BakeConfig both;
  both.agents = {AgentOf("human", 0.3), AgentOf("ogre", 1)};
  BakeConfig linked = both;
  linked.links = {LinkOf(LinkKind::kJump, 5, "jump"), LinkOf(LinkKind::kClimb, 20, "climb")};
  const auto bake = [this](const std::string& id, const std::string& file, const std::string& text,
                           const BakeConfig& config) {
    package_paths_.push_back(BakeSource(folder_.path(), id, file, text, config));
    WorldMapSource& map = manifest_.maps.emplace_back();
    map.map_id = id;
    map.place = "halls:" + id;
  };
  bake("den", "den.map", kDen, {});
  bake("hall", "hall.obj", kHall, linked);
  bake("porch", "porch.obj", kPorch, both);
  bake("yard", "yard.obj", kYard, both);
  manifest_.portals = {
      PortalOf("enter", "porch", {Vec3(8, -1, 4), Vec3(10, 1, 6)}, "hall", Vec3(3, 0, 10),
               PortalKind::kWalkIn),
      PortalOf("out", "hall", {Vec3(4, -1, 36), Vec3(6, 1, 38)}, "yard", Vec3(2, 0, 2), PortalKind::kWalkIn),
      PortalOf("crack", "porch", {Vec3(0, -1, 0), Vec3(2, 1, 2)}, "yard", Vec3(50.8, 0, 5)),
      PortalOf("back", "yard", {Vec3(50.2, -1, 8), Vec3(51.4, 1, 9.5)}, "porch", Vec3(5, 0, 5)),
      PortalOf("hole", "porch", {Vec3(0, -1, 8), Vec3(2, 1, 10)}, "den", Vec3(0.5, 0, 0.5), PortalKind::kUse,
               200),
      PortalOf("tunnel", "den", {Vec3(9, -1, 0), Vec3(10, 1, 2)}, "yard", Vec3(2, 0, 8)),
  };
  absl::StatusOr<BuiltWorld> built = BuildWorld(manifest_, package_paths_, {.thread_count = 1});
  WS_CHECK(built.ok());
  built_ = *std::move(built);
  WS_CHECK(WritePackageFile(folder_.File(std::string(kWorldFileName)), built_.bytes).ok());
}

std::shared_ptr<const LoadedWorld> HallWorld::Load() const {
  return *LoadedWorld::FromPackage(*PackageReader::FromBytes(built_.bytes, "halls.wayworld"));
}

std::shared_ptr<WorldStore> HallWorld::Serve() const {
  const auto maps = std::make_shared<MapStore>();
  WS_CHECK(maps->LoadFolder(folder_.path()).ok());
  return {maps, maps->World().get()};
}

}  // namespace waystone
