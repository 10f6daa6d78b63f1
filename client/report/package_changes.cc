#include "client/report/package_changes.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/reach/reach_cells.h"
#include "core/surface/search_surface.h"

namespace waystone::client {
namespace {

constexpr size_t kMostSquares = 100'000;
constexpr double kFinestSquare_m = 0.5;
constexpr double kLeastPiece_m2 = 1;
constexpr size_t kLeastSquares = 2;
constexpr double kSame_m = 0.75;  // ground so near is the same, of another bake
constexpr double kMoved_m = 0.1;
constexpr double kSlack_m = 0.25;  // how much farther than its size an agent may be off the ground

// One package for its first agent.
struct Side {
  std::shared_ptr<const LoadedMap> map;
  MapView view;
};

absl::StatusOr<Side> OpenSide(const OpenedMaps& maps) {
  const std::vector<std::string> ids = maps.MapIds();
  if (ids.size() != 1)
    return InvalidArgument(Quoted(maps.path()), " has ", ids.size(),
                           " maps: two packages of one map, .waymap files, can be compared");
  Side side;
  auto map = maps.store().Find(ids[0]);
  if (!map.ok()) return maps.AsAskedFor(map.status());
  side.map = *std::move(map);
  WS_ASSIGN_OR_RETURN(side.view, side.map->View(""));
  return side;
}

// Where it is brought onto ground; none if there is none.
std::optional<NavLocation> PlaceOn(const Side& side, const Vec3& absolute, const SnapOptions& snap,
                                   Scratch& scratch) {
  return side.view.surface->SnapToGround(side.view, absolute - side.view.manifest->origin, snap, scratch)
      .place;
}

bool IsMain(const Side& side, const std::optional<NavLocation>& place) {
  return place && side.view.zones->IsMain(place->poly);
}

// Near enough for an agent to stand there.
SnapOptions Standing(const Side& side) {
  const AgentProfile& agent = side.view.variant->agent;
  const double height_m = agent.max_climb_m + kSlack_m;
  return {.radius_m = agent.radius_m + kSlack_m, .max_above_m = height_m, .max_below_m = height_m};
}

// Of one name in both packages; absolute. [m]
struct Ends {
  std::optional<Vec3> before;
  std::optional<Vec3> after;
};

// How far a place that stood on ground is now off other ground; 0 if it stands there, or did not before. [m]
double LostGround_m(const Side& older, const Side& newer, const Ends& ends, const NavLocation& now,
                    Scratch& scratch) {
  const auto stands = [&](const Side& side, const Vec3& at) {
    return IsMain(side, PlaceOn(side, at, Standing(side), scratch));
  };
  if (!stands(older, *ends.before) || stands(newer, *ends.after)) return 0;
  return Distance(now.point + newer.view.manifest->origin, *ends.after);
}

// None if nothing changed.
std::optional<PackageChange> ComparePlace(const Side& older, const Side& newer, const std::string& name,
                                          const Ends& ends, Scratch& scratch) {
  const auto place_on = [&](const Side& side, const std::optional<Vec3>& at) {
    std::optional<NavLocation> place = at ? PlaceOn(side, *at, SnapOptions(), scratch) : std::nullopt;
    if (!IsMain(side, place)) place.reset();
    return place;
  };
  const std::optional<NavLocation> was = place_on(older, ends.before);
  const std::optional<NavLocation> now = place_on(newer, ends.after);
  PackageChange change{
      .kind = ChangeKind::kMoved, .place = name, .at = ends.after ? *ends.after : *ends.before, .polys = {}};
  if (!ends.before || !ends.after) {
    change.kind = ends.before ? ChangeKind::kRemoved : ChangeKind::kAdded;
    change.could_be_reached = was || now;
    return change;
  }
  if (const double moved_m = Distance(*ends.before, *ends.after); moved_m > kMoved_m)
    change.moved_m = moved_m;
  if (was && now) change.ground_m = LostGround_m(older, newer, ends, *now, scratch);
  if (was.has_value() != now.has_value() || change.ground_m > 0) {
    change.kind = was ? ChangeKind::kLost : ChangeKind::kGained;
    return change;
  }
  return change.moved_m > 0 ? std::optional(change) : std::nullopt;
}

void ComparePlaces(const Side& older, const Side& newer, Scratch& scratch, PackageChanges& changes) {
  std::map<std::string, Ends> places;
  for (const auto& [name, at] : older.view.manifest->places) places[name].before = at;
  for (const auto& [name, at] : newer.view.manifest->places) places[name].after = at;
  for (const auto& [name, ends] : places) {
    changes.places.push_back(name);
    if (auto change = ComparePlace(older, newer, name, ends, scratch))
      changes.changes.push_back(*std::move(change));
  }
}

// Those of the box, as fine as may be.
std::pair<std::vector<ReachCell>, double> MainSquares(const Side& side, const Aabb& box) {
  const Deadline never;
  DeadlinePoll poll(never, 1 << 16);
  for (double square_m = kFinestSquare_m;; square_m *= 2) {
    auto cells = CellsOf(
        side.view, {{}, square_m}, box, side.view.variant->agent.height_m, kMostSquares,
        [&](PolyId poly) { return side.view.zones->IsMain(poly); }, poll);
    if (cells) return {*std::move(cells), square_m};
  }
}

// A square of main ground of one package that is none of the other's.
struct Difference {
  ReachCell cell;
  std::optional<PolyId> cut_off;  // the other's ground there, if it has any
};

struct Differences {
  std::vector<Difference> squares;
  double square_m = 0;
};

Differences DifferencesIn(const Side& from, const Side& to, const Aabb& box, Scratch& scratch) {
  const auto [squares, square_m] = MainSquares(from, box);
  const SnapOptions snap{.radius_m = std::min(kSame_m, 0.75 * square_m),
                         .max_above_m = from.view.variant->agent.max_climb_m + kSlack_m,
                         .max_below_m = from.view.variant->agent.max_climb_m + kSlack_m};
  Differences differences{.squares = {}, .square_m = square_m};
  for (const ReachCell& cell : squares) {
    const Vec3 at = cell.place.point + from.view.manifest->origin;
    const std::optional<NavLocation> there = PlaceOn(to, at, snap, scratch);
    if (IsMain(to, there)) continue;
    differences.squares.push_back({cell, there ? std::optional(there->poly) : std::nullopt});
  }
  return differences;
}

// In squares that are as fine as may be for what differs.
Differences DifferencesOf(const Side& from, const Side& to, Scratch& scratch) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  const Aabb all{{-kInfinite, -kInfinite, -kInfinite}, {kInfinite, kInfinite, kInfinite}};
  Differences coarse = DifferencesIn(from, to, all, scratch);
  if (coarse.square_m == kFinestSquare_m || coarse.squares.empty()) return coarse;
  Aabb box;
  for (const Difference& one : coarse.squares) box.Extend(one.cell.place.point);
  const Vec3 margin{coarse.square_m, coarse.square_m, coarse.square_m};
  return DifferencesIn(from, to, {box.min - margin, box.max + margin}, scratch);
}

// Squares beside each other whose heights are near are one piece.
std::vector<std::vector<size_t>> PiecesOf(const Differences& differences) {
  const auto& [squares, square_m] = differences;
  std::map<std::pair<int32_t, int32_t>, std::vector<size_t>> by_site;
  for (size_t i = 0; i < squares.size(); ++i)
    by_site[{squares[i].cell.row, squares[i].cell.column}].push_back(i);
  std::vector<bool> is_taken(squares.size(), false);
  std::vector<std::vector<size_t>> pieces;
  for (size_t first = 0; first < squares.size(); ++first) {
    if (is_taken[first]) continue;
    std::vector<size_t> piece = {first};
    is_taken[first] = true;
    for (size_t next = 0; next < piece.size(); ++next) {
      const ReachCell& cell = squares[piece[next]].cell;
      for (int32_t row = cell.row - 1; row <= cell.row + 1; ++row) {
        for (int32_t column = cell.column - 1; column <= cell.column + 1; ++column) {
          const auto found = by_site.find({row, column});
          if (found == by_site.end()) continue;
          for (const size_t other : found->second) {
            const double rise_m = squares[other].cell.place.point.y - cell.place.point.y;
            if (is_taken[other] || std::abs(rise_m) > 2 * square_m) continue;
            is_taken[other] = true;
            piece.push_back(other);
          }
        }
      }
    }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

// Main ground of one package that is none of the other's.
void CompareGround(const Side& from, const Side& to, ChangeKind kind, Scratch& scratch,
                   PackageChanges& changes) {
  const Differences differences = DifferencesOf(from, to, scratch);
  const auto& [squares, square_m] = differences;
  const auto place_of = [&squares = squares](size_t i) { return squares[i].cell.place.point; };
  for (const std::vector<size_t>& piece : PiecesOf(differences)) {
    const double area_m2 = static_cast<double>(piece.size()) * square_m * square_m;
    if (area_m2 < kLeastPiece_m2 || piece.size() < kLeastSquares) continue;
    PackageChange change{
        .kind = kind, .place = "", .area_m2 = area_m2, .at = {}, .polys = {}, .square_m = square_m};
    Vec3 middle;
    for (const size_t i : piece) middle = middle + place_of(i) * (1 / static_cast<double>(piece.size()));
    const size_t nearest = *std::min_element(piece.begin(), piece.end(), [&](size_t a, size_t b) {
      const double to_a = Distance(place_of(a), middle);
      const double to_b = Distance(place_of(b), middle);
      return std::tie(to_a, a) < std::tie(to_b, b);
    });
    change.at = place_of(nearest) + from.view.manifest->origin;
    for (const size_t i : piece) {
      const ReachCell& cell = squares[i].cell;
      const Vec3 square{(cell.column + 0.5) * square_m, cell.place.point.y, (cell.row + 0.5) * square_m};
      change.squares.push_back(square + from.view.manifest->origin);
      if (kind == ChangeKind::kLost && squares[i].cut_off)
        change.polys.push_back(squares[i].cut_off->value());
    }
    std::sort(change.polys.begin(), change.polys.end());
    change.polys.erase(std::unique(change.polys.begin(), change.polys.end()), change.polys.end());
    changes.changes.push_back(std::move(change));
  }
}

// The last `count` names of the path, as "out/town.waymap"; all of it if it has no more.
std::string EndOf(const std::filesystem::path& path, size_t count) {
  const std::vector<std::filesystem::path> names(path.begin(), path.end());
  std::filesystem::path end;
  for (size_t i = names.size() - std::min(count, names.size()); i < names.size(); ++i) end /= names[i];
  return end.string();
}

// File names, with as many of their folders as make them differ. Those of one file do not.
std::pair<std::string, std::string> NamesOf(const std::string& older, const std::string& newer) {
  const auto absolute = [](const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal();
  };
  const std::filesystem::path a = absolute(older);
  const std::filesystem::path b = absolute(newer);
  size_t count = 1;
  while (a != b && EndOf(a, count) == EndOf(b, count)) ++count;
  return {EndOf(a, count), EndOf(b, count)};
}

}  // namespace

std::string_view NameOf(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::kLost:
      return "lost";
    case ChangeKind::kGained:
      return "gained";
    case ChangeKind::kMoved:
      return "moved";
    case ChangeKind::kRemoved:
      return "removed";
    case ChangeKind::kAdded:
      return "added";
  }
  return "";
}

bool PackageChange::MakesUnreachable() const {
  if (place.empty()) return false;
  return kind == ChangeKind::kLost || (kind == ChangeKind::kRemoved && could_be_reached) ||
         (kind == ChangeKind::kAdded && !could_be_reached);
}

std::string PackageChange::Sentence() const {
  const auto metres = [](double m) { return StrCat(std::round(m * 100) / 100, " m"); };
  const std::string what =
      place.empty() ? StrCat(std::round(area_m2 * 10) / 10, " m2 of ground") : Quoted(place);
  const std::string moved = StrCat(what, " was moved by ", metres(moved_m));
  const std::string subject = moved_m > 0 ? StrCat(moved, " and") : what;
  switch (kind) {
    case ChangeKind::kLost:
      return ground_m > 0
                 ? StrCat(subject, " has lost its ground: the nearest is ", metres(ground_m), " away")
                 : StrCat(subject, " cannot be reached any more");
    case ChangeKind::kGained:
      return StrCat(subject, " can be reached now");
    case ChangeKind::kMoved:
      return moved;
    case ChangeKind::kRemoved:
      return StrCat(what, " is gone: it was removed or renamed",
                    could_be_reached ? "" : "; it could not be reached before");
    case ChangeKind::kAdded:
      return StrCat(what, could_be_reached ? " was added" : " was added and cannot be reached");
  }
  return what;
}

absl::StatusOr<PackageChanges> ChangesBetween(const OpenedMaps& older, const OpenedMaps& newer) {
  WS_ASSIGN_OR_RETURN(const Side before, OpenSide(older));
  WS_ASSIGN_OR_RETURN(const Side after, OpenSide(newer));
  const std::string& old_id = before.view.manifest->map_id;
  const std::string& new_id = after.view.manifest->map_id;
  if (old_id != new_id)
    return absl::InvalidArgumentError(
        StrCat("the packages are of two maps: ", Quoted(old_id), " and ", Quoted(new_id)));
  Scratch scratch;
  PackageChanges changes;
  std::tie(changes.older, changes.newer) = NamesOf(older.path(), newer.path());
  ComparePlaces(before, after, scratch, changes);
  const size_t places = changes.changes.size();
  const auto has_squares = [](const Side& side) {
    return side.view.surface->Fields().has_ground && !side.view.surface->IsGraph();
  };
  changes.has_ground = has_squares(before) && has_squares(after);
  if (changes.has_ground) {
    CompareGround(before, after, ChangeKind::kLost, scratch, changes);
    CompareGround(after, before, ChangeKind::kGained, scratch, changes);
  }
  std::stable_sort(changes.changes.begin() + static_cast<std::ptrdiff_t>(places), changes.changes.end(),
                   [](const PackageChange& a, const PackageChange& b) { return a.area_m2 > b.area_m2; });
  return changes;
}

}  // namespace waystone::client
