// The changes of a request one by one.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/surface/map_view.h"
#include "core/surface/route_changes.h"
#include "server/convert/batch_cells.h"
#include "server/convert/changes_input.h"
#include "server/convert/convert.h"
#include "server/convert/request_limits.h"
#include "server/convert/request_scope.h"
#include "waystone/v1/changes.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

// What is taken apart. All must outlive the items.
struct ItemsSource {
  const AskedChanges& asked;
  std::string clearance_field = {};  // by which the agent's min_clearance_m was asked for
  // As the agent sees those whose changes are items; those of other maps stay as they are. At least one.
  std::vector<const MapView*> maps = {};
  // The request is one over maps: portals and maps that it closes are items, too. Otherwise all that is not about the maps is
  // left out.
  bool is_over_maps = false;
};

// The field of the agent's min_clearance_m, of a request that has an agent, or takes its batch's.
inline std::string ClearanceField(bool has_agent) {
  return has_agent ? "agent.min_clearance_m" : "batch.agent.min_clearance_m";
}

// Some of a request's changes, as if it said no others.
class ChosenChanges {
 public:
  // Both refer to this object.
  AskedChanges asked() const;
  RequestScope scope();
  // In place of the agent's own.
  void AskClearance(double min_clearance_m) { min_clearance_m_ = min_clearance_m; }

  // As ReadChanges.
  absl::StatusOr<RouteChanges> On(const FoundMap& found, const RequestLimits& limits) {
    return ReadChanges(asked(), found, limits, scope());
  }

 private:
  friend class ChangeItems;

  const AskedChanges* whole_ = nullptr;
  const RequestScope* whole_scope_ = nullptr;
  v1::Changes own_;
  v1::BatchRequest batch_;
  BatchCells cells_;
  double min_clearance_m_ = 0;
};

// Each thing that a request, its batch, the sets that they name and the doors of the maps close. What opens something, or makes it
// dearer or cheaper, is no item, and part of every choice. One thread.
class ChangeItems {
 public:
  // If there is a choice of what is told, the later ones are.
  enum class Kind : uint8_t {
    kClearance,
    kProfile,
    kArea,
    kCell,
    kRect,
    kPoly,
    kLink,
    kObstacle,
    kMap,
    kPortal,
    kDoor
  };

  struct Item {
    Kind kind;
    bool is_of_batch = false;
    v1::BlockingChange told;
    v1::Changes alone;             // as the only change; none of kClearance
    const MapView* map = nullptr;  // that it is of; null: it is of none
  };

  // `scope` must outlive this.
  ChangeItems(const ItemsSource& source, const RequestScope& scope);

  // Reads them, ascending by kind. Errors as FindSet; the list is empty if there are more than 10,000. O(changes).
  absl::Status Read();

  uint32_t size() const { return static_cast<uint32_t>(items_.size()); }
  const Item& operator[](uint32_t item) const { return items_[item]; }
  bool is_over_maps() const { return source_.is_over_maps; }
  // [m] The agent's.
  double min_clearance_m() const { return source_.asked.min_clearance_m; }

  // O(changes).
  ChosenChanges With(std::span<const uint32_t> kept) const;
  ChosenChanges Without(std::span<const uint32_t> items) const;

 private:
  // Changes by map: where in the list they stand. The keys are theirs.
  using Places = std::map<std::string_view, int>;
  using DoorOfMap = std::pair<std::string_view, std::string_view>;

  absl::Status TakeAll(const v1::Changes& changes, const std::string& field, bool is_of_batch);
  void Take(const v1::Changes& changes, const std::string& field, bool is_of_batch);
  void TakeMap(const v1::MapChanges& changes, const MapView& map, const std::string& field, bool is_of_batch,
               v1::MapChanges& kept);
  void TakePortals(const v1::Changes& changes, const std::string& field, bool is_of_batch);
  void ForgetArea(const v1::AreaCost& said, const MapView& map);
  void TakeClosedDoors();
  void TakeClearance();
  Item& Add(Kind kind, const std::string& field, const std::string& name, bool is_of_batch);
  bool IsFull() const;
  // Null: none of the maps whose changes are items.
  const MapView* FindMap(std::string_view map_id) const;
  std::string_view MapIdOf(const v1::MapChanges& changes) const;
  static void Merge(const v1::MapChanges& map, v1::Changes& changes, Places& places);

  const ItemsSource source_;
  const RequestScope& scope_;
  v1::Changes rest_;  // of the request, what closes nothing
  v1::BatchRequest batch_;
  std::vector<std::pair<std::string_view, std::string>> default_doors_;
  std::vector<Item> items_;
};

}  // namespace waystone
