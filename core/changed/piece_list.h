// What becomes of the polygons of a mesh while changes are applied: each goes, or becomes pieces.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/deadline.h"
#include "core/base/growing_array.h"
#include "core/geom/aabb.h"
#include "core/navmesh/cut_pieces.h"

namespace waystone {

// All in a few large arrays, so that it is freed at once, however much it is. One thread.
class PieceList {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;
  // Of a polygon.
  struct Change {
    uint32_t poly;
    uint32_t first = kNone;  // piece
    uint32_t last = kNone;
    bool is_gone = false;
    bool is_cut = false;  // or only a neighbour is
  };
  struct Piece {
    Aabb box;  // in the plane
    uint32_t first_corner;
    uint32_t corner_count;
    uint32_t next;  // of the polygon, or kNone
  };

  explicit PieceList(uint32_t poly_count) { index_and_1_.GrowTo(poly_count); }

  bool Contains(uint32_t poly) const { return index_and_1_[poly] != 0; }
  // The change of a polygon; a new one if it had none. Valid until the next new one.
  Change& Of(uint32_t poly);
  // The polygons that have one: ascending after Sort, those added later behind them.
  std::span<const uint32_t> polys() const { return {polys_.begin(), polys_.size()}; }
  // False if the deadline passed first. O(n log n).
  bool Sort(const Deadline& deadline);

  Piece& piece(uint32_t index) { return pieces_[index]; }
  std::span<const CutCorner> CornersOf(const Piece& piece) const {
    return {corners_.begin() + piece.first_corner, piece.corner_count};
  }
  // Adds a copy of a piece behind the others of its polygon.
  void Add(const CutPiece& shape, Change& change);

 private:
  GrowingArray<uint32_t> index_and_1_;  // by polygon: into changes_, and 1; 0: none
  GrowingArray<Change> changes_;
  GrowingArray<uint32_t> polys_;
  GrowingArray<Piece> pieces_;
  GrowingArray<CutCorner> corners_;
};

}  // namespace waystone
