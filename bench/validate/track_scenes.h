// The maps that the track suite runs on: a package, or all kinds of maps of a data folder, baked first.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/temporary_folder.h"

namespace waystone {

struct TrackSceneOptions {
  std::string package_path = {};           // one package, or
  std::string data_path = {};              // the folder of maps (scripts/answer_sources.py)
  std::string packages_path = {};          // baked packages are kept there; empty: in a temporary folder
  std::vector<std::string> families = {};  // of the data folder; empty: all of them
  uint32_t maps = 0;                       // [maps, 0 = all] at most so many of each family
  std::string bake_path = {};              // of waystone-bake; empty: the one of the same build
  std::string sources_script = {};         // answer_sources.py; empty: that of the source tree of this build
};

struct TrackScene {
  std::string name;    // the map's id; of --package its path
  std::string family;  // the folder of its source; of --package "package"
  std::string package_path;
};

// Packages, and the folder that they are removed with.
class TrackScenes {
 public:
  // Bakes what is needed; progress goes to standard error. Maps of ro_world are too many: of all of them
  // kWorldMaps are taken, evenly by name. csnav, quake and scenes get skeletons, so that they can be explored. NotFound
  // if there is no map, FailedPrecondition if one cannot be baked.
  static absl::StatusOr<TrackScenes> Open(const TrackSceneOptions& options);

  const std::vector<TrackScene>& scenes() const { return scenes_; }

  static constexpr size_t kWorldMaps = 6;

 private:
  TrackScenes() = default;

  std::vector<TrackScene> scenes_;
  TemporaryFolder temporary_;
};

}  // namespace waystone
