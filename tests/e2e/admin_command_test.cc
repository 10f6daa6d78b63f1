// `waystone admin` against a server that runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "client/cli/command.h"
#include "tests/e2e/running_server.h"
#include "tests/e2e/test_world.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Outcome {
  int exit_code = 0;
  std::string out;
  std::string err;
};

class AdminCommand : public ::testing::Test {
 protected:
  AdminCommand() {
    WriteDrawnMap(folder_.path(), "path.waymap", "path", "...\n...\n");
    WriteDrawnMap(folder_.path(), "yard.waymap", "yard", "..\n..\n");
    server_ = std::make_unique<RunningServer>(TestServerOptions(folder_.path()));
  }
  Outcome Ask(std::vector<std::string> words) {
    return Ask(std::move(words), server_->server().admin_port());
  }
  static Outcome Ask(std::vector<std::string> words, int port) {
    words.insert(words.begin(), {"waystone", "admin"});
    words.insert(words.end(), {"--server", "127.0.0.1:" + std::to_string(port)});
    std::vector<const char*> argv;
    for (const std::string& word : words) argv.push_back(word.c_str());
    std::ostringstream out;
    std::ostringstream err;
    const int exit_code = cli::RunCommandLine(static_cast<int>(argv.size()), argv.data(), {out, err});
    return {exit_code, out.str(), err.str()};
  }

  TempFolder folder_;
  std::unique_ptr<RunningServer> server_;
};

TEST_F(AdminCommand, ReloadsAndSaysWhatChanged) {
  WriteDrawnMap(folder_.path(), "path.waymap", "path", ".#.\n...\n");
  std::filesystem::remove(folder_.File("yard.waymap"));
  const Outcome reloaded = Ask({"reload"});
  EXPECT_EQ(reloaded.exit_code, 0) << reloaded.err;
  EXPECT_EQ(reloaded.out, "1 map served\nchanged: path\nremoved: yard\n");
}

TEST_F(AdminCommand, WhatIsRefusedIsAFailureThatNamesTheFileOnce) {
  std::filesystem::resize_file(folder_.File("path.waymap"), 1000);
  const Outcome reloaded = Ask({"reload"});
  EXPECT_EQ(reloaded.exit_code, 1);
  EXPECT_THAT(reloaded.out, HasSubstr("refused: path.waymap: "));
  EXPECT_EQ(reloaded.out.find("path.waymap"), reloaded.out.rfind("path.waymap"));
  const Outcome verified = Ask({"verify"});
  EXPECT_EQ(verified.exit_code, 1);
  EXPECT_THAT(verified.out, HasSubstr("yard: ok\n"));
}

TEST_F(AdminCommand, AnAddressWithoutAdministrationIsNamed) {
  const int port = server_->server().port();
  const Outcome refused = Ask({"reload"}, port);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("127.0.0.1:" + std::to_string(port) + ": does not serve this call"));
}

TEST_F(AdminCommand, LoadsAndChecksTheMapsThatAreNamed) {
  const Outcome loaded = Ask({"preload", "--map", "path", "--pin"});
  EXPECT_EQ(loaded.exit_code, 0) << loaded.err;
  EXPECT_THAT(loaded.out, StartsWith("1 map loaded, "));
  const Outcome verified = Ask({"verify", "--map", "yard"});
  EXPECT_EQ(verified.exit_code, 0) << verified.err;
  EXPECT_EQ(verified.out, "yard: ok\n");
  EXPECT_THAT(Ask({"verify", "--map", "yard", "--json"}).out, StartsWith("{\"kind\":\"verify\""));
  const Outcome unknown = Ask({"verify", "--map", "nowhere"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("nowhere"));
}

}  // namespace
}  // namespace waystone
