// Writes the seed worlds into a folder: with step tables, without, without portals, and for several
// travellers.
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "core/package/package_writer.h"
#include "tests/bake/world/world_exercise.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_world_corpus FOLDER\n");
    return 2;
  }
  waystone::SlowWorld without_portals = waystone::ExerciseDrawing();
  without_portals.portals.clear();
  std::map<std::string, waystone::PackageFile> worlds;
  worlds["tables.wayworld"] = waystone::DrawnWorld(waystone::ExerciseDrawing()).built().bytes;
  worlds["searched.wayworld"] = waystone::DrawnWorld(waystone::ExerciseDrawing(), 0).built().bytes;
  const std::vector<waystone::TravellerSpec> travellers = {
      {}, {"human", {}, "corpus"}, {"ogre", {}, "corpus"}};
  worlds["travellers.wayworld"] =
      waystone::DrawnWorld(waystone::ExerciseDrawing(), {}, {}, travellers).built().bytes;
  waystone::DrawnWorld climbed(waystone::ExerciseDrawing());
  climbed.TakeLabelsAway();
  worlds["climbed.wayworld"] = climbed.built().bytes;
  worlds["apart.wayworld"] = waystone::DrawnWorld(without_portals).built().bytes;
  for (const auto& [name, file] : worlds) {
    const absl::Status status = waystone::WritePackageFile(std::string(argv[1]) + "/" + name, file);
    if (!status.ok()) {
      std::fprintf(stderr, "%s\n", status.ToString().c_str());
      return 1;
    }
  }
  return 0;
}
