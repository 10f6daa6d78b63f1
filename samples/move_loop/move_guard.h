// What a game server does with the positions that the client of a player sends.
//
//   MoveGuard guard(client, {.map_id = "town", .max_speed_mps = 5}, {start, 0, 0});
//   for each message of the player:
//     WS_ASSIGN_OR_RETURN(const Vec3 at, guard.Step({claimed, its_time_s, now_s}));
//     if (at != claimed) tell the player's client to put it there;
//
// The guard asks Waystone about each step. The server keeps nothing of it: the guard hands the token of one
// answer back with the next question, so that the steps are judged as one track, with one budget of speed.
#pragma once

#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "client/waystone_client.h"

namespace waystone::samples {

struct MoveRules {
  std::string map_id;
  double max_speed_mps = 0;
};

// A position as a client sends it.
struct MoveSample {
  Vec3 at;                // [m] absolute
  double time_s = 0;      // by the clock of the player's client, which it may forge
  double received_s = 0;  // by the clock of the game server
};

// One player's; one thread at a time.
class MoveGuard {
 public:
  // Counts of questions and answers.
  struct Tally {
    int asked = 0;
    int illegal = 0;
    int corrected = 0;
    std::map<std::string, int> reasons;  // of the illegal steps
  };

  // `client` must outlive it.
  MoveGuard(const client::WaystoneClient& client, MoveRules rules, const MoveSample& start);

  // Judges a step, and returns where the player stands now: where it claims to be, or else the nearest place
  // to that which it could have walked to. Errors are those of ValidateMove.
  absl::StatusOr<Vec3> Step(const MoveSample& claim);

  const Tally& tally() const { return tally_; }

 private:
  absl::StatusOr<v1::ValidateMoveResponse> Ask(const MoveSample& sample) const;
  void Keep(const MoveSample& sample, const std::string& token);

  const client::WaystoneClient& client_;
  const MoveRules rules_;
  MoveSample last_;    // where the player stands
  std::string token_;  // of the last legal answer; empty before the first
  Tally tally_;
};

}  // namespace waystone::samples
