// `waystone package check|dump|diff|publish`: package files without a server.
#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_replace.h"
#include "client/cli/command.h"
#include "client/cli/flag_text.h"
#include "client/report/package_changes.h"
#include "client/report/report_page.h"
#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/publish/package_publisher.h"
#include "core/store/package_report.h"
#include "core/store/world_folder.h"

namespace waystone::cli {
namespace {

struct PackageFlags {
  std::vector<std::string> files;
  bool json = false;

  ReportFormat format() const { return json ? ReportFormat::kJson : ReportFormat::kText; }
};

using Reporter = PackageReport (*)(const std::string& path, ReportFormat format);

// The packages of a folder and its world file, sorted; anything else stands for itself.
std::vector<std::string> PackagesOf(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return {path};
  std::vector<std::string> files;
  for (std::filesystem::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
    const std::string extension = it->path().extension().string();
    if (extension == ".waymap" || extension == ".wayworld") files.push_back(it->path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Files by the ids of the maps that they hold.
using FilesOfMaps = std::map<std::string, std::vector<std::string>>;

// Names the packages of a folder that a server does not serve because another holds the same map. Whether there are any.
bool TellTakenMaps(const std::string& folder, const FilesOfMaps& files_of_maps, const Console& console) {
  bool has_taken = false;
  for (const auto& [map_id, files] : files_of_maps) {
    const auto own = std::find(files.begin(), files.end(), PlacedPath(folder, map_id));
    const std::string& served = own == files.end() ? files.front() : *own;
    for (const std::string& file : files) {
      if (file == served) continue;
      console.err << "waystone: " << file << ": map id " << Quoted(map_id) << " is taken by " << served
                  << "\n";
      has_taken = true;
    }
  }
  return has_taken;
}

// Reports on each file; the worst exit code counts. Bad input if no file is a package.
void AddPerFile(CLI::App& package, const std::string& name, const std::string& help, Reporter report,
                Command& chosen) {
  CLI::App* command = package.add_subcommand(name, help);
  auto flags = std::make_shared<PackageFlags>();
  command->add_option("FILE", flags->files, ".waymap files and world files, or folders of them")->required();
  command->add_flag("--json", flags->json, "print one JSON object per file");
  command->callback([flags, report, &chosen] {
    chosen = [flags, report](const Console& console) {
      int exit_code = kExitOk;
      bool has_package = false;
      for (const std::string& path : flags->files) {
        const std::vector<std::string> files = PackagesOf(path);
        if (files.empty()) console.err << "waystone: " << Quoted(path) << ": no packages in this folder\n";
        FilesOfMaps files_of_maps;
        for (const std::string& file : files) {
          const PackageReport result = report(file, flags->format());
          console.out << result.text;
          exit_code = std::max(exit_code, result.exit_code);
          has_package = has_package || result.is_package;
          if (!result.map_id.empty()) files_of_maps[result.map_id].push_back(file);
        }
        if (TellTakenMaps(path, files_of_maps, console)) exit_code = std::max(exit_code, kExitFailed);
      }
      return has_package ? exit_code : kExitUsage;
    };
  });
}

struct DiffFlags : PackageFlags {
  std::string html;
  std::vector<std::string> fail_on;  // "unreachable=PATTERN"

  bool asks_what_changed() const { return !html.empty() || !fail_on.empty(); }
};

// The patterns of names that may not become unreachable.
absl::StatusOr<std::vector<std::string>> ParseFailOn(const std::vector<std::string>& texts) {
  constexpr std::string_view kKind = "unreachable=";
  std::vector<std::string> patterns;
  for (const std::string& text : texts) {
    if (!text.starts_with(kKind) || text.size() == kKind.size())
      return absl::InvalidArgumentError(StrCat("--fail-on: ", Quoted(text), " is not unreachable=PATTERN"));
    patterns.push_back(text.substr(kKind.size()));
  }
  return patterns;
}

// Whether the name is of the pattern, in which only * and ? stand for others.
bool IsOf(const std::string& pattern, const std::string& name) {
  return fnmatch(absl::StrReplaceAll(pattern, {{"\\", "\\\\"}, {"[", "\\["}}).c_str(), name.c_str(), 0) == 0;
}

std::string TextOf(const client::PackageChanges& changes) {
  std::string text;
  for (const client::PackageChange& change : changes.changes) {
    StrAppend(text, change.fails ? "FAILED: " : "", change.Sentence(), ", at ", FormatPosition(change.at),
              "\n");
  }
  if (changes.changes.empty())
    StrAppend(text, "the same places ", changes.has_ground ? "and ground " : "", "can be reached\n");
  if (!changes.has_ground)
    StrAppend(text, "ground was not compared: these maps are no ground of polygons or cells\n");
  return text;
}

// On a line of its own.
std::string JsonOf(const client::PackageChanges& changes) {
  nlohmann::json list = nlohmann::json::array();
  for (const client::PackageChange& change : changes.changes) {
    list.push_back({{"kind", NameOf(change.kind)},
                    {"place", change.place},
                    {"area_m2", change.area_m2},
                    {"moved_m", change.moved_m},
                    {"at", {change.at.x, change.at.y, change.at.z}},
                    {"fails", change.fails},
                    {"sentence", change.Sentence()}});
  }
  return nlohmann::json{{"has_ground", changes.has_ground}, {"changes", list}}.dump() + "\n";
}

// What became reachable and what did not, in words or as JSON, and as a page. Fails if a place of `--fail-on` became unreachable.
absl::StatusOr<int> TellChanges(const DiffFlags& flags, const Console& console) {
  WS_ASSIGN_OR_RETURN(const std::vector<std::string> patterns, ParseFailOn(flags.fail_on));
  WS_ASSIGN_OR_RETURN(const auto older, client::OpenedMaps::Open(flags.files[0]));
  WS_ASSIGN_OR_RETURN(const auto newer, client::OpenedMaps::Open(flags.files[1]));
  WS_ASSIGN_OR_RETURN(client::PackageChanges changes, client::ChangesBetween(*older, *newer));
  for (const std::string& pattern : patterns) {
    const bool has_place = std::any_of(changes.places.begin(), changes.places.end(),
                                       [&](const std::string& place) { return IsOf(pattern, place); });
    if (!has_place)
      return absl::InvalidArgumentError(
          StrCat("--fail-on: neither package has a place named as ", Quoted(pattern)));
  }
  int exit_code = kExitOk;
  for (client::PackageChange& change : changes.changes) {
    change.fails = change.MakesUnreachable() &&
                   std::any_of(patterns.begin(), patterns.end(),
                               [&](const std::string& pattern) { return IsOf(pattern, change.place); });
    if (change.fails) exit_code = kExitFailed;
  }
  console.out << (flags.json ? JsonOf(changes) : TextOf(changes));
  if (flags.html.empty()) return exit_code;
  const std::string title =
      StrCat("What changed in ", std::filesystem::path(flags.files[1]).filename().string());
  WS_ASSIGN_OR_RETURN(const std::string page, client::ReportOf(*newer, {.title = title, .changes = changes}));
  WS_RETURN_IF_ERROR(WriteTextFile(flags.html, page));
  return exit_code;
}

absl::Status RefuseFolders(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) continue;
    const std::vector<std::string> files = PackagesOf(path);
    return InvalidArgument(
        Quoted(path), " is a folder: give two package files, the older and the newer one of a map, such as ",
        files.empty() ? StrCat(path, "/MAP.waymap") : files.front());
  }
  return absl::OkStatus();
}

// Packages that cannot be compared, damaged ones among them, are bad input whatever is asked.
int RunDiff(const DiffFlags& flags, const Console& console) {
  if (const absl::Status status = RefuseFolders(flags.files); !status.ok()) return Fail(console, status);
  const PackageReport sections = DiffPackages(flags.files[0], flags.files[1], flags.format());
  if (!flags.asks_what_changed()) console.out << sections.text;
  if (!sections.problem.empty()) return Fail(console, absl::InvalidArgumentError(sections.problem));
  if (!flags.asks_what_changed()) return sections.exit_code;
  const absl::StatusOr<int> exit_code = TellChanges(flags, console);
  if (exit_code.ok()) return *exit_code;
  const int failed = Fail(console, exit_code.status());
  return absl::IsDataLoss(exit_code.status()) ? kExitUsage : failed;
}

void AddDiff(CLI::App& package, Command& chosen) {
  CLI::App* command = package.add_subcommand(
      "diff", "say in which sections two packages differ, or what can be reached in the second");
  auto flags = std::make_shared<DiffFlags>();
  command->add_option("FILE", flags->files, "two .waymap files of one map, the older one first")
      ->required()
      ->expected(2);
  command->add_flag("--json", flags->json, "print one JSON object");
  command->add_option("--html", flags->html, "write a page that shows what became reachable and what did not")
      ->type_name("FILE");
  command->add_option("--fail-on", flags->fail_on,
                      "unreachable=PATTERN: exit with 1 if a place of such a name cannot be reached any "
                      "more, was removed, or is new "
                      "and cannot be reached");
  command->callback(
      [flags, &chosen] { chosen = [flags](const Console& console) { return RunDiff(*flags, console); }; });
}

void AddPublish(CLI::App& package, Command& chosen) {
  struct Flags {
    std::string folder;
    std::string out;
  };
  CLI::App* command = package.add_subcommand(
      "publish",
      "write what servers fetch from an HTTP server or object store: objects, and an index of them");
  auto flags = std::make_shared<Flags>();
  command->add_option("FOLDER", flags->folder, "folder of packages")->required();
  command->add_option("-o,--output", flags->out, "folder to write objects/ and packages.json to")
      ->type_name("FOLDER")
      ->required();
  command->callback([flags, &chosen] {
    chosen = [flags](const Console& console) {
      const absl::StatusOr<PackageIndex> index = PublishPackages(flags->folder, flags->out);
      if (!index.ok()) return Fail(console, index.status());
      uint64_t bytes = index->world.has_value() ? index->world->size_bytes : 0;
      for (const PackageIndex::Map& map : index->maps) bytes += map.summary.size_bytes;
      console.out << "maps " << index->maps.size() << ", world " << (index->world.has_value() ? "yes" : "no")
                  << ", bytes " << bytes << "\n";
      return kExitOk;
    };
  });
}

}  // namespace

void AddPackageCommand(CLI::App& program, Command& chosen) {
  CLI::App* package = program.add_subcommand("package", "look into package files");
  package->require_subcommand(1);
  AddPerFile(*package, "check", "check every byte and rule of packages", &CheckPackage, chosen);
  AddPerFile(*package, "dump", "print what packages hold", &DumpPackage, chosen);
  AddDiff(*package, chosen);
  AddPublish(*package, chosen);
}

}  // namespace waystone::cli
