// Which changes keep a request from a good answer.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "core/surface/route_changes.h"
#include "server/convert/changes_input.h"
#include "server/convert/convert.h"
#include "server/convert/fix_convert.h"
#include "server/convert/request_limits.h"
#include "server/convert/request_scope.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

// Changes that have to go.
struct ClosingChanges {
  std::vector<uint32_t> items;  // of the diagnosis
  // Without all of them the answer is good, with any one of them it is not. Otherwise they are all those of which that was not
  // found in time: without them the answer is good.
  bool is_least = true;
};

// Finds out which changes of a request, of its batch, of the sets that they name and of the map's doors keep an answer from being
// good. Of several such sets it is the one that has the doors, then the obstacles, if there is a choice. One thread; what it is
// given must outlive it.
class ChangeDiagnosis {
 public:
  // Whether the answer is good with these changes. An error: it is not known, and nothing more is asked.
  using IsGood = absl::FunctionRef<absl::StatusOr<bool>(RouteChanges)>;

  // `clearance_field`: by which the agent's min_clearance_m was asked for.
  ChangeDiagnosis(const AskedChanges& asked, std::string clearance_field, const FoundMap& found,
                  const RequestLimits& limits, const RequestScope& scope);

  // Reads the changes. Errors as ReadChanges; the list is empty if there are more than 10,000. O(changes).
  absl::Status Read();
  // Those that close: empty if the answer is not good without any changes. At most 256 answers over the life of the diagnosis,
  // and none after deadline(). O(changes found * log changes) answers. REQUIRES: Read.
  ClosingChanges Find(IsGood is_good);
  // All changes but these.
  absl::StatusOr<RouteChanges> Without(std::span<const uint32_t> items);
  // None of the changes that close anything.
  absl::StatusOr<RouteChanges> WithNone();

  // Of the answers: sooner than the scope's, so that what is explained is not late.
  const Deadline& deadline() const { return scope_.deadline; }

  // Fixes of kind CLOSED. `floor_y` [m]: the height of obstacles that have no base.
  void AddFixes(const ClosingChanges& closing, double floor_y, FixList& fixes) const;
  v1::BlockingChange ToldOf(uint32_t item) const { return items_[item].told; }
  // "door "hatch" and changes.maps[0].obstacles[3]".
  std::string TextOf(const ClosingChanges& closing) const;

 private:
  // Which part of the changes one item belongs to. The later ones are told first, if there is a choice.
  enum class Kind : uint8_t { kClearance, kProfile, kArea, kCells, kPoly, kLink, kObstacle, kDoor };

  // One thing that is closed.
  struct Item {
    Kind kind;
    bool is_of_batch = false;
    v1::BlockingChange told;
    v1::Changes alone;  // as the only change; none of kClearance
  };

  absl::Status TakeAll(const v1::Changes& changes, const std::string& field, bool is_of_batch);
  bool IsOfMap(const v1::MapChanges& changes) const;
  void Take(const v1::Changes& changes, const std::string& field, bool is_of_batch);
  void TakeMap(const v1::MapChanges& changes, const std::string& field, bool is_of_batch,
               v1::MapChanges& kept);
  void ForgetArea(const std::string& area);
  void TakeClosedDoors();
  void TakeClearance();
  void MergeMap(const v1::MapChanges& map, v1::Changes& changes) const;
  // The changes with the items `kept`, and no others.
  absl::StatusOr<RouteChanges> With(std::span<const uint32_t> kept);
  bool IsOver() const;
  bool IsGoodWith(std::span<const uint32_t> kept, IsGood is_good);
  void Keep(std::span<const uint32_t> items, IsGood is_good);
  // How many of each list.
  std::map<std::string, uint32_t> ListsOf(const ClosingChanges& closing) const;
  static std::string SentenceOf(const Item& item);

  const AskedChanges asked_;
  const std::string clearance_field_;
  const FoundMap& found_;
  const RequestLimits& limits_;
  RequestScope scope_;
  v1::Changes rest_;  // of the request, what closes nothing
  v1::BatchRequest batch_;
  std::vector<std::string> default_doors_;
  std::vector<Item> items_;
  uint32_t answers_ = 0;
  bool is_unknown_ = false;  // whether an answer is good
  std::vector<uint32_t> kept_;
  ClosingChanges closing_;
};

}  // namespace waystone
