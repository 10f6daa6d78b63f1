#include "client/cli/answer_json.h"

#include <cmath>
#include <limits>
#include <utility>

namespace waystone::cli {
namespace {

// Tenths of a millimetre: what the API's floats carry, without their binary tails.
double Rounded(double metres) { return std::round(metres * 1e4) / 1e4; }

// Rounded up, so that a proven bound stays true.
double RoundedUp(double ratio) { return std::ceil(ratio * 1e4) / 1e4; }

Json PointJson(const Vec3& at) { return Json::array({Rounded(at.x), Rounded(at.y), Rounded(at.z)}); }

Json PointsJson(const client::PointView& points) {
  Json json = Json::array();
  for (const Vec3 point : points) json.push_back(PointJson(point));
  return json;
}

std::string MapOf(const client::RouteAnswer& answer, const client::RouteLeg& leg) {
  return answer.maps[leg.map_index].map_id;
}

Json MapsJson(const client::RouteAnswer& answer) {
  Json maps = Json::array();
  for (const client::MapGeneration& map : answer.maps) {
    maps.push_back({{"map_id", map.map_id}, {"generation", map.generation}});
  }
  return maps;
}

Json PortalJson(const client::RouteAnswer& answer, const client::Route& route, const client::RouteLeg& leg) {
  const client::PortalUse& portal = *leg.portal;
  Json json = {{"kind", EnumName(portal.kind)},
               {"to_map_id", answer.maps[portal.to_map_index].map_id},
               {"to_map_index", portal.to_map_index},
               {"money", portal.money},
               {"ticket", portal.ticket},
               {"requirement", portal.requirement}};
  if (const auto arrival = route.Arrival(leg)) json["arrival"] = PointJson(*arrival);
  return json;
}

Json LegsJson(const client::RouteAnswer& answer, const client::Route& route) {
  Json legs = Json::array();
  for (const client::RouteLeg& leg : route.legs) {
    Json json = {{"kind", EnumName(leg.kind)},
                 {"map_id", MapOf(answer, leg)},
                 {"length_m", Rounded(leg.length_m)},
                 {"cost", Rounded(leg.cost)}};
    if (answer.maps.size() > 1) json["map_index"] = leg.map_index;
    if (HasLink(leg)) json["link_id"] = leg.link_id;
    if (!leg.external_id.empty()) json["external_id"] = leg.external_id;
    if (leg.portal.has_value()) json["portal"] = PortalJson(answer, route, leg);
    json["points"] = PointsJson(route.LegPoints(leg));
    legs.push_back(std::move(json));
  }
  return legs;
}

void AddPolys(const client::Route& route, Json& json) {
  if (!route.polys.empty()) json["polys"] = route.polys;
  if (!route.poly_external_ids.empty()) json["poly_external_ids"] = route.poly_external_ids;
}

// Each given position with its verdict and the place found for it; all places found are "positions".
void AddGiven(const std::vector<Vec3>& given, const client::PlaceAnswer& answer, Json& json) {
  json["asked_for"] = given.size();
  json["positions"] = Json::array();
  json["polys"] = Json::array();
  json["given"] = Json::array();
  for (size_t i = 0; i < given.size(); ++i) {
    Json entry = {{"at", PointJson(given[i])}, {"verdict", VerdictName(answer.verdicts[i])}};
    if (!answer.found.empty() && answer.found[i]) {
      const Vec3 found = answer.points.view()[i];
      entry["found"] = PointJson(found);
      entry["distance_m"] = Rounded(Distance(given[i], found));
      json["positions"].push_back(PointJson(found));
      json["polys"].push_back(answer.polys[i]);
      if (!answer.poly_external_ids.empty()) json["poly_external_ids"].push_back(answer.poly_external_ids[i]);
    }
    json["given"].push_back(std::move(entry));
  }
}

// Its point, or the name it was asked for by, as flags have it. Only places of the world have no map.
Json LocationJson(const client::Location& location) {
  if (location.name.empty()) return PointJson(location.at);
  return Json((location.map_id.empty() ? "world:" : "name:") + location.name);
}

// The map of one end of a route. Of a place of the world it is the answer's first or last map, or empty if
// the answer has none.
std::string MapOfEnd(const client::Location& end, bool is_start, const client::RouteAnswer& answer) {
  if (!end.map_id.empty() || answer.maps.empty()) return end.map_id;
  return is_start ? answer.maps.front().map_id : answer.maps.back().map_id;
}

Json LocationsJson(const std::vector<client::Location>& locations) {
  Json json = Json::array();
  for (const client::Location& location : locations) json.push_back(LocationJson(location));
  return json;
}

Json PlacesJson(const std::vector<client::NamedPlace>& places) {
  Json json = Json::array();
  for (const client::NamedPlace& place : places) {
    json.push_back({{"name", place.name}, {"map_id", place.at.map_id}, {"at", PointJson(place.at.at)}});
  }
  return json;
}

}  // namespace

bool HasLink(const client::RouteLeg& leg) {
  return leg.kind != client::LegKind::kWalk && leg.kind != client::LegKind::kPortal &&
         leg.link_id != std::numeric_limits<uint32_t>::max();
}

Json RouteJson(const client::RouteRequest& request, const client::RouteAnswer& answer) {
  const size_t goal = answer.goal_index < request.goals.size() ? answer.goal_index : 0;
  Json json = {{"kind", "route"},
               {"status", EnumName(answer.status)},
               {"reason", EnumName(answer.reason)},
               {"explanation", answer.explanation},
               {"map_id", MapOfEnd(request.start, true, answer)},
               {"from", LocationJson(request.start)},
               {"to", LocationJson(request.goals[goal])},
               {"start_snap_m", Rounded(answer.start_snap_m)},
               {"goal_snap_m", Rounded(answer.goal_snap_m)},
               {"method", EnumName(answer.method)},
               {"basis", EnumName(answer.basis)},
               {"expansions", answer.expansions}};
  json["surface"] = EnumName(answer.surface);
  const std::string to_map = MapOfEnd(request.goals[goal], false, answer);
  if (!to_map.empty() && to_map != json["map_id"]) json["to_map_id"] = to_map;
  if (!answer.world_generation.empty()) json["world_generation"] = answer.world_generation;
  if (request.with_strategy) json["strategy_reason"] = answer.strategy_reason;
  if (!request.via.empty()) json["via"] = LocationsJson(request.via);
  if (request.goals.size() > 1) {
    json["goals"] = LocationsJson(request.goals);
    json["goal_index"] = goal;
  }
  json["maps"] = MapsJson(answer);
  if (answer.routes.empty()) return json;
  const client::Route& route = answer.routes[0];
  json["length_m"] = Rounded(route.length_m);
  json["plane_length_m"] = Rounded(route.plane_length_m);
  json["cost"] = Rounded(route.cost);
  json["gap_m"] = Rounded(route.gap_m);
  if (route.cost_ratio > 0) json["cost_ratio"] = RoundedUp(route.cost_ratio);
  if (!route.sets_off_portal.empty()) json["sets_off_portal"] = route.sets_off_portal;
  json["legs"] = LegsJson(answer, route);
  AddPolys(route, json);
  return json;
}

Json ExplorationJson(const client::ExploreRequest& request, const client::RouteAnswer& answer) {
  Json json = {{"kind", "exploration"},
               {"status", EnumName(answer.status)},
               {"reason", EnumName(answer.reason)},
               {"explanation", answer.explanation},
               {"map_id", request.start.map_id},
               {"from", LocationJson(request.start)},
               {"order", EnumName(request.order)},
               {"start_snap_m", Rounded(answer.start_snap_m)},
               {"basis", EnumName(answer.basis)},
               {"expansions", answer.expansions}};
  json["maps"] = MapsJson(answer);
  if (answer.exploration) {
    const client::ExplorationReport& report = *answer.exploration;
    json["end"] = EnumName(report.end);
    json["coverage"] = report.coverage;
    if (request.sight_radius_m > 0) json["ground_coverage"] = report.ground_coverage;
    json["lower_bound_m"] = Rounded(report.lower_bound_m);
    json["reachable_key_points"] = report.reachable_key_points;
    json["key_points"] = report.key_points;
    json["unjoinable_key_points"] = report.unjoinable_key_points;
    json["cycle_rank"] = report.cycle_rank;
  }
  json["routes"] = Json::array();
  for (const client::Route& route : answer.routes) {
    Json walk = {{"length_m", Rounded(route.length_m)}, {"key_points", route.key_points}};
    walk["legs"] = LegsJson(answer, route);
    if (!route.key_point_external_ids.empty()) {
      walk["key_point_external_ids"] = route.key_point_external_ids;
    }
    AddPolys(route, walk);
    json["routes"].push_back(std::move(walk));
  }
  return json;
}

const std::vector<Vec3>& GivenPositions(const client::PlaceTask& task) {
  static const std::vector<Vec3> kNone;
  if (const auto* nearest = std::get_if<client::NearestTask>(&task)) return nearest->positions;
  if (const auto* audit = std::get_if<client::AuditTask>(&task)) return audit->positions;
  return kNone;
}

std::string VerdictName(client::PlaceReason verdict) {
  return verdict == client::PlaceReason::kNone ? "good" : EnumName(verdict);
}

Json PlaceJson(const client::PlaceRequest& request, const client::PlaceAnswer& answer) {
  Json json = {{"kind", "place"},
               {"status", EnumName(answer.status)},
               {"map_id", request.map_id},
               {"generation", answer.map.generation},
               {"basis", EnumName(answer.basis)}};
  const auto* scatter = std::get_if<client::ScatterTask>(&request.task);
  if (scatter != nullptr) {
    json["asked_for"] = scatter->count;
    json["seed"] = scatter->seed;
    json["positions"] = PointsJson(answer.points.view());
    json["polys"] = answer.polys;
    if (!answer.poly_external_ids.empty()) json["poly_external_ids"] = answer.poly_external_ids;
    if (scatter->fairness.has_value()) json["team_walk_m"] = answer.team_walk_m;
  } else {
    AddGiven(GivenPositions(request.task), answer, json);
  }
  json["rejections"] = Json::object();
  for (const client::PlaceRejections& rejections : answer.rejections) {
    json["rejections"][EnumName(rejections.reason)] = rejections.count;
  }
  return json;
}

Json MoveJson(const client::MoveRequest& request, const client::MoveAnswer& answer) {
  const std::vector<Vec3>& samples = request.track.samples;
  const Vec3 from = samples.empty() ? request.from.at : samples.front();
  const Vec3 to =
      samples.empty() ? (request.to ? request.to->at : answer.end.value_or(from)) : samples.back();
  Json json = {{"kind", "move"},
               {"verdict", EnumName(answer.verdict)},
               {"map_id", samples.empty() ? request.from.map_id : request.track.map_id},
               {"generation", answer.generation},
               {"rule", EnumName(request.rule)},
               {"from", PointJson(from)},
               {"to", PointJson(to)}};
  if (answer.end.has_value()) json["end"] = PointJson(*answer.end);
  json["checks_made"] = Json::array();
  for (const client::MoveCheck check : answer.checks_made) json["checks_made"].push_back(EnumName(check));
  json["violations"] = Json::array();
  for (const client::MoveViolation& violation : answer.violations) {
    json["violations"].push_back({{"kind", EnumName(violation.kind)},
                                  {"check", EnumName(violation.check)},
                                  {"sample", violation.sample},
                                  {"measured", Rounded(violation.measured)},
                                  {"allowed", Rounded(violation.allowed)},
                                  {"at", PointJson(violation.at)}});
  }
  json["corrections"] = Json::array();
  for (const client::MoveCorrection& correction : answer.corrections) {
    json["corrections"].push_back({{"kind", EnumName(correction.kind)},
                                   {"at", PointJson(correction.at)},
                                   {"distance_m", Rounded(correction.distance_m)}});
  }
  return json;
}

Json DistancesJson(const client::DistancesRequest& request, const client::DistancesAnswer& answer) {
  Json json = {{"kind", "distances"},      {"map_id", request.map_id}, {"generation", answer.map.generation},
               {"from", Json::array()},    {"to", Json::array()},      {"distance_m", Json::array()},
               {"statuses", Json::array()}};
  for (const Vec3& source : request.sources) json["from"].push_back(PointJson(source));
  for (const Vec3& target : request.targets) json["to"].push_back(PointJson(target));
  for (size_t i = 0; i < request.sources.size(); ++i) {
    Json distances = Json::array();
    Json statuses = Json::array();
    for (size_t j = 0; j < request.targets.size(); ++j) {
      const bool is_found = answer.Status(i, j) == client::DistanceStatus::kFound;
      distances.push_back(is_found ? Json(Rounded(static_cast<double>(answer.Distance_m(i, j)))) : Json());
      statuses.push_back(EnumName(answer.Status(i, j)));
    }
    json["distance_m"].push_back(std::move(distances));
    json["statuses"].push_back(std::move(statuses));
  }
  return json;
}

Json MapJson(const client::MapSummary& map) {
  return {{"map_id", map.map_id},       {"surface", EnumName(map.surface)}, {"generation", map.generation},
          {"bytes", map.package_bytes}, {"min", PointJson(map.min)},        {"max", PointJson(map.max)}};
}

Json MapJson(const client::MapDescription& map) {
  Json json = MapJson(map.summary);
  json["strategy_reason"] = map.strategy_reason;
  json["areas"] = map.areas;
  json["variants"] = Json::array();
  for (const client::MapVariant& variant : map.variants) {
    json["variants"].push_back({{"profile", variant.profile},
                                {"radius_m", variant.radius_m},
                                {"height_m", variant.height_m},
                                {"max_climb_m", variant.max_climb_m},
                                {"max_slope_deg", variant.max_slope_deg},
                                {"abilities", variant.abilities},
                                {"surface_size", variant.surface_size},
                                {"area_m2", Rounded(variant.area_m2)}});
  }
  json["source_name"] = map.source_name;
  json["baker_version"] = map.baker_version;
  json["places"] = PlacesJson(map.places);
  return json;
}

Json WorldJson(const client::WorldDescription& world) {
  Json json = {{"world_generation", world.generation}, {"maps", Json::array()}, {"portals", Json::array()}};
  for (const client::WorldMap& map : world.maps) {
    json["maps"].push_back({{"map_id", map.map_id}, {"loaded", map.loaded}});
  }
  for (const client::WorldPortal& portal : world.portals) {
    json["portals"].push_back({{"name", portal.name},
                               {"from_map_id", portal.from.map_id},
                               {"from", PointJson(portal.from.at)},
                               {"to_map_id", portal.to.map_id},
                               {"to", PointJson(portal.to.at)},
                               {"cost", Rounded(portal.cost)},
                               {"kind", EnumName(portal.kind)},
                               {"money", portal.money},
                               {"ticket", portal.ticket},
                               {"requirement", portal.requirement}});
  }
  json["travellers"] = Json::array();
  for (const client::WorldTraveller& traveller : world.travellers) {
    json["travellers"].push_back({{"profile", traveller.profile}, {"abilities", traveller.abilities}});
  }
  json["places"] = PlacesJson(world.places);
  return json;
}

std::string PrintLine(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace waystone::cli
