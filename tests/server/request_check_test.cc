#include "server/convert/request_check.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "core/base/field_error.h"
#include "core/base/limit_error.h"
#include "google/protobuf/descriptor.h"
#include "waystone/field_limits.h"
#include "waystone/v1/batch.pb.h"
#include "waystone/v1/field_limit.pb.h"
#include "waystone/v1/map_catalog.pb.h"
#include "waystone/v1/package_admin.pb.h"

namespace waystone {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// Tries every field of a request and of the messages within it, at its limits and beyond them, and counts those tried.
class FieldTrial {
 public:
  explicit FieldTrial(Message& request) : request_(request) { Try(request, ""); }
  int tried() const { return tried_; }

 private:
  void ExpectGood(const std::string& path) {
    const absl::Status status = CheckFields(request_);
    EXPECT_TRUE(status.ok()) << path << ": " << status;
  }
  void ExpectBad(const std::string& path, absl::StatusCode code = absl::StatusCode::kInvalidArgument) {
    const absl::Status status = CheckFields(request_);
    EXPECT_EQ(status.code(), code) << path << ": " << status;
    EXPECT_EQ(FieldOf(status), path);
    ++tried_;
  }

  // Recursion is as deep as messages stand in messages. NOLINTBEGIN(misc-no-recursion)
  void Try(Message& message, const std::string& parent) {
    const Descriptor& type = *message.GetDescriptor();
    for (int i = 0; i < type.field_count(); ++i) {
      const FieldDescriptor& field = *type.field(i);
      if (field.message_type() == v1::BatchItem::descriptor()) continue;
      TryField(message, field, parent + field.name());
      message.GetReflection()->ClearField(&message, &field);
    }
  }

  void TryField(Message& message, const FieldDescriptor& field, const std::string& path) {
    const v1::FieldLimit& limit = field.options().GetExtension(v1::limit);
    const bool is_list = field.is_repeated();
    const std::string value_path = is_list ? path + "[0]" : path;
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_MESSAGE:
        Try(*AddMessage(message, field), value_path + ".");
        break;
      case FieldDescriptor::CPPTYPE_DOUBLE:
        TryNumbers(message, field, limit, value_path);
        break;
      case FieldDescriptor::CPPTYPE_UINT32:
        if (limit.max() == 0 || limit.is_configured()) break;
        message.GetReflection()->SetUInt32(&message, &field, static_cast<uint32_t>(limit.max()));
        ExpectGood(path);
        message.GetReflection()->SetUInt32(&message, &field, static_cast<uint32_t>(limit.max()) + 1);
        ExpectBad(path);
        break;
      case FieldDescriptor::CPPTYPE_ENUM:
        SetEnum(message, field, field.enum_type()->value(field.enum_type()->value_count() - 1)->number());
        ExpectGood(path);
        SetEnum(message, field, 99);
        ExpectBad(value_path);
        break;
      case FieldDescriptor::CPPTYPE_STRING:
        if (limit.max_bytes() == 0) break;
        SetText(message, field, std::string(limit.max_bytes(), 'x'));
        ExpectGood(path);
        SetText(message, field, std::string(limit.max_bytes() + 1, 'x'));
        ExpectBad(value_path);
        break;
      default:
        EXPECT_FALSE(field.options().HasExtension(v1::limit)) << path;
    }
    if (limit.max_count() != 0) TryCount(message, field, static_cast<int>(limit.max_count()), path);
  }
  // NOLINTEND(misc-no-recursion)

  void TryNumbers(Message& message, const FieldDescriptor& field, const v1::FieldLimit& limit,
                  const std::string& path) {
    const double nowhere = std::numeric_limits<double>::infinity();
    for (const double bad : {nowhere, -nowhere, std::nan("")}) {
      SetDouble(message, field, bad);
      ExpectBad(path);
    }
    if (!field.options().HasExtension(v1::limit)) return;
    for (const double good : {limit.min(), limit.max()}) {
      SetDouble(message, field, good);
      ExpectGood(path);
    }
    for (const double bad : {std::nextafter(limit.min(), -nowhere), std::nextafter(limit.max(), nowhere)}) {
      SetDouble(message, field, bad);
      ExpectBad(path);
    }
  }

  void TryCount(Message& message, const FieldDescriptor& field, int count, const std::string& path) {
    message.GetReflection()->ClearField(&message, &field);
    for (int i = 0; i < count; ++i) AddElement(message, field);
    ExpectGood(path);
    AddElement(message, field);
    ExpectBad(path, absl::StatusCode::kInvalidArgument);
  }

  static Message* AddMessage(Message& message, const FieldDescriptor& field) {
    return field.is_repeated() ? message.GetReflection()->AddMessage(&message, &field)
                               : message.GetReflection()->MutableMessage(&message, &field);
  }

  static void AddElement(Message& message, const FieldDescriptor& field) {
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_MESSAGE:
        message.GetReflection()->AddMessage(&message, &field);
        break;
      case FieldDescriptor::CPPTYPE_DOUBLE:
        message.GetReflection()->AddDouble(&message, &field, 1);
        break;
      case FieldDescriptor::CPPTYPE_ENUM:
        message.GetReflection()->AddEnumValue(&message, &field, 1);
        break;
      default:
        message.GetReflection()->AddString(&message, &field, "x");
    }
  }

  static void SetDouble(Message& message, const FieldDescriptor& field, double value) {
    const auto& reflection = *message.GetReflection();
    if (!field.is_repeated()) return reflection.SetDouble(&message, &field, value);
    reflection.ClearField(&message, &field);
    reflection.AddDouble(&message, &field, value);
  }

  static void SetEnum(Message& message, const FieldDescriptor& field, int value) {
    const auto& reflection = *message.GetReflection();
    if (!field.is_repeated()) return reflection.SetEnumValue(&message, &field, value);
    reflection.ClearField(&message, &field);
    reflection.AddEnumValue(&message, &field, value);
  }

  static void SetText(Message& message, const FieldDescriptor& field, const std::string& value) {
    const auto& reflection = *message.GetReflection();
    if (!field.is_repeated()) return reflection.SetString(&message, &field, value);
    reflection.ClearField(&message, &field);
    reflection.AddString(&message, &field, value);
  }

  Message& request_;
  int tried_ = 0;
};

template <typename Request>
int Tried() {
  Request request;
  return FieldTrial(request).tried();
}

TEST(RequestCheck, TakesEveryFieldUpToItsLimitAndNamesItBeyond) {
  EXPECT_EQ(Tried<v1::PlanRouteRequest>(), 253);
  EXPECT_EQ(Tried<v1::PlaceResourceRequest>(), 297);
  EXPECT_EQ(Tried<v1::ValidateMoveRequest>(), 268);
  EXPECT_EQ(Tried<v1::MeasureDistancesRequest>(), 153);
  EXPECT_EQ(Tried<v1::BatchRequest>(), 103);
  EXPECT_EQ(Tried<v1::PrepareChangesRequest>(), 93);
  EXPECT_EQ(Tried<v1::ListMapsRequest>(), 3);
  EXPECT_EQ(Tried<v1::DescribeMapRequest>(), 1);
  EXPECT_EQ(Tried<v1::GetSurfaceRequest>(), 43);
  EXPECT_EQ(Tried<v1::GetSkeletonRequest>(), 43);
  EXPECT_EQ(Tried<v1::DescribeWorldRequest>(), 2);
}

TEST(RequestCheck, ANumberOfZeroWithoutPresenceIsAbsent) {
  v1::PlanRouteRequest request;
  for (const double zero : {0.0, -0.0}) {
    request.mutable_limits()->set_max_length_ratio(zero);  // 1 to 2
    EXPECT_TRUE(CheckFields(request).ok()) << zero;
  }
}

TEST(RequestCheck, TheItemsOfABatchAreCheckedByThemselves) {
  v1::BatchRequest batch;
  batch.add_items()->mutable_plan_route()->mutable_limits()->set_max_length_ratio(9);
  EXPECT_TRUE(CheckFields(batch).ok());
  batch.mutable_agent()->set_min_clearance_m(-1);
  EXPECT_EQ(CheckFields(batch).message(), "agent.min_clearance_m: must be in 0..100, is -1");
}

TEST(RequestCheck, MessagesSayWhatIsAllowed) {
  v1::PlaceResourceRequest request;
  request.mutable_rules()->set_clearance_m(1001);
  EXPECT_EQ(CheckFields(request).message(), "rules.clearance_m: must be in 0..1000, is 1001");
  request.mutable_rules()->set_clearance_m(std::nan(""));
  EXPECT_EQ(CheckFields(request).message(), "rules.clearance_m: must be finite, is nan");
  EXPECT_EQ(PassedLimitOf(CheckFields(request)), std::nullopt);
  request.Clear();
  request.set_map_id(std::string(129, 'x'));
  EXPECT_EQ(CheckFields(request).message(), "map_id: has 129 bytes, the limit is 128");
  EXPECT_EQ(PassedLimitOf(CheckFields(request)), (PassedLimit{128, 129}));
  request.Clear();
  request.mutable_agent()->add_abilities(std::string(65, 'x'));
  EXPECT_EQ(CheckFields(request).message(), "agent.abilities[0]: has 65 bytes, the limit is 64");
  EXPECT_EQ(FieldOf(CheckFields(request)), "agent.abilities[0]");
  EXPECT_EQ(PassedLimitOf(CheckFields(request)), (PassedLimit{64, 65}));
  v1::ListMapsRequest list;
  list.set_page_size(5000);
  EXPECT_EQ(CheckFields(list).message(), "page_size: must be in 0..1000, is 5000");
  EXPECT_EQ(PassedLimitOf(CheckFields(list)), (PassedLimit{1000, 5000}));
}

// The constants that those use who do not speak the API.
TEST(RequestCheck, TheHeaderOfLimitsSaysWhatTheFieldsSay) {
  EXPECT_EQ(limits::SearchLimits::max_length_ratio.min, 1);
  EXPECT_EQ(limits::SearchLimits::max_length_ratio.max, 2);
  EXPECT_EQ(limits::Position::x.min, -1e8);
  EXPECT_EQ(limits::Position::x.max, 1e8);
  EXPECT_EQ(limits::AreaCost::factor.min, 0.01);
  EXPECT_EQ(limits::Agent::abilities.max_count, 64U);
  EXPECT_EQ(limits::Agent::abilities.max_bytes, 64U);
  EXPECT_EQ(limits::Agent::profile.max, std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace waystone
