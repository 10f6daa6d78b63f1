#include "bake/scene/scene_parts.h"

#include <cmath>

#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr double kComplexShare = 0.2;

}  // namespace

PartChoice ChooseParts(const SceneSettings& scene, double wall_share) {
  if (scene.medium == SceneMedium::kGround) {
    return {{ScenePart::kGround},
            "it is walked: the polygons cut from the triangles know its ground exactly"};
  }
  if (!scene.parts.empty()) return {scene.parts, "the settings ask for it"};
  if (scene.mouths.size() == 1) {
    return {{ScenePart::kPoints}, "it has one mouth: points follow its passages"};
  }
  if (scene.mouths.size() > 1) {
    return {{ScenePart::kLayers}, StrCat("it has ", scene.mouths.size(), " mouths: layers lead through it")};
  }
  const double percent = std::round(wall_share * 100);
  if (wall_share < kComplexShare) {
    return {{ScenePart::kVolume}, StrCat("it is open: ", percent, " % of its free space lies at walls")};
  }
  return {{ScenePart::kLayers, ScenePart::kPoints},
          StrCat("its terrain is complex, ", percent,
                 " % of its free space lies at walls: layers for the broad space, refined by points")};
}

}  // namespace waystone
