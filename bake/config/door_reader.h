// The doors and cost profiles of a bake's configuration.
#pragma once

#include <string>
#include <string_view>

#include "bake/config/door_settings.h"
#include "bake/config/scene_reader.h"

namespace waystone {

// Reads {name: NAME, closed: false, volumes: [{box | cylinder | prism}], links: [ID], areas: [NAME],
// cells: [[column, row, columns, rows]]}, and {name: NAME, costs: {AREA: FACTOR}, excluded: [AREA], min_clearance_m}.
class DoorReader : public SceneReader {
 protected:
  explicit DoorReader(std::string_view name) : SceneReader(name) {}

  absl::Status ReadDoor(const YAML::Node& value, const std::string& key, DoorSettings& settings) const;
  absl::Status ReadCostProfile(const YAML::Node& value, const std::string& key,
                               CostProfileSettings& profile) const;

 private:
  absl::Status ReadDoorVolume(const YAML::Node& value, const std::string& key, DoorVolume& volume) const;
  absl::Status ReadDoorCells(const YAML::Node& value, const std::string& key, DoorCells& cells) const;
};

}  // namespace waystone
