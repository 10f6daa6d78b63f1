// What keeps an agent from a place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/geom/vec.h"

namespace waystone {

enum class FixKind : uint8_t {
  kStep = 1,
  kWidth = 2,
  kSlope = 3,
  kHeadroom = 4,
  kDrop = 5,
  kAbility = 6,
  kClosed = 7,
  kRequirement = 8,
  kTicket = 9,
  kMoney = 10,
  kMap = 11,
  kCells = 12,
  kLink = 13,
  kForbidden = 14,
  kGroundless = 15,
};

// Of a measure and its limit.
enum class FixUnit : uint8_t { kNone = 0, kMetres = 1, kDegrees = 2, kCells = 3, kCount = 4 };

struct Fix {
  FixKind kind = FixKind::kStep;
  std::string map_id;      // of its places; empty: the map that was asked about
  std::optional<Vec3> at;  // [m] absolute; where it begins, as the agent comes to it
  std::optional<Vec3> to;  // [m] absolute; where it ends behind it
  double measure = 0;      // [unit]
  double limit = 0;        // [unit] what the agent can do, or needs
  FixUnit unit = FixUnit::kNone;
  std::string name;                    // of the link, door, area, portal ...
  std::vector<std::string> abilities;  // of links: that the agent lacks
  bool with_next = false;              // it and the next one are needed at one place
  std::string sentence;                // for people, without a full stop
};

// A place on a map.
struct MapPlace {
  Vec3 at;                  // [m] absolute
  std::string map_id = {};  // empty: the map that was asked about
};

// A part of a path that cannot be walked.
struct PathBreak {
  size_t first_fix = 0;  // of those that mend it: up to that of the next break; they may be none
  MapPlace from;         // on the surface: the walk before ends here
  MapPlace to;           // on the surface: the next walk begins here
};

// A path that there would be with some fixes: between its ends and its breaks one can walk, over maps as they were baked.
struct MendedPath {
  MapPlace from = {};
  MapPlace to = {};
  std::vector<Fix> fixes = {};
  std::vector<PathBreak> breaks = {};  // in the order of the path
  std::vector<Fix> besides = {};       // tickets and money that the path takes, and the traveller lacks
};

}  // namespace waystone
