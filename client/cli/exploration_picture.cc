#include "client/cli/exploration_picture.h"

#include <memory>
#include <utility>

#include "client/cli/console.h"
#include "client/cli/package_of_answer.h"
#include "client/draw/map_picture.h"
#include "client/messages.h"
#include "core/base/status_macros.h"

namespace waystone::cli {

absl::Status DrawExploration(const std::string& package, const v1::Agent& agent,
                             const v1::PlanRouteResponse& answer, const std::string& output) {
  const v1::MapGeneration& answered =
      answer.maps().empty() ? v1::MapGeneration::default_instance() : answer.maps(0);
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const LoadedMap> map, LoadPackageOf(answered, package));
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
