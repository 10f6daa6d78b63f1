#include "server/convert/scene_convert.h"

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/str_cat.h"
#include "core/scene/scene_view.h"
#include "core/scene/scene_visits.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

constexpr size_t kGenerationShown = 16;

std::string TokenOf(SceneId scene, const LoadedMap& map) {
  if (scene.IsNone()) return {};
  return StrCat(scene.value(), ":", map.generation().substr(0, kGenerationShown));
}

// None if the token is empty, or of another generation.
SceneId SceneOf(std::string_view token, const SceneView& scenes, const LoadedMap& map) {
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), number);
  if (error != std::errc() || number >= scenes.scenes().size()) return SceneId();
  return TokenOf(SceneId(number), map) == token ? SceneId(number) : SceneId();
}

}  // namespace

void FillScenes(const FoundMap& found, const RouteQuery& query, const RouteAnswer& answer,
                const v1::SceneOptions& options, v1::PlanRouteResponse& response) {
  const SceneView* const scenes = found.view.surface->Scenes();
  if (scenes == nullptr || answer.points.empty()) return;
  const Vec3& origin = found.map->manifest().origin;
  std::vector<Vec3> line;
  for (const Vec3& point : answer.points) line.push_back(point - origin);
  v1::SceneReport& report = *response.mutable_scenes();
  const SceneId entered = SceneOf(options.token(), *scenes, *found.map);
  for (const SceneVisit& visit : VisitsAlong(scenes->tree(), scenes->scenes(), line, entered)) {
    v1::SceneVisit& out = *report.add_visits();
    if (!visit.scene.IsNone()) {
      out.set_scene(std::string(scenes->NameOf(visit.scene)));
      out.set_priority(scenes->scene(visit.scene).priority);
    }
    SetPosition(visit.from + origin, *out.mutable_at());
    out.set_along_m(visit.along_m);
    out.set_asks_again(visit.is_reselected);
    out.set_token(TokenOf(visit.scene, *found.map));
  }
  const Vec3 gap = query.goals[answer.goal_index] - answer.points.back();
  report.set_height_gap_m(gap.y);
  report.set_plane_gap_m(Length(gap.Plane()));
}

}  // namespace waystone
