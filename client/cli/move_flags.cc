#include "client/cli/move_flags.h"

#include <fstream>
#include <string_view>

#include "absl/strings/str_split.h"
#include "client/cli/flag_text.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone::cli {
namespace {

constexpr size_t kMaxSamples = 1'000'000;
constexpr int kChecks = static_cast<int>(client::MoveCheck::kSweep);
constexpr int kGrantKinds = static_cast<int>(client::MoveGrantKind::kPlatform);

absl::Status Refuse(std::string_view what, std::string_view rule) {
  return absl::InvalidArgumentError(StrCat(what, ": ", rule));
}

// "blink,1.5,2,8"
absl::StatusOr<client::MoveGrant> ParseGrant(std::string_view text) {
  const std::vector<std::string> parts = absl::StrSplit(absl::string_view(text.data(), text.size()), ',');
  if (parts.size() != 4) return Refuse("--grant", "must be KIND,FROM_S,TO_S,DISTANCE_M");
  client::MoveGrant grant;
  WS_ASSIGN_OR_RETURN(grant.kind, ParseName<client::MoveGrantKind>("--grant", parts[0], kGrantKinds));
  if (!ParseNumber(parts[1], grant.from_s) || !ParseNumber(parts[2], grant.to_s) ||
      !ParseNumber(parts[3], grant.distance_m)) {
    return Refuse("--grant", StrCat("must have three numbers after the kind; not ", Quoted(text)));
  }
  return grant;
}

// "x,y,z" or "x,y,z,t" in each line; all lines alike. Empty lines, and lines that begin with #, say nothing.
absl::StatusOr<client::MoveTrack> ReadTrack(const std::string& path) {
  std::ifstream file(path);
  if (!file) return absl::NotFoundError(StrCat("--track: cannot read ", Quoted(path)));
  client::MoveTrack track;
  std::string line;
  for (size_t number = 1; std::getline(file, line); ++number) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line.front() == '#') continue;
    const std::string where = StrCat("--track: ", path, ":", number);
    const std::vector<std::string> fields = absl::StrSplit(line, ',');
    double numbers[4] = {};
    bool is_sound = fields.size() == 3 || fields.size() == 4;
    for (size_t i = 0; is_sound && i < fields.size(); ++i) is_sound = ParseNumber(fields[i], numbers[i]);
    if (!is_sound) return Refuse(where, "must be x,y,z or x,y,z,t");
    if (!track.samples.empty() && (fields.size() == 4) == track.times_s.empty()) {
      return Refuse(where, "all lines or none must have times");
    }
    if (track.samples.size() == kMaxSamples) return Refuse(where, "too many samples");
    track.samples.emplace_back(numbers[0], numbers[1], numbers[2]);
    if (fields.size() == 4) track.times_s.push_back(numbers[3]);
  }
  if (track.samples.size() < 2) return Refuse("--track", "must hold 2 samples or more");
  return track;
}

absl::Status ReadPlaces(const MoveFlags& flags, client::MoveRequest& request) {
  if (!flags.track.empty()) {
    WS_ASSIGN_OR_RETURN(request.track, ReadTrack(flags.track));
    request.track.map_id = flags.walker.map_id;
    return absl::OkStatus();
  }
  request.from.map_id = flags.walker.map_id;
  WS_ASSIGN_OR_RETURN(request.from.at, ParsePosition("--from", flags.from));
  if (flags.to.empty()) return absl::OkStatus();
  request.to.emplace().map_id = flags.walker.map_id;
  WS_ASSIGN_OR_RETURN(request.to->at, ParsePosition("--to", flags.to));
  return absl::OkStatus();
}

}  // namespace

void AddMoveFlags(CLI::App& command, MoveFlags& flags) {
  client::MoveRequest& request = flags.request;
  client::MoveAllowances& allowances = request.allowances;
  AddWalkerFlags(command, flags.walker);
  CLI::Option* from =
      command.add_option("--from", flags.from, "where the move starts, in metres")->type_name("X,Y,Z");
  CLI::Option* to = command.add_option("--to", flags.to, "where it ends [some end that --seed chooses]")
                        ->needs(from)
                        ->type_name("X,Y,Z");
  command.add_option("--track", flags.track, "a file of samples instead, a line of x,y,z or x,y,z,t each")
      ->excludes(from)
      ->excludes(to)
      ->type_name("FILE");
  AddSnapFlags(command, request.snap);
  const auto number = [&](const char* name, auto& value, double most, const char* unit, const char* help) {
    command.add_option(name, value, help)->check(NumberInRange(0, most))->type_name(unit);
  };
  number("--tolerance", request.tolerance_m, 10, "M",
         "how far a walk may stray from the straight line, 0 to 10 [0.1]");
  command.add_option("--rule", flags.rule, "what is legal, exact or seed [exact]")->type_name("RULE");
  command.add_option("--skip", flags.skip, "a check to leave out, such as walk; may be repeated")
      ->type_name("CHECK");
  number("--max-speed", allowances.max_speed_mps, 10'000, "MPS",
         "greatest speed in metres a second [0: not checked]");
  command.add_option("--speed-tolerance", allowances.speed_tolerance, "factor on the speed, 1 to 10 [1.1]")
      ->check(NumberInRange(1, 10))
      ->type_name("FACTOR");
  number("--max-step", allowances.max_step_m, 1000, "M", "highest step up [the profile's]");
  number("--max-drop", allowances.max_drop_m, 10'000, "M", "deepest drop [none]");
  command
      .add_option("--grant", flags.grants,
                  "what the game itself did: blink, knockback or platform; may be repeated")
      ->type_name("KIND,FROM_S,TO_S,DISTANCE_M");
  command.add_option("--seed", request.seed, "chooses the end where none is given [0]")
      ->check(WholeNumber(0, UINT64_MAX))
      ->type_name("N");
}

absl::StatusOr<client::MoveRequest> ToMoveRequest(const MoveFlags& flags) {
  client::MoveRequest request = flags.request;
  request.agent = ToAgent(flags.walker);
  WS_RETURN_IF_ERROR(ReadPlaces(flags, request));
  if (request.allowances.max_speed_mps > 0 && request.track.times_s.empty()) {
    return absl::InvalidArgumentError("--max-speed: needs a --track whose lines have times");
  }
  WS_ASSIGN_OR_RETURN(request.rule, ParseName<client::MoveRule>("--rule", flags.rule, 2));
  for (const std::string& check : flags.skip) {
    WS_ASSIGN_OR_RETURN(request.skipped_checks.emplace_back(),
                        ParseName<client::MoveCheck>("--skip", check, kChecks));
  }
  for (const std::string& grant : flags.grants) {
    WS_ASSIGN_OR_RETURN(request.allowances.grants.emplace_back(), ParseGrant(grant));
  }
  return request;
}

}  // namespace waystone::cli
