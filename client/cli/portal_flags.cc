#include "client/cli/portal_flags.h"

#include <string_view>

#include "client/cli/flag_text.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone::cli {
namespace {

CLI::Option* AddNames(CLI::App& command, const std::string& name, std::vector<std::string>& names,
                      const std::string& text) {
  return command.add_option(name, names, text + "; may be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME");
}

absl::StatusOr<client::PortalMode> ParseMode(std::string_view text) {
  if (text.empty() || text == "may_use") return client::PortalMode::kMayUse;
  if (text == "walk_in") return client::PortalMode::kWalkInTeleports;
  if (text == "none") return client::PortalMode::kNone;
  return absl::InvalidArgumentError(
      StrCat("--portals: must be one of may_use, walk_in, none; not ", Quoted(text)));
}

// "day pass=2"
absl::StatusOr<client::Ticket> ParseTicket(std::string_view text) {
  const absl::Status refusal =
      absl::InvalidArgumentError(StrCat("--ticket: must be NAME=COUNT; not ", Quoted(text)));
  const size_t sign = text.rfind('=');
  if (sign == std::string_view::npos || sign == 0) return refusal;
  const std::string count(text.substr(sign + 1));
  if (!WholeNumber(0, 1'000'000)(count).empty()) return refusal;
  return client::Ticket{std::string(text.substr(0, sign)), static_cast<uint32_t>(std::stoul(count))};
}

bool IsThroughPortals(const PortalFlags& flags) {
  return !flags.to_map.empty() || !flags.mode.empty() || flags.money.has_value() || !flags.tickets.empty() ||
         !flags.met_requirements.empty() || !flags.changes.IsEmpty();
}

}  // namespace

void AddPortalFlags(CLI::App& command, PortalFlags& flags) {
  command.add_option("--to-map", flags.to_map, "the map that --to is on [--map]")->type_name("ID");
  command
      .add_option("--portals", flags.mode,
                  "may_use, walk_in (triggers that are entered teleport), none [may_use]")
      ->type_name("MODE");
  command.add_option("--money", flags.money, "what may be spent at portals, 0 to 1e12 [0]")
      ->check(NumberInRange(0, 1e12))
      ->type_name("AMOUNT");
  AddNames(command, "--ticket", flags.tickets, "tickets held for portals")->type_name("NAME=COUNT");
  AddNames(command, "--met", flags.met_requirements, "a requirement of portals that is met")
      ->type_name("REQUIREMENT");
  AddNames(command, "--close-portal", flags.changes.closed_portals, "a portal not to use");
  AddNames(command, "--exclude-map", flags.changes.excluded_maps, "a map not to enter")->type_name("ID");
  command
      .add_option("--maps-in-full", flags.maps_in_full,
                  "maps whose points are all wanted; of later ones the ends [all]")
      ->check(WholeNumber(1, UINT32_MAX))
      ->type_name("N");
}

absl::Status AddPortals(const PortalFlags& flags, client::RouteRequest& request) {
  request.maps_in_full = flags.maps_in_full;
  request.world_changes = flags.changes;
  if (!IsThroughPortals(flags)) return absl::OkStatus();
  client::PortalOptions& portals = request.portals.emplace();
  WS_ASSIGN_OR_RETURN(portals.mode, ParseMode(flags.mode));
  portals.money = flags.money.value_or(0);
  portals.met_requirements = flags.met_requirements;
  for (const std::string& ticket : flags.tickets) {
    WS_ASSIGN_OR_RETURN(portals.tickets.emplace_back(), ParseTicket(ticket));
  }
  return absl::OkStatus();
}

}  // namespace waystone::cli
