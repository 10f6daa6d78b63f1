#include "server/convert/decoded_bytes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/base/field_error.h"
#include "core/base/limit_error.h"
#include "core/base/random.h"
#include "core/base/taken_memory.h"
#include "google/protobuf/arena.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/stubs/logging.h"
#include "google/protobuf/unknown_field_set.h"
#include "server/convert/message_bytes.h"
#include "tests/fuzz/random_message.h"
#include "waystone/field_checks.h"

namespace waystone {
namespace {

using google::protobuf::Arena;
using google::protobuf::Message;

constexpr int kDecodedMegabyte = 1 << 20;

// In slices, as gRPC has them.
grpc::ByteBuffer InSlices(const std::string& bytes) {
  constexpr size_t kSlice = 8192;
  std::vector<grpc::Slice> slices;
  for (size_t at = 0; at < bytes.size(); at += kSlice) {
    slices.emplace_back(bytes.data() + at, std::min(kSlice, bytes.size() - at));
  }
  return grpc::ByteBuffer(slices.data(), slices.size());
}

// What libprotobuf takes for the bytes.
struct Taken {
  bool is_sound = false;
  int64_t bytes = 0;
};
Taken ParseTaken(const std::string& bytes, const Message& prototype) {
  const int64_t before = TakenMemory();
  Arena arena;
  const bool is_sound = prototype.New(&arena)->ParseFromString(bytes);
  return {is_sound, TakenMemory() - before};
}

template <typename... Request>
std::vector<const Message*> Prototypes(RequestTypes<Request...> /*requests*/) {
  return {&Request::default_instance()...};
}

// One field of a message that is not known, or known and of any type: texts are messages and lists of numbers, too.
void AddOddField(Random& random, std::string& bytes) {
  google::protobuf::UnknownFieldSet fields;
  const int number = static_cast<int>(random.NextBelow(40)) + 1;
  switch (random.NextBelow(4)) {
    case 0:
      fields.AddVarint(number, random.NextBelow(1000));
      break;
    case 1:
      fields.AddFixed64(number, 1);
      break;
    case 2:
      fields.AddLengthDelimited(number, std::string(8 * random.NextBelow(3), 'x'));
      break;
    default:
      fields.AddGroup(number)->AddGroup(number)->AddFixed32(number, 1);
  }
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream out(&stream);
  fields.SerializeToCodedStream(&out);
}

std::string RandomBytes(Random& random, const Message& prototype) {
  std::vector<uint8_t> choices(4000);
  for (uint8_t& choice : choices) choice = static_cast<uint8_t>(random.NextBelow(256));
  const std::unique_ptr<Message> message(prototype.New());
  static constexpr std::string_view kWords[] = {"yard", "", "a name that is longer than a short string"};
  Choices drawn(choices);
  FillMessage(drawn, kWords, 100, static_cast<uint8_t>(1 + random.NextBelow(3)), *message);
  std::string bytes = message->SerializeAsString();
  for (uint64_t i = random.NextBelow(3) * random.NextBelow(200); i > 0; --i) AddOddField(random, bytes);
  return bytes;
}

TEST(DecodedBytes, AreWhatLibprotobufTakesWithinAFactorOfFour) {
  constexpr int64_t kArenaBytes = 16 << 10;  // its last block
  Random random(1);
  int large = 0;
  for (int i = 0; i < 3000; ++i) {
    for (const Message* prototype : Prototypes(ApiRequests())) {
      const std::string bytes = RandomBytes(random, *prototype);
      const Taken taken = ParseTaken(bytes, *prototype);
      const absl::StatusOr<uint64_t> told = DecodedBytes(InSlices(bytes), *prototype->GetDescriptor());
      ASSERT_TRUE(taken.is_sound);
      ASSERT_TRUE(told.ok()) << told.status();
      ASSERT_LE(taken.bytes, 4 * static_cast<int64_t>(*told) + kArenaBytes) << prototype->GetTypeName();
      ASSERT_LE(static_cast<int64_t>(*told), 4 * taken.bytes + kArenaBytes) << prototype->GetTypeName();
      if (*told > 4 * kArenaBytes) ++large;
    }
  }
  EXPECT_GT(large, 100);
}

TEST(DecodedBytes, TakeAllThatLibprotobufTakes) {
  const google::protobuf::LogSilencer silencer;  // it tells each text that is no UTF-8
  Random random(2);
  int sound = 0;
  int broken = 0;
  for (int i = 0; i < 1000; ++i) {
    for (const Message* prototype : Prototypes(ApiRequests())) {
      std::string bytes = RandomBytes(random, *prototype).substr(0, random.NextBelow(400));
      for (uint64_t k = random.NextBelow(3); k > 0 && !bytes.empty(); --k) {
        bytes[random.NextBelow(bytes.size())] = static_cast<char>(random.NextBelow(256));
      }
      const bool is_sound = ParseTaken(bytes, *prototype).is_sound;
      const absl::StatusOr<uint64_t> told = DecodedBytes(InSlices(bytes), *prototype->GetDescriptor());
      ASSERT_TRUE(told.ok() || !is_sound) << prototype->GetTypeName();
      ASSERT_TRUE(told.ok() || absl::IsInvalidArgument(told.status())) << told.status();
      is_sound ? ++sound : ++broken;
    }
  }
  EXPECT_GT(sound, 1000);
  EXPECT_GT(broken, 1000);
}

TEST(DecodedBytes, GroupsMayNestAsDeeplyAsLibprotobufAllows) {
  for (const int depth : {1, 98, 99, 100, 101, 5000}) {
    std::string bytes(static_cast<size_t>(depth), '\x7b');     // begins the group 15
    bytes += std::string(static_cast<size_t>(depth), '\x7c');  // ends it
    const v1::BatchRequest batch;
    const bool is_sound = ParseTaken(bytes, batch).is_sound;
    const bool is_taken = DecodedBytes(InSlices(bytes), *batch.GetDescriptor()).ok();
    EXPECT_EQ(is_sound, depth <= 100) << depth;
    EXPECT_EQ(is_taken, depth <= 200) << depth;
  }
}

std::string Repeated(const std::string& bytes, size_t size) {
  std::string all;
  while (all.size() < size) all += bytes;
  return all;
}

// Field `number`, at most 15, of these bytes.
std::string Block(int number, const std::string& bytes) {
  std::string block(1, static_cast<char>(number << 3 | 2));
  google::protobuf::io::StringOutputStream stream(&block);
  google::protobuf::io::CodedOutputStream out(&stream);
  out.WriteVarint32(static_cast<uint32_t>(bytes.size()));
  out.WriteString(bytes);
  out.Trim();
  return block;
}

// The error of a request, after a look at the memory that it takes to be refused.
template <typename Request>
absl::Status Refused(const std::string& bytes) {
  const grpc::ByteBuffer slices = InSlices(bytes);
  EXPECT_TRUE(DecodedBytes(InSlices(""), *Request::descriptor()).ok());  // makes tables
  const int64_t before = TakenMemory();
  Arena arena;
  const absl::Status status = Decode(slices, *Arena::CreateMessage<Request>(&arena));
  EXPECT_LT(TakenMemory() - before, 64 << 10) << status;
  return status;
}

TEST(DecodedBytes, BatchesOfEmptyItemsAreNotQuickToDecode) {
  const auto is_quick = [](const std::string& bytes) {
    return IsQuickToDecode(InSlices(bytes), *v1::BatchRequest::descriptor());
  };
  v1::BatchRequest moves;
  while (moves.ByteSizeLong() < 10'000) {
    v1::ValidateMoveRequest& move = *moves.add_items()->mutable_validate_move();
    for (v1::Position* const end : {move.mutable_from(), move.mutable_to()}) {
      end->set_map_id("town");
      end->set_x(1.5);
      end->set_z(2.5);
    }
  }
  EXPECT_TRUE(is_quick(moves.SerializeAsString()));
  v1::BatchRequest empty;
  while (empty.ByteSizeLong() < kQuickUnseenBytes - 2) empty.add_items();
  EXPECT_TRUE(is_quick(empty.SerializeAsString()));
  while (empty.ByteSizeLong() < 7 << 10) empty.add_items();
  EXPECT_FALSE(is_quick(empty.SerializeAsString()));
  moves.mutable_items()->Clear();
  moves.set_map_id(std::string(kMostQuickBytes, 'x'));
  EXPECT_FALSE(is_quick(moves.SerializeAsString()));
}

TEST(DecodedBytes, EmptyPartsAreRefusedBeforeTheyAreDecoded) {
  const auto kSize = static_cast<size_t>(4 * kDecodedMegabyte);
  const std::string empty_route = Block(2, "");
  const std::vector<std::string> batches = {
      Repeated(Block(v1::BatchRequest::kItemsFieldNumber, empty_route), kSize),
      // An item whose request is another one each time: arenas give nothing back.
      Block(v1::BatchRequest::kItemsFieldNumber, Repeated(empty_route + Block(3, ""), kSize)),
      Block(v1::BatchRequest::kItemsFieldNumber,
            Block(v1::BatchItem::kPlanRouteFieldNumber,
                  Block(v1::PlanRouteRequest::kChangesFieldNumber,
                        Repeated(Block(v1::Changes::kMapsFieldNumber, ""), kSize)))),
      Block(v1::BatchRequest::kChangesFieldNumber,
            Repeated(Block(v1::Changes::kClosedPortalsFieldNumber, ""), kSize)),
      Repeated(Block(15, ""), kSize),                                 // not known
      Repeated("\x7b\x7c", kSize),                                    // groups that are not known
      Repeated(Block(v1::BatchRequest::kTagFieldNumber, ""), kSize),  // known, of another type
  };
  for (const std::string& batch : batches) {
    const absl::Status status = Refused<v1::BatchRequest>(batch);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    ASSERT_TRUE(PassedLimitOf(status).has_value()) << status;
    EXPECT_EQ(PassedLimitOf(status)->limit, MostDecodedBytes(batch.size()));
    EXPECT_TRUE(status.message().find("too many small or empty parts") != absl::string_view::npos) << status;
  }
}

TEST(DecodedBytes, AListThatIsTooLongIsNamed) {
  const std::string maps = Repeated(Block(v1::Changes::kMapsFieldNumber, ""), kDecodedMegabyte);
  absl::Status status = Refused<v1::PlanRouteRequest>(Block(v1::PlanRouteRequest::kChangesFieldNumber, maps));
  EXPECT_EQ(status.message(), "changes.maps: more than the limit of 64");
  EXPECT_EQ(FieldOf(status), "changes.maps");
  EXPECT_EQ(PassedLimitOf(status), (PassedLimit{64}));

  v1::PrepareChangesRequest request;
  request.mutable_changes()->add_maps();
  v1::MapChanges& second = *request.mutable_changes()->add_maps();
  for (int i = 0; i < 100'000; ++i) second.add_area_costs();
  status = Refused<v1::PrepareChangesRequest>(request.SerializeAsString());
  EXPECT_EQ(status.message(), "changes.maps[1].area_costs: more than the limit of 64");
}

TEST(DecodedBytes, WhatIsNoMessageIsRefused) {
  const std::string cut = Block(v1::BatchRequest::kItemsFieldNumber, std::string(100'000, '\0'));
  for (const std::string& bytes : {cut, cut.substr(0, 90'000), std::string(100'000, '\xff')}) {
    EXPECT_EQ(Refused<v1::BatchRequest>(bytes).message(),
              "the request is not a valid waystone.v1.BatchRequest");
  }
}

void SetPlace(double x, v1::Position& position) {
  position.set_x(x);
  position.set_y(0.25);
  position.set_z(-x);
}

// Requests of 16 MB that callers have reason to send.
v1::BatchRequest Moves() {
  v1::BatchRequest batch;
  for (int i = 0; i < 250'000; ++i) {
    v1::ValidateMoveRequest& move = *batch.add_items()->mutable_validate_move();
    SetPlace(i, *move.mutable_from());
    SetPlace(i + 1, *move.mutable_to());
  }
  return batch;
}

v1::BatchRequest Routes() {
  v1::BatchRequest batch;
  batch.set_map_id("yard");
  for (int i = 0; i < 200'000; ++i) {
    v1::PlanRouteRequest& route = *batch.add_items()->mutable_plan_route();
    SetPlace(i, *route.mutable_start()->mutable_position());
    SetPlace(i + 1, *route.add_goals()->mutable_position());
  }
  return batch;
}

v1::MeasureDistancesRequest Matrix() {
  v1::MeasureDistancesRequest request;
  for (int i = 0; i < 2'000'000; ++i) request.add_target_xyz(i);
  return request;
}

v1::PlaceResourceRequest Existing() {
  v1::PlaceResourceRequest request;
  for (int i = 0; i < 2'000'000; ++i) request.mutable_rules()->mutable_spacing()->add_existing_xyz(i);
  return request;
}

v1::PrepareChangesRequest Cells(uint32_t below) {
  v1::PrepareChangesRequest request;
  v1::MapChanges& map = *request.mutable_changes()->add_maps();
  for (uint32_t i = 0; i < 4'000'000; ++i) {
    map.add_blocked_cells(i % below);
    map.add_opened_rects(i % below);
  }
  return request;
}

v1::PrepareChangesRequest Obstacles() {
  v1::PrepareChangesRequest request;
  v1::MapChanges& map = *request.mutable_changes()->add_maps();
  for (int i = 0; i < 200'000; ++i) {
    v1::Cylinder& cylinder = *map.add_obstacles()->mutable_cylinder();
    SetPlace(i, *cylinder.mutable_base());
    cylinder.set_radius_m(1);
    cylinder.set_height_m(2);
  }
  return request;
}

v1::PrepareChangesRequest Doors() {
  v1::PrepareChangesRequest request;
  v1::MapChanges& map = *request.mutable_changes()->add_maps();
  for (int i = 0; i < 500'000; ++i) map.add_closed_doors("door_" + std::to_string(i));
  return request;
}

// Decoded: OK, and what it takes stays below this share of what it might.
void ExpectTaken(const Message& request, double share) {
  const std::string bytes = request.SerializeAsString();
  const std::unique_ptr<Message> copy(request.New());
  EXPECT_TRUE(Decode(InSlices(bytes), *copy).ok()) << request.GetTypeName();
  const auto told = static_cast<double>(*DecodedBytes(InSlices(bytes), *request.GetDescriptor()));
  EXPECT_LT(told / static_cast<double>(MostDecodedBytes(bytes.size())), share) << request.GetTypeName();
}

TEST(DecodedBytes, LargeRequestsThatAreSoundAreFarFromTheLimit) {
  ExpectTaken(Moves(), 0.5);
  ExpectTaken(Routes(), 0.6);
  ExpectTaken(Matrix(), 0.1);
  ExpectTaken(Existing(), 0.1);
  ExpectTaken(Cells(1'000'000), 0.3);
  ExpectTaken(Cells(100), 0.3);
  ExpectTaken(Obstacles(), 0.5);
  ExpectTaken(Doors(), 0.6);
}

}  // namespace
}  // namespace waystone
