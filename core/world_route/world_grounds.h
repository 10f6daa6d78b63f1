// The maps of a world as one query has them: as baked, or with what it changes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/hash128.h"
#include "core/base/scratch.h"
#include "core/store/world_store.h"
#include "core/surface/portal_surface.h"
#include "core/surface/route_query.h"
#include "core/surface/world_query.h"
#include "core/world/portal_query.h"

namespace waystone {

// On maps that the query changes, walks between portals are searched when they are needed, all from one arrival
// at once; elsewhere the stored ones hold. One thread.
class WorldGrounds final : public ChangedWalkCosts {
 public:
  // Of maps that are changed: more end the search as its limit of expansions does. They stay loaded while the
  // query runs.
  static constexpr size_t kMaxMaps = 256;

  // All must outlive this.
  WorldGrounds(WorldStore& store, const WorldRouteQuery& query, Scratch& scratch)
      : store_(store), world_(store.world().view()), query_(query), scratch_(scratch) {}

  // Walks over a map, of their own, or shared by all that ask for them: what FindHeads keeps is then the last one's.
  // `entry` must outlive them. NotFound "profile: ..." if the map was not baked for the traveller's agent; else as
  // WorldChanges::On and SearchSurface::Apply.
  absl::StatusOr<std::shared_ptr<WorldWalks>> MakeWalks(WorldMapIndex map,
                                                        const std::shared_ptr<const OpenedMap>& entry);
  absl::StatusOr<std::shared_ptr<WorldWalks>> SharedWalks(WorldMapIndex map,
                                                          const std::shared_ptr<const OpenedMap>& entry);
  // Whether a position that is on no surface is on that of the baked map.
  bool IsClosed(const WorldWalks& walks, const std::shared_ptr<const OpenedMap>& entry, const Vec3& local,
                PlaceRole role);

  // The walk from the arrival of a portal to another portal; incomplete only if a limit came first. In the query's shape if it
  // is `in_full` and there is time.
  absl::StatusOr<RouteAnswer> WalkBetween(PortalId from, PortalId to, bool in_full);

  // ChangedWalkCosts. Neither is asked for if the query changes nothing.
  bool IsChanged(WorldMapIndex map) const override;
  bool MayBeLess(WorldMapIndex map) const override;
  bool MayBeLess() const override;
  std::span<const double> CostsFrom(PortalId portal) override;
  SearchOutcome outcome() const override { return outcome_; }
  // The first error of CostsFrom.
  const absl::Status& status() const { return status_; }
  // Whether CostsFrom ended for want of a map that turned out to be missing, since this was asked last.
  bool TakeFoundMissing() { return std::exchange(found_missing_, false); }

 private:
  struct Ground {
    std::shared_ptr<const OpenedMap> entry;
    RouteChanges changes;
    WorldGround ground;
    Hash128 hash{};                                   // of all that costs depend on
    std::shared_ptr<WorldWalks> walks;                // shared; null: not yet
    std::map<uint32_t, std::vector<double>> costs_m;  // by arrival: to the exits
  };

  absl::StatusOr<Ground*> Open(WorldMapIndex map, const std::shared_ptr<const OpenedMap>& entry);
  absl::StatusOr<MapView> BakedView(const OpenedMap& entry) const;
  absl::StatusOr<Ground*> GroundBehind(PortalId portal);
  absl::Status DrawStored(WorldMapIndex map, RouteAnswer& walk);
  bool Note(const absl::Status& status);
  Hash128 HashOf(const RouteChanges& changes) const;
  absl::StatusOr<std::vector<double>> Measure(Ground& ground, PortalId portal);

  WorldStore& store_;
  const WorldView& world_;
  const WorldRouteQuery& query_;
  Scratch& scratch_;
  std::map<WorldMapIndex, std::unique_ptr<Ground>> grounds_;  // opened so far
  SearchOutcome outcome_ = SearchOutcome::kFound;
  absl::Status status_;
  bool found_missing_ = false;
};

}  // namespace waystone
