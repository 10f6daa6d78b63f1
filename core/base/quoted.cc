#include "core/base/quoted.h"

#include <cstddef>
#include <cstdint>

#include "absl/strings/escaping.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

// The character that begins there and its bytes; of one byte if it is not one of two or three that make up UTF-8.
struct Character {
  uint32_t code;
  size_t bytes;
};

Character CharacterAt(std::string_view text, size_t at) {
  const auto byte = [&](size_t k) {
    return at + k < text.size() ? static_cast<unsigned char>(text[at + k]) : static_cast<unsigned char>(0);
  };
  const auto continues = [&](size_t k) { return (byte(k) & 0xc0U) == 0x80U; };
  const uint32_t first = byte(0);
  if ((first & 0xe0U) == 0xc0U && continues(1)) return {(first & 0x1fU) << 6U | (byte(1) & 0x3fU), 2};
  if ((first & 0xf0U) == 0xe0U && continues(1) && continues(2)) {
    return {(first & 0xfU) << 12U | (byte(1) & 0x3fU) << 6U | (byte(2) & 0x3fU), 3};
  }
  return {first < 0x80 ? first : 0xfffd, 1};
}

bool IsEscaped(uint32_t code) {
  constexpr uint32_t kLetterMark = 0x61c;
  constexpr uint32_t kByteOrderMark = 0xfeff;
  const auto is_in = [code](uint32_t first, uint32_t last) { return code >= first && code <= last; };
  return code < 0x20 || is_in(0x7f, 0x9f) || code == kLetterMark || is_in(0x200e, 0x200f) ||
         is_in(0x2028, 0x202e) || is_in(0x2066, 0x2069) || code == kByteOrderMark;
}

}  // namespace

std::string Escaped(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const auto [code, bytes] = CharacterAt(text, at);
    if (IsEscaped(code)) {
      StrAppend(escaped, "\\u", absl::Hex(code, absl::kZeroPad4));
    } else {
      escaped.append(text, at, bytes);
    }
    at += bytes;
  }
  return escaped;
}

std::string Quoted(std::string_view text) {
  constexpr size_t kMaxBytes = 128;
  size_t size = text.size();
  if (size > kMaxBytes) {
    size = kMaxBytes;
    while (size > kMaxBytes - 4 && (static_cast<unsigned char>(text[size]) & 0xc0U) == 0x80U)
      --size;  // whole letters
  }
  return StrCat("\"", Escaped(absl::Utf8SafeCHexEscape(ToAbsl(text.substr(0, size)))),
                size < text.size() ? "...\"" : "\"");
}

}  // namespace waystone
