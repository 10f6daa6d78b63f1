#include "server/convert/map_access.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "google/protobuf/descriptor.h"

namespace waystone {

namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// The fields of requests that name maps, wherever they stand. A test holds it against the API.
constexpr std::array<std::string_view, 4> kMapFields = {"map_id", "target_map_id", "excluded_maps",
                                                        "map_ids"};

bool NamesMaps(const FieldDescriptor& field) {
  return std::find(kMapFields.begin(), kMapFields.end(), field.name()) != kMapFields.end();
}

void AddMessages(const Message& message, const FieldDescriptor* field,
                 std::vector<const Message*>& messages) {
  const auto* reflection = message.GetReflection();
  if (!field->is_repeated()) {
    messages.push_back(&reflection->GetMessage(message, field));
    return;
  }
  for (int i = 0; i < reflection->FieldSize(message, field); ++i) {
    messages.push_back(&reflection->GetRepeatedMessage(message, field, i));
  }
}

absl::Status CheckMapsOf(const Message& message, const FieldDescriptor* field, const Caller& caller) {
  const auto* reflection = message.GetReflection();
  if (!field->is_repeated()) return CheckMapNamed(reflection->GetString(message, field), caller);
  std::string unused;
  for (int i = 0; i < reflection->FieldSize(message, field); ++i) {
    WS_RETURN_IF_ERROR(
        CheckMapNamed(reflection->GetRepeatedStringReference(message, field, i, &unused), caller));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckMapNamed(std::string_view map_id, const Caller& caller) {
  if (caller.MaySee(map_id)) return absl::OkStatus();
  return absl::PermissionDeniedError(StrCat(Quoted(caller.name), " may not ask about map ", Quoted(map_id)));
}

absl::Status CheckCaller(const Caller* caller, Rpc rpc, const Message& request) {
  if (caller == nullptr) return absl::OkStatus();
  WS_RETURN_IF_ERROR(CheckRole(*caller, rpc));
  return CheckMapsNamed(request, *caller);
}

absl::Status CheckMapsNamed(const Message& request, const Caller& caller) {
  if (caller.SeesAll()) return absl::OkStatus();
  std::vector<const Message*> messages = {&request};
  while (!messages.empty()) {
    const Message& message = *messages.back();
    messages.pop_back();
    std::vector<const FieldDescriptor*> fields;
    message.GetReflection()->ListFields(message, &fields);
    for (const FieldDescriptor* field : fields) {
      if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
        AddMessages(message, field, messages);
      } else if (NamesMaps(*field)) {
        WS_RETURN_IF_ERROR(CheckMapsOf(message, field, caller));
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace waystone
