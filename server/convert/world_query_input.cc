#include "server/convert/world_query_input.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>

#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "server/convert/api_enums.h"
#include "server/convert/convert.h"
#include "server/convert/world_changes.h"

namespace waystone {
namespace {

// "human with climb and jump"; the agent may be each map's first.
std::string NameOf(const WorldView::Traveller& traveller) {
  std::string name = traveller.agent.empty() ? "each map's first agent" : Quoted(traveller.agent);
  for (size_t i = 0; i < traveller.abilities.size(); ++i) {
    StrAppend(name, i == 0 ? " with " : " and ", Quoted(traveller.abilities[i]));
  }
  return name;
}

bool IsMet(const v1::PortalOptions& options, std::string_view requirement) {
  const auto& met = options.met_requirements();
  return std::any_of(met.begin(), met.end(), [&](const std::string& name) { return name == requirement; });
}

absl::Status ReadOptions(const v1::PortalOptions& options, const WorldView& world, WorldRouteQuery& query) {
  query.mode = *FromProto<WorldMode>(options.mode());
  PortalLimits& limits = query.limits;
  limits.is_limited = true;
  limits.money = options.money();
  limits.max_portals = options.max_portals();
  limits.penalty_m = options.penalty_m();
  for (int i = 0; i < options.tickets_size(); ++i) {
    if (options.tickets(i).name().empty()) return WithinItem("tickets", i, FieldError("name", "required"));
    const std::optional<uint32_t> kind = world.FindTicket(options.tickets(i).name());
    if (!kind.has_value()) {
      return FieldError(StrCat("tickets[", i, "].name"),
                        StrCat("the world has no ticket ", Quoted(options.tickets(i).name())),
                        absl::StatusCode::kNotFound);
    }
    limits.tickets.push_back({*kind, options.tickets(i).count()});
  }
  for (int i = 0; i < options.met_requirements_size(); ++i) {
    if (options.met_requirements(i).empty()) {
      return WithinItem("met_requirements", i, FieldError("", "required"));
    }
    const auto is_it = [&](PortalId portal) {
      return world.Text(world.Portal(portal).requirement) == options.met_requirements(i);
    };
    if (std::none_of(world.Requiring().begin(), world.Requiring().end(), is_it)) {
      return FieldError(StrCat("met_requirements[", i, "]"),
                        StrCat("the world has no requirement ", Quoted(options.met_requirements(i))),
                        absl::StatusCode::kNotFound);
    }
  }
  for (const PortalId portal : world.Requiring()) {
    if (!IsMet(options, world.Text(world.Portal(portal).requirement))) {
      MarkPortal(world, portal, query.is_unmet);
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<TravellerId> FindTraveller(const v1::Agent& agent, const WorldView& world) {
  const WorldView::Traveller wanted{agent.profile(), {agent.abilities().begin(), agent.abilities().end()}};
  const std::optional<TravellerId> found = world.FindTraveller(wanted.agent, wanted.abilities);
  if (found.has_value()) return *found;
  std::string there;
  for (const WorldView::Traveller& traveller : world.travellers()) {
    StrAppend(there, there.empty() ? "" : ", ", NameOf(traveller));
  }
  return FieldError("agent",
                    StrCat("the world was not baked for ", NameOf(wanted), "; its travellers are ", there),
                    absl::StatusCode::kFailedPrecondition);
}

absl::Status ReadPortalUse(const AskedPortals& asked, const RequestLimits& limits, const RequestScope& scope,
                           WorldRouteQuery& query) {
  const WorldStore& store = *scope.maps->World();
  WS_RETURN_IF_ERROR(Within("portals", ReadOptions(asked.options, store.world().view(), query)));
  const auto read = [&](const v1::Changes& changes) {
    return ReadWorldChanges(changes, limits, store, scope, query.limits.is_closed);
  };
  if (scope.batch != nullptr) WS_RETURN_IF_ERROR(Within("batch.changes", read(scope.batch->changes())));
  return Within("changes", read(asked.changes));
}

const std::string& DefaultMapId(const std::string& own, const RequestScope& scope) {
  return scope.batch != nullptr && !scope.batch->map_id().empty() ? scope.batch->map_id() : own;
}

}  // namespace waystone
