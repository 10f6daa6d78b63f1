#include "core/volume/voxel_line.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "core/volume/voxel_run.h"

namespace waystone {
namespace {

constexpr size_t kTurnsAhead = 64;
constexpr uint32_t kRounds = 32;
constexpr double kLeastGain = 1e-9;  // [voxels]

int64_t FloorOf(int64_t dividend, int64_t divisor) {
  const int64_t quotient = dividend / divisor;
  return quotient - (dividend % divisor < 0 ? 1 : 0);
}
int64_t CeilingOf(int64_t dividend, int64_t divisor) { return -FloorOf(-dividend, divisor); }

double Length(const Voxel& from, const Voxel& to) {
  double square = 0;
  for (size_t axis = 0; axis < 3; ++axis) {
    const double over = to.along[axis] - from.along[axis];
    square += over * over;
  }
  return std::sqrt(square);
}

// Without the turns that straight lines can pass by: the next kept one is the last turn with a free line to it, of
// the next kTurnsAhead.
std::vector<Voxel> LeaveOut(const VolumeView& volume, std::span<const Voxel> turns,
                            const Deadline& deadline) {
  std::vector<Voxel> kept;
  for (size_t at = 0; at < turns.size();) {
    kept.push_back(turns[at]);
    size_t next = deadline.Expired() ? at + 1 : std::min(turns.size() - 1, at + kTurnsAhead);
    while (next > at + 1 && !IsLineFree(volume, turns[at], turns[next])) --next;
    at = std::max(next, at + 1);
  }
  return kept;
}

// Moves each turn, once, to the voxel around it by which the path becomes shortest. Whether any was moved.
bool MoveTurns(const VolumeView& volume, std::span<Voxel> turns, const Deadline& deadline) {
  bool is_moved = false;
  for (size_t i = 1; i + 1 < turns.size() && !deadline.Expired(); ++i) {
    const Voxel from = turns[i - 1];
    const Voxel to = turns[i + 1];
    const Voxel middle = turns[i];
    double least = Length(from, middle) + Length(middle, to) - kLeastGain;
    for (const VoxelStep& step : kVoxelSteps) {
      const Voxel at = After(middle, step);
      const double length = Length(from, at) + Length(at, to);
      if (length >= least || !volume.IsFree(at)) continue;
      if (!IsLineFree(volume, from, at) || !IsLineFree(volume, at, to)) continue;
      turns[i] = at;
      least = length;
      is_moved = true;
    }
  }
  return is_moved;
}

}  // namespace

bool IsLineFree(const VolumeView& volume, const Voxel& from, const Voxel& to) {
  std::array<int64_t, 3> over{};
  size_t main = 0;
  for (size_t axis = 0; axis < 3; ++axis) {
    over[axis] = to.along[axis] - from.along[axis];
    if (std::abs(over[axis]) > std::abs(over[main])) main = axis;
  }
  const int64_t steps = std::abs(over[main]);
  if (steps == 0) return volume.IsFree(from);
  const auto is_along = [&](int64_t of) { return of == 0 || std::abs(of) == steps; };
  if (std::ranges::all_of(over, is_along)) {
    return volume.IsFree(from) && IsRunFree(volume, from, FirstRunBetween(from, to));
  }
  const std::array<size_t, 2> others = {main == 0 ? size_t{1} : 0, main == 2 ? size_t{1} : 2};
  // The cube is in slice k while its middle is less than a voxel from it, and then in all voxels less than a
  // voxel from its middle.
  for (int64_t k = 0; k <= steps; ++k) {
    const std::array<int64_t, 2> when = {std::max<int64_t>(k - 1, 0), std::min(k + 1, steps)};
    std::array<std::pair<int64_t, int64_t>, 2> ranges;
    for (size_t i = 0; i < 2; ++i) {
      const int64_t total = over[others[i]];
      const int64_t low = total * (total >= 0 ? when[0] : when[1]);
      const int64_t high = total * (total >= 0 ? when[1] : when[0]);
      ranges[i] = {FloorOf(low, steps), CeilingOf(high, steps)};
    }
    Voxel voxel;
    voxel.along[main] = from.along[main] + static_cast<int32_t>(over[main] > 0 ? k : -k);
    for (int64_t a = ranges[0].first; a <= ranges[0].second; ++a) {
      for (int64_t b = ranges[1].first; b <= ranges[1].second; ++b) {
        voxel.along[others[0]] = from.along[others[0]] + static_cast<int32_t>(a);
        voxel.along[others[1]] = from.along[others[1]] + static_cast<int32_t>(b);
        if (!volume.IsFree(voxel)) return false;
      }
    }
  }
  return true;
}

std::vector<Voxel> PullTaut(const VolumeView& volume, std::span<const Voxel> turns,
                            const Deadline& deadline) {
  std::vector<Voxel> taut = LeaveOut(volume, turns, deadline);
  for (uint32_t round = 0; round < kRounds && MoveTurns(volume, taut, deadline); ++round) {
    taut = LeaveOut(volume, taut, deadline);
  }
  return taut;
}

}  // namespace waystone
