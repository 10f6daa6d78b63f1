// Whether two arrays hold the same bytes, padding included, as files that are written from them would.
#pragma once

#include <algorithm>
#include <span>

namespace waystone {

// For vectors and spans of records; empty ones too.
template <typename Records>
bool SameBytes(const Records& a, const Records& b) {
  return std::ranges::equal(std::as_bytes(std::span(a)), std::as_bytes(std::span(b)));
}

}  // namespace waystone
