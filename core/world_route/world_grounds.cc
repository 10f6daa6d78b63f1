#include "core/world_route/world_grounds.h"

#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/surface/search_surface.h"
#include "core/surface/stored_walk.h"
#include "core/world_route/world_changes.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

SearchOutcome OutcomeOf(RouteReason limit) {
  if (limit == RouteReason::kDeadline) return SearchOutcome::kDeadline;
  if (limit == RouteReason::kCancelled) return SearchOutcome::kCancelled;
  return limit == RouteReason::kNone ? SearchOutcome::kFound : SearchOutcome::kExpansionLimit;
}

absl::StatusOr<std::shared_ptr<WorldWalks>> WalksOver(const OpenedMap& entry, const WorldGround& ground,
                                                      Scratch& scratch) {
  WS_ASSIGN_OR_RETURN(std::unique_ptr<WorldWalks> walks, entry.portals->MakeWalks(ground, scratch));
  return std::shared_ptr<WorldWalks>(std::move(walks));
}

}  // namespace

absl::StatusOr<MapView> WorldGrounds::BakedView(const OpenedMap& entry) const {
  const WorldView::Traveller& traveller = world_.travellers()[query_.traveller.value()];
  absl::StatusOr<MapView> view =
      entry.map->View(traveller.agent, traveller.abilities, ZonesNeed::kCompute, query_.deadline);
  const bool is_late = absl::IsDeadlineExceeded(view.status()) || absl::IsCancelled(view.status());
  if (view.ok() || is_late) return view;
  return FieldError("profile", std::string(view.status().message()), view.status().code());
}

Hash128 WorldGrounds::HashOf(const RouteChanges& changes) const {
  const Hash128 all = changes.WholeHash();
  const uint32_t numbers[] = {query_.traveller.value(), static_cast<uint32_t>(query_.mode),
                              query_.by_clusters ? 1U : 0U};
  Hasher128 hasher;
  hasher.Add(std::as_bytes(std::span(all)));
  hasher.Add(std::as_bytes(std::span(numbers)));
  return hasher.Finish();
}

absl::StatusOr<WorldGrounds::Ground*> WorldGrounds::Open(WorldMapIndex map,
                                                         const std::shared_ptr<const OpenedMap>& entry) {
  if (const auto known = grounds_.find(map); known != grounds_.end()) return known->second.get();
  WS_ASSIGN_OR_RETURN(MapView view, BakedView(*entry));
  auto opened = std::make_unique<Ground>();
  opened->entry = entry;
  if (query_.changes != nullptr && query_.changes->MayChange(map)) {
    WS_ASSIGN_OR_RETURN(opened->changes, query_.changes->On(map, *entry->map, view));
  }
  WS_RETURN_IF_ERROR(CheckChanges(view, opened->changes));
  WS_ASSIGN_OR_RETURN(view, view.surface->Apply(view, opened->changes, ZonesNeed::kIfReady, query_.deadline));
  const bool is_none = opened->changes.IsNone() && opened->changes.area_factors.empty();
  opened->ground = {.world = &world_,
                    .map = map,
                    .view = std::move(view),
                    .query = &query_,
                    .changes = is_none ? nullptr : &opened->changes};
  if (!is_none) opened->hash = HashOf(opened->changes);
  return (grounds_[map] = std::move(opened)).get();
}

absl::StatusOr<std::shared_ptr<WorldWalks>> WorldGrounds::MakeWalks(
    WorldMapIndex map, const std::shared_ptr<const OpenedMap>& entry) {
  WS_ASSIGN_OR_RETURN(const Ground* const ground, Open(map, entry));
  return WalksOver(*entry, ground->ground, scratch_);
}

absl::StatusOr<std::shared_ptr<WorldWalks>> WorldGrounds::SharedWalks(
    WorldMapIndex map, const std::shared_ptr<const OpenedMap>& entry) {
  WS_ASSIGN_OR_RETURN(Ground* const ground, Open(map, entry));
  if (ground->walks == nullptr) {
    WS_ASSIGN_OR_RETURN(ground->walks, WalksOver(*entry, ground->ground, scratch_));
  }
  return ground->walks;
}

bool WorldGrounds::IsClosed(const WorldWalks& walks, const std::shared_ptr<const OpenedMap>& entry,
                            const Vec3& local, PlaceRole role) {
  if (walks.ground().changes == nullptr) return false;
  absl::StatusOr<MapView> view = BakedView(*entry);
  if (!view.ok()) return false;
  const WorldGround baked{
      .world = &world_, .map = walks.ground().map, .view = *std::move(view), .query = &query_};
  const auto over = WalksOver(*entry, baked, scratch_);
  return over.ok() && (*over)->SnapTo(local, role).place.has_value();
}

bool WorldGrounds::IsChanged(WorldMapIndex map) const { return query_.changes->MayChange(map); }
bool WorldGrounds::MayBeLess(WorldMapIndex map) const { return query_.changes->MayBeLess(map); }
bool WorldGrounds::MayBeLess() const { return query_.changes->MayBeLess(); }

absl::StatusOr<WorldGrounds::Ground*> WorldGrounds::GroundBehind(PortalId portal) {
  const WorldMapIndex map = world_.Portal(portal).to_map;
  const auto known = grounds_.find(map);
  if (known != grounds_.end()) return known->second.get();
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const OpenedMap> entry, store_.Open(map, query_.deadline));
  return Open(map, entry);
}

absl::StatusOr<std::vector<double>> WorldGrounds::Measure(Ground& ground, PortalId portal) {
  const WorldMap& map = ground.ground.record();
  std::vector<double> costs_m(map.exit_count, kInfinite);
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<WorldWalks> walks, SharedWalks(ground.ground.map, ground.entry));
  WS_ASSIGN_OR_RETURN(const std::optional<NavLocation> start, walks->PlaceOfArrival(portal));
  if (!start.has_value()) return costs_m;
  std::vector<PortalHead> heads;
  WS_ASSIGN_OR_RETURN(const RouteReason limit, walks->FindHeads(*start, {}, heads));
  outcome_ = OutcomeOf(limit);
  for (const PortalHead& head : heads) {
    if (!world_.IsClosedTo(head.portal, query_.traveller))
      costs_m[map.ExitOf(head.portal).value()] = head.cost_m;
  }
  return costs_m;
}

// Keeps why a measurement ended early. True if it did not.
bool WorldGrounds::Note(const absl::Status& status) {
  if (status.ok()) return outcome_ == SearchOutcome::kFound;
  const bool is_late = absl::IsDeadlineExceeded(status) || absl::IsCancelled(status);
  outcome_ = absl::IsCancelled(status) ? SearchOutcome::kCancelled
             : is_late                 ? SearchOutcome::kDeadline
                                       : SearchOutcome::kExpansionLimit;
  if (!is_late && status_.ok()) status_ = status;
  return false;
}

std::span<const double> WorldGrounds::CostsFrom(PortalId portal) {
  const WorldMapIndex map = world_.Portal(portal).to_map;
  outcome_ = SearchOutcome::kExpansionLimit;
  if (grounds_.size() >= kMaxMaps && !grounds_.contains(map)) return {};
  found_missing_ =
      !grounds_.contains(map) && WorldStore::IsMissing(store_.Open(map, query_.deadline).status());
  if (found_missing_) return {};
  outcome_ = SearchOutcome::kFound;
  const absl::StatusOr<Ground*> ground = GroundBehind(portal);
  if (!Note(ground.status())) return {};
  if ((*ground)->ground.changes == nullptr) {
    return world_.graph(query_.traveller).WalkCosts(portal, query_.mode);
  }
  std::map<uint32_t, std::vector<double>>& rows = (*ground)->costs_m;
  const uint32_t arrival = world_.Portal(portal).arrival.value();
  if (const auto known = rows.find(arrival); known != rows.end()) return known->second;
  Hasher128 hasher;
  hasher.Add(std::as_bytes(std::span((*ground)->hash)));
  hasher.Add(std::as_bytes(std::span(&arrival, 1)));
  const Hash128 key = hasher.Finish();
  KeptByHash<std::vector<double>>& kept = (*ground)->entry->portals->kept_costs();
  if (const auto before = kept.Find(key); before != nullptr) return rows[arrival] = *before;
  absl::StatusOr<std::vector<double>> measured = Measure(**ground, portal);
  if (!Note(measured.status())) return {};
  kept.Keep(key, std::make_shared<const std::vector<double>>(*measured), HeapBytes(*measured));
  return rows[arrival] = *std::move(measured);
}

absl::StatusOr<RouteAnswer> WorldGrounds::WalkBetween(PortalId from, PortalId to, bool in_full) {
  const WorldMapIndex map = world_.Portal(from).to_map;
  if (query_.changes != nullptr && query_.changes->MayChange(map)) {
    WS_ASSIGN_OR_RETURN(Ground* const ground, GroundBehind(from));
    if (ground->ground.changes != nullptr) {
      WS_ASSIGN_OR_RETURN(const std::shared_ptr<WorldWalks> walks, SharedWalks(map, ground->entry));
      WS_ASSIGN_OR_RETURN(const std::optional<NavLocation> start, walks->PlaceOfArrival(from));
      if (!start.has_value()) return RouteAnswer{};
      std::vector<PortalHead> heads;
      WS_RETURN_IF_ERROR(walks->FindHeads(*start, {}, heads).status());
      WS_ASSIGN_OR_RETURN(RouteAnswer walk, walks->WalkToPortal(to));
      if (ground->ground.view.is_applied) NameBaked(*ground->ground.view.surface, walk);
      return walk;
    }
  }
  WS_ASSIGN_OR_RETURN(RouteAnswer walk, WalkBetweenPortals(world_, from, to, query_.traveller, query_.mode));
  if (in_full && IsOverCells(query_.shape)) WS_RETURN_IF_ERROR(DrawStored(map, walk));
  return walk;
}

// A map that turns out to be missing, or is not loaded in time, leaves the turning points. It does not stay loaded for the query.
absl::Status WorldGrounds::DrawStored(WorldMapIndex map, RouteAnswer& walk) {
  const auto is_late = [](const absl::Status& status) {
    return absl::IsDeadlineExceeded(status) || absl::IsCancelled(status);
  };
  const absl::StatusOr<std::shared_ptr<const OpenedMap>> entry = store_.Open(map, query_.deadline);
  if (!entry.ok() && (WorldStore::IsMissing(entry.status()) || is_late(entry.status())))
    return absl::OkStatus();
  WS_RETURN_IF_ERROR(entry.status());
  const bool is_new = !grounds_.contains(map);
  const absl::StatusOr<std::shared_ptr<WorldWalks>> walks = SharedWalks(map, *entry);
  const absl::Status drawn = walks.ok() ? (*walks)->DrawStored(walk) : walks.status();
  if (is_new) grounds_.erase(map);
  return is_late(drawn) ? absl::OkStatus() : drawn;
}

}  // namespace waystone
