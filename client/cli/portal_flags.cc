#include "client/cli/portal_flags.h"

#include <string_view>

#include "client/cli/flag_text.h"
#include "client/cli/server_flags.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "waystone/field_limits.h"

namespace waystone::cli {
namespace {

absl::StatusOr<v1::PortalMode> ParseMode(std::string_view text) {
  if (text.empty() || text == "may_use") return v1::PORTAL_MODE_MAY_USE;
  if (text == "walk_in") return v1::PORTAL_MODE_WALK_IN_TELEPORTS;
  if (text == "none") return v1::PORTAL_MODE_NONE;
  return absl::InvalidArgumentError(
      StrCat("--portals: must be one of may_use, walk_in, none; not ", Quoted(text)));
}

// "day pass=2"
absl::Status AddTicket(std::string_view text, v1::PortalOptions& portals) {
  const size_t sign = text.rfind('=');
  const std::string count(sign == std::string_view::npos ? "" : text.substr(sign + 1));
  if (sign == 0 || !WholeNumber(0, limits::Ticket::count.max)(count).empty()) {
    return absl::InvalidArgumentError(StrCat("--ticket: must be NAME=COUNT with a count up to ",
                                             FormatMetres(limits::Ticket::count.max), "; not ",
                                             Quoted(text)));
  }
  v1::Ticket& ticket = *portals.add_tickets();
  ticket.set_name(std::string(text.substr(0, sign)));
  ticket.set_count(static_cast<uint32_t>(std::stoul(count)));
  return absl::OkStatus();
}

bool IsThroughPortals(const PortalFlags& flags) {
  return !flags.to_map.empty() || !flags.mode.empty() || flags.money.has_value() || !flags.tickets.empty() ||
         !flags.met_requirements.empty() || !flags.closed_portals.empty() || !flags.excluded_maps.empty() ||
         flags.require_all_maps;
}

}  // namespace

void AddPortalFlags(CLI::App& command, PortalFlags& flags) {
  command.add_option("--to-map", flags.to_map, "the map that --to is on [--map]")->type_name("ID");
  command
      .add_option("--portals", flags.mode,
                  "may_use, walk_in (triggers that are entered teleport), none [may_use]")
      ->type_name("MODE");
  AddNumber(command, "--money", "AMOUNT", limits::PortalOptions::money, "what may be spent at portals [0]",
            [&flags](double money) { flags.money = money; });
  AddNames(command, "--ticket", flags.tickets, "tickets held for portals", "NAME=COUNT");
  AddNames(command, "--met", flags.met_requirements, "a requirement of portals that is met", "REQUIREMENT");
  AddNames(command, "--close-portal", flags.closed_portals, "a portal not to use", "NAME");
  AddNames(command, "--exclude-map", flags.excluded_maps, "a map not to enter", "ID");
  command.add_flag("--require-all-maps", flags.require_all_maps,
                   "fail if the answer has to do without a missing map that could change it");
  command
      .add_option("--maps-in-full", flags.maps_in_full,
                  "maps whose points are all wanted; of later ones the ends [all]")
      ->check(WholeNumber(1, UINT32_MAX))
      ->type_name("N");
}

absl::Status AddPortals(const PortalFlags& flags, v1::PlanRouteRequest& request) {
  if (flags.maps_in_full > 0) request.mutable_detail()->set_maps_in_full(flags.maps_in_full);
  if (!IsThroughPortals(flags)) return absl::OkStatus();
  if (!flags.closed_portals.empty() || !flags.excluded_maps.empty()) {
    v1::Changes& changes = *request.mutable_changes();
    changes.mutable_closed_portals()->Assign(flags.closed_portals.begin(), flags.closed_portals.end());
    changes.mutable_excluded_maps()->Assign(flags.excluded_maps.begin(), flags.excluded_maps.end());
  }
  v1::PortalOptions& portals = *request.mutable_portals();
  WS_ASSIGN_OR_RETURN(const v1::PortalMode mode, ParseMode(flags.mode));
  portals.set_mode(mode);
  portals.set_money(flags.money.value_or(0));
  portals.set_require_all_maps(flags.require_all_maps);
  portals.mutable_met_requirements()->Assign(flags.met_requirements.begin(), flags.met_requirements.end());
  for (const std::string& ticket : flags.tickets) WS_RETURN_IF_ERROR(AddTicket(ticket, portals));
  return absl::OkStatus();
}

}  // namespace waystone::cli
