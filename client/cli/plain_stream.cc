#include "client/cli/plain_stream.h"

#include <algorithm>
#include <string_view>

#include "core/base/quoted.h"

namespace waystone::cli {

PlainBuffer::int_type PlainBuffer::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  const char one = traits_type::to_char_type(c);
  xsputn(&one, 1);
  return c;
}

std::streamsize PlainBuffer::xsputn(const char* text, std::streamsize size) {
  const std::string_view added(text, static_cast<size_t>(size));
  const size_t end = added.rfind('\n');
  if (end == std::string_view::npos) {
    line_ += added;
    return size;
  }
  line_ += added.substr(0, end + 1);
  Pass();
  line_ = added.substr(end + 1);
  return size;
}

int PlainBuffer::sync() {
  Pass();
  return out_.flush() ? 0 : -1;
}

void PlainBuffer::Pass() {
  constexpr std::string_view kPlain = "\n\t";
  const std::string_view line = line_;
  for (size_t at = 0; at < line.size();) {
    const size_t end = std::min(line.find_first_of(kPlain, at), line.size());
    out_ << Escaped(line.substr(at, end - at));
    if (end < line.size()) out_ << line[end];
    at = end + 1;
  }
  line_.clear();
}

}  // namespace waystone::cli
