#include "core/grid/jump_scratch.h"

#include <algorithm>

namespace waystone {
namespace {

constexpr uint32_t kFirstShift = 32 - 10;

}  // namespace

void JumpScratch::Clear(const BitGrid& bits) {
  // Ids of the next search must not overflow.
  if (first_ > ~uint32_t{0} - 2 * kMaxNodes) {
    std::fill(table_.begin(), table_.end(), 0);
    first_ = 1;
  } else {
    first_ += static_cast<uint32_t>(nodes_.size());
  }
  nodes_.clear();
  // A jump is a diagonal run and a straight one, and may lead away from the goal all its length.
  const uint64_t jump = uint64_t{bits.columns} + bits.rows + std::min(bits.columns, bits.rows);
  open_.Clear(2 * jump << (kJumpFractionBits - kKeyShift));
  shift_ = kFirstShift;
  if (table_.empty()) table_.resize(size_t{1} << (32 - shift_), 0);
}

uint32_t JumpScratch::NodeAt(GridSpot spot) {
  const uint32_t mask = (uint32_t{1} << (32 - shift_)) - 1;
  uint32_t place = PlaceOf(spot);
  while (table_[place] >= first_) {
    const uint32_t id = table_[place] - first_;
    if (nodes_[id].spot == spot) return id;
    place = (place + 1) & mask;
  }
  const auto id = static_cast<uint32_t>(nodes_.size());
  nodes_.push_back({.spot = spot});
  table_[place] = first_ + id;
  if (nodes_.size() * 2 > mask) Grow();
  return id;
}

void JumpScratch::Grow() {
  --shift_;
  const size_t places = size_t{1} << (32 - shift_);
  if (table_.size() < places) table_.resize(places);
  std::fill_n(table_.begin(), places, 0);
  const auto mask = static_cast<uint32_t>(places - 1);
  for (uint32_t id = 0; id < nodes_.size(); ++id) {
    uint32_t place = PlaceOf(nodes_[id].spot);
    while (table_[place] != 0) place = (place + 1) & mask;
    table_[place] = first_ + id;
  }
}

}  // namespace waystone
