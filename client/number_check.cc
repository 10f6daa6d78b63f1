#include "client/number_check.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/reflection.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/str_cat.h"

namespace waystone::client {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

template <typename Number>
bool AreFinite(const Message& message, const FieldDescriptor* field) {
  const auto numbers = message.GetReflection()->GetRepeatedFieldRef<Number>(message, field);
  return std::all_of(numbers.begin(), numbers.end(), [](Number number) { return std::isfinite(number); });
}

bool IsFinite(const Message& message, const FieldDescriptor* field) {
  const Reflection& reflection = *message.GetReflection();
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return field->is_repeated() ? AreFinite<double>(message, field)
                                  : std::isfinite(reflection.GetDouble(message, field));
    case FieldDescriptor::CPPTYPE_FLOAT:
      return field->is_repeated() ? AreFinite<float>(message, field)
                                  : std::isfinite(reflection.GetFloat(message, field));
    default:
      return true;
  }
}

// The path of the number, or nothing. The API's messages do not contain themselves: recursion ends soon.
std::string FindNotFinite(const Message& message) {  // NOLINT(misc-no-recursion)
  const Reflection& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (!IsFinite(message, field)) return field->name();
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) {
      const std::string path = FindNotFinite(reflection.GetMessage(message, field));
      if (!path.empty()) return StrCat(field->name(), ".", path);
      continue;
    }
    for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
      const std::string path = FindNotFinite(reflection.GetRepeatedMessage(message, field, i));
      if (!path.empty()) return StrCat(field->name(), "[", i, "].", path);
    }
  }
  return {};
}

}  // namespace

absl::Status Malformed(std::string_view field, std::string_view rule) {
  return absl::DataLossError(StrCat("malformed answer: ", field, ": ", rule));
}

absl::Status CheckFinite(const Message& message) {
  const std::string path = FindNotFinite(message);
  return path.empty() ? absl::OkStatus() : Malformed(path, "not finite");
}

}  // namespace waystone::client
