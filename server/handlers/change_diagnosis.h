// Which changes keep a request from a good answer.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/geom/vec.h"
#include "core/surface/route_query.h"
#include "core/world/world_view.h"
#include "server/convert/fix_convert.h"
#include "server/convert/request_scope.h"
#include "server/handlers/change_items.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

// What explanations leave of a request's time for the answer, and for the last step of them, which may end late.
inline constexpr std::chrono::milliseconds kTimeAfterExplaining{100};

// Changes that have to go.
struct ClosingChanges {
  std::vector<uint32_t> items;  // of the diagnosis
  // Without all of them the answer is good, with any one of them it is not. Otherwise they are all those of which that was not
  // found in time: without them the answer is good.
  bool is_least = true;
  // [m] If the agent's clearance is among them: the most that a path without the others keeps, within a 128th of what is asked. Nullopt:
  // it was not found in time.
  std::optional<double> most_clearance_m = {};
};

// Whether a route is not there because of what the request closes.
constexpr bool IsForChanges(RouteReason reason) {
  return reason == RouteReason::kClosedByChanges || reason == RouteReason::kClearance;
}

// Whether a RouteAnswer or WorldRouteAnswer is good: its route is complete. ResourceExhausted if a limit ended the search: the route
// may be there.
template <typename Answer>
absl::StatusOr<bool> IsGoodAnswer(const Answer& answer) {
  if (answer.status == RouteStatus::kComplete) return true;
  if (IsLimit(answer.reason)) return absl::ResourceExhaustedError("a limit ended the search");
  return false;
}

// A part of a path over one map.
struct PathPart {
  std::string_view map_id;
  std::span<const Vec3> points;  // [m] absolute
};

// Finds out which changes of a request, of its batch, of the sets that they name and of the maps' doors keep an answer from being
// good. Of several such sets it is the one that has the doors, then the portals, maps and obstacles, if there is a choice. One
// thread; what it is given must outlive it.
class ChangeDiagnosis {
 public:
  // Whether the answer is good with these changes. An error: it is not known, and nothing more is asked.
  using IsGood = absl::FunctionRef<absl::StatusOr<bool>(ChosenChanges&)>;

  ChangeDiagnosis(const ItemsSource& source, const RequestScope& scope);

  // ChangeItems::Read.
  absl::Status Read() { return items_.Read(); }
  // Those that close: empty if the answer is not good without any changes. At most 256 answers over the life of the diagnosis,
  // and none after deadline(). The last answer that is good is one without them. O(changes found * log changes) answers.
  // REQUIRES: Read.
  ClosingChanges Find(IsGood is_good);
  // All changes but these.
  ChosenChanges Without(const ClosingChanges& closing) const { return items_.Without(closing.items); }
  // None of the changes that close anything.
  ChosenChanges WithNone() const { return items_.With({}); }

  // Of the answers: sooner than the scope's, so that what is explained is not late.
  const Deadline& deadline() const { return scope_.deadline; }

  // Puts them in the order in which the path, which is one without them, comes to them. Maps come before
  // what is on them; what has no place follows the others of its map. `world`: of portals; null if the request is not over maps. O(items * points).
  void OrderAlong(std::span<const PathPart> path, const WorldView* world, ClosingChanges& closing) const;
  // Fixes of kind CLOSED, and MAP of maps. `floor_y` [m]: the height of obstacles that have no base. `world`: as above.
  void AddFixes(const ClosingChanges& closing, double floor_y, const WorldView* world, FixList& fixes) const;
  // Adds to the explanation of a route that it would be there without them.
  void Explain(const ClosingChanges& closing, v1::PlanRouteResponse& response) const;
  // The same, and adds them to its blocking changes.
  void Tell(const ClosingChanges& closing, v1::PlanRouteResponse& response) const;

 private:
  using Item = ChangeItems::Item;

  bool IsOver() const;
  bool IsGoodWith(ChosenChanges chosen, IsGood is_good);
  void FindMostClearance(IsGood is_good);
  void Keep(std::span<const uint32_t> items, IsGood is_good);
  // How many of each list.
  std::map<std::string, uint32_t> ListsOf(const ClosingChanges& closing) const;
  std::string TextOf(const ClosingChanges& closing) const;
  void AddFix(const Item& item, const ClosingChanges& closing, double floor_y, const WorldView* world,
              FixList& fixes) const;

  RequestScope scope_;
  ChangeItems items_;
  uint32_t answers_ = 0;
  bool is_unknown_ = false;  // whether an answer is good
  std::vector<uint32_t> kept_;
  ClosingChanges closing_;
};

}  // namespace waystone
