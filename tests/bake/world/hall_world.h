// A world of meshes and a grid for travellers of two sizes, baked, in a folder of its own with its world
// file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bake/world/world_builder.h"
#include "core/store/world_store.h"
#include "tests/support/temp_folder.h"

namespace waystone {

// The agents are "human", 0.3 m, and "ogre", 1 m in radius; the travellers are given. Into enter and out one
// walks, the other portals are used.
//
//   porch, 10 x 10 m    enter, at (9, 5)  ==> hall (3, 10)     hole, at (1, 9), 200 m  ==> den
//                       crack, at (1, 1)  ==> yard's closet
//   hall, 40 x 40 m     a wall from x 0 to 38.5, z 19 to 21; the gap beside it is too narrow for the ogre.
//                       over: a jump at x 5 across the wall; ladder: a climb at x 20
//                       out, at (5, 37)   ==> yard (2, 2)
//   den, a grid         10 x 2 cells, for the human alone; tunnel, at its end  ==> yard (2, 8)
//   yard, 10 x 10 m     and a closet, 1.6 m wide, where the ogre cannot stand; back, in it  ==> porch (5, 5)
class HallWorld {
 public:
  explicit HallWorld(std::vector<TravellerSpec> travellers);

  const std::string& folder() const { return folder_.path(); }
  const WorldManifest& manifest() const { return manifest_; }
  const std::vector<std::string>& package_paths() const { return package_paths_; }
  const BuiltWorld& built() const { return built_; }
  std::shared_ptr<const LoadedWorld> Load() const;
  std::shared_ptr<WorldStore> Serve() const;

 private:
  TempFolder folder_;
  WorldManifest manifest_;
  std::vector<std::string> package_paths_;
  BuiltWorld built_;
};

// Each map's first agent; the human who jumps; the ogre; the ogre who jumps.
std::vector<TravellerSpec> FourTravellers();

}  // namespace waystone
