// Searches for a shorter order of stops; arcs between them may be directed.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/random.h"
#include "core/skeleton/walk_graph.h"

namespace waystone {

// Directed lengths between stops, and the nearest stops of each. Const once made.
class StopDistances {
 public:
  // Greater than any distance between stops; stops this far apart may not be joined.
  static constexpr float kNever_m = 1e9F;

  // All are kNever_m.
  explicit StopDistances(uint32_t count);

  uint32_t count() const { return count_; }
  void Set(uint32_t from, uint32_t to, float length_m) { lengths_m_[from * size_t{count_} + to] = length_m; }
  double At(uint32_t from, uint32_t to) const {
    return static_cast<double>(lengths_m_[from * size_t{count_} + to]);
  }
  // Finds the nearest stops of each stop; call after the last Set. False if the pacer has expired. O(count^2).
  bool FindNear(Pacer& pacer);
  uint32_t near_count() const { return near_count_; }
  // The stops nearest from `stop`, the nearest first; ties by number. REQUIRES: FindNear was called.
  const uint32_t* NearTo(uint32_t stop) const { return &near_to_[stop * size_t{near_count_}]; }
  // The stops nearest to `stop`.
  const uint32_t* NearFrom(uint32_t stop) const { return &near_from_[stop * size_t{near_count_}]; }

 private:
  uint32_t count_;
  uint32_t near_count_ = 0;
  std::vector<float> lengths_m_;
  std::vector<uint32_t> near_to_;
  std::vector<uint32_t> near_from_;
};

// A path over the stops 0, 1, ... whose first and last stay in place. Two neighbouring segments change places
// (the move of three arcs that keeps directions), a segment is reversed, or is moved and reversed, always so
// that a shorter arc replaces a longer one (Lin and Kernighan 1973). If nothing helps, two short neighbouring
// segments change places at random, the search repairs the touched part, and keeps the shorter of the two
// orders (Martin, Otto and Felten 1991). One owner; the distances must outlive it. Deterministic except for
// where the pacer ends it.
class OrderSearch {
 public:
  static constexpr uint64_t kIdleKicksPerStop = 1000;

  // `may_turn` [stop] 0: no segment with the stop is reversed.
  OrderSearch(const StopDistances& distances, std::vector<uint8_t> may_turn);

  // Runs until time is up, or `kicks` random changes have been tried, not counting the first descent, or
  // kIdleKicksPerStop for each stop in a row have gained nothing, or the order is no longer than `enough_m`.
  // May be called again, to go on.
  void Run(uint64_t kicks, double enough_m, Pacer& pacer);

  const std::vector<uint32_t>& order() const { return order_; }
  double length_m() const { return length_m_; }

 private:
  // A change of the order: the segments [first, middle) and [middle, end) change places; or, if `middle` is
  // `first`, [first, end) is reversed.
  struct Change {
    uint32_t first;
    uint32_t middle;
    uint32_t end;
  };

  double D(uint32_t a, uint32_t b) const { return distances_.At(a, b); }
  // The length of the arc from position i to position j, if there were one.
  double Arc(uint32_t i, uint32_t j) const { return D(order_[i], order_[j]); }
  double TurnLoss(uint32_t first, uint32_t last, double allowed_m) const;
  void Wake(uint32_t position);
  void Apply(const Change& change);
  void Undo();
  void Swap(uint32_t a, uint32_t b, uint32_t c, double gain_m);
  void Turn(uint32_t first, uint32_t last, double gain_m);
  void Descend(Pacer& pacer);
  bool TryStop(uint32_t stop);
  bool TrySwaps(uint32_t i);
  bool TryThirdArcs(uint32_t i, uint32_t y, double gain_m);
  bool TryTurns(uint32_t i);
  bool TryTurn(uint32_t first, uint32_t last);
  bool TryTurnedInserts(uint32_t i);
  bool TryTurnedInsert(uint32_t first, uint32_t last, uint32_t before, double inside_m);
  void Kick();

  const StopDistances& distances_;
  const std::vector<uint8_t> may_turn_;
  const uint32_t last_;  // position
  std::vector<uint32_t> order_;
  std::vector<uint32_t> position_;  // [stop]
  double length_m_ = 0;
  std::vector<uint8_t> is_awake_;  // [stop] to be looked at
  std::vector<uint32_t> awake_;
  std::vector<Change> changes_;  // since the shortest order
  Random random_;
};

}  // namespace waystone
