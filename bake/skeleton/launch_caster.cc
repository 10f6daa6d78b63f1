// Rounds: every point that is new casts in all directions, in parallel, against the points that were there
// when the round began; then, one after the other, arrivals become arcs and new points.

#include "bake/skeleton/launch_caster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "bake/skeleton/surface_pieces.h"
#include "core/base/parallel_for.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr size_t kChunk = 64;               // [points] cast by a thread at a time
constexpr size_t kMaxRound = 1 << 16;       // [points] whose arrivals are held at once
constexpr double kSameShare = 0.95;         // of the spacing: floors closer than this are one (S0.4)
constexpr uint64_t kProgressInterval = 16;  // [rounds]

Vec3f ToFloat(Vec2 at, double y) {
  return {static_cast<float>(at.x), static_cast<float>(y), static_cast<float>(at.z)};
}

}  // namespace

LaunchCaster::LaunchCaster(const NavmeshView& mesh, const StepCaster& caster, double spacing_m,
                           int thread_count, LaunchProgress progress)
    : mesh_(mesh),
      caster_(caster),
      thread_count_(thread_count),
      progress_(std::move(progress)),
      index_(spacing_m, kSameShare * spacing_m) {
  graph_.spacing_m = spacing_m;
}

uint32_t LaunchCaster::AddPoint(const NavLocation& at) {
  LaunchPoint point{.at = ToFloat(at.point.Plane(), at.point.y), .poly = at.poly.value()};
  point.is_fixed = 1;
  graph_.points.push_back(point);
  return static_cast<uint32_t>(graph_.points.size() - 1);
}

uint32_t LaunchCaster::PointAt(LatticePlace place, const Landing& landing) {
  const uint32_t known = index_.Find(graph_, place, landing.y);
  if (known != kNoLaunchPoint) return known;
  const auto point = static_cast<uint32_t>(graph_.points.size());
  graph_.points.push_back({.at = ToFloat(index_.At(place), landing.y), .poly = landing.poly});
  index_.Add(place, point);
  frontier_.push_back(point);
  return point;
}

bool LaunchCaster::IsAt(const Landing& landing, const NavLocation& place) const {
  return !landing.is_leap && std::abs(landing.y - place.point.y) < graph_.spacing_m &&
         IsSameGround(mesh_, landing.poly, place);
}

bool LaunchCaster::Goes(const NavLocation& from, const NavLocation& to) {
  const std::optional<Landing> landing = caster_.Step(from, to.point.Plane(), workspace_);
  return landing.has_value() && IsAt(*landing, to);
}

// The location of the point of the lattice there, or of one yet to be made.
NavLocation LaunchCaster::LocationAt(LatticePlace place, const Landing& landing) const {
  const uint32_t known = index_.Find(graph_, place, landing.y);
  if (known != kNoLaunchPoint) return LocationOf(known);
  return {PolyId(landing.poly), Vec3(ToFloat(index_.At(place), landing.y))};
}

void LaunchCaster::JoinLattice(uint32_t point) {
  const NavLocation from = LocationOf(point);
  const double spacing_m = graph_.spacing_m;
  const LatticePlace corner{static_cast<int32_t>(std::floor(from.point.x / spacing_m)),
                            static_cast<int32_t>(std::floor(from.point.z / spacing_m))};
  std::array<LatticePlace, 4> places = {
      {corner, {corner.i + 1, corner.j}, {corner.i, corner.j + 1}, {corner.i + 1, corner.j + 1}}};
  const auto apart_m = [&](LatticePlace place) { return Distance(from.point.Plane(), index_.At(place)); };
  std::ranges::stable_sort(places, {}, apart_m);
  std::vector<uint32_t> joined;
  for (const LatticePlace place : places) {
    if (apart_m(place) == 0) continue;
    const std::optional<Landing> there = caster_.Step(from, index_.At(place), workspace_);
    if (!there.has_value() || there->is_leap) continue;
    const NavLocation to = LocationAt(place, *there);
    const auto is_beside = [&](uint32_t other) {
      return Goes(LocationOf(other), to) && Goes(to, LocationOf(other));
    };
    if (std::ranges::any_of(joined, is_beside)) {
      PointAt(place, *there);  // the flood joins it
      continue;
    }
    if (!IsAt(*there, to) || !Goes(to, from)) continue;
    const uint32_t neighbour = PointAt(place, *there);
    graph_.ConnectExtra({point, neighbour});
    graph_.ConnectExtra({neighbour, point});
    joined.push_back(neighbour);
  }
}

void LaunchCaster::Begin(const NavLocation& at) {
  const LatticePlace place = index_.PlaceOf(at.point.Plane());
  const Vec2 there = index_.At(place);
  if (there == at.point.Plane()) {
    PointAt(place, {at.poly.value(), at.point.y});
    return;
  }
  const std::optional<Landing> landing = caster_.Step(at, there, workspace_);
  // Not beyond a one-way side, or down a ledge.
  if (landing.has_value() && !landing->is_leap && Goes(LocationAt(place, *landing), at)) {
    PointAt(place, *landing);
    return;
  }
  JoinLattice(AddPoint(at));
}

void LaunchCaster::CastFrom(uint32_t point, Arrival* arrivals, CastWorkspace& workspace) const {
  const LaunchPoint& source = graph_.points[point];
  const NavLocation from = LocationOf(point);
  const LatticePlace place = index_.PlaceOf(from.point.Plane());
  for (uint32_t direction = 0; direction < kDirectionCount; ++direction) {
    Arrival& arrival = arrivals[direction];
    arrival = {};
    if ((source.out & 1U << direction) != 0) continue;
    const LatticePlace next{place.i + kCompass[direction][0], place.j + kCompass[direction][1]};
    const std::optional<Landing> landing = caster_.Step(from, index_.At(next), workspace);
    if (!landing.has_value()) continue;
    arrival = {*landing, index_.Find(graph_, next, landing->y), true};
  }
}

void LaunchCaster::Take(uint32_t point, uint32_t direction, const Arrival& arrival) {
  if (!arrival.has_landed) return;
  uint32_t to = arrival.known;
  if (to == kNoLaunchPoint) {
    const LatticePlace place = index_.PlaceOf(LocationOf(point).point.Plane());
    to = PointAt({place.i + kCompass[direction][0], place.j + kCompass[direction][1]}, arrival.landing);
  }
  if (!IsSameGround(mesh_, arrival.landing.poly, LocationOf(to))) return;
  graph_.Connect(point, direction, to, arrival.landing.is_leap);
  if (arrival.landing.returns) graph_.Connect(to, Opposite(direction), point, false);
}

absl::Status LaunchCaster::Flood() {
  std::vector<uint32_t> round;
  uint64_t rounds = 0;
  while (!frontier_.empty()) {
    // The oldest first, in portions, so that what a round finds takes little memory.
    const size_t count = std::min(frontier_.size(), kMaxRound);
    round.assign(frontier_.begin(), frontier_.begin() + static_cast<ptrdiff_t>(count));
    frontier_.erase(frontier_.begin(), frontier_.begin() + static_cast<ptrdiff_t>(count));
    arrivals_.resize(count * kDirectionCount);
    const size_t chunks = (count + kChunk - 1) / kChunk;
    std::vector<CastWorkspace> workspaces(chunks);
    ParallelFor(chunks, thread_count_, [&](size_t chunk) {
      const size_t end = std::min(count, (chunk + 1) * kChunk);
      for (size_t k = chunk * kChunk; k < end; ++k) {
        CastFrom(round[k], &arrivals_[k * kDirectionCount], workspaces[chunk]);
      }
    });
    for (const CastWorkspace& done : workspaces) {
      casts_ += done.casts;
      rays_ += done.rays;
    }
    for (size_t k = 0; k < count; ++k) {
      for (uint32_t direction = 0; direction < kDirectionCount; ++direction) {
        Take(round[k], direction, arrivals_[k * kDirectionCount + direction]);
      }
    }
    if (graph_.points.size() > kMaxLaunchPoints) {
      return absl::ResourceExhaustedError(StrCat("skeleton: more than ", kMaxLaunchPoints,
                                                 " launch points; the spacing of ", graph_.spacing_m,
                                                 " m is too small for this map"));
    }
    if (progress_ && ++rounds % kProgressInterval == 0) progress_(graph_.points.size());
  }
  return absl::OkStatus();
}

}  // namespace waystone
