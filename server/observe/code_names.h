// Names of enums as metrics and logs have them.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

// Of a status code, whose numbers gRPC and Abseil share: "OK", "INVALID_ARGUMENT".
inline std::string NameOfCode(int code) {
  return absl::StatusCodeToString(static_cast<absl::StatusCode>(code));
}

// "HIERARCHY"; "NONE" if no search was needed.
inline std::string NameOfMethod(v1::RouteMethod method) {
  constexpr std::string_view kPrefix = "ROUTE_METHOD_";
  if (method == v1::ROUTE_METHOD_UNSPECIFIED) return "NONE";
  return v1::RouteMethod_Name(method).substr(kPrefix.size());
}

}  // namespace waystone
