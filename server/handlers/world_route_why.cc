#include "server/handlers/world_route_why.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/status_macros.h"
#include "core/world_route/world_route.h"
#include "core/world_route/world_why.h"
#include "server/convert/fix_convert.h"
#include "server/convert/world_query_input.h"
#include "server/handlers/change_diagnosis.h"

namespace waystone {
namespace {

constexpr size_t kMostMaps = 256;  // whose changes are looked at one by one

class WorldRouteWhy {
 public:
  WorldRouteWhy(const AnsweredWorldRoute& answered, const RequestLimits& limits, const RequestScope& scope,
                v1::PlanRouteResponse& response)
      : answered_(answered),
        request_(answered.request),
        limits_(limits),
        scope_(scope),
        store_(*scope.maps->World()),
        world_(store_.world().view()),
        max_expansions_(answered.query.max_expansions),
        response_(response) {}

  absl::Status Fill() {
    const RouteReason reason = answered_.answer.reason;
    if (reason == RouteReason::kBudget) {
      WS_RETURN_IF_ERROR(FillLack(answered_.query, answered_.answer));
      if (response_.fixes_size() > 0) return TellOtherWay();
    }
    const bool may_be_closed =
        reason == RouteReason::kBudget || reason == RouteReason::kGoalUnreachable || IsForChanges(reason);
    if (may_be_closed && ClosesSomething()) {
      WS_ASSIGN_OR_RETURN(const bool is_found, FillClosing());
      if (is_found) return absl::OkStatus();
    }
    return FillLackOrGround(answered_.query, answered_.answer);
  }

 private:
  struct LookedAt {
    std::shared_ptr<const OpenedMap> opened;
    MapView view;
  };

  bool ClosesSomething() const {
    return answered_.changes != nullptr || !answered_.query.limits.is_closed.empty();
  }

  // What the traveller lacks, or the maps.
  absl::Status FillLack(const WorldRouteQuery& query, const WorldRouteAnswer& answer) {
    WS_ASSIGN_OR_RETURN(const std::vector<Fix> fixes,
                        ExplainWorldRoute(store_, query, answer, *scope_.scratch));
    AddFixes(fixes, std::string(world_.MapId(query.start.map)), *response_.mutable_fixes());
    return absl::OkStatus();
  }

  // The same, and what the maps lack if means are not enough.
  absl::Status FillLackOrGround(const WorldRouteQuery& query, const WorldRouteAnswer& answer) {
    const int before = response_.fixes_size();
    WS_RETURN_IF_ERROR(FillLack(query, answer));
    if (answer.reason != RouteReason::kBudget || response_.fixes_size() > before) return absl::OkStatus();
    WorldRouteAnswer of_ground = answer;
    of_ground.reason = RouteReason::kGoalUnreachable;
    return FillLack(query, of_ground);
  }

  // With the traveller's own means.
  absl::Status TellOtherWay() {
    if (!ClosesSomething()) return absl::OkStatus();
    OpenMaps();
    ChangeDiagnosis diagnosis(Source(), scope_);
    if (!diagnosis.Read().ok()) return absl::OkStatus();  // the answer is known without
    diagnosis.Explain(Find(diagnosis, Wanted::kRoute), response_);
    return absl::OkStatus();
  }

  // What is asked of an answer without some changes.
  enum class Wanted : uint8_t { kRoute, kRouteWithAllMeans, kOtherReason };

  // False if nothing that is closed is in the way.
  absl::StatusOr<bool> FillClosing() {
    OpenMaps();
    ChangeDiagnosis diagnosis(Source(), scope_);
    if (!diagnosis.Read().ok()) return false;  // the answer is known without
    for (const Wanted wanted : {Wanted::kRoute, Wanted::kRouteWithAllMeans, Wanted::kOtherReason}) {
      const ClosingChanges closing = Find(diagnosis, wanted);
      if (closing.items.empty()) continue;
      if (wanted == Wanted::kRoute) diagnosis.Tell(closing, response_);
      diagnosis.AddFixes(closing, answered_.query.start.point.y, &world_, *response_.mutable_fixes());
      if (wanted != Wanted::kRoute) WS_RETURN_IF_ERROR(FillRest(wanted, diagnosis.Without(closing)));
      return true;
    }
    return false;
  }

  // What is in the way besides, if there are only these changes.
  absl::Status FillRest(Wanted wanted, ChosenChanges chosen) {
    WS_ASSIGN_OR_RETURN(const Chosen with, With(chosen));
    WorldRouteAnswer answer = answered_.answer;
    if (wanted == Wanted::kOtherReason) {
      WS_ASSIGN_OR_RETURN(answer, PlanWorldRoute(store_, with.query, *scope_.scratch));
    } else {
      answer.status = RouteStatus::kBudgetExceeded;
      answer.reason = RouteReason::kBudget;
    }
    return FillLackOrGround(with.query, answer);
  }

  ItemsSource Source() const {
    ItemsSource source{.asked = answered_.asked,
                       .clearance_field = ClearanceField(request_.has_agent()),
                       .is_over_maps = true};
    for (const LookedAt& map : maps_) source.maps.push_back(&map.view);
    return source;
  }

  // Those that the changes name, those of the ends, and those on the ways that there are without changes: with the traveller's own
  // means, and with all.
  void OpenMaps() {
    const WorldRouteQuery& query = answered_.query;
    std::set<WorldMapIndex> maps = {query.start.map};
    for (const WorldPosition& goal : query.goals) maps.insert(goal.map);
    for (const WorldPosition& via : query.via) maps.insert(via.map);
    if (answered_.changes != nullptr) {
      maps.insert(answered_.changes->named().begin(), answered_.changes->named().end());
    }
    WorldRouteQuery free = Plain(query);
    free.changes = nullptr;
    free.limits.is_closed.clear();
    free.maps_in_full = 1;
    AddMapsOn(free, maps);
    free.limits = {};
    free.is_unmet.clear();
    AddMapsOn(free, maps);
    for (const WorldMapIndex map : maps) {
      if (maps_.size() < kMostMaps) LookAt(map);
    }
  }

  void AddMapsOn(const WorldRouteQuery& query, std::set<WorldMapIndex>& maps) {
    const absl::StatusOr<WorldRouteAnswer> way = PlanWorldRoute(store_, query, *scope_.scratch);
    if (!way.ok()) return;
    for (const WorldStretch& stretch : way->stretches) maps.insert(stretch.map);
  }

  void LookAt(WorldMapIndex map) {
    const WorldView::Traveller& traveller = world_.travellers()[answered_.query.traveller.value()];
    const absl::StatusOr<std::shared_ptr<const OpenedMap>> opened =
        store_.Open(map, answered_.query.deadline);
    if (!opened.ok()) return;
    const absl::StatusOr<MapView> view =
        (*opened)->map->View(traveller.agent, traveller.abilities, ZonesNeed::kIfReady);
    if (view.ok()) maps_.push_back({*opened, *view});
  }

  // The query as a search for whether there is a route has it.
  static WorldRouteQuery Plain(const WorldRouteQuery& query) {
    WorldRouteQuery plain = query;
    plain.shape = RouteShape::kTurningPoints;
    plain.maps_in_full = 0;
    return plain;
  }

  // The query with some of the changes.
  struct Chosen {
    std::unique_ptr<const AskedChanges> asked;
    std::unique_ptr<const RequestScope> scope;
    std::unique_ptr<const WorldMapChanges> changes;
    WorldRouteQuery query;
  };
  absl::StatusOr<Chosen> With(ChosenChanges& chosen) {
    Chosen with;
    with.asked = std::make_unique<const AskedChanges>(chosen.asked());
    with.scope = std::make_unique<const RequestScope>(chosen.scope());
    with.query = Plain(answered_.query);
    with.query.limits = {};
    with.query.is_unmet.clear();
    WS_RETURN_IF_ERROR(
        ReadPortalUse({request_.portals(), with.asked->changes}, limits_, *with.scope, with.query));
    WS_ASSIGN_OR_RETURN(with.changes, WorldMapChanges::Make(*with.asked, world_, limits_, *with.scope));
    with.query.changes = with.changes.get();
    with.query.max_expansions = max_expansions_;
    return with;
  }

  // In the order of the way without them.
  ClosingChanges Find(ChangeDiagnosis& diagnosis, Wanted wanted) {
    WorldRouteAnswer way;
    ClosingChanges closing = diagnosis.Find([&](ChosenChanges& chosen) -> absl::StatusOr<bool> {
      if (max_expansions_ == 0) return absl::ResourceExhaustedError("expansions");
      WS_ASSIGN_OR_RETURN(Chosen with, With(chosen));
      with.query.deadline = diagnosis.deadline();
      if (wanted == Wanted::kRouteWithAllMeans) {
        with.query.is_unmet.clear();
        with.query.limits = WithAllMeans(world_, with.query.limits);
      }
      WS_ASSIGN_OR_RETURN(WorldRouteAnswer answer, PlanWorldRoute(store_, with.query, *scope_.scratch));
      max_expansions_ -= static_cast<uint32_t>(std::min<uint64_t>(answer.expansions, max_expansions_));
      const bool is_for_others = wanted == Wanted::kOtherReason && !IsForChanges(answer.reason);
      if (answer.status != RouteStatus::kComplete && !is_for_others) return NotGood(answer.reason);
      way = std::move(answer);
      return true;
    });
    std::vector<WayPart> parts;
    for (const WorldStretch& stretch : way.stretches) {
      parts.push_back({.map_id = world_.MapId(stretch.map),
                       .origin = ToVec3(world_.Map(stretch.map).origin),
                       .points = stretch.walk.points});
    }
    diagnosis.OrderAlong(parts, &world_, closing);
    return closing;
  }

  const AnsweredWorldRoute& answered_;
  const v1::PlanRouteRequest& request_;
  const RequestLimits& limits_;
  const RequestScope& scope_;
  WorldStore& store_;
  const WorldView& world_;
  uint32_t max_expansions_;  // that are left
  std::vector<LookedAt> maps_;
  v1::PlanRouteResponse& response_;
};

}  // namespace

absl::Status FillWorldWhy(const AnsweredWorldRoute& answered, const RequestLimits& limits,
                          const RequestScope& scope, v1::PlanRouteResponse& response) {
  if (answered.answer.status == RouteStatus::kComplete) return absl::OkStatus();
  return WorldRouteWhy(answered, limits, scope, response).Fill();
}

}  // namespace waystone
