#include "samples/generator/bench_world.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/check.h"
#include "core/base/random.h"
#include "samples/generator/noise.h"
#include "samples/generator/props.h"

namespace waystone::samples {
namespace {

constexpr double kSquare = 125;  // side of a group [m]
constexpr double kMaxPlantSteepness = 0.9;
constexpr double kClearOfHouse = 10.5;
constexpr double kClearOfBridge = 6;  // crowns below would reach through the deck
constexpr double kClearOfRavine = 4;  // agents walk along its floor
constexpr double kRockShare = 0.25;
constexpr double kCompanionShare = 0.34;

// A stretch of ravine or bridge that nothing grows on.
struct Strip {
  Vec2 from;
  Vec2 to;
  double clear_m = 0;
};

class BenchBuilder {
 public:
  explicit BenchBuilder(const BenchPlan& plan)
      : plan_(plan), layout_(MakeBenchLayout(plan)), terrain_(plan) {}

  BenchWorld Build() {
    for (const Plot& plot : layout_.plots) terrain_.Level(plot);
    for (const std::vector<RavinePoint>& ravine : layout_.ravines) terrain_.DigRavine(ravine);
    for (const BenchPit& pit : layout_.pits) terrain_.DigPit(pit.middle, pit.radius_m);
    const auto squares = static_cast<uint32_t>(plan_.size_m / kSquare);
    WS_CHECK(squares * kSquare == plan_.size_m);
    for (uint32_t row = 0; row < squares; ++row) {
      for (uint32_t column = 0; column < squares; ++column) {
        lo_ = {column * kSquare - plan_.size_m / 2, row * kSquare - plan_.size_m / 2};
        world_.mesh.BeginGroup(absl::StrCat("square_", column, "_", row));
        AddGround(column, row);
        AddBuildings();
        AddPlants(column, row);
      }
    }
    return std::move(world_);
  }

 private:
  bool IsInSquare(Vec2 p) const {
    return p.x >= lo_.x && p.x < lo_.x + kSquare && p.z >= lo_.z && p.z < lo_.z + kSquare;
  }

  void AddGround(uint32_t column, uint32_t row) {
    const auto per_square = static_cast<uint32_t>(kSquare / plan_.grid_m);
    std::vector<Vec3> points;
    for (uint32_t j = 0; j <= per_square; ++j) {
      for (uint32_t i = 0; i <= per_square; ++i) {
        points.push_back(terrain_.Corner(column * per_square + i, row * per_square + j));
      }
    }
    std::vector<uint32_t> indices;
    for (uint32_t j = 0; j < per_square; ++j) {
      for (uint32_t i = 0; i < per_square; ++i) {
        const uint32_t a = j * (per_square + 1) + i;
        const uint32_t c = a + per_square + 2;
        indices.insert(indices.end(), {a, c, a + 1, a, c - 1, c});
      }
    }
    world_.mesh.Add(Material::kGrass, points, indices);
  }

  void AddBuildings() {
    for (const BenchHouse& house : layout_.houses) {
      if (IsInSquare(house.middle)) AddHouse(world_.mesh, house.frame, house.plan);
    }
    for (const BenchBridge& bridge : layout_.bridges) {
      if (IsInSquare(bridge.frame.origin.Plane())) AddBridge(world_.mesh, bridge.frame, bridge.plan);
    }
  }

  // At most one tree, rock or clump of them per small square; the forest is dense if a noise field is high.
  void AddPlants(uint32_t column, uint32_t row) {
    Random random(plan_.seed ^ (uint64_t{row} << 32 | column) * 0x9e3779b97f4a7c15ULL);
    GatherNear();
    const auto per_side = static_cast<uint32_t>(kSquare / plan_.plant_spacing_m);
    const double step = kSquare / per_side;
    for (uint32_t j = 0; j < per_side; ++j) {
      for (uint32_t i = 0; i < per_side; ++i) {
        const double x = lo_.x + (i + random.NextInRange(0.12, 0.88)) * step;
        const double z = lo_.z + (j + random.NextInRange(0.12, 0.88)) * step;
        const double share = plan_.plant_share + 0.5 * FractalNoise({x, z}, 110, 2, plan_.seed + 60);
        if (random.NextUnit() < share && IsOpen({x, z})) AddClump({x, z}, random);
      }
    }
  }

  // Plants this close leave one hole in the walkable ground.
  void AddClump(Vec2 p, Random& random) {
    AddPlant(p, random);
    while (random.NextUnit() < kCompanionShare) {
      // Drawn one after the other: the order within one expression is the compiler's choice.
      const Vec2 direction = CirclePoint(random.NextBelow(24), 24);
      AddPlant(p + direction * random.NextInRange(0.5, 0.8), random);
    }
  }

  void AddPlant(Vec2 p, Random& random) {
    const Frame frame{{p.x, terrain_.HeightAt(p), p.z}, CirclePoint(random.NextBelow(24), 24)};
    const double size = random.NextInRange(0.7, 1.3);
    if (random.NextUnit() < kRockShare) {
      AddRock(world_.mesh, frame, size * 0.5, random);
      ++world_.rocks;
      return;
    }
    AddConifer(world_.mesh, frame, size);
    ++world_.trees;
  }

  void GatherNear() {
    const Vec2 middle = lo_ + Vec2{kSquare / 2, kSquare / 2};
    const auto is_near = [middle](Vec2 p) { return Distance(p, middle) < kSquare; };
    near_houses_.clear();
    near_pits_.clear();
    near_strips_.clear();
    for (const BenchHouse& house : layout_.houses) {
      if (is_near(house.middle)) near_houses_.push_back(house.middle);
    }
    for (const BenchPit& pit : layout_.pits) {
      if (is_near(pit.middle)) near_pits_.push_back(pit);
    }
    for (const BenchBridge& bridge : layout_.bridges) {
      const double reach = bridge.plan.length_m / 2 + 4;
      const Strip strip{bridge.frame.At(-reach, 0, 0).Plane(), bridge.frame.At(reach, 0, 0).Plane(),
                        kClearOfBridge};
      if (is_near(bridge.frame.origin.Plane())) near_strips_.push_back(strip);
    }
    for (const std::vector<RavinePoint>& ravine : layout_.ravines) {
      for (size_t k = 0; k + 1 < ravine.size(); ++k) {
        if (!is_near(ravine[k].middle)) continue;
        near_strips_.push_back({ravine[k].middle, ravine[k + 1].middle, kClearOfRavine});
      }
    }
  }

  bool IsOpen(Vec2 p) const {
    if (std::max(std::abs(p.x), std::abs(p.z)) > plan_.size_m / 2 - 3) return false;
    if (terrain_.SteepnessAt(p) > kMaxPlantSteepness) return false;
    for (const Vec2 house : near_houses_) {
      if (Distance(p, house) < kClearOfHouse) return false;
    }
    for (const Strip& strip : near_strips_) {
      if (DistanceToSegment(p, strip.from, strip.to) < strip.clear_m) return false;
    }
    // Pits are left open up to their rim, where the ground is steep anyway.
    return std::ranges::none_of(near_pits_, [p](const BenchPit& pit) { return Distance(p, pit.middle) < 3; });
  }

  BenchPlan plan_;
  BenchLayout layout_;
  BenchTerrain terrain_;
  BenchWorld world_;
  Vec2 lo_;  // the square being built
  std::vector<Vec2> near_houses_;
  std::vector<BenchPit> near_pits_;
  std::vector<Strip> near_strips_;
};

}  // namespace

BenchWorld BuildBenchWorld(const BenchPlan& plan) { return BenchBuilder(plan).Build(); }

}  // namespace waystone::samples
