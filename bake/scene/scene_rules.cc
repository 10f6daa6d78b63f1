#include "bake/scene/scene_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <set>
#include <utility>

#include "bake/import/setting_range.h"
#include "bake/import/source_check.h"
#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"

namespace waystone {
namespace {

constexpr size_t kMaxNameBytes = 64;
constexpr size_t kMaxMouths = 64;  // of a scene
constexpr double kInside_m = 1e-6;
constexpr size_t kNone = SIZE_MAX;

absl::Status CheckName(std::string_view what, const std::string& name) {
  if (!name.empty() && IsPlainText(name, kMaxNameBytes)) return absl::OkStatus();
  return InvalidArgument(what, " must have a name of 1 to ", kMaxNameBytes,
                         " bytes of UTF-8 without control characters");
}

absl::Status CheckPoint(std::string_view field, const Vec3& point) {
  for (const double coordinate : {point.x, point.y, point.z}) {
    WS_RETURN_IF_ERROR(CheckSetting(field, coordinate, -kMaxSourceCoordinateM, kMaxSourceCoordinateM));
  }
  return absl::OkStatus();
}

SceneRecord RecordOf(const SceneSettings& scene, const Vec3& origin) {
  const double yaw = -scene.yaw_deg * std::numbers::pi / 180;
  const Vec3 middle = (scene.box.min + scene.box.max) * 0.5 - origin;
  const Vec3 half = (scene.box.max - scene.box.min) * 0.5;
  SceneRecord record{};
  const auto set = [](const Vec3& from, double(&to)[3]) {
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
  };
  set(middle, record.middle);
  set(half, record.half);
  // Quarter turns are exact.
  const bool is_quarter = std::fmod(scene.yaw_deg, 90) == 0;
  record.cos_yaw = is_quarter ? std::round(std::cos(yaw)) : std::cos(yaw);
  record.sin_yaw = is_quarter ? std::round(std::sin(yaw)) : std::sin(yaw);
  record.parent = kNoParent;
  record.medium = scene.medium;
  record.is_closed = scene.mouths.empty() ? 0 : 1;
  return record;
}

std::array<Vec3, 8> CornersOf(const SceneRecord& scene) {
  std::array<Vec3, 8> corners;
  for (uint32_t k = 0; k < 8; ++k) {
    const double x = (k & 1) != 0 ? scene.half[0] : -scene.half[0];
    const double y = (k & 2) != 0 ? scene.half[1] : -scene.half[1];
    const double z = (k & 4) != 0 ? scene.half[2] : -scene.half[2];
    corners[k] = Vec3(scene.middle[0] + x * scene.cos_yaw - z * scene.sin_yaw, scene.middle[1] + y,
                      scene.middle[2] + x * scene.sin_yaw + z * scene.cos_yaw);
  }
  return corners;
}

bool Holds(const SceneRecord& outer, const SceneRecord& inner) {
  SceneRecord grown = outer;
  for (double& half : grown.half) half += kInside_m;
  return std::ranges::all_of(CornersOf(inner), [&](const Vec3& corner) { return Contains(grown, corner); });
}

absl::Status CheckMouths(const SceneSettings& scene) {
  if (scene.mouths.size() > kMaxMouths) return InvalidArgument("has more than ", kMaxMouths, " mouths");
  std::set<std::string> names;
  for (const MouthSettings& mouth : scene.mouths) {
    WS_RETURN_IF_ERROR(CheckName("each mouth", mouth.name));
    const std::string what = StrCat("mouth ", Quoted(mouth.name));
    if (!names.insert(mouth.name).second) return InvalidArgument(what, " is there twice");
    WS_RETURN_IF_ERROR(CheckPoint(what, mouth.at));
    WS_RETURN_IF_ERROR(CheckSetting(StrCat(what, ": radius_m"), mouth.radius_m, 0.1, 100));
    SceneRecord grown = RecordOf(scene, Vec3());
    for (double& half : grown.half) half += mouth.radius_m;
    if (!Contains(grown, mouth.at))
      return InvalidArgument(what, " is farther from its box than its radius_m");
  }
  return absl::OkStatus();
}

absl::Status CheckParts(const SceneSettings& scene) {
  if (scene.medium == SceneMedium::kGround && !scene.parts.empty()) {
    return absl::InvalidArgumentError(
        "surfaces: ground is always walked by the polygons cut from the triangles; layers, points and volume "
        "are "
        "for water and air");
  }
  for (size_t i = 0; i < scene.parts.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (scene.parts[i] == scene.parts[j]) return absl::InvalidArgumentError("surfaces: one is there twice");
    }
  }
  WS_RETURN_IF_ERROR(CheckSetting("layer_gap_m", scene.layer_gap_m, 0.1, 1000));
  WS_RETURN_IF_ERROR(CheckSetting("point_gap_m", scene.point_gap_m, 0.1, 1000));
  for (size_t i = 0; i < scene.layer_heights_m.size(); ++i) {
    const double height_m = scene.layer_heights_m[i];
    if (!(height_m >= scene.box.min.y && height_m <= scene.box.max.y)) {
      return InvalidArgument("layer_heights_m: ", height_m, " is not in its box");
    }
    if (i > 0 && !(height_m > scene.layer_heights_m[i - 1])) {
      return absl::InvalidArgumentError("layer_heights_m: must ascend");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckScene(const SceneSettings& scene) {
  WS_RETURN_IF_ERROR(CheckPoint("box", scene.box.min));
  WS_RETURN_IF_ERROR(CheckPoint("box", scene.box.max));
  const Vec3 size = scene.box.max - scene.box.min;
  if (!(size.x > 0 && size.y > 0 && size.z > 0)) return absl::InvalidArgumentError("its box is empty");
  WS_RETURN_IF_ERROR(CheckSetting("yaw_deg", scene.yaw_deg, -360, 360));
  if (scene.priority) WS_RETURN_IF_ERROR(CheckSetting("priority", *scene.priority, -1000, 1000));
  WS_RETURN_IF_ERROR(CheckParts(scene));
  return CheckMouths(scene);
}

// Finds parents and priorities.
class TreeMaker {
 public:
  TreeMaker(std::span<const SceneSettings> scenes, const Vec3& origin) : scenes_(scenes) {
    for (const SceneSettings& scene : scenes) records_.push_back(RecordOf(scene, origin));
  }

  absl::StatusOr<SceneOrder> Make(const Vec3& origin) {
    parents_.assign(scenes_.size(), kNone);
    for (size_t i = 0; i < scenes_.size(); ++i) {
      if (!scenes_[i].within.empty()) WS_RETURN_IF_ERROR(TakeParent(i));
    }
    for (size_t i = 0; i < scenes_.size(); ++i) {
      if (LeadsBack(i)) return InvalidArgument("scene ", Quoted(scenes_[i].name), " lies within itself");
    }
    for (size_t i = 0; i < scenes_.size(); ++i) {
      if (scenes_[i].within.empty()) FindParent(i);
    }
    return Order(origin);
  }

 private:
  absl::Status TakeParent(size_t i) {
    const SceneSettings& scene = scenes_[i];
    const auto parent = std::ranges::find(scenes_, scene.within, &SceneSettings::name);
    const std::string what = StrCat("scene ", Quoted(scene.name), ": within: ");
    if (parent == scenes_.end()) return InvalidArgument(what, "there is no scene ", Quoted(scene.within));
    parents_[i] = static_cast<size_t>(parent - scenes_.begin());
    if (Holds(records_[parents_[i]], records_[i])) return absl::OkStatus();
    return InvalidArgument(what, "its box is not inside that of ", Quoted(scene.within));
  }

  bool LeadsBack(size_t i) const {
    size_t steps = 0;
    for (size_t at = parents_[i]; at != kNone && steps <= scenes_.size(); at = parents_[at], ++steps) {
      if (at == i) return true;
    }
    return false;
  }

  // Of equal boxes the earlier one is the outer.
  void FindParent(size_t i) {
    const auto rank = [&](size_t at) { return std::pair(VolumeOf_m3(records_[at]), scenes_.size() - at); };
    for (size_t other = 0; other < scenes_.size(); ++other) {
      const bool is_larger = other != i && rank(other) > rank(i) && Holds(records_[other], records_[i]);
      if (!is_larger || (parents_[i] != kNone && rank(other) > rank(parents_[i]))) continue;
      const size_t before = std::exchange(parents_[i], other);
      if (LeadsBack(i)) parents_[i] = before;
    }
  }

  absl::StatusOr<SceneOrder> Order(const Vec3& origin) {
    std::vector<int> depths(scenes_.size(), 0);
    for (size_t i = 0; i < scenes_.size(); ++i) {
      for (size_t at = parents_[i]; at != kNone; at = parents_[at]) ++depths[i];
    }
    SceneOrder out;
    out.settings.resize(scenes_.size());
    std::iota(out.settings.begin(), out.settings.end(), size_t{0});
    std::ranges::stable_sort(out.settings, {}, [&](size_t i) { return depths[i]; });
    std::vector<uint32_t> place(scenes_.size());
    for (size_t k = 0; k < out.settings.size(); ++k) place[out.settings[k]] = static_cast<uint32_t>(k);
    SceneData& data = out.data;
    data.texts.assign(1, '\0');
    for (const size_t i : out.settings) {
      SceneRecord record = records_[i];
      const SceneSettings& scene = scenes_[i];
      record.priority = scene.priority.value_or(depths[i]);
      record.name_offset = AddSceneText(scene.name, data);
      if (parents_[i] != kNone) {
        record.parent = place[parents_[i]];
        const SceneRecord& parent = data.scenes[record.parent];
        if (record.priority <= parent.priority) {
          return InvalidArgument("scene ", Quoted(scene.name), ": its priority ", record.priority,
                                 " is not above ", parent.priority, " of ", Quoted(scenes_[parents_[i]].name),
                                 ", within which it lies");
        }
      }
      record.first_mouth = static_cast<uint32_t>(data.mouths.size());
      record.mouth_count = static_cast<uint32_t>(scene.mouths.size());
      for (const MouthSettings& mouth : scene.mouths) {
        const Vec3 at = mouth.at - origin;
        SceneMouth& out_mouth = data.mouths.emplace_back();
        out_mouth = {.at = {at.x, at.y, at.z},
                     .radius_m = static_cast<float>(mouth.radius_m),
                     .scene = static_cast<uint32_t>(data.scenes.size()),
                     .name_offset = AddSceneText(mouth.name, data),
                     .medium = mouth.medium,
                     .reserved = {}};
      }
      data.scenes.push_back(record);
    }
    data.header.scene_count = static_cast<uint32_t>(data.scenes.size());
    data.header.mouth_count = static_cast<uint32_t>(data.mouths.size());
    return out;
  }

  std::span<const SceneSettings> scenes_;
  std::vector<SceneRecord> records_;
  std::vector<size_t> parents_;
};

}  // namespace

absl::Status CheckScenes(std::span<const SceneSettings> scenes) {
  if (scenes.size() > kMaxScenes) return InvalidArgument("more than ", kMaxScenes, " scenes");
  std::set<std::string> names;
  for (const SceneSettings& scene : scenes) {
    WS_RETURN_IF_ERROR(CheckName("each scene", scene.name));
    const std::string what = StrCat("scene ", Quoted(scene.name), ": ");
    if (!names.insert(scene.name).second) return InvalidArgument(what, "its name is there twice");
    const absl::Status status = CheckScene(scene);
    if (!status.ok()) return InvalidArgument(what, status.message());
  }
  return OrderScenes(scenes, Vec3()).status();
}

absl::StatusOr<SceneOrder> OrderScenes(std::span<const SceneSettings> scenes, const Vec3& origin) {
  return TreeMaker(scenes, origin).Make(origin);
}

uint32_t AddSceneText(std::string_view text, SceneData& data) {
  const auto offset = static_cast<uint32_t>(data.texts.size());
  data.texts.insert(data.texts.end(), text.begin(), text.end());
  data.texts.push_back('\0');
  return offset;
}

}  // namespace waystone
