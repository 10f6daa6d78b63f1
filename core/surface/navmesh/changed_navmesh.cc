#include "core/surface/navmesh/changed_navmesh.h"

#include <algorithm>
#include <chrono>
#include <span>
#include <thread>

#include "core/base/deadline_poll.h"
#include "core/base/status_macros.h"
#include "core/surface/computed_zones.h"

namespace waystone {
namespace {

constexpr uint32_t kPolysPerLook = 2048;
constexpr uint64_t kAllAbilities = ~uint64_t{0};  // whatever they are on the map

// Hashes everything that Make reads.
Hash128 KeyOf(const MapView& baked, const RouteChanges& changes) {
  const Hash128 closed = changes.ClosedHash();
  const double sizes[] = {baked.variant->agent.radius_m, baked.variant->agent.height_m};
  Hasher128 hasher;
  hasher.Add(std::as_bytes(std::span(closed)));
  hasher.Add(std::as_bytes(std::span(sizes)));
  hasher.Add(std::as_bytes(std::span(&changes.excluded_areas, 1)));
  return hasher.Finish();
}

}  // namespace

ChangedNavmesh::ChangedNavmesh(const MapView& baked, std::unique_ptr<const ChangedMesh> mesh,
                               const Kind& kind)
    : mesh_(std::move(mesh)),
      ground_{.changed = mesh_.get(),
              .baked_mesh = baked.navmesh,
              .baked_links = baked.links,
              .detours = &detours_},
      surface_(kind.make_surface(ground_)) {}

absl::StatusOr<std::shared_ptr<const ChangedNavmesh>> ChangedNavmesh::Make(
    const MapView& baked, const RouteChanges& changes, std::shared_ptr<const MeshSnapshot> snapshot,
    const Kind& kind, const Deadline& deadline) {
  MeshChanges closed;
  closed.agent_radius_m = baked.variant->agent.radius_m;
  closed.agent_height_m = baked.variant->agent.height_m;
  closed.excluded_areas = changes.excluded_areas;
  const auto append = [](const auto& from, auto& to) { to.insert(to.end(), from.begin(), from.end()); };
  for (const ClosedParts* parts : changes.Closed()) {
    append(parts->solids, closed.solids);
    append(parts->blocked_polys, closed.blocked_polys);
    append(parts->closed_links, closed.closed_links);
  }
  if (kind.complete) WS_RETURN_IF_ERROR(kind.complete(closed));
  WS_ASSIGN_OR_RETURN(std::unique_ptr<const ChangedMesh> mesh,
                      ChangedMesh::Make(std::move(snapshot), closed, deadline));
  return std::shared_ptr<const ChangedNavmesh>(new ChangedNavmesh(baked, std::move(mesh), kind));
}

std::shared_ptr<const ChangedNavmesh::GrownZones> ChangedNavmesh::Grown(
    const ZoneView& baked, uint64_t abilities, const std::shared_ptr<const void>& owner) const {
  const std::lock_guard lock(mutex_);
  for (const auto& grown : grown_) {
    if (grown->abilities == abilities) return grown;
  }
  std::vector<uint32_t> more;
  for (uint32_t poly = ground_.baked_mesh->poly_count(); poly < mesh_->mesh().poly_count(); ++poly)
    more.push_back(baked.ComponentOf(mesh_->BakedPoly(PolyId(poly))));
  const auto grown = std::make_shared<GrownZones>(GrownZones{abilities, owner, std::move(more), baked});
  grown->view = baked.WithMore(grown->components);
  grown_.push_front(grown);
  if (grown_.size() > kMaxGrown) grown_.pop_back();
  return grown;
}

absl::StatusOr<MapView> ChangedNavmesh::ViewOf(const std::shared_ptr<const ChangedNavmesh>& self,
                                               const MapView& baked, ZonesNeed need,
                                               const Deadline& deadline) {
  MapView view = baked;
  view.navmesh = &self->mesh_->mesh();
  view.links = &self->mesh_->links();
  view.surface = self->surface_.get();
  view.is_applied = true;
  view.skeleton = nullptr;
  if (need == ZonesNeed::kIfReady && baked.zones != nullptr) {
    const auto zones = self->Grown(*baked.zones, baked.abilities, baked.zones_owner);
    view.zones = &zones->view;
    std::shared_ptr<const GrownZones> all;
    if (baked.all_abilities_zones != nullptr) {  // the package's
      all = self->Grown(*baked.all_abilities_zones, kAllAbilities, nullptr);
      view.all_abilities_zones = &all->view;
    }
    view.zones_owner = std::make_shared<const std::pair<decltype(all), decltype(all)>>(zones, all);
  } else {
    view.all_abilities_zones = nullptr;
    WS_RETURN_IF_ERROR(self->mesh_->SumAreas(deadline));
    DeadlinePoll poll(deadline, kPolysPerLook);
    const auto compute = [&] {
      return ComputeZones(*view.navmesh, *view.links, baked.abilities,
                          {.zones = baked.zones, .is_whole = false}, &poll);
    };
    const auto zones = self->computed_.Get({.abilities = baked.abilities}, compute, &poll);
    if (zones == nullptr) return CheckInTime(deadline);
    view.zones = &zones->view();
    view.zones_basis = ZonesBasis::kComputed;
    view.zones_owner = zones;
  }
  view.surface_owner = self;
  return view;
}

absl::StatusOr<std::shared_ptr<const MeshSnapshot>> ChangedNavmeshes::SnapshotOf(const MapView& baked,
                                                                                 const Deadline& deadline) {
  constexpr std::chrono::milliseconds kBetweenLooks(1);
  std::unique_lock lock(snapshot_mutex_, std::try_to_lock);
  for (; !lock.owns_lock(); lock.try_lock()) {  // NOLINT(bugprone-infinite-loop): the owner lets go
    WS_RETURN_IF_ERROR(CheckInTime(deadline));
    std::this_thread::sleep_for(kBetweenLooks);
  }
  if (snapshot_ == nullptr) {
    if (!maker_) maker_.emplace(*baked.navmesh, *baked.links);
    WS_ASSIGN_OR_RETURN(snapshot_, maker_->Make(deadline));
    maker_.reset();
  }
  return snapshot_;
}

absl::StatusOr<std::shared_ptr<const ChangedNavmesh>> ChangedNavmeshes::Get(const MapView& baked,
                                                                            const RouteChanges& changes,
                                                                            const ChangedNavmesh::Kind& kind,
                                                                            const Deadline& deadline) {
  const Hash128 key = KeyOf(baked, changes);
  KeptByHash<ChangedNavmesh>& all_kept = changes.is_part ? kept_parts_ : kept_;
  if (auto kept = all_kept.Find(key); kept != nullptr) return kept;
  WS_ASSIGN_OR_RETURN(std::shared_ptr<const MeshSnapshot> snapshot, SnapshotOf(baked, deadline));
  WS_ASSIGN_OR_RETURN(auto made, ChangedNavmesh::Make(baked, changes, std::move(snapshot), kind, deadline));
  all_kept.Keep(key, made, made->size_bytes());
  return made;
}

}  // namespace waystone
