#include "core/base/json_depth.h"

#include <cstddef>

#include "core/base/invalid_argument.h"

namespace waystone {

absl::Status CheckJsonDepth(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxJsonDepth) {
        return InvalidArgument("byte ", i, " nests deeper than ", kMaxJsonDepth, " levels");
      }
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return absl::OkStatus();
}

}  // namespace waystone
