#include "server/handlers/change_diagnosis.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "absl/strings/str_join.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "core/geom/segment.h"
#include "core/why/fix_text.h"
#include "server/handlers/change_places.h"

namespace waystone {
namespace {

using Kind = ChangeItems::Kind;

constexpr uint32_t kMostAnswers = 256;

// Where an item is.
struct ItemPlace {
  std::string_view map_id;  // empty: on no map
  std::optional<Vec3> at;   // [m] absolute; nullopt: nowhere on it
};

// `world`: of portals; null if the request is not over maps.
ItemPlace PlaceIn(const WorldView* world, const ChangeItems::Item& item, double floor_y) {
  if (item.kind == Kind::kPortal) {
    const WorldPortal& portal = world->Portal(*world->FindPortal(item.told.name()));
    return {world->MapId(portal.from_map), ToVec3(portal.anchor)};
  }
  if (item.map == nullptr) return {};
  return {item.map->manifest->map_id, PlaceOf(item, floor_y)};
}

// The list of a field: "changes.maps[0].obstacles" of "changes.maps[0].obstacles[3]".
std::string ListOf(const std::string& field) {
  return field.ends_with(']') ? field.substr(0, field.rfind('[')) : field;
}

// "some of the 3 changes.maps[0].obstacles".
std::string SomeOf(const std::string& list, uint32_t count) {
  if (count == 1) return list.empty() ? "a door that the map's settings close" : list;
  return StrCat("some of the ", count, " ", list.empty() ? "doors that the map's settings close" : list);
}

std::string LinkText(const ChangeItems::Item& item) {
  const v1::MapChanges& alone = item.alone.maps(0);
  return alone.closed_links().empty() ? StrCat("link ", alone.closed_link_ids(0))
                                      : StrCat("the link ", Quoted(alone.closed_links(0)));
}

std::string RectText(const v1::MapChanges& alone) {
  const auto& rect = alone.blocked_rects();
  return StrCat("the ", rect[2], " x ", rect[3], " cells from column ", rect[0], ", row ", rect[1]);
}

// By field and name, or by what has no name.
std::string NameOf(const ChangeItems::Item& item) {
  const v1::BlockingChange& told = item.told;
  if (told.field().empty()) return StrCat("door ", Quoted(told.name()));
  if (item.kind == Kind::kRect) return StrCat(told.field(), " (", RectText(item.alone.maps(0)), ")");
  return told.name().empty() ? told.field() : StrCat(told.field(), " (", Quoted(told.name()), ")");
}

// "the request closes the door "gate" at (1, 0, 2) of map "keep"". `place`: of the item, with the map if that is told.
std::string SentenceOf(const ChangeItems::Item& item, const std::string& place) {
  const std::string name = Quoted(item.told.name());
  switch (item.kind) {
    case Kind::kClearance:
      return "no path keeps the clearance asked for";
    case Kind::kProfile:
      return StrCat("the cost profile ", name, place, " excludes ground, or asks for clearance");
    case Kind::kArea:
      return StrCat("the request excludes the ground ", name, place);
    case Kind::kCell:
      return StrCat("the request blocks cell ", item.alone.maps(0).blocked_cells(0), place);
    case Kind::kRect:
      return StrCat("the request blocks ", RectText(item.alone.maps(0)), place);
    case Kind::kPoly:
      return StrCat("the request blocks polygon ", item.alone.maps(0).blocked_polys(0), place);
    case Kind::kLink:
      return StrCat("the request closes ", LinkText(item), place);
    case Kind::kObstacle:
      return StrCat("an obstacle of the request", place, " is in the way");
    case Kind::kMap:
      return StrCat("the request excludes the map ", name);
    case Kind::kPortal:
      return StrCat("the request closes the portal ", name, place);
    case Kind::kDoor:
      break;
  }
  return StrCat(item.told.field().empty() ? "the map's settings close" : "the request closes", " the door ",
                name, place);
}

// Where along a path a place is nearest to it: the part, the point before it, and how far it is from there to the next.
struct PathPlace {
  size_t part = std::numeric_limits<size_t>::max();
  size_t point = 0;
  double share = 0;

  auto operator<=>(const PathPlace&) const = default;
};

// The beginning of the path's first part on the map. If it has none: the end of the path.
PathPlace BeginningOn(std::span<const PathPart> path, std::string_view map_id) {
  const auto part = std::ranges::find(path, map_id, &PathPart::map_id);
  if (part == path.end()) return {};
  return {.part = static_cast<size_t>(part - path.begin()), .share = -1};
}

// If the item has no place on its map: the end of the path's part there. If it is on no map of the path: the end of the path.
PathPlace PlaceOn(std::span<const PathPart> path, const ItemPlace& place) {
  PathPlace nearest;
  double nearest_m = std::numeric_limits<double>::infinity();
  for (size_t part = 0; part < path.size(); ++part) {
    if (path[part].map_id != place.map_id) continue;
    const std::span<const Vec3> points = path[part].points;
    if (!place.at) nearest = {part, points.size(), 0};
    for (size_t i = 0; place.at && i < points.size(); ++i) {
      const Vec3& to = points[std::min(i + 1, points.size() - 1)];
      const double distance_m = SegmentDistance(points[i], to, *place.at);
      if (distance_m >= nearest_m) continue;
      nearest_m = distance_m;
      nearest = {part, i, NearestFraction(points[i], to, *place.at)};
    }
  }
  return nearest;
}

}  // namespace

ChangeDiagnosis::ChangeDiagnosis(const ItemsSource& source, const RequestScope& scope)
    : scope_(scope), items_(source, scope_) {
  scope_.deadline = scope.WorkEnd(kTimeAfterExplaining);
}

ClosingChanges ChangeDiagnosis::Find(IsGood is_good) {
  closing_ = {};
  kept_.clear();
  if (items_.size() == 0 || !IsGoodWith(items_.With({}), is_good)) return {};
  std::vector<uint32_t> all(items_.size());
  std::iota(all.begin(), all.end(), 0);
  Keep(all, is_good);
  FindMostClearance(is_good);
  return closing_;
}

bool ChangeDiagnosis::IsOver() const {
  return is_unknown_ || answers_ > kMostAnswers || scope_.deadline.Expired();
}

// What a limit has ended is not good, but says nothing either: IsOver.
bool ChangeDiagnosis::IsGoodWith(ChosenChanges chosen, IsGood is_good) {
  if (IsOver()) return false;
  ++answers_;
  const absl::StatusOr<bool> is = is_good(chosen);
  is_unknown_ = !is.ok();
  return !IsOver() && *is;
}

// Keeps the items with which the answer is still good, as far as they go together with those kept before; the others close.
// NOLINTNEXTLINE(misc-no-recursion): log2(items) deep
void ChangeDiagnosis::Keep(std::span<const uint32_t> items, IsGood is_good) {
  if (items.empty()) return;
  const size_t before = kept_.size();
  kept_.insert(kept_.end(), items.begin(), items.end());
  if (IsGoodWith(items_.With(kept_), is_good)) return;
  kept_.resize(before);
  if (items.size() == 1 || IsOver()) {
    closing_.items.insert(closing_.items.end(), items.begin(), items.end());
    closing_.is_least &= !IsOver();
    return;
  }
  Keep(items.first(items.size() / 2), is_good);
  Keep(items.subspan(items.size() / 2), is_good);
}

// By halving.
void ChangeDiagnosis::FindMostClearance(IsGood is_good) {
  constexpr int kHalvings = 7;
  const auto is_clearance = [&](uint32_t item) { return items_[item].kind == Kind::kClearance; };
  if (!closing_.is_least || std::ranges::none_of(closing_.items, is_clearance)) return;
  double low_m = 0;
  double high_m = items_.min_clearance_m();
  for (int i = 0; i < kHalvings; ++i) {
    const double middle_m = (low_m + high_m) / 2;
    ChosenChanges chosen = items_.With(kept_);
    chosen.AskClearance(middle_m);
    (IsGoodWith(std::move(chosen), is_good) ? low_m : high_m) = middle_m;
    if (std::exchange(is_unknown_, false) || IsOver()) return;  // of the measure only
  }
  closing_.most_clearance_m = low_m;
}

void ChangeDiagnosis::OrderAlong(std::span<const PathPart> path, const WorldView* world,
                                 ClosingChanges& closing) const {
  std::vector<std::pair<PathPlace, uint32_t>> placed;
  placed.reserve(closing.items.size());
  for (const uint32_t index : closing.items) {
    const Item& item = items_[index];
    placed.emplace_back(item.kind == Kind::kMap ? BeginningOn(path, item.told.name())
                                                : PlaceOn(path, PlaceIn(world, item, 0)),
                        index);
  }
  std::ranges::stable_sort(placed, {}, [](const auto& item) { return item.first; });
  for (size_t i = 0; i < placed.size(); ++i) closing.items[i] = placed[i].second;
}

void ChangeDiagnosis::AddFix(const Item& item, const ClosingChanges& closing, double floor_y,
                             const WorldView* world, FixList& fixes) const {
  v1::Fix& fix = *fixes.Add();
  fix.set_kind(item.kind == Kind::kMap ? v1::FIX_KIND_MAP : v1::FIX_KIND_CLOSED);
  fix.set_field(item.told.field());
  fix.set_name(item.told.name());
  const ItemPlace place = PlaceIn(world, item, floor_y);
  if (place.at) {
    SetPosition(*place.at, *fix.mutable_at());
    fix.mutable_at()->set_map_id(std::string(place.map_id));
  }
  const bool tells_map = world != nullptr && !place.map_id.empty();
  fix.set_sentence(
      SentenceOf(item, StrCat(place.at ? StrCat(" at ", PlaceText(*place.at)) : "",
                              tells_map ? StrCat(" of map ", Quoted(std::string(place.map_id))) : "")));
  if (item.kind != Kind::kClearance || !closing.most_clearance_m) return;
  fix.set_measure(*closing.most_clearance_m);
  fix.set_limit(items_.min_clearance_m());
  fix.set_unit(v1::FIX_UNIT_METRES);
  fix.set_sentence(StrCat("no path keeps the clearance of ", Decimals(fix.limit()),
                          " m asked for: the most that one keeps is ", Decimals(fix.measure()), " m"));
}

void ChangeDiagnosis::AddFixes(const ClosingChanges& closing, double floor_y, const WorldView* world,
                               FixList& fixes) const {
  if (closing.is_least) {
    for (const uint32_t index : closing.items) AddFix(items_[index], closing, floor_y, world, fixes);
    return;
  }
  for (const auto& [list, count] : ListsOf(closing)) {
    v1::Fix& fix = *fixes.Add();
    fix.set_kind(v1::FIX_KIND_CLOSED);
    fix.set_field(list);
    fix.set_sentence(
        StrCat(SomeOf(list, count), " may close the way; what closes it was not found within the limits"));
  }
}

std::map<std::string, uint32_t> ChangeDiagnosis::ListsOf(const ClosingChanges& closing) const {
  std::map<std::string, uint32_t> lists;
  for (const uint32_t index : closing.items) ++lists[ListOf(items_[index].told.field())];
  return lists;
}

void ChangeDiagnosis::Explain(const ClosingChanges& closing, v1::PlanRouteResponse& response) const {
  if (closing.items.empty()) return;
  response.set_explanation(StrCat(response.explanation(), response.explanation().empty() ? "" : "; ",
                                  "a route would lead there without ", TextOf(closing)));
}

void ChangeDiagnosis::Tell(const ClosingChanges& closing, v1::PlanRouteResponse& response) const {
  Explain(closing, response);
  if (!closing.is_least) return;
  for (const uint32_t item : closing.items) *response.add_blocking_changes() = items_[item].told;
}

// "door "hatch" and changes.maps[0].obstacles[3]".
std::string ChangeDiagnosis::TextOf(const ClosingChanges& closing) const {
  std::vector<std::string> names;
  if (closing.is_least) {
    for (const uint32_t index : closing.items) names.push_back(NameOf(items_[index]));
  } else {
    for (const auto& [list, count] : ListsOf(closing)) names.push_back(SomeOf(list, count));
  }
  return absl::StrJoin(names, " and ");
}

}  // namespace waystone
