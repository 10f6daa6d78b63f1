#include "server/server_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct Parsed {
  std::variant<ServerOptions, ExitCode> result;
  std::string out;
  std::string err;
  const ServerOptions& options() const { return std::get<ServerOptions>(result); }
  int exit_code() const { return std::get<ExitCode>(result).value; }
};

Parsed Parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "waystone-server");
  std::ostringstream out;
  std::ostringstream err;
  auto result = ParseServerOptions(static_cast<int>(arguments.size()), arguments.data(), out, err);
  return {std::move(result), out.str(), err.str()};
}

// A variable of the environment while it lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) { ::setenv(name, value.c_str(), 1); }
  ~Variable() { ::unsetenv(name_); }

 private:
  const char* name_;
};

TEST(ServerOptions, NothingIsObservedUnlessAskedFor) {
  const Parsed parsed = Parse({"--packages", "maps"});
  EXPECT_EQ(parsed.options().http_listen, "");
  EXPECT_EQ(parsed.options().access_log_share, 0);
  EXPECT_EQ(parsed.options().otlp_host_port, "");
}

TEST(ServerOptions, WhetherCallsAreTakenOverHttpMayBeLeftOpen) {
  EXPECT_EQ(Parse({"--packages", "maps"}).options().http_api, std::nullopt);
  EXPECT_EQ(Parse({"--packages", "maps", "--http-api"}).options().http_api, true);
  EXPECT_EQ(Parse({"--packages", "maps", "--no-http-api"}).options().http_api, false);
  EXPECT_EQ(Parse({"--packages", "maps", "--http-api=false"}).options().http_api, false);
  {
    const Variable off("WAYSTONE_HTTP_API", "false");
    EXPECT_EQ(Parse({"--packages", "maps"}).options().http_api, false);
  }
  const Variable on("WAYSTONE_HTTP_API", "true");
  EXPECT_EQ(Parse({"--packages", "maps"}).options().http_api, true);
}

TEST(ServerOptions, ACollectorIsHttpAndAShareIsUpToOne) {
  const Parsed parsed = Parse({"--packages", "maps", "--http-listen", "[::1]:9464", "--access-log-share",
                               "0.01", "--otlp-endpoint", "http://collector:4318"});
  EXPECT_EQ(parsed.options().http_listen, "[::1]:9464");
  EXPECT_EQ(parsed.options().access_log_share, 0.01);
  EXPECT_EQ(parsed.options().otlp_host_port, "collector:4318");
  for (const char* wrong : {"https://collector:4318", "collector:4318", "http://collector",
                            "http://collector:4318/x", "http://collector:0", "http://"}) {
    EXPECT_EQ(Parse({"--packages", "maps", "--otlp-endpoint", wrong}).exit_code(), 2) << wrong;
  }
  for (const char* wrong : {"-0.1", "1.1", "nan", "all"})
    EXPECT_EQ(Parse({"--packages", "maps", "--access-log-share", wrong}).exit_code(), 2) << wrong;
}

TEST(ServerOptions, DefaultsListenOnLoopbackWithoutAdministration) {
  const Parsed parsed = Parse({"--packages", "maps"});
  EXPECT_EQ(parsed.options().packages, "maps");
  EXPECT_EQ(parsed.options().listen, "127.0.0.1:50051");
  EXPECT_EQ(parsed.options().admin_listen, "");
  EXPECT_EQ(parsed.options().limits.max_in_flight, 1000U);
  EXPECT_EQ(parsed.options().log_level, spdlog::level::info);
}

TEST(ServerOptions, FlagsWinOverTheEnvironmentWhichWinsOverTheFile) {
  const TempFolder folder;
  std::ofstream(folder.File("server.toml")) << "packages = \"of-file\"\nlisten = \"file:1\"\nworkers = 3\n"
                                               "max-in-flight = 7\nlog-level = \"debug\"\n";
  const Variable config("WAYSTONE_CONFIG", folder.File("server.toml"));
  const Variable packages("WAYSTONE_PACKAGES", "of-environment");
  const Variable listen("WAYSTONE_LISTEN", "environment:1");
  const Parsed parsed = Parse({"--listen", "flag:1"});
  ASSERT_EQ(parsed.err, "");
  EXPECT_EQ(parsed.options().listen, "flag:1");
  EXPECT_EQ(parsed.options().packages, "of-environment");
  EXPECT_EQ(parsed.options().workers, 3U);
  EXPECT_EQ(parsed.options().limits.max_in_flight, 7U);
  EXPECT_EQ(parsed.options().log_level, spdlog::level::debug);
}

TEST(ServerOptions, VariablesOfNoOptionAreRefused) {
  for (const auto& [name, nearest] :
       std::vector<std::pair<const char*, std::string>>{{"WAYSTONE_LISTN", "WAYSTONE_LISTEN"},
                                                        {"WAYSTONE_MAX_INFLIGHT", "WAYSTONE_MAX_IN_FLIGHT"},
                                                        {"WAYSTONE_TLS_CERTS", "WAYSTONE_TLS_CERT"}}) {
    const Variable variable(name, "1");
    const Parsed parsed = Parse({"--packages", "maps"});
    ASSERT_TRUE(std::holds_alternative<ExitCode>(parsed.result)) << name;
    EXPECT_EQ(parsed.exit_code(), 2);
    EXPECT_EQ(parsed.err, "waystone-server: the variable " + std::string(name) +
                              " is of no option; the nearest is " + nearest + "\n");
    EXPECT_EQ(Parse({"--help"}).exit_code(), 0) << "which says what they are called";
  }
  const Variable port("WAYSTONE_PORT", "50052");
  EXPECT_EQ(Parse({"--packages", "maps"}).exit_code(), 2);
}

TEST(ServerOptions, VariablesOfOtherProgramsAndOfServicesAreNot) {
  const Variable others[] = {{"WAYSTONE_SERVER", "127.0.0.1:50051"},
                             {"WAYSTONE_TOKEN_FILE", "token"},
                             {"WAYSTONE_PORT", "tcp://10.0.0.1:50051"},
                             {"WAYSTONE_SERVICE_HOST", "10.0.0.1"},
                             {"WAYSTONE_SERVICE_PORT_GRPC", "50051"},
                             {"WAYSTONE_PORT_50051_TCP_ADDR", "10.0.0.1"},
                             {"WAYSTONE_ADMIN_PORT_50061_TCP", "tcp://10.0.0.1:50061"},
                             {"WAYSTONES", "7"}};
  const Parsed parsed = Parse({"--packages", "maps"});
  EXPECT_TRUE(std::holds_alternative<ServerOptions>(parsed.result)) << parsed.err;
}

TEST(ServerOptions, HelpNamesEveryOptionAndItsVariable) {
  const Parsed parsed = Parse({"--help"});
  EXPECT_EQ(parsed.exit_code(), 0);
  EXPECT_EQ(parsed.err, "");
  for (const char* text : {"--packages", "WAYSTONE_PACKAGES", "--listen", "127.0.0.1:50051", "--admin-listen",
                           "--drain-s", "--max-in-flight", "WAYSTONE_MAX_IN_FLIGHT", "--config"}) {
    EXPECT_THAT(parsed.out, HasSubstr(text));
  }
}

TEST(ServerOptions, TheVersionIsPrinted) {
  const Parsed parsed = Parse({"--version"});
  EXPECT_EQ(parsed.exit_code(), 0);
  EXPECT_THAT(parsed.out, HasSubstr("waystone-server 0."));
}

TEST(ServerOptions, MistakesAreOneLineAndExitCodeTwo) {
  const TempFolder folder;
  std::ofstream(folder.File("unknown.toml")) << "packages = \"maps\"\nlissten = \"x\"\n";
  std::ofstream(folder.File("wrong.toml")) << "packages = \"maps\"\nmax-in-flight = \"many\"\n";
  std::ofstream(folder.File("broken.toml")) << "[[[\n\x01 = = =\n";
  std::ofstream(folder.File("short")) << "fifteen bytes!!   \n";
  std::ofstream(folder.File("endless")) << std::string(1 << 20, 'x');
  const std::string pipe = folder.File("pipe");  // that nobody writes to
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string short_key = folder.File("short");
  const std::string endless_key = folder.File("endless");
  const std::string unknown = folder.File("unknown.toml");
  const std::string wrong = folder.File("wrong.toml");
  const std::string broken = folder.File("broken.toml");
  const std::vector<std::vector<const char*>> mistakes = {
      {},
      {"--packages"},
      {"--packages", "maps", "--lissten", "x"},
      {"--packages", "maps", "stray"},
      {"--packages", "maps", "--workers", "-1"},
      {"--packages", "maps", "--workers", "many"},
      {"--packages", "maps", "--drain-s", "3601"},
      {"--packages", "maps", "--drain-s", "nan"},
      {"--packages", "maps", "--lame-duck-s", "-0.5"},
      {"--packages", "maps", "--max-in-flight", "0"},
      {"--packages", "maps", "--max-request-bytes", "99999999999"},
      {"--packages", "maps", "--max-map-bytes", "-1"},
      {"--packages", "maps", "--max-map-bytes", "1125899906842625"},
      {"--packages", "maps", "--max-maps", "1.5"},
      {"--packages", "maps", "--max-maps", "1000001"},
      {"--packages", "maps", "--log-level", "loud"},
      {"--packages", "maps", "--config", "no-such-file.toml"},
      {"--packages", "maps", "--config", unknown.c_str()},
      {"--packages", "maps", "--config", wrong.c_str()},
      {"--packages", "maps", "--config", broken.c_str()},
      {"--packages", "maps", "--config", "/dev/zero"},
      {"--packages", "maps", "--config", pipe.c_str()},
      {"--packages", "maps", "--move-token-key-file", "no-such-file"},
      {"--packages", "maps", "--move-token-key-file", "/dev/zero"},
      {"--packages", "maps", "--move-token-key-file", pipe.c_str()},
      {"--packages", "maps", "--move-token-key-file", folder.path().c_str()},
      {"--packages", "maps", "--move-token-key-file", short_key.c_str()},
      {"--packages", "maps", "--move-token-key-file", endless_key.c_str()},
  };
  for (const auto& arguments : mistakes) {
    const Parsed parsed = Parse(arguments);
    ASSERT_TRUE(std::holds_alternative<ExitCode>(parsed.result)) << arguments.back();
    EXPECT_EQ(parsed.exit_code(), 2);
    EXPECT_EQ(parsed.out, "");
    EXPECT_THAT(parsed.err, ::testing::StartsWith("waystone-server: "));
    EXPECT_EQ(std::count(parsed.err.begin(), parsed.err.end(), '\n'), 1) << parsed.err;
  }
}

TEST(ServerOptions, AMessageNamesWhatIsAllowed) {
  const TempFolder folder;
  const std::string file = folder.File("a.toml");
  const auto with_file = [&](const std::string& text) {
    std::ofstream(file) << "packages = \"maps\"\n" << text;
    return Parse({"--config", file.c_str()}).err;
  };
  const std::string levels = "--log-level: Value loud is not debug, info, warning or error";
  EXPECT_EQ(Parse({"--packages", "maps", "--log-level", "loud"}).err, "waystone-server: " + levels + "\n");
  EXPECT_EQ(with_file("log-level = \"loud\"\n"), "waystone-server: " + levels + " (set in " + file + ")\n");
  EXPECT_EQ(Parse({"--packages", "maps", "--log-level", ""}).exit_code(), 2);
  EXPECT_THAT(Parse({"--packages", "maps", "--log-level"}).err, HasSubstr("debug|info|warning|error"));
  for (const char* line : {"loglevel = \"info\"\n", "loglevel\n"}) {
    EXPECT_THAT(with_file(line),
                HasSubstr(file + ": 'loglevel' is no option with a value; options are packages, listen, "));
  }
  EXPECT_THAT(with_file("listen = \n"), HasSubstr("is not HOST:PORT with a port from 0 to 65535"));
  EXPECT_THAT(with_file("workers = many\n"), HasSubstr("not in range 0 to 1024"));
}

TEST(ServerOptions, ABadVariableIsAMistakeToo) {
  const Variable workers("WAYSTONE_WORKERS", "many");
  EXPECT_EQ(Parse({"--packages", "maps"}).exit_code(), 2);
  EXPECT_THAT(Parse({"--packages", "maps"}).err, HasSubstr(" (set by WAYSTONE_WORKERS)\n"));
  EXPECT_THAT(Parse({"--packages", "maps", "--workers", "more"}).err, Not(HasSubstr("set by")));
}

TEST(ServerOptions, WhatIsEmptyDoesNotTakeTheNextFlagForItsValue) {
  const Variable listen("WAYSTONE_LISTEN", "");
  const Parsed parsed = Parse({"--access=rules.yaml", "--packages", "maps"});
  EXPECT_EQ(parsed.options().access, "rules.yaml");
  EXPECT_EQ(parsed.options().packages, "maps");
  EXPECT_EQ(Parse({"--packages", "maps", "--listen=", "--watch"}).err,
            "waystone-server: --listen= needs a value\n");
}

}  // namespace
}  // namespace waystone
