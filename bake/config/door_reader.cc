#include "bake/config/door_reader.h"

#include <algorithm>
#include <variant>

#include "core/geom/simple_polygon.h"

namespace waystone {

absl::Status DoorReader::ReadDoorVolume(const YAML::Node& value, const std::string& key,
                                        DoorVolume& volume) const {
  AreaVolume shape;
  WS_RETURN_IF_ERROR(ReadShape(value, key, {}, shape));
  const Vec3& min = shape.bounds.min;
  const Vec3& max = shape.bounds.max;
  volume.min_y = min.y;
  volume.max_y = max.y;
  if (const auto* const cylinder = std::get_if<VolumeCylinder>(&shape.outline)) {
    volume.corners = {cylinder->centre};
    volume.radius_m = cylinder->radius_m;
  } else if (const auto* const prism = std::get_if<VolumePrism>(&shape.outline)) {
    volume.corners = prism->corners;
    if (PolygonArea_m2(volume.corners) < 0) std::reverse(volume.corners.begin(), volume.corners.end());
  } else {
    volume.corners = {{min.x, min.z}, {max.x, min.z}, {max.x, max.z}, {min.x, max.z}};
  }
  return absl::OkStatus();
}

absl::Status DoorReader::ReadDoorCells(const YAML::Node& value, const std::string& key,
                                       DoorCells& cells) const {
  if (!value.IsSequence() || value.size() != 4) {
    return Invalid(value, key, "must be rectangles [column, row, columns, rows]");
  }
  WS_RETURN_IF_ERROR(ReadCount(value[0], key, cells.column));
  WS_RETURN_IF_ERROR(ReadCount(value[1], key, cells.row));
  WS_RETURN_IF_ERROR(ReadCount(value[2], key, cells.columns));
  return ReadCount(value[3], key, cells.rows);
}

absl::Status DoorReader::ReadDoor(const YAML::Node& value, const std::string& key,
                                  DoorSettings& settings) const {
  Door& door = settings.door;
  WS_RETURN_IF_ERROR(ReadMap(value, key,
                             {{"name", To(&DoorReader::ReadText, door.name)},
                              {"closed", To(&DoorReader::ReadSwitch, door.is_closed)},
                              {"volumes", ToList(&DoorReader::ReadDoorVolume, door.volumes)},
                              {"links", To(&DoorReader::ReadTexts, door.links)},
                              {"areas", To(&DoorReader::ReadTexts, settings.areas)},
                              {"cells", ToList(&DoorReader::ReadDoorCells, door.cells)}}));
  return Needs(value, key, {"name"});
}

absl::Status DoorReader::ReadCostProfile(const YAML::Node& value, const std::string& key,
                                         CostProfileSettings& profile) const {
  WS_RETURN_IF_ERROR(ReadMap(
      value, key,
      {{"name", To(&DoorReader::ReadText, profile.name)},
       {"costs", ToNamed("areas to factors", &DoorReader::ReadText, &DoorReader::ReadNumber, profile.costs)},
       {"excluded", To(&DoorReader::ReadTexts, profile.excluded)},
       {"min_clearance_m", To(&DoorReader::ReadNumber, profile.min_clearance_m)}}));
  return Needs(value, key, {"name"});
}

}  // namespace waystone
