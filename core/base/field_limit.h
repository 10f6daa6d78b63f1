// What a number, a text or a list of a request may be. The limits themselves stand at the API's fields
// (proto/waystone/v1, field_limit.proto); waystone/field_limits.h is generated from there.
#pragma once

#include <cstddef>
#include <limits>

namespace waystone {

// Absent numbers, which are 0 without presence, are within every limit.
struct FieldLimit {
  double min = 0;                                         // of each number
  double max = std::numeric_limits<double>::infinity();   // likewise
  size_t max_bytes = std::numeric_limits<size_t>::max();  // [bytes] of each text
  size_t max_count = std::numeric_limits<size_t>::max();  // of a list
};

}  // namespace waystone
