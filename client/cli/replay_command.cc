// `waystone replay`: recorded calls to another server, and what it answers otherwise.
#include <grpcpp/grpcpp.h>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "client/cli/command.h"
#include "client/cli/flag_text.h"
#include "client/cli/server_flags.h"
#include "client/recording/answer_difference.h"
#include "client/recording/recording.h"
#include "client/recording/recording_proxy.h"
#include "client/recording/replay.h"
#include "client/recording/server_version.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "waystone/field_limits.h"

namespace waystone::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr uint32_t kPercents[] = {50, 90, 99};
constexpr double kMostCallsPerS = 1e6;

struct ReplayFlags {
  ServerFlags server;
  client::ReplayOptions options;
  std::string file;
  std::vector<std::string> ignored;
  double tolerance_m = 0.001;
  uint64_t max_differences = 100;
};

// What is known before calls are sent.
struct Servers {
  std::string recorded;
  std::string now;
  uint64_t cut_bytes = 0;
};

std::string LineOf(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json TextOrNull(const std::optional<std::string>& text) {
  return text.has_value() ? Json(*text) : Json(nullptr);
}

std::string DifferenceLine(const client::CallDifference& found) {
  Json line = {{"record", found.record}, {"round", found.round}};
  if (found.batch > 0) line["batch"] = found.batch;
  line.update({{"method", found.method},
               {"map", found.map_id},
               {"path", found.difference.path},
               {"field", found.difference.field},
               {"was", TextOrNull(found.difference.was)},
               {"is", TextOrNull(found.difference.is)},
               {"elements", found.difference.elements}});
  return LineOf(line);
}

std::string DifferenceText(const client::CallDifference& found) {
  const auto shown = [](const std::optional<std::string>& text) {
    return text.has_value() ? *text : "not there";
  };
  std::string text = StrCat("#", found.record);
  if (found.batch > 0) StrAppend(text, ".", found.batch);
  StrAppend(text, " ", found.method);
  if (!found.map_id.empty()) StrAppend(text, " ", Quoted(found.map_id));
  StrAppend(text, " ", found.difference.path, ": ", shown(found.difference.was), " -> ",
            shown(found.difference.is));
  if (found.difference.elements > 1) StrAppend(text, " (", found.difference.elements, " elements)");
  return Escaped(text) + "\n";
}

struct Percentiles {
  double recorded_ms = 0;
  double now_ms = 0;
  double ratio = 0;  // 0: nothing was measured
};

Percentiles PercentilesOf(client::ReplaySummary::Latency& latency, uint32_t percent) {
  constexpr double kUsPerMs = 1000;
  Percentiles found{.recorded_ms = client::Percentile(latency.recorded_us, percent) / kUsPerMs,
                    .now_ms = client::Percentile(latency.now_us, percent) / kUsPerMs};
  if (found.recorded_ms > 0) found.ratio = found.now_ms / found.recorded_ms;
  return found;
}

std::string SummaryLine(client::ReplaySummary& summary, const Servers& servers) {
  constexpr double kUsPerMs = 1000;
  Json latency = Json::object();
  for (auto& [method, times] : summary.latency) {
    Json& row = latency[method];
    row["calls"] = times.now_us.size();
    for (const uint32_t percent : kPercents) {
      const Percentiles found = PercentilesOf(times, percent);
      row[StrCat("p", percent)] = {
          {"recorded_ms", found.recorded_ms}, {"now_ms", found.now_ms}, {"ratio", found.ratio}};
    }
  }
  return LineOf({{"calls", summary.calls},
                 {"differing_calls", summary.differing_calls},
                 {"differences", summary.differences},
                 {"by_field", summary.by_field},
                 {"latency", latency},
                 {"other_generation_calls", summary.other_generation_calls},
                 {"left_out", summary.left_out},
                 {"latest_ms", static_cast<double>(summary.latest.count()) / kUsPerMs},
                 {"recorded_server", servers.recorded},
                 {"server", servers.now},
                 {"cut_bytes", servers.cut_bytes}});
}

std::string SummaryText(client::ReplaySummary& summary, const Servers& servers) {
  const auto named = [](const std::string& version) {
    return version.empty() ? "unknown" : Escaped(version);
  };
  std::string text =
      StrCat(summary.differences, " differences in ", summary.differing_calls, " of ", summary.calls,
             " calls; recorded of server ", named(servers.recorded), ", now ", named(servers.now), "\n");
  for (const auto& [field, count] : summary.by_field) StrAppend(text, "  ", count, "  ", field, "\n");
  if (summary.other_generation_calls > 0) {
    StrAppend(text, "answered from another package or world: ", summary.other_generation_calls, " calls\n");
  }
  for (const auto& [why, count] : summary.left_out) StrAppend(text, "not replayed, ", why, ": ", count, "\n");
  constexpr std::chrono::milliseconds kLate(10);
  if (summary.latest > kLate) {
    StrAppend(text, "sent late by up to ", summary.latest / std::chrono::milliseconds(1),
              " ms (--in-flight)\n");
  }
  for (auto& [method, times] : summary.latency) {
    StrAppend(text, method, ", ", times.now_us.size(), " calls:");
    for (const uint32_t percent : kPercents) {
      const Percentiles found = PercentilesOf(times, percent);
      absl::StrAppendFormat(&text, "  p%d %.3f -> %.3f ms", percent, found.recorded_ms, found.now_ms);
      if (found.ratio > 0) absl::StrAppendFormat(&text, " (x %.2f)", found.ratio);
    }
    text += "\n";
  }
  return text;
}

int RunReplay(const ReplayFlags& flags, const Console& console) {
  const auto recording = client::ReadRecording(flags.file);
  if (!recording.ok()) {
    Fail(console, recording.status());
    return kExitUsage;
  }
  if (recording->cut_bytes > 0) {
    console.err << "waystone: " << Quoted(flags.file) << " is cut: " << recording->cut_bytes
                << " bytes behind its last whole record are left out\n";
  }
  const auto comparer = client::AnswerComparer::Create(flags.tolerance_m, flags.ignored);
  if (!comparer.ok()) {
    return Fail(console,
                absl::Status(comparer.status().code(), StrCat("--ignore: ", comparer.status().message())));
  }
  const auto server = ConnectChannel(flags.server, client::RecordingProxy::ChannelOptions());
  if (!server.ok()) return Fail(console, server.status());
  const auto version = client::ServerVersion(*server, std::chrono::milliseconds(flags.server.timeout_ms));
  if (!version.ok()) return FailCall(console, flags.server, version.status());
  client::ReplayOptions options = flags.options;
  options.timeout = std::chrono::milliseconds(flags.server.timeout_ms);
  uint64_t listed = 0;
  const auto tell = [&](const client::CallDifference& found) {
    if (listed++ >= flags.max_differences) return;
    console.out << (flags.server.json ? DifferenceLine(found) : DifferenceText(found));
  };
  auto summary = client::Replay(*recording, *server, *comparer, options, tell);
  if (!summary.ok()) return Fail(console, summary.status());
  const Servers servers{recording->server_version, *version, recording->cut_bytes};
  if (flags.server.json) {
    console.out << SummaryLine(*summary, servers);
  } else {
    if (listed > flags.max_differences) {
      console.out << "... and " << listed - flags.max_differences << " more (--max-differences)\n";
    }
    console.out << SummaryText(*summary, servers);
  }
  return summary->differences == 0 ? kExitOk : kExitFailed;
}

// "as-recorded", "max", or calls in a second; what is wrong with the text, or nothing.
std::string ReadRate(const std::string& text, client::ReplayOptions& options) {
  options.is_as_recorded = text == "as-recorded";
  options.calls_per_s = 0;
  if (options.is_as_recorded || text == "max") return {};
  if (ParseNumber(text, options.calls_per_s) && options.calls_per_s > 0 &&
      options.calls_per_s <= kMostCallsPerS) {
    return {};
  }
  return "must be as-recorded, max, or calls per second above 0 to 1000000";
}

}  // namespace

void AddReplayCommand(CLI::App& program, Command& chosen) {
  CLI::App* command =
      program.add_subcommand("replay", "send recorded calls to a server, and list what it answers otherwise");
  auto flags = std::make_shared<ReplayFlags>();
  client::ReplayOptions& options = flags->options;
  AddServerFlags(*command, flags->server);
  command->get_option("--timeout-ms")
      ->description("for calls recorded without a deadline, and each batch of a stream, 1 to 3600000 [5000]");
  command->get_option("--json")->description(
      "print a line of JSON for each difference, and one for the summary");
  command->add_option("FILE", flags->file, "what `waystone record` has written")->required();
  command->add_option("--rate", "when to send: as-recorded, max, or N calls a second [max]")
      ->check([flags](const std::string& text) { return ReadRate(text, flags->options); })
      ->type_name("as-recorded|max|N");
  command->add_option("--in-flight", options.in_flight, "calls under way at most, 1 to 256 [8]")
      ->check(WholeNumber(1, 256))
      ->type_name("N");
  command->add_option("--rounds", options.rounds, "how often to send all of it, 1 to 1000000 [1]")
      ->check(WholeNumber(1, 1'000'000))
      ->type_name("N");
  AddNames(*command, "--ignore", flags->ignored,
           "a field whose differences do not count, as cost_m or routes.legs", "FIELD");
  command->add_option("--tolerance-m", flags->tolerance_m, "how far numbers may differ, 0 to 1000 [0.001]")
      ->check(NumberInRange(0, 1000))
      ->type_name("X");
  command->add_option("--max-differences", flags->max_differences, "how many to list; all are counted [100]")
      ->check(WholeNumber(0, UINT64_MAX))
      ->type_name("N");
  command->add_option("--only", options.only, "only calls of this method, such as PlanRoute")
      ->type_name("METHOD");
  command->callback(
      [flags, &chosen] { chosen = [flags](const Console& console) { return RunReplay(*flags, console); }; });
}

}  // namespace waystone::cli
