#include "core/grid/step_table.h"

#include <bit>

namespace waystone {

std::vector<uint32_t> CountFreeBefore(const BitGrid& bits) {
  std::vector<uint32_t> counts(BitLines{bits.rows, bits.columns}.WordCount());
  uint32_t count = 0;
  for (size_t word = 0; word < counts.size(); ++word) {
    counts[word] = count;
    count += static_cast<uint32_t>(std::popcount(bits.row_words[word]));
  }
  return counts;
}

uint8_t StepTable::StepAt(Cell cell) const {
  const auto bit = static_cast<uint32_t>(cell.column + 1);
  const size_t stride = BitLines{bits.rows, bits.columns}.StrideWords();
  const size_t word = static_cast<size_t>(cell.row + 1) * stride + bit / 64;
  const uint64_t before = bits.row_words[word] & ((uint64_t{1} << bit % 64) - 1);
  const uint32_t index = free_before[word] + static_cast<uint32_t>(std::popcount(before));
  return static_cast<uint8_t>(steps[index / 2] >> (index % 2 * 4) & 15);
}

StepWalk FollowSteps(const StepTable& table, Cell from, std::vector<Cell>* turns) {
  StepWalk walk{.end = from};
  const uint64_t most_steps = table.steps.size() * 2;  // no cell twice
  uint8_t last = kStepNone;
  if (turns != nullptr) turns->push_back(from);
  for (uint64_t count = 0; count <= most_steps; ++count) {
    const uint8_t step = table.StepAt(walk.end);
    if (step == kStepHere || step == kStepSetsOff) {
      walk.arrives = true;
      if (turns != nullptr && !(turns->back() == walk.end)) turns->push_back(walk.end);
      return walk;
    }
    if (step >= kStepDirections) return walk;
    if (turns != nullptr && step != last && last != kStepNone) turns->push_back(walk.end);
    last = step;
    walk.end = CellAfter(walk.end, step);
    if (!table.bits.IsFree(walk.end)) return walk;
    ++(step < kStraightSteps ? walk.steps.cardinal : walk.steps.diagonal);
  }
  return walk;
}

}  // namespace waystone
