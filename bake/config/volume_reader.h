// The volumes of a bake's configuration.
#pragma once

#include <string>

#include "bake/recast/area_volume.h"
#include "core/yaml/yaml_reader.h"

namespace waystone {

// Reads {area: NAME, box: [[x, y, z], [x, y, z]]}, or with `cylinder` {base, radius_m, height_m}, or with
// `prism` {corners: [[x, z], ...], bottom_m, top_m}.
class VolumeReader : public YamlReader {
 protected:
  explicit VolumeReader(std::string_view name) : YamlReader(name) {}

  absl::Status ReadVolume(const YAML::Node& value, const std::string& key, AreaVolume& volume) const;
  // Reads the shape, and other keys of the same map.
  absl::Status ReadShape(const YAML::Node& value, const std::string& key, Readers others,
                         AreaVolume& volume) const;

 private:
  absl::Status ReadBox(const YAML::Node& value, const std::string& key, AreaVolume& volume) const;
  absl::Status ReadCylinder(const YAML::Node& value, const std::string& key, AreaVolume& volume) const;
  absl::Status ReadPrism(const YAML::Node& value, const std::string& key, AreaVolume& volume) const;
  absl::Status ReadCorner(const YAML::Node& value, const std::string& key, Vec2& corner) const;
};

}  // namespace waystone
