#include "server/convert/map_access.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "google/protobuf/descriptor.h"
#include "waystone/field_checks.h"

namespace waystone {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::MessageFactory;

template <typename... Request>
std::set<const Descriptor*> DescriptorsOf(RequestTypes<Request...> /*requests*/) {
  return {Request::descriptor()...};
}

// All requests, and all messages within them.
std::set<const Descriptor*> MessagesOfRequests() {
  std::set<const Descriptor*> all = DescriptorsOf(ApiRequests());
  std::vector<const Descriptor*> left(all.begin(), all.end());
  while (!left.empty()) {
    const Descriptor* const message = left.back();
    left.pop_back();
    for (int i = 0; i < message->field_count(); ++i) {
      const Descriptor* const within = message->field(i)->message_type();
      if (within != nullptr && all.insert(within).second) left.push_back(within);
    }
  }
  return all;
}

Caller GuestOfTown() {
  Caller guest;
  guest.name = "guest";
  guest.maps = {"town"};
  return guest;
}

bool IsRefused(const FieldDescriptor* field, const std::string& text) {
  const std::unique_ptr<Message> message(
      MessageFactory::generated_factory()->GetPrototype(field->containing_type())->New());
  if (field->is_repeated()) {
    message->GetReflection()->AddString(message.get(), field, "town");
    message->GetReflection()->AddString(message.get(), field, text);
  } else {
    message->GetReflection()->SetString(message.get(), field, text);
  }
  return absl::IsPermissionDenied(CheckMapsNamed(*message, GuestOfTown()));
}

// A new text field of a request is a map's or is not: whoever adds one says so here or in map_access.cc.
TEST(MapAccess, EachTextOfARequestIsCheckedOrNamesNoMap) {
  const std::set<std::string> of_no_map = {
      "abilities",      "area",         "changes_ref", "closed_doors",  "closed_links",
      "closed_portals", "cost_profile", "generation",  "map_id_prefix", "met_requirements",
      "name",           "opened_doors", "page_token",  "profile"};
  std::set<std::string> checked;
  std::set<std::string> unchecked;
  for (const Descriptor* message : MessagesOfRequests()) {
    for (int i = 0; i < message->field_count(); ++i) {
      const FieldDescriptor* const field = message->field(i);
      if (field->type() != FieldDescriptor::TYPE_STRING) continue;
      (IsRefused(field, "castle") ? checked : unchecked).insert(field->name());
      EXPECT_FALSE(IsRefused(field, "town")) << field->full_name();
    }
  }
  EXPECT_EQ(unchecked, of_no_map);
  EXPECT_EQ(checked, (std::set<std::string>{"excluded_maps", "map_id", "map_ids", "target_map_id"}));
}

TEST(MapAccess, WhoHasNoListMayNameAll) {
  v1::MeasureDistancesRequest request;
  request.set_map_id("town");
  request.set_target_map_id("castle");
  EXPECT_TRUE(CheckMapsNamed(request, Caller()).ok());
  EXPECT_EQ(CheckMapsNamed(request, GuestOfTown()).message(), "\"guest\" may not ask about map \"castle\"");
}

}  // namespace
}  // namespace waystone
