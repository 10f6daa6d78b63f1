#include "client/recording/recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/temp_folder.h"

namespace waystone::client {
namespace {

using ::testing::HasSubstr;

constexpr uint64_t kNoLimit = std::numeric_limits<uint64_t>::max();

std::string BytesOfFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class RecordingFile : public ::testing::Test {
 protected:
  std::unique_ptr<RecordingWriter> Create(uint64_t max_bytes = kNoLimit) {
    auto writer =
        RecordingWriter::Create({.path = path_,
                                 .max_bytes = max_bytes,
                                 .server_version = "1.2.3+abc",
                                 .on_stop = [this](const absl::Status& why) { stops_.push_back(why); }});
    EXPECT_TRUE(writer.ok()) << writer.status();
    return *std::move(writer);
  }
  // Two calls that overlap: a stream and a unary call, which fails.
  std::string TwoCalls() {
    const auto writer = Create();
    const uint32_t stream = *writer->Begin("/s/Stream", 0, {});
    writer->AddRequest(stream, "ask 1");
    const uint32_t unary = *writer->Begin("/s/Unary", 250'000, {{"waystone-map", "town"}, {"key", ""}});
    writer->AddRequest(unary, std::string("\0\xff", 2));
    writer->AddAnswer(stream, "answer 1");
    writer->End(unary, 5, "no such map", std::string("d\0", 2));
    writer->AddRequest(stream, "");
    writer->AddAnswer(stream, "answer 2");
    writer->End(stream, 0, "", "");
    return BytesOfFile(path_);
  }

  TempFolder folder_;
  const std::string path_ = folder_.path() + "/calls.rec";
  std::vector<absl::Status> stops_;
};

TEST_F(RecordingFile, WhatIsWrittenIsRead) {
  TwoCalls();
  const absl::StatusOr<Recording> recording = ReadRecording(path_);
  ASSERT_TRUE(recording.ok()) << recording.status();
  EXPECT_EQ(recording->server_version, "1.2.3+abc");
  EXPECT_EQ(recording->cut_bytes, 0U);
  ASSERT_EQ(recording->calls.size(), 2U);
  const RecordedCall& stream = recording->calls[0];
  EXPECT_EQ(stream.method, "/s/Stream");
  EXPECT_EQ(stream.timeout_us, 0U);
  ASSERT_EQ(stream.requests.size(), 2U);
  EXPECT_EQ(stream.requests[0].bytes, "ask 1");
  EXPECT_EQ(stream.requests[1].bytes, "");
  ASSERT_EQ(stream.answers.size(), 2U);
  EXPECT_EQ(stream.answers[1].bytes, "answer 2");
  EXPECT_LE(stream.requests[0].at_us, stream.answers[0].at_us);
  ASSERT_TRUE(stream.end.has_value());
  EXPECT_EQ(stream.end->code, 0);
  EXPECT_LE(stream.answers[1].at_us, stream.end->at_us);
  const RecordedCall& unary = recording->calls[1];
  EXPECT_EQ(unary.timeout_us, 250'000U);
  EXPECT_EQ(unary.metadata, (Metadata{{"waystone-map", "town"}, {"key", ""}}));
  EXPECT_EQ(unary.requests[0].bytes, std::string_view("\0\xff", 2));
  ASSERT_TRUE(unary.end.has_value());
  EXPECT_EQ(unary.end->code, 5);
  EXPECT_EQ(unary.end->message, "no such map");
  EXPECT_EQ(unary.end->details, std::string("d\0", 2));
}

TEST_F(RecordingFile, OnlyItsOwnerMayReadIt) {
  Create();
  struct stat status {};
  ASSERT_EQ(stat(path_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

// A killed program leaves any beginning of the file.
TEST_F(RecordingFile, CutAtAnyByteItIsReadUpToItsLastWholeRecord) {
  const std::string bytes = TwoCalls();
  constexpr size_t kHeader = 12;
  size_t events_before = 0;
  std::vector<size_t> whole;  // lengths at which no record is cut
  for (size_t size = 0; size <= bytes.size(); ++size) {
    const absl::StatusOr<Recording> recording = ParseRecording(bytes.substr(0, size));
    if (size < kHeader) {
      EXPECT_TRUE(absl::IsInvalidArgument(recording.status())) << size;
      continue;
    }
    ASSERT_TRUE(recording.ok()) << size << ": " << recording.status();
    if (recording->cut_bytes == 0) whole.push_back(size);
    EXPECT_EQ(recording->cut_bytes, size - whole.back());
    size_t events = recording->server_version.empty() ? 0 : 1;
    for (const RecordedCall& call : recording->calls) {
      events += 1 + call.requests.size() + call.answers.size() + (call.end.has_value() ? 1 : 0);
    }
    EXPECT_EQ(events, whole.size() - 1);
    EXPECT_GE(events, events_before);
    events_before = events;
  }
  EXPECT_EQ(events_before, 10U);
  EXPECT_EQ(whole.back(), bytes.size());
}

TEST_F(RecordingFile, EveryFlippedBitIsRefused) {
  std::string bytes = TwoCalls();
  for (size_t i = 0; i < bytes.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      bytes[i] = static_cast<char>(bytes[i] ^ (1 << bit));
      const absl::Status status = ParseRecording(bytes).status();
      const bool is_header = i < 12;
      EXPECT_EQ(status.code(), is_header ? absl::StatusCode::kInvalidArgument : absl::StatusCode::kDataLoss)
          << "byte " << i << ", bit " << bit << ": " << status;
      bytes[i] = static_cast<char>(bytes[i] ^ (1 << bit));
    }
  }
}

TEST_F(RecordingFile, ForeignAndEmptyFilesAreRefusedByName) {
  EXPECT_TRUE(absl::IsNotFound(ReadRecording(path_).status()));
  std::ofstream(path_) << "";
  EXPECT_THAT(ReadRecording(path_).status().ToString(), HasSubstr("calls.rec\": is no recording of calls"));
  std::ofstream(path_) << "WAYMAP, or something else";
  EXPECT_THAT(ReadRecording(path_).status().ToString(), HasSubstr("is no recording of calls"));
  std::ofstream(path_) << std::string("WAYCALLS\x02\0\0\0", 12);
  EXPECT_THAT(ReadRecording(path_).status().ToString(), HasSubstr("has format version 2, not 1"));
  EXPECT_FALSE(ReadRecording(folder_.path()).ok());
}

// Whole records of nonsense; gRPC would end the program on some of it.
TEST_F(RecordingFile, WhatNoRecordingSaysIsRefused) {
  const auto why = [this](const std::function<void(RecordingWriter&)>& write) {
    write(*Create());
    const absl::Status status = ReadRecording(path_).status();
    EXPECT_TRUE(absl::IsDataLoss(status)) << status;
    return std::string(status.message());
  };
  EXPECT_THAT(why([](RecordingWriter& writer) { writer.AddRequest(0, "a"); }),
              HasSubstr("its call has not begun"));
  EXPECT_THAT(why([](RecordingWriter& writer) {
                writer.Begin("/s/M", 0, {});
                writer.End(0, 0, "", "");
                writer.AddAnswer(0, "a");
              }),
              HasSubstr("its call has ended"));
  for (const char* const method : {"", "s/M", "/s /M", "/s/M\n"}) {
    EXPECT_THAT(why([method](RecordingWriter& writer) { writer.Begin(method, 0, {}); }),
                HasSubstr("gRPC does not take its method"));
  }
  for (const Metadata& metadata :
       {Metadata{{"Key", "a"}}, {{"", "a"}}, {{"key", "a\n"}}, {{"key", "\x80"}}}) {
    EXPECT_THAT(why([&metadata](RecordingWriter& writer) { writer.Begin("/s/M", 0, metadata); }),
                HasSubstr("gRPC does not take its metadata"));
  }
  EXPECT_THAT(why([](RecordingWriter& writer) { writer.Begin("/s/M", ~uint64_t{0}, {}); }),
              HasSubstr("its deadline is too far"));
}

TEST_F(RecordingFile, AFullFileTakesNoMoreAndSaysSoOnce) {
  const auto writer = Create(300);
  const uint32_t call = *writer->Begin("/s/M", 0, {});
  for (int i = 0; i < 20; ++i) writer->AddRequest(call, "sixteen bytes 16");
  EXPECT_FALSE(writer->Begin("/s/M", 0, {}).has_value());
  ASSERT_EQ(stops_.size(), 1U);
  EXPECT_TRUE(absl::IsResourceExhausted(stops_[0])) << stops_[0];
  EXPECT_LE(BytesOfFile(path_).size(), 300U);
  const absl::StatusOr<Recording> recording = ReadRecording(path_);
  ASSERT_TRUE(recording.ok()) << recording.status();
  EXPECT_EQ(recording->cut_bytes, 0U);
  EXPECT_GT(recording->calls[0].requests.size(), 2U);
  EXPECT_TRUE(absl::IsResourceExhausted(writer->Finish()));
}

TEST_F(RecordingFile, AFullDiskIsNamed) {
  const auto writer = RecordingWriter::Create(
      {.path = "/dev/full", .max_bytes = kNoLimit, .server_version = "", .on_stop = {}});
  EXPECT_THAT(writer.status().ToString(), HasSubstr("/dev/full: writing failed: No space left on device"));
  const auto nowhere = RecordingWriter::Create(
      {.path = "/no/folder/f", .max_bytes = kNoLimit, .server_version = "", .on_stop = {}});
  EXPECT_THAT(nowhere.status().ToString(), HasSubstr("/no/folder/f: cannot be written"));
}

TEST_F(RecordingFile, ThreadsMayWriteAtATime) {
  constexpr uint32_t kThreads = 4;
  constexpr uint32_t kCalls = 200;
  const auto writer = Create();
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&writer] {
      for (uint32_t i = 0; i < kCalls; ++i) {
        const uint32_t call = *writer->Begin("/s/M", 0, {});
        const std::string own = std::to_string(call);
        writer->AddRequest(call, own);
        writer->AddAnswer(call, own);
        writer->End(call, 0, "", "");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const absl::StatusOr<Recording> recording = ReadRecording(path_);
  ASSERT_TRUE(recording.ok()) << recording.status();
  ASSERT_EQ(recording->calls.size(), kThreads * kCalls);
  for (size_t i = 0; i < recording->calls.size(); ++i) {
    const RecordedCall& call = recording->calls[i];
    ASSERT_TRUE(call.end.has_value());
    EXPECT_EQ(call.requests.at(0).bytes, std::to_string(i));
    EXPECT_EQ(call.answers.at(0).bytes, std::to_string(i));
  }
}

}  // namespace
}  // namespace waystone::client
