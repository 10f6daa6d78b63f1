// The arguments of the programs that simulate.
#pragma once

#include <cstdint>
#include <optional>

#include "absl/strings/numbers.h"

namespace waystone {

// At least 1; nullopt for anything else.
inline std::optional<uint64_t> WholeNumber(const char* text) {
  uint64_t number = 0;
  if (!absl::SimpleAtoi(text, &number) || number == 0) return std::nullopt;
  return number;
}

}  // namespace waystone
