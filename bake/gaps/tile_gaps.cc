#include "bake/gaps/tile_gaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "bake/gaps/field_costs.h"
#include "bake/gaps/path_reader.h"
#include "core/graph/dary_heap.h"

namespace waystone {
namespace {

constexpr uint32_t kNoSpan = 0xffffffffU;
constexpr int kAsLow_cells = 4;       // climbs that differ by no more are as low
constexpr size_t kMostMeetings = 64;  // of a pair of islands that are looked at, of those that are as bad

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

using MeetingsOfPairs = std::map<std::pair<uint32_t, uint32_t>, Meetings>;

// The floods of all islands over the spans of none.
class Flood {
 public:
  // But of those of which is_left_out[island].
  Flood(const FieldCosts& costs, std::span<const uint32_t> island, const std::vector<bool>& is_left_out)
      : costs_(costs), island_(island), owner_(island.begin(), island.end()) {
    for (uint32_t& owner : owner_) {
      if (is_left_out[owner]) owner = 0;
    }
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
          if (island_[n] != 0 && owner_[n] != 0) Pass(n, i, join);
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

  MeetingsOfPairs Meet() const {
    MeetingsOfPairs meetings;
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
      for (int d = 0; d < 2 && owner_[i] != 0 && island_[i] != 0; ++d) meet(i, d);
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

  // [cells] Of the ground of the island from which the span was flooded.
  int HeightOf(uint32_t span) const {
    while (parent_[span] != kNoSpan) span = parent_[span];
    return costs_.field().spans[span].floor;
  }

  // The spans from one island to the other, both ends on them.
  std::vector<uint32_t> PathOver(const Meeting& meeting) const {
    std::vector<uint32_t> path;
    for (uint32_t s = meeting.from; s != kNoSpan; s = parent_[s]) path.push_back(s);
    std::ranges::reverse(path);
    for (uint32_t s = meeting.to; s != kNoSpan; s = parent_[s]) path.push_back(s);
    return path;
  }

  // The same over spans that add up to the least badness, none of them worse: it keeps off what it need not meet.
  std::vector<uint32_t> CleanPathOver(const Meeting& meeting) {
    std::vector<uint32_t> path = CleanPathTo(meeting.from);
    std::ranges::reverse(path);
    const std::vector<uint32_t> rest = CleanPathTo(meeting.to);
    path.insert(path.end(), rest.begin(), rest.end());
    return path;
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
  std::vector<uint32_t> CleanPathTo(uint32_t from) {
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
    std::vector<uint32_t> path;
    for (uint32_t s = end; s != kNoSpan; s = before_[s]) path.push_back(s);
    std::ranges::reverse(path);
    for (const uint32_t span : touched) sum_[span] = kNever;
    return path;
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
  std::vector<uint32_t> sum_;  // of CleanPathTo, like the next one
  std::vector<uint32_t> before_;
};

// Of the places where two floods meet that are as bad, those with the lowest steps altogether; of these one in the middle of those
// with the most room beside what the path passes.
std::vector<uint32_t> BestPath(Flood& flood, const Meetings& meetings, PathReader& reader) {
  std::vector<std::vector<uint32_t>> paths;
  std::vector<int> climbs;
  for (const Meeting& meeting : meetings.kept) {
    paths.push_back(flood.PathOver(meeting));
    climbs.push_back(reader.ClimbOf(paths.back()));
  }
  const int least_climb = climbs.empty() ? 0 : *std::ranges::min_element(climbs);
  int most_room = -1;
  std::vector<Meeting> roomiest;
  for (size_t i = 0; i < paths.size(); ++i) {
    if (climbs[i] > least_climb + kAsLow_cells) continue;
    const Meeting& meeting = meetings.kept[i];
    const Asked asked = reader.AskedBy(paths[i]);
    const int room = std::min(reader.RoomAt(meeting.from, asked), reader.RoomAt(meeting.to, asked));
    if (room < most_room) continue;
    if (room > most_room) roomiest.clear();
    most_room = room;
    roomiest.push_back(meeting);
  }
  return roomiest.empty() ? std::vector<uint32_t>() : flood.CleanPathOver(roomiest[roomiest.size() / 2]);
}

// Islands of which none beside them is higher, nor lower by less than what is twice too high to climb: roofs, and tops of walls. Their
// floods part the islands below them.
std::vector<bool> TopsAmong(const Flood& flood, const MeetingsOfPairs& met, uint32_t island_count) {
  std::vector<bool> is_top(island_count + 1, true);
  for (const auto& [pair, meetings] : met) {
    const int above = flood.HeightOf(meetings.kept.front().from) - flood.HeightOf(meetings.kept.front().to);
    if (above < 0 || (above > 0 && meetings.severity <= kSeverityUnit)) is_top[pair.first] = false;
    if (above > 0 || (above < 0 && meetings.severity <= kSeverityUnit)) is_top[pair.second] = false;
  }
  is_top[0] = false;
  return is_top;
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

std::vector<FieldPlace> PlacesOf(std::span<const uint32_t> island, const PathReader& reader) {
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
  const uint32_t island_count = island.empty() ? 0 : *std::ranges::max_element(island);
  Flood flood(costs, island, std::vector<bool>(island_count + 1, false));
  flood.Run();
  PathReader reader(costs);
  FieldFindings found;
  const auto add = [&](Flood& of, const Meetings& meetings, double farthest_cells) {
    const std::vector<uint32_t> path = BestPath(of, meetings, reader);
    if (path.empty()) return;
    FieldGap gap;
    gap.end[0] = reader.PlaceOf(path.front());
    gap.end[1] = reader.PlaceOf(path.back());
    if (std::hypot(gap.end[0].x - gap.end[1].x, gap.end[0].z - gap.end[1].z) > farthest_cells) return;
    gap.severity = meetings.severity;
    gap.fixes = reader.FixesOf(path, reader.AskedBy(path));
    if (!gap.fixes.empty()) found.gaps.push_back(std::move(gap));
  };
  const MeetingsOfPairs met = flood.Meet();
  for (const auto& [pair, meetings] : met) add(flood, meetings, 2.0 * field.side);
  const std::vector<bool> is_top = TopsAmong(flood, met, island_count);
  if (std::ranges::count(is_top, true) > 0 && std::ranges::count(is_top, false) > 2) {
    // Over narrow tops: wide ones are stepped on, and off again.
    const double farthest_cells = 6 * rules.radius_cells + 3;
    Flood below(costs, island, is_top);
    below.Run();
    for (const auto& [pair, meetings] : below.Meet()) {
      const auto known = met.find(pair);
      if (known == met.end() || meetings.severity < known->second.severity)
        add(below, meetings, farthest_cells);
    }
  }
  found.ports = PortsOf(flood, field.side, margin_cells);
  found.islands = PlacesOf(island, reader);
  return found;
}

}  // namespace waystone
