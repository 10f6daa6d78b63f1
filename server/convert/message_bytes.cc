#include "server/convert/message_bytes.h"

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

absl::Status Encode(const google::protobuf::MessageLite& message, uint64_t max_bytes,
                    grpc::ByteBuffer& bytes) {
  const size_t size = message.ByteSizeLong();
  if (size > max_bytes) return TooLargeAnswer(size, max_bytes);
  const grpc::Slice slice(size);
  message.SerializeWithCachedSizesToArray(const_cast<uint8_t*>(slice.begin()));
  grpc::ByteBuffer encoded(&slice, 1);
  bytes.Swap(&encoded);
  return absl::OkStatus();
}

absl::Status TooLargeAnswer(uint64_t bytes, uint64_t max_bytes) {
  return LimitError("max_response_bytes",
                    StrCat("the answer has ", bytes, " bytes, over the limit of ", max_bytes),
                    {max_bytes, bytes}, absl::StatusCode::kOutOfRange);
}

}  // namespace waystone
