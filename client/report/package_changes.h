// What became reachable, or is not any more, from one package of a map to the next.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "client/report/opened_maps.h"
#include "core/geom/vec.h"

namespace waystone::client {

// kMoved: only that. kRemoved and kAdded: a name that one of the packages has not.
enum class ChangeKind : uint8_t { kLost, kGained, kMoved, kRemoved, kAdded };

// "lost", "gained", "moved", "removed", "added".
std::string_view NameOf(ChangeKind kind);

// A named place, or a piece of ground.
struct PackageChange {
  ChangeKind kind;
  std::string place;    // its name; empty: ground
  double area_m2 = 0;   // of ground, about
  double moved_m = 0;   // of a place that was moved, whether or not it can be reached still
  double ground_m = 0;  // of a place that has lost its ground: how far off it is snapped onto other ground
  Vec3 at;              // [m] absolute; of what is gone, where it was
  std::vector<uint32_t>
      polys;  // of ground that was lost and is still there, cut off: of the newer package, sorted
  std::vector<Vec3> squares = {};  // [m] of ground: the middles of the squares that it fills, absolute
  double square_m = 0;             // their side
  bool could_be_reached = false;   // of a place that was removed: before; of one that was added: now
  bool fails = false;              // somebody asked that this should not be

  // A place that could be reached and now cannot, as it was lost or removed, or a new one that cannot.
  bool MakesUnreachable() const;
  // "spawn_3 cannot be reached any more", as a person reads it.
  std::string Sentence() const;
};

struct PackageChanges {
  std::vector<PackageChange> changes;  // places first, then ground by area
  std::vector<std::string> places;     // the names in either package, sorted
  std::string older;                   // the packages' file names, with as many folders as make them differ
  std::string newer;
  bool has_ground = false;  // ground was compared
};

// Compares both for their first agent. What is in the main zones is reachable, with a way back. A place that stood on such ground,
// within the agent's radius and climb and 0.25 m, and now does not, is lost even if requests would still snap it. Each name is told
// once at most. Ground is compared
// through squares as fine as 100,000 of them allow, first over the whole map and then over the box that has all that differs. Pieces
// of less than 1 m2, or of less than two squares, are left out, and so is ground of volumes and of maps of waypoints.
// InvalidArgument if one of them is not a single map, or they are of two maps. O(ground).
absl::StatusOr<PackageChanges> ChangesBetween(const OpenedMaps& older, const OpenedMaps& newer);

}  // namespace waystone::client
