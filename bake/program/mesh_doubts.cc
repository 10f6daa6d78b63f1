#include "bake/program/mesh_doubts.h"

#include <algorithm>
#include <cmath>

#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr double kLeastShare = 0.1;
// Of ten levels by different makers, nine tenths of the upright triangles are lower than 2 to 13 m.
constexpr double kHighWall_m = 60;
constexpr double kWallShare = 0.9;
constexpr size_t kFewWalls = 20;
constexpr double kUpright = 0.1;  // of a normal's length: its part upwards

// The height [m] that nine tenths of the upright solid triangles do not exceed; 0 if there are few.
double WallHeight_m(const SourceMap& map, const std::vector<TriangleClass>& classes) {
  std::vector<double> heights_m;
  for (size_t i = 0; i < map.triangles.size(); ++i) {
    if (!IsSolid(classes[i])) continue;
    const Vec3& a = map.vertices[map.triangles[i][0]];
    const Vec3& b = map.vertices[map.triangles[i][1]];
    const Vec3& c = map.vertices[map.triangles[i][2]];
    const Vec3 normal = Cross(b - a, c - a);
    if (std::abs(normal.y) > kUpright * Length(normal)) continue;
    heights_m.push_back(std::max({a.y, b.y, c.y}) - std::min({a.y, b.y, c.y}));
  }
  if (heights_m.size() < kFewWalls) return 0;
  const auto rank = static_cast<ptrdiff_t>(static_cast<double>(heights_m.size()) * kWallShare);
  std::nth_element(heights_m.begin(), heights_m.begin() + rank, heights_m.end());
  return heights_m[static_cast<size_t>(rank)];
}

double Tenths(double value) { return std::round(value * 10) / 10; }

}  // namespace

std::optional<std::string> DoubtOfUnits(const SourceMap& map, const std::vector<TriangleClass>& classes,
                                        const Aabb& bounds, double least_height_m) {
  const double wall_m = WallHeight_m(map, classes);
  if (wall_m > kHighWall_m) {
    return StrCat("its walls are up to ", Tenths(wall_m),
                  " m high: are its units centimetres (--scale 0.01) or inches (--scale 0.0254)?");
  }
  const Vec3 size = bounds.max - bounds.min;
  const double largest_m = std::max({size.x, size.y, size.z});
  if (largest_m >= least_height_m) return std::nullopt;
  return StrCat("all of it is ", largest_m, " m large, and the smallest agent ", least_height_m,
                " m high: are its units metres (--scale)?");
}

std::optional<std::string> DoubtOfLoss(const GroundCells& ground, double cell_size_m, double area_m2,
                                       const AgentProfile& agent) {
  const auto area_of = [&](uint64_t cells) { return static_cast<double>(cells) * cell_size_m * cell_size_m; };
  const double flat_m2 = area_of(ground.flat);
  const double high_m2 = area_of(ground.high);
  const double wide_m2 = area_of(ground.wide);
  if (area_m2 + area_of(ground.taken) >= kLeastShare * flat_m2) return std::nullopt;
  const char* cause = "";
  if (wide_m2 < kLeastShare * high_m2) cause = "it is wider than nearly every gap: ";
  if (high_m2 < kLeastShare * flat_m2) cause = "it is higher than nearly every room: ";
  return StrCat(cause, "of ", Tenths(flat_m2), " m2 of ground that is not too steep it can walk on ",
                Tenths(area_m2), " m2; ", Tenths(flat_m2 - high_m2), " m2 lack its headroom of ",
                agent.height_m, " m, and ", Tenths(std::max(0.0, high_m2 - wide_m2)),
                " m2 are nearer to a wall or a ledge than its radius of ", agent.radius_m,
                " m; check --scale, --up-axis and the agent's measures");
}

std::optional<std::string> DoubtOfClimb(const AgentProfile& agent) {
  if (agent.max_climb_m < agent.height_m) return std::nullopt;
  return StrCat(
      "max_climb_m ", agent.max_climb_m, " is not less than height_m ", agent.height_m,
      ": the agent steps over whatever is as high as itself, and no move of it meets anything solid");
}

}  // namespace waystone
