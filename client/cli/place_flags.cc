#include "client/cli/place_flags.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "client/cli/flag_text.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone::cli {
namespace {

constexpr const char* kPositionType = "X,Y,Z|@FILE";

// A flag that may be repeated, one value each time: positions may begin with a minus.
CLI::Option* AddList(CLI::App& command, const char* name, std::vector<std::string>& list, const char* help,
                     const char* type = kPositionType) {
  return command.add_option(name, list, help)->allow_extra_args(false)->type_name(type);
}

CLI::Option* AddNumber(CLI::App& command, const char* name, double& value, double most, const char* help) {
  return command.add_option(name, value, help)->check(NumberInRange(0, most))->type_name("M");
}

void AddTaskFlags(CLI::App& command, PlaceFlags& flags) {
  CLI::Option* nearest =
      AddList(command, "--nearest", flags.nearest, "find the nearest good position for each given one");
  CLI::Option* audit =
      AddList(command, "--audit", flags.audit, "say whether each given position is good")->excludes(nearest);
  AddNumber(command, "--max-distance", flags.nearest_task.max_distance_m, 10'000,
            "--nearest: how far away at most, 0 to 10000 [50]")
      ->needs(nearest);
  command
      .add_flag("--suggest", flags.suggest,
                "--audit: name the nearest good position for each bad one, at most 50 m away")
      ->needs(audit);
  command.add_option("--count", flags.scatter.count, "how many, 1 to 100000 [1]")
      ->check(WholeNumber(1, 100'000))
      ->excludes(nearest)
      ->excludes(audit)
      ->type_name("N");
  command.add_option("--seed", flags.scatter.seed, "the same seed gives the same positions [0]")
      ->check(WholeNumber(0, UINT64_MAX))
      ->excludes(nearest)
      ->excludes(audit)
      ->type_name("N");
  CLI::Option* team = AddList(command, "--team", flags.teams, "where a team starts; all have equally far")
                          ->excludes(nearest)
                          ->excludes(audit);
  command
      .add_option("--max-ratio", flags.fairness.max_ratio,
                  "longest mean walk of a team over the shortest, 1 to 100 [1.1]")
      ->check(NumberInRange(1, 100))
      ->needs(team)
      ->type_name("FACTOR");
}

void AddRegionFlags(CLI::App& command, PlaceFlags& flags) {
  CLI::Option* near =
      command.add_option("--near", flags.near, "within --radius of a point")->type_name("X,Y,Z");
  CLI::Option* along =
      AddList(command, "--along", flags.along, "within --radius of a line, at any height")->excludes(near);
  CLI::Option* radius = AddNumber(command, "--radius", flags.radius_m, 1e6, "for --near and --along");
  near->needs(radius);
  along->needs(radius);
  radius->each([&flags](const std::string&) { flags.has_radius = true; });
  command.add_option("--box", flags.box, "within a box, by two opposite corners")
      ->excludes(near)
      ->excludes(along)
      ->excludes(radius)
      ->type_name("X,Y,Z,X,Y,Z");
}

void AddRuleFlags(CLI::App& command, PlaceFlags& flags) {
  client::PlaceRules& rules = flags.request.rules;
  command
      .add_option("--reach", flags.reach,
                  "reachable ground: from_and_back, from or any [from_and_back, if the map has zones]")
      ->type_name("RULE");
  CLI::Option* anchor = AddList(command, "--anchor", flags.anchors, "reachable from here [the main zone]");
  AddNumber(command, "--min-walk", rules.min_walk_m, 1e7, "walk from the nearest anchor, at least [0]")
      ->needs(anchor);
  AddNumber(command, "--max-walk", rules.max_walk_m, 1e7,
            "walk from the nearest anchor, at most [0: no limit]")
      ->needs(anchor);
  AddNumber(command, "--clearance", rules.clearance_m, 1000, "distance from borders, 0 to 1000 [0]");
  AddNumber(command, "--spacing", rules.spacing.between_m, 10'000, "distance between positions [0]");
  CLI::Option* existing = AddList(command, "--existing", flags.existing, "positions that exist already");
  CLI::Option* from_existing = AddNumber(command, "--from-existing", rules.spacing.from_existing_m, 10'000,
                                         "distance from those that exist [0]");
  existing->needs(from_existing);
  from_existing->needs(existing);
  command.add_option("--metric", flags.metric, "of these distances, straight or walking [straight]")
      ->type_name("METRIC");
  AddList(command, "--seen-from", flags.seen_from, "in sight of a point");
  AddList(command, "--hidden-from", flags.hidden_from, "out of sight of a point");
  AddList(command, "--weight", flags.weights, "how likely a kind of ground is, 0: never [1]", "AREA=FACTOR");
}

// "x,y,z,x,y,z"
absl::StatusOr<client::BoxRegion> ParseBox(std::string_view flag, std::string_view text) {
  size_t middle = 0;
  for (int comma = 0; comma < 3 && middle != std::string_view::npos; ++comma) {
    middle = text.find(',', middle == 0 ? 0 : middle + 1);
  }
  if (middle == std::string_view::npos) {
    return absl::InvalidArgumentError(StrCat(flag, ": must be two corners x,y,z,x,y,z; not ", Quoted(text)));
  }
  WS_ASSIGN_OR_RETURN(const Vec3 a, ParsePosition(flag, text.substr(0, middle)));
  WS_ASSIGN_OR_RETURN(const Vec3 b, ParsePosition(flag, text.substr(middle + 1)));
  const Vec3 half = (b - a) * 0.5;
  return client::BoxRegion{.center = (a + b) * 0.5,
                           .half_m = {std::abs(half.x), std::abs(half.y), std::abs(half.z)}};
}

absl::StatusOr<client::PlaceRegion> ToRegion(const PlaceFlags& flags) {
  if (!flags.near.empty()) {
    client::SphereRegion sphere{.center = {}, .radius_m = flags.radius_m};
    WS_ASSIGN_OR_RETURN(sphere.center, ParsePosition("--near", flags.near));
    return sphere;
  }
  if (!flags.along.empty()) {
    client::BandRegion band{.line = {}, .half_width_m = flags.radius_m};
    WS_ASSIGN_OR_RETURN(band.line, ParsePositions("--along", flags.along));
    return band;
  }
  if (flags.has_radius) return absl::InvalidArgumentError("--radius: needs --near or --along");
  if (flags.box.empty()) return client::PlaceRegion();
  WS_ASSIGN_OR_RETURN(client::BoxRegion box, ParseBox("--box", flags.box));
  return box;
}

absl::StatusOr<client::PlaceTask> ToTask(const PlaceFlags& flags) {
  if (!flags.audit.empty()) {
    client::AuditTask audit{.positions = {}, .suggest = flags.suggest};
    WS_ASSIGN_OR_RETURN(audit.positions, ParsePositions("--audit", flags.audit));
    return audit;
  }
  if (!flags.nearest.empty()) {
    client::NearestTask nearest = flags.nearest_task;
    WS_ASSIGN_OR_RETURN(nearest.positions, ParsePositions("--nearest", flags.nearest));
    return nearest;
  }
  client::ScatterTask scatter = flags.scatter;
  if (!flags.teams.empty()) {
    scatter.fairness = flags.fairness;
    WS_ASSIGN_OR_RETURN(scatter.fairness->teams, ParsePositions("--team", flags.teams));
  }
  return scatter;
}

absl::Status AddSight(std::string_view flag, const std::vector<std::string>& texts, bool hidden,
                      client::PlaceRules& rules) {
  WS_ASSIGN_OR_RETURN(const std::vector<Vec3> points, ParsePositions(flag, texts));
  for (const Vec3& point : points) rules.sight.push_back({.point = point, .hidden = hidden});
  return absl::OkStatus();
}

absl::StatusOr<client::AreaWeight> ParseWeight(std::string_view text) {
  const size_t sign = text.rfind('=');
  client::AreaWeight weight;
  if (sign == std::string_view::npos || sign == 0 || !ParseNumber(text.substr(sign + 1), weight.weight)) {
    return absl::InvalidArgumentError(StrCat("--weight: must be AREA=FACTOR; not ", Quoted(text)));
  }
  weight.area = text.substr(0, sign);
  return weight;
}

}  // namespace

void AddPlaceFlags(CLI::App& command, PlaceFlags& flags) {
  AddWalkerFlags(command, flags.walker);
  AddTaskFlags(command, flags);
  AddRegionFlags(command, flags);
  AddRuleFlags(command, flags);
  AddSnapFlags(command, flags.request.snap);
}

absl::StatusOr<client::PlaceRequest> ToPlaceRequest(const PlaceFlags& flags) {
  client::PlaceRequest request = flags.request;
  client::PlaceRules& rules = request.rules;
  request.map_id = flags.walker.map_id;
  request.agent = ToAgent(flags.walker);
  WS_ASSIGN_OR_RETURN(request.task, ToTask(flags));
  WS_ASSIGN_OR_RETURN(rules.region, ToRegion(flags));
  if (!flags.reach.empty()) {
    WS_ASSIGN_OR_RETURN(rules.reachability, ParseName<client::Reachability>("--reach", flags.reach, 3));
  }
  WS_ASSIGN_OR_RETURN(rules.anchors, ParsePositions("--anchor", flags.anchors));
  WS_ASSIGN_OR_RETURN(rules.spacing.existing, ParsePositions("--existing", flags.existing));
  WS_ASSIGN_OR_RETURN(rules.spacing.metric, ParseName<client::DistanceMetric>("--metric", flags.metric, 2));
  WS_RETURN_IF_ERROR(AddSight("--seen-from", flags.seen_from, false, rules));
  WS_RETURN_IF_ERROR(AddSight("--hidden-from", flags.hidden_from, true, rules));
  for (const std::string& weight : flags.weights) {
    WS_ASSIGN_OR_RETURN(rules.area_weights.emplace_back(), ParseWeight(weight));
  }
  return request;
}

}  // namespace waystone::cli
