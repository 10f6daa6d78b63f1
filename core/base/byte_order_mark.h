// The mark that spreadsheets put before UTF-8 text.
#pragma once

#include <string_view>

namespace waystone {

// The text behind the mark, if it begins with one.
inline std::string_view WithoutByteOrderMark(std::string_view text) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  return text;
}

}  // namespace waystone
