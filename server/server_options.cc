// CLI11 reads flags and the file itself. It would let the file win over the environment, so the environment
// is turned into flags that stand before the real ones, and the last flag wins.
#include "server/server_options.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <numeric>
#include <ostream>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/ascii.h"
#include "absl/strings/str_replace.h"
#include "core/base/host_port.h"
#include "core/base/str_cat.h"
#include "core/version/version.h"
#include "waystone/field_limits.h"

namespace waystone {

namespace {

constexpr char kUsage[] =
    "waystone-server: answers routes, placements and move checks over gRPC from map packages.\n"
    "Every option can be given as a flag, in the environment, or in a TOML file (--config) under its long "
    "name; flags win over the environment, and the environment over the file.";

constexpr std::string_view kVariablePrefix = "WAYSTONE_";

// --max-in-flight -> WAYSTONE_MAX_IN_FLIGHT
std::string EnvironmentName(const std::string& long_name) {
  return std::string(kVariablePrefix) + absl::AsciiStrToUpper(absl::StrReplaceAll(long_name, {{"-", "_"}}));
}

// CLI::Range lets NaN through.
CLI::Validator SecondsUpTo(double limit) {
  return CLI::Validator(
      [limit](const std::string& text) {
        double value = -1;
        const bool good = CLI::detail::lexical_cast(text, value) && value >= 0 && value <= limit;
        return good ? std::string() : StrCat("Value ", text, " not in range 0 to ", limit);
      },
      StrCat("FLOAT in [0 - ", limit, "]"));
}

CLI::Validator ShareOfOne() {
  return CLI::Validator(
      [](const std::string& text) {
        double value = -1;
        const bool good = CLI::detail::lexical_cast(text, value) && value >= 0 && value <= 1;
        return good ? std::string() : StrCat("Value ", text, " not in range 0 to 1");
      },
      "FLOAT in [0 - 1]");
}

void AddLimit(CLI::App& app, const std::string& name, uint32_t& value, uint32_t lo, uint32_t hi,
              const std::string& what) {
  app.add_option("--" + name, value, what)->check(CLI::Range(lo, hi))->group("Limits");
}

void AddLimits(CLI::App& app, RequestLimits& limits) {
  AddLimit(app, "max-request-bytes", limits.max_request_bytes, 1 << 10, 1 << 30, "bytes of one request");
  AddLimit(app, "max-response-bytes", limits.max_response_bytes, 1 << 10, 1 << 30, "bytes of one answer");
  AddLimit(app, "max-goals", limits.max_goals, 1, 1'000'000, "goals of a route");
  AddLimit(app, "max-via", limits.max_via, 0, 1'000'000, "via points of a route");
  AddLimit(app, "max-expansions", limits.max_expansions, 1, limits::SearchLimits::max_expansions.max,
           "search nodes of one request");
  AddLimit(app, "max-positions", limits.max_positions, 1, limits::ScatterTask::count.max,
           "positions of one placement");
  AddLimit(app, "max-samples", limits.max_samples, 2, 1'000'000, "samples of a track, corners of a region");
  AddLimit(app, "max-cells", limits.max_cells, 0, 100'000'000, "cells or ids in one list of a request");
  AddLimit(app, "max-obstacles", limits.max_obstacles, 0, 1'000'000, "obstacles of one map in a request");
  AddLimit(app, "max-names", limits.max_names, 0, 1'000'000, "names in one list of a request");
  AddLimit(app, "max-batch-items", limits.max_batch_items, 1, 1'000'000, "requests in one batch");
  AddLimit(app, "max-matrix", limits.max_matrix, 1, 100'000'000, "distances of one matrix");
  AddLimit(app, "max-stream-batches", limits.max_stream_batches, 1, 1024,
           "batches of one stream that wait for their answers to be taken");
  AddLimit(app, "max-prepared-bytes", limits.max_prepared_bytes, 0, 1U << 31,
           "bytes of all sets of changes that are kept for requests to name");
  AddLimit(app, "max-in-flight", limits.max_in_flight, 1, 1'000'000,
           "quick requests in flight on the server, and as many slow ones");
  AddLimit(app, "max-waiting-bytes", limits.max_waiting_bytes, 1 << 20, 1U << 31,
           "bytes of all requests that wait for a thread");
  AddLimit(app, "max-stream-bytes", limits.max_stream_bytes, 1 << 20, 1U << 31,
           "bytes of requests and answers that a stream may hold");
  AddLimit(
      app, "max-search-bytes", limits.max_search_bytes, 1 << 20, 1U << 31,
      "bytes of memory that one request may take while it is worked on; all together may take twice as much");
  AddLimit(app, "max-unfinished-bytes", limits.max_unfinished_bytes, 1 << 20, 1U << 31,
           "bytes of all requests that have begun to arrive and not ended; over it, connections are ended "
           "that hold "
           "most");
  AddLimit(
      app, "max-connections", limits.max_connections, 1, 1'000'000,
      "connections to an address, if there are descriptors for so many; a peer has three quarters at most");
  AddLimit(app, "max-work-ms", limits.max_work_ms, 1, 3'600'000,
           "milliseconds of work on one request, whatever time its caller gives");
  AddLimit(app, "max-long-work-ms", limits.max_long_work_ms, 1, 3'600'000,
           "milliseconds of work on an exploration, and on all items of a batch together");
}

CLI::Validator HostPort() {
  return CLI::Validator(
      [](const std::string& text) {
        return IsHostPort(text, 0) ? std::string()
                                   : StrCat("Value ", text, " is not HOST:PORT with a port from 0 to 65535");
      },
      "HOST:PORT");
}

// One that does not exist is named by who opens it. A pipe would be waited for.
CLI::Validator NoPipe() {
  return CLI::Validator(
      [](const std::string& path) {
        std::error_code error;
        const std::filesystem::file_status status = std::filesystem::status(path, error);
        const bool is_good = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
        return is_good ? std::string() : StrCat(path, " must be a regular file");
      },
      "FILE");
}

void AddLogLevel(CLI::App& app, EventLog::Level& level) {
  const auto read = [&level](const std::string& text) {
    static const std::map<std::string, EventLog::Level> kLevels = {{"debug", spdlog::level::debug},
                                                                   {"info", spdlog::level::info},
                                                                   {"warning", spdlog::level::warn},
                                                                   {"error", spdlog::level::err}};
    const auto found = kLevels.find(text);
    if (found == kLevels.end()) {
      throw CLI::ValidationError("--log-level",
                                 StrCat("Value ", text, " is not debug, info, warning or error"));
    }
    level = found->second;
  };
  app.add_option_function<std::string>("--log-level", read, "the least severe events that are logged")
      ->type_name("debug|info|warning|error")
      ->default_str("info");
}

void AddSecurity(CLI::App& app, ServerOptions& options) {
  const auto add_file = [&app](const std::string& name, std::string& path, const std::string& what) {
    return app.add_option(name, path, what)->type_name("FILE")->group("Security");
  };
  CLI::Option* const certificate = add_file(
      "--tls-cert", options.tls.certificate,
      "the server's certificate and those between it and the root, in PEM; read anew within a second when it "
      "is replaced, as all files of this group are");
  CLI::Option* const key = add_file("--tls-key", options.tls.key, "the certificate's private key, in PEM");
  certificate->needs(key);
  key->needs(certificate);
  add_file("--tls-client-ca", options.tls.client_ca,
           "callers must show a certificate of one of these authorities, in PEM")
      ->needs(certificate);
  add_file("--access", options.access, "who may call, and what, in YAML (docs/access.md)");
  app.add_flag("--insecure", options.insecure,
               "serve beyond loopback without TLS, in a network that is trusted")
      ->group("Security");
  app.add_flag("--reflection,!--no-reflection", options.reflection,
               "describe the API to whoever asks (grpcurl, ghz)")
      ->group("Security");
}

void AddSource(CLI::App& app, PackageSourceOptions& source) {
  constexpr char kGroup[] = "Packages from a URL";
  for (const char* name : {"AWS_DEFAULT_REGION", "AWS_REGION"}) {
    if (const char* const region = std::getenv(name); region != nullptr && *region != '\0')
      source.s3_region = region;
  }
  app.add_option("--package-cache", source.cache,
                 "folder that fetched packages are kept in; nobody else may write to it")
      ->type_name("DIR")
      ->group(kGroup);
  app.add_option(
         "--package-cache-bytes", source.cache_bytes,
         "bytes of packages in that folder; the least recently used go first; at most half as many are "
         "kept loaded")
      ->check(CLI::Range(uint64_t{1} << 20, uint64_t{1} << 50))
      ->group(kGroup);
  app.add_option("--packages-ca", source.ca_file,
                 "authorities of the source's certificate, in PEM; by default the system's")
      ->type_name("FILE")
      ->check(NoPipe())
      ->group(kGroup);
  app.add_option("--s3-region", source.s3_region,
                 "region that requests of s3+ are signed for; by default AWS_REGION of the environment")
      ->group(kGroup);
  app.add_option(
         "--s3-credentials", source.s3_credentials,
         "file with aws_access_key_id and aws_secret_access_key in its section [default], read anew for each "
         "request; by default AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN of the "
         "environment")
      ->type_name("FILE")
      ->check(NoPipe())
      ->group(kGroup);
}

void AddTokenKey(CLI::App& app, TokenKey& key) {
  const auto read = [&key](const std::string& path) {
    absl::StatusOr<TokenKey> from_file = TokenKey::FromFile(path);
    if (!from_file.ok()) {
      throw CLI::ValidationError("--move-token-key-file", std::string(from_file.status().message()));
    }
    key = *std::move(from_file);
  };
  app.add_option_function<std::string>(
         "--move-token-key-file", read,
         "file of the secret that the tokens of ValidateMove are sealed with, 16 bytes or more; servers that "
         "share it take each other's tokens; without it, each server takes its own until it stops")
      ->type_name("FILE");
}

void AddOtlpEndpoint(CLI::App& app, std::string& host_port) {
  const auto read = [&host_port](const std::string& text) {
    constexpr std::string_view kScheme = "http://";
    const std::string rest = text.starts_with(kScheme) ? text.substr(kScheme.size()) : std::string();
    if (!IsHostPort(rest, 1)) {
      throw CLI::ValidationError("--otlp-endpoint", StrCat("Value ", text, " is not http://HOST:PORT"));
    }
    host_port = rest;
  };
  app.add_option_function<std::string>(
         "--otlp-endpoint", read,
         "collector that spans of sampled traces are sent to, by OTLP over HTTP; by default none are")
      ->type_name("http://HOST:PORT");
}

void AddOptions(CLI::App& app, ServerOptions& options) {
  app.add_option(
         "--packages", options.packages,
         "folder of map packages (*.waymap), or URL that they are fetched from as needed: https://..., or "
         "s3+https://... with signed requests (docs/package_source.md)")
      ->required();
  app.add_option("--listen", options.listen, "host:port to serve on; port 0 picks a free one")
      ->check(HostPort());
  app.add_option("--admin-listen", options.admin_listen,
                 "host:port of PackageAdmin (reload, preload, verify); not served by default")
      ->check(HostPort());
  app.add_flag("--watch", options.watch,
               "reload within seconds once files of the folder have come, gone or been replaced by rename");
  app.add_option("--http-listen", options.http_listen,
                 "host:port of health, metrics, and on loopback of calls and the explorer page over HTTP; "
                 "not served by default")
      ->check(HostPort());
  app.add_flag_function(
      "--http-api,!--no-http-api", [&options](int64_t count) { options.http_api = count > 0; },
      "calls of the API and the explorer page at --http-listen, too; by default if it is on loopback");
  app.add_option("--access-log-share", options.access_log_share,
                 "share of calls, drawn at random, that the log has a line of (event call)")
      ->check(ShareOfOne());
  AddOtlpEndpoint(app, options.otlp_host_port);
  app.add_option("--workers", options.workers, "threads for long requests; 0: one per core")
      ->check(CLI::Range(0, 1024));
  app.add_option("--lame-duck-s", options.lame_duck_s,
                 "seconds of serving on after health checks are told that the server stops")
      ->check(SecondsUpTo(300));
  app.add_option("--drain-s", options.drain_s,
                 "seconds that calls in flight have to end when stopping, before they are cancelled")
      ->check(SecondsUpTo(3600));
  app.add_flag("--trust-callers", options.limits.trust_callers,
               "all calls come through a proxy that names the caller in the metadata waystone-caller: "
               "callers share the "
               "time of the workers then, not connections");
  AddLogLevel(app, options.log_level);
  app.add_option("--max-map-bytes", options.maps.max_bytes,
                 "bytes of maps kept loaded; those in use stay besides; 0: no limit")
      ->check(CLI::Range(uint64_t{0}, uint64_t{1} << 50))
      ->group("Memory");
  app.add_option("--max-maps", options.maps.max_maps, "maps kept loaded, likewise; 0: no limit")
      ->check(CLI::Range(0, 1'000'000))
      ->group("Memory");
  app.add_option("--keep-generations", options.maps.kept_generations,
                 "replaced generations of each map that go on to answer requests that pin them, until nobody "
                 "has for ten minutes")
      ->check(CLI::Range(0, 16))
      ->group("Memory");
  AddSource(app, options.source);
  AddSecurity(app, options);
  AddTokenKey(app, options.token_key);
  AddLimits(app, options.limits);
}

// What an option's variable says; null if it says nothing. CLI11 would take what comes next for an empty value.
const char* InEnvironment(const CLI::Option& option) {
  if (option.get_envname().empty()) return nullptr;
  const char* const value = std::getenv(option.get_envname().c_str());
  return value == nullptr || *value == '\0' ? nullptr : value;
}

// Flags made of the environment, to stand before the real ones.
std::vector<std::string> FlagsOfEnvironment(const CLI::App& app) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : app.get_options()) {
    const char* const value = InEnvironment(*option);
    if (value != nullptr) flags.push_back(StrCat("--", option->get_lnames().front(), "=", value));
  }
  return flags;
}

// Kubernetes tells of services so: of one called "waystone", WAYSTONE_SERVICE_HOST and WAYSTONE_PORT_50051_TCP_ADDR.
bool IsOfService(std::string_view name, std::string_view value) {
  if (name.find("_SERVICE_HOST") != name.npos || name.find("_SERVICE_PORT") != name.npos) return true;
  if (name.ends_with("_PORT")) return value.find("://") != value.npos;
  constexpr std::string_view kOfPort = "_PORT_";
  const size_t at = name.find(kOfPort);
  const std::string_view number = at == name.npos ? std::string_view() : name.substr(at + kOfPort.size());
  return !number.empty() && absl::ascii_isdigit(static_cast<unsigned char>(number.front()));
}

// Changes of one letter (another one, one more, one less) from one to the other: Levenshtein's distance.
size_t LettersBetween(std::string_view from, std::string_view to) {
  std::vector<size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (size_t i = 0; i < from.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i + 1);
    for (size_t j = 0; j < to.size(); ++j) {
      const size_t other = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({other, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

// What is wrong with a variable that is meant for us, as its name begins, and that no option has; empty: nothing.
std::string EnvironmentProblem(const CLI::App& app) {
  // Those of `waystone`, which may be set for both, and of the tests.
  constexpr std::array<std::string_view, 7> kOfOthers = {
      "WAYSTONE_SERVER",          "WAYSTONE_ADMIN_SERVER", "WAYSTONE_TLS",      "WAYSTONE_TLS_CA",
      "WAYSTONE_TLS_SERVER_NAME", "WAYSTONE_TOKEN_FILE",   "WAYSTONE_TEST_DATA"};
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_envname().empty()) known.push_back(option->get_envname());
  }
  for (const char* const* variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::string_view name = text.substr(0, text.find('='));
    if (!name.starts_with(kVariablePrefix) || IsOfService(name, text.substr(name.size()))) continue;
    const bool is_known = std::find(known.begin(), known.end(), name) != known.end() ||
                          std::find(kOfOthers.begin(), kOfOthers.end(), name) != kOfOthers.end();
    if (is_known) continue;
    const auto nearest =
        std::min_element(known.begin(), known.end(), [name](const std::string& a, const std::string& b) {
          return LettersBetween(name, a) < LettersBetween(name, b);
        });
    return StrCat("the variable ", name, " is of no option; the nearest is ", *nearest);
  }
  return "";
}

// CLI11's messages may have several lines; ours has one.
std::string OneLine(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return std::string(absl::StripAsciiWhitespace(text));
}

// CLI11 says of a line that is no option only that it could not parse its key.
std::string ConfigProblem(const CLI::App& app, const std::string& message) {
  const std::string_view about_key = "INI was not able to parse ";
  if (!message.starts_with(about_key)) return OneLine(message);
  std::string known;
  for (const CLI::Option* option : app.get_options()) {
    const std::string& name = option->get_lnames().front();
    if (name == "help" || name == "version" || name == "config") continue;
    StrAppend(known, known.empty() ? "" : ", ", name);
  }
  return OneLine(StrCat(app.get_config_ptr()->as<std::string>(), ": '", message.substr(about_key.size()),
                        "' is no option with a value; options are ", known));
}

// " (set by ...)" after what is wrong with an option that no flag sets; else nothing.
std::string SourceOf(const CLI::App& app, const std::string& message, const std::vector<std::string>& flags) {
  for (const CLI::Option* option : app.get_options()) {
    const std::string flag = StrCat("--", option->get_lnames().front());
    if (!message.starts_with(flag + ":")) continue;
    const auto is_given = [&](const std::string& one) { return one == flag || one.starts_with(flag + "="); };
    if (std::any_of(flags.begin(), flags.end(), is_given)) return "";
    if (InEnvironment(*option) != nullptr) return StrCat(" (set by ", option->get_envname(), ")");
    if (app.get_config_ptr()->count() > 0)
      return StrCat(" (set in ", app.get_config_ptr()->as<std::string>(), ")");
  }
  return "";
}

}  // namespace

std::variant<ServerOptions, ExitCode> ParseServerOptions(int argc, const char* const* argv, std::ostream& out,
                                                         std::ostream& err) {
  ServerOptions options;
  CLI::App app(kUsage, "waystone-server");
  app.option_defaults()->always_capture_default();
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  AddOptions(app, options);
  app.set_config("--config", "", "TOML file of options")->check(NoPipe());
  app.set_version_flag("--version", VersionLine("waystone-server"));
  app.allow_config_extras(CLI::config_extras_mode::error);
  for (CLI::Option* option : app.get_options()) {
    const std::string name = option->get_lnames().front();
    if (name != "help" && name != "version") option->envname(EnvironmentName(name));
  }

  const std::vector<std::string> flags(argv + 1, argv + argc);
  for (const std::string& flag : flags) {
    if (!flag.starts_with("--") || flag.find('=') != flag.size() - 1) continue;
    err << "waystone-server: " << flag << " needs a value\n";  // CLI11 would take what comes next for it
    return ExitCode{2};
  }
  std::vector<std::string> arguments = FlagsOfEnvironment(app);
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
  try {
    app.parse(arguments);
  } catch (const CLI::ConfigError& error) {
    err << "waystone-server: " << ConfigProblem(app, error.what()) << "\n";
    return ExitCode{2};
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return ExitCode{app.exit(error, out, err)};
    err << "waystone-server: " << OneLine(error.what()) << SourceOf(app, error.what(), flags) << "\n";
    return ExitCode{2};
  }
  if (const std::string problem = EnvironmentProblem(app); !problem.empty()) {
    err << "waystone-server: " << problem << "\n";
    return ExitCode{2};
  }
  return options;
}

}  // namespace waystone
