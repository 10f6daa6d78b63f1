#include "client/cli/place_flags.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "client/cli/flag_text.h"
#include "client/cli/server_flags.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "waystone/field_limits.h"

namespace waystone::cli {
namespace {

void AddTaskFlags(CLI::App& command, PlaceFlags& flags) {
  v1::PlaceResourceRequest& request = flags.request;
  CLI::Option* nearest =
      AddPlaces(command, "--nearest", flags.nearest, "find the nearest good position for each given one");
  CLI::Option* audit = AddPlaces(command, "--audit", flags.audit, "say whether each given position is good")
                           ->excludes(nearest);
  AddNumber(command, "--max-distance", "M", limits::NearestTask::max_distance_m,
            "--nearest: how far away at most [50]",
            [&request](double m) { request.mutable_nearest()->set_max_distance_m(m); })
      ->needs(nearest);
  command
      .add_flag("--suggest", flags.suggest,
                "--audit: name the nearest good position for each bad one, at most 50 m away")
      ->needs(audit);
  command
      .add_flag("--explain", flags.explain,
                "--audit: say what would have to change so that one got to the bad ones")
      ->needs(audit);
  const auto of_scatter = [&](CLI::Option* option) { return option->excludes(nearest)->excludes(audit); };
  of_scatter(AddWholeNumber(
      command, "--count", "N", 1, limits::ScatterTask::count.max, "how many [1]",
      [&request](uint64_t n) { request.mutable_scatter()->set_count(static_cast<uint32_t>(n)); }));
  of_scatter(AddWholeNumber(command, "--seed", "N", 0, UINT64_MAX,
                            "the same seed gives the same positions [0]",
                            [&request](uint64_t seed) { request.mutable_scatter()->set_seed(seed); }));
  CLI::Option* team =
      of_scatter(AddPlaces(command, "--team", flags.teams, "where a team starts; all have equally far"));
  AddNumber(command, "--max-ratio", "FACTOR", limits::Fairness::max_ratio,
            "longest mean walk of a team over the shortest [1.1]",
            [&request](double ratio) { request.mutable_scatter()->mutable_fairness()->set_max_ratio(ratio); })
      ->needs(team);
}

void AddRegionFlags(CLI::App& command, PlaceFlags& flags) {
  CLI::Option* near = AddPlace(command, "--near", flags.near, "within --radius of a point");
  CLI::Option* along =
      AddPlaces(command, "--along", flags.along, "within --radius of a line, at any height")->excludes(near);
  CLI::Option* radius =
      AddNumber(command, "--radius", "M", limits::Sphere::radius_m,
                StrCat("for --near, and for --along up to ", FormatMetres(limits::Band::half_width_m.max)),
                [&flags](double m) { flags.radius_m = m; });
  near->needs(radius);
  along->needs(radius);
  command.add_option("--box", flags.box, "within a box, by two opposite corners")
      ->excludes(near)
      ->excludes(along)
      ->excludes(radius)
      ->type_name("X,Y,Z,X,Y,Z");
}

void AddRuleFlags(CLI::App& command, PlaceFlags& flags) {
  const auto rules = [&flags] { return flags.request.mutable_rules(); };
  command
      .add_option("--reach", flags.reach,
                  "reachable ground: from_and_back, from or any [from_and_back, if the map has zones]")
      ->type_name("RULE");
  CLI::Option* anchor = AddPlaces(command, "--anchor", flags.anchors, "reachable from here [the main zone]");
  AddNumber(command, "--min-walk", "M", limits::PlaceRules::min_walk_m,
            "walk from the nearest anchor, at least [0]", [rules](double m) { rules()->set_min_walk_m(m); })
      ->needs(anchor);
  AddNumber(command, "--max-walk", "M", limits::PlaceRules::max_walk_m,
            "walk from the nearest anchor, at most [0: no limit]",
            [rules](double m) { rules()->set_max_walk_m(m); })
      ->needs(anchor);
  AddNumber(command, "--clearance", "M", limits::PlaceRules::clearance_m, "distance from borders [0]",
            [rules](double m) { rules()->set_clearance_m(m); });
  AddNumber(command, "--spacing", "M", limits::Spacing::between_m, "distance between positions [0]",
            [rules](double m) { rules()->mutable_spacing()->set_between_m(m); });
  CLI::Option* existing = AddPlaces(command, "--existing", flags.existing, "positions that exist already");
  CLI::Option* from_existing = AddNumber(
      command, "--from-existing", "M", limits::Spacing::from_existing_m, "distance from those that exist [0]",
      [rules](double m) { rules()->mutable_spacing()->set_from_existing_m(m); });
  existing->needs(from_existing);
  from_existing->needs(existing);
  command.add_option("--metric", flags.metric, "of these distances, straight or walking [straight]")
      ->type_name("METRIC");
  AddPlaces(command, "--seen-from", flags.seen_from, "in sight of a point");
  AddPlaces(command, "--hidden-from", flags.hidden_from, "out of sight of a point");
  AddTexts(command, "--weight", flags.weights, "how likely a kind of ground is, 0: never [1]", "AREA=FACTOR");
}

using Coordinates = google::protobuf::RepeatedField<double>;

absl::Status FillPositions(std::string_view flag, const std::vector<std::string>& texts, NamedPlaces& places,
                           Coordinates* xyz) {
  WS_ASSIGN_OR_RETURN(const std::vector<Vec3> positions, places.Positions(flag, texts));
  client::AddPoints(positions, xyz);
  return absl::OkStatus();
}

// "x,y,z,x,y,z"
absl::Status FillBox(std::string_view flag, std::string_view text, v1::Box& box) {
  const auto corners = SplitAtComma(text, 3);
  if (!corners) {
    return absl::InvalidArgumentError(StrCat(flag, ": must be two corners x,y,z,x,y,z; not ", Quoted(text)));
  }
  WS_ASSIGN_OR_RETURN(const Vec3 a, ParsePosition(flag, corners->first));
  WS_ASSIGN_OR_RETURN(const Vec3 b, ParsePosition(flag, corners->second));
  const Vec3 half = (b - a) * 0.5;
  *box.mutable_center() = client::MakePosition("", (a + b) * 0.5);
  box.set_half_x_m(std::abs(half.x));
  box.set_half_y_m(std::abs(half.y));
  box.set_half_z_m(std::abs(half.z));
  return absl::OkStatus();
}

absl::Status FillRegion(const PlaceFlags& flags, NamedPlaces& places, v1::PlaceResourceRequest& request) {
  if (!flags.near.empty()) {
    WS_ASSIGN_OR_RETURN(const Vec3 center, places.Position("--near", flags.near));
    v1::Sphere& sphere = *request.mutable_rules()->mutable_region()->mutable_sphere();
    *sphere.mutable_center() = client::MakePosition("", center);
    sphere.set_radius_m(flags.radius_m.value_or(0));
    return absl::OkStatus();
  }
  if (!flags.along.empty()) {
    v1::Band& band = *request.mutable_rules()->mutable_region()->mutable_along();
    band.set_half_width_m(flags.radius_m.value_or(0));
    return FillPositions("--along", flags.along, places, band.mutable_xyz());
  }
  if (flags.radius_m.has_value()) return absl::InvalidArgumentError("--radius: needs --near or --along");
  if (flags.box.empty()) return absl::OkStatus();
  return FillBox("--box", flags.box, *request.mutable_rules()->mutable_region()->mutable_box());
}

absl::Status FillTask(const PlaceFlags& flags, NamedPlaces& places, v1::PlaceResourceRequest& request) {
  if (!flags.audit.empty()) {
    request.mutable_audit()->set_suggest(flags.suggest);
    request.mutable_audit()->set_explain(flags.explain);
    return FillPositions("--audit", flags.audit, places, request.mutable_audit()->mutable_xyz());
  }
  if (!flags.nearest.empty()) {
    return FillPositions("--nearest", flags.nearest, places, request.mutable_nearest()->mutable_xyz());
  }
  v1::ScatterTask& scatter = *request.mutable_scatter();
  if (scatter.count() == 0) scatter.set_count(1);
  if (flags.teams.empty()) return absl::OkStatus();
  return FillPositions("--team", flags.teams, places, scatter.mutable_fairness()->mutable_team_xyz());
}

absl::Status FillSight(std::string_view flag, const std::vector<std::string>& texts, bool hidden,
                       NamedPlaces& places, v1::PlaceRules& rules) {
  WS_ASSIGN_OR_RETURN(const std::vector<Vec3> points, places.Positions(flag, texts));
  for (const Vec3& point : points) {
    v1::SightRule& sight = *rules.add_sight();
    *sight.mutable_point() = client::MakePosition("", point);
    sight.set_hidden(hidden);
  }
  return absl::OkStatus();
}

absl::Status FillSpacing(const PlaceFlags& flags, NamedPlaces& places, v1::Spacing& spacing) {
  WS_ASSIGN_OR_RETURN(const auto metric, ParseName<v1::DistanceMetric>("--metric", flags.metric));
  spacing.set_metric(metric);
  return FillPositions("--existing", flags.existing, places, spacing.mutable_existing_xyz());
}

}  // namespace

void AddPlaceFlags(CLI::App& command, PlaceFlags& flags) {
  AddWalkerFlags(command, *flags.request.mutable_map_id(),
                 [&flags] { return flags.request.mutable_agent(); });
  AddTaskFlags(command, flags);
  AddRegionFlags(command, flags);
  AddRuleFlags(command, flags);
  AddChangeFlags(command, flags.changes);
  AddSnapFlags(command, [&flags] { return flags.request.mutable_snap(); });
}

absl::StatusOr<v1::PlaceResourceRequest> ToPlaceRequest(const PlaceFlags& flags, NamedPlaces& places) {
  v1::PlaceResourceRequest request = flags.request;
  WS_RETURN_IF_ERROR(FillTask(flags, places, request));
  WS_RETURN_IF_ERROR(FillRegion(flags, places, request));
  v1::PlaceRules& rules = *request.mutable_rules();
  if (!flags.reach.empty()) {
    WS_ASSIGN_OR_RETURN(const auto reach, ParseName<v1::Reachability>("--reach", flags.reach));
    rules.set_reachability(reach);
  }
  WS_RETURN_IF_ERROR(FillPositions("--anchor", flags.anchors, places, rules.mutable_anchor_xyz()));
  WS_RETURN_IF_ERROR(FillSpacing(flags, places, *rules.mutable_spacing()));
  WS_RETURN_IF_ERROR(FillSight("--seen-from", flags.seen_from, false, places, rules));
  WS_RETURN_IF_ERROR(FillSight("--hidden-from", flags.hidden_from, true, places, rules));
  for (const std::string& text : flags.weights) {
    WS_ASSIGN_OR_RETURN(const auto weight, ParseNamedNumber("--weight", text, "AREA=FACTOR"));
    v1::AreaWeight& area = *rules.add_area_weights();
    area.set_area(weight.first);
    area.set_weight(weight.second);
  }
  WS_RETURN_IF_ERROR(AddChanges(flags.changes, request.map_id(), request));
  return request;
}

}  // namespace waystone::cli
