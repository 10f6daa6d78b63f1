// Names of enums as metrics and logs have them.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "waystone/v1/route.pb.h"

namespace waystone {

// Of a status code of gRPC: "OK", "INVALID_ARGUMENT".
inline std::string_view NameOfCode(int code) {
  constexpr std::array<std::string_view, 17> kNames = {
      "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
      "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
      "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
      "DATA_LOSS", "UNAUTHENTICATED"};
  return code >= 0 && code < static_cast<int>(kNames.size()) ? kNames[static_cast<size_t>(code)] : kNames[2];
}

// "HIERARCHY"; "NONE" if no search was needed.
inline std::string NameOfMethod(v1::RouteMethod method) {
  constexpr std::string_view kPrefix = "ROUTE_METHOD_";
  if (method == v1::ROUTE_METHOD_UNSPECIFIED) return "NONE";
  return v1::RouteMethod_Name(method).substr(kPrefix.size());
}

}  // namespace waystone
