// Text from outside, fit for one line of a message.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace waystone {

inline constexpr size_t kShownNameBytes = 80;
inline constexpr size_t kShownTextBytes = 1024;  // of paths and others' messages

// Text from outside, fit for one line of a message: unchanged if it is UTF-8 without control characters, else
// with its bytes escaped; cut after `max_bytes`.
std::string Printable(std::string_view text, size_t max_bytes = kShownNameBytes);
inline std::string PrintablePath(std::string_view path) { return Printable(path, kShownTextBytes); }

}  // namespace waystone
