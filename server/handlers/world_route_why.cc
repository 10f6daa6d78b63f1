#include "server/handlers/world_route_why.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/world_route/lacking_means.h"
#include "core/world_route/world_route.h"
#include "core/world_route/world_why.h"
#include "server/convert/fix_convert.h"
#include "server/convert/world_query_input.h"
#include "server/handlers/change_diagnosis.h"
#include "server/handlers/closed_walks.h"

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

  // Whatever ends it early, the answer is known without, and what was found stays. If nothing was, the maps that are missing are told.
  void Fill() {
    FillWhatIsFound().IgnoreError();
    if (response_.fixes_size() > 0 || answered_.answer.missed_maps.empty()) return;
    WorldRouteAnswer of_maps = answered_.answer;
    of_maps.reason = RouteReason::kMapMissing;
    FillLack(answered_.query, of_maps).IgnoreError();
  }

 private:
  absl::Status FillWhatIsFound() {
    const RouteReason reason = answered_.answer.reason;
    if (reason == RouteReason::kBudget) {
      WS_ASSIGN_OR_RETURN(const std::vector<Fix> means, FillLack(answered_.query, answered_.answer));
      if (!means.empty()) {
        response_.set_explanation(StrCat("a path there needs ", LackingMeans::TextOf(means)));
        return TellOtherPath();
      }
      if (IsTooLongWithAllMeans()) return absl::OkStatus();
    }
    const bool may_be_closed =
        reason == RouteReason::kBudget || reason == RouteReason::kGoalUnreachable || IsForChanges(reason);
    if (may_be_closed && ClosesSomething()) {
      WS_ASSIGN_OR_RETURN(const bool is_found, FillClosing());
      if (is_found) return absl::OkStatus();
    }
    if (reason == RouteReason::kMapMissing) return FillLack(answered_.query, answered_.answer).status();
    return reason == RouteReason::kLengthLimit ? absl::OkStatus() : FillGround();
  }

  // What is asked of an answer without some changes.
  enum class Wanted : uint8_t { kRoute, kRouteWithAllMeans };

  // A walk, and the fixes of its path.
  struct MendedWalkOf {
    const MendedWalk& walk;
    const std::vector<Fix>& fixes;
  };

  struct LookedAt {
    std::shared_ptr<const OpenedMap> opened;
    MapView view;
  };

  bool ClosesSomething() const {
    return answered_.changes != nullptr || !answered_.query.limits.is_closed.empty();
  }

  void Add(const std::vector<Fix>& fixes) {
    AddFixes(fixes, std::string(world_.MapId(answered_.query.start.map)), *response_.mutable_fixes());
  }

  // What the traveller lacks, or the maps; returns the fixes.
  absl::StatusOr<std::vector<Fix>> FillLack(const WorldRouteQuery& query, const WorldRouteAnswer& answer) {
    WS_ASSIGN_OR_RETURN(MendedPath path, ExplainWorldRoute(store_, query, answer, *scope_.scratch));
    Add(path.fixes);
    return std::move(path.fixes);
  }

  // The answer's explanation names what one path asks for. If that would not help, the explanation says so instead.
  bool IsTooLongWithAllMeans() {
    WorldRouteQuery rich = OfAllMeans(Plain(answered_.query));
    rich.limits = {.is_closed = rich.limits.is_closed};
    const absl::StatusOr<WorldRouteAnswer> answer = PlanWorldRoute(store_, rich, *scope_.scratch);
    if (!answer.ok() || answer->status == RouteStatus::kComplete || IsLimit(answer->reason)) return false;
    const bool is_too_long = answer->reason == RouteReason::kLengthLimit;
    response_.set_explanation(
        is_too_long ? "with all requirements, tickets and money the path is longer than max_length_m"
                    : "requirements, tickets and money alone would not help");
    return is_too_long;
  }

  // With the traveller's own means.
  absl::Status TellOtherPath() {
    if (!ClosesSomething()) return absl::OkStatus();
    OpenMaps();
    ChangeDiagnosis diagnosis(Source(), scope_);
    WS_RETURN_IF_ERROR(diagnosis.Read());
    diagnosis.Explain(Find(diagnosis, Wanted::kRoute).closing, response_);
    return absl::OkStatus();
  }

  // What the maps lack, and what closes the walks between.
  absl::Status FillGround() {
    WorldRouteAnswer of_ground = answered_.answer;
    of_ground.reason = RouteReason::kGoalUnreachable;
    WS_ASSIGN_OR_RETURN(const MendedPath path,
                        ExplainWorldRoute(store_, answered_.query, of_ground, *scope_.scratch));
    if (ClosesSomething()) {
      OpenMaps(WalksOf(path));
      ChangeDiagnosis diagnosis(Source(), scope_);
      if (diagnosis.Read().ok()) {
        AddGround(path, diagnosis);
        return absl::OkStatus();
      }
    }
    Add(path.fixes);
    Add(path.besides);
    return absl::OkStatus();
  }

  void AddGround(const MendedPath& path, ChangeDiagnosis& diagnosis) {
    const auto find = [&](const MendedWalk& walk) {
      return Find(diagnosis, Wanted::kRoute, MendedWalkOf{walk, path.fixes}).closing;
    };
    AddFixesAlong(path, diagnosis, find, std::string(world_.MapId(answered_.query.start.map)), &world_,
                  *response_.mutable_fixes());
    Add(path.besides);
  }

  WorldPosition PositionOf(const MapPlace& place) const { return {*world_.FindMap(place.map_id), place.at}; }

  // False if nothing that is closed is in the way.
  absl::StatusOr<bool> FillClosing() {
    OpenMaps();
    ChangeDiagnosis diagnosis(Source(), scope_);
    WS_RETURN_IF_ERROR(diagnosis.Read());
    for (const Wanted wanted : {Wanted::kRoute, Wanted::kRouteWithAllMeans}) {
      const Found found = Find(diagnosis, wanted);
      if (found.closing.items.empty()) continue;
      if (wanted == Wanted::kRoute) diagnosis.Tell(found.closing, response_);
      diagnosis.AddFixes(found.closing, answered_.query.start.point.y, &world_, *response_.mutable_fixes());
      if (wanted == Wanted::kRouteWithAllMeans) {
        ChosenChanges others = diagnosis.Without(found.closing);
        WS_ASSIGN_OR_RETURN(Chosen with, With(others));
        with.query.max_expansions = answered_.query.max_expansions;
        WorldRouteAnswer of_means = found.answer;
        of_means.status = RouteStatus::kBudgetExceeded;
        of_means.reason = RouteReason::kBudget;
        const int before = response_.fixes_size();
        FillLack(with.query, of_means).IgnoreError();
        const bool is_known = response_.fixes_size() > before;
        if (!is_known) Add(LackingMeans(world_, with.query).On(PortalsOf(found.answer)));
      }
      return true;
    }
    return false;
  }

  ItemsSource Source() const {
    ItemsSource source{.asked = answered_.asked,
                       .clearance_field = ClearanceField(request_.has_agent()),
                       .is_over_maps = true};
    for (const LookedAt& map : maps_) source.maps.push_back(&map.view);
    return source;
  }

  // Those that the changes name, those of the ends, and those on the path that there is without changes: with the traveller's own
  // means, or else with all. `walks`: in place of the whole route.
  void OpenMaps(const std::vector<MendedWalk>& walks = {}) {
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
    if (walks.empty()) AddMapsOn(free, maps);
    for (const MendedWalk& walk : walks) AddMapsOn(On(walk, free), maps);
    maps_.clear();
    for (const WorldMapIndex map : maps) {
      if (maps_.size() < kMostMaps) LookAt(map);
    }
  }

  void AddMapsOn(WorldRouteQuery query, std::set<WorldMapIndex>& maps) {
    for (const bool has_all_means : {false, true}) {
      if (has_all_means) query = OfAllMeans(std::move(query));
      const absl::StatusOr<WorldRouteAnswer> answer = PlanWorldRoute(store_, query, *scope_.scratch);
      if (!answer.ok()) continue;
      for (const WorldStretch& stretch : answer->stretches) maps.insert(stretch.map);
      if (answer->status == RouteStatus::kComplete) return;
    }
  }

  WorldRouteQuery On(const MendedWalk& walk, WorldRouteQuery query) const {
    query.start = PositionOf(walk.from);
    query.goals = {PositionOf(walk.to)};
    query.via.clear();
    return query;
  }

  WorldRouteQuery OfAllMeans(WorldRouteQuery query) const {
    query.limits = WithAllMeans(world_, query.limits);
    query.is_unmet.clear();
    return query;
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

  struct Found {
    ClosingChanges closing;   // in the order of the path without them
    WorldRouteAnswer answer;  // without them
  };
  // `mended`: in place of the whole route. What its path requires is met, and there are tickets and money.
  Found Find(ChangeDiagnosis& diagnosis, Wanted wanted, const std::optional<MendedWalkOf>& mended = {}) {
    Found found;
    KeptEnds ends(mended ? mended->walk : MendedWalk());
    found.closing = diagnosis.Find([&](ChosenChanges& chosen) -> absl::StatusOr<bool> {
      if (max_expansions_ == 0) return absl::ResourceExhaustedError("expansions");
      WS_ASSIGN_OR_RETURN(Chosen with, With(chosen));
      with.query.deadline = diagnosis.deadline();
      if (mended) {
        with.query = On(mended->walk, LackingMeans(world_, with.query).Granted(mended->fixes));
        with.query.limits = WithAllMeans(world_, with.query.limits);
      }
      if (wanted == Wanted::kRouteWithAllMeans) with.query = OfAllMeans(std::move(with.query));
      WS_ASSIGN_OR_RETURN(WorldRouteAnswer answer, PlanWorldRoute(store_, with.query, *scope_.scratch));
      max_expansions_ -= static_cast<uint32_t>(std::min<uint64_t>(answer.expansions, max_expansions_));
      WS_ASSIGN_OR_RETURN(bool is_good, IsGoodAnswer(answer));
      is_good = is_good && !answer.stretches.empty() &&
                ends.Has(answer.stretches.front().walk.points, answer.stretches.back().walk.points);
      if (is_good) found.answer = std::move(answer);
      return is_good;
    });
    std::vector<PathPart> path;
    for (const WorldStretch& stretch : found.answer.stretches) {
      path.push_back({.map_id = world_.MapId(stretch.map), .points = stretch.walk.points});
    }
    diagnosis.OrderAlong(path, &world_, found.closing);
    return found;
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

void FillWorldWhy(const AnsweredWorldRoute& answered, const RequestLimits& limits, const RequestScope& scope,
                  v1::PlanRouteResponse& response) {
  if (answered.answer.status == RouteStatus::kComplete || IsLimit(answered.answer.reason)) return;
  WorldRouteQuery query = answered.query;
  query.deadline = scope.WorkEnd(kTimeAfterExplaining);
  const AnsweredWorldRoute in_time{answered.request, answered.asked, answered.changes, query,
                                   answered.answer};
  WorldRouteWhy(in_time, limits, scope, response).Fill();
}

}  // namespace waystone
