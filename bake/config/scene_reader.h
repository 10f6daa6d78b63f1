// The scenes of a bake's configuration.
#pragma once

#include <string>
#include <string_view>

#include "bake/config/volume_reader.h"
#include "bake/scene/scene_settings.h"

namespace waystone {

// Reads {name: NAME, box: [[x, y, z], [x, y, z]], ...}: the fields of SceneSettings by their names, with `surfaces`
// for its parts, `walkable`, and `mouths` [{name, at, radius_m, state}].
class SceneReader : public VolumeReader {
 protected:
  explicit SceneReader(std::string_view name) : VolumeReader(name) {}

  absl::Status ReadScene(const YAML::Node& value, const std::string& key, SceneSettings& scene) const;

 private:
  absl::Status ReadSceneBox(const YAML::Node& value, const std::string& key, Aabb& box) const;
  absl::Status ReadPart(const YAML::Node& value, const std::string& key, ScenePart& part) const;
  absl::Status ReadParts(const YAML::Node& value, const std::string& key,
                         std::vector<ScenePart>& parts) const;
  absl::Status ReadPriority(const YAML::Node& value, const std::string& key,
                            std::optional<int>& priority) const;
  absl::Status ReadWalkable(const YAML::Node& value, const std::string& key, std::optional<bool>& on) const;
  absl::Status ReadMouth(const YAML::Node& value, const std::string& key, MouthSettings& mouth) const;
};

}  // namespace waystone
