// The API's messages are put into tables once: the size of each one's class, and what each field of it adds. A walk keeps
// the messages that it is within on a stack.
#include "server/convert/decoded_bytes.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/field_error.h"
#include "core/base/limit_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/message.h"
#include "google/protobuf/wire_format_lite.h"
#include "grpcpp/support/proto_buffer_reader.h"
#include "waystone/field_checks.h"
#include "waystone/v1/field_limit.pb.h"

namespace waystone {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

// [bytes] What libprotobuf takes for each, roughly.
constexpr uint64_t kListEntryBytes = 16;     // the pointer, and room to grow
constexpr uint64_t kTextBytes = 72;          // the string, its destructor and its block
constexpr uint64_t kUnknownBytes = 32;       // an entry of the fields that are not known, and room to grow
constexpr uint64_t kUnknownBlockBytes = 96;  // of those that are a text or a group

struct MessageShape;

struct FieldShape {
  enum class Kind : uint8_t { kUnknown, kNumber, kText, kMessage };

  Kind kind = Kind::kUnknown;
  WireFormatLite::WireType wire_type = WireFormatLite::WIRETYPE_VARINT;  // of one number
  bool is_list = false;
  uint8_t number_bytes = 0;               // in memory
  uint32_t max_count = UINT32_MAX;        // of a list
  int counter = -1;                       // of the elements of a list; -1: they are not counted
  const MessageShape* message = nullptr;  // of kMessage
  const std::string* name = nullptr;
};

struct MessageShape {
  uint64_t bytes = 0;
  size_t counters = 0;
  bool is_batch_item = false;
  std::vector<FieldShape> fields;  // by number
};

uint8_t NumberBytes(const FieldDescriptor& field) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_DOUBLE:
    case FieldDescriptor::CPPTYPE_INT64:
    case FieldDescriptor::CPPTYPE_UINT64:
      return 8;
    case FieldDescriptor::CPPTYPE_BOOL:
      return 1;
    default:
      return 4;
  }
}

// The shapes of requests and of all messages within them.
class Shapes {
 public:
  template <typename... Request>
  explicit Shapes(RequestTypes<Request...> /*requests*/) {
    (Find(*Request::descriptor()), ...);
    while (!open_.empty()) {
      const Descriptor& type = *open_.back();
      open_.pop_back();
      Fill(type, Find(type));
    }
  }

  const MessageShape& Of(const Descriptor& type) const { return *shapes_.at(&type); }

 private:
  MessageShape& Find(const Descriptor& type) {
    std::unique_ptr<MessageShape>& shape = shapes_[&type];
    if (shape == nullptr) {
      shape = std::make_unique<MessageShape>();
      open_.push_back(&type);
    }
    return *shape;
  }

  void Fill(const Descriptor& type, MessageShape& shape) {
    shape.bytes = google::protobuf::MessageFactory::generated_factory()->GetPrototype(&type)->SpaceUsedLong();
    shape.is_batch_item = type.name() == "BatchItem";
    for (int i = 0; i < type.field_count(); ++i) {
      const FieldDescriptor& field = *type.field(i);
      const auto number = static_cast<size_t>(field.number());
      if (shape.fields.size() <= number) shape.fields.resize(number + 1);
      FieldShape& of_field = shape.fields[number];
      of_field = ShapeOf(field);
      const bool is_counted = of_field.is_list && of_field.kind != FieldShape::Kind::kNumber;
      if (is_counted) of_field.counter = static_cast<int>(shape.counters++);
    }
  }

  FieldShape ShapeOf(const FieldDescriptor& field) {
    FieldShape shape{.is_list = field.is_repeated(), .name = &field.name()};
    shape.wire_type = WireFormatLite::WireTypeForFieldType(
        static_cast<WireFormatLite::FieldType>(static_cast<int>(field.type())));
    const v1::FieldLimit& limit = field.options().GetExtension(v1::limit);
    if (limit.max_count() != 0 && !limit.is_configured()) shape.max_count = limit.max_count();
    if (field.message_type() != nullptr) {
      shape.kind = FieldShape::Kind::kMessage;
      shape.message = &Find(*field.message_type());
    } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
      shape.kind = FieldShape::Kind::kText;
    } else {
      shape.kind = FieldShape::Kind::kNumber;
      shape.number_bytes = NumberBytes(field);
    }
    return shape;
  }

  std::unordered_map<const Descriptor*, std::unique_ptr<MessageShape>> shapes_;
  std::vector<const Descriptor*> open_;
};

// What ends a walk.
struct WalkLimits {
  uint64_t bytes = UINT64_MAX;  // decoded
  bool are_lists_limited = false;
};

class Walk {
 public:
  Walk(const MessageShape& request, uint64_t size, const WalkLimits& limits, CodedInputStream& in)
      : size_(size), limits_(limits), in_(in) {
    Enter(nullptr, &request, size, 0);
  }

  absl::Status Run() {
    while (!open_.empty()) {
      const Open& message = open_.back();
      const auto at = static_cast<uint64_t>(in_.CurrentPosition());
      if (at == message.end && message.group == 0) {
        Leave();
      } else if (at >= message.end || !TakeField()) {
        return error_.ok() ? absl::InvalidArgumentError("") : error_;
      }
    }
    return absl::OkStatus();
  }

  uint64_t sum_bytes() const { return sum_bytes_; }

 private:
  // A message that the walk is within.
  struct Open {
    const FieldShape* field = nullptr;    // that it is in; null: the request, or what is not known
    const MessageShape* shape = nullptr;  // null: not known
    uint64_t end = 0;
    int group = 0;             // the number of a group, which its end tells, too; 0: it is none
    size_t first_counter = 0;  // of its lists
    bool is_counted = true;    // its lists must keep their limits
  };

  void Enter(const FieldShape* field, const MessageShape* shape, uint64_t end, int group) {
    const bool is_within_limits = open_.empty() ? limits_.are_lists_limited : open_.back().is_counted;
    const bool is_counted = is_within_limits && !(shape != nullptr && shape->is_batch_item);
    open_.push_back({field, shape, end, group, counts_.size(), is_counted});
    if (shape != nullptr) counts_.resize(counts_.size() + shape->counters);
  }
  void Leave() {
    counts_.resize(open_.back().first_counter);
    open_.pop_back();
  }

  // These return false if the walk ends: the bytes are broken, or error_ says why.
  bool TakeField() {
    const uint32_t tag = in_.ReadTag();
    const int number = WireFormatLite::GetTagFieldNumber(tag);
    if (number == 0) return false;
    const FieldShape& field = FieldOf(number);
    uint64_t varint = 0;
    switch (WireFormatLite::GetTagWireType(tag)) {
      case WireFormatLite::WIRETYPE_VARINT:
        return in_.ReadVarint64(&varint) && AddNumber(field, WireFormatLite::WIRETYPE_VARINT);
      case WireFormatLite::WIRETYPE_FIXED64:
        return in_.Skip(8) && AddNumber(field, WireFormatLite::WIRETYPE_FIXED64);
      case WireFormatLite::WIRETYPE_FIXED32:
        return in_.Skip(4) && AddNumber(field, WireFormatLite::WIRETYPE_FIXED32);
      case WireFormatLite::WIRETYPE_LENGTH_DELIMITED:
        return TakeBlock(field);
      case WireFormatLite::WIRETYPE_START_GROUP:
        // libprotobuf itself allows fewer.
        if (open_.size() > 200 || !Add(kUnknownBytes + kUnknownBlockBytes)) return false;
        Enter(nullptr, nullptr, open_.back().end, number);
        return true;
      case WireFormatLite::WIRETYPE_END_GROUP:
        if (open_.back().group != number) return false;
        Leave();
        return true;
    }
    return false;
  }

  const FieldShape& FieldOf(int number) const {
    static const FieldShape& unknown = *new FieldShape;
    const MessageShape* const shape = open_.back().shape;
    const auto index = static_cast<size_t>(number);
    return shape == nullptr || index >= shape->fields.size() ? unknown : shape->fields[index];
  }

  bool AddNumber(const FieldShape& field, WireFormatLite::WireType wire_type) {
    const bool is_known = field.kind == FieldShape::Kind::kNumber && field.wire_type == wire_type;
    if (!is_known) return Add(kUnknownBytes);
    return !field.is_list || Add(field.number_bytes);
  }

  bool TakeBlock(const FieldShape& field) {
    uint32_t length = 0;
    if (!in_.ReadVarint32(&length)) return false;
    const uint64_t end = static_cast<uint64_t>(in_.CurrentPosition()) + length;
    if (end > open_.back().end || !Count(field)) return false;
    const uint64_t entry_bytes = field.is_list ? kListEntryBytes : 0;
    switch (field.kind) {
      case FieldShape::Kind::kMessage:
        Enter(&field, field.message, end, 0);
        return Add(field.message->bytes + entry_bytes);
      case FieldShape::Kind::kText:
        return Add(kTextBytes + entry_bytes + length) && Skip(length);
      case FieldShape::Kind::kNumber:
        if (field.is_list) return AddPacked(field, length) && Skip(length);
        break;
      case FieldShape::Kind::kUnknown:
        break;
    }
    return Add(kUnknownBytes + kUnknownBlockBytes + length) && Skip(length);
  }

  // Varints as if each had a single byte.
  bool AddPacked(const FieldShape& field, uint64_t length) {
    const bool is_varint = field.wire_type == WireFormatLite::WIRETYPE_VARINT;
    return Add(is_varint ? length * field.number_bytes : length);
  }

  bool Skip(uint32_t length) { return in_.Skip(static_cast<int>(length)); }

  bool Count(const FieldShape& field) {
    if (field.counter < 0) return true;
    const Open& message = open_.back();
    const uint32_t count = ++counts_[message.first_counter + static_cast<size_t>(field.counter)];
    if (count <= field.max_count || !message.is_counted) return true;
    error_ = LimitError(PathOf(field), StrCat("more than the limit of ", field.max_count), {field.max_count});
    return false;
  }

  std::string PathOf(const FieldShape& last) const {
    std::string path;
    for (size_t i = 1; i < open_.size(); ++i) {
      const FieldShape& field = *open_[i].field;
      path += *field.name;
      if (field.is_list) {
        const size_t counter = open_[i - 1].first_counter + static_cast<size_t>(field.counter);
        StrAppend(path, "[", counts_[counter] - 1, "]");
      }
      path += ".";
    }
    return path + *last.name;
  }

  bool Add(uint64_t bytes) {
    sum_bytes_ += bytes;
    if (sum_bytes_ <= limits_.bytes) return true;
    error_ = LimitError("",
                        StrCat("the request has ", size_, " bytes and would take more than ", limits_.bytes,
                               " in memory: it has too many small or empty parts"),
                        {limits_.bytes});
    return false;
  }

  const uint64_t size_;
  const WalkLimits limits_;
  CodedInputStream& in_;
  std::vector<Open> open_;
  std::vector<uint32_t> counts_;  // of lists of the open messages
  uint64_t sum_bytes_ = 0;
  absl::Status error_;
};

absl::StatusOr<uint64_t> Sum(const grpc::ByteBuffer& bytes, const Descriptor& type,
                             const WalkLimits& limits) {
  static const Shapes& shapes = *new Shapes(ApiRequests());
  const MessageShape& shape = shapes.Of(type);
  grpc::ByteBuffer shared(bytes);  // counts references; the reader wants it mutable
  grpc::ProtoBufferReader reader(&shared);
  absl::Status status = absl::InvalidArgumentError("");
  if (reader.status().ok()) {
    CodedInputStream in(&reader);
    Walk walk(shape, bytes.Length(), limits, in);
    status = walk.Run();
    if (status.ok()) return shape.bytes + walk.sum_bytes();
  }
  if (PassedLimitOf(status).has_value()) return status;
  return absl::InvalidArgumentError(StrCat("the request is not a valid ", type.full_name()));
}

}  // namespace

absl::Status CheckDecodedBytes(const grpc::ByteBuffer& bytes, const Descriptor& type) {
  const WalkLimits limits{.bytes = MostDecodedBytes(bytes.Length()), .are_lists_limited = true};
  return Sum(bytes, type, limits).status();
}

bool IsQuickToDecode(const grpc::ByteBuffer& bytes, const Descriptor& type) {
  if (bytes.Length() > kMostQuickBytes) return false;
  return bytes.Length() <= kQuickUnseenBytes || Sum(bytes, type, {.bytes = kMostQuickDecodedBytes}).ok();
}

absl::StatusOr<uint64_t> DecodedBytes(const grpc::ByteBuffer& bytes, const Descriptor& type) {
  return Sum(bytes, type, {});
}

}  // namespace waystone
