#include "server/convert/message_bytes.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "core/base/limit_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream.h"
#include "grpcpp/support/proto_buffer_reader.h"
#include "grpcpp/support/slice.h"
#include "server/convert/decoded_bytes.h"

namespace waystone {
namespace {

// Memory that a message is written to, block by block; looks at the deadline before each.
class BlocksInTime : public google::protobuf::io::ZeroCopyOutputStream {
 public:
  BlocksInTime(uint8_t* begin, size_t size, const Deadline& deadline)
      : begin_(begin), next_(begin), end_(begin + size), deadline_(deadline) {}

  bool Next(void** data, int* size) override {
    if (next_ == end_ || deadline_.Expired()) return false;
    *data = next_;
    *size = static_cast<int>(std::min<ptrdiff_t>(kBlock, end_ - next_));
    next_ += *size;
    return true;
  }
  void BackUp(int count) override { next_ -= count; }
  int64_t ByteCount() const override { return next_ - begin_; }

 private:
  static constexpr ptrdiff_t kBlock = 256 << 10;
  uint8_t* const begin_;
  uint8_t* next_;
  uint8_t* const end_;
  const Deadline& deadline_;
};

}  // namespace

absl::Status Decode(const grpc::ByteBuffer& bytes, google::protobuf::Message& message) {
  if (bytes.Length() > kMostUnseenBytes) {
    WS_RETURN_IF_ERROR(CheckDecodedBytes(bytes, *message.GetDescriptor()));
  }
  grpc::ByteBuffer shared(bytes);  // counts references; the reader wants it mutable
  grpc::ProtoBufferReader reader(&shared);
  if (reader.status().ok() && message.ParseFromZeroCopyStream(&reader)) return absl::OkStatus();
  return absl::InvalidArgumentError(StrCat("the request is not a valid ", message.GetTypeName()));
}

absl::Status Encode(const google::protobuf::MessageLite& message, const AnswerLimit& limit,
                    grpc::ByteBuffer& bytes, const Deadline& deadline) {
  const size_t size = message.ByteSizeLong();
  if (size > limit.bytes) return TooLargeAnswer(size, limit);
  const grpc::Slice slice(size);
  BlocksInTime blocks(const_cast<uint8_t*>(slice.begin()), size, deadline);
  {
    google::protobuf::io::CodedOutputStream out(&blocks);
    message.SerializeWithCachedSizes(&out);
    out.Trim();
    if (out.HadError()) {
      WS_RETURN_IF_ERROR(CheckInTime(deadline));
      return absl::InternalError("the answer changed while it was written");
    }
  }
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
