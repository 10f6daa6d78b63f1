// waystone-bake: from a source to a package, or from a world's manifest to all of its.
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fstream>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "bake/program/bake_flags.h"
#include "bake/program/bake_job.h"
#include "bake/program/world_job.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr int kBaked = 0;
constexpr int kFailed = 1;
constexpr int kBadInput = 2;

// Nothing to clean up: the old package is whole until the new one is renamed over it.
extern "C" void EndAtOnce(int signal_number) {
  constexpr std::string_view kMessage = "waystone-bake: interrupted, nothing written\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kMessage.data(), kMessage.size());
  _exit(128 + signal_number);
}

extern "C" void EndWorldAtOnce(int signal_number) {
  constexpr std::string_view kMessage =
      "waystone-bake: interrupted; maps that were baked need not be again\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kMessage.data(), kMessage.size());
  _exit(128 + signal_number);
}

// A line that is drawn over itself.
class ProgressLine {
 public:
  void Draw(std::string_view unit, uint64_t done, uint64_t total) {
    // Without a total: a stage that may tell nothing more before it ends.
    if (total == 0) {
      percent_ = kNothing;
      std::fprintf(stderr, "\r\x1b[K%.*s ...", static_cast<int>(unit.size()), unit.data());
      std::fflush(stderr);
      return;
    }
    const uint64_t percent = 100 * done / total;
    if (percent == percent_ && done != total) return;
    percent_ = percent;
    std::fprintf(stderr, "\r%.*s %llu of %llu (%llu %%)%s", static_cast<int>(unit.size()), unit.data(),
                 static_cast<unsigned long long>(done), static_cast<unsigned long long>(total),
                 static_cast<unsigned long long>(percent), done == total ? "\r\x1b[K" : "");
    std::fflush(stderr);
  }

  void Clear() {
    percent_ = kNothing;
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
  }

 private:
  static constexpr uint64_t kNothing = 101;

  uint64_t percent_ = kNothing;
};

bool IsInputsFault(const absl::Status& status) {
  return absl::IsInvalidArgument(status) || absl::IsNotFound(status) || absl::IsResourceExhausted(status) ||
         absl::IsOutOfRange(status);
}

void PrintLine(std::string_view kind, std::string_view text) {
  std::fprintf(stderr, "waystone-bake: %.*s%s\n", static_cast<int>(kind.size()), kind.data(),
               Escaped(text).c_str());
}

bool WriteReport(const std::string& path, const std::string& json) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << json;
  file.close();
  if (!file) PrintLine("", path + ": the report cannot be written");
  return !file.fail();
}

uint64_t LinkCount(const AgentReport& agent) {
  uint64_t count = 0;
  for (const auto& [kind, links] : agent.source_links) count += links;
  for (const auto& [kind, links] : agent.generated_links) count += links;
  return count;
}

int Finish(const BakeEnd& end, const BakeFlags& flags) {
  const std::string message(end.status.message());
  if (IsInputsFault(end.status)) {
    PrintLine("", message);
    return kBadInput;
  }
  for (const std::string& warning : end.report.warnings) PrintLine("warning: ", warning);
  for (const std::string& note : end.report.notes) PrintLine("note: ", note);
  const bool reported = flags.report_path.empty() || WriteReport(flags.report_path, ReportJson(end.report));
  if (!end.status.ok()) {
    PrintLine("", message);
    return kFailed;
  }
  for (const AgentReport& agent : end.report.agents) {
    std::printf("%s: %llu polygons, %.0f m2, %llu links for %s\n", Escaped(end.report.map_id).c_str(),
                static_cast<unsigned long long>(agent.polygons), agent.area_m2,
                static_cast<unsigned long long>(LinkCount(agent)), Escaped(agent.name).c_str());
  }
  std::printf("%s: %llu bytes in %.1f s\n", Escaped(end.report.package_path).c_str(),
              static_cast<unsigned long long>(end.report.package_bytes), end.report.wall_s);
  return reported ? kBaked : kFailed;
}

// What of many maps is worth a line each on a terminal; the report has all.
constexpr size_t kShownLines = 20;

// Errors of maps, then warnings, then notes, of a world.
void PrintTroubles(const WorldReport& report) {
  std::vector<std::string> lines;
  for (const WorldMapReport& map : report.maps) {
    if (!map.error.empty()) lines.push_back(StrCat("map ", Quoted(map.map_id), ": ", map.error));
  }
  for (const WorldMapReport& map : report.maps) {
    for (const std::string& warning : map.warnings) {
      lines.push_back(StrCat("warning: map ", Quoted(map.map_id), ": ", warning));
    }
  }
  for (const std::string& warning : report.warnings) lines.push_back(StrCat("warning: ", warning));
  for (const WorldMapReport& map : report.maps) {
    for (const std::string& note : map.notes) {
      lines.push_back(StrCat("note: map ", Quoted(map.map_id), ": ", note));
    }
  }
  for (size_t i = 0; i < std::min(lines.size(), kShownLines); ++i) PrintLine("", lines[i]);
  if (lines.size() <= kShownLines) return;
  PrintLine("", StrCat(lines.size() - kShownLines, " more such lines; --report FILE has them all"));
}

int FinishWorld(const WorldBakeEnd& end, const BakeFlags& flags) {
  const WorldReport& report = end.report;
  PrintTroubles(report);
  const bool reported = flags.report_path.empty() || (report.maps.empty() && report.shard.empty()) ||
                        WriteReport(flags.report_path, WorldReportJson(report));
  if (!report.maps.empty() || !report.shard.empty()) {
    const std::string shard = report.shard.empty() ? "" : StrCat(", shard ", report.shard);
    std::printf("%s%s: %zu maps: %llu baked, %llu unchanged, %llu failed; %llu bytes in %.1f s\n",
                Escaped(report.world).c_str(), shard.c_str(), report.maps.size(),
                static_cast<unsigned long long>(report.CountOf(MapOutcome::kBaked)),
                static_cast<unsigned long long>(report.CountOf(MapOutcome::kUnchanged)),
                static_cast<unsigned long long>(report.CountOf(MapOutcome::kFailed)),
                static_cast<unsigned long long>(report.PackageBytes()), report.wall_s);
  }
  if (!report.world_path.empty()) {
    std::printf("%s: %llu portals, %llu walks, %llu bytes\n", Escaped(report.world_path).c_str(),
                static_cast<unsigned long long>(report.portals),
                static_cast<unsigned long long>(report.walks),
                static_cast<unsigned long long>(report.world_bytes));
  }
  if (end.status.ok()) return reported ? kBaked : kFailed;
  PrintLine("", std::string(end.status.message()));
  return IsInputsFault(end.status) ? kBadInput : kFailed;
}

WorldBakeJob WorldJobOf(const BakeFlags& flags, const BakeJob& job) {
  return {job.source_path, job.output_folder, job.thread_count, job.strict, job.progress,
          job.limits,      job.tell,          flags.shard,      flags.join};
}

int Main(int argc, const char* const* argv) {
  std::signal(SIGINT, EndAtOnce);
  std::signal(SIGTERM, EndAtOnce);
  const FlagsOutcome outcome = ParseFlags(argc, argv);
  if (!outcome.status.ok()) {
    PrintLine("", std::string(outcome.status.message()));
    return kBadInput;
  }
  if (!outcome.text.empty()) {
    std::fputs(outcome.text.c_str(), stdout);
    return kBaked;
  }
  BakeJob job = outcome.flags.job;
  ProgressLine progress;
  const bool is_drawn = isatty(STDERR_FILENO) == 1;
  job.tell = [&](std::string_view line) {
    if (is_drawn) progress.Clear();
    PrintLine("", line);
  };
  if (is_drawn) {
    job.progress = [&progress](std::string_view unit, uint64_t done, uint64_t total) {
      progress.Draw(unit, done, total);
    };
  }
  if (!outcome.flags.is_world) {
    const BakeEnd end = RunBake(job);
    if (is_drawn) progress.Clear();
    return Finish(end, outcome.flags);
  }
  std::signal(SIGINT, EndWorldAtOnce);
  std::signal(SIGTERM, EndWorldAtOnce);
  const WorldBakeEnd end = RunWorldBake(WorldJobOf(outcome.flags, job));
  if (is_drawn) progress.Clear();
  return FinishWorld(end, outcome.flags);
}

}  // namespace
}  // namespace waystone

int main(int argc, char** argv) {
  try {
    const int exit_code = waystone::Main(argc, argv);
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
    waystone::PrintLine("", "standard output cannot be written");
    return exit_code == waystone::kBaked ? waystone::kFailed : exit_code;
  } catch (const std::bad_alloc&) {
    std::fputs("waystone-bake: out of memory\n", stderr);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "waystone-bake: %s\n", error.what());
  }
  return waystone::kFailed;
}
