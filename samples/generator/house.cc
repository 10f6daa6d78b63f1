#include "samples/generator/house.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/check.h"

namespace waystone::samples {
namespace {

constexpr double kWall = 0.3;        // thickness of outer walls
constexpr double kPartition = 0.15;  // and of inner ones
constexpr double kSlab = 0.2;
constexpr double kStairWidth = 2.0;
constexpr double kStairFoot = 2.1;  // along v
constexpr int kSteps = 14;
constexpr double kTread = 0.36;
constexpr double kStairTop = kStairFoot + kSteps * kTread;
constexpr double kWellFrom = 2.5;     // the slab is open from here to the top of the stairs
constexpr double kPartitionAt = 4.9;  // along v
constexpr double kDoorWidth = 1.8;
constexpr double kInnerDoorWidth = 2.0;
constexpr double kDoorHeight = 2.25;
constexpr double kUpperHeight = 2.8;  // of the upper storey's walls
constexpr double kEaves = kStoreyHeight + kUpperHeight;
constexpr double kRailing = 0.9;
constexpr double kParapet = 0.7;
constexpr double kRoofRise = 1.15;  // rise over run of gabled roofs: 49 degrees
constexpr double kOverhang = 0.4;
constexpr double kStairSide = kWall + kStairWidth;  // along u: where the rooms begin

// The house with its outer corner at the frame's origin.
class Builder {
 public:
  Builder(SceneMesh& mesh, const Frame& corner, const HousePlan& plan)
      : mesh_(mesh), frame_(corner), plan_(plan) {}

  void Build() {
    Box(Material::kStone, {-0.05, -plan_.foundation_m, -0.05}, {W() + 0.05, -0.05, D() + 0.05});
    Box(Material::kWood, {0, -0.05, 0}, {W(), 0, D()});
    AddOuterWalls(0, kStoreyHeight, true);
    AddOuterWalls(kStoreyHeight, kUpperHeight, false);
    AddPartition(0, kStoreyHeight - kSlab);
    AddPartition(kStoreyHeight, kUpperHeight - 0.3);
    AddStairs();
    AddSlab();
    plan_.roof == RoofKind::kFlat ? AddFlatRoof() : AddGabledRoof();
  }

 private:
  double W() const { return plan_.width_m; }
  double D() const { return plan_.depth_m; }
  double DoorMiddle() const { return (kStairSide + W() - kWall) / 2 + 0.2; }

  void Box(Material material, const Vec3& lo, const Vec3& hi) { AddBox(mesh_, frame_, material, lo, hi); }

  std::vector<Opening> Windows(std::initializer_list<double> middles) const {
    std::vector<Opening> openings;
    if (!plan_.windows) return openings;
    for (const double middle : middles) openings.push_back({middle - 0.5, middle + 0.5, 0.9, 2.1});
    return openings;
  }

  void AddOuterWalls(double up, double height, bool ground_floor) {
    const double door = DoorMiddle();
    std::vector<Opening> front = ground_floor ? Windows({1.2}) : Windows({1.2, door});
    if (ground_floor) front.push_back({door - kDoorWidth / 2, door + kDoorWidth / 2, 0, kDoorHeight});
    AddWall(mesh_, frame_.MovedTo(0, up, 0), plan_.walls, W(), kWall, height, front);
    AddWall(mesh_, frame_.MovedTo(0, up, D() - kWall), plan_.walls, W(), kWall, height,
            Windows({W() * 0.45, W() * 0.8}));
    // The side walls stand between the front and the back; their u runs along the house's v.
    const double length = D() - 2 * kWall;
    const Frame left{frame_.At(kWall, up, kWall), frame_.v()};
    const Frame right{frame_.At(W(), up, kWall), frame_.v()};
    AddWall(mesh_, left, plan_.walls, length, kWall, height, {});
    AddWall(mesh_, right, plan_.walls, length, kWall, height, Windows({1.8, length - 1.6}));
  }

  // Between the front and the back room, from the staircase to the right wall.
  void AddPartition(double up, double height) {
    const double from = kStairSide + kPartition;
    const double length = W() - kWall - from;
    const double door = up > 0 ? length * 0.6 : length * 0.5;
    const Opening opening{door - kInnerDoorWidth / 2, door + kInnerDoorWidth / 2, 0, kDoorHeight};
    AddWall(mesh_, frame_.MovedTo(from, up, kPartitionAt), Material::kWood, length, kPartition, height,
            std::array{opening});
  }

  void AddStairs() {
    const double rise = kStoreyHeight / kSteps;
    for (int k = 0; k < kSteps; ++k) {
      Box(Material::kWood, {kWall, 0, kStairFoot + k * kTread},
          {kStairSide, (k + 1) * rise, kStairFoot + (k + 1) * kTread});
    }
    // A wall beside the stairs below, a railing around the opening above.
    Box(Material::kWood, {kStairSide, 0, kStairFoot},
        {kStairSide + kPartition, kStoreyHeight - kSlab, kStairTop});
    const double up = kStoreyHeight;
    Box(Material::kWood, {kStairSide, up, kWellFrom - 0.1},
        {kStairSide + 0.1, up + kRailing, kStairTop - 0.1});
    Box(Material::kWood, {kWall, up, kWellFrom - 0.1}, {kStairSide, up + kRailing, kWellFrom});
  }

  void AddSlab() {
    const double lo = kStoreyHeight - kSlab;
    const double hi = kStoreyHeight;
    Box(Material::kWood, {kStairSide, lo, kWall}, {W() - kWall, hi, D() - kWall});
    Box(Material::kWood, {kWall, lo, kWall}, {kStairSide, hi, kWellFrom});
    Box(Material::kWood, {kWall, lo, kStairTop}, {kStairSide, hi, D() - kWall});
  }

  void AddFlatRoof() {
    Box(Material::kStone, {-0.1, kEaves, -0.1}, {W() + 0.1, kEaves + kSlab, D() + 0.1});
    const double up = kEaves + kSlab;
    const double top = up + kParapet;
    Box(plan_.walls, {-0.1, up, -0.1}, {W() + 0.1, top, 0.15});
    Box(plan_.walls, {-0.1, up, D() - 0.15}, {W() + 0.1, top, D() + 0.1});
    Box(plan_.walls, {-0.1, up, 0.15}, {0.15, top, D() - 0.15});
    Box(plan_.walls, {W() - 0.15, up, 0.15}, {W() + 0.1, top, D() - 0.15});
  }

  // The ridge runs along the longer side; `across` is measured from an eave towards the other.
  void AddGabledRoof() {
    const bool along_u = W() >= D();
    const double length = along_u ? W() : D();
    const double span = along_u ? D() : W();
    const auto at = [&](double along, double up, double across) {
      return along_u ? frame_.At(along, kEaves + up, across) : frame_.At(span - across, kEaves + up, along);
    };
    const double ridge = span / 2 * kRoofRise;
    const double drop = kOverhang * kRoofRise;
    constexpr double kThickness = 0.25;  // measured upright
    for (const bool far : {false, true}) {
      const double eave = far ? span + kOverhang : -kOverhang;
      std::array<Vec3, 8> corners;
      for (size_t k = 0; k < corners.size(); ++k) {
        const double along = (k & 1) != 0 ? length + kOverhang : -kOverhang;
        const double lift = (k & 2) != 0 ? kThickness : 0;
        // Bit 2 is the end further along `across`, so that the corners stay right-handed.
        const bool at_ridge = ((k & 4) != 0) != far;
        corners[k] = at_ridge ? at(along, ridge + lift, span / 2) : at(along, lift - drop, eave);
      }
      AddHexahedron(mesh_, Material::kRoof, corners);
    }
    for (const double along : {0.0, length - kWall}) {
      const std::array<Vec3, 6> corners = {
          at(along, 0, 0),         at(along, 0, span),         at(along, ridge, span / 2),
          at(along + kWall, 0, 0), at(along + kWall, 0, span), at(along + kWall, ridge, span / 2)};
      static constexpr std::array<uint32_t, 24> kFaces = {0, 1, 2, 3, 5, 4, 0, 3, 4, 0, 4, 1,
                                                          1, 4, 5, 1, 5, 2, 2, 5, 3, 2, 3, 0};
      mesh_.Add(plan_.walls, corners, kFaces);
    }
  }

  SceneMesh& mesh_;
  Frame frame_;
  HousePlan plan_;
};

}  // namespace

void AddHouse(SceneMesh& mesh, const Frame& frame, const HousePlan& plan) {
  WS_CHECK(plan.width_m >= 8.0 && plan.depth_m >= kStairTop + kWall + 1.8);
  Builder(mesh, frame.MovedTo(-plan.width_m / 2, 0, 0), plan).Build();
}

Vec3 GroundFloorPoint(const Frame& frame, const HousePlan& plan) {
  return frame.At((kStairSide + plan.width_m - kWall) / 2 - plan.width_m / 2, 0, kPartitionAt / 2);
}

Vec3 UpperFloorPoint(const Frame& frame, const HousePlan& plan) {
  return GroundFloorPoint(frame, plan) + Vec3(0, kStoreyHeight, 0);
}

Vec3 RoofPoint(const Frame& frame, const HousePlan& plan) {
  const double ridge = std::min(plan.width_m, plan.depth_m) / 2 * kRoofRise + 0.25;
  return frame.At(0, kEaves + (plan.roof == RoofKind::kFlat ? kSlab : ridge), plan.depth_m / 2);
}

}  // namespace waystone::samples
