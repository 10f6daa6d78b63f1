// Places that have a name (S4.8).
#pragma once

#include <functional>
#include <map>
#include <string>

#include "absl/status/status.h"
#include "core/geom/vec.h"
#include "waystone/field_limits.h"

namespace waystone {

inline constexpr size_t kMaxPlaceNameBytes = limits::NamedPlace::name.max_bytes;

// [m] absolute, by name.
using NamedPlaces = std::map<std::string, Vec3, std::less<>>;

// InvalidArgument naming the place and the rule broken: a name of 1-256 bytes of text, coordinates up to 1e8
// m from zero, 10,000 places at most.
absl::Status CheckNamedPlaces(const NamedPlaces& places);

}  // namespace waystone
