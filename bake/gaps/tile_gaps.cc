#include "bake/gaps/tile_gaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <tuple>
#include <utility>

#include "bake/gaps/field_costs.h"
#include "core/graph/dary_heap.h"

namespace waystone {
namespace {

constexpr uint32_t kNoSpan = 0xffffffffU;
constexpr size_t kMostMeetings = 64;  // of a pair of islands that are looked at, of those that are as bad
constexpr size_t kMostLooks = 64;     // along a way for its narrowest place

// Where the floods of two islands meet.
struct Meeting {
  uint32_t from = kNoSpan;  // of the lower island
  uint32_t to = kNoSpan;
};
struct Meetings {
  Severity severity = kWorstSeverity;
  uint64_t count = 0;
  std::vector<Meeting> kept;  // spread over all of `count`

  void Add(Severity at, const Meeting& meeting) {
    if (at > severity) return;
    if (at < severity) {
      severity = at;
      count = 0;
      kept.clear();
    }
    // Each 2^k-th, so that those kept lie all along the border of the two.
    if (count % stride_ == 0) {
      if (kept.size() == kMostMeetings) Thin();
      if (count % stride_ == 0) kept.push_back(meeting);
    }
    ++count;
  }

 private:
  void Thin() {
    for (size_t i = 0; 2 * i < kept.size(); ++i) kept[i] = kept[2 * i];
    kept.resize(kept.size() / 2);
    stride_ *= 2;
  }
  uint64_t stride_ = 1;
};

// What an agent must be able to do on the path over a gap. Spans that ask for no more count as open.
struct Asked {
  int step_cells = 0;
  int air_cells = 0;
  bool is_steep = false;
  bool is_forbidden = false;
};

// The floods of all islands over the spans of none.
class Flood {
 public:
  Flood(const FieldCosts& costs, std::span<const uint32_t> island)
      : costs_(costs), island_(island), owner_(island.begin(), island.end()) {
    parent_.assign(island.size(), kNoSpan);
    worst_.assign(island.size(), 0);
    sum_.assign(island.size(), kNever);
    before_.assign(island.size(), kNoSpan);
  }

  void Run() {
    // From the islands' spans beside them; islands are large.
    for (const uint32_t i : costs_.outside()) {
      for (int d = 0; d < 4; ++d) {
        costs_.ForEachJoin(i, d, [&](uint32_t n, const SpanJoin& join) {
          if (island_[n] != 0) Pass(n, i, join);
        });
      }
    }
    for (Severity worst = 0; worst <= kMostSeverity; ++worst) {
      for (size_t k = 0; k < buckets_[worst].size(); ++k) {
        const uint32_t span = buckets_[worst][k];
        if (worst_[span] == worst) Pass(span);
      }
      buckets_[worst] = {};
    }
  }

  std::map<std::pair<uint32_t, uint32_t>, Meetings> Meet() const {
    std::map<std::pair<uint32_t, uint32_t>, Meetings> meetings;
    const auto meet = [&](uint32_t i, int direction) {
      costs_.ForEachJoin(i, direction, [&](uint32_t n, const SpanJoin& join) {
        const uint32_t a = owner_[i];
        const uint32_t b = owner_[n];
        if (b == 0 || a == b) return;
        if (direction >= 2 && island_[i] == 0 && island_[n] == 0) return;  // was met from the other side
        const Severity at = std::max({worst_[i], worst_[n], costs_.CostOf(join)});
        if (at > kMostSeverity) return;
        meetings[std::minmax(a, b)].Add(at, a < b ? Meeting{i, n} : Meeting{n, i});
      });
    };
    for (const uint32_t i : costs_.outside()) {
      for (int d = 0; d < 4 && owner_[i] != 0; ++d) meet(i, d);
    }
    // Agents of no width stand right beside a step.
    if (costs_.rules().radius_cells > 0) return meetings;
    for (uint32_t i = 0; i < island_.size(); ++i) {
      for (int d = 0; d < 2 && island_[i] != 0; ++d) meet(i, d);
    }
    return meetings;
  }

  // Of one column.
  void AddPorts(uint32_t x, uint32_t z, std::vector<FieldPort>& ports) const {
    const OpenField& field = costs_.field();
    const uint32_t column = x + z * static_cast<uint32_t>(field.side);
    for (uint32_t i = field.begin[column]; i < field.begin[column + 1]; ++i) {
      if (island_[i] != 0 || owner_[i] == 0) continue;
      const FieldPlace at{static_cast<uint16_t>(x), static_cast<uint16_t>(z), field.spans[i].floor};
      ports.push_back({at, owner_[i], worst_[i]});
    }
  }

  // The spans from one island to the other, both ends on them.
  std::vector<uint32_t> WayOver(const Meeting& meeting) const {
    std::vector<uint32_t> way;
    for (uint32_t s = meeting.from; s != kNoSpan; s = parent_[s]) way.push_back(s);
    std::ranges::reverse(way);
    for (uint32_t s = meeting.to; s != kNoSpan; s = parent_[s]) way.push_back(s);
    return way;
  }

  // The same over spans that add up to the least badness, none of them worse: it keeps off what it need not meet.
  std::vector<uint32_t> CleanWayOver(const Meeting& meeting) {
    std::vector<uint32_t> way = CleanWayTo(meeting.from);
    std::ranges::reverse(way);
    const std::vector<uint32_t> rest = CleanWayTo(meeting.to);
    way.insert(way.end(), rest.begin(), rest.end());
    return way;
  }

 private:
  static constexpr uint32_t kNever = 0xffffffffU;

  struct Open {
    uint32_t sum;
    uint32_t span;

    struct IsBefore {
      bool operator()(const Open& a, const Open& b) const {
        return std::tie(a.sum, a.span) < std::tie(b.sum, b.span);
      }
    };
  };

  // From the span to the island that owns it (Dijkstra).
  std::vector<uint32_t> CleanWayTo(uint32_t from) {
    const Severity most = worst_[from];
    DaryHeap<Open, Open::IsBefore> open;
    std::vector<uint32_t> touched;
    const auto reach = [&](uint32_t span, uint32_t sum, uint32_t before) {
      if (sum >= sum_[span]) return;
      if (sum_[span] == kNever) touched.push_back(span);
      sum_[span] = sum;
      before_[span] = before;
      open.Push({sum, span});
    };
    reach(from, 0, kNoSpan);
    uint32_t end = from;
    while (!open.empty()) {
      const Open top = open.top();
      open.Pop();
      if (top.sum > sum_[top.span]) continue;
      end = top.span;
      if (island_[end] != 0) break;
      for (int d = 0; d < 4; ++d) {
        costs_.ForEachJoin(end, d, [&](uint32_t n, const SpanJoin& join) {
          const Severity of_join = costs_.CostOf(join);
          if (owner_[n] != owner_[from] || of_join > most || costs_.CostOf(n) > most) return;
          reach(n, top.sum + 1 + costs_.CostOf(n) + of_join, end);
        });
      }
    }
    std::vector<uint32_t> way;
    for (uint32_t s = end; s != kNoSpan; s = before_[s]) way.push_back(s);
    std::ranges::reverse(way);
    for (const uint32_t span : touched) sum_[span] = kNever;
    return way;
  }

  void Pass(uint32_t span) {
    for (int d = 0; d < 4; ++d) {
      costs_.ForEachJoin(span, d, [&](uint32_t n, const SpanJoin& join) {
        if (island_[n] == 0) Pass(span, n, join);
      });
    }
  }

  void Pass(uint32_t from, uint32_t to, const SpanJoin& join) {
    const Severity of_join = costs_.CostOf(join);
    const Severity worst = std::max({worst_[from], costs_.CostOf(to), of_join});
    if (worst > kMostSeverity) return;
    if (owner_[to] != 0 && worst_[to] <= worst) return;
    owner_[to] = owner_[from];
    parent_[to] = from;
    worst_[to] = worst;
    buckets_[worst].push_back(to);
  }

  const FieldCosts& costs_;
  const std::span<const uint32_t> island_;
  std::vector<uint32_t> owner_;
  std::vector<uint32_t> parent_;
  std::vector<Severity> worst_;
  std::array<std::vector<uint32_t>, kMostSeverity + 1> buckets_;
  std::vector<uint32_t> sum_;  // of CleanWayTo, like the next one
  std::vector<uint32_t> before_;
};

// Reads one gap's rules off a way over it.
class WayReader {
 public:
  explicit WayReader(const FieldCosts& costs) : costs_(costs), field_(costs.field()), rules_(costs.rules()) {
    distance_.assign(field_.spans.size(), 0);
  }

  Asked AskedBy(std::span<const uint32_t> way) const {
    Asked asked{rules_.climb_cells, rules_.height_cells};
    for (size_t i = 0; i < way.size(); ++i) {
      const OpenSpan& s = field_.spans[way[i]];
      asked.air_cells = std::min(asked.air_cells, s.ceiling - s.floor);
      asked.is_steep = asked.is_steep || s.area == kSteepArea;
      asked.is_forbidden = asked.is_forbidden || s.area == kForbiddenArea;
      if (i == 0) continue;
      const SpanJoin join = costs_.JoinOf(field_.spans[way[i - 1]], s);
      if (!join.is_slope) asked.step_cells = std::max(asked.step_cells, join.step_cells);
      asked.air_cells = std::min(asked.air_cells, join.air_cells);
    }
    return asked;
  }

  // [half cells] From the span to the nearest border that such a way does not pass, up to the agent's radius.
  int RoomAt(uint32_t span, const Asked& asked) {
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

  std::vector<FieldFix> FixesOf(std::span<const uint32_t> way, const Asked& asked) {
    std::vector<std::pair<size_t, FieldFix>> found;  // by where they are on the way
    AddStep(way, found);
    AddHeadroom(way, found);
    AddGround(way, found);
    AddWidth(way, asked, found);
    std::ranges::stable_sort(found, {}, &std::pair<size_t, FieldFix>::first);
    std::vector<FieldFix> fixes;
    fixes.reserve(found.size());
    for (const auto& [place, fix] : found) fixes.push_back(fix);
    return fixes;
  }

  FieldPlace PlaceOf(uint32_t span) const {
    const auto side = static_cast<uint32_t>(field_.side);
    const uint32_t column = costs_.ColumnOf(span);
    return {static_cast<uint16_t>(column % side), static_cast<uint16_t>(column / side),
            field_.spans[span].floor};
  }

 private:
  using Found = std::vector<std::pair<size_t, FieldFix>>;

  bool IsOpen(uint32_t n, const SpanJoin& join, const Asked& asked) const {
    const OpenSpan& s = field_.spans[n];
    if (!join.is_slope && join.step_cells > asked.step_cells) return false;
    if (join.air_cells < asked.air_cells || s.ceiling - s.floor < asked.air_cells) return false;
    if (s.area == kSteepArea) return asked.is_steep;
    return s.area != kForbiddenArea || asked.is_forbidden;
  }

  void AddStep(std::span<const uint32_t> way, Found& found) const {
    int highest = rules_.climb_cells;
    int up = 0;
    int down = 0;
    size_t place = 0;
    for (size_t i = 1; i < way.size(); ++i) {
      const OpenSpan& a = field_.spans[way[i - 1]];
      const OpenSpan& b = field_.spans[way[i]];
      const SpanJoin join = costs_.JoinOf(a, b);
      if (join.is_slope || join.step_cells <= rules_.climb_cells) continue;
      int& side = a.floor < b.floor ? up : down;
      side = std::max(side, join.step_cells);
      if (join.step_cells <= highest) continue;
      highest = join.step_cells;
      place = i;
    }
    if (place == 0) return;
    FieldFix fix{GapKind::kStep, PlaceOf(way[place - 1]), PlaceOf(way[place])};
    fix.measure = highest * rules_.cell_height_m;
    fix.is_both_ways = 2 * std::min(up, down) >= highest;
    found.emplace_back(place, fix);
  }

  void AddHeadroom(std::span<const uint32_t> way, Found& found) const {
    int lowest = rules_.height_cells;
    size_t first = 0;
    size_t last = 0;
    for (size_t i = 0; i < way.size(); ++i) {
      const OpenSpan& s = field_.spans[way[i]];
      int air = s.ceiling - s.floor;
      if (i > 0) air = std::min(air, costs_.JoinOf(field_.spans[way[i - 1]], s).air_cells);
      if (air < lowest) {
        lowest = air;
        first = i;
      }
      if (air == lowest) last = i;
    }
    if (lowest == rules_.height_cells) return;
    const size_t middle = (first + last) / 2;
    FieldFix fix{GapKind::kHeadroom, PlaceOf(way[middle]), PlaceOf(way[middle])};
    fix.measure = lowest * rules_.cell_height_m;
    found.emplace_back(middle, fix);
  }

  // The tops of walls are steep, too: a way that steps onto them and off again does not walk there.
  bool IsTop(std::span<const uint32_t> way, size_t first, size_t last) const {
    if (last - first > 2) return false;
    const auto steps = [&](size_t i) {
      const SpanJoin join = costs_.JoinOf(field_.spans[way[i - 1]], field_.spans[way[i]]);
      return !join.is_slope && join.step_cells > rules_.climb_cells;
    };
    return (first > 0 && steps(first)) || (last + 1 < way.size() && steps(last + 1));
  }

  void AddGround(std::span<const uint32_t> way, Found& found) const {
    double steepest = -1;
    size_t longest = 0;
    FieldFix fix;
    size_t place = 0;
    for (size_t i = 0; i < way.size();) {
      const auto is_bad = [&](size_t k) {
        const uint8_t area = field_.spans[way[k]].area;
        return area == kSteepArea || area == kForbiddenArea || IsVoxelSteep(way[k]);
      };
      size_t end = i;
      while (end < way.size() && is_bad(end)) ++end;
      if (end > i && !IsTop(way, i, end - 1) && end - i > longest) {
        longest = end - i;
        const size_t middle = i + (end - i) / 2;
        steepest = 0;
        for (size_t k = i; k < end; ++k) steepest = std::max(steepest, costs_.SlopeAt(way[k]));
        const uint8_t area = field_.spans[way[middle]].area;
        fix = {area == kForbiddenArea ? GapKind::kForbidden : GapKind::kSlope, PlaceOf(way[middle]),
               PlaceOf(way[middle])};
        fix.measure = area == kForbiddenArea ? 0 : steepest;
        fix.is_by_area = area == kSteepArea;
        place = middle;
      }
      i = std::max(end, i + 1);
    }
    if (steepest >= 0) found.emplace_back(place, fix);
  }

  // The span has an area and air, and all the same it breaks a rule by itself.
  bool IsVoxelSteep(uint32_t span) const {
    const OpenSpan& s = field_.spans[span];
    if (s.ceiling - s.floor < rules_.height_cells) return false;
    return costs_.IsSteepByVoxels(span);
  }

  // Takes the place with the least room. Along a wall many have as little: then the one with the shortest line through it.
  void AddWidth(std::span<const uint32_t> way, const Asked& asked, Found& found) {
    int least_room = 2 * rules_.radius_cells;
    double least_width = std::numeric_limits<double>::infinity();
    size_t place = 0;
    const size_t stride = way.size() / kMostLooks + 1;
    for (size_t i = 0; i < way.size(); i += stride) {
      if (costs_.CostOf(way[i]) == 0) continue;
      const int room = RoomAt(way[i], asked);
      if (room > least_room || room == 2 * rules_.radius_cells) continue;
      const double width = LineThrough(way[i], asked);
      if (room == least_room && width >= least_width) continue;
      least_room = room;
      least_width = width;
      place = i;
    }
    if (least_room == 2 * rules_.radius_cells) return;
    FieldFix fix{GapKind::kWidth, PlaceOf(way[place < 2 ? 0 : place - 2]),
                 PlaceOf(way[std::min(place + 2, way.size() - 1)])};
    fix.measure = (least_room + 1) * rules_.cell_size_m;
    found.emplace_back(place, fix);
  }

  // [cells] The shortest of the lines through a span along the axes and between them, up to the agent's width to each side.
  double LineThrough(uint32_t span, const Asked& asked) const {
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
  int RunOf(uint32_t span, int direction, int other, const Asked& asked) const {
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

  const FieldCosts& costs_;
  const OpenField& field_;
  const GapRules& rules_;
  std::vector<uint16_t> distance_;  // [half cells] and 1 more
};

// Of the places where two floods meet that are as bad, one in the middle of those with the most room beside what the way
// passes.
std::vector<uint32_t> BestWay(Flood& flood, const Meetings& meetings, WayReader& reader) {
  int most_room = -1;
  std::vector<Meeting> roomiest;
  for (const Meeting& meeting : meetings.kept) {
    const Asked asked = reader.AskedBy(flood.WayOver(meeting));
    const int room = std::min(reader.RoomAt(meeting.from, asked), reader.RoomAt(meeting.to, asked));
    if (room < most_room) continue;
    if (room > most_room) roomiest.clear();
    most_room = room;
    roomiest.push_back(meeting);
  }
  return roomiest.empty() ? std::vector<uint32_t>() : flood.CleanWayOver(roomiest[roomiest.size() / 2]);
}

std::vector<FieldPort> PortsOf(const Flood& flood, int side, int margin_cells) {
  std::vector<FieldPort> ports;
  const auto first = static_cast<uint32_t>(margin_cells);
  const auto last = static_cast<uint32_t>(side - margin_cells);  // the first of the next tile
  if (margin_cells <= 0 || last <= first) return ports;
  for (uint32_t k = first; k <= last; ++k) {
    flood.AddPorts(first, k, ports);
    flood.AddPorts(last, k, ports);
    if (k == first || k == last) continue;
    flood.AddPorts(k, first, ports);
    flood.AddPorts(k, last, ports);
  }
  return ports;
}

std::vector<FieldPlace> PlacesOf(std::span<const uint32_t> island, const WayReader& reader) {
  std::vector<FieldPlace> places;
  std::vector<bool> has_place;
  for (uint32_t i = 0; i < island.size(); ++i) {
    if (island[i] == 0) continue;
    if (island[i] > places.size()) {
      places.resize(island[i]);
      has_place.resize(island[i], false);
    }
    if (has_place[island[i] - 1]) continue;
    places[island[i] - 1] = reader.PlaceOf(i);
    has_place[island[i] - 1] = true;
  }
  return places;
}

}  // namespace

FieldFindings FindFieldGaps(const OpenField& field, std::span<const uint32_t> island, const GapRules& rules,
                            int margin_cells) {
  const FieldCosts costs(field, island, rules, margin_cells);
  Flood flood(costs, island);
  flood.Run();
  WayReader reader(costs);
  FieldFindings found;
  for (const auto& [pair, meetings] : flood.Meet()) {
    const std::vector<uint32_t> way = BestWay(flood, meetings, reader);
    if (way.empty()) continue;
    FieldGap gap;
    gap.end[0] = reader.PlaceOf(way.front());
    gap.end[1] = reader.PlaceOf(way.back());
    gap.severity = meetings.severity;
    gap.fixes = reader.FixesOf(way, reader.AskedBy(way));
    if (!gap.fixes.empty()) found.gaps.push_back(std::move(gap));
  }
  found.ports = PortsOf(flood, field.side, margin_cells);
  found.islands = PlacesOf(island, reader);
  return found;
}

}  // namespace waystone
