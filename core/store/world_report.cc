#include "core/store/world_report.h"

#include <array>
#include <filesystem>
#include <string>
#include <utility>

#include "core/base/hash128.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/loaded_map.h"
#include "core/store/world_folder.h"
#include "core/world/path_code.h"

namespace waystone {
namespace {

std::string FolderOf(const LoadedWorld& world) {
  return std::filesystem::path(world.package().name()).parent_path().string();
}

// Whether the map's package lies beside the world file, and is the one that the world was made with.
absl::Status CheckIsThere(const LoadedWorld& world, WorldMapIndex map) {
  const std::string folder = FolderOf(world);
  const std::string_view map_id = world.view().MapId(map);
  if (FindWorldPackage(folder, map_id, world.MapGeneration(map)).ok()) return absl::OkStatus();
  const auto beside = ServedPackage::Open(PlacedPath(folder, map_id));
  if (absl::IsNotFound(beside.status())) {
    return absl::DataLossError(StrCat(world.package().name(), ": map ", Quoted(map_id),
                                      " is missing: there is no package ", PlacedPath(folder, map_id)));
  }
  if (!beside.ok()) return beside.status();
  return absl::DataLossError(StrCat(world.package().name(), ": map ", Quoted(map_id),
                                    " was baked anew outside of the world, which was made with generation ",
                                    world.MapGeneration(map), ": ", (*beside)->reader->name(), " is of ",
                                    (*beside)->summary.generation, ". Run waystone-bake WORLD.yaml --join"));
}

// The map's package if it lies beside the world file, is whole, and is the one that the world was made with;
// else none.
std::shared_ptr<const LoadedMap> PackageBeside(const LoadedWorld& world, WorldMapIndex map) {
  const std::string folder = FolderOf(world);
  const auto package = FindWorldPackage(folder, world.view().MapId(map), world.MapGeneration(map));
  if (!package.ok()) return nullptr;
  auto loaded = LoadedMap::FromPackage((*package)->reader);
  return loaded.ok() ? *std::move(loaded) : nullptr;
}

absl::Status CheckGrid(const LoadedWorld& world, WorldMapIndex map) {
  WS_RETURN_IF_ERROR(world.GridArrays(map).status());
  const std::shared_ptr<const LoadedMap> package = PackageBeside(world, map);
  if (package == nullptr) return absl::OkStatus();
  WS_ASSIGN_OR_RETURN(const MapView view, package->View("", {}, ZonesNeed::kIfReady));
  return world.OpenPortals(map, view).status();
}

// Checks the walks from the arrivals of a grid to its exits.
absl::Status CheckWalks(const LoadedWorld& world, WorldMapIndex map, TravellerId traveller, WorldMode mode) {
  const WorldView& view = world.view();
  const WorldMap& record = view.Map(map);
  std::vector<Cell> turns;
  for (uint32_t arrival = record.first_arrival; arrival < record.first_arrival + record.arrival_count;
       ++arrival) {
    const uint32_t node = view.arrivals(traveller)[arrival].node;
    if (node == kNoGround) continue;
    const Cell start{static_cast<int32_t>(node % record.columns),
                     static_cast<int32_t>(node / record.columns)};
    for (uint32_t exit = record.first_exit; exit < record.first_exit + record.exit_count; ++exit) {
      turns.clear();
      const auto path = view.WalkPath(ArrivalId(arrival), PortalId(exit), traveller, mode);
      if (DecodeTurns(path, start, record.columns, record.rows, turns)) continue;
      return absl::DataLossError(StrCat(world.package().name(), ": map ", Quoted(view.MapId(map)),
                                        ": the stored walk to portal ", Quoted(view.NameOf(PortalId(exit))),
                                        " is damaged"));
    }
  }
  return absl::OkStatus();
}

}  // namespace

bool IsWorld(const PackageReader& package) { return package.Find(SectionType::kWorldHeader) != nullptr; }

std::vector<absl::Status> FindMapProblems(const LoadedWorld& world, WorldMapIndex map) {
  std::vector<absl::Status> problems;
  const auto add = [&](const absl::Status& status) {
    if (!status.ok()) problems.push_back(status);
  };
  const WorldView& view = world.view();
  add(CheckIsThere(world, map));
  if (view.Map(map).columns == 0) return problems;
  add(CheckGrid(world, map));
  for (uint32_t traveller = 0; traveller < view.travellers().size(); ++traveller) {
    for (const WorldMode mode : {WorldMode::kMayUse, WorldMode::kWalkInTeleports}) {
      add(CheckWalks(world, map, TravellerId(traveller), mode));
    }
  }
  return problems;
}

std::vector<absl::Status> FindWorldProblems(const LoadedWorld& world) {
  std::vector<absl::Status> problems;
  for (uint32_t map = 0; map < world.view().maps().size(); ++map) {
    for (absl::Status& problem : FindMapProblems(world, WorldMapIndex(map))) {
      problems.push_back(std::move(problem));
    }
  }
  return problems;
}

OrderedJson WorldJson(const WorldView& world) {
  OrderedJson travellers = OrderedJson::array();
  for (const WorldView::Traveller& traveller : world.travellers()) {
    travellers.push_back({{"agent", traveller.agent}, {"abilities", traveller.abilities}});
  }
  OrderedJson maps = OrderedJson::array();
  for (const WorldMap& record : world.maps()) {
    maps.push_back({{"map_id", std::string(world.Text(record.map_id))},
                    {"surface", NameOf(static_cast<SurfaceKind>(record.surface))},
                    {"generation", ToHex(std::to_array(record.generation))},
                    {"exits", record.exit_count},
                    {"arrivals", record.arrival_count}});
  }
  return {{"name", std::string(world.name())},
          {"portals", world.portals().size()},
          {"places", world.places().size()},
          {"travellers", travellers},
          {"maps", maps}};
}

}  // namespace waystone
