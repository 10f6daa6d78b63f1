// absl::StrCat and StrAppend that also take std::string_view: Debian's Abseil has a string_view of its own.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace waystone {

inline absl::string_view ToAbsl(std::string_view text) { return {text.data(), text.size()}; }

namespace internal {
template <typename Part>
decltype(auto) ToAlphaNumPart(const Part& part) {
  if constexpr (std::is_same_v<Part, std::string_view>) {
    return ToAbsl(part);
  } else {
    return (part);
  }
}
}  // namespace internal

// The parts one after another: strings, string views of both kinds, numbers, absl::Hex and the like.
template <typename... Parts>
std::string StrCat(const Parts&... parts) {
  return absl::StrCat(internal::ToAlphaNumPart(parts)...);
}

// Appends them to `text`, which must not be one of them.
template <typename... Parts>
void StrAppend(std::string& text, const Parts&... parts) {
  absl::StrAppend(&text, internal::ToAlphaNumPart(parts)...);
}

}  // namespace waystone
