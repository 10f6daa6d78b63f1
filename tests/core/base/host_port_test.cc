#include "core/base/host_port.h"

#include <gtest/gtest.h>

namespace waystone {
namespace {

TEST(HostPort, HostsWithAPortInRangeAreGood) {
  for (const char* text :
       {"127.0.0.1:0", "localhost:50051", "[::1]:65535", "[::]:1", "node-7.example:8080"}) {
    EXPECT_TRUE(IsHostPort(text, 0)) << text;
  }
}

TEST(HostPort, AnythingElseIsNot) {
  for (const char* text : {"", ":", ":50051", "localhost", "localhost:", "localhost:65536",
                           "localhost:99999999999", "localhost:-1", "localhost:+1", "localhost:1x",
                           "no address", "no address:1", "::1:80", "127.0.0.1:116487", "a\n:1"}) {
    EXPECT_FALSE(IsHostPort(text, 0)) << text;
  }
}

TEST(HostPort, PortZeroIsOnlyForListening) { EXPECT_FALSE(IsHostPort("localhost:0", 1)); }

}  // namespace
}  // namespace waystone
