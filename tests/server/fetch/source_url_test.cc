#include "server/fetch/source_url.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace waystone {
namespace {

using ::testing::HasSubstr;

TEST(SourceUrl, GoodOnesAreTakenApart) {
  const auto plain = SourceUrl::Parse("https://maps.example/live/v2/");
  ASSERT_TRUE(plain.ok()) << plain.status();
  EXPECT_EQ(plain->base, "https://maps.example/live/v2");
  EXPECT_TRUE(plain->is_https);
  EXPECT_FALSE(plain->is_signed);
  EXPECT_FALSE(plain->is_loopback);
  const auto bucket = SourceUrl::Parse("s3+https://s3.eu-west-1.amazonaws.com/bucket/maps");
  ASSERT_TRUE(bucket.ok()) << bucket.status();
  EXPECT_EQ(bucket->base, "https://s3.eu-west-1.amazonaws.com/bucket/maps");
  EXPECT_TRUE(bucket->is_signed);
  EXPECT_EQ(SourceUrl::Parse("https://host")->base, "https://host");
  EXPECT_EQ(SourceUrl::Parse("https://host///")->base, "https://host");
}

TEST(SourceUrl, PathsAreEscapedAsTheirSignatureIs) {
  EXPECT_EQ(SourceUrl::Parse("s3+https://host/b/v=1,a+b:c%2b%41%20x/")->base,
            "https://host/b/v%3D1%2Ca%2Bb%3Ac%2BA%20x");
  EXPECT_EQ(SourceUrl::Parse("https://host/b/v=1,a+b:c%2b")->base, "https://host/b/v=1,a+b:c%2b");
}

TEST(SourceUrl, LoopbackIsKnownByItsName) {
  for (const char* text :
       {"http://localhost", "http://127.0.0.1:80/a", "http://[::1]:8080/", "http://127.3.2.1"})
    EXPECT_TRUE(SourceUrl::Parse(text)->is_loopback) << text;
  for (const char* text : {"http://localhost.example", "http://127.0.0.1.example", "http://127.evil.example",
                           "http://[::2]", "http://10.0.0.1"})
    EXPECT_FALSE(SourceUrl::Parse(text)->is_loopback) << text;
}

TEST(SourceUrl, BadOnesAreRefusedByWhatIsWrong) {
  const std::pair<const char*, const char*> kBad[] = {
      {"file:///etc/passwd", "must begin with https://"},
      {"ftp://host/a", "must begin with https://"},
      {"s3+file://host", "must begin with https://"},
      {"s3://bucket", "must begin with https://"},
      {"HTTPS://host", "must begin with https://"},
      {"https://", "must name a host"},
      {"https:///path", "must name a host"},
      {"https://:443", "must name a host"},
      {"https://host:0", "must name a host"},
      {"https://host:65536/a", "must name a host"},
      {"https://host:port/a", "must name a host"},
      {"https://user:secret@host/a", "must not have a user or a password"},
      {"https://host/a@b", "must not have a user or a password"},
      {"https://host/a?token=secret", "must not have a query"},
      {"https://host/a#b", "must not have a query"},
      {"https://host/../a", "must not have a folder . or .."},
      {"s3+https://host/a/%2e%2E", "must not have a folder . or .."},
      {"https://host/a/./b", "must not have a folder . or .."},
      {"https://host/a%2", "must have two hex digits after each %"},
      {"https://host/a%0x", "must have two hex digits after each %"},
      {"https://host/a b", "must have all but plain characters escaped"},
      {"https://host/a\r\nHost: b", "must have all but plain characters escaped"},
      {"https://h\xc3\xb6st/", "must have all but plain characters escaped"},
  };
  for (const auto& [text, what] : kBad) {
    const absl::Status status = SourceUrl::Parse(text).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_THAT(std::string(status.message()), HasSubstr(what)) << text;
    EXPECT_THAT(std::string(status.message()), ::testing::Not(HasSubstr("secret"))) << text;
    EXPECT_TRUE(SourceUrl::IsUrl(text));
  }
  EXPECT_FALSE(SourceUrl::Parse("https://" + std::string(3000, 'a')).ok());
  EXPECT_FALSE(SourceUrl::IsUrl("packages"));
  EXPECT_FALSE(SourceUrl::IsUrl("/srv/packages:live"));
}

}  // namespace
}  // namespace waystone
