#include "server/convert/request_check.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/check.h"
#include "core/base/field_error.h"
#include "core/base/field_limit.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "google/protobuf/descriptor.h"
#include "waystone/v1/batch.pb.h"
#include "waystone/v1/field_limit.pb.h"

namespace waystone {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

FieldLimit LimitOf(const FieldDescriptor& field) {
  const v1::FieldLimit& said = field.options().GetExtension(v1::limit);
  FieldLimit limit;
  limit.min = said.min();
  if (said.max() != 0) limit.max = said.max();
  if (!field.options().HasExtension(v1::limit)) limit.min = -limit.max;
  if (said.max_bytes() != 0) limit.max_bytes = said.max_bytes();
  if (said.max_count() != 0) limit.max_count = said.max_count();
  return limit;
}

// A number of 0 in a field without presence is absent, -0 too.
absl::Status CheckNumber(double value, const FieldDescriptor& field, const FieldLimit& limit) {
  if (value == 0 && !field.is_repeated() && !field.has_presence()) return absl::OkStatus();
  return CheckRange("", value, limit);
}

absl::Status CheckText(const std::string& text, const FieldLimit& limit) {
  if (text.size() <= limit.max_bytes) return absl::OkStatus();
  return FieldError("", StrCat("has ", text.size(), " bytes, the limit is ", limit.max_bytes));
}

absl::Status CheckEnum(int value, const FieldDescriptor& field) {
  if (field.enum_type()->FindValueByNumber(value) != nullptr) return absl::OkStatus();
  return FieldError("", StrCat("unknown value ", value));
}

struct MessageRules;

// What one field is checked for.
struct FieldRule {
  const FieldDescriptor* field;
  FieldLimit limit;
  const MessageRules* within;  // of the messages that it holds, if it holds any
};

struct MessageRules {
  std::vector<FieldRule> fields;  // those that there is something to check of

  absl::Status Check(const Message& message) const;
};

// Recursion is as deep as messages stand in messages. NOLINTBEGIN(misc-no-recursion)

// One element of a list, or the value of a field that is no list.
constexpr int kNoList = -1;

absl::Status CheckValue(const Message& message, const FieldRule& rule, int index) {
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  const FieldDescriptor* const field = rule.field;
  const bool is_one = index == kNoList;
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return rule.within->Check(is_one ? reflection.GetMessage(message, field)
                                       : reflection.GetRepeatedMessage(message, field, index));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return CheckNumber(
          is_one ? reflection.GetDouble(message, field) : reflection.GetRepeatedDouble(message, field, index),
          *field, rule.limit);
    case FieldDescriptor::CPPTYPE_UINT32:
      return CheckWhole(
          "",
          is_one ? reflection.GetUInt32(message, field) : reflection.GetRepeatedUInt32(message, field, index),
          static_cast<uint64_t>(rule.limit.min),
          static_cast<uint64_t>(std::min<double>(rule.limit.max, UINT32_MAX)));
    case FieldDescriptor::CPPTYPE_ENUM:
      return CheckEnum(is_one ? reflection.GetEnumValue(message, field)
                              : reflection.GetRepeatedEnumValue(message, field, index),
                       *field);
    case FieldDescriptor::CPPTYPE_STRING: {
      std::string buffer;
      return CheckText(is_one ? reflection.GetStringReference(message, field, &buffer)
                              : reflection.GetRepeatedStringReference(message, field, index, &buffer),
                       rule.limit);
    }
    default:
      return absl::OkStatus();
  }
}

absl::Status CheckList(const Message& message, const FieldRule& rule) {
  const int count = message.GetReflection()->FieldSize(message, rule.field);
  WS_RETURN_IF_ERROR(CheckCount(rule.field->name(), count, rule.limit.max_count));
  for (int i = 0; i < count; ++i) {
    WS_RETURN_IF_ERROR(WithinItem(rule.field->name(), i, CheckValue(message, rule, i)));
  }
  return absl::OkStatus();
}

absl::Status MessageRules::Check(const Message& message) const {
  for (const FieldRule& rule : fields) {
    if (rule.field->is_repeated()) {
      WS_RETURN_IF_ERROR(CheckList(message, rule));
    } else if (message.GetReflection()->HasField(message, rule.field)) {
      WS_RETURN_IF_ERROR(Within(rule.field->name(), CheckValue(message, rule, kNoList)));
    }
  }
  return absl::OkStatus();
}

// A limit of another type would stand there and not be checked.
bool IsCheckable(const FieldDescriptor& field) {
  const FieldDescriptor::CppType type = field.cpp_type();
  const v1::FieldLimit& limit = field.options().GetExtension(v1::limit);
  const bool is_number = type == FieldDescriptor::CPPTYPE_DOUBLE || type == FieldDescriptor::CPPTYPE_UINT32;
  return (is_number || (limit.min() == 0 && limit.max() == 0)) &&
         (type == FieldDescriptor::CPPTYPE_STRING || limit.max_bytes() == 0) &&
         (field.is_repeated() || limit.max_count() == 0);
}

// Numbers must be finite and enums known, whatever a limit says. What is configured is checked by those who read it,
// and the items of a batch are requests of their own.
bool HasRule(const FieldDescriptor& field) {
  if (field.message_type() == v1::BatchItem::descriptor()) return false;
  const v1::FieldLimit& limit = field.options().GetExtension(v1::limit);
  return field.message_type() != nullptr || field.enum_type() != nullptr ||
         field.cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE ||
         (field.options().HasExtension(v1::limit) && !limit.is_configured());
}

// The rules of all messages that requests are made of.
class RuleBook {
 public:
  RuleBook() {
    const auto& pool = *google::protobuf::DescriptorPool::generated_pool();
    for (const char* const name : {"PathPlanning", "MapCatalog", "PackageAdmin"}) {
      const auto* const service = pool.FindServiceByName(StrCat("waystone.v1.", name));
      for (int i = 0; i < service->method_count(); ++i) Read(*service->method(i)->input_type());
    }
  }

  const MessageRules& Of(const Descriptor* message) const { return *rules_.at(message); }

 private:
  const MessageRules* Read(const Descriptor& message) {
    const auto [known, is_new] = rules_.try_emplace(&message);
    if (!is_new) return known->second.get();
    known->second = std::make_unique<MessageRules>();
    MessageRules& rules = *known->second;
    for (int i = 0; i < message.field_count(); ++i) {
      const FieldDescriptor* const field = message.field(i);
      WS_CHECK(IsCheckable(*field));
      if (!HasRule(*field)) continue;
      const MessageRules* within = field->message_type() == nullptr ? nullptr : Read(*field->message_type());
      rules.fields.push_back({field, LimitOf(*field), within});
    }
    return &rules;
  }

  std::map<const Descriptor*, std::unique_ptr<MessageRules>> rules_;
};

// NOLINTEND(misc-no-recursion)

}  // namespace

absl::Status CheckCount(std::string_view field, uint64_t count, uint64_t limit) {
  if (count <= limit) return absl::OkStatus();
  return FieldError(field, StrCat(count, " is over the limit of ", limit),
                    absl::StatusCode::kResourceExhausted);
}

absl::Status CheckFields(const Message& request) {
  static const RuleBook* const kRules = new RuleBook;
  return kRules->Of(request.GetDescriptor()).Check(request);
}

}  // namespace waystone
