// Checks a whole request by the limits that stand at the API's fields (field_limit.proto).
#pragma once

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "google/protobuf/message.h"

namespace waystone {

// Numbers are finite and within their limits, texts and lists are not too long, enums have known values: in the request
// and in all messages within it but the items of a batch, which are requests of their own. A FieldError; for a
// list or a text that is too long, or a whole number that is too great, a LimitError. What an absent field means, and what is needed, is up to those who read it. Thread-safe.
// O(fields that the messages may have, and elements of lists); some 50 ns for a route or a move.
absl::Status CheckFields(const google::protobuf::Message& request);

// At most `limit`: LimitError. For limits that are configuration (request_limits.h).
absl::Status CheckCount(std::string_view field, uint64_t count, uint64_t limit);

}  // namespace waystone
