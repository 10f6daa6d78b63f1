#include "bake/gaps/path_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <utility>

namespace waystone {
namespace {

constexpr uint32_t kNoSpan = 0xffffffffU;
constexpr size_t kMostLooks = 64;  // along a path for its narrow places
constexpr size_t kApart =
    2;  // [spans] Places that are no farther apart are one: what is bad by itself is rough.

// Calls take(first, last) for each run of indices below `count` for which is_bad(index), with holes of at most kApart.
template <typename IsBad, typename Take>
void ForEachRun(size_t count, const IsBad& is_bad, const Take& take) {
  for (size_t i = 0; i < count; ++i) {
    if (!is_bad(i)) continue;
    size_t last = i;
    for (size_t k = i + 1; k < count && k <= last + 1 + kApart; ++k) {
      if (is_bad(k)) last = k;
    }
    take(i, last);
    i = last;
  }
}

// Stretches of a path, from first to last, that have less room than enough. One ends where the room has grown by more than a cell,
// or to enough, and shrinks again.
std::vector<std::pair<size_t, size_t>> NarrowsOf(std::span<const int> rooms, int enough) {
  constexpr int kGrown = 3;  // [half cells]
  std::vector<std::pair<size_t, size_t>> narrows;
  size_t first = 0;
  size_t widest = 0;  // since the narrowest place, of `least` room
  int least = enough;
  int most = enough;
  for (size_t k = 0; k < rooms.size(); ++k) {
    const bool has_grown = least < enough && most >= std::min(least + kGrown, enough);
    if (has_grown && rooms[k] < most && (most == enough || rooms[k] <= most - kGrown)) {
      narrows.emplace_back(first, widest);
      first = widest;
      least = most = rooms[k];
    } else if (rooms[k] < least) {
      least = most = rooms[k];
    } else if (rooms[k] > most) {
      most = rooms[k];
      widest = k;
    }
  }
  if (least < enough) narrows.emplace_back(first, rooms.size() - 1);
  return narrows;
}

}  // namespace

Asked PathReader::AskedBy(std::span<const uint32_t> path) const {
  Asked asked{rules_.climb_cells, rules_.height_cells};
  for (size_t i = 0; i < path.size(); ++i) {
    const OpenSpan& s = field_.spans[path[i]];
    asked.air_cells = std::min(asked.air_cells, s.ceiling - s.floor);
    asked.is_steep = asked.is_steep || s.area == kSteepArea;
    asked.is_forbidden = asked.is_forbidden || s.area == kForbiddenArea;
    if (i == 0) continue;
    const SpanJoin join = costs_.JoinOf(field_.spans[path[i - 1]], s);
    if (!join.is_slope) asked.step_cells = std::max(asked.step_cells, join.step_cells);
    asked.air_cells = std::min(asked.air_cells, join.air_cells);
  }
  return asked;
}

int PathReader::ClimbOf(std::span<const uint32_t> path) const {
  int climb = 0;
  for (size_t i = 1; i < path.size(); ++i) climb += std::abs(StepAt(path, i));
  return climb;
}

int PathReader::RoomAt(uint32_t span, const Asked& asked) {
  const int reach = 2 * rules_.radius_cells;
  std::vector<std::vector<uint32_t>> buckets(static_cast<size_t>(reach) + 1);
  std::vector<uint32_t> touched;
  int room = reach;
  const auto put = [&](uint32_t n, int distance) {
    if (distance >= reach || (distance_[n] != 0 && distance_[n] <= distance + 1)) return;
    if (distance_[n] == 0) touched.push_back(n);
    distance_[n] = static_cast<uint16_t>(distance + 1);
    buckets[static_cast<size_t>(distance)].push_back(n);
  };
  put(span, 0);
  for (int distance = 0; distance < room; ++distance) {
    for (size_t k = 0; k < buckets[static_cast<size_t>(distance)].size() && distance < room; ++k) {
      const uint32_t at = buckets[static_cast<size_t>(distance)][k];
      for (int d = 0; d < 4; ++d) {
        bool is_open = false;
        costs_.ForEachJoin(at, d, [&](uint32_t n, const SpanJoin& join) {
          if (!IsOpen(n, join, asked)) return;
          is_open = true;
          put(n, distance + 2);
          costs_.ForEachJoin(n, (d + 1) % 4, [&](uint32_t corner, const SpanJoin& turn) {
            if (IsOpen(corner, turn, asked)) put(corner, distance + 3);
          });
        });
        if (!is_open) room = distance;
      }
    }
  }
  for (const uint32_t n : touched) distance_[n] = 0;
  return room;
}

std::vector<FieldFix> PathReader::FixesOf(std::span<const uint32_t> path, const Asked& asked) {
  std::vector<Broken> all;
  const auto add = [&](std::vector<Broken> places, bool tells_more) {
    std::ranges::stable_sort(places, std::ranges::greater(), &Broken::badness);
    const size_t kept = std::min<size_t>(places.size(), kMostPlacesOfRule);
    const size_t more = places.size() - kept;
    places.resize(kept);
    if (more > 0 && tells_more)
      std::ranges::max_element(places, {}, &Broken::place)->fix.more_places = static_cast<uint32_t>(more);
    all.insert(all.end(), places.begin(), places.end());
  };
  add(StepsOf(path), true);
  add(LowPlacesOf(path), true);
  add(BadGroundOf(path), true);
  add(NarrowPlacesOf(path, asked), false);  // many may be one passage
  if (all.empty() && path.size() > 2) all.push_back(ClosestCall(path));
  std::ranges::stable_sort(all, {}, &Broken::place);
  std::vector<FieldFix> fixes;
  fixes.reserve(all.size());
  for (const Broken& broken : all) fixes.push_back(broken.fix);
  return fixes;
}

FieldPlace PathReader::PlaceOf(uint32_t span) const {
  const auto side = static_cast<uint32_t>(field_.side);
  const uint32_t column = costs_.ColumnOf(span);
  return {static_cast<uint16_t>(column % side), static_cast<uint16_t>(column / side),
          field_.spans[span].floor};
}

bool PathReader::IsOpen(uint32_t n, const SpanJoin& join, const Asked& asked) const {
  const OpenSpan& s = field_.spans[n];
  if (!join.is_slope && join.step_cells > asked.step_cells) return false;
  if (join.air_cells < asked.air_cells || s.ceiling - s.floor < asked.air_cells) return false;
  if (s.area == kSteepArea) return asked.is_steep;
  return s.area != kForbiddenArea || asked.is_forbidden;
}

// Recast leaves out ground with just the agent's height of air beside an edge, and ground that rises by more than a step over two columns.
PathReader::Broken PathReader::ClosestCall(std::span<const uint32_t> path) const {
  size_t lowest = 1;
  size_t costliest = 1;
  size_t steepest = 0;
  const auto air_at = [&](size_t i) {
    const OpenSpan& s = field_.spans[path[i]];
    return s.ceiling - s.floor;
  };
  for (size_t i = 1; i + 1 < path.size(); ++i) {
    if (air_at(i) < air_at(lowest)) lowest = i;
    if (costs_.CostOf(path[i]) > costs_.CostOf(path[costliest])) costliest = i;
    bool is_steep = IsVoxelSteep(path[i]);
    for (int d = 0; d < 4; ++d)
      costs_.ForEachJoin(path[i], d,
                         [&](uint32_t n, const SpanJoin&) { is_steep = is_steep || IsVoxelSteep(n); });
    if (steepest == 0 && is_steep) steepest = i;
  }
  Broken call;
  if (air_at(lowest) <= rules_.height_cells + 1) {
    call.place = lowest;
    call.fix.kind = GapKind::kHeadroom;
    call.fix.measure = air_at(lowest) * rules_.cell_height_m;
  } else if (steepest > 0) {
    call.place = steepest;
    call.fix.kind = GapKind::kSlope;
    call.fix.measure = costs_.SlopeAt(path[steepest]);
  } else {
    call.place = costliest;
    call.fix.kind = GapKind::kWidth;
    call.fix.measure = 2 * rules_.radius_cells * rules_.cell_size_m;
  }
  const bool has_length = call.fix.kind != GapKind::kHeadroom;
  call.fix.at = PlaceOf(path[call.place - (has_length ? std::min<size_t>(call.place, 2) : 0)]);
  call.fix.to = PlaceOf(path[std::min(call.place + (has_length ? 2 : 0), path.size() - 1)]);
  return call;
}

int PathReader::StepAt(std::span<const uint32_t> path, size_t i) const {
  if (i == 0) return 0;
  const OpenSpan& a = field_.spans[path[i - 1]];
  const OpenSpan& b = field_.spans[path[i]];
  const SpanJoin join = costs_.JoinOf(a, b);
  if (join.is_slope || join.step_cells <= rules_.climb_cells) return 0;
  return a.floor < b.floor ? join.step_cells : -join.step_cells;
}

// A run may lead up and then down, or down and then up. If one of both is less than half of the other, it is two steps, and this is
// where the second begins. Otherwise it is one step, a wall or a ditch: `last` + 1.
size_t PathReader::TurnOf(std::span<const uint32_t> path, size_t first, size_t last) const {
  size_t turn = last + 1;
  int highest[2] = {std::abs(StepAt(path, first)), 0};
  for (size_t i = first + 1; i <= last; ++i) {
    const int step = StepAt(path, i);
    if (step == 0) continue;
    const bool is_back = (step > 0) != (StepAt(path, first) > 0);
    if (!is_back && turn <= last) return last + 1;  // rough ground
    if (is_back) turn = std::min(turn, i);
    highest[is_back ? 1 : 0] = std::max(highest[is_back ? 1 : 0], std::abs(step));
  }
  return 2 * std::min(highest[0], highest[1]) < std::max(highest[0], highest[1]) ? turn : last + 1;
}

// What leads up and down again, at least half as far, is one step both ways, however wide it is.
std::vector<PathReader::Broken> PathReader::StepsOf(std::span<const uint32_t> path) const {
  std::vector<Broken> steps;
  int up = 0;  // of the last of them
  int down = 0;
  const auto is_step = [&](size_t i) { return StepAt(path, i) != 0; };
  const auto add = [&](size_t first, size_t last) {
    int run_up = 0;
    int run_down = 0;
    size_t place = first;
    for (size_t i = first; i <= last; ++i) {
      const int step = StepAt(path, i);
      if (std::abs(step) > std::abs(StepAt(path, place))) place = i;
      run_up = std::max(run_up, step);
      run_down = std::max(run_down, -step);
    }
    const int highest = std::max(run_up, run_down);
    const int before = std::max(up, down);
    const bool goes_back = !steps.empty() && steps.back().fix.shape == StepShape::kOneWay &&
                           (up > down) != (run_up > run_down) &&
                           2 * std::min(highest, before) >= std::max(highest, before);
    if (goes_back) {
      steps.back().fix.shape = up > down ? StepShape::kWall : StepShape::kDitch;
      if (highest <= before) return;
    } else {
      FieldFix& fix = steps.emplace_back().fix;
      const bool is_one_way = 2 * std::min(run_up, run_down) < highest;
      const StepShape both = StepAt(path, first) > 0 ? StepShape::kWall : StepShape::kDitch;
      fix.shape = is_one_way ? StepShape::kOneWay : both;
    }
    up = run_up;
    down = run_down;
    Broken& step = steps.back();
    step.place = place;
    step.badness = highest;
    step.fix.kind = GapKind::kStep;
    step.fix.at = PlaceOf(path[place - 1]);
    step.fix.to = PlaceOf(path[place]);
    step.fix.measure = highest * rules_.cell_height_m;
  };
  ForEachRun(path.size(), is_step, [&](size_t first, size_t last) {
    const size_t turn = TurnOf(path, first, last);
    add(first, turn - 1);
    if (turn <= last) add(turn, last);
  });
  return steps;
}

std::vector<PathReader::Broken> PathReader::LowPlacesOf(std::span<const uint32_t> path) const {
  const auto air_at = [&](size_t i) {
    const OpenSpan& s = field_.spans[path[i]];
    const int air = s.ceiling - s.floor;
    return i == 0 ? air : std::min(air, costs_.JoinOf(field_.spans[path[i - 1]], s).air_cells);
  };
  std::vector<Broken> places;
  const auto is_low = [&](size_t i) { return air_at(i) < rules_.height_cells; };
  ForEachRun(path.size(), is_low, [&](size_t first, size_t last) {
    int lowest = rules_.height_cells;
    size_t lowest_first = first;
    size_t lowest_last = first;
    for (size_t i = first; i <= last; ++i) {
      const int air = air_at(i);
      if (air < lowest) {
        lowest = air;
        lowest_first = i;
      }
      if (air == lowest) lowest_last = i;
    }
    const size_t middle = (lowest_first + lowest_last) / 2;
    Broken low{.place = middle, .badness = static_cast<double>(-lowest), .fix = {}};
    low.fix.kind = GapKind::kHeadroom;
    low.fix.at = low.fix.to = PlaceOf(path[middle]);
    low.fix.measure = lowest * rules_.cell_height_m;
    places.push_back(low);
  });
  return places;
}

// The tops of walls are steep, too: a path that steps onto them and off again does not walk there.
bool PathReader::IsTop(std::span<const uint32_t> path, size_t first, size_t last) const {
  if (last - first > 2) return false;
  const auto steps = [&](size_t i) {
    const SpanJoin join = costs_.JoinOf(field_.spans[path[i - 1]], field_.spans[path[i]]);
    return !join.is_slope && join.step_cells > rules_.climb_cells;
  };
  return (first > 0 && steps(first)) || (last + 1 < path.size() && steps(last + 1));
}

// Of runs much shorter than the longest nothing is said: the rims of what is steep are rough.
std::vector<PathReader::Broken> PathReader::BadGroundOf(std::span<const uint32_t> path) const {
  constexpr size_t kShort = 3;  // [spans]
  std::vector<Broken> places;
  size_t longest = 0;
  const auto is_bad = [&](size_t i) {
    const uint8_t area = field_.spans[path[i]].area;
    return area == kSteepArea || area == kForbiddenArea || IsVoxelSteep(path[i]);
  };
  ForEachRun(path.size(), is_bad, [&](size_t first, size_t last) {
    if (IsTop(path, first, last)) return;
    const size_t length = last + 1 - first;
    const size_t middle = first + length / 2;
    longest = std::max(longest, length);
    double steepest = 0;
    for (size_t i = first; i <= last; ++i) {
      if (is_bad(i)) steepest = std::max(steepest, costs_.SlopeAt(path[i]));
    }
    const uint8_t area = field_.spans[path[middle]].area;
    Broken bad{.place = middle, .badness = static_cast<double>(length), .fix = {}};
    bad.fix.kind = area == kForbiddenArea ? GapKind::kForbidden : GapKind::kSlope;
    bad.fix.at = bad.fix.to = PlaceOf(path[middle]);
    if (length <= kShort) {  // it may be the side of a wall
      bad.fix.at = PlaceOf(path[first - std::min<size_t>(first, 1)]);
      bad.fix.to = PlaceOf(path[std::min(last + 1, path.size() - 1)]);
    }
    bad.fix.measure = area == kForbiddenArea ? 0 : steepest;
    bad.fix.is_by_area = area == kSteepArea;
    places.push_back(bad);
  });
  std::erase_if(places, [&](const Broken& bad) { return 2 * bad.badness < static_cast<double>(longest); });
  return places;
}

// The span has an area and air, and all the same it breaks a rule by itself.
bool PathReader::IsVoxelSteep(uint32_t span) const {
  const OpenSpan& s = field_.spans[span];
  if (s.ceiling - s.floor < rules_.height_cells) return false;
  return costs_.IsSteepByVoxels(span);
}

// Of each stretch the place with the least room. Along a wall many have as little: then the one with the shortest line through it.
std::vector<PathReader::Broken> PathReader::NarrowPlacesOf(std::span<const uint32_t> path,
                                                           const Asked& asked) {
  const size_t stride = path.size() / kMostLooks + 1;
  const int enough = 2 * rules_.radius_cells;
  std::vector<int> rooms;
  for (size_t i = 0; i < path.size(); i += stride) {
    rooms.push_back(costs_.CostOf(path[i]) == 0 ? enough : RoomAt(path[i], asked));
  }
  std::vector<Broken> places;
  for (const auto& [first, last] : NarrowsOf(rooms, enough)) {
    int least_room = enough;
    double least_width = std::numeric_limits<double>::infinity();
    size_t place = 0;
    for (size_t k = first; k <= last; ++k) {
      if (rooms[k] > least_room || rooms[k] == enough) continue;
      const double width = LineThrough(path[k * stride], asked);
      if (rooms[k] == least_room && width >= least_width) continue;
      least_room = rooms[k];
      least_width = width;
      place = k * stride;
    }
    constexpr double kWidthShare = 1e-3;  // it counts between equal rooms only
    Broken narrow{.place = place, .badness = -least_room - kWidthShare * least_width, .fix = {}};
    narrow.fix.kind = GapKind::kWidth;
    narrow.fix.at = PlaceOf(path[place < 2 ? 0 : place - 2]);
    narrow.fix.to = PlaceOf(path[std::min(place + 2, path.size() - 1)]);
    narrow.fix.measure = (least_room + 1) * rules_.cell_size_m;
    places.push_back(narrow);
  }
  // What is stepped over narrows the path as well, to voxels: only the narrowest place is sure to be one by itself.
  const bool has_step = asked.step_cells > rules_.climb_cells;
  if (has_step && places.size() > 1) places = {*std::ranges::max_element(places, {}, &Broken::badness)};
  return places;
}

// [cells] The shortest of the lines through a span along the axes and between them, up to the agent's width to each side.
double PathReader::LineThrough(uint32_t span, const Asked& asked) const {
  double least = std::numeric_limits<double>::infinity();
  for (int line = 0; line < 4; ++line) {
    const bool is_diagonal = line >= 2;
    const int first = line % 2;
    const int second = is_diagonal ? (first == 0 ? 1 : 2) : -1;
    const int back = second < 0 ? -1 : (second + 2) % 4;
    const int cells = 1 + RunOf(span, first, second, asked) + RunOf(span, (first + 2) % 4, back, asked);
    least = std::min(least, is_diagonal ? cells * std::numbers::sqrt2 : cells);
  }
  return least;
}

// How many spans follow each other in a direction; `other`: and in that one, for each, whichever comes first.
int PathReader::RunOf(uint32_t span, int direction, int other, const Asked& asked) const {
  const int most = 2 * rules_.radius_cells + 2;
  const auto step = [&](uint32_t from, int d) {
    uint32_t next = kNoSpan;
    if (from == kNoSpan) return next;
    costs_.ForEachJoin(from, d, [&](uint32_t n, const SpanJoin& join) {
      if (next == kNoSpan && IsOpen(n, join, asked)) next = n;
    });
    return next;
  };
  for (int count = 0; count < most; ++count) {
    uint32_t next = step(span, direction);
    if (other >= 0) next = step(next, other);
    if (other >= 0 && next == kNoSpan) next = step(step(span, other), direction);
    if (next == kNoSpan) return count;
    span = next;
  }
  return most;
}

}  // namespace waystone
