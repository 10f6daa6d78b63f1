#include "bake/config/scene_reader.h"

#include <map>
#include <utility>
#include <vector>

namespace waystone {

absl::Status SceneReader::ReadSceneBox(const YAML::Node& value, const std::string& key, Aabb& box) const {
  if (!value.IsSequence() || value.size() != 2) return Invalid(value, key, "must be two points [x, y, z]");
  for (const YAML::Node& corner : value) {
    Vec3 at;
    WS_RETURN_IF_ERROR(ReadPoint(corner, key, at));
    if (!at.IsFinite()) return Invalid(value, key, "must be finite");
    box.Extend(at);
  }
  return absl::OkStatus();
}

absl::Status SceneReader::ReadPart(const YAML::Node& value, const std::string& key, ScenePart& part) const {
  static const std::map<std::string, ScenePart> kParts = {
      {"layers", ScenePart::kLayers}, {"points", ScenePart::kPoints}, {"volume", ScenePart::kVolume}};
  const auto known = value.IsScalar() ? kParts.find(value.Scalar()) : kParts.end();
  if (known == kParts.end()) return Invalid(value, key, "must be of layers, points and volume");
  part = known->second;
  return absl::OkStatus();
}

absl::Status SceneReader::ReadParts(const YAML::Node& value, const std::string& key,
                                    std::vector<ScenePart>& parts) const {
  return ReadList(value, key, &SceneReader::ReadPart, parts);
}

absl::Status SceneReader::ReadPriority(const YAML::Node& value, const std::string& key,
                                       std::optional<int>& priority) const {
  int number = 0;
  if (!value.IsScalar() || !YAML::convert<int>::decode(value, number)) {
    return Invalid(value, key, "must be a whole number");
  }
  priority = number;
  return absl::OkStatus();
}

absl::Status SceneReader::ReadWalkable(const YAML::Node& value, const std::string& key,
                                       std::optional<bool>& on) const {
  return ReadSwitch(value, key, on.emplace());
}

absl::Status SceneReader::ReadMouth(const YAML::Node& value, const std::string& key,
                                    MouthSettings& mouth) const {
  WS_RETURN_IF_ERROR(ReadMap(value, key,
                             {{"name", To(&SceneReader::ReadText, mouth.name)},
                              {"at", To(&SceneReader::ReadPoint, mouth.at)},
                              {"radius_m", To(&SceneReader::ReadNumber, mouth.radius_m)},
                              {"state", ToWord("must be walking, swimming or flying",
                                               {{"walking", SceneMedium::kGround},
                                                {"swimming", SceneMedium::kWater},
                                                {"flying", SceneMedium::kAir}},
                                               mouth.medium)}}));
  return Needs(value, key, {"name", "at"});
}

absl::Status SceneReader::ReadScene(const YAML::Node& value, const std::string& key,
                                    SceneSettings& scene) const {
  WS_RETURN_IF_ERROR(ReadMap(
      value, key,
      {{"name", To(&SceneReader::ReadText, scene.name)},
       {"box", To(&SceneReader::ReadSceneBox, scene.box)},
       {"yaw_deg", To(&SceneReader::ReadNumber, scene.yaw_deg)},
       {"within", To(&SceneReader::ReadText, scene.within)},
       {"priority", To(&SceneReader::ReadPriority, scene.priority)},
       {"medium",
        ToWord("must be ground, water or air",
               {{"ground", SceneMedium::kGround}, {"water", SceneMedium::kWater}, {"air", SceneMedium::kAir}},
               scene.medium)},
       {"surfaces", To(&SceneReader::ReadParts, scene.parts)},
       {"layer_gap_m", To(&SceneReader::ReadNumber, scene.layer_gap_m)},
       {"layer_heights_m", ToList(&SceneReader::ReadNumber, scene.layer_heights_m)},
       {"point_gap_m", To(&SceneReader::ReadNumber, scene.point_gap_m)},
       {"walkable", To(&SceneReader::ReadWalkable, scene.is_walkable)},
       {"mouths", ToList(&SceneReader::ReadMouth, scene.mouths)}}));
  return Needs(value, key, {"name", "box"});
}

}  // namespace waystone
