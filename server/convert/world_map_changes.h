// What a request over maps changes on each of them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/world/world_view.h"
#include "core/world_route/world_changes.h"
#include "server/convert/changes_input.h"
#include "server/convert/request_limits.h"
#include "server/convert/request_scope.h"
#include "waystone/v1/changes.pb.h"

namespace waystone {

// The changes of the request and its batch, the sets that they name, doors that are closed by default, and the
// clearance of the agent. Those of every map that the request names are checked at once; they are read again when a
// search comes to the map (ReadChanges).
class WorldMapChanges final : public WorldChanges {
 public:
  // Null if no map may differ from the baked one. NotFound for a map that is not served, and errors of FindSet and
  // ReadChanges; messages begin with "changes" or "batch.changes". A map that is missing is passed over. `asked`, with its default_map_id, limits and scope must outlive
  // the result. O(maps of the changes, and of the world if there are any).
  static absl::StatusOr<std::unique_ptr<const WorldMapChanges>> Make(const AskedChanges& asked,
                                                                     const WorldView& world,
                                                                     const RequestLimits& limits,
                                                                     const RequestScope& scope);

  // The maps that the changes name; one may stand there twice.
  const std::vector<WorldMapIndex>& named() const { return named_; }

  bool MayChange(WorldMapIndex map) const override { return may_change_[map.value()]; }
  bool MayBeLess(WorldMapIndex map) const override { return may_be_less_[map.value()]; }
  bool MayBeLess() const override { return any_may_be_less_; }
  absl::StatusOr<RouteChanges> On(WorldMapIndex, const LoadedMap& loaded,
                                  const MapView& view) const override {
    return ReadChanges(asked_, {&loaded, view}, limits_, scope_);
  }

 private:
  WorldMapChanges(const AskedChanges& asked, const WorldView& world, const RequestLimits& limits,
                  const RequestScope& scope)
      : asked_(asked), world_(world), limits_(limits), scope_(scope) {}

  absl::Status Mark(const v1::Changes& changes);
  absl::Status CheckNamed() const;
  absl::Status MarkMaps(const v1::Changes& changes);
  absl::Status MarkMap(const v1::MapChanges& changes);

  const AskedChanges& asked_;
  const WorldView& world_;
  const RequestLimits& limits_;
  const RequestScope& scope_;
  std::vector<WorldMapIndex> named_;
  std::vector<bool> may_change_;
  std::vector<bool> may_be_less_;
  bool any_may_be_less_ = false;
};

}  // namespace waystone
