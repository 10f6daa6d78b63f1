// Our own routes, walked and sampled as clients do, are legal at every rate.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/scratch.h"
#include "tests/core/move/move_scene.h"
#include "tests/core/move/walked_route.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

constexpr double kSpeed_mps = 5;

// Rows that rise from level 0 to level 4, and end at a cliff; some cells are blocked.
std::string RandomHill(Random& random) {
  const std::string levels = "00001234440000";
  std::string drawing = RandomDrawing(static_cast<int>(levels.size()), 8, 0.2, random);
  size_t column = 0;
  for (char& c : drawing) {
    if (c == '.') c = levels[column];
    column = c == '\n' ? 0 : column + 1;
  }
  return drawing;
}

// Drops and ladders at the cliff, jumps over blocked cells, teleports.
void AddLinks(MoveScene& scene, bool with_teleports, Random& random) {
  const NavmeshView& mesh = scene.map.mesh();
  const auto is_ground = [&](double x, double z, double y) {
    const PolyId poly = PolyAt(mesh, x, z, y);
    return poly != PolyId() && std::abs(HeightOnPoly(mesh, poly, {x, z}) - y) < 0.01;
  };
  for (double z = 0.5; z < 8; ++z) {
    if (!is_ground(9.5, z, 2) || !is_ground(10.5, z, 0)) continue;
    const uint32_t choice = random.NextBelow(3);
    if (choice == 0) scene.AddLink(LinkKind::kDrop, {9.8, 2, z}, {10.5, 0, z}, {});
    if (choice == 1) scene.AddLink(LinkKind::kLadder, {10.2, 0, z}, {9.8, 2, z}, {}, true);
  }
  for (int k = 0; k < 20; ++k) {
    const double x = random.NextBelow(14) + 0.5;
    const double z = random.NextBelow(6) + 0.5;
    const bool is_gap = is_ground(x, z, 0) && is_ground(x, z + 2, 0) && PolyAt(mesh, x, z + 1) == PolyId();
    if (is_gap) scene.AddLink(LinkKind::kJump, {x, 0, z}, {x, 0, z + 2}, {}, true);
  }
  if (!with_teleports || mesh.poly_count() == 0) return;
  for (int k = 0; k < 2; ++k) {
    scene.AddLink(LinkKind::kTeleport, RandomPoint(mesh, random).point, RandomPoint(mesh, random).point, {});
  }
}

struct Noise {
  double position_m = 0;
  double step_m = 0;  // positions are multiples of this; 0: exact
};

Vec3 Disturbed(const Vec3& at, const Noise& noise, Random& random) {
  Vec3 out = at;
  for (double* v : {&out.x, &out.y, &out.z}) {
    *v += random.NextInRange(-noise.position_m, noise.position_m) / std::sqrt(3);
    if (noise.step_m > 0) *v = std::round(*v / noise.step_m) * noise.step_m;
  }
  return out;
}

struct Tally {
  int tracks = 0;
  int with_links = 0;
  int illegal = 0;
  std::string first;
};

// Walks random routes, and judges each at its rate.
Tally WalkRoutes(uint64_t seed, double rate_hz, const Noise& noise, bool with_speed, bool with_teleports) {
  Random random(seed);
  Tally tally;
  for (int round = 0; round < 60; ++round) {
    const std::string drawing = RandomHill(random);
    MoveScene scene({drawing});
    if (scene.map.mesh().poly_count() < 10) continue;
    AddLinks(scene, with_teleports, random);
    const MapView view = scene.View();
    for (int k = 0; k < 5; ++k) {
      const NavLocation from = RandomPoint(scene.map.mesh(), random);
      const WalkedRoute route(view, from, RandomPoint(scene.map.mesh(), random));
      if (route.IsEmpty() || route.length_m() < 4) continue;
      std::vector<Vec3> samples;
      std::vector<double> times_s;
      const double phase_s = random.NextUnit() / rate_hz;
      // It rests where it arrives, for a second.
      samples.push_back(route.At(0) + scene.map.manifest().origin);
      times_s.push_back(1000);
      for (double t = phase_s; t < route.length_m() / kSpeed_mps + 1 + 1 / rate_hz; t += 1 / rate_hz) {
        samples.push_back(Disturbed(route.At(kSpeed_mps * t) + scene.map.manifest().origin, noise, random));
        times_s.push_back(1000 + t);
      }
      MoveQuery query;
      query.samples = samples;
      if (with_speed) {
        query.times_s = times_s;
        query.allowances.max_speed_mps = kSpeed_mps;
      }
      const MoveAnswer answer = Judge(view, query);
      ++tally.tracks;
      tally.with_links += route.links() > 0 ? 1 : 0;
      if (answer.verdict == MoveVerdict::kLegal) continue;
      if (++tally.illegal > 1) continue;
      const auto& violation = answer.violation;
      tally.first = drawing + "kind " + std::to_string(static_cast<int>(violation.kind)) + " sample " +
                    std::to_string(violation.sample) + " of " + std::to_string(samples.size()) +
                    " measured " + std::to_string(violation.measured) + " allowed " +
                    std::to_string(violation.allowed) + "\n";
      for (uint32_t i = violation.sample < 3 ? 0 : violation.sample - 3; i <= violation.sample; ++i) {
        const Vec3 at = samples[i] - scene.map.manifest().origin;
        tally.first +=
            "  " + std::to_string(at.x) + " " + std::to_string(at.y) + " " + std::to_string(at.z) + "\n";
      }
      for (const NavLink& link : view.links->all()) {
        tally.first += "  link " + std::to_string(static_cast<int>(link.kind)) + ": " +
                       std::to_string(link.start[0]) + " " + std::to_string(link.start[2]) + " to " +
                       std::to_string(link.end[0]) + " " + std::to_string(link.end[2]) + "\n";
      }
    }
  }
  return tally;
}

class HonestTracks : public testing::TestWithParam<double> {};

TEST_P(HonestTracks, ExactOnesAreLegal) {
  const Tally tally = WalkRoutes(501, GetParam(), {}, true, false);
  EXPECT_EQ(tally.illegal, 0) << "of " << tally.tracks << "\n" << tally.first;
  EXPECT_GT(tally.with_links, 30);
}

TEST_P(HonestTracks, NoiseOfTenCentimetresMakesNoneIllegal) {
  const Tally tally = WalkRoutes(503, GetParam(), {.position_m = 0.1}, true, false);
  EXPECT_EQ(tally.illegal, 0) << "of " << tally.tracks << "\n" << tally.first;
}

TEST_P(HonestTracks, EighthsOfAMetreMakeNoneIllegal) {
  const Tally tally = WalkRoutes(504, GetParam(), {.step_m = 0.125}, true, false);
  EXPECT_EQ(tally.illegal, 0) << "of " << tally.tracks << "\n" << tally.first;
}

TEST_P(HonestTracks, TeleportsOfTheMapAreNoSpeed) {
  const Tally tally = WalkRoutes(505, GetParam(), {}, true, true);
  EXPECT_EQ(tally.illegal, 0) << "of " << tally.tracks << "\n" << tally.first;
}

// In a second an agent comes round several corners: more than twice its straight line.
TEST(UntimedHonestTracks, AreLegalFromFiveSamplesASecondOn) {
  for (const double rate_hz : {5.0, 10.0, 20.0, 60.0}) {
    const Tally tally = WalkRoutes(502, rate_hz, {}, false, false);
    EXPECT_EQ(tally.illegal, 0) << rate_hz << " Hz, of " << tally.tracks << "\n" << tally.first;
  }
}

INSTANTIATE_TEST_SUITE_P(Rates, HonestTracks, testing::Values(1, 2, 5, 10, 20, 60));

}  // namespace
}  // namespace waystone
