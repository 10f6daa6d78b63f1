#include "client/cli/move_flags.h"

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string_view>

#include "absl/strings/str_split.h"
#include "client/cli/flag_text.h"
#include "client/cli/server_flags.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "waystone/field_limits.h"

namespace waystone::cli {
namespace {

constexpr size_t kMaxSamples = 1'000'000;

absl::Status Refuse(std::string_view what, std::string_view rule) {
  return absl::InvalidArgumentError(StrCat(what, ": ", rule));
}

// "blink,1.5,2,8"
absl::Status AddGrant(std::string_view text, v1::MoveAllowances& allowances) {
  const std::vector<std::string> parts = absl::StrSplit(ToAbsl(text), ',');
  if (parts.size() != 4) return Refuse("--grant", "must be KIND,FROM_S,TO_S,DISTANCE_M");
  WS_ASSIGN_OR_RETURN(const auto kind, ParseName<v1::MoveGrantKind>("--grant", parts[0]));
  double from_s = 0;
  double to_s = 0;
  double distance_m = 0;
  if (!ParseNumber(parts[1], from_s) || !ParseNumber(parts[2], to_s) || !ParseNumber(parts[3], distance_m)) {
    return Refuse("--grant", StrCat("must have three numbers after the kind; not ", Quoted(text)));
  }
  v1::MoveGrant& grant = *allowances.add_grants();
  grant.set_kind(kind);
  grant.set_from_s(from_s);
  grant.set_to_s(to_s);
  grant.set_distance_m(distance_m);
  return absl::OkStatus();
}

// "x,y,z" or "x,y,z,t" in each line; all lines alike. Empty lines, and lines that begin with #, say nothing.
absl::Status ReadTrack(const std::string& path, v1::Track& track) {
  std::ifstream file(path);
  if (!file) return absl::NotFoundError(StrCat("--track: cannot read ", Quoted(path)));
  std::string line;
  size_t samples = 0;
  for (size_t number = 1; std::getline(file, line); ++number) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line.front() == '#') continue;
    const std::string where = StrCat("--track: ", path, ":", number);
    const std::vector<std::string> fields = absl::StrSplit(line, ',');
    double numbers[4] = {};
    bool is_sound = fields.size() == 3 || fields.size() == 4;
    for (size_t i = 0; is_sound && i < fields.size(); ++i) is_sound = ParseNumber(fields[i], numbers[i]);
    if (!is_sound) return Refuse(where, "must be x,y,z or x,y,z,t");
    if (samples > 0 && (fields.size() == 4) == track.time_s().empty()) {
      return Refuse(where, "all lines or none must have times");
    }
    if (samples++ == kMaxSamples) return Refuse(where, "too many samples");
    client::AddPoint({numbers[0], numbers[1], numbers[2]}, track.mutable_xyz());
    if (fields.size() == 4) track.add_time_s(numbers[3]);
  }
  return samples < 2 ? Refuse("--track", "must hold 2 samples or more") : absl::OkStatus();
}

absl::Status ReadPlaces(const MoveFlags& flags, v1::ValidateMoveRequest& request) {
  if (!flags.track.empty()) {
    request.mutable_track()->set_map_id(flags.map_id);
    return ReadTrack(flags.track, *request.mutable_track());
  }
  if (flags.from.empty()) return absl::InvalidArgumentError("--from or --track: required");
  WS_ASSIGN_OR_RETURN(const Vec3 from, ParsePosition("--from", flags.from));
  *request.mutable_from() = client::MakePosition(flags.map_id, from);
  if (flags.to.empty()) return absl::OkStatus();
  WS_ASSIGN_OR_RETURN(const Vec3 to, ParsePosition("--to", flags.to));
  *request.mutable_to() = client::MakePosition(flags.map_id, to);
  return absl::OkStatus();
}

}  // namespace

void AddMoveFlags(CLI::App& command, MoveFlags& flags) {
  v1::ValidateMoveRequest& request = flags.request;
  const auto allowances = [&request] { return request.mutable_allowances(); };
  AddWalkerFlags(command, flags.map_id, [&request] { return request.mutable_agent(); });
  CLI::Option* from =
      command.add_option("--from", flags.from, "where the move starts, in metres")->type_name("X,Y,Z");
  CLI::Option* to = command.add_option("--to", flags.to, "where it ends [some end that --seed chooses]")
                        ->needs(from)
                        ->type_name("X,Y,Z");
  command.add_option("--track", flags.track, "a file of samples instead, a line of x,y,z or x,y,z,t each")
      ->excludes(from)
      ->excludes(to)
      ->type_name("FILE");
  AddSnapFlags(command, [&request] { return request.mutable_snap(); });
  AddNumber(command, "--tolerance", "M", limits::ValidateMoveRequest::tolerance_m,
            "how far a walk may stray from the straight line [0.1]",
            [&request](double m) { request.set_tolerance_m(m); });
  command.add_option("--rule", flags.rule, "what is legal, exact or seed [exact]")->type_name("RULE");
  command.add_option("--skip", flags.skip, "a check to leave out, such as walk; may be repeated")
      ->type_name("CHECK");
  AddNumber(command, "--max-speed", "MPS", limits::MoveAllowances::max_speed_mps,
            "greatest speed in metres a second [0: not checked]",
            [allowances](double mps) { allowances()->set_max_speed_mps(mps); });
  AddNumber(command, "--speed-tolerance", "FACTOR", limits::MoveAllowances::speed_tolerance,
            "factor on the speed [1.1]",
            [allowances](double factor) { allowances()->set_speed_tolerance(factor); });
  AddNumber(command, "--max-step", "M", limits::MoveAllowances::max_step_m, "highest step up [the profile's]",
            [allowances](double m) { allowances()->set_max_step_m(m); });
  AddNumber(command, "--max-drop", "M", limits::MoveAllowances::max_drop_m, "deepest drop [none]",
            [allowances](double m) { allowances()->set_max_drop_m(m); });
  command
      .add_option("--grant", flags.grants,
                  "what the game itself did: blink, knockback or platform; may be repeated")
      ->type_name("KIND,FROM_S,TO_S,DISTANCE_M");
  AddWholeNumber(command, "--seed", "N", 0, UINT64_MAX, "chooses the end where none is given [0]",
                 [&request](uint64_t seed) { request.set_seed(seed); });
}

absl::StatusOr<v1::ValidateMoveRequest> ToMoveRequest(const MoveFlags& flags) {
  v1::ValidateMoveRequest request = flags.request;
  WS_RETURN_IF_ERROR(ReadPlaces(flags, request));
  if (request.allowances().max_speed_mps() > 0 && request.track().time_s().empty()) {
    return Refuse("--max-speed", "needs a --track whose lines have times");
  }
  WS_ASSIGN_OR_RETURN(const auto rule, ParseName<v1::MoveRule>("--rule", flags.rule));
  request.set_rule(rule);
  for (const std::string& name : flags.skip) {
    WS_ASSIGN_OR_RETURN(const auto check, ParseName<v1::MoveCheck>("--skip", name));
    request.add_skipped_checks(check);
  }
  for (const std::string& grant : flags.grants) {
    WS_RETURN_IF_ERROR(AddGrant(grant, *request.mutable_allowances()));
  }
  return request;
}

}  // namespace waystone::cli
