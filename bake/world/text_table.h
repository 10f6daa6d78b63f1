// The texts of a world file while it is made.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "core/world/world_format.h"

namespace waystone {

// Texts, each once.
class TextTable {
 public:
  TextOffset Add(std::string_view text) {
    if (text.empty()) return 0;
    const auto [entry, is_new] = offsets_.emplace(text, static_cast<TextOffset>(texts_.size()));
    if (is_new) texts_.append(text).push_back('\0');
    return entry->second;
  }
  std::string Take() { return std::move(texts_); }

 private:
  std::string texts_ = std::string(1, '\0');
  std::map<std::string, TextOffset, std::less<>> offsets_;
};

}  // namespace waystone
