// Numbers as text files write them.
#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <system_error>

namespace waystone {

// Nothing if `word` is no number. An infinity or NaN, written out or by overflow, is returned as such; a
// value too small for a double is 0.
inline std::optional<double> ParseNumber(std::string_view word) {
  if (word.size() > 1 && word.front() == '+' && word[1] != '-') word.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size() || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    return word.find("e-") != std::string_view::npos || word.find("E-") != std::string_view::npos ? 0.0
                                                                                                  : HUGE_VAL;
  }
  return value;
}

}  // namespace waystone
