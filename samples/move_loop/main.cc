// A game server's loop: bots move, the game asks whether they can have moved so, and corrects them.
//
//   move_loop 127.0.0.1:50051 town  -10 0 0  42.25 2.93 -53
//
// An honest bot walks a planned route at 5 m/s. A cheater first runs straight through walls and heeds no
// correction; then it follows a route at twice the speed, with a clock that runs twice as fast so that its
// speed looks right. Both send 10 positions a second for 10 seconds. Exit codes: 0 the honest bot was never corrected and no bot got ahead
// of where a walk at the speed allowed leads, 1 one did, or no answer, 2 wrong usage.
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "client/waystone_client.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "samples/move_loop/bot.h"
#include "samples/move_loop/move_guard.h"

namespace v1 = waystone::v1;
using waystone::StrAppend;
using waystone::StrCat;
using waystone::Vec3;
using waystone::client::WaystoneClient;
using waystone::samples::Bot;
using waystone::samples::MoveGuard;

namespace {

constexpr double kSpeed_mps = 5;
constexpr double kTolerance = 1.1;  // by default Waystone allows so much on it,
constexpr double kSlack_s = 0.5;    // a clock that runs ahead by a quarter of a second, and a debt of as much
constexpr int kTicks = 100;
constexpr double kTick_s = 0.1;
constexpr double kLatency_s = 0.04;
constexpr double kRounding_m = 0.01;

struct Game {
  const WaystoneClient& client;
  std::string map_id;
  Vec3 start;
  Vec3 goal;
};

std::string Number(double value) {
  const std::string text = absl::StrFormat("%.2f", value);
  return text == "-0.00" ? "0.00" : text;
}

std::string Text(const Vec3& at) { return StrCat(Number(at.x), " ", Number(at.y), " ", Number(at.z)); }

// How far one walks from the start to `end`.
absl::StatusOr<double> WalkTo(const Game& game, const Vec3& end) {
  v1::MeasureDistancesRequest request;
  request.set_map_id(game.map_id);
  waystone::client::AddPoint(game.start, request.mutable_source_xyz());
  waystone::client::AddPoint(end, request.mutable_target_xyz());
  WS_ASSIGN_OR_RETURN(const v1::MeasureDistancesResponse answer, game.client.MeasureDistances(request));
  if (answer.statuses(0) == v1::DISTANCE_STATUS_FOUND) return answer.distance_m(0);
  return absl::FailedPreconditionError(StrCat("nobody can walk to ", Text(end)));
}

void PrintTally(const std::string& name, const MoveGuard::Tally& tally) {
  std::string reasons;
  for (const auto& [reason, count] : tally.reasons) {
    StrAppend(reasons, reasons.empty() ? " (" : ", ", reason, " ", count);
  }
  if (!reasons.empty()) reasons += ")";
  std::cout << name << ": " << tally.asked << " steps asked, " << tally.illegal << " illegal" << reasons
            << ", " << tally.corrected << " corrected\n";
}

// Whether all was as it should be.
absl::StatusOr<bool> Play(const Game& game, bool cheats) {
  const std::string name = cheats ? "cheater" : "honest";
  Bot bot(game.client, game.map_id, game.start, game.goal);
  MoveGuard guard(game.client, {game.map_id, kSpeed_mps}, {game.start, 0, kLatency_s});
  Vec3 at = game.start;
  double clock_s = 0;  // the bot's
  for (int tick = 1; tick <= kTicks; ++tick) {
    const bool runs_through_walls = cheats && tick <= kTicks / 2;
    const double haste = cheats && !runs_through_walls ? 2 : 1;
    const double step_m = kSpeed_mps * kTick_s * haste;
    absl::StatusOr<Vec3> claim = runs_through_walls ? bot.RunThroughWalls(step_m) : bot.Walk(step_m);
    if (!claim.ok()) return claim.status();
    clock_s += kTick_s * haste;
    WS_ASSIGN_OR_RETURN(at, guard.Step({*claim, clock_s, tick * kTick_s + kLatency_s}));
    const bool heeds = !runs_through_walls || tick == kTicks / 2;
    if (heeds && !(at == *claim)) bot.PutAt(at);
  }
  WS_ASSIGN_OR_RETURN(const double walk_m, WalkTo(game, at));
  const double allowed_m = kSpeed_mps * kTolerance * (kTicks * kTick_s + kSlack_s);
  const bool is_ahead = walk_m > allowed_m + kRounding_m;
  PrintTally(name, guard.tally());
  std::cout << name << ": ends at " << Text(at) << ", a walk of " << Number(walk_m) << " m; "
            << Number(allowed_m) << " m are allowed: " << (is_ahead ? "ahead" : "not ahead") << "\n";
  return !is_ahead && (cheats || guard.tally().illegal == 0);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 9) {
    std::cerr << "usage: move_loop HOST:PORT MAP  FROM_X FROM_Y FROM_Z  TO_X TO_Y TO_Z\n";
    return 2;
  }
  const absl::StatusOr<std::unique_ptr<WaystoneClient>> client = WaystoneClient::Create({.address = argv[1]});
  if (!client.ok()) {
    std::cerr << client.status() << "\n";
    return 2;
  }
  const auto read = [argv](int i) {
    return Vec3(std::atof(argv[i]), std::atof(argv[i + 1]), std::atof(argv[i + 2]));
  };
  const Game game{**client, argv[2], read(3), read(6)};
  bool is_right = true;
  for (const bool cheats : {false, true}) {
    const absl::StatusOr<bool> played = Play(game, cheats);
    if (!played.ok()) {
      std::cerr << played.status() << "\n";
      return 1;
    }
    is_right = is_right && *played;
  }
  return is_right ? 0 : 1;
}
