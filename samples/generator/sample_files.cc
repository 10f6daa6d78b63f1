#include "samples/generator/sample_files.h"

#include <array>

#include "absl/strings/str_cat.h"
#include "core/base/status_macros.h"
#include "samples/generator/bench_world.h"
#include "samples/generator/castle.h"
#include "samples/generator/dungeon.h"
#include "samples/generator/file_output.h"
#include "samples/generator/glb_writer.h"
#include "samples/generator/island.h"
#include "samples/generator/obj_writer.h"
#include "samples/generator/town.h"
#include "samples/generator/waypoints.h"
#include "samples/generator/world_manifest.h"

namespace waystone::samples {
namespace {

std::string LandmarksText(const std::vector<Landmark>& landmarks) {
  std::string text = "name,x,y,z\n";
  for (const Landmark& landmark : landmarks) {
    const PointMm p = RoundToMm(landmark.point);
    absl::StrAppend(&text, landmark.name, ",", MetresText(p.x), ",", MetresText(p.y), ",", MetresText(p.z),
                    "\n");
  }
  return text;
}

// As the settings of a bake have them.
std::string PlacesText(const std::vector<Landmark>& landmarks) {
  std::string text = "places:\n";
  for (const Landmark& landmark : landmarks) {
    const PointMm p = RoundToMm(landmark.point);
    absl::StrAppend(&text, "  ", landmark.name, ": [", MetresText(p.x), ", ", MetresText(p.y), ", ",
                    MetresText(p.z), "]\n");
  }
  return text;
}

absl::Status WriteScene(const std::string& folder, const std::string& stem, const SceneWithLandmarks& scene,
                        const std::string& settings) {
  WS_RETURN_IF_ERROR(MakeFolder(folder));
  const std::string path = absl::StrCat(folder, "/", stem);
  WS_RETURN_IF_ERROR(
      WriteFile(path + ".obj", ObjText(scene.mesh, "Waystone sample: " + stem, stem + ".mtl")));
  WS_RETURN_IF_ERROR(WriteFile(path + ".mtl", MtlText()));
  WS_RETURN_IF_ERROR(WriteFile(path + ".obj.bake.yaml", settings + PlacesText(scene.landmarks)));
  return WriteFile(path + ".landmarks.csv", LandmarksText(scene.landmarks));
}

absl::Status WriteScene(const std::string& folder, const std::string& stem, const SceneWithLandmarks& scene) {
  return WriteScene(folder, stem, scene, BakeSettingsText(scene.mesh));
}

absl::Status WriteTown(const std::string& folder) {
  const TownLayout layout;
  const SceneWithLandmarks town = BuildTown(layout);
  return WriteScene(folder, "town", town, BakeSettingsText(town.mesh) + TownSettingsText(layout));
}

absl::Status WriteIsland(const std::string& folder) {
  return WriteScene(folder, "island", BuildIsland(), IslandSettings());
}

absl::Status WriteDungeon(const std::string& folder) {
  WS_RETURN_IF_ERROR(MakeFolder(folder));
  const Dungeon dungeon = MakeDungeon(kDungeonSeed);
  WS_RETURN_IF_ERROR(WriteFile(folder + "/dungeon.map", MapText(dungeon)));
  WS_RETURN_IF_ERROR(WriteFile(folder + "/dungeon.map.bake.yaml", PlacesText(LandmarksOf(dungeon))));
  return WriteFile(folder + "/dungeon.landmarks.csv", LandmarksText(LandmarksOf(dungeon)));
}

absl::Status WriteWaypoints(const std::string& folder) {
  WS_RETURN_IF_ERROR(MakeFolder(folder));
  const PatrolRoute patrol = BuildPatrol(TownLayout());
  WS_RETURN_IF_ERROR(WriteFile(folder + "/patrol.nodes.csv", NodesText(patrol)));
  return WriteFile(folder + "/patrol.links.csv", LinksText(patrol));
}

absl::Status WriteWorld(const std::string& folder) {
  const SceneWithLandmarks town = BuildTown(TownLayout());
  const SceneWithLandmarks castle = BuildCastle();
  WS_RETURN_IF_ERROR(WriteTown(folder));
  WS_RETURN_IF_ERROR(WriteDungeon(folder));
  WS_RETURN_IF_ERROR(WriteScene(folder, "castle", castle));
  const std::vector<Portal> portals =
      SamplePortals(town.landmarks, MakeDungeon(kDungeonSeed), castle.landmarks);
  return WriteFile(folder + "/world.yaml", WorldText(portals));
}

absl::Status WriteBench(const std::string& folder) {
  WS_RETURN_IF_ERROR(MakeFolder(folder));
  return WriteFile(folder + "/bench.glb", GlbBytes(BuildBenchWorld(BenchPlan()).mesh));
}

}  // namespace

std::span<const Sample> AllSamples() {
  static constexpr std::array<Sample, 6> kSamples = {{
      {"town", "a small town: town.obj, .mtl, .obj.bake.yaml and .landmarks.csv", WriteTown},
      {"dungeon", "a dungeon on a grid: dungeon.map, .map.bake.yaml and .landmarks.csv", WriteDungeon},
      {"waypoints", "a patrol through the town: patrol.nodes.csv, patrol.links.csv", WriteWaypoints},
      {"world", "town, dungeon and castle joined by portals: their files and world.yaml", WriteWorld},
      {"island", "a sea with a reef, a cave and a tower: island.obj, .mtl, .obj.bake.yaml and .landmarks.csv",
       WriteIsland},
      {"bench", "the 2 km benchmark world: bench.glb", WriteBench},
  }};
  return kSamples;
}

}  // namespace waystone::samples
