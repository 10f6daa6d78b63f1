// Which maps a caller may ask about.
#pragma once

#include <string_view>

#include "absl/status/status.h"
#include "google/protobuf/message.h"
#include "server/access/caller.h"

namespace waystone {

// PermissionDenied if the caller may not see the map.
absl::Status CheckMapNamed(std::string_view map_id, const Caller& caller);

// PermissionDenied, naming the first, if the request names a map that the caller may not see. O(1) if he sees all; or else
// O(fields and maps named).
absl::Status CheckMapsNamed(const google::protobuf::Message& request, const Caller& caller);

// PermissionDenied if the caller's role may not call the method, or he may not ask about a map that the request names. Null:
// anybody may everything.
absl::Status CheckCaller(const Caller* caller, Rpc rpc, const google::protobuf::Message& request);

}  // namespace waystone
