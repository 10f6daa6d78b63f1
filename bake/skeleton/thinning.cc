#include "bake/skeleton/thinning.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace waystone {
namespace {

// Bits of the mask, by direction: north is the seed's P2, then clockwise to P9.
constexpr uint32_t kP2 = 1U << 0;
constexpr uint32_t kP4 = 1U << 2;
constexpr uint32_t kP6 = 1U << 4;
constexpr uint32_t kP8 = 1U << 6;
constexpr uint32_t kAxes = kP2 | kP4 | kP6 | kP8;

bool HasNone(uint32_t mask, uint32_t bits) { return (mask & bits) != bits; }

// The seed's conditions on P2 .. P9 in the first or the second sub-iteration.
bool IsMarked(uint32_t mask, bool is_first) {
  const int sum = std::popcount(mask);
  if (sum < 2 || sum > 6) return false;
  const uint32_t next = (mask >> 1U | mask << (kDirectionCount - 1)) & 0xffU;
  if (std::popcount(~mask & next & 0xffU) != 1) return false;  // changes from 0 to 1
  if (is_first) return HasNone(mask, kP2 | kP4 | kP6) && HasNone(mask, kP4 | kP6 | kP8);
  return HasNone(mask, kP2 | kP4 | kP8) && HasNone(mask, kP2 | kP6 | kP8);
}

uint32_t KeptMask(const LaunchPoint& point, const std::vector<bool>& is_kept) {
  uint32_t mask = 0;
  for (uint32_t d = 0; d < kDirectionCount; ++d) {
    const uint32_t neighbour = point.neighbours[d];
    if (neighbour != kNoLaunchPoint && is_kept[neighbour]) mask |= 1U << d;
  }
  return mask;
}

// The directions in which a point has this neighbour. Without branches: thinning asks most of all for this.
uint32_t SlotsOf(const LaunchPoint& point, uint32_t neighbour) {
  uint32_t slots = 0;
  for (uint32_t d = 0; d < kDirectionCount; ++d) {
    slots |= static_cast<uint32_t>(point.neighbours[d] == neighbour) << d;
  }
  return slots;
}

// Whether the neighbours are in one piece, directions ignored.
bool AreJoined(uint32_t kept, const std::array<uint32_t, kDirectionCount>& leads) {
  uint32_t piece = kept & (~kept + 1);
  uint32_t before = 0;
  while (piece != before) {
    before = piece;
    for (uint32_t a = 0; a < kDirectionCount; ++a) {
      if ((kept & 1U << a) != 0 && (leads[a] & piece) != 0) piece |= 1U << a | leads[a];
      if ((piece & 1U << a) != 0) piece |= leads[a];
    }
  }
  return piece == kept;
}

class Thinning {
 public:
  Thinning(const LaunchGraph& graph, const ThinningOptions& options)
      : graph_(graph), options_(options), is_open_(graph.points.size(), 3) {
    thinned_.is_kept.assign(graph.points.size(), true);
    open_[0].resize(graph.points.size());
    for (uint32_t p = 0; p < open_[0].size(); ++p) open_[0][p] = p;
    open_[1] = open_[0];
  }

  Thinned Run() {
    bool has_changed = true;
    while (has_changed && thinned_.rounds < options_.max_rounds) {
      const bool first = SubIterate(0);
      const bool second = SubIterate(1);
      has_changed = first || second;
      ++thinned_.rounds;
    }
    if (options_.rule == ThinningRule::kSound && !has_changed) DropSpare();
    return std::move(thinned_);
  }

 private:
  // Whether any point was deleted.
  bool SubIterate(uint32_t half) {
    std::vector<uint32_t> marked;
    for (const uint32_t point : open_[half]) {
      is_open_[point] = static_cast<uint8_t>(is_open_[point] & ~(1U << half));
      if (!thinned_.is_kept[point] || graph_.points[point].is_fixed != 0) continue;
      if (IsMarked(KeptMask(graph_.points[point], thinned_.is_kept), half == 0)) marked.push_back(point);
    }
    open_[half].clear();
    std::ranges::sort(marked);
    bool has_deleted = false;
    for (const uint32_t point : marked) {
      if (options_.rule == ThinningRule::kSound && !MayDelete(point)) continue;
      Delete(point);
      has_deleted = true;
    }
    return has_deleted;
  }

  bool MayDelete(uint32_t point) const {
    const uint32_t mask = KeptMask(graph_.points[point], thinned_.is_kept);
    const int sum = std::popcount(mask);
    // Of points with two neighbours, corners go; tips would draw a line two wide in from its end.
    if (sum < 2 || (sum == 2 && (mask & ~kAxes) != 0)) return false;
    // Within a ring of neighbours it would leave a hole with nothing in it.
    return HasNone(mask, kAxes) && IsSpare(graph_, thinned_.is_kept, point);
  }

  void Delete(uint32_t point) {
    thinned_.is_kept[point] = false;
    for (const uint32_t neighbour : graph_.points[point].neighbours) {
      if (neighbour == kNoLaunchPoint || !thinned_.is_kept[neighbour]) continue;
      for (const uint32_t half : {0U, 1U}) {
        if ((is_open_[neighbour] & 1U << half) != 0) continue;
        is_open_[neighbour] = static_cast<uint8_t>(is_open_[neighbour] | 1U << half);
        open_[half].push_back(neighbour);
      }
    }
  }

  // Corners of lines two points wide, which the seed's conditions leave; again while there are any.
  void DropSpare() {
    bool has_deleted = true;
    while (has_deleted) {
      has_deleted = false;
      for (uint32_t point = 0; point < graph_.points.size(); ++point) {
        if (!thinned_.is_kept[point] || graph_.points[point].is_fixed != 0 || !MayDelete(point)) continue;
        Delete(point);
        has_deleted = true;
      }
    }
  }

  const LaunchGraph& graph_;
  const ThinningOptions& options_;
  Thinned thinned_;
  std::array<std::vector<uint32_t>, 2> open_;  // by sub-iteration: points to look at
  std::vector<uint8_t> is_open_;               // bit by sub-iteration
};

}  // namespace

Thinned Thin(const LaunchGraph& graph, const ThinningOptions& options) {
  return Thinning(graph, options).Run();
}

bool IsSpare(const LaunchGraph& graph, const std::vector<bool>& is_kept, uint32_t point) {
  const LaunchPoint& p = graph.points[point];
  const uint32_t kept = KeptMask(p, is_kept);
  // A neighbour with arcs both ways replaces it in its strong component.
  if ((p.in & p.out & kept) == 0) return false;
  // leads[a]: the neighbours that neighbour a leads to, itself among them; then all that they lead to.
  std::array<uint32_t, kDirectionCount> leads{};
  for (uint32_t a = 0; a < kDirectionCount; ++a) {
    if ((kept & 1U << a) == 0) continue;
    leads[a] = 1U << a;
    const LaunchPoint& from = graph.points[p.neighbours[a]];
    for (uint32_t d = 0; d < kDirectionCount; ++d) {
      if ((from.out & 1U << d) == 0 || from.neighbours[d] == point) continue;
      leads[a] |= SlotsOf(p, from.neighbours[d]) & kept;
    }
  }
  if (!AreJoined(kept, leads)) return false;
  for (uint32_t via = 0; via < kDirectionCount; ++via) {
    for (uint32_t a = 0; a < kDirectionCount; ++a) {
      if ((leads[a] & 1U << via) != 0) leads[a] |= leads[via];
    }
  }
  const uint32_t out = p.out & kept;
  for (uint32_t a = 0; a < kDirectionCount; ++a) {
    if ((p.in & kept & 1U << a) != 0 && (out & ~leads[a]) != 0) return false;
  }
  return true;
}

}  // namespace waystone
