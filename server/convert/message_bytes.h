// Between gRPC's byte buffers and messages.
//
// The services take raw bytes, so that undecodable ones are INVALID_ARGUMENT (gRPC would say UNIMPLEMENTED
// without a word), so that messages live in arenas, and so that workers do the decoding of large ones.
#pragma once

#include "absl/status/status.h"
#include "core/base/deadline.h"
#include "google/protobuf/message.h"
#include "grpcpp/support/byte_buffer.h"
#include "server/convert/request_limits.h"

namespace waystone {

// Decodes a request. InvalidArgument if the bytes are not a message of this type (broken UTF-8 in a string included);
// LimitError, before anything is decoded, if one of more than kMostUnseenBytes would take too much memory (CheckDecodedBytes).
absl::Status Decode(const grpc::ByteBuffer& bytes, google::protobuf::Message& message);

// OutOfRange if they are more than the limit; DeadlineExceeded or Cancelled if nobody waits for a long answer any more.
absl::Status Encode(const google::protobuf::MessageLite& message, const AnswerLimit& limit,
                    grpc::ByteBuffer& bytes, const Deadline& deadline = {});

// OutOfRange: what an answer of that size is refused with. Names the request's field or the server's option, whichever
// the limit is of.
absl::Status TooLargeAnswer(uint64_t bytes, const AnswerLimit& limit);

}  // namespace waystone
