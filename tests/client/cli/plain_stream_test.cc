#include "client/cli/plain_stream.h"

#include <gtest/gtest.h>

#include <sstream>

namespace waystone::cli {
namespace {

TEST(PlainStream, LinesAndTabsStayAndTheRestIsEscaped) {
  std::ostringstream out;
  {
    PlainStream plain(out);
    plain << "map\t\u202egnp\x1b[31m, " << 12 << " m\n";
    EXPECT_EQ(out.str(), "map\t\\u202egnp\\u001b[31m, 12 m\n");
    plain << "\xe2\x80";  // a character comes in parts
    plain << "\xae end";
  }
  EXPECT_EQ(out.str(), "map\t\\u202egnp\\u001b[31m, 12 m\n\\u202e end");
}

TEST(PlainStream, AFlushPassesOnWhatIsThere) {
  std::ostringstream out;
  PlainStream plain(out);
  plain << "half" << std::flush;
  EXPECT_EQ(out.str(), "half");
  plain << 'a' << '\n';
  EXPECT_EQ(out.str(), "halfa\n");
}

}  // namespace
}  // namespace waystone::cli
