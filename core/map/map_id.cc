#include "core/map/map_id.h"

#include <cstddef>
#include <cstdint>
#include <span>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "core/base/hash128.h"
#include "core/base/str_cat.h"
#include "waystone/field_limits.h"

namespace waystone {
namespace {

constexpr size_t kMaxMapIdBytes = limits::Position::map_id.max_bytes;
constexpr size_t kMaxStemBytes = 200;
constexpr std::string_view kExtension = ".waymap";

// Takes one code point off the front of `text`: 0xffffffff if it is not well-formed UTF-8 (Unicode 15, table
// 3-7: no overlong forms, no surrogates, nothing above U+10FFFF).
uint32_t TakeCodePoint(std::string_view& text) {
  constexpr uint32_t kBad = 0xffffffffU;
  const auto byte = [&text](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t lead = byte(0);
  const size_t size = lead < 0x80   ? 1
                      : lead < 0xc2 ? 0
                      : lead < 0xe0 ? 2
                      : lead < 0xf0 ? 3
                      : lead < 0xf5 ? 4
                                    : 0;
  if (size == 0 || text.size() < size) return kBad;
  uint32_t code = size == 1 ? lead : lead & (0xffU >> (size + 1));
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return kBad;
    code = code << 6 | (byte(i) & 0x3fU);
  }
  const bool overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  if (overlong || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff) return kBad;
  text.remove_prefix(size);
  return code;
}

bool IsFileNameByte(char c) { return absl::ascii_isalnum(c) || c == '.' || c == '_' || c == '-'; }

}  // namespace

bool IsPlainText(std::string_view text, size_t max_bytes) {
  if (text.size() > max_bytes) return false;
  while (!text.empty()) {
    const uint32_t code = TakeCodePoint(text);
    if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code > 0x10ffff) return false;
  }
  return true;
}

absl::Status CheckMapId(std::string_view map_id) {
  if (!map_id.empty() && IsPlainText(map_id, kMaxMapIdBytes) && map_id.find('/') == std::string_view::npos) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      StrCat("map id \"", absl::CHexEscape(ToAbsl(map_id.substr(0, kMaxMapIdBytes))),
             "\": must be UTF-8 of 1 to ", kMaxMapIdBytes, " bytes without '/' and control characters"));
}

std::string PackageFileName(std::string_view map_id) {
  std::string stem;
  for (const char c : map_id) {
    if (IsFileNameByte(c) && !(c == '.' && stem.empty())) {
      stem += c;
    } else {
      stem += StrCat("%", absl::AsciiStrToUpper(absl::BytesToHexString(absl::string_view(&c, 1))));
    }
  }
  if (stem.size() + kExtension.size() > kMaxStemBytes) {
    Hasher128 hasher;
    hasher.Add(std::as_bytes(std::span(map_id)));
    const std::string hash = ToHex(hasher.Finish());
    stem.resize(kMaxStemBytes - kExtension.size() - hash.size() - 1);
    stem += StrCat("~", hash);
  }
  return StrCat(stem, kExtension);
}

}  // namespace waystone
