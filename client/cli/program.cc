#include <algorithm>
#include <regex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "client/cli/command.h"
#include "client/cli/plain_stream.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "core/version/version.h"

namespace waystone::cli {

// Each adds one subcommand, in its NAME_command.cc. If that is the one called, it sets `chosen`.
void AddRouteCommand(CLI::App& program, Command& chosen);
void AddExploreCommand(CLI::App& program, Command& chosen);
void AddPlaceCommand(CLI::App& program, Command& chosen);
void AddValidateCommand(CLI::App& program, Command& chosen);
void AddDistancesCommand(CLI::App& program, Command& chosen);
void AddReachCommand(CLI::App& program, Command& chosen);
void AddReportCommand(CLI::App& program, Command& chosen);
void AddWhyCommand(CLI::App& program, Command& chosen);
void AddMapsCommand(CLI::App& program, Command& chosen);
void AddWorldCommand(CLI::App& program, Command& chosen);
void AddHealthCommand(CLI::App& program, Command& chosen);
void AddAdminCommand(CLI::App& program, Command& chosen);
void AddRecordCommand(CLI::App& program, Command& chosen);
void AddReplayCommand(CLI::App& program, Command& chosen);
void AddPackageCommand(CLI::App& program, Command& chosen);
void AddDrawCommand(CLI::App& program, Command& chosen);

namespace {

// The parser names what it does not know from back to front, values before their flags: "...: 4 --clearance".
std::string UnknownText(std::string_view what) {
  const std::vector<std::string> words = absl::StrSplit(std::string(what.substr(what.find(": ") + 2)), ' ');
  const auto flag =
      std::find_if(words.rbegin(), words.rend(), [](const std::string& w) { return w.starts_with('-'); });
  return flag != words.rend() ? StrCat("unknown flag ", Quoted(*flag))
                              : StrCat("not expected: ", Quoted(words.back()));
}

// What the parser says of a flag, in the words of the other messages.
std::string PlainText(const std::string& what) {
  const std::pair<const char*, const char*> plain[] = {
      {"(.+): At Most 1 required but received .+", "$1: give it once"},
      {"(.+): At (?:Most|least) (.+) required but received (.+)", "$1: give $2, not $3"},
      {"(.+): .+ required (.+) missing", "$1: a value is missing, $2"},
      {"A subcommand is required", "a command is missing"},
      {"(.+) is required", "$1: must be given"},
      {"(.+) requires (.+)", "$1: needs $2"},
      {"Could not convert: (.+) = (.*)", "$1: cannot be \"$2\""},
  };
  for (const auto& [parsers, ours] : plain) {
    const std::regex pattern(parsers);
    if (std::regex_match(what, pattern)) return std::regex_replace(what, pattern, ours);
  }
  return what;
}

int Run(int argc, const char* const* argv, const Console& console) {
  CLI::App program(
      "Asks a Waystone server for routes, explorations, distances, places and move checks; records calls and "
      "replays them; looks into packages and draws them.",
      "waystone");
  program.require_subcommand(1);
  program.footer(
      "Exit codes: 0 done, 1 failed (no complete route or walk, fewer positions, an illegal move, a damaged\n"
      "package, no server or one not serving), 2 flags or input that cannot be right.");
  program.set_version_flag("--version", VersionLine("waystone"));
  Command chosen;
  AddRouteCommand(program, chosen);
  AddExploreCommand(program, chosen);
  AddDistancesCommand(program, chosen);
  AddReachCommand(program, chosen);
  AddReportCommand(program, chosen);
  AddPlaceCommand(program, chosen);
  AddValidateCommand(program, chosen);
  AddWhyCommand(program, chosen);
  AddMapsCommand(program, chosen);
  AddWorldCommand(program, chosen);
  AddHealthCommand(program, chosen);
  AddAdminCommand(program, chosen);
  AddRecordCommand(program, chosen);
  AddReplayCommand(program, chosen);
  AddPackageCommand(program, chosen);
  AddDrawCommand(program, chosen);
  const auto is_named = [&](const CLI::App* command) { return command->get_name() == argv[1]; };
  if (argc > 1 && argv[1][0] != '-' && program.get_subcommands(is_named).empty()) {
    console.err << "waystone: no command is called " << Quoted(argv[1]) << " (--help lists them)\n";
    return kExitUsage;
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::ExtrasError& error) {
    console.err << "waystone: " << UnknownText(error.what()) << " (--help tells more)\n";
    return kExitUsage;
  } catch (const CLI::ParseError& error) {  // the parser's way to report; it ends here
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
      return program.exit(error, console.out, console.err);
    }
    console.err << "waystone: " << PlainText(error.what()) << " (--help tells more)\n";
    return kExitUsage;
  }
  return chosen(console);
}

}  // namespace

int RunCommandLine(int argc, const char* const* argv, const Console& plain) {
  PlainStream out(plain.out);
  PlainStream err(plain.err);
  const int exit_code = Run(argc, argv, {out, err});
  if (out.flush()) return exit_code;
  err << "waystone: standard output cannot be written\n";
  return exit_code == kExitOk ? kExitFailed : exit_code;
}

}  // namespace waystone::cli
