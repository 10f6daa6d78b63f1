// A taut path over a navmesh, moved off the corners of the border so that it keeps a clearance.
//
//   scratch.turns = {start};
//   scratch.crossed_before = {0};
//   if (ClearString(mesh, clearance, scratch).Lay(bends, goal)) Walk(scratch.turns);
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/navmesh/clearance_check.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Through what is this much wider than twice its clearance a string passes with any bend: its arcs are lines outside of them,
// a turn each 45 degrees.
inline constexpr double kRoomOfStrings = 1.0412;  // (1 + 1 / cos(22.5 degrees)) / 2

// A corner of the border that a path bends round.
struct StringBend {
  Vec2 at;
  bool is_left;       // of the path
  uint32_t name = 0;  // the caller's
};

// Memory of strings, a reused part of a search's memory.
struct ClearStringScratch {
  static constexpr uint32_t kNoBend = 0xffffffffU;
  // A circle of the clearance's radius about a bend; of radius 0 about an end.
  struct Disc {
    Vec2 at;
    double side;              // 1: left of the path; -1: right; 0: an end
    uint32_t name;            // StringBend::name; kNoBend: one that was met on the way, or an end
    NavLocation arrival;      // where the path meets it
    uint32_t turns = 0;       // before that
    uint32_t crossed = 0;     // before that
    uint32_t bend = kNoBend;  // of Lay's bends, counted from 1: 0 is the start, the last one the goal
  };
  std::vector<Disc> done;                // passed already
  std::vector<Disc> ahead;               // the next one last
  std::vector<ClearanceBorder> borders;  // too near to one walk
  std::vector<EdgeId> line;              // sides crossed by one walk
  // The result.
  std::vector<NavLocation> turns;        // the start first
  std::vector<uint32_t> crossed_before;  // [turn] sides crossed
  std::vector<EdgeId> crossed;

  // [bytes]
  uint64_t HeapBytes() const {
    return waystone::HeapBytes(done, ahead, borders, line, turns, crossed_before, crossed);
  }
};

// Lays strings one behind the other. One thread; everything must outlive it.
class ClearString {
 public:
  ClearString(const NavmeshView& mesh, const ClearanceCheck& clearance, ClearStringScratch& scratch)
      : mesh_(mesh), clearance_(clearance), s_(scratch) {}

  // Appends the shortest walk from the last turn to `goal` round the bends, and round all that is met on the way.
  // Arcs round corners become lines outside of them, a turn each 45 degrees. False if it found none: some gap
  // is too narrow, or another order of bends is better. The turns then end where the clearance is no longer sure.
  // `first_end`, `last_end`: null, or the place if it is a link's end. REQUIRES: there is a turn. O(bends) walks.
  bool Lay(std::span<const StringBend> bends, const NavLocation& goal, const Vec2* first_end = nullptr,
           const Vec2* last_end = nullptr);
  // Where the last string was stuck, about.
  Vec2 stuck_at() const { return stuck_at_; }

 private:
  using Disc = ClearStringScratch::Disc;
  enum class Step { kDone, kAgain, kStuck };

  Step Pass(const Vec2* first_end, const Vec2* last_end);
  // Walks from the last place to `to`; if it may not, adds what is in the way.
  Step Walk(Vec2 to, bool is_turn, const Vec2* link_end);
  Step GoRound(Vec2 from, Vec2 to);
  std::optional<Step> PassSame(Vec2 a, Vec2 b, Vec2 from, Vec2 to);
  Step AddBend(Vec2 at, double side, Vec2 from, Vec2 to);
  double SideOf(Vec2 at) const;
  Vec2 BendAt(uint32_t bend) const;
  void Return();

  const NavmeshView& mesh_;
  const ClearanceCheck& clearance_;
  ClearStringScratch& s_;
  std::span<const StringBend> bends_;
  Vec2 start_;
  Vec2 goal_;
  NavLocation place_;  // where the string ends so far
  Vec2 stuck_at_;
};

}  // namespace waystone
