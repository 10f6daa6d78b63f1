#include "client/cli/allowance_flags.h"

#include <string_view>
#include <utility>

#include "absl/strings/str_split.h"
#include "client/cli/flag_text.h"
#include "client/cli/server_flags.h"
#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "waystone/field_limits.h"

namespace waystone::cli {
namespace {

namespace allowed = limits::MoveAllowances;

// "blink,1.5,2,8"
absl::Status AddGrant(std::string_view text, v1::MoveAllowances& allowances) {
  const std::vector<std::string> parts = absl::StrSplit(ToAbsl(text), ',');
  if (parts.size() != 4) return InvalidArgument("--grant: must be KIND,FROM_S,TO_S,DISTANCE_M");
  WS_ASSIGN_OR_RETURN(const auto kind, ParseName<v1::MoveGrantKind>("--grant", parts[0]));
  double from_s = 0;
  double to_s = 0;
  double distance_m = 0;
  if (!ParseNumber(parts[1], from_s) || !ParseNumber(parts[2], to_s) || !ParseNumber(parts[3], distance_m)) {
    return InvalidArgument("--grant: must have three numbers after the kind; not ", Quoted(text));
  }
  v1::MoveGrant& grant = *allowances.add_grants();
  grant.set_kind(kind);
  grant.set_from_s(from_s);
  grant.set_to_s(to_s);
  grant.set_distance_m(distance_m);
  return absl::OkStatus();
}

void AddSpeedFlags(CLI::App& command, v1::MoveAllowances& allowances) {
  AddNumber(command, "--max-speed", "MPS", allowed::max_speed_mps,
            "greatest speed in metres a second; needs times [0: not checked]",
            [&allowances](double mps) { allowances.set_max_speed_mps(mps); });
  AddNumber(command, "--speed-tolerance", "FACTOR", allowed::speed_tolerance, "factor on the speed [1.1]",
            [&allowances](double factor) { allowances.set_speed_tolerance(factor); });
  AddNumber(command, "--credit", "S", allowed::credit_s,
            "the speed budget holds what so many seconds earn [1]",
            [&allowances](double s) { allowances.set_credit_s(s); });
  AddNumber(command, "--debt", "S", allowed::debt_s,
            "how far the speed budget may fall below zero, in seconds [0.25]",
            [&allowances](double s) { allowances.set_debt_s(s); });
  AddNumber(command, "--max-lag", "S", allowed::max_lag_s, "a silence that may be caught up whole [2.5]",
            [&allowances](double s) { allowances.set_max_lag_s(s); });
  AddNumber(command, "--detour-ratio", "FACTOR", allowed::max_detour_ratio,
            "without --max-speed: how many times the straight line a walk may be [2]",
            [&allowances](double ratio) { allowances.set_max_detour_ratio(ratio); });
}

void AddHeightFlags(CLI::App& command, v1::MoveAllowances& allowances) {
  AddNumber(command, "--max-step", "M", allowed::max_step_m, "highest step up [the profile's]",
            [&allowances](double m) { allowances.set_max_step_m(m); });
  AddNumber(command, "--max-drop", "M", allowed::max_drop_m, "deepest drop [no limit]",
            [&allowances](double m) { allowances.set_max_drop_m(m); });
  AddNumber(command, "--max-jump", "M", allowed::max_jump_m, "how high the agent jumps [1.2]",
            [&allowances](double m) { allowances.set_max_jump_m(m); });
  AddNumber(command, "--gravity", "MPS2", allowed::gravity_mps2,
            "what pulls it back, in metres a second squared [9.81]",
            [&allowances](double mps2) { allowances.set_gravity_mps2(mps2); });
  AddNumber(command, "--max-air", "S", allowed::max_air_s,
            "longest stay in the air [until a jump and the fall after it end]",
            [&allowances](double s) { allowances.set_max_air_s(s); });
  AddNumber(command, "--max-rise", "MPS", allowed::max_rise_mps,
            "greatest speed upwards [no limit but the jump's]",
            [&allowances](double mps) { allowances.set_max_rise_mps(mps); });
}

}  // namespace

void AddAllowanceFlags(CLI::App& command, AllowanceFlags& flags) {
  AddSpeedFlags(command, flags.allowances);
  AddHeightFlags(command, flags.allowances);
  AddNames(command, "--grant", flags.grants, "what the game itself did: blink, knockback or platform",
           "KIND,FROM_S,TO_S,DISTANCE_M");
}

absl::Status AddAllowances(const AllowanceFlags& flags, v1::ValidateMoveRequest& request) {
  v1::MoveAllowances allowances = flags.allowances;
  for (const std::string& grant : flags.grants) WS_RETURN_IF_ERROR(AddGrant(grant, allowances));
  if (allowances.ByteSizeLong() > 0) *request.mutable_allowances() = std::move(allowances);
  return absl::OkStatus();
}

}  // namespace waystone::cli
