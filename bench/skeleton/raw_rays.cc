#include "bench/skeleton/raw_rays.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "bench/stopwatch.h"
#include "core/base/parallel_for.h"

namespace waystone {
namespace {

constexpr size_t kChunk = 4096;  // [points]

// The count keeps the compiler from leaving out the rays.
struct Counts {
  uint64_t rays = 0;
  uint64_t hits = 0;
};

void CastAlong(const RayScene& rays, const Vec3& from, const Vec3& to, const CastBody& body, Counts& counts) {
  const Vec2 path = to.Plane() - from.Plane();
  const Vec2 ahead = path * (body.side_m / Length(path));
  counts.hits +=
      rays.GroundBelow({to.x, to.y + body.low_m, to.z}, body.low_m + body.climb_m).has_value() ? 1 : 0;
  for (const double side : {0.0, 1.0, -1.0}) {
    for (const double height_m : {body.low_m, body.top_m}) {
      const Vec3 shift{-side * ahead.z, height_m, side * ahead.x};
      counts.hits += rays.IsBlocked({from + shift, to + shift}) ? 1 : 0;
    }
  }
  counts.rays += 7;
}

}  // namespace

double RawRaysPerSecond(const RayScene& rays, const LaunchGraph& graph, const CastBody& body,
                        int thread_count) {
  const size_t chunks = (graph.points.size() + kChunk - 1) / kChunk;
  std::vector<Counts> counts(chunks);
  const double us = MicrosecondsOf([&] {
    ParallelFor(chunks, thread_count, [&](size_t chunk) {
      const size_t end = std::min(graph.points.size(), (chunk + 1) * kChunk);
      for (size_t p = chunk * kChunk; p < end; ++p) {
        const LaunchPoint& point = graph.points[p];
        for (uint32_t d = 0; d < kDirectionCount; ++d) {
          if ((point.out & 1U << d) == 0) continue;
          CastAlong(rays, Vec3(point.at), Vec3(graph.points[point.neighbours[d]].at), body, counts[chunk]);
        }
      }
    });
  });
  const auto sum = [](uint64_t total, const Counts& c) { return total + c.rays; };
  return static_cast<double>(std::accumulate(counts.begin(), counts.end(), uint64_t{0}, sum)) / (us * 1e-6);
}

}  // namespace waystone
