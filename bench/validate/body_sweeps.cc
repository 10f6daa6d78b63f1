#include "bench/validate/body_sweeps.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <vector>

#include "bench/stopwatch.h"
#include "core/base/random.h"
#include "core/collision/standing_height.h"
#include "core/move/body_move.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/agent_body.h"

namespace waystone {
namespace {

constexpr double kLongestBodyMove_m = 5;
constexpr double kHighest_m = 1;
constexpr std::array<const char*, 5> kPartNames = {"", "all", "horizontal", "vertical", "none"};

struct BodyMove {
  Vec3 feet;
  Vec3 displacement;
};

BodyMove DrawBodyMove(const MapView& map, Random& random) {
  BodyMove move;
  move.feet = RandomPoint(*map.navmesh, random).point;
  const Footing footing = FootingOf(map.variant->agent);
  move.feet.y = StandingHeight(*map.collision, move.feet, footing).value_or(move.feet.y);
  if (random.NextBelow(2) == 0) move.feet.y += random.NextInRange(0, kHighest_m);
  const double angle = random.NextInRange(0, 2 * std::numbers::pi);
  move.displacement = Vec3(std::cos(angle), 0, std::sin(angle)) * random.NextInRange(0, kLongestBodyMove_m);
  if (random.NextBelow(2) == 0) move.displacement.y = random.NextInRange(-kHighest_m, kHighest_m);
  return move;
}

}  // namespace

absl::Status RunBodySweeps(const MapView& map, const BodySweepOptions& options, const BenchLines& lines) {
  if (map.collision == nullptr) return absl::OkStatus();
  Random random(options.seed);
  std::vector<BodyMove> moves;
  for (uint32_t i = 0; i < options.moves; ++i) moves.push_back(DrawBodyMove(map, random));
  std::array<uint64_t, kPartNames.size()> parts{};
  std::vector<double> us;
  for (const BodyMove& move : moves) {
    absl::StatusOr<BodyMoveAnswer> answer;
    us.push_back(MicrosecondsOf(
        [&] { answer = MoveBody(*map.collision, map.variant->agent, move.feet, move.displacement); }));
    if (!answer.ok()) return answer.status();
    ++parts[static_cast<size_t>(answer->part)];
  }
  nlohmann::ordered_json line;
  line["body_us"] = MedianAndP99(us);
  line["moves"] = moves.size();
  for (size_t part = 1; part < kPartNames.size(); ++part) line["parts"][kPartNames[part]] = parts[part];
  lines.Print(line);
  return absl::OkStatus();
}

}  // namespace waystone
