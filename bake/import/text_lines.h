// The lines of a text source, one after the other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "absl/status/status.h"
#include "core/base/byte_order_mark.h"
#include "core/base/invalid_argument.h"

namespace waystone {

class TextLines {
 public:
  // The text must outlive it. A byte order mark and carriage returns at the ends of lines are left out.
  explicit TextLines(std::string_view text) : rest_(WithoutByteOrderMark(text)) {}

  // False after the last line.
  bool Next() {
    ++number_;
    if (rest_.empty()) return false;
    const size_t end = std::min(rest_.find('\n'), rest_.size());
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
    return true;
  }
  std::string_view line() const { return line_; }

  // InvalidArgument naming the line.
  absl::Status Error(std::string_view what) const { return InvalidArgument("line ", number_, ": ", what); }

 private:
  std::string_view rest_;
  std::string_view line_;
  size_t number_ = 0;
};

}  // namespace waystone
