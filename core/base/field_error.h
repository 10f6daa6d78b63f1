// Errors that name the field at fault, as in "start.position.x: must be finite, is nan". The message begins
// with the field's path, and the status also carries the path by itself: callers map it by FieldOf, never by
// the message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "core/base/field_limit.h"

namespace waystone {

// The message is "field: what". An empty field is the value itself: Within and WithinItem name it.
absl::Status FieldError(std::string_view field, std::string_view what,
                        absl::StatusCode code = absl::StatusCode::kInvalidArgument);

// The path that the status carries; empty if it carries none.
std::string FieldOf(const absl::Status& status);

// OK stays OK. Otherwise continues the message, and the path that the status carries, to the left:
// "parent.field: what". Whatever else the status carries it keeps.
absl::Status Within(std::string_view parent, const absl::Status& status);
// The same for an element of a list: "parent[index].field: what".
absl::Status WithinItem(std::string_view parent, size_t index, const absl::Status& status);

// InvalidArgument unless the value is finite and in [min, max].
absl::Status CheckRange(std::string_view field, double value, double min, double max);
inline absl::Status CheckRange(std::string_view field, double value, const FieldLimit& limit) {
  return CheckRange(field, value, limit.min, limit.max);
}
absl::Status CheckWhole(std::string_view field, uint64_t value, uint64_t min, uint64_t max);

}  // namespace waystone
