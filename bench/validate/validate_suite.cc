#include "bench/validate/validate_suite.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <numeric>
#include <vector>

#include "bench/message_path.h"
#include "bench/stopwatch.h"
#include "bench/validate/body_sweeps.h"
#include "core/base/status_macros.h"
#include "core/move/move_validator.h"
#include "core/navmesh/surface_queries.h"
#include "core/store/loaded_map.h"

namespace waystone {
namespace {

using Json = nlohmann::ordered_json;

// [m] how far moves lead.
constexpr double kShortest_m = 1;
constexpr double kLongest_m = 5;
// One move in so many leads to ground of another component.
constexpr uint32_t kEveryOtherZone = 10;
constexpr uint32_t kMoveTries = 1000;
constexpr uint32_t kMaxMoveBatches = 10'000;

constexpr std::array<const char*, 13> kViolationNames = {
    "none",    "out_of_bounds", "too_fast", "from_off_mesh", "to_off_mesh", "wrong_floor",    "unreachable",
    "blocked", "step",          "drop",     "collision",     "too_high",    "too_long_in_air"};

using Move = std::array<Vec3, 2>;  // from and to, absolute

// A place in another component than `start`; after many tries, any place.
Vec3 DrawElsewhere(const MapView& map, const NavLocation& start, Random& random) {
  NavLocation end = RandomPoint(*map.navmesh, random);
  const uint32_t component = map.zones->ComponentOf(start.poly);
  for (uint32_t i = 0; i < kMoveTries && map.zones->ComponentOf(end.poly) == component; ++i) {
    end = RandomPoint(*map.navmesh, random);
  }
  return end.point;
}

std::vector<Move> DrawMoves(const MapView& map, const ValidateSuiteOptions& options) {
  Random random(options.seed);
  std::vector<Move> moves;
  for (uint32_t i = 0; i < options.moves; ++i) {
    const NavLocation start = RandomPoint(*map.navmesh, random);
    const double angle = random.NextInRange(0, 2 * std::numbers::pi);
    const double reach_m = random.NextInRange(kShortest_m, kLongest_m);
    Vec3 end = start.point + Vec3(std::cos(angle), 0, std::sin(angle)) * reach_m;
    if (i % kEveryOtherZone == 0) end = DrawElsewhere(map, start, random);
    moves.push_back({start.point + map.manifest->origin, end + map.manifest->origin});
  }
  return moves;
}

// One method of judging moves.
struct Judging {
  const char* name;
  MoveRule rule;
  bool with_walk;
};

constexpr std::array<Judging, 4> kJudgings = {{{"exact", MoveRule::kExact, true},
                                               {"exact", MoveRule::kExact, false},
                                               {"seed", MoveRule::kSeed, true},
                                               {"seed", MoveRule::kSeed, false}}};

absl::StatusOr<Json> InProcess(const MapView& map, const Judging& judging, const std::vector<Move>& moves) {
  Scratch scratch;
  std::vector<double> us;
  std::array<uint64_t, kViolationNames.size()> violations{};
  for (const Move& move : moves) {
    MoveQuery query;
    query.samples = move;
    query.rule = judging.rule;
    if (!judging.with_walk) query.skipped = {MoveCheck::kWalk};
    absl::StatusOr<MoveAnswer> answer;
    us.push_back(MicrosecondsOf([&] { answer = ValidateMove(map, query, scratch); }));
    WS_RETURN_IF_ERROR(answer.status());
    ++violations[static_cast<size_t>(answer->violation.kind)];
  }
  Json rejected = Json::object();
  for (size_t kind = 1; kind < violations.size(); ++kind) {
    if (violations[kind] > 0) rejected[kViolationNames[kind]] = violations[kind];
  }
  const double seconds = std::accumulate(us.begin(), us.end(), 0.0) * 1e-6;
  Json line;
  line["rule"] = judging.name;
  line["walk"] = judging.with_walk;
  line["moves"] = moves.size();
  line["us"] = MedianAndP99(us);
  line["per_second"] = static_cast<double>(moves.size()) / seconds;
  line["legal"] = violations[0];
  line["rejected"] = std::move(rejected);
  return line;
}

void ToMessage(const Move& move, const Judging& judging, v1::ValidateMoveRequest& message) {
  const auto set = [](const Vec3& at, v1::Position& position) {
    position.set_x(at.x);
    position.set_y(at.y);
    position.set_z(at.z);
  };
  set(move[0], *message.mutable_from());
  set(move[1], *message.mutable_to());
  message.set_rule(static_cast<v1::MoveRule>(judging.rule));
  if (!judging.with_walk) message.add_skipped_checks(v1::MOVE_CHECK_WALK);
}

}  // namespace

absl::Status RunValidateSuite(const ValidateSuiteOptions& options, const BenchLines& lines) {
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const LoadedMap> map, LoadedMap::Load(options.package_path));
  WS_ASSIGN_OR_RETURN(const MapView view, map->View(options.agent));
  if (view.navmesh->poly_count() == 0) return absl::InvalidArgumentError("the map has no ground");
  WS_ASSIGN_OR_RETURN(const std::unique_ptr<MessagePath> path,
                      MessagePath::Create(options.package_path, options.agent));
  const std::vector<Move> moves = DrawMoves(view, options);
  for (const Judging& judging : kJudgings) {
    WS_ASSIGN_OR_RETURN(Json line, InProcess(view, judging, moves));
    const auto fill = [&](uint32_t number, v1::BatchItem& item) {
      ToMessage(moves[number % moves.size()], judging, *item.mutable_validate_move());
    };
    WS_ASSIGN_OR_RETURN(const double batch_per_second,
                        path->PerSecond(fill, options.seconds, kMaxMoveBatches));
    line["per_second_batch_64"] = batch_per_second;
    lines.Print(line);
  }
  return RunBodySweeps(view, {options.seed, options.moves}, lines);
}

}  // namespace waystone
