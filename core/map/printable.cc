#include "core/map/printable.h"

#include "absl/strings/escaping.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"

namespace waystone {

std::string Printable(std::string_view text, size_t max_bytes) {
  constexpr size_t kMaxCharacterBytes = 4;
  std::string_view shown = text.substr(0, max_bytes);
  // A cut may fall within a character.
  for (size_t i = 1; shown.size() < text.size() && i < kMaxCharacterBytes && !IsPlainText(shown, max_bytes);
       ++i) {
    shown.remove_suffix(shown.empty() ? 0 : 1);
  }
  if (!IsPlainText(shown, max_bytes)) shown = text.substr(0, max_bytes);
  const std::string plain =
      IsPlainText(shown, max_bytes) ? std::string(shown) : absl::CHexEscape(ToAbsl(shown));
  return shown.size() < text.size() ? plain + "..." : plain;
}

}  // namespace waystone
