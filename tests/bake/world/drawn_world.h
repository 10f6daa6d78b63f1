// A world drawn as text, baked, in a folder of its own with its world file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "bake/world/world_builder.h"
#include "core/store/world_store.h"
#include "core/surface/world_query.h"
#include "tests/oracle/slow_world.h"
#include "tests/support/temp_folder.h"

namespace waystone {

// From map0 through map1 to map2, and from map1 back to the part of map0 behind the wall.
SlowWorld ThreeRooms();

// Map k is called "map<k>", portal k "portal<k>", named place k "place<k>". Cells are 1 m.
// `max_step_table_bytes`: of the manifest. `cluster_side`: of the maps' clusters [cells]; 0: they have none.
class DrawnWorld {
 public:
  explicit DrawnWorld(const SlowWorld& drawing, std::optional<uint64_t> max_step_table_bytes = {},
                      const std::vector<SlowPlace>& places = {},
                      const std::vector<TravellerSpec>& travellers = {{}}, uint32_t cluster_side = 0);

  const std::string& folder() const { return folder_.path(); }
  const WorldManifest& manifest() const { return manifest_; }
  const std::vector<std::string>& package_paths() const { return package_paths_; }
  const BuiltWorld& built() const { return built_; }
  // Makes the world anew with a hierarchy of portals in place of labels.
  void TakeLabelsAway();
  std::shared_ptr<const LoadedWorld> Load() const;
  std::shared_ptr<WorldStore> Serve() const;
  // The middle of a cell.
  WorldPosition PositionOf(const SlowPlace& place, const WorldView& world) const;

 private:
  void Build(uint64_t max_label_bytes);

  TempFolder folder_;
  WorldManifest manifest_;
  std::vector<std::string> package_paths_;
  BuiltWorld built_;
};

}  // namespace waystone
