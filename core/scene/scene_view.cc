#include "core/scene/scene_view.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/scene/scene_visits.h"

namespace waystone {
namespace {

constexpr double kUnitLength = 1e-6;  // how far the square of a turn may be from 1

absl::Status Broken(std::string_view array, size_t index, std::string_view rule) {
  return absl::DataLossError(StrCat("scene ", array, "[", index, "]: ", rule));
}

bool IsMedium(SceneMedium medium) { return medium >= SceneMedium::kGround && medium <= SceneMedium::kAir; }

template <typename Values>
bool AreZero(const Values& values) {
  return std::all_of(std::begin(values), std::end(values), [](auto value) { return value == 0; });
}

template <typename Values>
bool AreFinite(const Values& values) {
  return std::all_of(std::begin(values), std::end(values), [](double value) { return std::isfinite(value); });
}

absl::Status CheckScene(const SceneView::Arrays& arrays, size_t i) {
  const SceneRecord& scene = arrays.scenes[i];
  const auto fails = [&](std::string_view rule) { return Broken("records", i, rule); };
  if (!AreFinite(scene.middle) || !AreFinite(scene.half)) return fails("not finite");
  if (!std::ranges::all_of(scene.half, [](double half) { return half > 0; })) return fails("an empty box");
  const double square = scene.cos_yaw * scene.cos_yaw + scene.sin_yaw * scene.sin_yaw;
  if (!(std::abs(square - 1) <= kUnitLength)) return fails("no turn");
  if (!(scene.reach_m >= 0 && std::isfinite(scene.reach_m))) return fails("bad reach_m");
  if (!(scene.layer_gap_m >= 0 && std::isfinite(scene.layer_gap_m))) return fails("bad layer_gap_m");
  // Each comes after its parent, so that chains of parents end.
  if (scene.parent != kNoParent && scene.parent >= i) return fails("its parent does not come before it");
  if (scene.name_offset >= arrays.texts.size() || scene.reason_offset >= arrays.texts.size()) {
    return fails("text out of range");
  }
  if (scene.first_mouth > arrays.mouths.size() ||
      scene.mouth_count > arrays.mouths.size() - scene.first_mouth) {
    return fails("mouths out of range");
  }
  for (uint32_t m = 0; m < scene.mouth_count; ++m) {
    if (arrays.mouths[scene.first_mouth + m].scene != i) return fails("another scene's mouth");
  }
  if (!IsMedium(scene.medium)) return fails("unknown medium");
  if (scene.is_closed > 1 || !AreZero(scene.reserved) || !AreZero(scene.reserved2)) {
    return fails("is_closed or the reserved bytes are out of range");
  }
  return absl::OkStatus();
}

absl::Status CheckMouth(const SceneView::Arrays& arrays, size_t i) {
  const SceneMouth& mouth = arrays.mouths[i];
  const auto fails = [&](std::string_view rule) { return Broken("mouths", i, rule); };
  if (!AreFinite(mouth.at)) return fails("not finite");
  if (!(mouth.radius_m > 0 && std::isfinite(mouth.radius_m))) return fails("bad radius_m");
  if (mouth.scene >= arrays.scenes.size()) return fails("no such scene");
  const SceneRecord& scene = arrays.scenes[mouth.scene];
  if (i < scene.first_mouth || i - scene.first_mouth >= scene.mouth_count) return fails("not its scene's");
  if (mouth.name_offset >= arrays.texts.size()) return fails("name out of range");
  return IsMedium(mouth.medium) && AreZero(mouth.reserved) ? absl::OkStatus() : fails("unknown medium");
}

absl::Status CheckPoly(const SceneView::Arrays& arrays, size_t i) {
  const ScenePoly& poly = arrays.polys[i];
  const bool is_known = poly.part >= ScenePart::kGround && poly.part <= ScenePart::kVolume &&
                        IsMedium(poly.medium) && AreZero(poly.reserved);
  if (!is_known) return Broken("polygons", i, "unknown part or medium");
  if (poly.scene != kNoScene && poly.scene >= arrays.scenes.size())
    return Broken("polygons", i, "no such scene");
  if (poly.scene == kNoScene && poly.part != ScenePart::kGround) return Broken("polygons", i, "of no scene");
  return absl::OkStatus();
}

}  // namespace

SceneView::SceneView(const Arrays& arrays)
    : arrays_(arrays),
      has_closed_(
          std::ranges::any_of(arrays.scenes, [](const SceneRecord& of) { return of.is_closed != 0; })),
      tree_(std::make_shared<const SceneTree>(arrays.scenes)) {}

absl::StatusOr<SceneView> SceneView::Create(const Arrays& arrays) {
  const SceneHeader& header = arrays.header;
  if (header.scene_count != arrays.scenes.size() || header.mouth_count != arrays.mouths.size() ||
      header.scene_count > kMaxScenes || !AreZero(header.reserved)) {
    return absl::DataLossError("scene header: it does not fit the records");
  }
  if (arrays.texts.empty() || arrays.texts.back() != '\0') {
    return absl::DataLossError("scene texts: the last one does not end");
  }
  for (size_t i = 0; i < arrays.scenes.size(); ++i) WS_RETURN_IF_ERROR(CheckScene(arrays, i));
  for (size_t i = 0; i < arrays.mouths.size(); ++i) WS_RETURN_IF_ERROR(CheckMouth(arrays, i));
  for (size_t i = 0; i < arrays.polys.size(); ++i) WS_RETURN_IF_ERROR(CheckPoly(arrays, i));
  return SceneView(arrays);
}

absl::StatusOr<SceneView> SceneView::Create(const SceneData& data) {
  return Create(Arrays{data.header, data.scenes, data.mouths, data.polys, data.texts});
}

SceneView SceneView::WithMore(std::span<const PolyId> like, std::vector<ScenePoly>& polys) const {
  polys.assign(arrays_.polys.begin(), arrays_.polys.end());
  for (const PolyId poly : like) polys.push_back(polys[poly.value()]);
  SceneView more = *this;
  more.arrays_.polys = polys;
  return more;
}

std::vector<BorderCrossing> SceneView::ClosedBordersCrossed(std::span<const Vec3> line) const {
  std::vector<BorderCrossing> crossings;
  if (!has_closed_) return crossings;
  const std::vector<SceneVisit> visits = VisitsAlong(*tree_, arrays_.scenes, line);
  for (size_t i = 1; i < visits.size(); ++i) {
    const SceneId from = visits[i - 1].scene;
    const SceneId to = visits[i].scene;
    const auto add_within = [&](SceneId inner, SceneId other) {
      for (SceneId id = inner; !id.IsNone(); id = ParentOf(id)) {
        if (scene(id).is_closed != 0 && !IsWithin(other, id))
          crossings.push_back({id, visits[i].from, from, to});
      }
    };
    add_within(from, to);
    add_within(to, from);
  }
  return crossings;
}

bool SceneView::IsWithin(SceneId inner, SceneId outer) const {
  for (SceneId id = inner; !id.IsNone(); id = ParentOf(id)) {
    if (id == outer) return true;
  }
  return false;
}

}  // namespace waystone
