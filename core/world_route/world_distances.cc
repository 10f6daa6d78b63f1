#include "core/world_route/world_distances.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/path/search_outcome.h"
#include "core/surface/field_checks.h"
#include "core/surface/search_end.h"
#include "core/world/portal_search.h"
#include "core/world_route/allowed_portals.h"
#include "core/world_route/missed_maps.h"
#include "core/world_route/world_grounds.h"

namespace waystone {
namespace {

constexpr size_t kTargetsAtOnce = 1024;  // whose walks are held in memory
constexpr double kInfinite = std::numeric_limits<double>::infinity();

// A source or a target.
struct End {
  std::shared_ptr<const OpenedMap> entry;  // null: its map is missing
  std::shared_ptr<WorldWalks> walks;
  NavLocation place;
  bool is_on_surface = false;
  bool is_cut = false;  // a limit came before all of its walks were found
};

class DistanceMeasurer {
 public:
  DistanceMeasurer(WorldStore& store, const WorldDistanceQuery& query, Scratch& scratch)
      : store_(store),
        world_(store.world().view()),
        query_(query),
        scratch_(scratch),
        grounds_(store, query.route, scratch) {}

  absl::StatusOr<WorldDistanceAnswer> Measure() {
    const size_t count = query_.sources.size() * query_.targets.size();
    answer_.distance_m.assign(count, -1);
    answer_.statuses.assign(count, DistanceStatus::kLimitReached);
    const absl::Status status = MeasureAll();
    const bool is_late = absl::IsDeadlineExceeded(status) || absl::IsCancelled(status);
    if (!is_late) WS_RETURN_IF_ERROR(status);
    return std::move(answer_);
  }

 private:
  absl::Status MeasureAll() {
    for (size_t first = 0; first < query_.targets.size(); first += kTargetsAtOnce) {
      WS_RETURN_IF_ERROR(MeasureTo(first, std::min(query_.targets.size(), first + kTargetsAtOnce)));
    }
    return absl::OkStatus();
  }

  // The targets from `first` up to `end`, from all sources.
  absl::Status MeasureTo(size_t first, size_t end) {
    std::vector<End> targets(end - first);
    std::vector<std::vector<PortalTail>> tails(targets.size());
    for (size_t i = 0; i < targets.size(); ++i) {
      if (query_.route.deadline.Expired()) return absl::OkStatus();
      WS_RETURN_IF_ERROR(Open(query_.targets[first + i], PlaceRole::kArrive, targets[i]));
      if (!targets[i].is_on_surface) continue;
      WS_ASSIGN_OR_RETURN(const RouteReason limit,
                          targets[i].walks->FindTails(targets[i].place, 0, {}, tails[i]));
      targets[i].is_cut = limit != RouteReason::kNone;
      LeaveOutClosed(tails[i]);
    }
    for (size_t i = 0; i < query_.sources.size(); ++i) {
      End source;
      WS_RETURN_IF_ERROR(Open(query_.sources[i], PlaceRole::kLeave, source));
      std::vector<PortalHead> heads;
      if (source.is_on_surface) {
        WS_ASSIGN_OR_RETURN(const RouteReason limit, source.walks->FindHeads(source.place, {}, heads));
        source.is_cut = limit != RouteReason::kNone;
        LeaveOutClosed(heads);
      }
      for (size_t k = 0; k < targets.size(); ++k) {
        if (query_.route.deadline.Expired()) return absl::OkStatus();
        const size_t pair = i * query_.targets.size() + first + k;
        WS_RETURN_IF_ERROR(MeasurePair(source, heads, targets[k], tails[k], pair));
      }
    }
    return absl::OkStatus();
  }

  absl::Status Open(const WorldPosition& position, PlaceRole role, End& end) {
    absl::StatusOr<std::shared_ptr<const OpenedMap>> entry = store_.Open(position.map, query_.route.deadline);
    if (!entry.ok()) {
      if (!WorldStore::IsMissing(entry.status())) return entry.status();
      AddMissed(position.map, answer_.missed_maps);
      return absl::OkStatus();
    }
    end.entry = *std::move(entry);
    WS_ASSIGN_OR_RETURN(end.walks, grounds_.SharedWalks(position.map, end.entry));
    const Vec3 local = position.point - end.walks->ground().view.manifest->origin;
    const SnapResult snapped = end.walks->SnapTo(local, role);
    end.is_on_surface = snapped.place.has_value();
    if (end.is_on_surface) end.place = *snapped.place;
    return absl::OkStatus();
  }

  template <typename PortalEnd>
  void LeaveOutClosed(std::vector<PortalEnd>& ends) const {
    std::erase_if(
        ends, [this](const PortalEnd& end) { return world_.IsClosedTo(end.portal, query_.route.traveller); });
  }

  absl::Status MeasurePair(const End& source, const std::vector<PortalHead>& heads, const End& target,
                           const std::vector<PortalTail>& tails, size_t pair) {
    if (source.entry == nullptr || target.entry == nullptr) return Set(pair, DistanceStatus::kUnreachable);
    if (!source.is_on_surface) return Set(pair, DistanceStatus::kSourceOffMesh);
    if (!target.is_on_surface) return Set(pair, DistanceStatus::kTargetOffMesh);
    double cost_m = kInfinite;
    bool is_cut = source.is_cut || target.is_cut;
    if (source.walks->ground().map == target.walks->ground().map) {
      WS_ASSIGN_OR_RETURN(const WalkToPlace direct,
                          source.walks->WalkDirectly(source.place, target.place, kInfinite));
      answer_.expansions += direct.walk.expansions;
      if (direct.walk.status == RouteStatus::kComplete) cost_m = direct.walk.cost_m;
      is_cut = is_cut || direct.walk.status == RouteStatus::kLimitReached;
    }
    PortalPath found;
    WS_RETURN_IF_ERROR(Search(heads, tails, cost_m, found));
    is_cut = is_cut || IsCut(found.outcome);
    if (found.outcome == SearchOutcome::kFound) cost_m = found.cost_m;
    FindMissed(heads, tails, cost_m);
    if (is_cut) return Set(pair, DistanceStatus::kLimitReached);
    const bool is_too_far = query_.max_distance_m != 0 && cost_m > query_.max_distance_m;
    if (cost_m == kInfinite || is_too_far) return Set(pair, DistanceStatus::kUnreachable);
    return Set(pair, DistanceStatus::kFound, cost_m);
  }

  absl::Status Search(const std::vector<PortalHead>& heads, const std::vector<PortalTail>& tails,
                      double below_cost_m, PortalPath& found) {
    do {
      missing_ = store_.MissingMaps();
      SearchWithin(AllowedPortals(world_, query_.route, missing_), heads, tails, below_cost_m, found);
    } while (grounds_.TakeFoundMissing());
    return grounds_.status();
  }

  void SearchWithin(const PortalLimits& limits, const std::vector<PortalHead>& heads,
                    const std::vector<PortalTail>& tails, double below_cost_m, PortalPath& found) {
    const WorldRouteQuery& route = query_.route;
    const PortalQuery query{.mode = route.mode,
                            .heads = heads,
                            .tails = tails,
                            .limits = IsLimited(limits) ? &limits : nullptr,
                            .changed = route.changes == nullptr ? nullptr : &grounds_,
                            .below_cost_m = below_cost_m,
                            .max_expansions = route.max_expansions,
                            .deadline = route.deadline};
    scratch_.Borrow<PortalSearch>()->Find(world_.graph(route.traveller), query, found);
    answer_.expansions += found.expanded;
  }

  // Adds the missing maps that a cheaper path would lead over.
  void FindMissed(const std::vector<PortalHead>& heads, const std::vector<PortalTail>& tails, double cost_m) {
    if (missing_.empty()) return;
    PortalPath would;
    SearchWithin(LimitsOfWholeWorld(query_.route), heads, tails, cost_m * (1 - kCostRounding), would);
    grounds_.TakeFoundMissing();  // of a missing map that the query changes nothing is known
    AddMissedOn(world_, would, missing_, answer_.missed_maps);
  }

  absl::Status Set(size_t pair, DistanceStatus status, double distance_m = -1) {
    answer_.statuses[pair] = status;
    answer_.distance_m[pair] = distance_m;
    return absl::OkStatus();
  }

  WorldStore& store_;
  const WorldView& world_;
  const WorldDistanceQuery& query_;
  Scratch& scratch_;
  WorldGrounds grounds_;
  std::vector<bool> missing_;  // by map, at the last search; empty: none
  WorldDistanceAnswer answer_;
};

absl::Status CheckPlaces(const WorldView& world, std::string_view field,
                         const std::vector<WorldPosition>& places) {
  if (places.empty()) return FieldError(field, "required");
  for (size_t i = 0; i < places.size(); ++i) {
    const bool is_map = places[i].map.value() < world.maps().size();
    if (!is_map) return WithinItem(field, static_cast<int>(i), FieldError("", "no map of the world"));
    WS_RETURN_IF_ERROR(WithinItem(field, static_cast<int>(i), CheckFinite("", places[i].point)));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<WorldDistanceAnswer> MeasureWorldDistances(WorldStore& store, const WorldDistanceQuery& query,
                                                          Scratch& scratch) {
  const WorldView& world = store.world().view();
  WS_RETURN_IF_ERROR(CheckPlaces(world, "sources", query.sources));
  WS_RETURN_IF_ERROR(CheckPlaces(world, "targets", query.targets));
  if (query.route.traveller.value() >= world.travellers().size()) {
    return FieldError("traveller", "none of the world");
  }
  WS_RETURN_IF_ERROR(CheckSnapOptions(query.route.snap));
  return PlanWithMapsThatAreBack(store, [&] { return DistanceMeasurer(store, query, scratch).Measure(); });
}

}  // namespace waystone
