// Between gRPC's byte buffers and messages.
//
// The services take raw bytes, so that undecodable ones are INVALID_ARGUMENT (gRPC would say UNIMPLEMENTED
// without a word), so that messages live in arenas, and so that workers do the decoding of large ones.
#pragma once

#include "absl/status/status.h"
#include "google/protobuf/message_lite.h"
#include "grpcpp/support/byte_buffer.h"

namespace waystone {

// InvalidArgument where the bytes are not a message of this type (broken UTF-8 in a string included).
absl::Status Decode(const grpc::ByteBuffer& bytes, google::protobuf::MessageLite& message);

// OutOfRange if they are more than `max_bytes`.
absl::Status Encode(const google::protobuf::MessageLite& message, uint64_t max_bytes,
                    grpc::ByteBuffer& bytes);

// OutOfRange: what an answer of that size is refused with.
absl::Status TooLargeAnswer(uint64_t bytes, uint64_t max_bytes);

}  // namespace waystone
