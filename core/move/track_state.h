// What is kept of a track between two pieces of it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/ids.h"
#include "core/geom/vec.h"
#include "core/path/nav_location.h"

namespace waystone {

// A track keeps no more grants than this of which something was drawn.
inline constexpr uint32_t kMaxDrawnGrants = 64;

// What was drawn of all grants of one kind that begin at one time.
struct DrawnGrant {
  double from_s = 0;
  double to_s = 0;  // the last of their ends
  double drawn_m = 0;
  uint8_t kind = 0;  // MoveGrant::Kind

  friend bool operator==(const DrawnGrant&, const DrawnGrant&) = default;
};

// The speed budget after a sample (speed_budget.h).
struct SpeedState {
  double balance_m = 0;     // may be below zero
  double lag_cap_m = 0;     // after a lag, what the balance may hold for now, if that is more than the credit
  double debt_spent_m = 0;  // spent since the balance was last at zero or above, less the grants drawn,
  double debt_begin_s = 0;  // and since when
  std::vector<DrawnGrant> drawn;  // grants that later samples may touch
};

// A flight after a sample (air_time.h).
struct AirState {
  bool is_airborne = false;
  double ground_m = 0;    // [m] map-local height that the agent took off from
  double earliest_s = 0;  // when it can have taken off
  double latest_s = 0;
  bool is_thrown = false;  // by the game: where it lands needs no walk
  // Height and time from which max_rise_mps counts; none yet.
  double rise_from_m = 0;
  std::optional<double> rise_from_s;
  // While it is on the ground: the highest ground that it can have taken off from, and since when.
  std::optional<double> top_m;
  double top_s = 0;
};

// Everything that the next sample of a track is judged by. Positions are map-local.
struct MoveTrackState {
  Vec3 position;      // of the last sample
  double time_s = 0;  // its time, held back by received_s
  // Of the clock of the samples over that of the server, at the first sample that told both.
  std::optional<double> first_lead_s;
  double since_s = 0;  // the last time before it: samples of one time were taken at any time since
  bool is_timed = false;
  std::optional<NavLocation> anchor;  // where the walk to the next sample begins; none: the agent begins anew
  Vec3 anchor_position;               // the sample's that it is the place of
  double anchor_spent_m = 0;          // from there to the last sample
  std::optional<NavLocation> place;   // of the last sample, if it is on the surface
  std::optional<NavLocation> below;   // the surface at or below the last sample
  std::optional<NavLocation> good;    // the last place of a good sample
  // When it was first seen on a link that is flown, if it was nowhere else since but in the air.
  std::optional<double> link_since_s;
  SpeedState speed;
  AirState air;
};

// A track before the last debt of its budget of speed began, and the sample that began it.
struct MoveDebt {
  uint32_t sample = 0;
  MoveTrackState before;
};

}  // namespace waystone
