#include "client/cli/exploration_picture.h"

#include <memory>
#include <utility>

#include "client/cli/console.h"
#include "client/draw/map_picture.h"
#include "client/messages.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/loaded_map.h"

namespace waystone::cli {
namespace {

absl::Status CheckSameMap(const std::string& package, const LoadedMap& map,
                          const v1::PlanRouteResponse& answer) {
  const bool is_same = !answer.maps().empty() && answer.maps(0).map_id() == map.manifest().map_id &&
                       answer.maps(0).generation() == map.generation();
  if (is_same) return absl::OkStatus();
  return absl::InvalidArgumentError(StrCat("--package: ", package, ": holds generation ", map.generation(),
                                           " of map ", Quoted(map.manifest().map_id),
                                           ", which is not what the answer came from"));
}

}  // namespace

absl::Status DrawExploration(const std::string& package, const v1::Agent& agent,
                             const v1::PlanRouteResponse& answer, const std::string& output) {
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const LoadedMap> map, LoadedMap::Load(package));
  WS_RETURN_IF_ERROR(CheckSameMap(package, *map, answer));
  WS_ASSIGN_OR_RETURN(const MapView view,
                      map->View(agent.profile(), {agent.abilities().begin(), agent.abilities().end()}));
  draw::Overlays overlays;
  overlays.with_skeleton = true;
  for (const v1::Route& route : answer.routes()) {
    draw::WalkOverlay walk;
    walk.length_m = route.length_m();
    for (const v1::RouteLeg& leg : route.legs()) {
      for (const Vec3 point : client::LegPoints(route, leg)) {
        if (walk.points.empty() || !(walk.points.back() == point)) walk.points.push_back(point);
      }
    }
    if (!walk.points.empty()) overlays.walks.push_back(std::move(walk));
  }
  WS_ASSIGN_OR_RETURN(const std::string svg, draw::DrawMap(view, overlays));
  return WriteTextFile(output, svg);
}

}  // namespace waystone::cli
