// Fixes, from the core's structs to the API's messages.
#pragma once

#include <span>
#include <string>

#include "core/why/fix.h"
#include "google/protobuf/repeated_field.h"
#include "waystone/v1/why.pb.h"

namespace waystone {

using FixList = google::protobuf::RepeatedPtrField<v1::Fix>;

// Appends them. `map_id`: of the places of those that do not name their map.
void AddFixes(std::span<const Fix> fixes, const std::string& map_id, FixList& list);

}  // namespace waystone
