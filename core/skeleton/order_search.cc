#include "core/skeleton/order_search.h"

#include <algorithm>
#include <numeric>

namespace waystone {
namespace {

constexpr uint32_t kNear = 8;
constexpr double kLeastGain_m = 1e-5;
constexpr uint32_t kKickSpan = 50;
constexpr uint64_t kSeed = 1;
// Longer segments are not reversed, as the cost of reversing is a sum over the segment.
constexpr uint32_t kLongestTurn = 1000;
constexpr uint32_t kLongestInsert = 30;
constexpr double kLeastGain = 1e-9;  // [share of the length] above rounding
// In a pacer's steps: the least cost of a kick with its descent, and the cost of looking at a stop.
constexpr uint32_t kStepsPerKick = 8;
constexpr uint32_t kStepsPerStop = 4;

}  // namespace

StopDistances::StopDistances(uint32_t count) : count_(count), lengths_m_(size_t{count} * count, kNever_m) {}

bool StopDistances::FindNear(Pacer& pacer) {
  near_count_ = std::min(kNear, count_ - 1);
  std::vector<uint32_t> others;
  const auto fill = [&](std::vector<uint32_t>& near, const auto& distance) {
    near.clear();
    near.reserve(size_t{count_} * near_count_);
    for (uint32_t i = 0; i < count_ && !pacer.Expired(count_); ++i) {
      others.resize(count_);
      std::iota(others.begin(), others.end(), 0U);
      others.erase(others.begin() + i);
      std::partial_sort(others.begin(), others.begin() + near_count_, others.end(),
                        [&](uint32_t a, uint32_t b) {
                          const double to_a = distance(i, a);
                          const double to_b = distance(i, b);
                          return to_a != to_b ? to_a < to_b : a < b;
                        });
      near.insert(near.end(), others.begin(), others.begin() + near_count_);
    }
  };
  fill(near_to_, [this](uint32_t i, uint32_t other) { return At(i, other); });
  fill(near_from_, [this](uint32_t i, uint32_t other) { return At(other, i); });
  return !pacer.Expired();
}

OrderSearch::OrderSearch(const StopDistances& distances, std::vector<uint8_t> may_turn)
    : distances_(distances),
      may_turn_(std::move(may_turn)),
      last_(distances.count() - 1),
      order_(distances.count()),
      position_(distances.count()),
      is_awake_(distances.count(), 0),
      random_(kSeed) {
  std::iota(order_.begin(), order_.end(), 0U);
  std::iota(position_.begin(), position_.end(), 0U);
  for (uint32_t i = 0; i < last_; ++i) length_m_ += Arc(i, i + 1);
  for (uint32_t i = last_ + 1; i-- > 0;) Wake(i);
}

void OrderSearch::Run(uint64_t kicks, double enough_m, Pacer& pacer) {
  Descend(pacer);
  changes_.clear();
  if (last_ < 4) return;
  const uint64_t most_idle = kIdleKicksPerStop * order_.size();
  uint64_t idle = 0;
  for (uint64_t i = 0; i < kicks && length_m_ > enough_m && !pacer.Expired(kStepsPerKick); ++i) {
    if (idle == most_idle) break;
    const double before_m = length_m_;
    Kick();
    Descend(pacer);
    idle = length_m_ < before_m * (1 - kLeastGain) ? 0 : idle + 1;
    if (length_m_ <= before_m) {
      changes_.clear();
    } else {
      Undo();
      length_m_ = before_m;
    }
  }
}

// The cost of reversing the segment, inside it; no less than `allowed_m` if that is not allowed or dearer.
double OrderSearch::TurnLoss(uint32_t first, uint32_t last, double allowed_m) const {
  if (last - first >= kLongestTurn) return allowed_m;
  double loss_m = 0;
  for (uint32_t i = first; i <= last; ++i) {
    if (may_turn_[order_[i]] == 0) return allowed_m;
    if (i < last) loss_m += Arc(i + 1, i) - Arc(i, i + 1);
  }
  return loss_m;
}

void OrderSearch::Wake(uint32_t position) {
  const uint32_t stop = order_[position];
  if (is_awake_[stop] != 0) return;
  is_awake_[stop] = 1;
  awake_.push_back(stop);
}

void OrderSearch::Apply(const Change& change) {
  const auto begin = order_.begin();
  if (change.middle == change.first) {
    std::reverse(begin + change.first, begin + change.end);
  } else {
    std::rotate(begin + change.first, begin + change.middle, begin + change.end);
  }
  for (uint32_t i = change.first; i < change.end; ++i) position_[order_[i]] = i;
}

void OrderSearch::Undo() {
  for (; !changes_.empty(); changes_.pop_back()) {
    const Change& change = changes_.back();
    const uint32_t back = change.first + (change.end - change.middle);
    Apply({change.first, change.middle == change.first ? change.first : back, change.end});
  }
}

// Replaces the arcs after positions a < b < c: [a + 1 .. b] and [b + 1 .. c] change places.
void OrderSearch::Swap(uint32_t a, uint32_t b, uint32_t c, double gain_m) {
  for (const uint32_t at : {a, a + 1, b, b + 1, c, c + 1}) Wake(at);
  changes_.push_back({a + 1, b + 1, c + 1});
  Apply(changes_.back());
  length_m_ -= gain_m;
}

void OrderSearch::Turn(uint32_t first, uint32_t last, double gain_m) {
  for (const uint32_t at : {first - 1, first, last, last + 1}) Wake(at);
  changes_.push_back({first, first, last + 1});
  Apply(changes_.back());
  length_m_ -= gain_m;
}

void OrderSearch::Descend(Pacer& pacer) {
  while (!awake_.empty() && !pacer.Expired(kStepsPerStop)) {
    const uint32_t stop = awake_.back();
    awake_.pop_back();
    is_awake_[stop] = 0;
    if (TryStop(stop)) Wake(position_[stop]);
  }
}

bool OrderSearch::TryStop(uint32_t stop) {
  const uint32_t i = position_[stop];
  return TrySwaps(i) || TryTurns(i) || TryTurnedInserts(i);
}

// Replaces the arc after i by one to a nearer stop y, the arc before y, and a third.
bool OrderSearch::TrySwaps(uint32_t i) {
  if (i == last_) return false;
  const double here_m = Arc(i, i + 1);
  const uint32_t* near = distances_.NearTo(order_[i]);
  for (uint32_t r = 0; r < distances_.near_count(); ++r) {
    const uint32_t y = position_[near[r]];
    const double gain_m = here_m - D(order_[i], near[r]);
    if (gain_m <= kLeastGain_m) return false;
    if (y == 0 || y == i + 1) continue;
    if (TryThirdArcs(i, y, gain_m + Arc(y - 1, y))) return true;
  }
  return false;
}

// The path runs i | i + 1 ... x | y ... z | z + 1 ..., as if it were closed to a ring; then i -> y, z -> i +
// 1, x -> z + 1.
bool OrderSearch::TryThirdArcs(uint32_t i, uint32_t y, double gain_m) {
  const uint32_t x = y - 1;
  const auto try_arc_after = [&](uint32_t z) {
    const bool is_between = y > i ? z >= y || z < i : z >= y && z < i;
    if (z == last_ || !is_between) return false;
    const double total_m = gain_m + Arc(z, z + 1) - Arc(z, i + 1) - Arc(x, z + 1);
    if (total_m <= kLeastGain_m) return false;
    uint32_t cuts[] = {i, x, z};
    std::sort(std::begin(cuts), std::end(cuts));
    Swap(cuts[0], cuts[1], cuts[2], total_m);
    return true;
  };
  const uint32_t* near = distances_.NearTo(order_[x]);
  for (uint32_t r = 0; r < distances_.near_count(); ++r) {
    if (gain_m - D(order_[x], near[r]) <= kLeastGain_m) break;
    if (position_[near[r]] > 0 && try_arc_after(position_[near[r]] - 1)) return true;
  }
  near = distances_.NearFrom(order_[i + 1]);
  for (uint32_t r = 0; r < distances_.near_count(); ++r) {
    if (gain_m - D(near[r], order_[i + 1]) <= kLeastGain_m) break;
    if (try_arc_after(position_[near[r]])) return true;
  }
  return false;
}

// Replaces the arc after or before i by one between i and a nearer stop, and reverses the part between.
bool OrderSearch::TryTurns(uint32_t i) {
  if (i == 0 || i == last_) return false;
  const double longer_m = std::max(Arc(i, i + 1), Arc(i - 1, i));
  const uint32_t* near = distances_.NearTo(order_[i]);
  for (uint32_t r = 0; r < distances_.near_count(); ++r) {
    if (longer_m - D(order_[i], near[r]) <= kLeastGain_m) break;
    const uint32_t j = position_[near[r]];
    if (j > i && (TryTurn(i + 1, j) || TryTurn(i, j - 1))) return true;
  }
  near = distances_.NearFrom(order_[i]);
  for (uint32_t r = 0; r < distances_.near_count(); ++r) {
    if (longer_m - D(near[r], order_[i]) <= kLeastGain_m) break;
    const uint32_t j = position_[near[r]];
    if (j < i && (TryTurn(j + 1, i) || TryTurn(j, i - 1))) return true;
  }
  return false;
}

bool OrderSearch::TryTurn(uint32_t first, uint32_t last) {
  if (first == 0 || last >= last_ || first >= last) return false;
  const double gain_m =
      Arc(first - 1, first) + Arc(last, last + 1) - Arc(first - 1, last) - Arc(first, last + 1);
  if (gain_m <= kLeastGain_m) return false;
  const double loss_m = TurnLoss(first, last, gain_m);
  if (gain_m - loss_m <= kLeastGain_m) return false;
  Turn(first, last, gain_m - loss_m);
  return true;
}

// Puts a short segment with a near end before or after i, reversed.
bool OrderSearch::TryTurnedInserts(uint32_t i) {
  const uint32_t stop = order_[i];
  if (i < last_) {
    const uint32_t* near = distances_.NearTo(stop);
    for (uint32_t r = 0; r < distances_.near_count(); ++r) {
      if (Arc(i, i + 1) - D(stop, near[r]) <= kLeastGain_m) break;
      const uint32_t last = position_[near[r]];
      double inside_m = 0;
      for (uint32_t first = last; first > 0 && last - first < kLongestInsert && first != i; --first) {
        if (first < last) inside_m += Arc(first, first + 1) - Arc(first + 1, first);
        if (TryTurnedInsert(first, last, i + 1, inside_m)) return true;
      }
    }
  }
  if (i == 0) return false;
  const uint32_t* near = distances_.NearFrom(stop);
  for (uint32_t r = 0; r < distances_.near_count(); ++r) {
    if (Arc(i - 1, i) - D(near[r], stop) <= kLeastGain_m) break;
    const uint32_t first = position_[near[r]];
    double inside_m = 0;
    for (uint32_t last = first; last < last_ && last - first < kLongestInsert && last != i; ++last) {
      if (last > first) inside_m += Arc(last - 1, last) - Arc(last, last - 1);
      if (TryTurnedInsert(first, last, i, inside_m)) return true;
    }
  }
  return false;
}

// Moves the segment to before the stop at `before`, reversed, which saves `inside_m`.
bool OrderSearch::TryTurnedInsert(uint32_t first, uint32_t last, uint32_t before, double inside_m) {
  if (first == 0 || last >= last_ || (before >= first && before <= last + 1)) return false;
  if (may_turn_[order_[first]] == 0 || may_turn_[order_[last]] == 0) return false;
  const double gain_m = Arc(before - 1, before) + Arc(first - 1, first) + Arc(last, last + 1) -
                        Arc(before - 1, last) - Arc(first, before) - Arc(first - 1, last + 1) + inside_m;
  if (gain_m <= kLeastGain_m) return false;
  for (uint32_t i = first + 1; i < last; ++i) {
    if (may_turn_[order_[i]] == 0) return false;
  }
  const uint32_t length = last - first + 1;
  if (before > last) {
    Swap(first - 1, last, before - 1, 0);
    Turn(before - length, before - 1, gain_m);
  } else {
    Swap(before - 1, first - 1, last, 0);
    Turn(before, before + length - 1, gain_m);
  }
  return true;
}

// Swaps two short neighbouring segments at a random place.
void OrderSearch::Kick() {
  const uint32_t span = std::min(kKickSpan, last_ - 1);
  const uint32_t a = random_.NextBelow(last_ - span);
  const uint32_t b = a + 1 + random_.NextBelow(span - 1);
  const uint32_t c = b + 1 + random_.NextBelow(a + span - b);
  Swap(a, b, c,
       Arc(a, a + 1) + Arc(b, b + 1) + Arc(c, c + 1) - Arc(a, b + 1) - Arc(c, a + 1) - Arc(b, c + 1));
}

}  // namespace waystone
