#include "core/base/quoted.h"

#include "absl/strings/escaping.h"
#include "core/base/str_cat.h"

namespace waystone {

std::string Quoted(std::string_view text) {
  constexpr size_t kMaxBytes = 128;
  size_t size = text.size();
  if (size > kMaxBytes) {
    size = kMaxBytes;
    while (size > kMaxBytes - 4 && (static_cast<unsigned char>(text[size]) & 0xc0U) == 0x80U)
      --size;  // whole letters
  }
  return StrCat("\"", absl::Utf8SafeCHexEscape(ToAbsl(text.substr(0, size))),
                size < text.size() ? "...\"" : "\"");
}

}  // namespace waystone
