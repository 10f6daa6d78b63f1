// What metrics and load balancers want to know of a request.
#pragma once

#include <string_view>

namespace waystone {

// The map that a message of the API is about, by its first field that names one; empty: none does. Valid as long as the
// message.
template <typename Request>
std::string_view MapOf(const Request& request) {
  if constexpr (requires { request.track(); }) {
    if (request.has_track()) return request.track().map_id();
  }
  if constexpr (requires { request.map_id(); }) {
    return request.map_id();
  } else if constexpr (requires { request.start(); }) {
    return request.start().has_named_place() ? request.start().named_place().map_id()
                                             : request.start().position().map_id();
  } else if constexpr (requires { request.from(); }) {
    return request.from().map_id();
  } else {
    return {};
  }
}

}  // namespace waystone
