#include "core/changed/piece_list.h"

#include "core/base/sort_in_time.h"

namespace waystone {

PieceList::Change& PieceList::Of(uint32_t poly) {
  if (!Contains(poly)) {
    changes_.push_back({.poly = poly});
    polys_.push_back(poly);
    index_and_1_[poly] = static_cast<uint32_t>(changes_.size());
  }
  return changes_[index_and_1_[poly] - 1];
}

bool PieceList::Sort(const Deadline& deadline) { return SortInTime(polys_, deadline); }

void PieceList::Add(const CutPiece& shape, Change& change) {
  Piece piece{.box = {},
              .first_corner = static_cast<uint32_t>(corners_.size()),
              .corner_count = static_cast<uint32_t>(shape.corners.size()),
              .next = kNone};
  for (const CutCorner& corner : shape.corners) {
    piece.box.Extend({corner.at.x, 0, corner.at.z});
    corners_.push_back(corner);
  }
  const auto index = static_cast<uint32_t>(pieces_.size());
  pieces_.push_back(piece);
  (change.last == kNone ? change.first : pieces_[change.last].next) = index;
  change.last = index;
}

}  // namespace waystone
