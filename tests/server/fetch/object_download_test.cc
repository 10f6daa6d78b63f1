#include "server/fetch/object_download.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/base/small_file.h"
#include "core/base/str_cat.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// Gives one answer after the other, as it stands, each on a connection of its own, and keeps what was asked.
class RawSource {
 public:
  explicit RawSource(std::vector<std::string> answers) : answers_(std::move(answers)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    WS_CHECK(::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0);
    WS_CHECK(::listen(listener_, 8) == 0);
    socklen_t size = sizeof(address);
    WS_CHECK(::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { Serve(); });
  }
  ~RawSource() {
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }
  RawSource(const RawSource&) = delete;
  RawSource& operator=(const RawSource&) = delete;

  SourceUrl url() const { return *SourceUrl::Parse(StrCat("http://127.0.0.1:", port_)); }
  // After the last answer.
  const std::vector<std::string>& requests() const { return requests_; }

 private:
  void Serve() {
    for (const std::string& answer : answers_) {
      const int caller = ::accept(listener_, nullptr, nullptr);
      if (caller < 0) return;
      std::string request;
      char piece[4096];
      while (request.find("\r\n\r\n") == std::string::npos) {
        const ssize_t size = ::read(caller, piece, sizeof(piece));
        if (size <= 0) break;
        request.append(piece, static_cast<size_t>(size));
      }
      requests_.push_back(request);
      for (size_t at = 0; at < answer.size();) {
        const ssize_t size = ::send(caller, answer.data() + at, answer.size() - at, MSG_NOSIGNAL);
        if (size <= 0) break;
        at += static_cast<size_t>(size);
      }
      ::close(caller);
    }
  }

  const std::vector<std::string> answers_;
  const int listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int port_ = 0;
  std::vector<std::string> requests_;
  std::thread thread_;
};

class ObjectDownloadTest : public ::testing::Test {
 protected:
  // Each try in turn, on the same file.
  std::vector<DownloadEnd> Download(std::vector<std::string> answers, uint64_t size_bytes) {
    const size_t tries = answers.size();
    std::vector<DownloadEnd> ends;
    RawSource source(std::move(answers));
    HttpClient http({.url = source.url(), .ca_file = "", .s3_region = "", .credentials_file = ""});
    for (size_t i = 0; i < tries; ++i) ends.push_back(DownloadOnce(http, "objects/a", path_, size_bytes));
    requests_ = source.requests();
    return ends;
  }
  std::string Content() const { return ReadSmallFile(path_, 1000).value_or("none"); }

  TempFolder folder_;
  const std::string path_ = folder_.File("a.part");
  std::vector<std::string> requests_;
};

TEST_F(ObjectDownloadTest, ACutIsGoneOnWithByRange) {
  const auto ends =
      Download({"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123",
                "HTTP/1.1 206 Partial\r\nContent-Range: bytes 4-9/10\r\nContent-Length: 6\r\n\r\n456789"},
               10);
  EXPECT_TRUE(absl::IsUnavailable(ends[0].status)) << ends[0].status;
  EXPECT_TRUE(ends[0].may_retry);
  EXPECT_EQ(ends[0].gained_bytes, 4U);
  EXPECT_TRUE(ends[1].status.ok()) << ends[1].status;
  EXPECT_EQ(ends[1].gained_bytes, 6U);
  EXPECT_EQ(Content(), "0123456789");
  EXPECT_THAT(requests_[0], HasSubstr("GET /objects/a HTTP/1.1\r\n"));
  EXPECT_THAT(requests_[0], Not(HasSubstr("Range")));
  EXPECT_THAT(requests_[1], HasSubstr("\r\nRange: bytes=4-\r\n"));
}

TEST_F(ObjectDownloadTest, AllOfItInPlaceOfARangeBeginsAnew) {
  WriteFile(path_, "zzzz");
  const auto ends = Download({"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789"}, 10);
  EXPECT_TRUE(ends[0].status.ok()) << ends[0].status;
  EXPECT_EQ(Content(), "0123456789");
}

TEST_F(ObjectDownloadTest, AnotherRangeThanTheOneAskedForIsNotTaken) {
  WriteFile(path_, "0123");
  const auto ends =
      Download({"HTTP/1.1 206 Partial\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\n56789",
                "HTTP/1.1 206 Partial\r\nContent-Length: 6\r\n\r\n456789"},
               10);
  for (const DownloadEnd& end : ends) EXPECT_TRUE(absl::IsUnavailable(end.status)) << end.status;
  EXPECT_EQ(Content(), "0123");
}

TEST_F(ObjectDownloadTest, ARangeThatTheSourceDoesNotHaveBeginsAnew) {
  WriteFile(path_, "0123");
  const auto ends = Download({"HTTP/1.1 416 Not\r\nContent-Length: 0\r\n\r\n",
                              "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789"},
                             10);
  EXPECT_TRUE(ends[0].may_retry);
  EXPECT_TRUE(ends[1].status.ok()) << ends[1].status;
  EXPECT_THAT(requests_[1], Not(HasSubstr("Range")));
}

TEST_F(ObjectDownloadTest, NoMoreIsWrittenThanTheIndexSays) {
  const auto ends = Download({"HTTP/1.1 200 OK\r\n\r\n0123456789012345",
                              "HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n0123456789012345",
                              "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n012345678"},
                             10);
  for (const DownloadEnd& end : ends) {
    EXPECT_TRUE(absl::IsDataLoss(end.status)) << end.status;
    EXPECT_EQ(end.fault, FetchFault::kWrong);
    EXPECT_FALSE(end.may_retry);
  }
  EXPECT_EQ(Content(), "") << "a file of the wrong length is not gone on with";
}

TEST_F(ObjectDownloadTest, APartialFileThatIsTooLongBeginsAnewAndAWholeOneAsksNothing) {
  WriteFile(path_, "01234567890123");
  const auto ends = Download({"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789"}, 10);
  EXPECT_TRUE(ends[0].status.ok()) << ends[0].status;
  HttpClient nobody({.url = *SourceUrl::Parse("http://127.0.0.1:1"),
                     .ca_file = "",
                     .s3_region = "",
                     .credentials_file = ""});
  EXPECT_TRUE(DownloadOnce(nobody, "objects/a", path_, 10).status.ok());
  EXPECT_EQ(DownloadOnce(nobody, "objects/a", path_, 11).fault, FetchFault::kUnreachable);
}

// Whoever renews the credentials may take the old file away first: that is no reason to call the object missing.
TEST_F(ObjectDownloadTest, WithoutCredentialsItIsAskedAgain) {
  const std::string credentials = folder_.File("credentials");
  HttpClient http({.url = *SourceUrl::Parse("s3+http://127.0.0.1:1"),
                   .ca_file = "",
                   .s3_region = "here",
                   .credentials_file = credentials});
  for (const char* const text : {"", "[default]\naws_access_key_id = A\n"}) {
    if (*text != '\0') WriteFile(credentials, text);
    const DownloadEnd end = DownloadOnce(http, "objects/a", path_, 10);
    EXPECT_TRUE(absl::IsUnavailable(end.status)) << end.status;
    EXPECT_THAT(std::string(end.status.message()), HasSubstr(credentials));
    EXPECT_TRUE(end.may_retry);
  }
}

TEST_F(ObjectDownloadTest, AnswersAreToldApart) {
  struct Case {
    const char* head;
    FetchFault fault;
    bool may_retry;
    int retry_after_s;
  };
  const Case kCases[] = {
      {"404 Not Found\r\nContent-Length: 0", FetchFault::kMissing, false, 0},
      {"410 Gone\r\nContent-Length: 0", FetchFault::kMissing, false, 0},
      {"403 Forbidden\r\nContent-Length: 0", FetchFault::kRefused, false, 0},
      {"302 Found\r\nLocation: /objects/a\r\nContent-Length: 0", FetchFault::kRefused, false, 0},
      {"408 Timeout\r\nContent-Length: 0", FetchFault::kRefused, true, 0},
      {"429 Many\r\nRetry-After: 3\r\nContent-Length: 0", FetchFault::kRefused, true, 3},
      {"503 Busy\r\nretry-after:   7\r\nContent-Length: 0", FetchFault::kRefused, true, 7},
      {"503 Busy\r\nRetry-After: Wed, 21 Oct 2026 07:28:00 GMT\r\nContent-Length: 0", FetchFault::kRefused,
       true, 0},
      {"503 Busy\r\nRetry-After: 99999999999\r\nContent-Length: 0", FetchFault::kRefused, true, 3600},
      {"204 None", FetchFault::kRefused, false, 0},
  };
  for (const Case& one : kCases) {
    const auto ends = Download({StrCat("HTTP/1.1 ", one.head, "\r\n\r\n")}, 10);
    EXPECT_FALSE(ends[0].status.ok()) << one.head;
    EXPECT_EQ(ends[0].fault, one.fault) << one.head;
    EXPECT_EQ(ends[0].may_retry, one.may_retry) << one.head;
    EXPECT_EQ(ends[0].retry_after.count(), one.retry_after_s) << one.head;
  }
  const auto ends = Download({"", "nonsense\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n"}, 10);
  for (const DownloadEnd& end : ends) EXPECT_TRUE(absl::IsUnavailable(end.status)) << end.status;
  EXPECT_EQ(Content(), "");
}

}  // namespace
}  // namespace waystone
