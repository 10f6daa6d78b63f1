#include "client/cli/move_flags.h"

#include <cstdint>
#include <tuple>

#include "absl/strings/escaping.h"
#include "client/cli/flag_text.h"
#include "client/cli/server_flags.h"
#include "client/cli/track_file.h"
#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "waystone/field_limits.h"

namespace waystone::cli {
namespace {

constexpr v1::MoveCorrectionKind kCorrections[] = {
    v1::MOVE_CORRECTION_KIND_SLIDE, v1::MOVE_CORRECTION_KIND_FURTHEST, v1::MOVE_CORRECTION_KIND_LAST_GOOD};

absl::Status AddCorrections(const std::vector<std::string>& names, v1::ValidateMoveRequest& request) {
  for (const std::string& name : names) {
    bool is_known = false;
    for (const v1::MoveCorrectionKind kind : kCorrections) {
      if (name != "all" && name != client::EnumName(kind)) continue;
      request.add_corrections(kind);
      is_known = true;
    }
    if (is_known) continue;
    return InvalidArgument("--correct: must be one of slide, furthest, last_good, all; not ", Quoted(name));
  }
  return absl::OkStatus();
}

// A move of two places has both times or none; one that continues a track may be its end alone.
absl::Status CheckTimes(const v1::ValidateMoveRequest& request) {
  const bool is_track = request.has_track();
  for (const auto& [flag, has_time, has_place, place] :
       {std::tuple("--from-time", request.has_from_time_s(), request.has_from(), "--from"),
        std::tuple("--to-time", request.has_to_time_s(), request.has_to(), "--to")}) {
    if (is_track && has_time) return InvalidArgument(flag, ": the times of a --track stand in its file");
    if (has_time && !has_place) return InvalidArgument(flag, ": needs ", place);
  }
  if (request.has_from() && request.has_to() && request.has_from_time_s() != request.has_to_time_s()) {
    return InvalidArgument(request.has_from_time_s() ? "--from-time: needs --to-time, when it was there"
                                                     : "--to-time: needs --from-time, when it was there");
  }
  const bool has_times = is_track ? !request.track().time_s().empty() : request.has_to_time_s();
  if (request.allowances().max_speed_mps() > 0 && !has_times) {
    return InvalidArgument(
        "--max-speed: needs times: --from-time and --to-time, or a --track whose lines have them");
  }
  return absl::OkStatus();
}

absl::Status ReadTrack(const MoveFlags& flags, v1::ValidateMoveRequest& request) {
  request.mutable_track()->set_map_id(flags.map_id);
  WS_RETURN_IF_ERROR(ReadTrackFile(flags.track, *request.mutable_track()));
  const int samples = request.track().xyz_size() / 3;
  if (flags.token.empty() && samples < 2) return InvalidArgument("--track: must hold 2 samples or more");
  if (samples < 1) return InvalidArgument("--track: must hold a sample or more");
  return absl::OkStatus();
}

absl::Status ReadEnds(const MoveFlags& flags, NamedPlaces& places, v1::ValidateMoveRequest& request) {
  const bool may_start_at_token = !flags.token.empty() && !flags.to.empty();
  if (flags.from.empty() && !may_start_at_token) return InvalidArgument("--from or --track: required");
  if (!flags.from.empty()) {
    WS_ASSIGN_OR_RETURN(const Vec3 from, places.Position("--from", flags.from));
    *request.mutable_from() = client::MakePosition(flags.map_id, from);
  }
  if (!flags.to.empty()) {
    WS_ASSIGN_OR_RETURN(const Vec3 to, places.Position("--to", flags.to));
    *request.mutable_to() = client::MakePosition(flags.map_id, to);
  }
  if (!flags.from_state.empty()) {
    WS_ASSIGN_OR_RETURN(const auto state, ParseName<v1::MoveState>("--from-state", flags.from_state));
    request.set_from_state(state);
  }
  if (!flags.to_state.empty()) {
    WS_ASSIGN_OR_RETURN(const auto state, ParseName<v1::MoveState>("--to-state", flags.to_state));
    request.set_to_state(state);
  }
  return absl::OkStatus();
}

void AddPlaceFlags(CLI::App& command, MoveFlags& flags) {
  v1::ValidateMoveRequest& request = flags.request;
  CLI::Option* from = AddPlace(command, "--from", flags.from, "where the move starts, in metres");
  CLI::Option* to = AddPlace(command, "--to", flags.to, "where it ends [some end that --seed chooses]");
  AddNumber(command, "--from-time", "S", limits::ValidateMoveRequest::from_time_s,
            "when the agent was at --from, in seconds", [&request](double s) { request.set_from_time_s(s); });
  AddNumber(command, "--to-time", "S", limits::ValidateMoveRequest::to_time_s,
            "when it was at --to, by the same clock", [&request](double s) { request.set_to_time_s(s); });
  const std::string states = "grounded, airborne, swimming or platform [judged by its height]";
  command.add_option("--from-state", flags.from_state, "how the agent moved at --from: " + states)
      ->needs(from)
      ->type_name("STATE");
  command.add_option("--to-state", flags.to_state, "how it moved at --to: " + states)
      ->needs(to)
      ->type_name("STATE");
  command
      .add_option("--track", flags.track,
                  "a file of samples instead, a line of x,y,z or x,y,z,t each; its first line may name the "
                  "columns: x,y,z,t,received,state")
      ->excludes(from)
      ->excludes(to)
      ->type_name("FILE");
  command
      .add_option("--token", flags.token,
                  "goes on after the samples of an earlier answer, by the token that it had")
      ->type_name("BASE64");
}

}  // namespace

void AddMoveFlags(CLI::App& command, MoveFlags& flags) {
  v1::ValidateMoveRequest& request = flags.request;
  AddWalkerFlags(command, flags.map_id, [&request] { return request.mutable_agent(); });
  AddPlaceFlags(command, flags);
  command.add_flag_callback(
      "--return-token", [&request] { request.set_return_token(true); },
      "answer with a token, so that --token can go on after these samples");
  AddSnapFlags(command, [&request] { return request.mutable_snap(); });
  command.add_flag_callback(
      "--mutually-reachable", [&request] { request.mutable_snap()->set_mutually_reachable(true); },
      "take positions for ground that the one before can walk to, if there is some");
  AddNumber(command, "--tolerance", "M", limits::ValidateMoveRequest::tolerance_m,
            "without --max-speed: how much longer than --detour-ratio allows a walk may be [1]",
            [&request](double m) { request.set_tolerance_m(m); });
  command.add_option("--rule", flags.rule, "what is legal, exact or seed [exact]")->type_name("RULE");
  AddNames(command, "--skip", flags.skip, "a check to leave out, such as walk", "CHECK");
  AddNames(command, "--correct", flags.correct,
           "where to put the agent instead: slide, furthest, last_good, or all", "KIND");
  command.add_flag_callback(
      "--body-only", [&request] { request.set_body_only(true); },
      "only move the agent's body from --from to --to through what is solid");
  command.add_flag_callback(
      "--explain", [&request] { request.set_explain(true); },
      "say what would have to change so that one could walk there");
  AddAllowanceFlags(command, flags.allowances);
  AddChangeFlags(command, flags.changes);
  AddClearanceFlag(command, [&request] { return request.mutable_agent(); });
  AddWholeNumber(command, "--seed", "N", 0, UINT64_MAX, "chooses the end where none is given [0]",
                 [&request](uint64_t seed) { request.set_seed(seed); });
}

absl::StatusOr<v1::ValidateMoveRequest> ToMoveRequest(const MoveFlags& flags, NamedPlaces& places) {
  v1::ValidateMoveRequest request = flags.request;
  WS_RETURN_IF_ERROR(flags.track.empty() ? ReadEnds(flags, places, request) : ReadTrack(flags, request));
  if (!absl::Base64Unescape(flags.token, request.mutable_token())) {
    return InvalidArgument("--token: must be base64, as `waystone validate --return-token` printed it");
  }
  WS_ASSIGN_OR_RETURN(const auto rule, ParseName<v1::MoveRule>("--rule", flags.rule));
  request.set_rule(rule);
  for (const std::string& name : flags.skip) {
    WS_ASSIGN_OR_RETURN(const auto check, ParseName<v1::MoveCheck>("--skip", name));
    request.add_skipped_checks(check);
  }
  WS_RETURN_IF_ERROR(AddCorrections(flags.correct, request));
  WS_RETURN_IF_ERROR(AddAllowances(flags.allowances, request));
  WS_RETURN_IF_ERROR(AddChanges(flags.changes, flags.map_id, request));
  WS_RETURN_IF_ERROR(CheckTimes(request));
  return request;
}

}  // namespace waystone::cli
