#include "server/convert/message_bytes.h"

#include <string>

#include "core/base/limit_error.h"
#include "core/base/str_cat.h"
#include "grpcpp/support/proto_buffer_reader.h"
#include "grpcpp/support/slice.h"

namespace waystone {

absl::Status Decode(const grpc::ByteBuffer& bytes, google::protobuf::MessageLite& message) {
  grpc::ByteBuffer shared(bytes);  // counts references; the reader wants it mutable
  grpc::ProtoBufferReader reader(&shared);
  if (reader.status().ok() && message.ParseFromZeroCopyStream(&reader)) return absl::OkStatus();
  return absl::InvalidArgumentError(StrCat("the request is not a valid ", message.GetTypeName()));
}

absl::Status Encode(const google::protobuf::MessageLite& message, const AnswerLimit& limit,
                    grpc::ByteBuffer& bytes) {
  const size_t size = message.ByteSizeLong();
  if (size > limit.bytes) return TooLargeAnswer(size, limit);
  const grpc::Slice slice(size);
  message.SerializeWithCachedSizesToArray(const_cast<uint8_t*>(slice.begin()));
  grpc::ByteBuffer encoded(&slice, 1);
  bytes.Swap(&encoded);
  return absl::OkStatus();
}

absl::Status TooLargeAnswer(uint64_t bytes, const AnswerLimit& limit) {
  const std::string what = StrCat("the answer has ", bytes, " bytes, over the ");
  const PassedLimit passed{limit.bytes, bytes};
  switch (limit.of) {
    case AnswerLimit::Of::kRequest:
      return LimitError("max_response_bytes", StrCat(what, "limit of ", limit.bytes), passed,
                        absl::StatusCode::kOutOfRange);
    case AnswerLimit::Of::kDefault:
      return LimitError("max_response_bytes",
                        StrCat(what, limit.bytes, " that a request takes which does not set it"), passed,
                        absl::StatusCode::kOutOfRange);
    case AnswerLimit::Of::kServer:
      break;
  }
  return LimitError("", StrCat(what, "server's limit of ", limit.bytes, " (--max-response-bytes)"), passed,
                    absl::StatusCode::kOutOfRange);
}

}  // namespace waystone
