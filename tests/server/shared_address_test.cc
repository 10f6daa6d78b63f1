#include "server/base/shared_address.h"

#include <gtest/gtest.h>

namespace waystone {
namespace {

TEST(SharedAddress, ConnectionsOfAnAddressShareIt) {
  EXPECT_EQ(SharedAddress("ipv4:10.0.0.7:1234"), SharedAddress("ipv4:10.0.0.7:99"));
  EXPECT_NE(SharedAddress("ipv4:10.0.0.7:1234"), SharedAddress("ipv4:10.0.0.8:1234"));
  EXPECT_EQ(SharedAddress("unix:/run/waystone"), SharedAddress("unix:/run/waystone"));
}

TEST(SharedAddress, OfIpv6ItsFirstHalfIsShared) {
  EXPECT_EQ(SharedAddress("ipv6:%5B2001:db8:1:2::7%5D:5"),
            SharedAddress("ipv6:%5B2001:db8:1:2:9:9:9:9%5D:6"));
  EXPECT_NE(SharedAddress("ipv6:%5B2001:db8:1:2::7%5D:5"), SharedAddress("ipv6:%5B2001:db8:1:3::7%5D:5"));
  EXPECT_EQ(SharedAddress("ipv6:%5Bfe80::1%25eth0%5D:5"), SharedAddress("ipv6:%5Bfe80::2%25eth0%5D:5"));
}

TEST(SharedAddress, OfAnAddressIsThatOfItsConnections) {
  EXPECT_EQ(HolderOf("10.0.0.7"), SharedAddress("ipv4:10.0.0.7:1234"));
  EXPECT_EQ(HolderOf("::ffff:10.0.0.7"), HolderOf("10.0.0.7"));
  EXPECT_EQ(HolderOf("2001:db8:1:2::7"), SharedAddress("ipv6:%5B2001:db8:1:2:9:9:9:9%5D:6"));
  EXPECT_EQ(HolderOf("fe80::1%eth0"), HolderOf("fe80::2"));
  EXPECT_EQ(HolderOf("::1"), "::");
}

TEST(SharedAddress, Ipv4InIpv6IsAnAddressOfItsOwn) {
  EXPECT_NE(SharedAddress("ipv6:%5B::ffff:10.0.0.7%5D:5"), SharedAddress("ipv6:%5B::ffff:10.0.0.8%5D:5"));
}

}  // namespace
}  // namespace waystone
