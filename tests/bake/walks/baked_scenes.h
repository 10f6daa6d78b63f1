// Whole scenes as waystone-bake bakes them, for tests that ask questions all over them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/store/loaded_map.h"
#include "tests/support/temp_folder.h"

namespace waystone {

// Bakes the source to scene.waymap of the folder, and loads it; null if that fails.
std::shared_ptr<const LoadedMap> BakeByProgram(const std::string& source, const TempFolder& folder,
                                               std::vector<std::string> flags);

// A scene, and whom it is baked for.
struct SceneWithAgent {
  std::string scene;
  std::string agent;
  MapView view;
};

// Calls visit for every scene and agent: random steps, the sample town and castle, and the levels of the test
// data that are there; agents as large as people, small, tall, flat and crawling ones. Every scene is baked
// for a human and one or two others, in turn. Without skeletons and hierarchies.
void ForEachScene(const std::function<void(const SceneWithAgent&)>& visit);

}  // namespace waystone
