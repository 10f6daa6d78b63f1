// How a search ended: the same words for every kind of surface, for floods and for the search over portals.
#pragma once

#include <cstdint>

#include "core/base/deadline.h"

namespace waystone {

enum class SearchOutcome : uint8_t {
  kFound = 1,           // what was asked for
  kExhausted = 2,       // all that can be reached was searched: no path leads there; a flood is whole
  kCostLimit = 3,       // every path costs more than was allowed, or none exists
  kExpansionLimit = 4,  // the limit of expansions or of memory came first
  kDeadline = 5,        // the deadline came first
  kCancelled = 6,       // the caller cancelled
};

constexpr bool IsLate(SearchOutcome outcome) {
  return outcome == SearchOutcome::kDeadline || outcome == SearchOutcome::kCancelled;
}
// A limit ended the search before all was known.
constexpr bool IsCut(SearchOutcome outcome) {
  return outcome == SearchOutcome::kExpansionLimit || IsLate(outcome);
}
// REQUIRES: the deadline has expired.
inline SearchOutcome LateOutcome(const Deadline& deadline) {
  return deadline.Cancelled() ? SearchOutcome::kCancelled : SearchOutcome::kDeadline;
}

}  // namespace waystone
